#!/usr/bin/env python3
"""Measures the accuracy of matched routes on real drives whose route is known.

    Benchmarks/accuracy.py                                     all sets as recorded
    Benchmarks/accuracy.py seattle --periods 1,2,5,10,30,60 --sigmas 0,10,20,50,100
    Benchmarks/accuracy.py kubicka --periods 1,30,60,120 --worst 10

Sets: `seattle` (Newson & Krumm 2009, one drive), `kubicka` (Kubička et al. 2015, 50 tracks), `itinero` (small cases of
another matcher, compared as lines). Real data is read from ../shared/data or TRACEMILL_TEST_DATA.

`--periods` thins a trace: a fix is kept if it is at least this many seconds after the previous kept one. The last fix
of the trace is always kept, so that the end of the true route has a fix. `--sigmas` adds Gaussian noise of this many
metres to the east and to the north of every fix, the same in every run with the same `--seed`. Every case is matched by
the program end to end, and measured by `tracemill compare`.

Correct is C / max(T, M), summed over the traces; mismatch is (missing + extra) / T, as in Newson & Krumm.
"""

import argparse
import csv
import datetime
import json
import math
import pathlib
import random
import sys
import tarfile
import tempfile

import kubicka_to_edge_list
import kubicka_to_segments
import seattle_truth_to_segments
from measuring import DATA, check_ready, numbers, row, tracemill

METRES_PER_DEGREE = 111_195  # of latitude, on a sphere of the earth's mean radius
DEFAULT_SIGMA = 5  # of tracemill match, metres


class Case:
    """One trace file with its map and truth."""

    def __init__(self, name, trace, graph, truth, lines=False):
        self.name, self.trace, self.graph, self.truth, self.lines = name, trace, graph, truth, lines


# The sets of cases.


def seattle(folder):
    source = DATA / "seattle"
    graph, truth = folder / "seattle.tmg", folder / "seattle-truth.csv"
    tracemill("map", "build", source / "seattle-nk-snapped.osm.pbf", "-o", graph)
    seattle_truth_to_segments.main(
        source / "ground_truth.csv", source / "seattle-nk-snapped.osm.pbf", truth
    )
    yield Case("Seattle", source / "gps_data.csv", graph, truth)


def kubicka(folder):
    tracks = folder / "kubicka"
    with tarfile.open(DATA / "kubicka/kubicka-50.tar.xz") as archive:
        archive.extractall(tracks, filter="data")
    for track in sorted(path.parent for path in tracks.rglob("*.route")):
        output = folder / "cases" / track.name
        kubicka_to_edge_list.main(track, output)
        kubicka_to_segments.main(track, output / "truth.csv")
        graph = output / "map.tmg"
        tracemill(
            "map", "build", "--nodes", output / "nodes.csv", "--edges", output / "edges.csv", "-o", graph, "--quiet"
        )
        yield Case(track.name, output / "trace.csv", graph, output / "truth.csv")


def itinero(folder):
    source = DATA / "cases/itinero-mm"
    graphs = {}
    for name in ("test1", "test8"):
        graphs[name] = folder / f"itinero-{name}.tmg"
        tracemill("map", "build", source / f"{name}-network.osm.pbf", "-o", graphs[name])
    for path in sorted(source.glob("*-test*.json")):
        name = path.stem
        number = name.split("test")[1]
        if number == "10":
            print(f"{name}: its map is not part of the data.", file=sys.stderr)
            continue
        trace, truth = folder / f"{name}.csv", folder / f"{name}-expected.geojson"
        with open(source / f"{name}-track.geojson", encoding="utf8") as file:
            features = json.load(file)["features"]
        with open(trace, "w", encoding="ascii") as file:
            file.write("trace_id,lat,lon\n")
            for longitude, latitude, *_ in features[0]["geometry"]["coordinates"]:
                file.write(f"{name},{latitude:.9f},{longitude:.9f}\n")
        truth.write_text(json.dumps(json.loads(path.read_text(encoding="utf8"))["expected"]), encoding="ascii")
        yield Case(name, trace, graphs["test8" if number in "89" else "test1"], truth, lines=True)


SETS = {"seattle": seattle, "kubicka": kubicka, "itinero": itinero}


# Traces, thinned and noisy.


