#!/usr/bin/env python3
"""Measures whether confidences of fixes, edges and trips are right as often as they state.

    Benchmarks/confidence.py                                   real drives whose route is known, as recorded
    Benchmarks/confidence.py kubicka --periods 1,30 --sigmas 0,10
    Benchmarks/confidence.py simulated --drives 50             edges and trips of simulated drives
    Benchmarks/confidence.py kubicka seattle --sigmas 10 --places --reliability fixes.svg

Sets: `seattle` and `kubicka` as in accuracy.py, and `simulated`: the maps, periods, sigmas and the held-out seed of
simulated.py, which also measures the fixes of these drives, whose true edges are known.

An edge of the result is right if it occurs in the true route at the same place in the order: the pairs of neighbouring
nodes of both routes are aligned, and at least half of the edge's pairs find a partner. For real drives only the route is
known, and not the place of each fix on it: a fix counts as right if its edge is. A fix at a junction is therefore right
on either edge of the route, and its confidence, which is split between the two, looks too low. The column "inside"
counts only fixes at least 20 m from both ends of their edge, where this does not matter.

With --places a fix of a real drive is right if its edge contains the place of the true route nearest to the fix as
recorded, in the order driven. That distinguishes the edges at a junction, and is fair if the added noise is far larger
than the errors of the recording: --sigmas 10. Fixes recorded more than 30 m from the true route are left out.

ECE is the expected calibration error over ten bins; of edges by number and by length. A trip states the share of its
length that is right; printed is the mean of what trips state, what is true of them, and the mean error of a trip.
"""

import argparse
import collections
import csv
import difflib
import pathlib
import tempfile

import reliability
import simulated
import true_places
from accuracy import SETS, degrade, thinned
from measuring import DATA, check_known, check_ready, numbers, row, tracemill

INSIDE = 20  # metres from the ends of an edge: four sigmas


class Tally:
    """Confidences, whether right, and their weights, in bins as `tracemill compare` states them."""

    def __init__(self):
        self.counts, self.confidences, self.rights = ([0.0] * reliability.BINS for _ in range(3))
        self.squares = 0.0

    def add(self, confidence, right, weight=1):
        index = min(int(confidence * reliability.BINS), reliability.BINS - 1)
        self.counts[index] += weight
        self.confidences[index] += weight * confidence
        self.rights[index] += weight * right
        self.squares += weight * (confidence - right) ** 2

    @property
    def document(self):
        bins = zip(self.counts, self.confidences, self.rights)
        return {
            "brier_score": self.squares / sum(self.counts) if sum(self.counts) else None,
            "reliability": [
                {"count": round(count), "mean_confidence": stated / count, "share_right": right / count}
                if count else {"count": 0}
                for count, stated, right in bins
            ],
        }

    @property
    def bins(self):
        return reliability.Bins([self.document])

    def cells(self):
        count = sum(self.counts) or 1
        stated, right = sum(self.confidences) / count, sum(self.rights) / count
        return f"{100 * right:.2f} %", f"{100 * stated:.2f} %", f"{self.bins.calibration_error:.4f}"


class Measurement:
    def __init__(self):
        self.fixes, self.inside, self.edges, self.metres = (Tally() for _ in range(4))
        self.trips = []  # stated and true share

    def add(self, other):
        for mine, its in zip(self.tallies, other.tallies):
            for name in ("counts", "confidences", "rights"):
                setattr(mine, name, [a + b for a, b in zip(getattr(mine, name), getattr(its, name))])
            mine.squares += its.squares
        self.trips += other.trips

    @property
    def tallies(self):
        return self.fixes, self.inside, self.edges, self.metres

    def cells(self):
        trips = len(self.trips) or 1
        stated, true = (sum(trip[i] for trip in self.trips) / trips for i in (0, 1))
        error = sum(abs(a - b) for a, b in self.trips) / trips
        return [
            round(sum(self.fixes.counts)), *self.fixes.cells(), f"{self.fixes.bins.brier_score:.4f}",
            round(sum(self.inside.counts)), *self.inside.cells(),
            round(sum(self.edges.counts)), *self.edges.cells(), self.metres.cells()[-1],
            len(self.trips), f"{stated:.4f}", f"{true:.4f}", f"{error:.4f}",
        ]


HEAD = (
    "set period sigma fixes right stated ECE Brier inside right stated ECE edges right stated ECE ECE_by_m "
    "trips stated true error"
).split()


def by_trace(path):
    rows = collections.defaultdict(list)
    with open(path, encoding="utf8", newline="") as file:
        for record in csv.DictReader(file):
            rows[record["trace_id"]].append(record)
    return rows


def right_edges(truth, segments, edges):
    """For each edge of a trip, whether it is right."""
    pairs = lambda rows: [(record["from_node"], record["to_node"]) for record in rows]
    found, total = [0] * len(edges), [0] * len(edges)
    for segment in segments:
        total[int(segment["edge_seq"])] += 1
    matcher = difflib.SequenceMatcher(None, pairs(truth), pairs(segments), autojunk=False)
    for _, begin, size in matcher.get_matching_blocks():
        for segment in segments[begin : begin + size]:
            found[int(segment["edge_seq"])] += 1
    return [2 * found[i] >= total[i] > 0 for i in range(len(edges))]


