#!/usr/bin/env python3
"""Measures drives held against plans on simulated drives, of which it is known what they made of their plans.

    Benchmarks/plans.py                                     500 drives on each map, period and sigma
    Benchmarks/plans.py monaco --periods 5 --sigmas 10 --drives 100 --seed 1
    Benchmarks/plans.py --clean 1000                        only drives that keep their plans, with noise of 10 m
    Benchmarks/plans.py --correlations 0 30                 white noise, and noise that falls to 1/e in 30 s
    Benchmarks/plans.py --multipath                         bursts of 20 to 60 m for 3 to 12 s besides

Every case is simulated with --make-plans, matched with the plans, and scored:

- Milestones. A waypoint is right if the result and the truth say that it was missed, or both that it was reached and
  the time of the result lies between arrival and departure, to within two fixes and 5 s. F1 is that of reached
  waypoints and, apart, of missed ones.
- Deviations. A deviation of the result is a true one if they overlap in time, and either share half of the time that
  they span together, or begin within two fixes or 30 m of each other. Each is paired once, those that share most first.
  Precision is right deviations divided by all of the result, recall divided by all true ones.
- Begin. The share of deviations found that begin within 30 m or two fixes of the true place, and the median and 95th
  percentile of the distance in metres.
- Progress. Of the fixes that are truly on the plan, the share that the result has on the plan within 30 m of the true
  place along it.
- Clean. Events on drives that keep their plans, besides waypoints reached and stops, and the drives that have one.
- Arrival. The share of stops reached in truth and in the result whose time lies within 20 s of coming to stand, and so
  departure with driving off; dwell within 10 s, and a period besides from 15 s on.
- Split. The share of true stops of at least two minutes that overlap several `stop` events of the result.
- Accused. Drives with an event that says that the driver broke a rule, for 1,000 drives: all drives are lawful.
- Alarms. Drives that keep their plans with `off_road`, `gap`, a deviation or a missed waypoint, for 1,000 such drives.

Maps are the sample town and those of ../shared/data or TRACEMILL_TEST_DATA. The seed is held out: compare variants with
another --seed.
"""

import argparse
import collections
import csv
import math
import pathlib
import random
import shlex

from accuracy import METRES_PER_DEGREE, seconds
from measuring import DATA, ROOT, Sum, check_known, check_ready, numbers, row, rows_by_trace, tracemill, working_folder

MAPS = {
    "town": ROOT / "Traces/town.osm",
    "monaco": DATA / "osm/monaco-2021-04-21.osm.pbf",
    "liechtenstein": DATA / "osm/liechtenstein-2021-10-28.osm.pbf",
    "rhine-neckar": DATA / "scale/rhine-neckar.osm.pbf",
}
DEFAULT_MAPS = ["town", "monaco", "liechtenstein"]
# Held out, as in simulated.py.
SEED = 20_270_401
GOOD = 30  # metres
PROMPT = 20  # seconds between coming to stand or driving off, and what is told
LONG = 120  # seconds: such stops are events
ACCUSATIONS = {
    "wrong_way", "forbidden_turn", "no_access", "closed_road", "barrier_passed", "vehicle_limit", "speeding",
}
ALARMS = {"off_road", "gap", "deviation", "milestone_missed"}
SLACK = 5  # seconds between passing a place and the time that noise gives it
EXPECTED = {"milestone_arrived", "milestone_left", "milestone_reached", "destination_reached", "stop"}


def metres(a, b):
    """Between two places, good to some kilometres."""
    east = (b[1] - a[1]) * METRES_PER_DEGREE * math.cos(math.radians(a[0]))
    return math.hypot(east, (b[0] - a[0]) * METRES_PER_DEGREE)


