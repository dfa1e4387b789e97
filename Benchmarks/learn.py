#!/usr/bin/env python3
"""Measures what is learned from the probes of simulated towns, in which every car is known.

    Benchmarks/learn.py                                  towns milan and mannheim, with signals and without
    Benchmarks/learn.py milan --periods 15 --parts speeds,delays
    Benchmarks/learn.py milan --prepare                  matches the probes and stops

`learn_towns.py` and `learn_truth.py` make towns; they say what is known and how. The probes of a town are matched, the
reports learned (`tracemill learn`), the tables exported as CSV and held against the truth of all cars:

- Speeds: of edges and hours with 20 passages of probes or more, the median error of the expected speed, the share within
  5 %, and the share whose 90 % interval holds the true mean. Beside it the mean of the same probes with their exact times,
  and what one gets from the tables of `match`: the length over the time of all rows of an edge and hour (naive), and of
  its observed rows alone. Rows that are not there count as errors of 100 %.
- Delays: turns whose true delay is above 5 s, with 30 passages of probes or more: the share within 3 s, beside the exact
  times of the same probes.
- Use: the share of the pieces that any probe or any row drove on the first day whose number of passages is right.
- Flows: the share of trips between zones that are in the right cell.
- Changes: in the towns with closed, opened, and slowed roads, those found within two days, and false alarms per 1,000
  driven pieces and month (`learn_changes.py` makes these).
"""

import argparse
import pathlib
import shutil
import sys

import numpy as np
import pandas

from graph_file import Graph
from learn_towns import DEFAULT, FOLDER, TOWNS
from learn_truth import Network
from measuring import check_known, check_ready, numbers, row, tracemill

PARTS = ["speeds", "delays", "use", "flows"]
LEAST, LEAST_TURN, LEAST_DELAY = 20, 30, 5  # passages, passages, seconds


def matched(folder, period):
    """The reports of the probes, matched when they are not there."""
    reports = folder / f"matched-{period:g}"
    if not (reports / "points.csv").exists():
        tables = [word for table in ("trips", "edges", "points", "events") for word in ("--table", table)]
        tracemill(
            "match",
            folder / f"probes-{period:g}.csv",
            "--map",
            folder / "map.tmg",
            "-o",
            f"{reports}/",
            "--quiet",
            "--format",
            "csv",
            *tables,
            "--columns",
            "trace=trace,vehicle=vehicle",
        )
    return reports


def learn(reports, graph, zone, knowledge, tables, *options):
    """Learns from reports, and makes CSV tables of what was learned. Returns whether the program can."""
    for path in (knowledge, tables):
        shutil.rmtree(path, ignore_errors=True)
    try:
        tracemill("learn", reports, "--map", graph, "-o", knowledge, "--time-zone", zone, "--quiet")
        tracemill("learn", "--export", f"{tables}/", "--format", "csv", *options, "--quiet", knowledge)
    except SystemExit as failure:
        print(str(failure).strip(), file=sys.stderr)
        return False
    return True


def learned(folder, period, town):
    """A folder of the tables that were learned, or None where the program does not learn yet."""
    knowledge, tables = folder / f"knowledge-{period:g}", folder / f"learned-{period:g}"
    zones = ["--zones", folder / "zones.geojson"]
    if (tables / "manifest.json").exists():
        return tables
    if learn(matched(folder, period), folder / "map.tmg", TOWNS[town][7], knowledge, tables, *zones):
        return tables
    return None


def rows_of(folder, period, offset):
    """Rows of whole edges in the tables of `match`: edge, hour of entering by local time, seconds, metres, observed."""
    edges = pandas.read_csv(matched(folder, period) / "edges.csv", low_memory=False)
    enter = pandas.to_datetime(edges.enter_time, utc=True, format="ISO8601")
    edges["seconds"] = (pandas.to_datetime(edges.exit_time, utc=True, format="ISO8601") - enter).dt.total_seconds()
    edges["hour"] = (enter + pandas.Timedelta(hours=offset)).dt.hour
    return edges


