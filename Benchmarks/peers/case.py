"""One map, period and sigma: the results of each matcher for its drives.

The measurements of a matcher are kept beside the traces as `NAME.json`:

    settings, version   of a peer
    correct             length correct by the longer of the truth and the result, all drives together
    missing, extra      length of the truth not found, of the result not true, by the length of the truth
    lost                drives without a result
    fixes               in the drives of the race
    seconds, processor, memory, load        for the drives of the race, medians of the `laps`
"""

import json
import os
import subprocess

from measuring import Lap, median
from peers import drives, environment, segments, tracemill

PEERS = {"osrm": ("OSRM", "osrm-bindings"), "valhalla": ("Valhalla", "pyvalhalla"), "fmm": ("FMM", "fastmm")}


class Failure(Exception):
    pass


def work(peer, task, *arguments, worker="worker"):
    """What a worker prints, from a process of its own in the environment of the peers."""
    command = [environment.python(), "-m", f"peers.{worker}", peer, task, *map(str, arguments)]
    path = {**os.environ, "PYTHONPATH": str(environment.ROOT / "Benchmarks")}
    run = subprocess.run(command, capture_output=True, text=True, env=path)
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"ended with {run.returncode}"])[-1]
        raise Failure(f"{task} failed: {last[:300]}")
    return json.loads(run.stdout.splitlines()[-1]) if task != "prepare" else None


class Case:
    def __init__(self, name, source, folder, own, period, sigma):
        self.name, self.source, self.period, self.sigma = name, source, period, sigma
        self.parent, self.own = folder, own
        self.folder = folder / f"{period}-{sigma}"
        self.results = {}

    def measure(self, matchers, extract, runs, failures):
        """Accuracy of each matcher, then speed in laps in which they take turns."""
        measured = {}
        for matcher in matchers:
            try:
                measured[matcher] = {**self.judge(matcher, extract), "laps": []}
            except Failure as failure:
                failures.setdefault(matcher, str(failure))
        for _ in range(runs):
            for matcher, result in measured.items():
                result["laps"].append(self.lap(matcher))
        fixes = drives.count_rows(self.folder / "race.csv")
        for matcher, result in measured.items():
            self.results[matcher] = result | median(result["laps"])._asdict() | {"fixes": fixes}
            (self.folder / f"{matcher}.json").write_text(json.dumps(self.results[matcher], indent=1))

    def judge(self, matcher, extract):
        """How much of the drives a matcher has right."""
        output = self.own / f"{matcher}.csv"
        if matcher == "tracemill":
            tracemill.match(self.own, self.folder / "traces.csv", output, self.sigma)
            result = {}
        else:
            report = work(matcher, "match", *self.options("traces.csv"), "--segments", output)
            version = environment.version(PEERS[matcher][1])
            result = {"version": version, "settings": report["settings"], "refused": report["refused"]}
        truth, found = segments.read(self.folder / "truth.csv"), segments.read(output)
        correct, true, matched, longer = segments.score(truth, found, extract.length)
        result |= {"correct": correct / longer, "missing": (true - correct) / true, "extra": (matched - correct) / true}
        return result | {"lost": sum(trace not in found for trace in truth), "kilometres": true / 1000}

    def lap(self, matcher):
        """What the drives of the race took."""
        if matcher == "tracemill":
            return tracemill.time(self.own, self.folder / "race.csv", self.sigma)
        load = os.getloadavg()[0]
        report = work(matcher, "time", *self.options("race.csv"))
        return Lap(report["seconds"], report["processor"], report["memory"], load)

    def options(self, traces):
        where = ("--map", self.source, "--folder", self.parent, "--traces", self.folder / traces)
        return (*where, "--sigma", self.sigma, "--period", self.period)

    def size(self):
        """Cells of a table: drives, kilometres, fixes, fixes of the race."""
        kilometres = max(result["kilometres"] for result in self.results.values())
        traces = sum(1 for _ in segments.read(self.folder / "truth.csv"))
        fixes = (drives.count_rows(self.folder / name) for name in ("traces.csv", "race.csv"))
        return [traces, f"{kilometres:,.0f}", *(f"{number:,}" for number in fixes)]

    def kept(self, matcher):
        """Whether a matcher has been measured; its results are then here."""
        path = self.folder / f"{matcher}.json"
        if path.exists():
            self.results[matcher] = json.loads(path.read_text())
        return path.exists()
