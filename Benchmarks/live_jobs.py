#!/usr/bin/env python3
"""Holds what `tracemill live` says of jobs while vehicles drive against what `tracemill match` says afterwards.

    pip install pyvroom && make build && Benchmarks/jobs.py town --fleets 3 --keep /tmp/jobs --make-only
    Benchmarks/live_jobs.py /tmp/jobs                     each fleet that Benchmarks/jobs.py has kept there
    Benchmarks/live_jobs.py /tmp/jobs --fleets town-0 town-4 --periods 5
    Benchmarks/live_jobs.py /tmp/jobs --fleets town-4 --copies 125         memory and speed with so many of each vehicle

The rows of all vehicles of a fleet are mixed by time and written into a pipe, one moment after the other, when the one
before was read. The batch run reads the same file without the office's log.

- State: what the last event of a job tells, finished, arrived, missed or nothing, against the state of the batch.
- Arrival, departure: within 20 s of each other, of jobs that both know to be served.
- Said after: how much further the times of the fixes were when an event was said than the event's own time. Those of
  vehicles at the jobs of others are held until the job would be missed or the stream ends, and are not among them.

With --copies, each vehicle and job is there so many times, under names of its own, and the copies are some seconds
apart. The whole day is read at once, with the jobs and without them; --one leaves each vehicle its first job.
"""

import argparse
import collections
import csv
import fcntl
import pathlib
import shlex
import statistics
import struct
import subprocess
import tempfile
import termios
import threading
import time

from accuracy import seconds
from measuring import PROGRAM, measured, numbers, row, tracemill
from plans import percent

PROMPT = 20  # seconds
QUIET = {"not_reached", "assigned"}  # states of the batch that no event tells


def stream_of(path):
    """The heading, and the lines of each moment in order."""
    with open(path, encoding="utf8") as file:
        head, *lines = file.read().splitlines()
    column = head.split(",").index("time")
    moments = collections.defaultdict(list)
    for line in lines:
        moments[float(line.split(",")[column])].append(line)
    return head, sorted(moments.items())


def job_options(place):
    """The job lists, and what says how to read them."""
    words = shlex.split((place / "command.txt").read_text(encoding="utf8"))
    kept = ("--map", "--job-list", "--job-date", "--time-zone")
    return [word for name, value in zip(words, words[1:]) if name in kept for word in (name, value)]


class Live:
    """A live run that is written to, and the rows that it has said so far."""

    def __init__(self, options):
        command = [PROGRAM, "live", *options, "--table", "job_events", "--format", "csv", "--quiet"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.now, self.said = None, []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for entry in csv.DictReader(self.process.stdout):
            self.said.append((self.now, entry))

    def write(self, lines, now):
        """Writes when all before it was read."""
        pipe = self.process.stdin
        while struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"1234"))[0]:
            time.sleep(1e-5)
        self.now = now
        pipe.write("\n".join(lines) + "\n")
        pipe.flush()

    def end(self):
        self.process.stdin.close()
        self.reader.join()
        if self.process.wait():
            raise SystemExit(f"tracemill live ended with {self.process.returncode}")
        return self.said


def live(place):
    head, moments = stream_of(place / "pings.csv")
    run = Live(job_options(place))
    run.write([head], None)
    for now, lines in moments:
        run.write(lines, now)
    return run.end()


def batch(place):
    with tempfile.TemporaryDirectory() as folder:
        tracemill("match", place / "pings.csv", *job_options(place), "-o", f"{folder}/", "--format", "csv", "--table",
                  "jobs", "--quiet", "-j", 1)
        with open(f"{folder}/jobs.csv", encoding="utf8") as file:
            return {(entry["type"], entry["job"]): entry for entry in csv.DictReader(file)}


class Told:
    """What the events of one job tell."""

    def __init__(self):
        self.state, self.arrival, self.departure, self.asset, self.count = "", None, None, "", collections.Counter()

    def take(self, entry):
        event, at = entry["event"], seconds(entry["time"])
        self.count[event] += 1
        if event == "arrived":
            self.state, self.arrival, self.departure, self.asset = "arrived", at, None, entry["asset"]
        elif event == "left":
            self.departure = at
        elif event in ("finished", "missed"):
            self.state = event


