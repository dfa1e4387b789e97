#!/usr/bin/env python3
"""tracemill and its peers on the same simulated drives, map and machine, taking turns in one run.

    Benchmarks/bench.py peers                       everything
    Benchmarks/peers/run.py --maps Monaco --cases 1:5 30:10 --drives 20 --runs 1

Every matcher works in a process of its own. Of the peers only the matching call is timed, neither the loading of maps
nor the conversion of traces and results; of tracemill everything, from the start of the process to its end.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from measuring import row
from peers import environment, openstreetmap, segments, tracemill

MAPS = {"Monaco": "osm/monaco-2021-04-21.osm.pbf", "Liechtenstein": "osm/liechtenstein-2021-10-28.osm.pbf"}
CASES = [(period, sigma) for period in (1, 5, 30) for sigma in (5, 10)]
PEERS = {"osrm": ("OSRM", "osrm-bindings"), "valhalla": ("Valhalla", "pyvalhalla"), "fmm": ("FMM", "fastmm")}
DRIVES = 200
SEED = 1
FOLDER = environment.ROOT / ".build/bench"


class Failure(Exception):
    pass


def work(peer, task, *arguments):
    """What a worker prints, from a process of its own in the environment of the peers."""
    command = [environment.python(), "-m", "peers.worker", peer, task, *map(str, arguments)]
    path = {**os.environ, "PYTHONPATH": str(environment.ROOT / "Benchmarks")}
    run = subprocess.run(command, capture_output=True, text=True, env=path, cwd=FOLDER)
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"ended with {run.returncode}"])[-1]
        raise Failure(f"{task} failed: {last[:300]}")
    return json.loads(run.stdout.splitlines()[-1]) if task != "prepare" else None


class Case:
    """One map, period and sigma: its drives, and what the matchers make of them."""

    def __init__(self, name, source, folder, period, sigma, drives):
        self.name, self.source, self.parent, self.period, self.sigma = name, source, folder, period, sigma
        self.folder = folder / f"{period}-{sigma}"
        self.folder.mkdir()
        tracemill.simulate(folder, self.folder, drives, SEED, period, sigma)
        self.traces = self.folder / "traces.csv"
        with open(self.traces, encoding="utf8") as rows:
            self.fixes = sum(1 for _ in rows) - 1
        self.kilometres = 0.0
        self.correct, self.speed, self.memory, self.settings = {}, {}, {}, {}

    def options(self):
        where = ("--map", self.source, "--folder", self.parent, "--traces", self.traces)
        return (*where, "--sigma", self.sigma, "--period", self.period)

    def judge(self, matchers, extract, failures):
        """How much of the drives each matcher has right."""
        truth = segments.read(self.folder / "truth.csv")
        for matcher in matchers:
            output = self.folder / f"{matcher}.csv"
            try:
                if matcher == "tracemill":
                    tracemill.match(self.parent, self.traces, output, self.sigma)
                else:
                    self.settings[matcher] = work(matcher, "match", *self.options(), "--segments", output)["settings"]
            except Failure as failure:
                failures.setdefault(matcher, str(failure))
                continue
            correct, true, _, longer = segments.score(truth, segments.read(output), extract.length)
            self.correct[matcher] = correct / longer
            self.kilometres = true / 1000

    def race(self, matchers, runs, failures):
        """Fixes per second and peak memory: medians of runs in which the matchers take turns."""
        results = {matcher: [] for matcher in matchers}
        for _ in range(runs):
            for matcher in matchers:
                try:
                    results[matcher].append(self.lap(matcher))
                except Failure as failure:
                    failures.setdefault(matcher, str(failure))
        for matcher, laps in results.items():
            if laps:
                self.speed[matcher] = self.fixes / statistics.median(seconds for seconds, _ in laps)
                self.memory[matcher] = statistics.median(memory for _, memory in laps)

    def lap(self, matcher):
        if matcher == "tracemill":
            return tracemill.time(self.parent, self.traces, self.sigma)
        report = work(matcher, "time", *self.options())
        return report["seconds"], report["peak_mb"]


def prepared(source, folder, failures):
    """The matchers that are ready for a map; why others are not goes to `failures`."""
    tracemill.prepare(source, folder)
    ready = ["tracemill"]
    for peer, (_, package) in PEERS.items():
        reason = environment.install(package)
        try:
            if not reason:
                work(peer, "prepare", "--map", source, "--folder", folder)
        except Failure as failure:
            reason = str(failure)
        if reason:
            failures.setdefault(peer, reason)
        else:
            ready.append(peer)
    return ready


def cells(values, form):
    return [form(values[matcher]) if matcher in values else "" for matcher in ("tracemill", *PEERS)]


def table(title, cases, header, line):
    print(f"\n#### {title}\n")
    names = ["map", "period", "σ", *header]
    row(*names)
    row("---", *["---:"] * (len(names) - 1))
    for case in cases:
        row(case.name, f"{case.period} s", f"{case.sigma} m", *line(case))


def others(values):
    return [value for matcher, value in values.items() if matcher != "tracemill"]


def accuracy(case):
    best = max(others(case.correct), default=None)
    ratio = f"{(1 - case.correct['tracemill']) / (1 - best):.2f}" if best else ""
    shares = cells(case.correct, lambda share: f"{100 * share:.2f} %")
    return [f"{case.fixes:,}", f"{case.kilometres:,.0f}", *shares, ratio]


def speed(case):
    best = max(others(case.speed), default=None)
    ratio = f"{case.speed['tracemill'] / best:.2f}" if best else ""
    return [*cells(case.speed, lambda number: f"{number:,.0f}"), ratio]


def memory(case):
    return cells(case.memory, lambda megabytes: f"{megabytes:.0f} MB")


def tell_settings(cases):
    print("\nSettings of the peers:\n")
    for peer, (label, package) in PEERS.items():
        said = {}
        for case in cases:
            if peer in case.settings:
                text = ", ".join(f"{name} {value:g}" for name, value in case.settings[peer].items())
                said.setdefault(text, []).append(f"{case.period} s/{case.sigma} m")
        for text, where in said.items():
            print(f"- {label} ({package} {environment.version(package)}), {', '.join(dict.fromkeys(where))}: {text}")


def bench(maps, cases, drives, runs):
    print("\n### Beside other matchers\n")
    load = os.getloadavg()[0]
    shutil.rmtree(FOLDER, ignore_errors=True)
    done, failures = [], {}
    for name, file in maps.items():
        source, folder = (environment.DATA / file).resolve(), FOLDER / name
        folder.mkdir(parents=True)
        matchers = prepared(source, folder, failures)
        extract = openstreetmap.Extract(source)
        for period, sigma in cases:
            case = Case(name, source, folder, period, sigma, drives)
            print(f"{name}, {period} s, {sigma} m: {case.fixes} fixes", file=sys.stderr)
            case.judge(matchers, extract, failures)
            case.race(matchers, runs, failures)
            done.append(case)
    print(f"{drives} drives in each case, {os.cpu_count()} cores, {platform.machine()}; the load of the machine was")
    print(f"{load:.1f} at the begin and {os.getloadavg()[0]:.1f} at the end.")
    names = ["tracemill", *(label for label, _ in PEERS.values())]
    table("Correct, C / max(T, M)", done, ["fixes", "km", *names, "error / least of peers"], accuracy)
    table("Fixes per second", done, [*names, "ratio to fastest peer"], speed)
    table("Peak memory", done, names, memory)
    tell_settings(done)
    for peer, reason in failures.items():
        print(f"\n{PEERS.get(peer, [peer])[0]}: {reason}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", nargs="*", default=list(MAPS), choices=list(MAPS))
    parser.add_argument("--cases", nargs="*", help="period:sigma, in seconds and metres")
    parser.add_argument("--drives", type=int, default=DRIVES)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    chosen = [tuple(map(int, case.split(":"))) for case in arguments.cases or []]
    bench({name: MAPS[name] for name in arguments.maps}, chosen or CASES, arguments.drives, arguments.runs)


if __name__ == "__main__":
    main()
