/**
 * How roads are drawn, on the page and in a still; the program reads what is between the braces as JSON.
 *
 * stops: the zooms at which widths are stated; between them they grow evenly in proportion.
 * kinds: the least important first. `from` is the zoom at which a kind appears, `names` and `numbers` those from which its
 * roads have them written, `widths` in CSS pixels at the stops. The widths grow slower than the ground does, so that
 * narrow streets are seen from afar and wide ones do not cover the town.
 * kind_of_class: classes of OSM that are drawn as another kind than the one of their name.
 * Links are narrower than their roads, and appear later. A road narrower than `least_cased_width` is one line in the
 * colour of its casing, which the ground sets off.
 */
export const ROAD_LOOK = {
  "stops": [6, 9, 12, 14, 16, 18, 20],
  "kinds": [
    {"name": "ferry", "from": 7, "names": 10, "numbers": 99,
      "widths": [0.8, 1, 1.2, 1.4, 1.8, 2.2, 2.6], "dash": [6, 5]},
    {"name": "path", "from": 14.5, "names": 17, "numbers": 99,
      "widths": [0.5, 0.5, 0.7, 1, 1.6, 2.4, 3.5], "dash": [3, 2.5]},
    {"name": "track", "from": 13, "names": 16.5, "numbers": 99,
      "widths": [0.5, 0.5, 0.8, 1.1, 1.9, 3, 5], "dash": [7, 3]},
    {"name": "service", "from": 13.5, "names": 16.5, "numbers": 99,
      "widths": [0.3, 0.3, 0.6, 1, 3.4, 8, 20]},
    {"name": "street", "from": 11.5, "names": 15, "numbers": 14,
      "widths": [0.3, 0.4, 0.8, 2.4, 6.5, 15, 38]},
    {"name": "tertiary", "from": 9.5, "names": 14, "numbers": 12,
      "widths": [0.5, 0.6, 1.4, 3.6, 8, 18, 44]},
    {"name": "secondary", "from": 8.5, "names": 13, "numbers": 11,
      "widths": [0.6, 0.8, 2, 4.4, 9.2, 20, 48]},
    {"name": "primary", "from": 7, "names": 12.5, "numbers": 9.5,
      "widths": [0.7, 1.1, 2.6, 5.2, 10.4, 22, 52]},
    {"name": "trunk", "from": 5, "names": 12, "numbers": 8,
      "widths": [0.8, 1.4, 2.7, 5, 10.5, 23, 54]},
    {"name": "motorway", "from": 4, "names": 11, "numbers": 7,
      "widths": [1, 1.7, 2.9, 4.6, 10, 24, 56]}
  ],
  "kind_of_class": {
    "unclassified": "street", "residential": "street", "living_street": "street", "road": "street", "busway": "street",
    "pedestrian": "path", "footway": "path", "cycleway": "path", "bridleway": "path", "steps": "path"
  },
  "link_width": 0.62, "link_lag": 2.5, "least_cased_width": 1.8
};
