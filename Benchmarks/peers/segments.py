"""Drives as sequences of pieces, and how much of one drive is right in another.

A piece is `(from_node, to_node, begin, end)`: two OSM nodes that follow each other on a road, in the order driven, and
the fractions 0…1 between them at which travel began and ended.
"""

import csv
import itertools
from collections import defaultdict

HEADER = ["trace_id", "from_node", "to_node", "begin", "end"]


def read(path):
    """A segments CSV as a dictionary from trace id to its pieces."""
    drives = defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            piece = int(row["from_node"]), int(row["to_node"]), float(row["begin"]), float(row["end"])
            drives[row["trace_id"]].append(piece)
    return drives


def write(path, drives):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADER)
        for trace, pieces in drives.items():
            for from_node, to_node, begin, end in pieces:
                writer.writerow([trace, from_node, to_node, f"{begin:.6f}", f"{end:.6f}"])


def joined(pieces):
    """Pieces of the same pair that follow each other and touch or overlap, as one; empty ones left out."""
    result = []
    for from_node, to_node, begin, end in pieces:
        if result and result[-1][:2] == (from_node, to_node) and begin <= result[-1][3] + 1e-3:
            _, _, first, last = result[-1]
            result[-1] = from_node, to_node, first, max(last, end)
        else:
            result.append((from_node, to_node, begin, end))
    return [piece for piece in result if piece[3] > piece[2]]


def by_pair(pieces):
    spans = defaultdict(list)
    for from_node, to_node, begin, end in pieces:
        spans[from_node, to_node].append((begin, end))
    return spans


def common(spans, others):
    """The length that two lists of spans have in common, each place as often as both go there."""
    changes = [(begin, 0, 1) for begin, _ in spans] + [(end, 0, -1) for _, end in spans]
    changes += [(begin, 1, 1) for begin, _ in others] + [(end, 1, -1) for _, end in others]
    times, total, last = [0, 0], 0.0, 0.0
    for place, changed in itertools.groupby(sorted(changes), key=lambda change: change[0]):
        total += min(times) * (place - last)
        last = place
        for _, which, step in changed:
            times[which] += step
    return total


def lengths(truth, result, length):
    """Metres of one drive: correct, of the truth, of the result. `length` gives those between two nodes."""
    spans, others = by_pair(truth), by_pair(result)
    correct = sum(length(*pair) * common(spans[pair], others[pair]) for pair in spans if pair in others)
    return (correct, *(sum(length(a, b) * (end - begin) for a, b, begin, end in drive) for drive in (truth, result)))


def score(truth, result, length):
    """Over all drives of the truth: metres correct, of the truth, of the result, and of longer of the two, drive by
    drive. The correct fraction is the first over the last."""
    totals = [0.0, 0.0, 0.0, 0.0]
    for trace, pieces in truth.items():
        correct, true, matched = lengths(pieces, result.get(trace, []), length)
        for index, value in enumerate((correct, true, matched, max(true, matched))):
            totals[index] += value
    return totals
