#!/usr/bin/env python3
"""Measures tracemill, and its peers if they can be installed, side by side in one run.

    make bench                         everything, three runs of each, medians
    Benchmarks/bench.py --runs 5 import

Real data is read from ../shared/data or TRACEMILL_TEST_DATA. Each command runs in its own process; wall time and
peak memory are those that the system reports. A missing peer has an empty column and a reason.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

from measuring import DATA, PROGRAM, check_ready, measured, repeated, row
from peers import environment, run

MAPS = [
    ("Monaco", "osm/monaco-2021-04-21.osm.pbf"),
    ("Liechtenstein", "osm/liechtenstein-2021-10-28.osm.pbf"),
    ("north-bayreuth (XML, gzip)", "osm/north-bayreuth.osm.gz"),
    ("rhine-neckar", "scale/rhine-neckar.osm.pbf"),
    ("archipelago-roads", "scale/archipelago-roads.osm.pbf"),
]
TRACES = [
    ("Chicago, 889 trips", "chicago/chicago-traces.csv", "chicago/chicago-graph.osm.pbf"),
    ("Seattle, 1 trip", "seattle/gps_data.csv", "seattle/seattle-nk-snapped.osm.pbf"),
]


def osrm():
    """The folder of OSRM's programs from the Python package osrm-bindings, or the reason why there is none."""
    reason = environment.install("osrm-bindings")
    if reason:
        return None, reason
    found = environment.files_of("osrm")
    return found, None if found else "osrm-bindings has no programs"


def bench_import(runs, folder):
    """Building a map, beside OSRM's extract step with its car profile."""
    peer, reason = osrm()
    print("\n### Building a map\n")
    row("map", "input", "tracemill", "peak memory", "map file", "osrm-extract", "peak memory", "time ratio")
    row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
    for name, file in MAPS:
        source = DATA / file
        output = folder / (source.name.split(".")[0] + ".tmg")
        lap = repeated(runs, [PROGRAM, "map", "build", source, "-o", output], folder)
        cells = [name, f"{source.stat().st_size / 1e6:.1f} MB", f"{lap.seconds:.2f} s", f"{lap.memory:.0f} MB"]
        cells.append(f"{output.stat().st_size / 1e6:.1f} MB")
        if peer and source.name.endswith(".pbf"):
            copy = folder / source.name
            shutil.copyfile(source, copy)
            command = [peer / "bin/osrm-extract", "-p", peer / "share/profiles/car.lua", copy]
            theirs = repeated(runs, command, folder)
            cells += [f"{theirs.seconds:.2f} s", f"{theirs.memory:.0f} MB", f"{theirs.seconds / lap.seconds:.1f}"]
        else:
            cells += ["", "", ""]
        row(*cells)
    if reason:
        print(f"\nosrm-extract: {reason}.")


def bench_match(runs, folder):
    """Matching real drives end to end: read, match, write all tables."""
    print("\n### Matching, all tables written\n")
    row("traces", "fixes", "jobs", "time", "fixes/s", "peak memory")
    row("---", "---:", "---:", "---:", "---:", "---:")
    for name, file, source in TRACES:
        graph = folder / "match.tmg"
        measured([PROGRAM, "map", "build", DATA / source, "-o", graph], folder)
        with open(DATA / file) as rows:
            fixes = sum(1 for _ in rows) - 1
        for jobs in (1, 2):
            output = folder / "reports"
            command = [PROGRAM, "match", DATA / file, "--map", graph, "-o", output, "--jobs", str(jobs), "--quiet"]
            lap = repeated(runs, command, folder)
            cells = [f"{lap.seconds:.2f} s", f"{fixes / lap.seconds:,.0f}", f"{lap.memory:.0f} MB"]
            row(name, f"{fixes:,}", jobs, *cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    run.add_options(parser)
    parser.add_argument("parts", nargs="*", choices=["import", "match", "peers", []], help="all without one")
    arguments = parser.parse_args()
    check_ready()
    parts = arguments.parts or ["import", "match", "peers"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if "import" in parts:
            bench_import(arguments.runs, folder)
        if "match" in parts:
            bench_match(arguments.runs, folder)
    if "peers" in parts:
        run.bench(arguments)


if __name__ == "__main__":
    main()
