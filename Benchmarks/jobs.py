#!/usr/bin/env python3
"""Measures what is said of a dispatcher's jobs on simulated days, of which it is known what became of every job.

    pip install pyvroom && make build && Benchmarks/jobs.py     13 fleets in each of three maps
    Benchmarks/jobs.py monaco --periods 5 --correlations 30 --fleets 2 --keep /tmp/jobs
    Benchmarks/jobs.py --seed 1 --fleets 3                      to compare variants: the default seed is held out

VROOM plans the tours of each fleet over a matrix of this program's routes: jobs with windows and service, shipments,
breaks, jobs that nobody can do. Its problem and solution are the job lists of three fleets in five, a CSV or NDJSON
list those of the others. Then the day is driven: most tours as planned, with traffic, signals, waiting and service of
other lengths than planned, and many with a fault (FAULTS in job_days.py). The office's log says some jobs rightly
finished, some too early or from afar, rejects, cancels and replaces. `tracemill match --job-list --job-events` reads
records of the day with different periods and errors; the day is the same in all of them.

The truth is computed from the true stands of all vehicles by the definitions of Documentation/Jobs.md, and from no
table of the program. A job is decided if its truth does not hang on a few metres or seconds. Not decided are, and are
counted by reason:

- stands of 35 to 60 s at a job, of more than 30 s at 30 to 75 m from its point, and vehicles that stay within 20 m for
  40 s there without standing so long, such as those that turn round;
- records that end within 60 s of driving off, or within a minute of the time at which a job is missed, and records that
  end while a vehicle stands at a job that is said to be finished;
- jobs at which only another vehicle stood that had a job of its own at this address, or took one that nobody has;
- jobs that were cancelled, rejected or replaced, and at whose address a vehicle stood for another job;
- vehicles without a record. Their claims are unverified.

Times are not decided either where a second visit is shorter by less than a minute, where the vehicle left before the
window opened or arrived within 20 s of the end of the first of two windows, and where another vehicle stood there
longer than the job's own. Claims are not decided within 30 s of five minutes, and within 60 m of 300 m. A claim after
any visit is right, also after one that is not the longest.

- States: the share of decided jobs whose state is right.
- Arrival, departure: within 20 s of the truth, of jobs that were served; service and waiting within 30 s, lateness
  within 20 s. A job that the result says was not served is wrong in all of them.
- Done by: the share served by the right vehicle. Order: whose rank among its vehicle's own jobs is right.
- False for 10,000: claims that are right and said to be contradicted, for 10,000 jobs. Found: the share of false claims
  that are said to be contradicted.

The naive rule beside it: a vehicle whose fixes stay within 50 m of their mean for 50 s serves the nearest of its jobs
within 100 m, and a job is finished if it was served; a claim is contradicted if no such stand began within 5 min of it.
"""

import argparse
import collections
import concurrent.futures
import csv
import math
import pathlib
import shlex

import job_fleets
from accuracy import seconds
from job_days import Day
from job_truth import MISSED, truth_of, write_truth
from measuring import Sum, check_known, check_ready, numbers, row, tracemill, working_folder
from plans import MAPS, graph, percent

DEFAULT_MAPS = ["town", "monaco", "liechtenstein"]
# Held out, as in simulated.py.
SEED = 20_270_501
PROMPT, ROUGH = 20, 30  # seconds
TOLERANCES = {"arrival": PROMPT, "departure": PROMPT, "service_s": ROUGH, "waiting_s": ROUGH, "late_s": PROMPT}
LATE = 60  # seconds after the planned arrival
STATES = ["finished", "arrived", "missed", "not_reached", "rejected", "cancelled", "replaced", "assigned"]
HEAD = ["decided", "states", "arrival", "departure", "service", "waiting", "late_s", "done by", "order", "window"]
HEAD += ["claims", "false per 10,000", "found"]


