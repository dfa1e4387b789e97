"""One router in its own process, in the environment of the peers.

    python -m peers.route_worker osrm-mld prepare --map monaco.osm.pbf --folder work
    python -m peers.route_worker osrm-mld time    --folder work --requests routes.csv
    python -m peers.route_worker osrm-mld route   --folder work --requests routes.csv --answers out.json
    python -m peers.route_worker osrm-mld guide   --folder work --requests lines.json --answers out.json

`time` clocks only the calls that route, on the wall and of processors; nothing is kept. `route` writes one object for
each answered request, by its id. `guide` writes what is said along lines, by their ids; its requests are an object of
places. Prints one line of JSON.
"""

import argparse
import csv
import importlib
import json
import pathlib
import sys
import time

# The module, and the arguments of its functions besides the folder.
ROUTERS = {"osrm-ch": ("osrm", ("CH",)), "osrm-mld": ("osrm", ("MLD",)), "valhalla": ("valhalla", ())}


def requests(path):
    """Pairs of id and the two places of each request."""
    with open(path, newline="") as lines:
        for row in csv.DictReader(lines):
            begin, end = ((float(row[f"{which}_lat"]), float(row[f"{which}_lon"])) for which in ("from", "to"))
            yield row["id"], begin, end


def clocked(router, path):
    """Seconds inside the router, including requests that it refuses."""
    seconds = processor = 0.0
    for _, begin, end in requests(path):
        request = router.request(begin, end)
        since, since_processor = time.perf_counter(), time.process_time()
        try:
            router.route(request)
        except router.refusals:
            pass
        seconds += time.perf_counter() - since
        processor += time.process_time() - since_processor
    return {"seconds": seconds, "processor": processor}


def answered(router, path):
    """The answers, and for refused requests the reasons."""
    answers, reasons = {}, {}
    for name, begin, end in requests(path):
        try:
            answers[name] = router.answer(router.route(router.request(begin, end)))
        except router.refusals as error:
            reasons[name] = str(error)[:200]
    return answers, reasons


def guided(guide, path):
    """Along each line that can be followed: the line taken, and the maneuvers; for others the reasons."""
    answers, reasons = {}, {}
    for name, line in json.loads(path.read_text()).items():
        try:
            answers[name] = guide.maneuvers(line)
        except guide.refusals as error:
            reasons[name] = str(error)[:200]
    return answers, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("router", choices=ROUTERS)
    parser.add_argument("task", choices=["prepare", "time", "route", "guide"])
    parser.add_argument("--map", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--requests", type=pathlib.Path)
    parser.add_argument("--answers", type=pathlib.Path)
    arguments = parser.parse_args()
    name, extra = ROUTERS[arguments.router]
    module = importlib.import_module(f"peers.{name}")
    if arguments.task == "prepare":
        module.prepare(arguments.map, arguments.folder, *extra)
        return
    report = {}
    if arguments.task == "time":
        report = clocked(module.Router(arguments.folder, *extra), arguments.requests)
    else:
        kind, answer = (module.Guide, guided) if arguments.task == "guide" else (module.Router, answered)
        answers, report["refused"] = answer(kind(arguments.folder, *extra), arguments.requests)
        arguments.answers.write_text(json.dumps(answers))
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    main()
