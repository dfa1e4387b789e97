#!/usr/bin/env python3
"""Converts the true route of Newson & Krumm's drive through Seattle into a table of segments.

    seattle_truth_to_segments.py GROUND_TRUTH.csv NETWORK.osm.pbf OUTPUT.csv [TRACE_ID]

GROUND_TRUTH.csv holds `seq,way_id,from_node,to_node,forward`; every row is a whole way, driven against its order where
`forward` is 0. OUTPUT.csv receives `trace_id,from_node,to_node,begin,end`: one row per pair of neighbouring nodes of the
way in NETWORK.osm.pbf, in the order driven. The nodes of the rows are not used: the network has merged some of them.
"""

import csv
import sys
import zlib


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(data):
    """Number and value of every field of a protocol-buffer message; values are integers or bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        else:
            size = 8 if key & 7 == 1 else 4
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def blocks(path):
    """The content of every data block of an OSM PBF file."""
    with open(path, "rb") as file:
        while size := file.read(4):
            header = dict(fields(file.read(int.from_bytes(size, "big"))))
            blob = dict(fields(file.read(header[3])))
            if header[1] == b"OSMData":
                yield zlib.decompress(blob[3]) if 3 in blob else blob[1]


def ways(path):
    """The node ids of every way, in its order."""
    found = {}
    for block in blocks(path):
        for group in (value for number, value in fields(block) if number == 2):
            for way in (dict(fields(value)) for number, value in fields(group) if number == 3):
                found[way[1]] = differences(way[8])
    return found


def differences(data):
    """Numbers stored as signed differences from one to the next."""
    numbers, value, at = [], 0, 0
    while at < len(data):
        step, at = varint(data, at)
        value += (step >> 1) ^ -(step & 1)
        numbers.append(value)
    return numbers


def places(path):
    """Latitude and longitude in degrees of every node; the network has them in dense groups of usual granularity."""
    found = {}
    for block in blocks(path):
        for group in (value for number, value in fields(block) if number == 2):
            for dense in (dict(fields(value)) for number, value in fields(group) if number == 2):
                for node, lat, lon in zip(*(differences(dense[number]) for number in (1, 8, 9))):
                    found[node] = (lat / 1e7, lon / 1e7)
    return found


def main(truth, network, output, trace="nk1"):
    nodes_of = ways(network)
    with open(truth, encoding="ascii") as rows, open(output, "w", encoding="ascii", newline="") as segments:
        writer = csv.writer(segments, lineterminator="\n")
        writer.writerow(["trace_id", "from_node", "to_node", "begin", "end"])
        for row in csv.DictReader(rows):
            nodes = nodes_of[int(row["way_id"])]
            if row["forward"] == "0":
                nodes = nodes[::-1]
            writer.writerows((trace, begin, end, 0, 1) for begin, end in zip(nodes, nodes[1:]))


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