def errors(table, column, truth="mean_kmh"):
    """Relative errors; 1 where there is no value."""
    return ((table[column] - table[truth]).abs() / table[truth]).fillna(1)


def summary(name, town, period, error, held=None, cells=None):
    row(
        town,
        f"{period:g} s",
        name,
        len(error) if cells is None else cells,
        f"{100 * error.median():.1f} %",
        f"{100 * (error <= 0.05).mean():.0f} %",
        "" if held is None else f"{100 * held.mean():.0f} %",
    )


def spread_hours(table):
    """One row for each hour of workdays, of rows that hold for several hours."""
    table = table[table["days"].str.startswith("Mo")] if "days" in table else table
    if "begin_hour" in table:
        table = table.loc[table.index.repeat(table.end_hour - table.begin_hour)].copy()
        table["hour"] = table.begin_hour + table.groupby(level=0).cumcount()
    return table


def drawn_lengths(net):
    """The lengths of edges in SUMO, with half of the ways through the junctions at their ends."""
    network = Network(net)
    rows = [(*turn, way / 2) for turn, way in network.through.items()]
    ways = pandas.DataFrame(rows, columns=["edge", "onto", "way"])
    ends = [ways.groupby(name).way.mean() for name in ("edge", "onto")]
    return pandas.Series(network.length).add(ends[0], fill_value=0).add(ends[1], fill_value=0)


def judge_speeds(town, folder, period, tables, least_length):
    truth = pandas.read_csv(folder / "truth_speeds.csv")
    truth = truth[(truth.probes >= LEAST) & (truth.length_m >= least_length)]
    edges = rows_of(folder, period, TOWNS[town][8])
    graph = Graph(folder / "map.tmg")
    whole = edges[edges.length_m >= graph.length[edges.edge] * 0.99 - 0.02]
    for name, part in (("naive", whole), ("observed", whole[whole.evidence == "observed"])):
        sums = part[part.seconds > 0].groupby(["edge", "hour"])[["length_m", "seconds"]].sum()
        truth = truth.join((sums.length_m / sums.seconds * 3.6).rename(name), on=["edge", "hour"])
    summary("exact times", town, period, errors(truth, "probe_kmh"))
    summary("naive", town, period, errors(truth, "naive"))
    summary("observed rows", town, period, errors(truth, "observed"))
    if tables and (tables / "speeds.csv").exists():
        found = spread_hours(pandas.read_csv(tables / "speeds.csv"))
        truth = truth.merge(
            found[["edge", "hour", "expected_kmh", "expected_low_kmh", "expected_high_kmh"]], "left", ["edge", "hour"]
        )
        held = (truth.expected_low_kmh <= truth.mean_kmh) & (truth.mean_kmh <= truth.expected_high_kmh)
        summary("learned", town, period, errors(truth, "expected_kmh"), held)
        if (folder / "town.net.xml").exists():
            drawn = truth.edge.map(drawn_lengths(folder / "town.net.xml"))
            right = (drawn - truth.length_m).abs() <= 0.1 * truth.length_m
            summary("naive, as drawn", town, period, errors(truth[right], "naive"))
            summary("learned, as drawn", town, period, errors(truth[right], "expected_kmh"), held[right])


def judge_delays(town, folder, period, tables):
    truth = pandas.read_csv(folder / "truth_delays.csv")
    truth = truth[truth.hour.isna() & (truth.delay_s > LEAST_DELAY) & (truth.probes >= LEAST_TURN)].drop(columns="hour")
    within = lambda column: f"{100 * ((truth[column] - truth.delay_s).abs() <= 3).mean():.0f} %"
    row(
        town,
        f"{period:g} s",
        "exact times",
        len(truth),
        within("probe_delay_s"),
        f"{(truth.probe_delay_s - truth.delay_s).median():+.1f} s",
    )
    if tables and (tables / "delays.csv").exists():
        found = pandas.read_csv(tables / "delays.csv")
        # Rows are by hours; the mean over all hours weighs them by their passages.
        found["sum"] = found.expected_s * found.passages
        sums = found.groupby(["from_edge", "onto_edge"])[["sum", "passages"]].sum()
        truth = truth.join((sums["sum"] / sums.passages).rename("learned"), on=["edge", "onto"])
        row(
            town,
            f"{period:g} s",
            "learned",
            len(truth),
            within("learned"),
            f"{(truth.learned - truth.delay_s).median():+.1f} s",
        )


