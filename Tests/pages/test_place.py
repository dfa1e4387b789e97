"""Where the vehicle is at any time, against the tables of the program and the geometry of the town."""

import math

from support import (
    PageTest, drive, in_picture, mercator, milliseconds, picture, place, roads, rows, tables, turn_between, write)

DRIVES = ["courier.gpx", "motorway.csv", "wrong-way.gpx", "tunnel.gpx", "van.csv.gz", "ferry.gpx", "forest.csv"]
AT = "times => times.map(time => window.replay.track.at(time))"
"""Places of the vehicle at times, in the page."""


SHOW = """([follow, seconds]) => {
  const { map, clock, track } = window.replay;
  const { lat, lon } = track.at(track.begin + 300000);
  map.follow = follow;
  if (!follow) map.setCamera({ lat, lon, zoom: 13.5 });
  clock.seek(track.begin + seconds * 1000);
  map.setTime(clock.time);
  map.draw();
}"""
"""Goes to a moment, and draws it at once."""

MAGENTA = """({ data, width }) => {
  const pixels = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = data.subarray(at, at + 3);
    if (red > 220 && green < 60 && blue > 220) pixels.push([at / 4 % width, Math.floor(at / 4 / width)]);
  }
  return pixels;
}"""

SEEN = """() => {
  const { map, clock, track } = window.replay, box = document.querySelector('#map').getBoundingClientRect();
  return { box: [box.width, box.height], camera: map.cameraState(), at: track.at(clock.time) };
}"""
"""What the map shows, and where the vehicle is."""


class Ink:
    """The pixels of the arrow, in pixels ahead of the place of the vehicle and to the right of it, if it heads so."""

    def __init__(self, pixels: list, place: tuple[float, float], heading: float):
        east, south = math.sin(math.radians(heading)), -math.cos(math.radians(heading))
        offsets = [(x + 0.5 - place[0], y + 0.5 - place[1]) for x, y in pixels]
        self.ahead = [x * east + y * south for x, y in offsets]
        self.right = [y * east - x * south for x, y in offsets]

    @property
    def symmetry(self) -> float:
        """The share of pixels that have another one opposite."""
        there = {(round(right), round(ahead)) for right, ahead in zip(self.right, self.ahead)}
        return sum((-right, ahead) in there for right, ahead in there) / len(there)

    def width(self, begin: float, end: float) -> float:
        """The width of what lies between two shares of the length, from the back (0) to the tip (1)."""
        back, tip = min(self.ahead), max(self.ahead)
        there = [right for right, ahead in zip(self.right, self.ahead) if begin <= (ahead - back) / (tip - back) <= end]
        return max(there) - min(there)


def place_in(seen: dict) -> tuple[float, float]:
    """The pixel of the place of the vehicle."""
    there = mercator(seen["at"]["lat"], seen["at"]["lon"], seen["camera"]["zoom"])
    middle = mercator(seen["camera"]["lat"], seen["camera"]["lon"], seen["camera"]["zoom"])
    return tuple(side / 2 + a - b for side, a, b in zip(seen["box"], there, middle))


TURNING_METRES = 8
"""How far from the end of a road the arrow may turn already."""


def farthest_so_far(fixes: list[dict[str, str]]) -> list[dict[str, str]]:
    """For each fix the one farthest along the edge until then: where fixes go back by error, a vehicle does not."""
    farthest = fixes[:1]
    for fix in fixes[1:]:
        last = farthest[-1]
        back = fix["edge"] == last["edge"] and float(fix["offset_m"]) < float(last["offset_m"])
        farthest.append(last if back else fix)
    return farthest


