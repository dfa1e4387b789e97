#!/usr/bin/env python3
"""Measures how true times of arrival get that are made of learned speeds, on drives that were held out.

    Benchmarks/arrivals_learned.py                      the table of Documentation/Measured.md, in two or three minutes
    Benchmarks/arrivals_learned.py chicago --folds 10
    Benchmarks/arrivals_learned.py milan --by vehicle --period 30
    Benchmarks/arrivals_learned.py milan --by hour      an hour of the day is held out wholly
    Benchmarks/arrivals_learned.py milan --train 40     learned from 40 drives of each fold's training part alone

Needs numpy and pandas of PyPI. Each trip's path is taken as driven; what is foretold is the time from its first to its
last fix, without its stops of two minutes or more. An hour is that of local time at which an edge is reached, by the
times foretold. Errors are absolute and relative to the true time: their median, the share of trips within 20 %, and the
median of foretold over true times. Foretold by:

    profile          the program's own time for the path (`route` along the line)
    one factor       times the median of true over profile, of the training part
    factor by hour   the same by the hour of departure
    one speed        the mean speed of the training part
    class means      length over time of the rows of `match` by class of road
    edge means       the same by edge; class means where there are none
    edge and hour    the same by edge and hour; edge means where there are none
    learned          expected speeds of `tracemill learn` with the training part
    with turns       its speeds of moving, and its delays of the turns driven
"""

import argparse
import json
import pathlib
import shutil
import zoneinfo

import numpy as np
import pandas

from graph_file import Graph
from learn import learn
from learn_towns import FOLDER
from measuring import DATA, check_known, check_ready, row, tracemill

SETS = {
    # name: map, traces, zone of the clocks; of towns the folder has both
    "chicago": ("chicago/chicago-graph.osm.pbf", "chicago/chicago-traces.csv", "America/Chicago"),
    "milan": (None, None, "Europe/Rome"),
    "milan-free": (None, None, "Europe/Rome"),
    "mannheim": (None, None, "Europe/Berlin"),
}
TABLES = ["trips", "edges", "points", "events"]
TEXT = {"trip_id": str, "trace_id": str}
SHORTEST = 120  # seconds; shorter drives are left out
FEW = 60  # drives, of the last column of the table


