"""One matcher in its own process, in the environment of the peers.

    python -m peers.worker osrm prepare --map monaco.osm.pbf --folder work
    python -m peers.worker osrm time    --map … --folder … --traces traces.csv --sigma 5 --period 1
    python -m peers.worker osrm match   --map … --folder … --traces … --segments out.csv

`time` reads trace after trace and clocks only the matching call; nothing is kept, so that the process's peak memory is
the matcher's. `match` writes what was matched as segments. Prints one line of JSON.
"""

import argparse
import importlib
import json
import pathlib
import sys
import time

from peers import openstreetmap, segments, traces


def clocked(matcher, path):
    """Seconds inside the matcher, by the clock and of processors, including traces that it refuses."""
    seconds = processor = 0.0
    for _, trace in traces.read(path):
        request = matcher.request(trace)
        begin, begin_processor = time.perf_counter(), time.process_time()
        try:
            matcher.match(request)
        except matcher.refusals:
            pass
        seconds += time.perf_counter() - begin
        processor += time.process_time() - begin_processor
    return {"seconds": seconds, "processor": processor}


def matched(matcher, extract, path):
    """The pieces of every trace; none for a refused one."""
    drives, reasons = {}, {}
    for name, trace in traces.read(path):
        try:
            pieces = matcher.pieces(matcher.match(matcher.request(trace)), extract)
        except matcher.refusals as error:
            pieces = []
            reasons[name] = str(error)[:200]
        drives[name] = segments.joined(pieces)
    return drives, reasons


def peak():
    """MB that this process held at most; not what its parent held when it started it, as `getrusage` counts."""
    status = dict(line.split(":", 1) for line in pathlib.Path("/proc/self/status").read_text().splitlines())
    return int(status["VmHWM"].split()[0]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", choices=["osrm", "valhalla", "fmm"])
    parser.add_argument("task", choices=["prepare", "time", "match"])
    parser.add_argument("--map", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--traces", type=pathlib.Path)
    parser.add_argument("--segments", type=pathlib.Path)
    parser.add_argument("--sigma", type=float, default=5)
    parser.add_argument("--period", type=float, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="another setting than ours")
    arguments = parser.parse_args()
    module = importlib.import_module(f"peers.{arguments.peer}")
    if arguments.task == "prepare":
        module.prepare(arguments.map, arguments.folder)
        return
    settings = module.settings(arguments.sigma, arguments.period)
    settings |= {name: float(value) for name, value in (pair.split("=") for pair in arguments.set)}
    matcher = module.Matcher(arguments.map, arguments.folder, settings)
    report = {"settings": settings}
    if arguments.task == "time":
        report |= clocked(matcher, arguments.traces)
        report["memory"] = peak()
    else:
        drives, reasons = matched(matcher, openstreetmap.Extract(arguments.map), arguments.traces)
        segments.write(arguments.segments, drives)
        report["refused"] = reasons
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