class PlaceOfTheVehicle(PageTest):
    def test_at_the_time_of_a_matched_fix_it_is_at_its_matched_place(self):
        for trace in DRIVES:
            with self.subTest(trace):
                fixes = [fix for fix in rows(tables(trace), "points") if fix["status"] == "matched"]
                places = self.open(drive(trace)).evaluate(AT, [milliseconds(fix["time"]) for fix in fixes])
                self.assertGreater(len(fixes), 10)
                for fix, farthest, at in zip(fixes, farthest_so_far(fixes), places):
                    self.assertLess(place(at).distance(place(farthest, "matched_")), 0.5, fix["time"])

    def test_between_fixes_it_is_on_the_road_that_it_drove(self):
        for trace in DRIVES:
            with self.subTest(trace):
                page = self.open(drive(trace))
                for edge in rows(tables(trace), "edges"):
                    enter, exit = milliseconds(edge["enter_time"]), milliseconds(edge["exit_time"])
                    line = roads().line(edge)
                    for at in page.evaluate(AT, [enter + (exit - enter) * step / 16 for step in range(1, 16)]):
                        self.assertLess(place(at).distance_to_line(line), 0.5, edge)

    def test_on_a_straight_road_it_heads_along_it(self):
        compared = 0
        for trace in DRIVES:
            with self.subTest(trace):
                page = self.open(drive(trace))
                for edge in rows(tables(trace), "edges"):
                    line = roads().line(edge)
                    enter, exit = milliseconds(edge["enter_time"]), milliseconds(edge["exit_time"])
                    for at in page.evaluate(AT, [enter + (exit - enter) * step / 10 for step in range(1, 10)]):
                        # Near the ends the arrow turns, and does not jump, into the next road.
                        near = min(place(at).distance(end) for end in line)
                        if len(line) == 2 and near > TURNING_METRES:
                            self.assertLess(turn_between(at["heading"], line[0].bearing(line[1])), 2, edge)
                            compared += 1
        self.assertGreater(compared, 200)

    def test_it_never_drives_back_on_an_edge(self):
        for trace in DRIVES:
            with self.subTest(trace):
                page = self.open(drive(trace))
                for edge in rows(tables(trace), "edges"):
                    enter, exit = milliseconds(edge["enter_time"]), milliseconds(edge["exit_time"])
                    ats = page.evaluate(AT, [enter + (exit - enter) * step / 100 for step in range(1, 100)])
                    metres = [place(at).metres_along(roads().line(edge)) for at in ats]
                    for before, after in zip(metres, metres[1:]):
                        self.assertGreater(after, before - 0.2, edge)

    def test_it_never_jumps(self):
        for trace in DRIVES:
            with self.subTest(trace):
                page = self.open(drive(trace))
                begin, end = page.evaluate("[window.replay.track.begin, window.replay.track.end]")
                ats = page.evaluate(AT, [begin + (end - begin) * step / 2000 for step in range(2001)])
                for before, after in zip(ats, ats[1:]):
                    moved = place(after).distance(place(before))
                    self.assertLess(moved, (after["s"] - before["s"]) * 1.01 + 0.1)
                    self.assertLess(moved, 50 * (end - begin) / 2000 / 1000 + 1, "slower than 50 m/s")

    def test_before_the_drive_it_is_where_it_begins_and_behind_it_where_it_ends(self):
        page = self.open(drive("motorway.csv"))
        places = page.evaluate("""() => { const { track } = window.replay;
            return [track.begin - 60000, track.begin, track.end, track.end + 60000].map(time => track.at(time)); }""")
        self.assertEqual(places[0]["lat"], places[1]["lat"])
        self.assertEqual(places[3]["lon"], places[2]["lon"])

    def test_the_arrow_is_drawn_at_the_place_of_the_vehicle_and_turned_to_its_heading(self):
        style = write("arrow.json", '{"arrow": {"size": 120, "colour": "#ff00ff"}}')
        page = self.open(drive("courier.gpx", "--style", style))
        for follow in (True, False):
            for seconds in (70, 200, 330, 510):
                page.evaluate(SHOW, [follow, seconds])
                seen, pixels = page.evaluate(SEEN), in_picture(picture(page), MAGENTA)
                self.assertGreater(len(pixels), 300)
                arrow = Ink(pixels, place_in(seen), seen["at"]["heading"])
                self.assertGreater(arrow.symmetry, 0.93, (follow, seconds))
                self.assertLess(arrow.width(0.8, 1), arrow.width(0, 0.4) / 2, "the tip is narrow and ahead")
                self.assertLess(abs(max(arrow.ahead) + min(arrow.ahead)), 30, "the place lies within")
