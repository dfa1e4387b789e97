#!/usr/bin/env python3
"""tracemill's routes beside those of OSRM and Valhalla: the same places, maps and machine, taking turns in one run.

    Benchmarks/routes.py                                1,000 car routes on each map, and their speed
    Benchmarks/routes.py liechtenstein --runs 0         the routes alone
    Benchmarks/routes.py monaco --folder work --keep    with the answers of the peers that are in a folder

Routes begin and end at random places on roads that are open to cars (Benchmarks/peers/roads.py), with equal
probability per metre. A request is answered if there is a route. tracemill's violating routes count as answers, and are
also listed separately.

Lengths and durations are compared if both answer, if the routes begin and end within 50 m of each other (some places
are on roads that lead out of the extract; routers move them), and if the route is longer than 500 m. Common is the share
of our route's length that is also on the peer's route, in the same direction: the lines of OSM nodes are the same
everywhere. Pairs whose ratio of length or duration is beyond 1.3, or that only one of the two can route, are listed in
FOLDER/MAP/outliers.csv.

Each router works with one thread and produces full documents, which are discarded. For the peers only the routing calls
are timed. For tracemill the whole process is timed by processor time, from its start to the end of its NDJSON, and once
more with the NDJSON written to a file, which no peer does: that includes the time in which the system copies it. Maps are
read from ../shared/data or TRACEMILL_TEST_DATA. The seed is held out: compare variants with another --seed.
"""

import argparse
import bisect
import csv
import itertools
import json
import os
import pathlib
import platform
import random
import shutil
import statistics
import sys
import time

from measuring import DATA, PROGRAM, ROOT, Lap, check_known, check_ready, measured, median, row, tracemill
from peers import environment, openstreetmap, roads
from peers.case import Failure, work

MAPS = {
    "monaco": "osm/monaco-2021-04-21.osm.pbf",
    "liechtenstein": "osm/liechtenstein-2021-10-28.osm.pbf",
    "rhine-neckar": "scale/rhine-neckar.osm.pbf",
}
PEERS = {
    "osrm-mld": ("OSRM MLD", "osrm-bindings"),
    "osrm-ch": ("OSRM CH", "osrm-bindings"),
    "valhalla": ("Valhalla", "pyvalhalla"),
}
LABELS = {"tracemill": "tracemill", **{peer: label for peer, (label, _) in PEERS.items()}}
SEED = 1
FOLDER = ROOT / ".build/routes"
SHORTEST = 500  # metres; where a route begins and ends is too much of a shorter one
APART = 50  # metres between the ends of two routes that are of the same places
BEYOND = 1.3
RATIOS = ("length", "duration")


def pairs(extract, count, seed):
    """Random places along the open roads, two and two, as latitudes and longitudes."""
    lines = [line for nodes in roads.edges(extract) for line in itertools.pairwise(nodes)]
    sums = list(itertools.accumulate(extract.length(*line) for line in lines))
    source = random.Random(seed)

    def place():
        at = source.random() * sums[-1]
        (a, b), share = (extract.places[node] for node in lines[bisect.bisect(sums, at)]), source.random()
        return tuple(f"{x + share * (y - x):.7f}" for x, y in zip(a, b))

    return [(*place(), *place()) for _ in range(count)]