class Deviation:
    """When and where a drive left its plan, and when it came back; the end of the trace if never."""

    def __init__(self, entry, last):
        self.entry = entry
        self.begin = seconds(entry["begin_time"])
        self.end = seconds(entry["end_time"]) if entry["end_time"] else last
        self.place = (float(entry["begin_lat"]), float(entry["begin_lon"]))

    def overlap(self, other):
        return min(self.end, other.end) - max(self.begin, other.begin)

    def share(self, other):
        span = max(self.end, other.end) - min(self.begin, other.begin)
        return self.overlap(other) / span if span > 0 else 0

    def begins_with(self, other, period):
        return abs(self.begin - other.begin) <= 2 * period or metres(self.place, other.place) <= GOOD

    def is_same(self, other, period):
        return self.overlap(other) > 0 and (self.share(other) >= 0.5 or self.begins_with(other, period))


class Score(Sum):
    """Counts of one case."""

    def __init__(self):
        self.drives = self.waypoints = 0
        self.reached = self.told_reached = self.right_reached = 0
        self.missed = self.told_missed = self.right_missed = 0
        self.deviations = self.told = self.right = self.begun = 0
        self.on_plan = self.placed = self.off_plan = self.thought_on = 0
        self.clean = self.clean_with_event = self.clean_with_alarm = self.accused = 0
        self.stands = self.arrived = self.leavings = self.departed = self.stood = 0
        self.long_stops = self.split_stops = 0
        self.arrivals, self.accusations = [], collections.Counter()
        self.kinds = collections.Counter()
        self.events = collections.Counter()
        self.begins, self.errors = [], []

    def cells(self):
        sizes = sorted(self.begins)
        at = lambda share: f"{sizes[min(int(share * len(sizes)), len(sizes) - 1)]:.0f} m" if sizes else ""
        return [
            self.drives,
            harmonic(self.right_reached, self.told_reached, self.reached),
            harmonic(self.right_missed, self.told_missed, self.missed),
            self.deviations,
            percent(self.right, self.told),
            percent(self.right, self.deviations),
            percent(self.begun, self.right),
            at(0.5),
            at(0.95),
            percent(self.placed, self.on_plan),
            percent(self.thought_on, self.off_plan),
            f"{self.clean_with_event} of {self.clean}",
        ]


    def stand_cells(self):
        late = sorted(self.arrivals)
        at = lambda share: f"{late[min(int(share * len(late)), len(late) - 1)]:+.0f} s" if late else ""
        thousandth = lambda part, whole: f"{1000 * part / whole:.1f}" if whole else ""
        return [
            self.stands,
            percent(self.arrived, self.stands),
            f"{at(0.01)}, {at(0.5)}, {at(0.99)}",
            percent(self.departed, self.leavings),
            percent(self.stood, self.stands),
            f"{self.split_stops} of {self.long_stops}",
            thousandth(self.accused, self.drives),
            thousandth(self.clean_with_alarm, self.clean),
        ]


STAND_HEAD = ["stops", "arrival", "1 %, 50 %, 99 %", "departure", "dwell", "split", "accused", "alarms"]
HEAD = ["drives", "reached F1", "missed F1", "deviations", "precision", "recall", "begin", "median", "p95", "progress"]
HEAD += ["off plan, told on", "clean with events"]


def percent(part, whole):
    return f"{100 * part / whole:.2f} %" if whole else ""


def harmonic(right, told, true):
    return f"{2 * right / (told + true):.4f}" if told + true else ""


