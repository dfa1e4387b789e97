#!/usr/bin/env python3
"""Counts the instructions of tracemill for a fix, a route or a row, and compares them with the committed thresholds.

    make bench-check                             build, count and compare; fails if a count is 3 % higher
    Benchmarks/instructions.py --update          write the counts of this program as the new thresholds
    Benchmarks/instructions.py --only routes     only the measures with this in their names

Instructions are counted by callgrind. Other work on the machine does not change the counts, so one run is enough,
and 3 % means that the code has changed. A count is the difference between two runs, divided by the units of work between
them: a large input and a small one, or one with a table and one without. Work that both runs do, such as startup and
opening the map, cancels out. Rows of edges are few: for them only the function that makes rows is counted.

The inputs are the sample town's map, traces and requests, and drives simulated there. If ../shared/data or
TRACEMILL_TEST_DATA contains Liechtenstein, drives and routes on it are measured as well. A checksum of every input is
kept with its threshold: a count for another input is not compared. TRACEMILL names a program to use instead of the one
of this clone.
"""

import argparse
import concurrent.futures
import csv
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

from measuring import DATA, PROGRAM, ROOT, row

THRESHOLDS = ROOT / "Benchmarks/thresholds.json"
TOLERANCE = 0.03
SEED = 11
TOWN = ROOT / "Traces/town.osm"
LIECHTENSTEIN = DATA / "osm/liechtenstein-2021-10-28.osm.pbf"


class Input(NamedTuple):
    """A file that the program reads, and how many units are in it."""

    path: pathlib.Path
    units: int


class Measure(NamedTuple):
    """Two command lines; the first does more, by a number of units of work.

    Counted are all instructions, or those of one function with what it calls.
    """

    name: str
    unit: str
    more: tuple
    less: tuple
    units: int
    input: pathlib.Path
    function: str = ""


