#!/usr/bin/env python3
"""What tracemill, OSRM and Valhalla say along the same lines: maneuvers per 10 km, and where they differ.

    Benchmarks/guidance.py                      1,250 routes on eight maps
    Benchmarks/guidance.py monaco --scale 0.1   few, to see that it works
    Benchmarks/guidance.py --keep               tracemill again, with the peers' maps in the folder

tracemill finds routes between random places. Each line is given to OSRM's match service and to Valhalla's
`trace_route`, which describe it in their own way. Only lines that all three drive alike count: 99 % of the length of
each between the same nodes of OSM. Departures, arrivals and the first and last 20 m are left out.

Maneuvers are of one place if they lie within 40 m along the line. Notices are those with nothing to do: a new name
straight ahead, leaving a roundabout that was announced. They are counted, but not compared. Kinds are compared by what
the driver does: a turn, a fork, a ramp and a merge are of one kind (peers/said.py).

`different.csv` in the folder lists the places that differ most: where both peers agree against tracemill, those that
most routes pass first. `places.csv` has all that differ. The Python of the peers is 3.12 or 3.13; PEER_PYTHON names it.
"""

import argparse
import collections
import csv
import json
import os
import pathlib
import platform
import sys
import time

from measuring import DATA, PROGRAM, ROOT, check_known, check_ready, measured, row, tracemill
from peers import environment, openstreetmap, said
from peers.case import Failure, work
from routes import Nodes, common, decoded, pairs, write_requests

# The extract, and how many routes are asked for.
MAPS = {
    "liechtenstein": ("osm/liechtenstein-2021-10-28.osm.pbf", 250),
    "rhine-neckar": ("scale/rhine-neckar.osm.pbf", 200),
    "frankfurter-kreuz": ("osm/frankfurter-kreuz.osm.pbf", 150),
    "milton-keynes": ("osm/milton-keynes-roundabouts.osm.pbf", 150),
    "monaco": ("osm/monaco-2021-04-21.osm.pbf", 150),
    "malta": ("scale/malta.osm.pbf", 150),
    "milan": ("scale/milan.osm.pbf", 150),
    "switzerland-motorway": ("osm/switzerland-motorway-shortcut.osm.pbf", 50),
}
PEERS = {"osrm-mld": ("OSRM", "osrm-bindings"), "valhalla": ("Valhalla", "pyvalhalla")}
LABELS = {"tracemill": "tracemill", **{peer: label for peer, (label, _) in PEERS.items()}}
SEED = 1
FOLDER = ROOT / ".build/guidance"
SHORTEST = 300  # metres
ALIKE = 0.99
MOST = 100


