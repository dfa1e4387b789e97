"""Valhalla, from the package pyvalhalla, with the costing of cars: Meili's `trace_attributes`, and `route`."""

import itertools
import json
import pathlib
import subprocess

import valhalla

from peers import openstreetmap

PACKAGE = "pyvalhalla"
NEAR = 0.5  # metres; its shapes are given to a millionth of a degree

# Types and modifiers by the numbers of its maneuvers.
SAID = {
    **dict.fromkeys((1, 2, 3), ("depart", None)),
    **dict.fromkeys((4, 5, 6), ("arrive", None)),
    7: ("becomes", "straight"),
    8: ("continue", "straight"),
    9: ("turn", "slight right"),
    10: ("turn", "right"),
    11: ("turn", "sharp right"),
    12: ("u-turn", "uturn"),
    13: ("u-turn", "uturn"),
    14: ("turn", "sharp left"),
    15: ("turn", "left"),
    16: ("turn", "slight left"),
    17: ("ramp", "straight"),
    18: ("ramp", "slight right"),
    19: ("ramp", "slight left"),
    20: ("exit", "slight right"),
    21: ("exit", "slight left"),
    22: ("stay", "straight"),
    23: ("stay", "slight right"),
    24: ("stay", "slight left"),
    25: ("merge", None),
    26: ("roundabout", None),
    27: ("exit roundabout", None),
    28: ("ferry", None),
    29: ("leave ferry", None),
    37: ("merge", "slight right"),
    38: ("merge", "slight left"),
}


def prepare(source, folder):
    tiles = folder / "valhalla"
    tiles.mkdir(exist_ok=True)
    configuration = folder / "valhalla.json"
    configuration.write_text(json.dumps(configured(folder)))
    program = pathlib.Path(valhalla.__file__).parent / "bin/valhalla_build_tiles"
    subprocess.run([program, "-c", configuration, "-j", "1", source], check=True, capture_output=True)


def configured(folder):
    configuration = valhalla.get_config(tile_dir=folder / "valhalla", tile_extract="")
    configuration["service_limits"]["trace"]["max_shape"] = 1_000_000
    configuration["service_limits"]["trace"]["max_distance"] = 1e9
    return configuration


def settings(sigma, period):
    """The best of those tried on other drives, in metres: `accuracy` of the positions, `radius` of the search,
    `interpolation` (fixes nearer the last are not matched but laid on the route afterwards), all sent with the request,
    as is `turn`, its penalty; `sigma_z`, the standard deviation of positions, and `beta` of Meili's configuration. With
    `sigma_z` at the true value less was right, and `accuracy` changed nothing. Its defaults are radius 50,
    interpolation 10, turn 200 and beta 3."""
    tried = {1: {"interpolation": 6 * sigma}, 5: {"interpolation": 4 * sigma, "turn": 100}, 30: {"beta": 10, "turn": 100}}
    standard = {"accuracy": sigma, "radius": 6 * sigma, "interpolation": 10, "turn": 200, "sigma_z": 4.07, "beta": 3}
    return standard | tried.get(period, {})


class Matcher:
    refusals = (RuntimeError, valhalla.ValhallaError)

    def __init__(self, source, folder, settings):
        configuration = configured(folder)
        configuration["meili"]["default"]["sigma_z"] = settings["sigma_z"]
        configuration["meili"]["default"]["beta"] = settings["beta"]
        self.engine = valhalla.Actor(configuration)
        self.options = {
            "gps_accuracy": settings["accuracy"],
            "search_radius": settings["radius"],
            "interpolation_distance": settings["interpolation"],
            "turn_penalty_factor": settings["turn"],
        }

    def request(self, fixes):
        return json.dumps({
            "shape": [{"lat": latitude, "lon": longitude, "time": time} for time, latitude, longitude in fixes],
            "shape_match": "map_snap",
            "costing": "auto",
            "trace_options": self.options,
            "filters": {
                "action": "include",
                "attributes": ["edge.way_id", "edge.begin_shape_index", "edge.end_shape_index", "shape"],
            },
        })

    def match(self, request):
        return self.engine.trace_attributes(request)

    def pieces(self, result, extract):
        answer = json.loads(result)
        shape = decoded(answer["shape"])
        pieces = []
        for edge in answer["edges"]:
            nodes = extract.ways.get(edge["way_id"], ((), ()))[1]
            line = shape[edge["begin_shape_index"] : edge["end_shape_index"] + 1]
            pieces += line_pieces(line, nodes, extract.places)
        return pieces