def seconds(text):
    try:
        return float(text)
    except ValueError:
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def thinned(rows, period):
    """The rows at least a period after the one kept before them, and the last one."""
    kept = -math.inf
    for number, row in enumerate(rows, 1):
        time = seconds(row["time"])
        if not period or time - kept >= period or number == len(rows):
            kept = time
            yield row


def degrade(case, period, sigma, seed, output):
    """The trace with fewer fixes and more noise; the trace itself where nothing is asked of it."""
    if not period and not sigma:
        return case.trace
    noise = random.Random(f"{seed} {case.name} {period} {sigma}")
    with open(case.trace, encoding="ascii") as source, open(output, "w", encoding="ascii", newline="") as target:
        rows = csv.DictReader(source)
        writer = csv.DictWriter(target, rows.fieldnames, lineterminator="\n")
        writer.writeheader()
        for row in thinned(list(rows), period):
            if sigma:
                latitude, longitude = float(row["lat"]), float(row["lon"])
                east = METRES_PER_DEGREE * math.cos(math.radians(latitude))
                row["lat"] = f"{latitude + noise.gauss(0, sigma) / METRES_PER_DEGREE:.8f}"
                row["lon"] = f"{longitude + noise.gauss(0, sigma) / east:.8f}"
            writer.writerow(row)
    return output


# One measurement.


def measure(case, period, sigma, options, folder):
    """The document of `tracemill compare`."""
    trace = degrade(case, period, sigma, options.seed, folder / "trace.csv")
    result = folder / ("result.geojson" if case.lines else "result.csv")
    format = ["--format", "geojson"] if case.lines else ["--format", "csv", "--table", "segments"]
    told = []
    if options.tell_sigma and sigma:
        stated = math.hypot(DEFAULT_SIGMA, sigma)
        told = ["--sigma", f"{stated:.1f}", "--radius", f"{max(50, 4 * stated):.0f}"]
    if case.name.startswith("bicycle"):
        told += ["--mode", "bicycle"]
    tracemill("match", trace, "--map", case.graph, "-o", result, "--quiet", *format, *told, *options.match)
    graph = [] if case.lines else ["--map", case.graph]
    return json.loads(tracemill("compare", case.truth, result, *graph, "--format", "json", "--quiet"))


def summary(overalls):
    total = lambda key: sum(overall[key] for overall in overalls)
    longer = sum(max(overall["truth_m"], overall["result_m"]) for overall in overalls)
    truth = total("truth_m")
    wrong = total("missing_m") + total("extra_m")
    return (
        f"{truth / 1000:.1f}",
        f"{100 * total('correct_m') / longer:.3f} %" if longer else "",
        f"{total('missing_m'):.0f}",
        f"{total('extra_m'):.0f}",
        f"{100 * wrong / truth:.3f} %" if truth else "",
    )


def run(name, options, folder):
    cases = list(SETS[name](folder))
    print(f"\n### {name}\n")
    row("period", "sigma", "traces", "truth km", "correct", "missing m", "extra m", "mismatch")
    row("---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
    worst = []
    for period in options.periods if name != "itinero" else [0]:
        for sigma in options.sigmas if name != "itinero" else [0]:
            overalls = [measure(case, period, sigma, options, folder)["overall"] for case in cases]
            row(f"{period:g} s" if period else "all", f"{sigma:g} m", len(cases), *summary(overalls))
            worst = worst or sorted(zip(overalls, (case.name for case in cases)), key=lambda x: x[0]["correct_fraction"] or 0)
    if options.worst and len(cases) > 1:
        print("\nThe worst of the first row:\n")
        row("trace", "truth km", "correct", "missing m", "extra m", "mismatch")
        row("---", "---:", "---:", "---:", "---:", "---:")
        for overall, trace in worst[: options.worst]:
            row(trace, *summary([overall]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", choices=[*SETS, []], help="seattle, kubicka, itinero; all without one")
    parser.add_argument("--periods", type=numbers, default=[0], help="sampling periods in seconds; 0: all fixes")
    parser.add_argument("--sigmas", type=numbers, default=[0], help="metres of noise added; 0: none")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tell-sigma", action="store_true", help="tell the program of the noise, by --sigma and --radius")
    parser.add_argument("--match", nargs=argparse.REMAINDER, default=[], help="further options for tracemill match")
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst traces are listed")
    options = parser.parse_args()
    check_ready()
    with tempfile.TemporaryDirectory() as name:
        for chosen in options.sets or SETS:
            run(chosen, options, pathlib.Path(name))


if __name__ == "__main__":
    main()