class Drives:
    """The drives of a set: a table of trips, and the rows of edges that they drove."""

    def __init__(self, name, folder, period):
        place, traces, zone = SETS[name]
        self.zone, self.name = zone, name
        self.folder = folder / name if place is None else folder / "arrivals" / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.map = self.folder / "map.tmg"
        self.traces = self.folder / f"probes-{period:g}.csv" if place is None else DATA / traces
        self.column = "trace" if place is None else "trip_id"
        if not self.map.exists():
            tracemill("map", "build", DATA / place, "-o", self.map, "--quiet")
        self.reports = self.folder / (f"matched-{period:g}" if place is None else "matched")
        if not (self.reports / "edges.csv").exists():
            match(self, self.traces, self.reports)
        self.graph = Graph(self.map)
        self.read(self.reports)

    def read(self, reports):
        trips = pandas.read_csv(reports / "trips.csv", dtype=TEXT, low_memory=False)
        edges = pandas.read_csv(reports / "edges.csv", dtype=TEXT, low_memory=False)
        events = pandas.read_csv(reports / "events.csv", dtype=TEXT, low_memory=False)
        moment = lambda column: pandas.to_datetime(column, utc=True, format="ISO8601")
        local = lambda column: moment(column).dt.tz_convert(zoneinfo.ZoneInfo(self.zone))
        stops = events[events.type == "stop"]
        stood = (moment(stops.end_time) - moment(stops.begin_time)).dt.total_seconds().groupby(stops.trip_id).sum()
        trips["begin"], trips["end"] = local(trips.begin_time), local(trips.end_time)
        trips["seconds"] = trips.duration_s - trips.trip_id.map(stood).fillna(0)
        trips["vehicle"] = trips.vehicle.astype(object).fillna(trips.trace_id)
        # One leg without gaps, so that the path is whole.
        good = (trips.status == "ok") & (trips.legs == 1) & (trips.gaps == 0) & (trips.seconds >= SHORTEST)
        self.trips = trips[good].set_index("trip_id")
        edges = edges[edges.trip_id.isin(self.trips.index)].copy()
        enter = moment(edges.enter_time)
        edges["seconds"] = (moment(edges.exit_time) - enter).dt.total_seconds()
        edges["hour"] = enter.dt.tz_convert(zoneinfo.ZoneInfo(self.zone)).dt.hour
        during = stops.groupby("trip_id")
        edges["usual"] = True
        for trip, group in during:
            if trip in self.trips.index:
                rows = edges.index[edges.trip_id == trip]
                for begin, end in zip(moment(group.begin_time), moment(group.end_time)):
                    over = (moment(edges.loc[rows, "enter_time"]) < end) & (
                        moment(edges.loc[rows, "exit_time"]) > begin
                    )
                    edges.loc[rows[over], "usual"] = False
        self.edges = edges[["trip_id", "edge", "class", "length_m", "seconds", "hour", "usual"]].reset_index(drop=True)
        self.trips["profile"] = self.profile()

    def profile(self):
        """The program's own times of the paths."""
        requests = self.folder / "paths.ndjson"
        with open(requests, "w") as file:
            for trip, rows in self.edges.groupby("trip_id", sort=False):
                line = [
                    [round(float(lon), 7), round(float(lat), 7)]
                    for edge in rows.edge
                    for lat, lon in self.graph.shape(edge)
                ]
                print(json.dumps({"id": str(trip), "line": {"type": "LineString", "coordinates": line}}), file=file)
        text = tracemill(
            "route",
            "--map",
            self.map,
            "--requests",
            requests,
            "--format",
            "ndjson",
            "--table",
            "routes",
            "--quiet",
            "--allow-empty",
        )
        lengths = self.edges.groupby("trip_id").length_m.sum()
        whole = self.edges.groupby("trip_id").edge.apply(lambda edges: self.graph.length[edges].sum())
        routes = {
            entry["id"]: entry["duration_s"] for entry in map(json.loads, text.splitlines()) if entry.get("duration_s")
        }
        # Lines run over whole edges; their ends were driven in part.
        return pandas.Series(routes) * (lengths / whole)


def match(drives, traces, reports):
    tables = [word for table in TABLES for word in ("--table", table)]
    tracemill(
        "match",
        traces,
        "--map",
        drives.map,
        "-o",
        f"{reports}/",
        "--quiet",
        "--format",
        "csv",
        *tables,
        "--columns",
        f"trace={drives.column}",
    )


def ratio(rows, by):
    sums = rows.groupby(by)[["length_m", "seconds"]].sum()
    return sums.length_m / sums.seconds


class Means:
    """Speeds of the rows of `match`, in m/s, with what they fall back on."""

    def __init__(self, rows):
        rows = rows[rows.usual & (rows.seconds > 0)]
        self.all = rows.length_m.sum() / rows.seconds.sum()
        self.classes, self.edges = ratio(rows, "class"), ratio(rows, "edge")
        self.hours = ratio(rows, ["edge", "hour"])

    def fallen_back(self, drives):
        """By number of the edge and hour: arrays of one speed, class, edge and edge and hour means."""
        graph, names = drives.graph, drives.edges.drop_duplicates("edge").set_index("edge")["class"]
        one = np.full((graph.edges, 24), self.all)
        by_class = one.copy()
        for edge, name in names.items():
            by_class[edge] = self.classes.get(name, self.all)
        by_edge = by_class.copy()
        by_edge[self.edges.index] = self.edges.to_numpy()[:, None]
        by_hour = by_edge.copy()
        by_hour[self.hours.index.get_level_values(0), self.hours.index.get_level_values(1)] = self.hours
        return {"one speed": one, "class means": by_class, "edge means": by_edge, "edge and hour": by_hour}