def write_requests(path, places):
    with open(path, "w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["id", "from_lat", "from_lon", "to_lat", "to_lon"])
        writer.writerows((number, *pair) for number, pair in enumerate(places))


class Nodes:
    """Finds the OSM nodes of a line by where they are, to a few millionths of a degree."""

    def __init__(self, extract):
        self.extract = extract
        self.at = {}
        for node, place in extract.places.items():
            self.at.setdefault(cell(place), node)

    def lines(self, places):
        """Metres of each stretch from node to node that a line of places covers whole."""
        nodes = [node for node in map(self.find, places) if node]
        return {line: self.extract.length(*line) for line in itertools.pairwise(nodes) if line[0] != line[1]}

    def find(self, place):
        x, y = cell(place)
        near = ((x + i, y + j) for i in (0, -1, 1) for j in (0, -1, 1))
        return next((self.at[other] for other in near if other in self.at), None)


def cell(place):
    return tuple(round(degrees * 1e6) for degrees in place)


def decoded(text):
    """The places of an encoded line with six decimals."""
    numbers, value, shift = [], 0, 0
    for character in text.encode():
        value |= (character - 63 & 0x1F) << shift
        shift += 5
        if character - 63 < 0x20:
            numbers.append((value >> 1) ^ -(value & 1))
            value = shift = 0
    sums = (itertools.accumulate(numbers[start::2]) for start in (0, 1))
    return [(latitude * 1e-6, longitude * 1e-6) for latitude, longitude in zip(*sums)]


def own_answers(path):
    """Our answers, with what they violate, and the reasons of refused requests."""
    answers, reasons = {}, {}
    with open(path) as lines:
        for document in map(json.loads, lines):
            if not document["geometry"]:
                reasons[document["id"]] = document["reason"]
                continue
            answers[document["id"]] = {
                "length": document["summary"]["length_m"],
                "duration": document["summary"]["duration_s"],
                "line": [(latitude, longitude) for longitude, latitude in document["geometry"]["coordinates"]],
                "violations": sorted({violation["code"] for violation in document["violations"]}),
            }
    return answers, reasons


class Case:
    """One map: the answers and reasons of every router by request, and the laps."""

    def __init__(self, name, options):
        self.name = name
        self.source = (DATA / MAPS[name]).resolve()
        self.folder = options.folder.resolve() / name
        self.requests = self.folder / "requests.csv"
        self.answers, self.reasons, self.laps, self.failures = {}, {}, {}, {}
        self.written = []
        if not options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.extract = openstreetmap.Extract(self.source)
        self.count = options.routes
        write_requests(self.requests, pairs(self.extract, options.routes, options.seed))
        tracemill("map", "build", "--hierarchy", self.source, "-o", self.folder / "map.tmg")

    def command(self, output):
        asked = ["route", "--map", self.folder / "map.tmg", "--requests", self.requests, "--jobs", "1", "--quiet"]
        return [PROGRAM, *asked, "--format", "ndjson", "--output", output]

    def ask(self, keep):
        measured(self.command(self.folder / "tracemill.ndjson"), self.folder)
        self.answers["tracemill"], self.reasons["tracemill"] = own_answers(self.folder / "tracemill.ndjson")
        nodes = Nodes(self.extract)
        for peer in PEERS:
            try:
                self.ask_peer(peer, keep)
            except Failure as failure:
                self.failures[peer] = str(failure)
        for answers in self.answers.values():
            for answer in answers.values():
                if isinstance(answer["line"], str):
                    answer["line"] = decoded(answer["line"])
                answer["lines"] = nodes.lines(answer["line"])

    def ask_peer(self, peer, keep):
        path, refused = (self.folder / f"{peer}{what}.json" for what in ("", "-refused"))
        if not (keep and refused.exists()):
            reason = environment.install(PEERS[peer][1])
            if reason:
                raise Failure(reason)
            where = ("--folder", self.folder)
            work(peer, "prepare", "--map", self.source, *where, worker="route_worker")
            asked = (*where, "--requests", self.requests, "--answers", path)
            report = work(peer, "route", *asked, worker="route_worker")
            refused.write_text(json.dumps(report["refused"]))
        self.answers[peer], self.reasons[peer] = (json.loads(file.read_text()) for file in (path, refused))

    def time(self, runs):
        for _ in range(runs):
            for router in self.answers:
                self.laps.setdefault(router, []).append(self.lap(router))
            self.written.append(measured(self.command(self.folder / "tracemill.ndjson"), self.folder))

    def lap(self, router):
        if router == "tracemill":
            return measured(self.command("-"), self.folder)
        load = os.getloadavg()[0]
        report = work(router, "time", "--folder", self.folder, "--requests", self.requests, worker="route_worker")
        return Lap(report["seconds"], report["processor"], 0, load)

    def peers(self):
        return [peer for peer in PEERS if peer in self.answers]

    def both(self, peer):
        """Ours and theirs by request, if they can be compared."""
        ours, theirs = self.answers["tracemill"], self.answers[peer]
        for name, answer in theirs.items():
            if name in ours and is_alike(ours[name], answer):
                yield name, ours[name], answer

    def moved(self, peer):
        """How many are of other places."""
        ours, theirs = self.answers["tracemill"], self.answers[peer]
        return sum(name in ours and apart(ours[name], answer) > APART for name, answer in theirs.items())


def is_alike(ours, theirs):
    return min(ours["length"], theirs["length"]) >= SHORTEST and apart(ours, theirs) <= APART


def apart(ours, theirs):
    """Metres between their starts or between their ends, whichever is more."""
    return max(openstreetmap.distance(ours["line"][end], theirs["line"][end]) for end in (0, -1))


def common(ours, theirs):
    length = sum(ours["lines"].values())
    return sum(metres for line, metres in ours["lines"].items() if line in theirs["lines"]) / length if length else 1.0


def quantiles(values, form):
    cuts = statistics.quantiles(values, n=20, method="inclusive") if len(values) > 1 else []
    return " / ".join(form.format(cuts[i]) for i in (0, 9, 18)) if cuts else ""


def tell_routable(cases):
    print("\n#### Routable\n")
    row("map", *LABELS.values(), "ours lawfully", *(f"not {LABELS[peer]}" for peer in PEERS))
    row("---", *["---:"] * (len(LABELS) + len(PEERS) + 1))
    for case in cases:
        ours = case.answers["tracemill"]
        shares = [share(len(case.answers.get(router, ())), case.count) for router in LABELS]
        lawful = sum(not answer["violations"] for answer in ours.values())
        unlike = (
            f"{sum(name not in case.answers.get(peer, ()) for name in ours)} to "
            f"{sum(name not in ours for name in case.answers.get(peer, ()))}"
            for peer in PEERS
        )
        row(case.name, *shares, share(lawful, case.count), *unlike)


def share(part, whole):
    return f"{100 * part / whole:.1f} %"


def tell_ratios(cases):
    print("\n#### Ours by theirs, at 5 / 50 / 95 % of the routes\n")
    row("map", "peer", "routes", "elsewhere", "length", "duration", "common, mean", "common > 99 %")
    row("---", "---", *["---:"] * 6)
    for case in cases:
        for peer in case.peers():
            both = list(case.both(peer))
            ratios = ([ours[what] / theirs[what] for _, ours, theirs in both] for what in RATIOS)
            shares = [common(ours, theirs) for _, ours, theirs in both]
            same = share(sum(value > 0.99 for value in shares), len(shares))
            told = (quantiles(values, "{:.2f}") for values in ratios)
            row(case.name, LABELS[peer], len(both), case.moved(peer), *told, f"{100 * statistics.mean(shares):.1f} %", same)


def tell_speed(cases):
    print("\n#### Routes per second, one thread, by processor time\n")
    row("map", *LABELS.values(), *(f"by {LABELS[peer]}" for peer in PEERS), "by the clock", "ours to a file", "load")
    row("---", *["---:"] * (len(LABELS) + len(PEERS) + 3))
    for case in cases:
        laps = {router: median(laps) for router, laps in case.laps.items()}
        ours = laps["tracemill"]
        speeds = [f"{case.count / laps[router].processor:,.0f}" if router in laps else "" for router in LABELS]
        gains = [f"{laps[peer].processor / ours.processor:.2f}" if peer in laps else "" for peer in PEERS]
        clock = ", ".join(f"{laps[peer].seconds / ours.seconds:.2f}" for peer in PEERS if peer in laps)
        written = f"{case.count / median(case.written).processor:,.0f}"
        row(case.name, *speeds, *gains, clock, written, f"{min(lap.load for lap in laps.values()):.1f}")


def write_outliers(case):
    """Everything that only one of two can route, or that is much longer or slower with one."""
    ours, places = case.answers["tracemill"], list(csv.reader(case.requests.open()))[1:]
    with open(case.folder / "outliers.csv", "w", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["peer", "id", "from_lat", "from_lon", "to_lat", "to_lon", "length", "duration", "common", "said"])
        for peer in case.peers():
            theirs = case.answers[peer]
            for name, *pair in places:
                if name in ours and name in theirs:
                    ratios = [ours[name][what] / max(1, theirs[name][what]) for what in RATIOS]
                    if not is_alike(ours[name], theirs[name]) or all(1 / BEYOND <= ratio <= BEYOND for ratio in ratios):
                        continue
                    told = [*(f"{ratio:.3f}" for ratio in ratios), f"{common(ours[name], theirs[name]):.3f}"]
                    writer.writerow([peer, name, *pair, *told, " ".join(ours[name]["violations"])])
                elif name in ours or name in theirs:
                    said = case.reasons["tracemill" if name in theirs else peer][name]
                    writer.writerow([peer, name, *pair, "", "", "", said])


def bench(options):
    cases = []
    for name in options.maps:
        begin = time.monotonic()
        case = Case(name, options)
        case.ask(options.keep)
        case.time(options.runs)
        write_outliers(case)
        cases.append(case)
        print(f"{name}: {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
    print("\n### Routes beside other routers\n")
    print(f"{time.strftime('%F')}, {os.cpu_count()} cores, {platform.machine()}; {options.routes} routes on each map.")
    tell_routable(cases)
    tell_ratios(cases)
    if options.runs:
        tell_speed(cases)
    print()
    for peer, reason in {peer: reason for case in cases for peer, reason in case.failures.items()}.items():
        print(f"- {LABELS[peer]}: {reason}.")
    for package in dict.fromkeys(package for _, package in PEERS.values()):
        print(f"- {package} {environment.version(package)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", default=list(MAPS), metavar="map", help=", ".join(MAPS))
    parser.add_argument("--routes", type=int, default=1000, help="on each map")
    parser.add_argument("--seed", type=int, default=SEED, help="of the places")
    parser.add_argument("--runs", type=int, default=3, help="laps, of which the median counts; 0 measures no speed")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="for maps, requests and answers")
    parser.add_argument("--keep", action="store_true", help="use the peers' answers in the folder")
    options = parser.parse_args()
    check_ready()
    check_known(parser, "map", options.maps, MAPS)
    bench(options)


if __name__ == "__main__":
    main()