class Case:
    """The tables of one simulation and of its match."""

    def __init__(self, label, period, drives, result):
        self.label, self.period = label, period
        read = rows_by_trace
        self.kinds = {trace: rows[0]["type"] for trace, rows in read(drives / "plan_drives.csv").items()}
        self.times = {trace: [seconds(row["time"]) for row in rows] for trace, rows in read(drives / "traces.csv").items()}
        self.stops, self.progress = read(drives / "stretches.csv"), read(drives / "progress_truth.csv")
        self.waypoints, self.deviations = read(drives / "plan_truth.csv"), read(drives / "deviation_truth.csv")
        self.told_waypoints, self.told_deviations = read(result / "milestones.csv"), read(result / "deviations.csv")
        self.points, self.events = read(result / "points.csv"), read(result / "events.csv")

    def score(self):
        score = Score()
        for trace in self.kinds:
            score.drives += 1
            self.score_waypoints(trace, score)
            self.score_deviations(trace, score)
            self.score_progress(trace, score)
            self.score_events(trace, score)
            self.score_stands(trace, score)
        return score

    def note(self, score, trace, words):
        score.errors.append((self.label, trace, self.kinds[trace], words))

    def score_waypoints(self, trace, score):
        told = {entry["waypoint"]: entry for entry in self.told_waypoints[trace]}
        for entry in self.waypoints[trace]:
            found = told.get(entry["waypoint"], {"status": "absent"})
            was, said = entry["status"], found["status"]
            score.waypoints += 1
            score.reached += was == "reached"
            score.missed += was == "missed"
            score.told_reached += said == "reached"
            score.told_missed += said == "missed"
            is_right = was == said and (was == "missed" or self.is_there(trace, entry, found))
            score.right_reached += is_right and was == "reached"
            score.right_missed += is_right and was == "missed"
            if not is_right:
                words = f"waypoint {entry['waypoint']} {was} {entry['time']}, result {said} {found.get('time', '')}"
                self.note(score, trace, words)

    def is_there(self, trace, entry, found):
        """Whether the result reaches a waypoint while the vehicle is there."""
        if not found["time"]:
            return False
        arrival, slack = seconds(entry["time"]), 2 * self.period + SLACK
        stops = [stop for stop in self.stops[trace] if stop["type"] == "stop" and stop["begin_time"] == entry["time"]]
        departure = seconds(stops[0]["end_time"]) if stops else arrival
        return arrival - slack <= seconds(found["time"]) <= departure + slack

    def score_stands(self, trace, score):
        told = {entry["waypoint"]: entry for entry in self.told_waypoints[trace]}
        stops = {stop["begin_time"]: stop for stop in self.stops[trace] if stop["type"] == "stop"}
        slack = 10 + (self.period if self.period >= 15 else 0)
        for entry in self.waypoints[trace]:
            found, stop = told.get(entry["waypoint"], {}), stops.get(entry["time"])
            if entry["status"] != "reached" or not stop or not found.get("time"):
                continue
            arrival, departure = seconds(stop["begin_time"]), seconds(stop["end_time"])
            late = seconds(found["time"]) - arrival
            score.stands += 1
            score.arrivals.append(late)
            score.arrived += abs(late) <= PROMPT
            left = found.get("departure_time")
            if departure < self.times[trace][-1] - PROMPT:
                score.leavings += 1
                score.departed += bool(left) and abs(seconds(left) - departure) <= PROMPT
            dwell = float(found["dwell_s"] or 0)
            score.stood += abs(dwell - (departure - arrival)) <= slack
            if abs(late) > PROMPT:
                self.note(score, trace, f"arrival at waypoint {entry['waypoint']} {late:+.0f} s, {entry['time']}")
            if left and abs(seconds(left) - departure) > PROMPT:
                off = seconds(left) - departure
                self.note(score, trace, f"departure from waypoint {entry['waypoint']} {off:+.0f} s, {stop['end_time']}")
        events = [entry for entry in self.events[trace] if entry["type"] == "stop"]
        for stop in stops.values():
            begin, end = seconds(stop["begin_time"]), seconds(stop["end_time"])
            if end - begin < LONG:
                continue
            pieces = sum(seconds(a["begin_time"]) < end and seconds(a["end_time"]) > begin for a in events)
            score.long_stops += 1
            score.split_stops += pieces > 1
            if pieces > 1:
                self.note(score, trace, f"stop in {pieces} pieces, {stop['begin_time']} to {stop['end_time']}")

    def score_deviations(self, trace, score):
        last = self.times[trace][-1]
        true = [Deviation(entry, last) for entry in self.deviations[trace]]
        told = [Deviation(entry, last) for entry in self.told_deviations[trace]]
        score.deviations += len(true)
        score.told += len(told)
        pairs = [(a.share(b), i, j) for i, a in enumerate(true) for j, b in enumerate(told) if a.is_same(b, self.period)]
        paired_true, paired_told = set(), set()
        for _, i, j in sorted(pairs, reverse=True):
            if i in paired_true or j in paired_told:
                continue
            paired_true.add(i)
            paired_told.add(j)
            score.right += 1
            score.begun += true[i].begins_with(told[j], self.period)
            score.begins.append(metres(true[i].place, told[j].place))
        for i, deviation in enumerate(true):
            if i not in paired_true:
                self.note(score, trace, f"deviation missed at {clock(deviation)}, {deviation.entry['length_m']} m")
        for j, deviation in enumerate(told):
            if j not in paired_told:
                self.note(score, trace, f"no such deviation at {clock(deviation)}, {deviation.entry['length_m']} m")

    def score_progress(self, trace, score):
        told = {entry["index"]: entry for entry in self.points[trace]}
        wrong = 0
        for entry in self.progress[trace]:
            found = told.get(entry["index"], {"on_plan": ""})
            is_on = found["on_plan"] == "true"
            if not entry["progress_m"]:
                score.off_plan += 1
                score.thought_on += is_on
                continue
            score.on_plan += 1
            is_right = is_on and abs(float(found["plan_progress_m"]) - float(entry["progress_m"])) <= GOOD
            score.placed += is_right
            wrong += not is_right
        if wrong > 0.05 * len(self.progress[trace]):
            self.note(score, trace, f"{wrong} of {len(self.progress[trace])} fixes not at their place on the plan")

    def score_events(self, trace, score):
        accusations = [entry for entry in self.events[trace] if entry["type"] in ACCUSATIONS]
        score.accused += bool(accusations)
        for entry in accusations:
            score.accusations[entry["type"]] += 1
            if self.kinds[trace] != "keeps":
                self.note(score, trace, f"accusation {entry['type']} at {entry['begin_time']} {entry['detail']}")
        if self.kinds[trace] != "keeps":
            return
        events = [entry for entry in self.events[trace] if entry["type"] not in EXPECTED]
        score.clean += 1
        score.clean_with_event += bool(events)
        score.clean_with_alarm += any(entry["type"] in ALARMS for entry in events)
        for entry in events:
            score.events[entry["type"]] += 1
            self.note(score, trace, f"event {entry['type']} at {entry['begin_time']} {entry['detail']}")