class Router:
    """Full documents: every maneuver in English, and the whole line in six decimals."""

    refusals = (RuntimeError, valhalla.ValhallaError)

    def __init__(self, folder):
        self.engine = valhalla.Actor(configured(folder))

    def request(self, begin, end):
        places = [{"lat": latitude, "lon": longitude} for latitude, longitude in (begin, end)]
        return json.dumps({"locations": places, "costing": "auto"})

    def route(self, request):
        return self.engine.route(request)

    def answer(self, result):
        """Metres, seconds, and the encoded line."""
        trip = json.loads(result)["trip"]
        summary = trip["summary"]
        return {"length": 1000 * summary["length"], "duration": summary["time"], "line": trip["legs"][0]["shape"]}


class Guide(Router):
    """What is said along a line that is given: its roads are walked."""

    def maneuvers(self, line):
        """The encoded line, and every maneuver with the departure and the arrival."""
        shape = [{"lat": latitude, "lon": longitude} for latitude, longitude in line]
        request = {"shape": shape, "shape_match": "walk_or_snap", "costing": "auto"}
        legs = json.loads(self.engine.trace_route(json.dumps(request)))["trip"]["legs"]
        if len(legs) != 1:
            raise RuntimeError("the line is broken")
        places = decoded(legs[0]["shape"])
        return legs[0]["shape"], [self.maneuver(given, places) for given in legs[0]["maneuvers"]]

    def maneuver(self, given, places):
        kind, modifier = SAID.get(given["type"], ("other", None))
        exit = given.get("roundabout_exit_count")
        return {
            "type": kind,
            "modifier": modifier,
            "exit": str(exit) if exit else None,
            "place": places[given["begin_shape_index"]],
            "length": 1000 * given["length"],
            "road": "/".join(given.get("street_names", [])),
            "text": given["instruction"],
        }


def line_pieces(line, nodes, places):
    """The pieces of a way that a line along it covers, in the direction of the line."""
    shape = [places[node] for node in nodes]
    last = None
    for a, b in itertools.pairwise(line):
        if a == b or len(nodes) < 2:
            continue
        last = nearest(shape, a, b, last)
        from_end, to_end = (openstreetmap.projection(shape[last], shape[last + 1], place)[0] for place in (a, b))
        length = openstreetmap.distance(shape[last], shape[last + 1])
        begin, end = (snapped(fraction, length) for fraction in (from_end, to_end))
        if begin < end:
            yield nodes[last], nodes[last + 1], begin, end
        elif end < begin:
            yield nodes[last + 1], nodes[last], 1 - begin, 1 - end


def snapped(fraction, length):
    """0 or 1 if the place is as near to the end of the line as shapes are accurate."""
    slack = NEAR / length if length else 1
    return 0.0 if fraction < slack else 1.0 if fraction > 1 - slack else fraction


def nearest(shape, a, b, last):
    """The index of the line of a shape that both places lie nearest, the neighbours of the last one first."""

    def off(index):
        return max(openstreetmap.projection(shape[index], shape[index + 1], place)[1] for place in (a, b))

    if last is not None:
        for index in (last, last + 1, last - 1):
            if 0 <= index < len(shape) - 1 and off(index) < NEAR / 2:
                return index
    return min(range(len(shape) - 1), key=off)


def decoded(text):
    """The places of an encoded polyline with six decimals."""
    numbers, value, shift = [], 0, 0
    for character in text.encode():
        character -= 63
        value |= (character & 0x1F) << shift
        shift += 5
        if character < 0x20:
            numbers.append((value >> 1) ^ -(value & 1))
            value = shift = 0
    places = itertools.accumulate(
        zip(numbers[::2], numbers[1::2]), lambda place, step: (place[0] + step[0], place[1] + step[1])
    )
    return [(latitude * 1e-6, longitude * 1e-6) for latitude, longitude in places]
