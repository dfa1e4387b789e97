#!/usr/bin/env python3
"""Measures accusations of driving against a oneway, and what is found of them, where the errors of fixes drift.

    Benchmarks/drifting.py                                  1,000 lawful drives and 400 others on each map and period
    Benchmarks/drifting.py milan --periods 5 --lawful 3000 --offending 1000 --seed 7 --keep folder
    Benchmarks/drifting.py --live                           the same drives as they arrive

Drives are simulated without errors. Then each gets errors of its own: on each axis a Gauss-Markov process of a standard
deviation of --sigma, that falls to 1/e in a time drawn from --memory for each drive. The same seed gives the same errors.

Accused are lawful drives, on streets with oneways or beside them, with an event. Found are stretches of 60 m and more
against a oneway that an event overlaps in time: on single roads, and on roads with a lawful carriageway within 25 m.
Behind each share is its 95 % interval (Clopper-Pearson); ECE is the expected calibration error of the events' confidences.

Maps are read from ../shared/data or TRACEMILL_TEST_DATA. Fit settings with another --seed.
"""

import argparse
import csv
import math
import pathlib
import random
import shlex

from accuracy import METRES_PER_DEGREE
from measuring import Sum, check_known, check_ready, numbers, row, rows_by_trace, tracemill, working_folder
from simulated import DEFAULT_MAPS, MAPS, graph
from wrong_way import SHORTEST, Span, wrong_way_events

SEED = 20_280_101  # held out
BINS = 10


class Counts(Sum):
    """What was counted; two of them can be added."""

    def __init__(self):
        self.lawful = self.accused = self.single = self.single_found = self.divided = self.divided_found = 0
        self.events = []  # of each event its confidence and whether it is right

    def cells(self):
        return [
            share(self.accused, self.lawful, 1000, "‰"),
            share(self.single_found, self.single, 100, "%"),
            share(self.divided_found, self.divided, 100, "%"),
            f"{calibration_error(self.events):.3f} of {len(self.events)}",
        ]


def share(part, whole, scale, unit):
    if not whole:
        return ""
    least, most = (scale * bound for bound in interval(part, whole))
    return f"{scale * part / whole:.1f} {unit} of {whole} ({least:.1f}–{most:.1f})"


def interval(part, whole, outside=0.05):
    """The Clopper-Pearson interval of a share."""
    least = solve(lambda p: 1 - tail(part - 1, whole, p) - outside / 2) if part else 0.0
    most = solve(lambda p: outside / 2 - tail(part, whole, p)) if part < whole else 1.0
    return least, most


def tail(part, whole, p):
    """The probability of at most `part` of `whole`."""
    logs = [
        math.lgamma(whole + 1) - math.lgamma(k + 1) - math.lgamma(whole - k + 1) + k * math.log(p)
        + (whole - k) * math.log1p(-p)
        for k in range(part + 1)
    ]
    return math.fsum(map(math.exp, logs))


def solve(rising):
    """Where a rising function of a share is 0."""
    low, high = 1e-12, 1 - 1e-12
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return low


def calibration_error(events):
    bins = [[] for _ in range(BINS)]
    for confidence, right in events:
        bins[min(int(confidence * BINS), BINS - 1)].append(confidence - right)
    return sum(abs(sum(bin)) for bin in bins) / max(len(events), 1)


def drift(path, options):
    """Adds errors to the fixes of a file of traces."""
    with open(path, encoding="ascii") as file:
        entries = list(csv.DictReader(file))
    errors = {}
    for entry in entries:
        trace = entry["trace_id"]
        if trace not in errors:
            errors[trace] = Errors(options, f"{options.seed} {path.parent.name} {trace}")
        entry["lat"], entry["lon"] = errors[trace].added(float(entry["lat"]), float(entry["lon"]))
    with open(path, "w", encoding="ascii", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(entries[0]))
        writer.writeheader()
        writer.writerows(entries)