class Score(Sum):
    """Counts of one regime."""

    def __init__(self):
        self.jobs = self.decided = self.right = 0
        self.counts = collections.Counter()  # right and all, by what is measured
        self.confusion, self.excluded = collections.Counter(), collections.Counter()
        self.faults = collections.Counter()
        self.claims = self.false = self.lies = self.found = 0
        self.eta, self.errors = [], []
        self.tours = collections.Counter()

    def note(self, what, is_right):
        self.counts[what, "all"] += 1
        self.counts[what, "right"] += bool(is_right)

    def share(self, what):
        return percent(self.counts[what, "right"], self.counts[what, "all"])

    def cells(self):
        names = ["arrival", "departure", "service", "waiting", "late", "done_by", "order", "window"]
        false = f"{10_000 * self.false / self.jobs:.1f} ({self.false})" if self.jobs else ""
        return [self.decided, percent(self.right, self.decided), *map(self.share, names), self.claims, false,
                f"{percent(self.found, self.lies)} of {self.lies}"]


class Judge:
    """Holds the rows of a result against the truth of a day."""

    def __init__(self, day, truth, label, rows, score):
        self.day, self.truth, self.label, self.score = day, truth, label, score
        self.rows = {(kind_of(entry), entry["job"]): entry for entry in rows}

    def error(self, truth, what, said, true):
        words = f"{truth['type']} {truth['job']}: {said}, truth {true}"
        self.score.errors.append((what, truth["fault"], self.label, words))

    def is_vehicle(self, name, vehicle):
        return name in (str(vehicle), self.day.fleet.descriptions[vehicle])

    def judge(self):
        for truth in self.truth:
            told = self.rows.get((truth["type"], truth["job"]), {})
            self.score.jobs += 1
            self.judge_claim(truth, told)
            if truth["undecided"]:
                self.score.excluded.update(truth["undecided"].split("; "))
                continue
            self.judge_state(truth, told)
            if truth["times_undecided"]:
                self.score.excluded.update("times: " + why for why in truth["times_undecided"].split("; "))
            elif truth["done_by"]:
                self.judge_times(truth, told)
        self.judge_order()

    def judge_state(self, truth, told):
        score, state = self.score, told.get("state", "absent")
        score.decided += 1
        is_right = state == truth["state"]
        score.right += is_right
        score.confusion[truth["state"], state] += 1
        score.faults[truth["fault"] or "none", is_right] += 1
        if not is_right:
            self.error(truth, "state", state, f"{truth['state']} {clock(truth['arrival'])} by {truth['done_by']}")

    def judge_times(self, truth, told):
        for name, allowed in TOLERANCES.items():
            if truth[name] == "":
                continue
            told_value = told.get(name, "")
            off = seconds(told_value) - truth[name] if told_value != "" else math.inf
            # None told is no waiting.
            if name == "waiting_s" and told_value == "" and told.get("arrival"):
                off = -truth[name]
            is_right = abs(off) <= allowed
            self.score.note(name.removesuffix("_s"), is_right)
            if not is_right:
                self.error(truth, name, f"{off:+.0f} s", clock(truth["arrival"]))
        is_right = self.is_vehicle(told.get("done_by", ""), truth["done_by"])
        self.score.note("done_by", is_right)
        if not is_right:
            self.error(truth, "done_by", told.get("done_by", ""), truth["done_by"])
        edge = truth["latest"] and abs(max(truth["arrival"], truth["earliest"] or 0) - truth["latest"]) <= PROMPT
        if truth["window_violated"] and not edge:
            is_right = told.get("window_violated", "") == truth["window_violated"]
            self.score.note("window", is_right)
            if not is_right:
                self.error(truth, "window_violated", told.get("window_violated", ""), truth["window_violated"])
        if told.get("eta_at_start") and truth["done_by"] == truth["asset"]:
            self.score.eta.append(seconds(told["eta_at_start"]) - truth["arrival"])

    def judge_claim(self, truth, told):
        if not truth["claim"]:
            return
        score, claim = self.score, told.get("claim", "")
        if truth["claim_undecided"]:
            score.excluded["claim: " + truth["claim_undecided"]] += 1
            return
        score.claims += 1
        score.note("claim", claim == truth["claim"])
        if truth["claim"] == "contradicted":
            score.lies += 1
            score.found += claim == "contradicted"
        elif claim == "contradicted":
            score.false += 1
        if claim != truth["claim"]:
            self.error(truth, f"claim ({truth['claim_kind']})", claim, truth["claim"])

    def judge_order(self):
        """The rank of each job among those that its own vehicle did, of which both know."""
        groups = {}
        for truth in self.truth:
            told = self.rows.get((truth["type"], truth["job"]), {})
            if truth["rank"] and told.get("driven_seq") and not truth["times_undecided"]:
                groups.setdefault(truth["asset"], []).append((truth["rank"], int(told["driven_seq"]), truth))
        for group in groups.values():
            by_truth = [truth["job"] + truth["type"] for _, _, truth in sorted(group, key=lambda one: one[0])]
            by_told = [truth["job"] + truth["type"] for _, _, truth in sorted(group, key=lambda one: one[1])]
            for a, b, (_, _, truth) in zip(by_truth, by_told, sorted(group, key=lambda one: one[0])):
                self.score.note("order", a == b)
                if a != b:
                    self.error(truth, "order", b, a)

    def judge_tours(self, tours):
        """The sums of each vehicle's day, where all of its jobs are decided."""
        for vehicle in self.day.fleet.tours:
            mine = [truth for truth in self.truth if truth["asset"] == vehicle]
            its = [truth for truth in self.truth if truth["done_by"] == vehicle]
            if vehicle in self.day.silent or any(truth["times_undecided"] for truth in mine + its):
                continue
            told = next((entry for entry in tours if self.is_vehicle(entry["asset"], vehicle)), {})
            is_done = lambda truth: truth["state"] in ("finished", "arrived")
            true = {
                "jobs": len(mine), "done": len(its),
                "done_by_others": sum(is_done(truth) and truth["done_by"] != vehicle for truth in mine),
                "missed": sum(truth["state"] == "missed" for truth in mine),
                "not_reached": sum(truth["state"] == "not_reached" for truth in mine),
                "violated": sum(truth["window_violated"] == "true" for truth in mine),
            }
            late = [truth["late_s"] for truth in mine if truth["late_s"] != ""]
            if not any(abs(seconds_late - LATE) < PROMPT for seconds_late in late):
                true["late"] = sum(seconds_late > LATE for seconds_late in late)
            true["driven_m"] = round(self.day.driven(vehicle))
            for name, value in true.items():
                is_right = told.get(name, "") == str(value)
                if name == "driven_m" and told.get(name):
                    is_right = abs(float(told[name]) - value) <= 0.03 * value
                self.score.tours[name, is_right] += 1
                if not is_right:
                    where = {"type": "tour", "job": str(vehicle), "fault": ""}
                    self.error(where, f"tours.{name}", told.get(name, ""), value)