def reports_of(drives, trips, folder):
    """The reports of some trips alone. A trace is matched without the others, so they are what a run on them gives."""
    folder.mkdir(parents=True)
    kept = set(trips.astype(str))
    for table in TABLES:
        with open(drives.reports / f"{table}.csv", encoding="utf8") as rows, open(folder / f"{table}.csv", "w") as file:
            file.write(next(rows))
            file.writelines(line for line in rows if line.partition(",")[0] in kept)


def learned_speeds(drives, train, folder):
    """The tables of speeds and delays of `tracemill learn`, or None where the program does not learn yet."""
    shutil.rmtree(folder, ignore_errors=True)
    reports_of(drives, train, folder / "reports")
    speeds = ["--table", "speeds", "--table", "delays"]
    if not learn(folder / "reports", drives.map, drives.zone, folder / "knowledge", folder / "tables", *speeds):
        return None
    return [pandas.read_csv(folder / f"tables/{name}.csv") for name in ("speeds", "delays")]


DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]


def holds(text, day):
    """Whether days of opening hours such as `Mo-Fr` or `Mo,We` hold a day from 0, Monday."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        if DAYS.index(first) <= day <= DAYS.index(last or first):
            return True
    return False


def by_weekday(drives, table, column):
    """Speeds by weekday, edge and hour, in m/s."""
    speeds = np.full((7, drives.graph.edges, 24), np.nan, np.float32)
    for day in range(7):
        known = {text: holds(text, day) for text in table["days"].unique()}
        for edge, days, begin, end, speed in zip(
            table.edge, table["days"], table.begin_hour, table.end_hour, table[column]
        ):
            if known[days]:
                speeds[day, edge, begin:end] = speed / 3.6
    return speeds


def by_turn(table):
    """Delays by weekday, from edge, onto edge and hour, in seconds.

    Hours without a row have the mean of the turn under -1, and turns without one that of the edge under -1, -1.
    """
    sums = table.assign(seconds=table.expected_s * table.passages)
    delays = {}
    for keys, places in ((["from_edge", "onto_edge"], 2), (["from_edge"], 1)):
        groups = sums.groupby(keys)[["seconds", "passages"]].sum()
        for key, mean in (groups.seconds / groups.passages).items():
            delays[(-1, *key, -1) if places == 2 else (-1, key, -1, -1)] = mean
    for turn in table.itertuples(index=False):
        for day in range(7):
            if holds(turn.days, day):
                for hour in range(turn.begin_hour, turn.end_hour):
                    delays[day, turn.from_edge, turn.onto_edge, hour] = turn.expected_s
    return delays


def foretold_by_turns(rows, begin, speeds, delays):
    """As `foretold`, with what each turn costs at the hour in which it is reached."""
    now = clock = begin.hour * 3600 + begin.minute * 60 + begin.second
    for (edge, length), (onto, _) in zip(rows, [*rows[1:], (-1, 0)]):
        now += length / speeds[edge, int(now // 3600) % 24]
        keys = (begin.weekday(), edge, onto, int(now // 3600) % 24), (-1, edge, onto, -1), (-1, edge, -1, -1)
        now += next((delays[key] for key in keys if key in delays), 0) if onto >= 0 else 0
    return now - clock


def foretold(rows, begin, speeds):
    """Seconds over the rows of a trip, each with the speed of the hour in which it is reached."""
    clock = begin.hour * 3600 + begin.minute * 60 + begin.second
    now = clock
    for edge, length in rows:
        now += length / speeds[edge, int(now // 3600) % 24]
    return now - clock


def folds(drives, by, count):
    trips = drives.trips
    key = {"day": trips.begin.dt.strftime("%Y-%m-%d"), "vehicle": trips.vehicle, "hour": trips.begin.dt.hour}[by]
    values = sorted(key.unique())
    count = len(values) if by == "hour" else min(count, len(values))
    # Neighbouring days are alike, and so are names of vehicles: deal them out.
    for part in (values[number::count] for number in range(count)):
        test = key.isin(part)
        # Training knows nothing of what is held out: no other trip of a trace, no trip that lasts into the hour.
        known = ~test & ~trips.trace_id.isin(trips.trace_id[test])
        if by == "hour":
            known &= ~trips.end.dt.hour.isin(part)
        yield trips.index[known], trips.index[test]


def measure(drives, options):
    """Foretold over true times of the drives held out, by what they were foretold by."""
    errors = {}
    groups = {trip: list(zip(rows.edge, rows.length_m)) for trip, rows in drives.edges.groupby("trip_id")}
    for number, (train, test) in enumerate(folds(drives, options.by, options.folds)):
        if options.train:
            train = train[np.random.default_rng([options.seed, number]).permutation(len(train))[: options.train]]
        known, trips = drives.trips.loc[train], drives.trips.loc[test]
        means = Means(drives.edges[drives.edges.trip_id.isin(train)]).fallen_back(drives)
        factors = known.seconds / known.profile
        hourly = factors.groupby(known.begin.dt.hour).median()
        predictions = {
            "profile": trips.profile,
            "one factor": trips.profile * factors.median(),
            "factor by hour": trips.profile * trips.begin.dt.hour.map(hourly).fillna(factors.median()),
        }
        for name, speeds in means.items():
            predictions[name] = pandas.Series(
                {trip: foretold(groups[trip], trips.begin[trip], speeds) for trip in trips.index}
            )
        tables = learned_speeds(drives, train, drives.folder / "fold") if not options.baselines else None
        if tables is not None:
            # Pieces that the mode may not use have no row.
            whole = lambda column: by_weekday(drives, tables[0], column)
            expected, moving = (
                np.where(np.isnan(speeds), means["class means"], speeds)
                for speeds in map(whole, ("expected_kmh", "moving_kmh"))
            )
            delays, days = by_turn(tables[1]), trips.begin.dt.dayofweek
            predictions["learned"] = pandas.Series(
                {trip: foretold(groups[trip], trips.begin[trip], expected[days[trip]]) for trip in trips.index}
            )
            predictions["with turns"] = pandas.Series(
                {
                    trip: foretold_by_turns(groups[trip], trips.begin[trip], moving[days[trip]], delays)
                    for trip in trips.index
                }
            )
        for name, prediction in predictions.items():
            errors.setdefault(name, []).append(prediction / trips.seconds)
    return {name: pandas.concat(parts).dropna() for name, parts in errors.items()}


def summary(ratios):
    off = (ratios - 1).abs()
    return f"{100 * off.median():.1f} %", f"{100 * (off <= 0.2).mean():.0f} %"


def print_rows(name, options):
    for foretold_by, ratios in measure(Drives(name, options.folder, options.period), options).items():
        row(name, options.by, foretold_by, len(ratios), *summary(ratios), f"{ratios.median():.3f}")


def print_table(options):
    """Chicago and Milan by whole days, and Milan learned from few drives, side by side."""
    milan = Drives("milan", options.folder, options.period)
    few = argparse.Namespace(**vars(options) | {"by": "vehicle", "train": FEW})
    columns = [
        measure(Drives("chicago", options.folder, options.period), options),
        measure(milan, options),
        measure(milan, few),
    ]
    buses, probes, _ = (len(column["profile"]) for column in columns)
    row(
        "foretold by",
        f"Chicago, {buses:,} buses",
        f"Milan, {probes:,} probes, {options.period:g} s",
        f"learned from {FEW} drives",
    )
    row("---", *["---:"] * 3)
    for name in columns[0]:
        row(name, *[", ".join(summary(column[name])) for column in columns])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="set", help=f"{', '.join(SETS)}; without one the table")
    parser.add_argument("--by", choices=["day", "vehicle", "hour"], default="day", help="what a fold holds out whole")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--train", type=int, help="drives to learn from in each fold")
    parser.add_argument("--period", type=float, default=15, help="of the probes of towns, in seconds")
    parser.add_argument("--baselines", action="store_true", help="without tracemill learn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    check_known(parser, "set", options.sets, SETS)
    check_ready()
    if not options.sets:
        print_table(options)
        return
    row("set", "folds by", "foretold by", "trips", "median error", "within 20 %", "foretold over true")
    row("---", "---", "---", *["---:"] * 4)
    for name in options.sets:
        print_rows(name, options)


if __name__ == "__main__":
    main()