def judge_use(town, folder, period, tables):
    truth = pandas.read_csv(folder / "truth_use.csv")
    naive = rows_of(folder, period, TOWNS[town][8]).groupby("edge").size()
    truth["naive"] = truth.edge.map(naive).fillna(0)
    names = ["naive"]
    if tables and (tables / "use.csv").exists():
        found = pandas.read_csv(tables / "use.csv").set_index("edge").passages
        truth["learned"] = truth.edge.map(found).fillna(0)
        names.append("learned")
    for name in names:
        driven = truth[(truth.probes > 0) | (truth[name] > 0)]
        row(
            town,
            f"{period:g} s",
            name,
            len(driven),
            f"{100 * (driven[name] == driven.probes).mean():.1f} %",
            f"{driven[name].sum() / driven.probes.sum():.4f}",
        )


def judge_flows(town, folder, period, tables):
    if not tables or not (tables / "flows.csv").exists():
        return
    truth = pandas.read_csv(folder / "truth_flows.csv")
    found = spread_hours(pandas.read_csv(tables / "flows.csv"))
    both = truth.merge(found, "outer", ["from_zone", "to_zone", "hour"], suffixes=("", "_found")).fillna(
        {"trips": 0, "trips_found": 0}
    )
    right = np.minimum(both.trips, both.trips_found).sum()
    row(
        town,
        f"{period:g} s",
        "learned",
        int(both.trips.sum()),
        f"{100 * right / both.trips.sum():.1f} %",
        int(both.trips_found.sum() - right),
    )


HEADS = {
    "speeds": ["town", "period", "speeds from", "cells", "median error", "within 5 %", "intervals hold"],
    "delays": ["town", "period", "delays from", "turns", "within 3 s", "median error"],
    "use": ["town", "period", "use from", "pieces", "exact", "passages per true one"],
    "flows": ["town", "period", "flows from", "trips", "right", "false"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "towns", nargs="*", metavar="town", help=f"{', '.join(TOWNS)}; without one {', '.join(DEFAULT)}"
    )
    parser.add_argument("--periods", type=numbers, default=[5, 15, 30])
    parser.add_argument("--parts", type=lambda text: text.split(","), default=PARTS)
    parser.add_argument(
        "--least-length", type=float, default=0, help="judge the speeds of longer edges only, in metres"
    )
    parser.add_argument("--tables", type=pathlib.Path, help="a folder of learned tables, for one town and period")
    parser.add_argument("--prepare", action="store_true", help="match the probes and stop")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    options.towns = options.towns or DEFAULT
    check_known(parser, "town", options.towns, TOWNS)
    check_known(parser, "part", options.parts, PARTS)
    check_ready()
    cases = [(town, options.folder / town, period) for town in options.towns for period in options.periods]
    if options.prepare:
        for _, folder, period in cases:
            matched(folder, period)
            matched(folder / "first-day", period)
        return
    judges = {
        "speeds": lambda *case: judge_speeds(*case, options.least_length),
        "delays": judge_delays,
        "use": judge_use,
        "flows": judge_flows,
    }
    for part in options.parts:
        row(*HEADS[part])
        row("---", "---:", "---", *["---:"] * (len(HEADS[part]) - 3))
        for town, folder, period in cases:
            place = folder / "first-day" if part == "use" else folder
            judges[part](town, place, period, options.tables or learned(place, period, town))
        print()


if __name__ == "__main__":
    main()