def kind_of(entry):
    return entry["type"] if entry.get("type") in ("pickup", "delivery") else "job"


def clock(time):
    return job_fleets.stamp(time)[11:19] if time != "" else "never"


# The naive rule


def naive(day, kept):
    """The rows that the naive rule gives: the same columns as the table `jobs`."""
    visits = collections.defaultdict(list)
    tasks = collections.defaultdict(list)
    for task in day.fleet.tasks:
        tasks[task.vehicle].append(task)
    ends = {}
    for vehicle, fixes in kept.values():
        if fixes:
            ends[vehicle] = max(ends.get(vehicle, 0), fixes[-1][0])
        for begin, end, place in stands(fixes, day.ruler):
            near = [(math.dist(place, day.houses[task.site]), task.sequence or 0, task) for task in tasks[vehicle]]
            if near and min(near)[0] <= 100:
                _, _, task = min(near)
                for other in tasks[vehicle]:
                    if other.site == task.site:
                        visits[other.key].append((end - begin, begin, end))
    for task in day.fleet.tasks:
        best = max(visits[task.key], default=None)
        said = day.said[task.key]
        words = [word.event for word in said]
        entry = {"job": str(task.number), "type": task.kind, "state": "not_reached", "claim": ""}
        if best:
            _, begin, end = best
            opening = task.opening(begin)
            start = max(begin, opening or 0)
            entry.update(
                state="arrived" if end >= ends[task.vehicle] else "finished", done_by=str(task.vehicle),
                arrival=str(begin), departure=str(end), service_s=str(max(end - start, 0)),
                waiting_s=str(max(start - begin, 0)), driven_seq=str(1000 * begin + (task.sequence or 999)),
                late_s=str(begin - task.planned) if task.planned else "",
                window_violated=str(start > task.latest).lower() if task.windows else "",
            )
        elif ended := [word for word in ("replaced", "cancelled", "rejected") if word in words]:
            entry["state"] = ended[0]
        elif task.vehicle is None:
            entry["state"] = "assigned"
        elif task.latest and ends.get(task.vehicle, 0) >= task.latest + MISSED:
            entry["state"] = "missed"
        claims = [word for word in said if word.event == "finished"]
        if claims and claims[-1].vehicle in ends:
            is_seen = any(begin <= claims[-1].at + 300 for _, begin, _ in visits[task.key])
            entry["claim"] = "confirmed" if is_seen else "contradicted"
        elif claims:
            entry["claim"] = "unverified"
        yield entry