class Case:
    """One map: its routes, and what each program says along them."""

    def __init__(self, name, options):
        self.name = name
        self.source, count = (DATA / MAPS[name][0]).resolve(), round(MAPS[name][1] * options.scale)
        self.folder = options.folder.resolve() / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.extract = openstreetmap.Extract(self.source)
        self.requests, self.lines = self.folder / "requests.csv", self.folder / "lines.json"
        write_requests(self.requests, pairs(self.extract, count, options.seed))
        self.count, self.kept, self.said = count, {}, collections.defaultdict(dict)
        self.routes = self.asked()
        for peer in PEERS:
            self.prepare(peer, options.keep)
        self.compare()

    def asked(self):
        """Lines and maneuvers of our routes by request."""
        tracemill("map", "build", "--hierarchy", self.source, "-o", self.folder / "map.tmg")
        output = self.folder / "routes.ndjson"
        asked = ["route", "--map", self.folder / "map.tmg", "--requests", self.requests, "--jobs", "1", "--quiet"]
        measured([PROGRAM, *asked, "--format", "ndjson", "--output", output], self.folder)
        with open(output) as lines:
            documents = [document for document in map(json.loads, lines) if document["geometry"]]
        return {
            document["id"]: (
                [(latitude, longitude) for longitude, latitude in document["geometry"]["coordinates"]],
                [own(maneuver) for maneuver in document["maneuvers"]],
            )
            for document in documents
            if document["summary"]["length_m"] >= SHORTEST and not document["violations"]
        }

    def prepare(self, peer, keep):
        made = self.folder / f"{peer}.made"
        if keep and made.exists():
            return
        reason = environment.install(PEERS[peer][1])
        if reason:
            raise Failure(reason)
        work(peer, "prepare", "--map", self.source, "--folder", self.folder, worker="route_worker")
        made.touch()

    def compare(self):
        """Keeps the routes that all programs follow, with what each says."""
        self.lines.write_text(json.dumps({name: line for name, (line, _) in self.routes.items()}))
        answers = {peer: self.answers(peer) for peer in PEERS}
        nodes = Nodes(self.extract)
        for name, (places, maneuvers) in self.routes.items():
            theirs = {peer: answers[peer].get(name) for peer in PEERS}
            ours = {"lines": nodes.lines(places)}
            if all(answer and is_alike(ours, {"lines": nodes.lines(decoded(answer[0]))}) for answer in theirs.values()):
                line = said.Line(places)
                self.kept[name] = line
                self.said["tracemill"][name] = said.along(line, maneuvers)
                for peer, (_, given) in theirs.items():
                    self.said[peer][name] = said.along(line, given)

    def answers(self, peer):
        path = self.folder / f"{peer}-said.json"
        asked = ("--folder", self.folder, "--requests", self.lines, "--answers", path)
        work(peer, "guide", *asked, worker="route_worker")
        return json.loads(path.read_text())

    @property
    def length(self):
        return sum(line.length for line in self.kept.values())

    def decisions(self, program, name):
        return [maneuver for maneuver in self.said[program][name] if maneuver.kind != "notice"]


def own(maneuver):
    place = (maneuver["lat"], maneuver["lon"])
    return {**maneuver, "place": place, "length": maneuver["next_m"], "road": maneuver["next_road"]}


def is_alike(a, b):
    return min(common(a, b), common(b, a)) >= ALIKE


# MARK: Counting


def tell_counts(cases):
    print("\n#### Maneuvers per 10 km: all, and without notices\n")
    row("map", "routes", "km", *LABELS.values(), *(f"{label}, to do" for label in LABELS.values()))
    row("---", *["---:"] * (2 + 2 * len(LABELS)))
    for label, group in [*((case.name, [case]) for case in cases), ("all", cases)]:
        length = sum(case.length for case in group)
        if not length:
            continue
        counts = [per(length, sum(count(case.said[program]) for case in group)) for program in LABELS]
        todo = [per(length, sum(count_to_do(case, program) for case in group)) for program in LABELS]
        row(label, sum(len(case.kept) for case in group), f"{length / 1000:,.0f}", *counts, *todo)


def count(routes):
    return sum(map(len, routes.values()))


def count_to_do(case, program):
    return sum(len(case.decisions(program, name)) for name in case.kept)


def per(length, number):
    return f"{number * 10_000 / length:.2f}"


def tell_differences(cases):
    print("\n#### Places, notices left out\n")
    columns = ("both speak", "same", "one step", "direction", "kind", "exit", "only the first", "only the second")
    row("of", "beside", *columns)
    row("---", "---", *["---:"] * len(columns))
    for first, second in [("tracemill", "osrm-mld"), ("tracemill", "valhalla"), ("osrm-mld", "valhalla")]:
        found = collections.Counter()
        for case in cases:
            for name in case.kept:
                for a, b in said.pairs(case.decisions(first, name), case.decisions(second, name)):
                    found.update(codes(a, b))
        row(LABELS[first], LABELS[second], *(f"{found[column]:,}" for column in columns))


def codes(a, b):
    if b is None:
        return ["only the first"]
    if a is None:
        return ["only the second"]
    return ["both speak", *(said.differences(a, b) or ["same"])]


