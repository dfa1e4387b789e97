#!/usr/bin/env python3
"""Measures how soon a live run says that a vehicle stands at a waypoint of its plan, and that it has left.

    make build && Benchmarks/arrivals.py                    120 drives each in Monaco and Liechtenstein
    Benchmarks/arrivals.py monaco --periods 5 --sigmas 10 --lag 0 --drives 40

Drives are simulated with plans and errors that last 30 s, as in plans.py, and fed to `tracemill live`. A spoilt row after
each row of the stream marks when an event is written: its row of `rejects` follows what the row before it brought.

- Stands: true stops of 15 s or more, and of two periods or more, at waypoints that were reached: shorter ones have no
  two fixes that stand.
- Arrived: the share with `milestone_arrived` within 60 s of coming to stand, and within lag x period more; and the median
  and 99th percentile of how much later than coming to stand it is said. A drive that ends before counts as said at its end.
- Time: the share of those said whose time is within 20 s of coming to stand.
- Left: the share with `milestone_left` within 60 s of driving off, and within lag x period more, of stands that the record
  goes on after for so long.
- False: arrivals said at a waypoint where the vehicle does not stand then; twice: a second one of the same stand.
"""

import argparse
import json
import pathlib

from accuracy import seconds
from measuring import Sum, check_known, check_ready, numbers, row, rows_by_trace, tracemill, working_folder
from plans import MAPS, SEED, graph, percent

PROMPT = 60  # seconds
GOOD = 20  # seconds between coming to stand or driving off, and what is told
SHORTEST = 15  # seconds
HEAD = ["stands", "arrived in 60 s", "and lag x period", "50 %, 99 %", "time", "left in 60 s", "and lag x period"]
HEAD += ["false", "twice"]


class Score(Sum):
    """Counts of one case."""

    def __init__(self):
        self.stands = self.prompt = self.promised = self.told = self.timed = self.false = self.twice = 0
        self.leavings = self.left_prompt = self.left_promised = 0
        self.lags, self.errors = [], []

    def cells(self):
        lags = sorted(self.lags)
        at = lambda share: f"{lags[min(int(share * len(lags)), len(lags) - 1)]:.0f} s" if lags else ""
        return [
            self.stands, percent(self.prompt, self.stands), percent(self.promised, self.stands), f"{at(0.5)}, {at(0.99)}",
            percent(self.timed, self.told), percent(self.left_prompt, self.leavings),
            percent(self.left_promised, self.leavings), self.false, self.twice,
        ]


def marked(traces, path):
    """Writes a stream with a spoilt row after each row.

    Returns: by the line of a spoilt row, the trace and the time of the row before it.
    """
    marks = {}
    with open(traces, encoding="utf8") as source, open(path, "w", encoding="utf8") as target:
        header = next(source)
        columns = header.strip().split(",")
        trace, time = columns.index("trace_id"), columns.index("time")
        target.write(header)
        for number, line in enumerate(source):
            cells = line.strip().split(",")
            marks[3 + 2 * number] = (cells[trace], seconds(cells[time]))
            target.write(line + "spoilt\n")
    return marks


def told(lines, marks, last):
    """The events of each trace with the time when they were written."""
    events, waiting = {}, []
    for line in lines:
        entry = json.loads(line)
        if entry["table"] == "events":
            waiting.append(entry)
            continue
        trace, now = marks.get(entry["line"], (None, None))
        for event in waiting:
            said = now if event["trace_id"] == trace else last[event["trace_id"]]
            events.setdefault(event["trace_id"], []).append((event, said))
        waiting = []
    for event in waiting:
        events.setdefault(event["trace_id"], []).append((event, last[event["trace_id"]]))
    return events


def waypoint(event):
    return event["detail"].split(";")[0].split(",")[0].removeprefix("waypoint ")