def clock(deviation):
    times = (deviation.entry[name].split("T")[-1].rstrip("Z") or "never" for name in ("begin_time", "end_time"))
    return "–".join(times)


def graph(name, folder):
    """The road graph of a map, built when it is first asked for."""
    path = folder / f"{name}.tmg"
    if not path.exists():
        tracemill("map", "build", MAPS[name], "-o", path, "--quiet")
    return path


def spoil(path, seed):
    """Adds what reflections do to the positions of a file: bursts of 20 to 60 m in one direction, for 3 to 12 s, some
    two minutes apart."""
    with open(path, newline="") as file:
        table = csv.DictReader(file)
        names, rows = table.fieldnames, list(table)
    trace = None
    for entry in rows:
        now = seconds(entry["time"])
        if entry["trace_id"] != trace:
            trace, until = entry["trace_id"], now
            scatter = random.Random(f"{seed} {trace}")
            begin = math.inf
        while now > until or begin == math.inf:
            begin = until + scatter.expovariate(1 / 120)
            until = begin + scatter.uniform(3, 12)
            angle, size = scatter.uniform(0, 2 * math.pi), scatter.uniform(20, 60)
        if now >= begin:
            latitude = float(entry["lat"])
            entry["lat"] = f"{latitude + size * math.sin(angle) / METRES_PER_DEGREE:.7f}"
            east = size * math.cos(angle) / METRES_PER_DEGREE / math.cos(math.radians(latitude))
            entry["lon"] = f"{float(entry['lon']) + east:.7f}"
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, names, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def measure(name, period, sigma, correlation, options, folder):
    case = folder / f"plans-{name}-{period:g}s-{sigma:g}m-{correlation:g}s"
    drives, result = case / "drives", case / "result"
    case.mkdir(exist_ok=True)
    made = ["--count", options.drives, "--seed", options.seed, "--period", period, "--sigma", sigma, "--make-plans"]
    made += ["--correlation", correlation]
    tracemill("simulate", "--map", graph(name, folder), "-o", drives, "--quiet", *made, *options.simulate)
    if options.multipath:
        spoil(drives / "traces.csv", options.seed)
    tables = [part for table in ("points", "events", "milestones", "deviations") for part in ("--table", table)]
    tracemill(
        "match", drives / "traces.csv", "--map", graph(name, folder), "--plan", drives / "plans.ndjson",
        "-o", f"{result}/", "--quiet", "--format", "csv", *tables, *options.match, TRACEMILL_PASS_THROUGH="true",
    )
    return Case(f"{name} {period:g} s {sigma:g} m {correlation:g} s", period, drives, result).score()


