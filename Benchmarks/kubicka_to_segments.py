#!/usr/bin/env python3
"""Converts the true route of a track of the map-matching set of Kubička et al. 2015 into a table of segments.

    kubicka_to_segments.py FOLDER OUTPUT.csv

FOLDER is one track as kubicka_to_edge_list.py reads it. OUTPUT.csv receives `trace_id,from_node,to_node,begin,end`, one
row per arc of the route, with the node ids of kubicka_to_edge_list.py: the numbers of their lines, from 0. The id of
the trace is the name of the folder, as in its trace.csv.
"""

import csv
import pathlib
import sys

from kubicka_to_edge_list import rows


def main(folder, output):
    arcs = rows(folder, ".arcs")
    with open(output, "w", encoding="ascii", newline="") as segments:
        writer = csv.writer(segments, lineterminator="\n")
        writer.writerow(["trace_id", "from_node", "to_node", "begin", "end"])
        for [arc, *_] in rows(folder, ".route"):
            begin, end, *_ = arcs[int(arc)]
            writer.writerow([folder.name, begin, end, 0, 1])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