# MARK: Places


class Place:
    """What the programs say of one place, and on how many routes."""

    def __init__(self, case, route, spoken):
        one = next(filter(None, spoken.values()))
        self.case, self.route, self.spoken = case, route, spoken
        self.at, self.place = one.at, one.place
        self.routes = 0
        ours, osrm, valhalla = (spoken.get(program) for program in LABELS)
        self.score = said.weight(ours, osrm) + said.weight(ours, valhalla)

    @property
    def key(self):
        texts = (maneuver and maneuver.text() for maneuver in self.spoken.values())
        return (self.case.name, *(round(degrees, 4) for degrees in self.place), *texts)

    def cells(self):
        texts = [maneuver.text() if maneuver else self.notices(program) for program, maneuver in self.spoken.items()]
        place = (f"{degrees:.6f}" for degrees in self.place)
        return [self.case.name, *place, self.routes, self.score, self.route, round(self.at), *texts]

    def notices(self, program):
        """What a program says there though nothing is to do."""
        near = (one for one in self.case.said[program][self.route] if abs(one.at - self.at) <= said.NEAR)
        return "; ".join(f"({one.text()})" for one in near if one.kind == "notice") or "-"


def places(case, name):
    """The places of a route that somebody speaks of, with what each program says there or `None`."""
    ours, osrm, valhalla = (case.decisions(program, name) for program in LABELS)
    by_osrm, by_valhalla = {}, {}
    silent_osrm, silent_valhalla = [], []
    for a, b in said.pairs(ours, osrm):
        by_osrm[a] = b
        silent_osrm += [b] if a is None else []
    for a, b in said.pairs(ours, valhalla):
        by_valhalla[a] = b
        silent_valhalla += [b] if a is None else []
    found = [(a, by_osrm[a], by_valhalla[a]) for a in ours]
    found += [(None, a, b) for a, b in said.pairs(silent_osrm, silent_valhalla)]
    return [Place(case, name, dict(zip(LABELS, spoken))) for spoken in found]


def different(cases):
    """Places that differ, each once, the most different first."""
    found = {}
    for case in cases:
        for name in case.kept:
            for place in places(case, name):
                if place.score > 0:
                    found.setdefault(place.key, place).routes += 1
    return sorted(found.values(), key=lambda place: (-place.score, -place.routes, str(place.key)))


def write_places(path, found):
    with open(path, "w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["map", "lat", "lon", "routes", "score", "request", "at_m", *LABELS])
        writer.writerows(place.cells() for place in found)


def bench(options):
    cases = []
    for name in options.maps:
        begin = time.monotonic()
        cases.append(Case(name, options))
        print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    found = different(cases)
    write_places(options.folder / "places.csv", found)
    write_places(options.folder / "different.csv", found[:MOST])
    print("\n### Guidance beside OSRM and Valhalla\n")
    print(f"{time.strftime('%F')}, {os.cpu_count()} cores, {platform.machine()}.", end=" ")
    print(f"{sum(len(case.kept) for case in cases)} of {sum(case.count for case in cases)} routes are the same line.")
    tell_counts(cases)
    tell_differences(cases)
    print()
    for package in (package for _, package in PEERS.values()):
        print(f"- {package} {environment.version(package)}")
    print(f"- the {MOST} most different of {len(found):,} places: {options.folder / 'different.csv'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", default=list(MAPS), metavar="map", help=", ".join(MAPS))
    parser.add_argument("--scale", type=float, default=1, help="of the number of routes")
    parser.add_argument("--seed", type=int, default=SEED, help="of the places")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="for maps, answers and lists")
    parser.add_argument("--keep", action="store_true", help="use the peers' maps in the folder")
    options = parser.parse_args()
    check_ready()
    check_known(parser, "map", options.maps, MAPS)
    try:
        bench(options)
    except Failure as failure:
        sys.exit(f"no comparison: {failure}")


if __name__ == "__main__":
    main()
