#!/usr/bin/env python3
"""Compares `match --online` with a run over whole traces, table by table.

    make build && Benchmarks/online.py                    real drives of Seattle and Chicago, lags 0, 10, 30 and 60
    Benchmarks/online.py chicago --lags 5,30              one set, other lags
    Benchmarks/online.py chicago --thin 30                of each trace only fixes 30 s or more apart

A row of points differs if the same fix has another status or another edge. A row of another table differs if the other
run has no such row in the same trip: the same edge; a maneuver of the same type between the same roads; an event of the same
type that begins on the same edge. The share is that of rows that only one of the two runs has, among those of both.

A lag as long as the traces gives the rows of whole traces, and is checked first.
"""

import argparse
import collections
import csv
import datetime
import io
import pathlib
import sys
import tempfile

from measuring import DATA, check_known, check_ready, row, tracemill

SETS = {
    "seattle": ("seattle/gps_data.csv", "seattle/seattle-nk-snapped.osm.pbf"),
    "chicago": ("chicago/chicago-traces.csv", "chicago/chicago-graph.osm.pbf"),
}
KEYS = {
    "points": ("trip_id", "index", "status", "edge"),
    "edges": ("trip_id", "edge"),
    "maneuvers": ("trip_id", "type", "modifier", "road", "next_road"),
    "events": ("trip_id", "type", "edge"),
}
EVERYTHING = 10_000


def table(traces, graph, name, *options):
    return tracemill("match", traces, "--map", graph, "--format", "csv", "--table", name, "--quiet", *options)


def rows(text, name):
    """How often each row is there, by its key."""
    return collections.Counter(tuple(line[column] for column in KEYS[name]) for line in csv.DictReader(io.StringIO(text)))


def share(a, b):
    """The share of rows that only one of two tables has."""
    count = a.total() + b.total()
    return ((a - b).total() + (b - a).total()) / count if count else 0


def thinned(path, seconds, folder):
    """A file with fixes so far apart, in the order of the other one."""
    output, last = folder / f"thinned-{seconds}.csv", {}
    with open(path, newline="") as source, open(output, "w", newline="") as target:
        reader = csv.reader(source)
        writer = csv.writer(target)
        writer.writerow(next(reader))
        for line in reader:
            time = datetime.datetime.fromisoformat(line[1])
            if line[0] in last and (time - last[line[0]]).total_seconds() < seconds:
                continue
            last[line[0]] = time
            writer.writerow(line)
    return output


def compare(name, lags, thin, folder):
    traces, source = (DATA / path for path in SETS[name])
    graph = folder / f"{name}.tmg"
    tracemill("map", "build", source, "-o", graph, "--quiet")
    if thin:
        traces = thinned(traces, thin, folder)
    for kind in KEYS:
        whole = table(traces, graph, kind)
        online = table(traces, graph, kind, "--online", "--lag", EVERYTHING)
        if sorted(whole.splitlines()) != sorted(online.splitlines()):
            sys.exit(f"{name}: {kind} with a lag as long as the traces are not those of whole traces")
        found = rows(whole, kind)
        shares = (
            share(found, rows(table(traces, graph, kind, "--online", "--lag", lag), kind)) for lag in lags
        )
        row(name, kind, f"{found.total():,}", *(f"{100 * value:.2f} %" for value in shares))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="set", help="seattle, chicago; both without one")
    parser.add_argument("--lags", default="0,10,30,60", help="fixes, with commas between (0,10,30,60)")
    parser.add_argument("--thin", type=int, default=0, metavar="SECONDS", help="leave out fixes nearer than this in time")
    options = parser.parse_args()
    check_known(parser, "set", options.sets, SETS)
    check_ready()
    lags = [int(lag) for lag in options.lags.split(",")]
    row("set", "table", "rows", *(f"lag {lag}" for lag in lags))
    row(*["---"] * 2, *["---:"] * (1 + len(lags)))
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets or SETS:
            compare(name, lags, options.thin, pathlib.Path(folder))


if __name__ == "__main__":
    main()
