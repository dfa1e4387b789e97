#!/usr/bin/env python3
"""Holds real drives against plans of real drives: what deviates?

    Benchmarks/fellows.py chicago --worst 50     each bus against the route of most buses between the same places
    Benchmarks/fellows.py seattle                the drive of Newson & Krumm against its true route: no deviation

Chicago: trips that begin and end within about 150 m of each other are fellows. Of five fellows or more, the plan of all
is the one whose roads the others have most in common with, by length. Nobody knows which deviations are right: those
listed, the longest ones, are for reading. What can be checked is the share of roads that each trip has in common with
its plan, by tables of `tracemill match` without plans: a deviation should lie where roads are not in common, and trips
with all roads in common should have none.
"""

import argparse
import collections
import csv
import json
import pathlib

import seattle_truth_to_segments
from measuring import DATA, check_ready, row, tracemill, working_folder

CELL = (0.0015, 0.002)  # degrees of latitude and longitude: about 160 m in Chicago
FEWEST = 5


def rows(path):
    with open(path, encoding="utf8") as file:
        return list(csv.DictReader(file))


def trips(folder):
    """Edges driven by each trace, as (edge, length), and where each begins and ends."""
    edges, ends = collections.defaultdict(list), {}
    for entry in rows(folder / "edges.csv"):
        edges[entry["trace_id"]].append((entry["edge"], float(entry["length_m"])))
    for entry in rows(folder / "points.csv"):
        if entry["status"] == "matched":
            place = (float(entry["matched_lat"]), float(entry["matched_lon"]))
            ends[entry["trace_id"]] = (ends.get(entry["trace_id"], (place,))[0], place)
    return edges, ends


def fellows(edges, ends):
    """Groups of traces that begin and end at the same places, the largest first."""
    groups = collections.defaultdict(list)
    for trace, places in ends.items():
        if trace in edges:
            groups[tuple(round(value / size) for place in places for value, size in zip(place, CELL))].append(trace)
    return sorted((group for group in groups.values() if len(group) >= FEWEST), key=lambda group: (-len(group), group))


def common(a, b):
    """The share of their roads that two trips have in common, by length."""
    lengths = dict(a) | dict(b)
    both, either = dict(a).keys() & dict(b).keys(), lengths.keys()
    return sum(lengths[edge] for edge in both) / sum(lengths[edge] for edge in either)


def chicago(options, folder):
    graph, first = folder / "chicago.tmg", folder / "first"
    traces = DATA / "chicago/chicago-traces.csv"
    tracemill("map", "build", DATA / "chicago/chicago-graph.osm.pbf", "-o", graph, "--quiet")
    tables = ["--table", "points", "--table", "edges"]
    tracemill("match", traces, "--map", graph, "-o", f"{first}/", "--quiet", "--format", "csv", *tables)
    tracemill("match", traces, "--map", graph, "-o", folder / "trips.ndjson", "--quiet", "--format", "ndjson")
    edges, ends = trips(first)
    shares, mapping = {}, []
    for group in fellows(edges, ends):
        plan = max(group, key=lambda trace: sum(common(edges[trace], edges[other]) for other in group))
        shares |= {trace: common(edges[trace], edges[plan]) for trace in group if trace != plan}
        mapping += [(trace, plan) for trace in group if trace != plan]
    with open(folder / "plans.csv", "w", encoding="utf8", newline="") as file:
        csv.writer(file).writerows([("trace_id", "plan"), *mapping])
    held = folder / "held"
    tables = [part for table in ("points", "deviations", "plans", "events") for part in ("--table", table)]
    tracemill(
        "match", traces, "--map", graph, "--plan", folder / "trips.ndjson", "--plans", folder / "plans.csv",
        "-o", f"{held}/", "--quiet", "--format", "csv", *tables,
    )
    report(held, shares, options)