def compare(place, totals, options):
    """Adds one fleet with one period."""
    whole, said = batch(place), live(place)
    told = collections.defaultdict(Told)
    for now, entry in said:
        key = entry["type"], entry["job"]
        told[key].take(entry)
        if entry["event"] in ("arrived", "left"):
            is_own = whole[key]["asset"] in ("", entry["asset"])
            totals["after", entry["event"] if is_own else "held"].append(now - seconds(entry["time"]))
    for key, entry in whole.items():
        mine = told[key]
        expected = "" if entry["state"] in QUIET else entry["state"]
        totals["jobs"].append(mine.state == expected)
        served = expected in ("finished", "arrived")
        if any(count > 1 for event, count in mine.count.items() if event in ("arrived", "left", "finished", "missed")):
            totals["twice"].append((key, dict(mine.count)))
        if mine.state != expected:
            totals["wrong"].append(f"{place} {' '.join(key)}: {mine.state or 'nothing'} by {mine.asset or 'nobody'} "
                                   f"{clock(mine.arrival)}, batch {entry['state']} by {entry['done_by'] or 'nobody'} "
                                   f"{entry['arrival'][11:19]} {entry['departure'][11:19]}")
        if not served or not mine.arrival:
            continue
        for name, own in (("arrival", mine.arrival), ("departure", mine.departure)):
            if entry[name] and own:
                off = own - seconds(entry[name])
                totals[name].append(abs(off) <= PROMPT)
                if abs(off) > PROMPT:
                    totals["off"].append(f"{place} {' '.join(key)}: {name} {off:+.0f} s, batch {entry['arrival'][11:19]} "
                                         f"to {entry['departure'][11:19]} by {entry['done_by']}, live {mine.asset}")


# Size


def copied(place, folder, options):
    """Files of many vehicles; gives the number of rows, of vehicles and of jobs."""
    head, moments = stream_of(place / "pings.csv")
    rows = [(now + copy % 15, copy, line.split(",")) for now, lines in moments for line in lines
            for copy in range(options.copies)]
    rows.sort(key=lambda one: one[:2])
    with open(folder / "pings.csv", "w", encoding="utf8") as file:
        file.write(head + "\n")
        for now, copy, (trace, vehicle, _, *others) in rows:
            file.write(",".join([f"{trace}-{copy}", f"{vehicle}-{copy}", f"{now:.0f}", *others]) + "\n")
    jobs, assets = 0, set()
    with open(folder / "list.csv", "w", encoding="utf8", newline="") as file:
        table = csv.writer(file)
        table.writerow("job,asset,seq,lat,lon,earliest,latest,planned,service_s".split(","))
        for entry in batch(place).values():
            if not entry["asset"] or options.one and entry["asset"] in assets:
                continue
            assets.add(entry["asset"])
            columns = ("planned_seq", "lat", "lon", "earliest", "latest", "planned_arrival", "planned_service_s")
            for copy in range(options.copies):
                jobs += 1
                table.writerow([f"{entry['type']} {entry['job']}-{copy}", f"{entry['asset']}-{copy}",
                                *(entry[name] for name in columns)])
    return len(rows), len(assets) * options.copies, jobs


def size(place, options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        rows, assets, jobs = copied(place, folder, options)
        plain = [PROGRAM, "live", "pings.csv", *job_options(place)[:2], "--open-traces", 10 * assets, "--quiet"]
        laps = [measured([*plain, *more], folder) for more in
                (["--table", "trips"], ["--job-list", "list.csv", "--table", "job_events"])]
        for what, lap in zip(("without", jobs), laps):
            row(what, assets, rows, f"{rows / lap.processor:,.0f}", f"{lap.processor:.1f} s", f"{lap.memory:.0f} MB")


def clock(at):
    return "" if at is None else time.strftime("%H:%M:%S", time.gmtime(at))


def share(values):
    return f"{percent(sum(values), len(values))} of {len(values)}"


def spread(values):
    values = sorted(values)
    if not values:
        return ""
    at = lambda part: f"{values[min(int(part * len(values)), len(values) - 1)]:.0f}"
    return f"{statistics.median(values):.0f} / {at(0.9)} / {at(0.99)} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where Benchmarks/jobs.py has kept its fleets")
    parser.add_argument("--fleets", nargs="+", metavar="MAP-N", help="all without it")
    parser.add_argument("--periods", type=numbers, default=[1, 5, 15], help="seconds between fixes")
    parser.add_argument("--copies", type=int, default=0, help="of each vehicle, to measure memory and speed")
    parser.add_argument("--one", action="store_true", help="leave each vehicle its first job")
    parser.add_argument("--worst", type=int, default=5, help="differences listed of each period")
    options = parser.parse_args()
    if options.copies:
        row("jobs", "vehicles", "rows", "rows a second of processor time", "processor", "memory")
        row(*["---:"] * 6)
        for fleet in options.fleets or parser.error("--copies goes with --fleets"):
            for period in options.periods:
                size(next((options.folder / fleet).glob(f"{period:g}s-*-30s")), options)
        return
    fleets = options.fleets or sorted(path.parent.name for path in options.folder.glob("*/stands.csv"))
    row("period", "jobs", "state", "arrival", "departure", "arrival said after (50/90/99 %)", "departure said after")
    row(*["---:"] * 7)
    for period in options.periods:
        totals = collections.defaultdict(list)
        for fleet in fleets:
            for place in sorted((options.folder / fleet).glob(f"{period:g}s-*-30s")):
                compare(place, totals, options)
        row(f"{period:g} s", len(totals["jobs"]), share(totals["jobs"]), share(totals["arrival"]),
            share(totals["departure"]), spread(totals["after", "arrived"]), spread(totals["after", "left"]))
        for name in ("wrong", "off", "twice"):
            for words in totals[name][: options.worst]:
                print(f"  {name}: {words}")


if __name__ == "__main__":
    main()