def stands(fixes, ruler):
    """Begin, end and mean place of each time in which fixes stay within 50 m of their mean for 50 s."""
    group, sum_x, sum_y = [], 0.0, 0.0
    for time, lat, lon in [*fixes, (math.inf, 90, 0)]:
        x, y = ruler.flat(lat, lon)
        while group:
            mean = (sum_x / len(group), sum_y / len(group))
            if math.dist(mean, (x, y)) <= 50:
                break
            if group[-1][0] - group[0][0] >= 50:
                yield group[0][0], group[-1][0], mean
                group, sum_x, sum_y = [], 0.0, 0.0
                break
            _, ax, ay = group.pop(0)
            sum_x, sum_y = sum_x - ax, sum_y - ay
        group.append((time, x, y))
        sum_x, sum_y = sum_x + x, sum_y + y


# Running


def measure(name, number, sites, table, options, folder):
    """Scores of one fleet, by regime: of the program, and of the naive rule."""
    case = folder / f"{name}-{number}"
    case.mkdir(exist_ok=True)
    map_path = graph(name, folder)
    fleet = job_fleets.draw_fleet(name, number, sites, table, case, options)
    lists = job_fleets.write_list(fleet, case, options.seed)
    day = Day(fleet, case, map_path, options)
    truth = truth_of(day)
    write_truth(day, truth)
    day.write_log(case / "log.csv")
    scores = {}
    for period in options.periods:
        for sigma in options.sigmas:
            for correlation in options.correlations:
                regime = (period, sigma, correlation)
                place = case / f"{period:g}s-{sigma:g}m-{correlation:g}s"
                place.mkdir(exist_ok=True)
                kept = day.record(place / "pings.csv", period, sigma, correlation)
                scores[regime] = (Score(), Score())
                command = match_command(place, map_path, lists, fleet, options)
                (place / "command.txt").write_text("tracemill " + shlex.join(map(str, command)) + "\n", encoding="utf8")
                if not options.make_only:
                    tracemill(*command)
                    told = Judge(day, truth, str(place), read(place / "reports/jobs.csv"), scores[regime][0])
                    told.judge()
                    told.judge_tours(read(place / "reports/tours.csv"))
                Judge(day, truth, str(place), list(naive(day, kept)), scores[regime][1]).judge()
    return scores


def match_command(place, map_path, lists, fleet, options):
    log = place.parent / "log.csv"
    lists = [argument for one in lists for argument in ("--job-list", place.parent / one)]
    tables = [argument for one in ("jobs", "job_events", "tours") for argument in ("--table", one)]
    return [
        "match", place / "pings.csv", "--map", map_path, *lists, "--job-events", log,
        "--job-date", fleet.day.isoformat(), "--time-zone", job_fleets.ZONE, "-o", f"{place}/reports/",
        "--format", "csv", "--overwrite", "--quiet", "-j", 1, *tables, *options.match,
    ]


def read(path):
    with open(path, encoding="utf8") as file:
        return list(csv.DictReader(file))


def run(options, folder):
    totals, work = {}, []
    with concurrent.futures.ProcessPoolExecutor(options.processes) as pool:
        for name in options.maps:
            sites, table = job_fleets.draw_sites(graph(name, folder), folder, options.sites, options.seed)
            for number in range(options.fleets):
                work.append(pool.submit(measure, name, number, sites, table, options, folder))
        for future in work:
            for regime, (told, simple) in future.result().items():
                before = totals.get(regime, (Score(), Score()))
                totals[regime] = (before[0] + told, before[1] + simple)
    print_all(totals, options)