class Program:
    """The program without its debug information, which this valgrind cannot read, in a folder for what it reads."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "tracemill"
        self.count = itertools.count()
        # The same hash seeds in every run: the order of dictionaries does not change the count. No notes of verified maps, so
        # that each run is a first one.
        self.environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "XDG_CACHE_HOME": "/dev/null"}
        subprocess.run(["strip", "--strip-debug", "-o", self.path, PROGRAM], check=True)

    def run(self, *arguments):
        return self.started([self.path, *arguments])

    def instructions(self, arguments, function=""):
        log = self.folder / f"callgrind-{next(self.count)}.log"
        callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}"]
        if function:
            callgrind.append(f"--toggle-collect={function}")
        self.started([*callgrind, self.path, *arguments])
        count = int(re.search(r"Collected : (\d+)", log.read_text())[1])
        return count or sys.exit(f"{function} was never called: {' '.join(map(str, arguments))}")

    def started(self, command):
        run = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=self.environment)
        if run.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{run.stderr[-2000:]}")
        return run.stdout


class Place:
    """A map, with the drives and requests made on it."""

    def __init__(self, program, source, drives):
        self.program = program
        self.name = source.name.split(".")[0].split("-")[0]
        self.source = source
        self.drives = drives
        self.graph = self.built("plain")
        self.hierarchy = self.built("hierarchy", "--hierarchy")

    def built(self, kind, *options):
        graph = self.program.folder / f"{self.name}-{kind}.tmg"
        self.program.run("map", "build", self.source, "-o", graph, "--quiet", *options)
        return graph

    def simulated(self, period, count):
        """The folder of this many drives; a longer run begins with the drives of a shorter one."""
        folder = self.program.folder / f"{self.name}-{period}s-{count}"
        if not folder.exists():
            made = ["--seed", SEED, "--period", period, "--count", count, *self.drives]
            self.program.run("simulate", "--map", self.graph, "-o", folder, "--quiet", *made)
        return folder

    def traces(self, period, count):
        path = self.simulated(period, count) / "traces.csv"
        return Input(path, lines(path) - 1)

    def requests(self, count):
        """Requests from the start of each simulated drive to the start of the next."""
        path = self.program.folder / f"{self.name}-requests-{count}.csv"
        with open(self.simulated(30, count + 1) / "traces.csv", newline="") as table:
            drives = itertools.groupby(csv.DictReader(table), lambda fix: fix["trace_id"])
            begins = [(first["lat"], first["lon"]) for first in (next(fixes) for _, fixes in drives)]
        with open(path, "w", newline="") as table:
            writer = csv.writer(table)
            writer.writerow(["id", "from_lat", "from_lon", "to_lat", "to_lon"])
            writer.writerows((number, *a, *b) for number, (a, b) in enumerate(itertools.pairwise(begins)))
        return Input(path, lines(path) - 1)

    def match(self, path, *options):
        return ("match", path, "--map", self.graph, "--jobs", 1, "--quiet", *options)

    def route(self, graph, path, *options):
        return ("route", "--requests", path, "--map", graph, "--jobs", 1, "--quiet", *options)


def lines(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def repeated(path, count, folder):
    """A file that repeats the lines of another this many times; for a GPX file, its tracks."""
    text = path.read_text()
    output = folder / f"{path.stem}-{count}{path.suffix}"
    if path.suffix == ".ndjson":
        output.write_text(count * text)
        return Input(output, lines(output))
    begin, end = text.index("<trk>"), text.rindex("</trk>") + len("</trk>")
    output.write_text(text[:begin] + count * text[begin:end] + text[end:])
    return Input(output, count * text.count("<trkpt "))


# The function that makes the rows of one trip for all files, by its name in the program.
RENDER = "$s7Reports14ReportRendererV6renderySayAA13RenderedChunkVGx_AA16RenderingScratchVztF"
TRIPS = ("--format", "csv", "--table", "trips")
ROUTES = ("--format", "csv", "--table", "routes")


def larger(name, unit, large, small, command):
    """A measure by two sizes of an input."""
    return Measure(name, unit, command(large.path), command(small.path), large.units - small.units, large.path)


def reading(town):
    small, large = (repeated(ROOT / "Traces/courier.gpx", count, town.program.folder) for count in (2, 22))
    inspect = lambda path: ("inspect", path, "--quiet")
    yield larger("reading GPX", "fix", large, small, inspect)
    yield larger("reading CSV", "fix", town.traces(1, 220), town.traces(1, 20), inspect)


def matching(place, period, few, many):
    command = lambda path: place.match(path, *TRIPS)
    yield larger(
        f"{place.name}: matching at {period} s", "fix", place.traces(period, many), place.traces(period, few), command
    )


def online(town):
    command = lambda path: town.match(path, "--online", "--format", "csv")
    yield larger("town: matching online", "fix", town.traces(1, 220), town.traces(1, 20), command)


def rendering(town):
    """What tables and documents cost beside the table of trips, which is small."""
    traces = town.traces(1, 220)
    plain = town.match(traces.path, *TRIPS)
    for kind in ("csv", "ndjson"):
        rows = town.program.folder / f"points.{kind}"
        command = town.match(traces.path, "--format", kind, "--table", "points")
        rows.write_text(town.program.run(*command))
        yield Measure(f"rows of points, {kind}", "row", command, plain, lines(rows), traces.path)
    for kind in ("csv", "ndjson"):
        yield rows_of_edges(town, kind)
    documents = town.match(traces.path, "--format", "ndjson")
    yield Measure("documents of trips", "fix", documents, plain, traces.units, traces.path)


def rows_of_edges(town, kind):
    """What the rows of edges cost from the finished trip to the bytes.

    A trip has few edges, so that a run with edges and one without differ more by what else they compute than by these
    rows. Counted is only the function that makes the rows, for many drives less a few: what it does once cancels out.
    """
    many, few = town.traces(1, 220), town.traces(1, 20)
    command = lambda traces: town.match(traces.path, "--format", kind, "--table", "edges")
    count = lambda traces: town.program.run(*command(traces)).count("\n")
    rows = count(many) - count(few)
    return Measure(f"rows of edges, {kind}", "row", command(many), command(few), rows, many.path, RENDER)


def routing(place, small, large):
    for name, graph in (("by one search", place.graph), ("by the hierarchy", place.hierarchy)):
        command = lambda path: place.route(graph, path, *ROUTES)
        yield larger(f"{place.name}: routes {name}", "route", large, small, command)
    documents = place.route(place.hierarchy, large.path, "--format", "ndjson")
    plain = place.route(place.hierarchy, large.path, *ROUTES)
    yield Measure(f"{place.name}: documents of routes", "route", documents, plain, large.units, large.path)


def measures(program):
    town = Place(program, TOWN, ["--length", "500-1500"])
    requests = [repeated(ROOT / "Traces/requests.ndjson", count, program.folder) for count in (2, 22)]
    yield from reading(town)
    yield from matching(town, 1, 20, 220)
    yield from matching(town, 30, 50, 1050)
    yield from online(town)
    yield from rendering(town)
    yield from routing(town, *requests)
    if LIECHTENSTEIN.exists():
        country = Place(program, LIECHTENSTEIN, [])
        yield from matching(country, 1, 10, 110)
        yield from matching(country, 30, 20, 320)
        yield from routing(country, country.requests(20), country.requests(320))
    else:
        print(f"{LIECHTENSTEIN}: not there; routes and drives on it are not measured", file=sys.stderr)


def checksum(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def counted(program, chosen):
    """Each measure with its instructions per unit; no command line runs twice."""
    pairs = [(command, measure.function) for measure in chosen for command in (measure.more, measure.less)]
    runs = list(dict.fromkeys(pairs))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        totals = dict(zip(runs, pool.map(lambda run: program.instructions(*run), runs)))
    return {
        measure.name: {
            "unit": measure.unit,
            "instructions": round(
                (totals[measure.more, measure.function] - totals[measure.less, measure.function]) / measure.units
            ),
            "input": checksum(measure.input),
        }
        for measure in chosen
    }


def compiler():
    text = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    return text.splitlines()[0] if text else "unknown"


def verdict(found, known):
    """What is said of a count, and whether it fails."""
    if known is None:
        return "no threshold", True
    if known["input"] != found["input"]:
        return "another input", True
    change = found["instructions"] / known["instructions"] - 1
    return f"{100 * change:+.1f} %", change > TOLERANCE


def compare(results, known):
    row("measure", "unit", "instructions", "threshold", "change")
    row("---", "---", "---:", "---:", "---:")
    failures = 0
    for name, found in results.items():
        threshold = known.get("measures", {}).get(name)
        said, fails = verdict(found, threshold)
        failures += fails
        allowed = f"{threshold['instructions']:,}" if threshold else ""
        row(name, found["unit"], f"{found['instructions']:,}", allowed, said + (" !" if fails else ""))
    if known.get("compiler", compiler()) != compiler():
        print(f"\nThe thresholds are of another compiler: {known.get('compiler')}, not {compiler()}.", file=sys.stderr)
    return failures


def update(known, results):
    """Writes new thresholds; thresholds that were not measured stay."""
    updated = {"compiler": compiler(), "measures": {**known.get("measures", {}), **results}}
    THRESHOLDS.write_text(json.dumps(updated, indent=2) + "\n", encoding="ascii")
    print(f"\nwrote {THRESHOLDS}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the counts as the new thresholds")
    parser.add_argument("--only", default="", metavar="TEXT", help="only the measures with this in their names")
    options = parser.parse_args()
    for name in ("valgrind", "strip"):
        shutil.which(name) or sys.exit(f"{name} is missing: apt-get install {'binutils' if name == 'strip' else name}")
    PROGRAM.exists() or sys.exit(f"{PROGRAM}: not built; make build")
    known = json.loads(THRESHOLDS.read_text()) if THRESHOLDS.exists() else {}
    with tempfile.TemporaryDirectory() as name:
        program = Program(pathlib.Path(name))
        results = counted(program, [measure for measure in measures(program) if options.only in measure.name])
    failures = compare(results, known)
    if options.update:
        update(known, results)
    elif failures:
        sys.exit(
            f"\n{failures} of {len(results)} measures fail (!): more than {100 * TOLERANCE:g} % over the threshold, "
            "or not comparable with it. Where that is meant: Benchmarks/instructions.py --update"
        )


if __name__ == "__main__":
    main()
