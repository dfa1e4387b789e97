#!/usr/bin/env python3
"""Converts one track of the map-matching set of Kubička et al. 2015 (doi:10.5281/zenodo.57731) for tracemill.

    kubicka_to_edge_list.py FOLDER OUTPUT

FOLDER holds one `.track` (longitude latitude time), `.nodes` (longitude latitude; the id is the line's number, from 0),
`.arcs` (from to, directed; the id is the line's number, from 0) and `.route` (ids of the arcs truly driven, in order).
OUTPUT receives `nodes.csv`, `edges.csv`, `trace.csv` and `route.csv`.

Every arc stays a separate oneway row, even if its opposite exists, so that the way ids of a matched trip can be compared
with the route directly. Times are seconds since 1970; in a few tracks they begin near 0 and are counted from 2001 instead,
since a clock before 1980 is refused.
"""

import csv
import pathlib
import sys

EARLIEST = 315_532_800  # seconds since 1970: the beginning of 1980
ADDED = 1_000_000_000  # seconds, to times before it


def rows(folder, suffix):
    """The fields of each line of the folder's only file with this suffix."""
    [path] = sorted(folder.glob(f"*{suffix}"))
    with open(path, encoding="ascii") as lines:
        return [line.split() for line in lines if line.strip()]


def write(path, header, table):
    with open(path, "w", encoding="ascii", newline="") as output:
        writer = csv.writer(output, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(table)


def instant(time):
    return f"{float(time) + ADDED:.6f}" if float(time) < EARLIEST else time


def main(folder, output):
    output.mkdir(parents=True, exist_ok=True)
    nodes = [(number, latitude, longitude) for number, (longitude, latitude, *_) in enumerate(rows(folder, ".nodes"))]
    edges = [(number, begin, end, "yes") for number, (begin, end, *_) in enumerate(rows(folder, ".arcs"))]
    track = rows(folder, ".track")
    fixes = [(folder.name, instant(time), latitude, longitude) for longitude, latitude, time, *_ in track]
    write(output / "nodes.csv", ["id", "lat", "lon"], nodes)
    write(output / "edges.csv", ["id", "from", "to", "oneway"], edges)
    write(output / "trace.csv", ["trace_id", "time", "lat", "lon"], fixes)
    write(output / "route.csv", ["way"], rows(folder, ".route"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
