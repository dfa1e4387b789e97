#!/usr/bin/env python3
"""tracemill and its peers on the same simulated drives, map and machine, taking turns in one run.

    Benchmarks/peers/run.py                         everything, as `make bench` does
    Benchmarks/peers/run.py --maps Monaco --cases 1:5 30:10 --drives 20 --runs 1
    Benchmarks/peers/run.py --folder work --keep    tracemill again, with the drives and the results of peers in a folder

Every matcher works in its own process, with one thread. For the peers only the matching call is timed, without loading
maps and converting traces and results. For tracemill everything is timed, from the start of the process to its end.
"""

import argparse
import os
import pathlib
import platform
import shutil
import sys
import tempfile
import time

if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from measuring import DATA, row
from peers import drives, environment, openstreetmap, tracemill
from peers.case import PEERS, Case, Failure, work

MAPS = {"Monaco": "osm/monaco-2021-04-21.osm.pbf", "Liechtenstein": "osm/liechtenstein-2021-10-28.osm.pbf"}
CASES = [(period, sigma) for period in (1, 5, 30) for sigma in (5, 10)]
DRIVES = 100
SEED = 1
FOLDER = environment.ROOT / ".build/bench"


def prepared(peer, source, folder):
    """Makes a peer's files of a map. Returns why it cannot, or None."""
    reason = environment.install(PEERS[peer][1])
    if reason:
        return reason
    try:
        work(peer, "prepare", "--map", source, "--folder", folder)
    except Failure as failure:
        return str(failure)


def measured(name, cases, options, own, failures):
    """The cases of one map, all measured. Files that only this run needs go to the folder `own`."""
    source, folder = (DATA / MAPS[name]).resolve(), (options.folder / name).resolve()
    if not options.keep:
        shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    tracemill.prepare(source, own)
    extract = openstreetmap.Extract(source)
    result = [Case(name, source, folder, own, period, sigma) for period, sigma in cases]
    missing = [case for case in result if not (case.folder / "race.csv").exists()]
    if missing:
        names, simulated = drives.chosen(own, extract, options.drives, options.seed)
        for case in missing:
            drives.make(own, case.folder, names, simulated, options.seed, case.period, case.sigma)
    wanted = set(options.only)
    for peer in PEERS:
        if peer in wanted and not all(case.kept(peer) for case in result):
            reason = prepared(peer, source, folder)
            if reason:
                failures.setdefault(peer, reason)
                wanted.remove(peer)
    for case in result:
        begin = time.monotonic()
        kept = {peer for peer in ("tracemill", *PEERS) if case.kept(peer)} - {"tracemill"}
        case.measure([name for name in options.only if name in wanted - kept], extract, options.runs, failures)
        said = f"{name}, {case.period} s, {case.sigma} m: {time.monotonic() - begin:.0f} s"
        print(said, *case.results, file=sys.stderr, flush=True)
    return result


def cells(case, form):
    results = (case.results.get(matcher) for matcher in ("tracemill", *PEERS))
    return [form(result) if result else "" for result in results]


def table(title, cases, header, line):
    print(f"\n#### {title}\n")
    names = ["map", "period", "σ", *header]
    row(*names)
    row("---", *["---:"] * (len(names) - 1))
    for case in cases:
        row(case.name, f"{case.period} s", f"{case.sigma} m", *line(case))


def accuracy(case):
    """Shares, and the error of tracemill by the least of its peers'."""
    shares = cells(case, lambda result: f"{100 * result['correct']:.2f} %")
    wrong = {matcher: 1 - result["correct"] for matcher, result in case.results.items()}
    ours, least = wrong.pop("tracemill", None), min(wrong.values(), default=0)
    return [*shares, f"{ours / least:.2f}" if ours is not None and least else ""]


def errors(case):
    def told(result):
        lost = f", {result['lost']} lost" if result["lost"] else ""
        return f"{100 * result['missing']:.2f} + {100 * result['extra']:.2f} %{lost}"

    return cells(case, told)


def speed(case):
    return cells(case, lambda result: f"{result['fixes'] / result['seconds']:,.0f}")


def gain(case):
    """How many times as fast as each peer tracemill is, by the clock and by processor time."""
    ours = case.results.get("tracemill")
    theirs = (case.results.get(peer) for peer in PEERS)
    times = ("seconds", "processor")
    return [", ".join(f"{their[t] / ours[t]:.2f}" for t in times) if ours and their else "" for their in theirs]


def memory(case):
    return cells(case, lambda result: f"{result['memory']:.0f} MB")


def tell_settings(cases):
    print("\nSettings of the peers:\n")
    for peer, (label, package) in PEERS.items():
        said = {}
        for case in cases:
            result = case.results.get(peer)
            if result:
                text = ", ".join(f"{name} {value:g}" for name, value in result["settings"].items())
                said.setdefault((result["version"], text), []).append(f"{case.period} s/{case.sigma} m")
        for (version, text), where in said.items():
            print(f"- {label} ({package} {version}), {', '.join(dict.fromkeys(where))}: {text}")


def bench(options):
    cases = [tuple(map(int, case.split(":"))) for case in options.cases] if options.cases else CASES
    failures, done = {}, []
    for name in options.maps:
        with tempfile.TemporaryDirectory() as own:
            done += measured(name, cases, options, pathlib.Path(own), failures)
    print("\n### Beside other matchers\n")
    loads = [result["load"] for case in done for result in case.results.values()]
    print(f"{time.strftime('%F')}, {os.cpu_count()} cores, {platform.machine()}; load of the machine {min(loads):.1f} to")
    print(f"{max(loads):.1f}, itself included. Fixes: of all drives, and of those whose time was taken.")
    names = ["tracemill", *(label for label, _ in PEERS.values())]
    table("Drives", done, ["drives", "km", "fixes", "timed"], lambda case: case.size())
    table("Correct, C / max(T, M)", done, [*names, "error by least of peers"], accuracy)
    table("Missing + extra by T, and drives without result", done, names, errors)
    table("Fixes per second", done, names, speed)
    table("tracemill's speed by its peers', by the clock and by processor time", done, names[1:], gain)
    table("Peak memory", done, names, memory)
    tell_settings(done)
    for reason in dict.fromkeys(failures.values()):
        without = [PEERS[peer][0] if peer in PEERS else peer for peer in failures if failures[peer] == reason]
        print(f"\n{', '.join(without)}: {reason}.")


def add_options(parser):
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER, help="for maps, drives and results")
    parser.add_argument("--keep", action="store_true", help="use the folder's drives and the peers' results in it")
    parser.add_argument("--maps", nargs="+", default=list(MAPS), choices=list(MAPS))
    parser.add_argument("--cases", nargs="+", help="period:sigma, in seconds and metres; all without")
    parser.add_argument("--drives", type=int, default=DRIVES, help="in each case")
    parser.add_argument("--seed", type=int, default=SEED, help="of the drives")
    everyone = ["tracemill", *PEERS]
    parser.add_argument("--only", nargs="+", default=everyone, choices=everyone, help="measure only these")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--runs", type=int, default=3, help="laps, of which the median counts")
    bench(parser.parse_args())


if __name__ == "__main__":
    main()
