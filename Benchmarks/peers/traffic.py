"""Runs in the peers' environment: routes of OSRM and Valhalla, and the edges of Valhalla's tiles.

    traffic.py osrm BASE PAIRS                 seconds and metres of each pair
    traffic.py valhalla CONFIG PAIRS [TIME]    the same, departing at a local time such as 2026-05-04T08:05
    traffic.py edges CONFIG TARGET             a table of the edges: edge, shape (polyline with six decimals)
    traffic.py decode FILE                     speeds of each five minutes of the base64 text in each line

PAIRS is a JSON array of [lon, lat, lon, lat]; answers are JSON in the last line of standard output, null where there is
no route.
"""

import csv
import json
import pathlib
import sys


def osrm_routes(base, pairs):
    import osrm

    engine = osrm.OSRM(storage_config=base, use_shared_memory=False, algorithm="MLD")
    for lon, lat, to_lon, to_lat in pairs:
        try:
            route = engine.Route(osrm.RouteParameters(coordinates=[(lon, lat), (to_lon, to_lat)]))["routes"][0]
            yield route["duration"], route["distance"]
        except RuntimeError:
            yield None


def valhalla_routes(config, pairs, time):
    import valhalla

    actor = valhalla.Actor(json.loads(pathlib.Path(config).read_text()))
    departure = {"date_time": {"type": 1, "value": time}} if time else {}
    for lon, lat, to_lon, to_lat in pairs:
        places = [{"lat": lat, "lon": lon}, {"lat": to_lat, "lon": to_lon}]
        try:
            answer = actor.route(json.dumps({"locations": places, "costing": "auto", **departure}))
            summary = json.loads(answer)["trip"]["summary"]
            yield summary["time"], summary["length"] * 1000
        except RuntimeError:
            yield None


def encoded(values):
    text, last = [], 0
    for value in values:
        rest = (value - last) * 2 if value >= last else (last - value) * 2 - 1
        last = value
        while rest >= 32:
            text.append(chr((rest & 31 | 32) + 63))
            rest >>= 5
        text.append(chr(rest + 63))
    return text


def polyline(places):
    """Of places (lon, lat) in millionths of a degree."""
    pieces, last = [], (0, 0)
    for lon, lat in places:
        for value in (lat - last[1], lon - last[0]):
            pieces += encoded([value])
        last = (lon, lat)
    return "".join(pieces)


def write_edges(config, target):
    from valhalla.baldr import GraphId
    from valhalla.baldr.utils import GraphUtils

    settings = json.loads(pathlib.Path(config).read_text())
    graph, tiles = GraphUtils(settings), pathlib.Path(settings["mjolnir"]["tile_dir"])
    with open(target, "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["edge", "shape"])
        for path in sorted(tiles.rglob("*.gph")):
            tile = GraphId.from_tile_path(str(path))
            for number in range(graph.get_graph_tile_header(tile).directededgecount):
                edge = GraphId(tile.tileid(), tile.level(), number)
                shape = [(round(lon * 1e6), round(lat * 1e6)) for lon, lat in graph.get_edge_shape(edge)]
                rows.writerow([f"{tile.level()}/{tile.tileid()}/{number}", polyline(shape)])


def decoded(path):
    from valhalla.baldr.utils import decode_compressed_speeds, decompress_speed_bucket

    for line in open(path):
        coefficients = [int(number) for number in decode_compressed_speeds(line.strip())]
        yield [decompress_speed_bucket(coefficients, number) for number in range(2016)]


def main():
    what, *rest = sys.argv[1:]
    if what == "edges":
        write_edges(*rest)
        print("\nnull")
    elif what == "decode":
        print(json.dumps(list(decoded(rest[0]))))
    else:
        pairs = json.loads(pathlib.Path(rest[1]).read_text())
        routes = (
            osrm_routes(rest[0], pairs) if what == "osrm" else valhalla_routes(rest[0], pairs, (rest[2:] or [None])[0])
        )
        print("\n" + json.dumps(list(routes)))


if __name__ == "__main__":
    main()