def print_errors(score, options):
    print(f"\nErrors ({len(score.errors)}):\n")
    kinds = collections.Counter((kind, words.split(" ")[0]) for _, _, kind, words in score.errors)
    row("kind of drive", "error", "count")
    row("---", "---", "---:")
    for (kind, what), count in sorted(kinds.items()):
        row(kind, what, count)
    if score.accusations:
        print("\nAccusations: " + ", ".join(f"{kind} {count}" for kind, count in sorted(score.accusations.items())))
    if score.events:
        print("\nEvents on clean drives: " + ", ".join(f"{kind} {count}" for kind, count in sorted(score.events.items())))
    print()
    for error in score.errors[:: max(1, len(score.errors) // max(options.worst, 1))][: options.worst]:
        print("  " + ", ".join(error))


def run(options, folder):
    regimes = [(p, s, c) for p in options.periods for s in options.sigmas for c in options.correlations]
    scores = {}
    row("map", "period", "sigma", "correlation", *HEAD)
    row("---", *["---:"] * (3 + len(HEAD)))
    total = Score()
    for name in options.maps:
        for period, sigma, correlation in regimes:
            score = measure(name, period, sigma, correlation, options, folder)
            row(name, f"{period:g} s", f"{sigma:g} m", f"{correlation:g} s", *score.cells())
            scores[period, sigma, correlation] = scores.get((period, sigma, correlation), Score()) + score
            total += score
    row("**all**", "", "", "", *total.cells())
    print("\nAll maps:\n")
    row("period", "sigma", "correlation", *STAND_HEAD, "deviations", "precision", "recall")
    row("---:", *["---:"] * (5 + len(STAND_HEAD)))
    for (period, sigma, correlation), score in scores.items():
        cells = [*score.stand_cells(), score.deviations, percent(score.right, score.told)]
        cells.append(percent(score.right, score.deviations))
        row(f"{period:g} s", f"{sigma:g} m", f"{correlation:g} s", *cells)
    print_errors(total, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", metavar="map", help=f"{', '.join(MAPS)}; without one the first three")
    parser.add_argument("--periods", type=numbers, default=[1, 5, 15], help="seconds between fixes")
    parser.add_argument("--sigmas", type=numbers, help="metres of error on each axis; 5,10, and 10 with --clean")
    parser.add_argument("--correlations", type=numbers, default=[0], help="seconds in which errors fall to 1/e (0)")
    parser.add_argument("--multipath", action="store_true", help="bursts of 20 to 60 m for 3 to 12 s")
    parser.add_argument("--drives", type=int, default=500, help="drives on each map, period and sigma")
    parser.add_argument("--clean", type=int, metavar="N", help="N drives instead, all of which keep their plans")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--match", type=shlex.split, default=[], help="further options for tracemill match")
    parser.add_argument("--simulate", type=shlex.split, default=[], help="further options for tracemill simulate")
    parser.add_argument("--worst", type=int, default=20, help="errors listed, spread over all of them")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps, drives and results there")
    options = parser.parse_args()
    options.maps = options.maps or DEFAULT_MAPS
    options.sigmas = options.sigmas or ([10] if options.clean else [5, 10])
    if options.clean:
        options.drives = options.clean
        options.simulate = [*options.simulate, "--plan-kinds", "keeps"]
    check_known(parser, "map", options.maps, MAPS)
    check_ready()
    with working_folder(options.keep) as folder:
        run(options, folder)


if __name__ == "__main__":
    main()