def score_trace(trace, truth, stops, events, end, period, slack, score):
    """The stands of one drive beside what was said of them."""
    used = set()
    for entry in truth:
        stop = next((stop for stop in stops if stop["begin_time"] == entry["time"]), None)
        if entry["status"] != "reached" or not stop:
            continue
        begin, leave = seconds(stop["begin_time"]), seconds(stop["end_time"])
        if leave - begin < SHORTEST or end - begin < SHORTEST:
            continue
        is_short = leave - begin < 2 * period
        found = [
            (number, event, said) for number, (event, said) in enumerate(events)
            if event["type"] == "milestone_arrived" and waypoint(event) == entry["waypoint"]
            and begin - 2 * GOOD - slack <= seconds(event["begin_time"]) <= leave + GOOD
        ]
        used.update(number for number, _, _ in found)
        if is_short:
            continue
        score.stands += 1
        score.twice += len(found) > 1
        if found:
            _, event, said = found[0]
            late = said - begin
            score.told += 1
            score.lags.append(late)
            score.prompt += late <= PROMPT or said == end
            score.promised += late <= PROMPT + slack or said == end
            is_timed = abs(seconds(event["begin_time"]) - begin) <= GOOD
            score.timed += is_timed
            if late > PROMPT and said != end or not is_timed:
                score.errors.append(f"{trace} waypoint {entry['waypoint']}: {stop['begin_time']}, told {event['begin_time']} after {late:.0f} s")
        else:
            score.errors.append(f"{trace} waypoint {entry['waypoint']}: {stop['begin_time']} to {stop['end_time']} not told")
        if end - leave < PROMPT + slack:
            continue
        score.leavings += 1
        left = [
            said - leave for event, said in events
            if event["type"] == "milestone_left" and waypoint(event) == entry["waypoint"]
            and abs(seconds(event["begin_time"]) - leave) <= PROMPT + slack
        ]
        score.left_prompt += bool(left) and left[0] <= PROMPT
        score.left_promised += bool(left) and left[0] <= PROMPT + slack
        if not left or left[0] > PROMPT:
            score.errors.append(f"{trace} waypoint {entry['waypoint']}: left {stop['end_time']}, told {left}")
    for number, (event, _) in enumerate(events):
        if event["type"] == "milestone_arrived" and number not in used:
            score.false += 1
            score.errors.append(f"{trace} false: {event['begin_time']} {event['detail']}")


def measure(name, period, sigma, options, folder):
    case = folder / f"arrivals-{name}-{period:g}s-{sigma:g}m"
    case.mkdir(exist_ok=True)
    tracemill(
        "simulate", "--map", graph(name, folder), "-o", case / "drives", "--quiet", "--count", options.drives, "--seed",
        options.seed, "--period", period, "--sigma", sigma, "--correlation", options.correlation, "--make-plans")
    drives = case / "drives"
    marks = marked(drives / "traces.csv", case / "stream.csv")
    ends = {}
    for trace, time in marks.values():
        ends[trace] = max(time, ends.get(trace, time))
    output = tracemill(
        "live", case / "stream.csv", "--map", graph(name, folder), "--plan", drives / "plans.ndjson", "--lag", options.lag,
        "--table", "events", "--table", "rejects", "--quiet", TRACEMILL_PASS_THROUGH="true")
    events = told(output.splitlines(), marks, ends)
    truth, stops = rows_by_trace(drives / "plan_truth.csv"), rows_by_trace(drives / "stretches.csv")
    score = Score()
    for trace, end in ends.items():
        standing = [stop for stop in stops[trace] if stop["type"] == "stop"]
        score_trace(trace, truth[trace], standing, events.get(trace, []), end, period, options.lag * period, score)
    return score


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("maps", nargs="*", metavar="map", help=f"{', '.join(MAPS)}; Monaco and Liechtenstein without one")
    parser.add_argument("--periods", type=numbers, default=[1, 5, 15, 30], help="seconds between fixes")
    parser.add_argument("--sigmas", type=numbers, default=[5, 10], help="metres of error on each axis")
    parser.add_argument("--correlation", type=float, default=30, help="seconds in which errors fall to 1/e")
    parser.add_argument("--lag", type=int, default=10)
    parser.add_argument("--drives", type=int, default=120, help="on each map, period and sigma")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--worst", type=int, default=0, help="errors listed, spread over all of them")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps, drives and streams there")
    options = parser.parse_args()
    options.maps = options.maps or ["monaco", "liechtenstein"]
    check_known(parser, "map", options.maps, MAPS)
    check_ready()
    row("period", "error", *HEAD)
    row(*["---:"] * (2 + len(HEAD)))
    with working_folder(options.keep) as folder:
        errors = []
        for period in options.periods:
            for sigma in options.sigmas:
                score = Score()
                for map_name in options.maps:
                    score += measure(map_name, period, sigma, options, folder)
                row(f"{period:g} s", f"{sigma:g} m", *score.cells())
                errors += [f"{period:g} s, {sigma:g} m: {error}" for error in score.errors]
    for error in errors[:: max(1, len(errors) // max(options.worst, 1))][: options.worst]:
        print("  " + error)


if __name__ == "__main__":
    main()