def print_all(totals, options):
    row("period", "sigma", "correlation", "rule", *HEAD)
    row(*["---:"] * 3, "---", *["---:"] * len(HEAD))
    for (period, sigma, correlation), scores in totals.items():
        for rule, score in zip(("tracemill", "naive"), scores):
            if score.jobs:
                row(f"{period:g} s", f"{sigma:g} m", f"{correlation:g} s", rule, *score.cells())
    told, simple = Score(), Score()
    for scores in totals.values():
        told, simple = told + scores[0], simple + scores[1]
    score = told if told.jobs else simple
    print_confusion(score)
    print_faults(told, simple)
    print(f"\nNot decided, of {score.jobs} jobs:\n")
    row("reason", "count")
    row("---", "---:")
    for why, count in sorted(score.excluded.items()):
        row(why, count)
    if told.eta:
        print("\nArrival expected at the start, less the true one:\n")
        row("1 %", "10 %", "50 %", "90 %", "99 %", "jobs")
        row(*["---:"] * 6)
        late = sorted(told.eta)
        at = lambda share: f"{late[min(int(share * len(late)), len(late) - 1)]:+.0f} s"
        row(*map(at, (0.01, 0.1, 0.5, 0.9, 0.99)), len(late))
    if told.tours:
        print("\nSums of tours whose jobs are all decided:\n")
        row("column", "right", "tours")
        row("---", "---:", "---:")
        for name in dict.fromkeys(name for name, _ in told.tours):
            whole = told.tours[name, True] + told.tours[name, False]
            row(name, percent(told.tours[name, True], whole), whole)
    print_errors(told if told.jobs else simple, options)


def print_confusion(score):
    print("\nStates, truth in rows:\n")
    said = [state for state in [*STATES, "accepted", "absent"] if any(pair[1] == state for pair in score.confusion)]
    row("", *said)
    row("---", *["---:"] * len(said))
    for state in STATES:
        if any(score.confusion[state, one] for one in said):
            row(state, *(score.confusion[state, one] for one in said))


def print_faults(told, simple):
    print("\nStates by what was done with the job:\n")
    row("fault", "decided", "tracemill", "naive")
    row("---", "---:", "---:", "---:")
    for fault in sorted({fault for fault, _ in [*told.faults, *simple.faults]}):
        cells = []
        for score in (told, simple):
            whole = score.faults[fault, True] + score.faults[fault, False]
            cells.append((whole, percent(score.faults[fault, True], whole)))
        row(fault, max(whole for whole, _ in cells), *(share for _, share in cells))


def print_errors(score, options):
    print(f"\nErrors ({len(score.errors)}):\n")
    row("what", "fault", "count")
    row("---", "---", "---:")
    groups = collections.defaultdict(list)
    for what, fault, place, words in score.errors:
        groups[what, fault].append((place, words))
    for (what, fault), cases in sorted(groups.items()):
        row(what, fault or "none", len(cases))
    print()
    for (what, fault), cases in sorted(groups.items(), key=lambda one: -len(one[1])):
        for place, words in cases[:: max(1, len(cases) // options.worst)][: options.worst]:
            print(f"  {what}, {fault or 'none'}: {words}, in {place}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", metavar="map", help=f"{', '.join(MAPS)}; without one the first three")
    parser.add_argument("--periods", type=numbers, default=[1, 5, 15], help="seconds between fixes")
    parser.add_argument("--sigmas", type=numbers, default=[10], help="metres of error on each axis (10)")
    parser.add_argument("--correlations", type=numbers, default=[0, 30], help="seconds in which errors fall to 1/e")
    parser.add_argument("--fleets", type=int, default=13, help="fleets on each map")
    parser.add_argument("--vehicles", type=int, default=8, help="of a fleet")
    parser.add_argument("--tasks", type=int, default=120, help="of a fleet: jobs, pickups, deliveries")
    parser.add_argument("--sites", type=int, default=120, help="addresses on each map, if it has so many")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--make-only", action="store_true", help="write the days, and measure only the naive rule")
    parser.add_argument("--match", type=shlex.split, default=[], help="further options for tracemill match")
    parser.add_argument("--worst", type=int, default=3, help="errors listed of each kind")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps, days and reports there")
    options = parser.parse_args()
    options.maps = options.maps or DEFAULT_MAPS
    check_known(parser, "map", options.maps, MAPS)
    check_ready()
    with working_folder(options.keep) as folder:
        run(options, folder)


if __name__ == "__main__":
    main()
