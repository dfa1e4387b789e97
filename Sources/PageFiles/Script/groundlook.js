/**
 * How the ground is drawn, on the page and in a still; the program reads what is between the braces as JSON.
 *
 * near_tiles: the zoom of the tiles that show all; near_from: the zoom from which they are drawn.
 * kinds: areas and lines by their numbers in the bytes, in the order in which they are drawn. `name` is that of the colour, and
 * `from` the zoom from which a kind is drawn. `widths` of lines are CSS pixels at the zooms 8, 12, 16 and 20; areas have
 * none. `edge` is the colour of an outline from the zoom `edge_from`, `ties` the zoom from which a railway has light pieces.
 * places: the zooms between which their names stand, and the size and weight of the letters.
 */
export const GROUND_LOOK = {
  "near_tiles": 14, "near_from": 12.5,
  "kinds": [
    {"kind": 0, "name": "sea", "from": 0}, {"kind": 1, "name": "residential", "from": 0},
    {"kind": 2, "name": "commercial", "from": 0}, {"kind": 3, "name": "industrial", "from": 0},
    {"kind": 4, "name": "farmland", "from": 0}, {"kind": 5, "name": "grass", "from": 0},
    {"kind": 6, "name": "scrub", "from": 0}, {"kind": 7, "name": "rock", "from": 0},
    {"kind": 8, "name": "sand", "from": 0}, {"kind": 9, "name": "glacier", "from": 0},
    {"kind": 10, "name": "park", "from": 0}, {"kind": 11, "name": "wood", "from": 0},
    {"kind": 12, "name": "wetland", "from": 0},
    {"kind": 32, "name": "stream", "from": 12.5, "widths": [0.3, 0.6, 1.8, 7]},
    {"kind": 33, "name": "canal", "from": 9, "widths": [0.5, 1, 3, 12]},
    {"kind": 34, "name": "river", "from": 7, "widths": [0.7, 1.6, 5, 24]},
    {"kind": 13, "name": "water", "from": 0},
    {"kind": 14, "name": "building", "from": 14, "edge": "building_edge", "edge_from": 15.5},
    {"kind": 37, "name": "runway", "from": 10, "widths": [1, 3, 30, 400]},
    {"kind": 36, "name": "side_track", "from": 14, "widths": [0.4, 0.5, 1.2, 3]},
    {"kind": 35, "name": "railway", "from": 8, "widths": [0.6, 1, 2.6, 6], "ties": 14},
    {"kind": 38, "name": "state_border", "from": 6, "widths": [0.6, 1, 1.6, 2], "dash": [6, 3, 1.5, 3]},
    {"kind": 39, "name": "country_border", "from": 3, "widths": [0.9, 1.5, 2.2, 3], "dash": [9, 3, 2, 3]}
  ],
  "places": [
    {"kind": 64, "from": 5, "to": 15, "size": 17, "weight": 700},
    {"kind": 65, "from": 8, "to": 16, "size": 15, "weight": 600},
    {"kind": 66, "from": 10.5, "to": 17, "size": 13, "weight": 600},
    {"kind": 67, "from": 12, "to": 17, "size": 12.5, "weight": 600},
    {"kind": 68, "from": 12.5, "to": 18, "size": 11.5, "weight": 600},
    {"kind": 69, "from": 12.5, "to": 21, "size": 10.5, "weight": 500, "is_peak": true}
  ]
};