def report(held, shares, options):
    deviations = collections.defaultdict(list)
    for entry in rows(held / "deviations.csv"):
        deviations[entry["trace_id"]].append(entry)
    plans = {entry["trace_id"]: entry for entry in rows(held / "plans.csv") if entry["plan_status"] == "ok"}
    row("roads in common with the plan", "trips", "with deviations", "deviations", "length of deviations")
    row("---", "---:", "---:", "---:", "---:")
    for low, high in ((0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.9999), (0.9999, 2)):
        found = [trace for trace in plans if low <= shares[trace] < high]
        told = [entry for trace in found for entry in deviations[trace]]
        label = "all" if high > 1 else f"{low:.0%} to {high:.0%}"
        length = sum(float(entry["length_m"]) for entry in told)
        row(label, len(found), sum(1 for trace in found if deviations[trace]), len(told), f"{length / 1000:.1f} km")
    causes = collections.Counter(entry["cause"] for trace in plans for entry in deviations[trace])
    print("\nCauses: " + ", ".join(f"{cause} {count}" for cause, count in causes.most_common()) + "\n")
    told = sorted((entry for entry in rows(held / "deviations.csv")), key=lambda entry: -float(entry["length_m"]))
    for entry in told[: options.worst]:
        print(
            f"  trace {entry['trace_id']} against {plans[entry['trace_id']]['plan_id']},"
            f" {entry['begin_time']} to {entry['end_time']}, {entry['length_m']} m,"
            f" at most {entry['greatest_distance_m']} m away, {entry['cause']},"
            f" extra {entry['extra_length_m']} m, {shares[entry['trace_id']]:.0%} in common"
        )


def seattle(options, folder):
    source, graph = DATA / "seattle", folder / "seattle.tmg"
    network = source / "seattle-nk-snapped.osm.pbf"
    tracemill("map", "build", network, "-o", graph, "--quiet")
    ways, places = dict(seattle_truth_to_segments.ways(network)), seattle_truth_to_segments.places(network)
    line = []
    for entry in rows(source / "ground_truth.csv"):
        nodes = ways[int(entry["way_id"])]
        line += [places[node] for node in (nodes if entry["forward"] == "1" else reversed(nodes))]
    line = [place for place, before in zip(line, [None, *line]) if place != before]
    plan = folder / "truth.geojson"
    plan.write_text(json.dumps({"type": "LineString", "coordinates": [[lon, lat] for lat, lon in line]}))
    row("period", "deviations", "length", "fixes on the plan", "reached")
    row("---", "---:", "---:", "---:", "---:")
    fixes = rows(source / "gps_data.csv")
    for period in (1, 2, 5, 10, 30):
        thinned, held = folder / f"drive-{period}.csv", folder / f"held-{period}"
        with open(thinned, "w", encoding="utf8", newline="") as file:
            writer = csv.DictWriter(file, fixes[0].keys())
            writer.writeheader()
            writer.writerows(fixes[::period])
        tracemill("match", thinned, "--map", graph, "--plan", plan, "-o", f"{held}/", "--quiet", "--format", "csv")
        found, points = rows(held / "deviations.csv"), rows(held / "points.csv")
        on = sum(1 for entry in points if entry["on_plan"] == "true")
        used = sum(1 for entry in points if entry["on_plan"])
        length = sum(float(entry["length_m"]) for entry in found)
        reached = ", ".join(entry["status"] for entry in rows(held / "milestones.csv"))
        row(f"{period} s", len(found), f"{length:.0f} m", f"{100 * on / used:.2f} %", reached)
        for entry in found[: options.worst]:
            print(f"  {entry['begin_time']} to {entry['end_time']}, {entry['length_m']} m, {entry['cause']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", choices=["chicago", "seattle"])
    parser.add_argument("--worst", type=int, default=20, help="deviations listed, the longest first")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps and results there")
    options = parser.parse_args()
    check_ready()
    with working_folder(options.keep) as folder:
        {"chicago": chicago, "seattle": seattle}[options.data](options, folder)


if __name__ == "__main__":
    main()