class Errors:
    """The errors of one drive: metres east and north."""

    def __init__(self, options, seed):
        self.random = random.Random(seed)
        self.sigma = options.sigma
        self.kept = math.exp(-options.period / self.random.uniform(*options.memory))
        self.east, self.north = (self.random.gauss(0, self.sigma) for _ in range(2))

    def added(self, lat, lon):
        place = (
            f"{lat + self.north / METRES_PER_DEGREE:.7f}",
            f"{lon + self.east / METRES_PER_DEGREE / math.cos(math.radians(lat)):.7f}",
        )
        new = self.sigma * math.sqrt(1 - self.kept**2)
        self.east = self.kept * self.east + self.random.gauss(0, new)
        self.north = self.kept * self.north + self.random.gauss(0, new)
        return place


def matched(case, kind, count, options, path):
    """Simulates, adds errors and matches; the folder of the drives and the events by trace."""
    drives, result = case / f"{kind[2:]}-drives", case / f"{kind[2:]}-result"
    made = ["--count", count, "--seed", options.seed, "--length", "1500-3000", kind, 1, "--sigma", 0]
    tracemill("simulate", "--map", path, "--quiet", *made, "--period", options.period, "-o", drives, "--overwrite")
    drift(drives / "traces.csv", options)
    tables = ["--format", "csv", "--table", "events"]
    command = ["match", drives / "traces.csv", "--map", path, "--quiet", *tables, *options.match]
    if options.live:
        result.mkdir(exist_ok=True)
        (result / "events.csv").write_text(tracemill(*command, "--online"))
    else:
        tracemill(*command, "-o", f"{result}/", "--overwrite")
    return drives, wrong_way_events(result / "events.csv")


def measure(name, options, folder):
    counts = Counts()
    case = folder / f"drifting-{name}-{options.period:g}s"
    case.mkdir(exist_ok=True)
    path = graph(name, folder)
    drives, events = matched(case, "--beside-oneways", options.lawful, options, path)
    counts.lawful = options.lawful
    counts.accused = sum(bool(entries) for entries in events.values())
    counts.events += [(float(entry["confidence"]), 0) for entries in events.values() for entry in entries]
    drives, events = matched(case, "--wrong-way", options.offending, options, path)
    for trace, entries in rows_by_trace(drives / "stretches.csv").items():
        told = [Span(entry, "event") for entry in events[trace]]
        true = [Span(entry, "stretch") for entry in entries if entry["type"] == "wrong_way"]
        counts.events += [
            (float(event.entry["confidence"]), int(any(event.overlap(stretch) > 0 for stretch in true))) for event in told
        ]
        for stretch in true:
            if stretch.length < SHORTEST:
                continue
            found = any(event.overlap(stretch) > 0 for event in told)
            counts.divided += stretch.is_divided
            counts.divided_found += stretch.is_divided and found
            counts.single += not stretch.is_divided
            counts.single_found += not stretch.is_divided and found
    return counts


def run(options, folder):
    row("map", "period", "accused", "found on single roads", "found beside a carriageway", "ECE of events")
    row("---", *["---:"] * 5)
    for options.period in options.periods:
        total = Counts()
        for name in options.maps:
            counts = measure(name, options, folder)
            row(name, f"{options.period:g} s", *counts.cells())
            total += counts
        row("**all**", f"{options.period:g} s", *total.cells())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", metavar="map", help=f"{', '.join(MAPS)}; without one the first four")
    parser.add_argument("--periods", type=numbers, default=[1, 5, 15], help="seconds between fixes")
    parser.add_argument("--sigma", type=float, default=10, help="metres of error on each axis")
    parser.add_argument("--memory", type=numbers, default=[20, 60], metavar="S,S", help="seconds, from and to")
    parser.add_argument("--lawful", type=int, default=1000, help="lawful drives on each map and period")
    parser.add_argument("--offending", type=int, default=400, help="drives against oneways on each map and period")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--live", action="store_true", help="match each drive as tracemill live does")
    parser.add_argument("--match", type=shlex.split, default=[], help="further options for tracemill match")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps, drives and results there")
    options = parser.parse_args()
    options.maps = options.maps or DEFAULT_MAPS
    check_known(parser, "map", options.maps, MAPS)
    check_ready()
    with working_folder(options.keep) as folder:
        run(options, folder)


if __name__ == "__main__":
    main()
