#!/usr/bin/env python3
"""Measures `match --online` with a fleet: memory for each open vehicle, and fixes for each second of processor time.

    make build && Benchmarks/live.py                      10,000 vehicles of Seattle and of Chicago, and standing ones
    Benchmarks/live.py chicago --vehicles 1000            one set, fewer vehicles
    Benchmarks/live.py --lag 30 --table edges events      another lag, other tables

Each vehicle repeats a stretch of a real drive; all drive at once, and their rows are mixed by time. Those that stand
scatter by 3 m about the beginning of a drive in Chicago, a fix every 5 s. Memory is the difference between the peaks
with all vehicles and with a tenth of them.
"""

import argparse
import csv
import datetime
import pathlib
import random
import sys
import tempfile

from measuring import DATA, PROGRAM, check_known, check_ready, measured, row, tracemill

BEGIN = datetime.datetime(2026, 1, 5, 8, tzinfo=datetime.timezone.utc)
SETS = {
    "seattle": ("seattle/gps_data.csv", "seattle/seattle-nk-snapped.osm.pbf"),
    "chicago": ("chicago/chicago-traces.csv", "chicago/chicago-graph.osm.pbf"),
    "standing": ("chicago/chicago-traces.csv", "chicago/chicago-graph.osm.pbf"),
}


def drives(path, count):
    """Stretches of so many fixes: seconds from the first one, latitude, longitude."""
    traces = {}
    with open(path, newline="") as file:
        for line in csv.DictReader(file):
            fix = (datetime.datetime.fromisoformat(line["time"]).timestamp(), float(line["lat"]), float(line["lon"]))
            traces.setdefault(line.get("trip_id") or line["trace_id"], []).append(fix)
    for trace in traces.values():
        step = count if len(traces) > 1 else 17
        for first in range(0, len(trace) - count + 1, step):
            stretch = trace[first : first + count]
            yield [(time - stretch[0][0], *place) for time, *place in stretch]


def standing(drive, count, scatter):
    _, latitude, longitude = drive[0]
    return [
        (5 * i, latitude + scatter.gauss(0, 3) / 111_000, longitude + scatter.gauss(0, 3) / 83_000)
        for i in range(count)
    ]


def fleet(name, vehicles, count, folder):
    """A file of the rows of all vehicles in the order of their times."""
    stretches = list(drives(DATA / SETS[name][0], 1 if name == "standing" else count))
    if not stretches:
        sys.exit(f"{name} has no drive of {count} fixes; --fixes with fewer")
    scatter = random.Random(5)
    rows = []
    for vehicle in range(vehicles):
        drive = stretches[vehicle % len(stretches)]
        if name == "standing":
            drive = standing(drive, count, scatter)
        rows += [(time + vehicle * 7919 % 1000 / 250, vehicle, *place) for time, *place in drive]
    rows.sort()
    path = folder / f"{name}-{vehicles}.csv"
    with open(path, "w") as file:
        file.write("trace_id,time,lat,lon\n")
        for time, vehicle, latitude, longitude in rows:
            moment = (BEGIN + datetime.timedelta(seconds=time)).isoformat(timespec="milliseconds")
            file.write(f"v{vehicle},{moment},{latitude:.7f},{longitude:.7f}\n")
    return path


def measure(name, options, folder):
    graph = folder / f"{name}.tmg"
    tracemill("map", "build", DATA / SETS[name][1], "-o", graph, "--quiet")

    def lap(vehicles):
        command = [
            PROGRAM, "match", "--online", fleet(name, vehicles, options.fixes, folder), "--map", graph, "--lag", options.lag,
            "--open-traces", vehicles, *(text for table in options.table for text in ("--table", table)), "--quiet",
        ]
        return measured(command, folder)

    few, many = lap(options.vehicles // 10), lap(options.vehicles)
    more = options.vehicles - options.vehicles // 10
    row(
        name, f"{1024 * (many.memory - few.memory) / more:.1f} kB",
        f"{options.vehicles * options.fixes / many.processor:,.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="set", help="seattle, chicago, standing; all without one")
    parser.add_argument("--vehicles", type=int, default=10_000)
    parser.add_argument("--fixes", type=int, default=120, help="of each vehicle (120)")
    parser.add_argument("--lag", type=int, default=10)
    parser.add_argument("--table", nargs="+", default=["points"])
    options = parser.parse_args()
    check_known(parser, "set", options.sets, SETS)
    check_ready()
    row("set", "memory for each vehicle", "fixes a second")
    row("---", "---:", "---:")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets or SETS:
            measure(name, options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