def measure(trace, graph, truth, folder, options, lengths, places=None):
    """One trace file against its true routes; `places` are the pairs of nodes that its fixes lie between."""
    tables = [argument for table in ("points", "edges", "segments", "trips") for argument in ("--table", table)]
    tracemill("match", trace, "--map", graph, "-o", f"{folder}/", "--quiet", "--format", "csv", *tables, *options.match)
    truths, points, edges, segments, trips = (
        by_trace(path) for path in [truth, *(folder / f"{name}.csv" for name in tables[1::2])]
    )
    for records in edges.values():
        for edge in records:
            number = edge["edge"]
            lengths[number] = max(lengths.get(number, 0), float(edge["end_offset_m"]))
    result = Measurement()
    for trip, records in edges.items():
        right = right_edges(truths[trip], segments[trip], records)
        true = 0.0
        for edge, isRight in zip(records, right):
            length = float(edge["length_m"])
            result.edges.add(float(edge["confidence"]), isRight)
            result.metres.add(float(edge["confidence"]), isRight, length)
            true += length * isRight
        length = sum(float(edge["length_m"]) for edge in records)
        if length:
            result.trips.append((float(trips[trip][0]["confidence"]), true / length))
        pairs = pairs_by_edge(segments[trip], len(records))
        count_fixes(points[trip], records, right, lengths, result, pairs, places)
    return result


def pairs_by_edge(segments, count):
    pairs = [set() for _ in range(count)]
    for segment in segments:
        pairs[int(segment["edge_seq"])].add((segment["from_node"], segment["to_node"]))
    return pairs


def count_fixes(points, edges, right, lengths, result, pairs, places):
    at = 0
    for point in points:
        if point["status"] != "matched":
            continue
        while edges[at]["edge"] != point["edge"]:
            at += 1
        confidence, offset = float(point["confidence"]), float(point["offset_m"])
        isRight = right[at]
        if places:
            place = places[int(point["index"])]
            if place is None:
                continue
            isRight = place in pairs[at]
        result.fixes.add(confidence, isRight)
        if INSIDE <= offset <= lengths[point["edge"]] - INSIDE:
            result.inside.add(confidence, isRight)


def real_cases(name, options, folder):
    """Per period and sigma: its words, and the trace, graph and truth of each case."""
    cases = list(SETS[name](folder))
    for period in options.periods or [0]:
        for sigma in options.sigmas or [0]:
            traces = ((degrade(case, period, sigma, "1", folder / "trace.csv"), case) for case in cases)
            words = [name, f"{period:g} s" if period else "all", f"{sigma:g} m"]
            yield words, (
                (trace, case.graph, case.truth, places_of(case, period) if options.places else None)
                for trace, case in traces
            )


def places_of(case, period):
    with open(case.trace, encoding="ascii") as file:
        records = list(csv.DictReader(file))
    with open(case.truth, encoding="ascii") as file:
        route = [(record["from_node"], record["to_node"]) for record in csv.DictReader(file)]
    listed = case.graph.with_name("nodes.csv")
    nodes = (
        true_places.listed_nodes(listed) if listed.exists()
        else true_places.extract_nodes(DATA / "seattle/seattle-nk-snapped.osm.pbf")
    )
    pairs = true_places.pairs_of_fixes([(float(r["lat"]), float(r["lon"])) for r in records], route, nodes)
    by_number = {id(record): pair for record, pair in zip(records, pairs)}
    return [by_number[id(record)] for record in thinned(records, period)]


def simulated_cases(_, options, folder):
    for name in simulated.DEFAULT_MAPS:
        graph = simulated.graph(name, folder)
        for period in options.periods or [1, 5, 30]:
            for sigma in options.sigmas or [5, 10]:
                drives = folder / f"{name}-{period:g}s-{sigma:g}m"
                made = ["--count", options.drives, "--seed", simulated.SEED, "--period", period, "--sigma", sigma]
                tracemill("simulate", "--map", graph, "-o", drives, "--quiet", *made)
                yield [name, f"{period:g} s", f"{sigma:g} m"], [(drives / "traces.csv", graph, drives / "truth.csv", None)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="set", help="seattle, kubicka, simulated; the first two without one")
    parser.add_argument("--periods", type=numbers, help="sampling periods in seconds; 0: all fixes")
    parser.add_argument("--sigmas", type=numbers, help="metres of noise added, or simulated")
    parser.add_argument("--drives", type=int, default=200, help="simulated drives on each map, period and sigma")
    parser.add_argument("--places", action="store_true", help="tell apart edges of the true route by the recorded fix")
    parser.add_argument("--match", nargs=argparse.REMAINDER, default=[], help="further options for tracemill match")
    parser.add_argument("--reliability", type=pathlib.Path, metavar="FILE.svg", help="draw the diagram of the fixes")
    options = parser.parse_args()
    makers = {"seattle": real_cases, "kubicka": real_cases, "simulated": simulated_cases}
    options.sets = options.sets or ["seattle", "kubicka"]
    check_known(parser, "set", options.sets, makers)
    check_ready()
    row(*HEAD)
    row("---", *["---:"] * (len(HEAD) - 1))
    overall = Measurement()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for chosen in options.sets:
            lengths = collections.defaultdict(dict)
            for words, traces in makers[chosen](chosen, options, folder):
                sums = Measurement()
                for trace, graph, truth, places in traces:
                    sums.add(measure(trace, graph, truth, folder / "result", options, lengths[graph], places))
                row(*words, *sums.cells())
                overall.add(sums)
    row("all", "", "", *overall.cells())
    print("\nFixes:\n")
    overall.fixes.bins.print_table()
    print("\nEdges:\n")
    overall.edges.bins.print_table()
    if options.reliability:
        title = ", ".join(options.sets)
        options.reliability.write_text(overall.fixes.bins.diagram(title), encoding="utf8")


if __name__ == "__main__":
    main()
