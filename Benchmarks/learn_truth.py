#!/usr/bin/env python3
"""Writes what is true in a town of `learn_towns.py`, for each edge of the map and each turn, and the traces of its probes.

    Benchmarks/learn_truth.py milan                    truth_*.csv and probes-5.csv, probes-15.csv, probes-30.csv
    Benchmarks/learn_truth.py milan --periods 1,10 --share 0.1

Needs numpy, pandas, pyarrow and duckdb of PyPI. Files come into the town's folder. Hours are those of local time at which
an edge was entered; classes are the hours of workdays.

Where a car passes a node. Within a junction SUMO has lanes of its own, which the map has not: a car passes the node in
the middle of its way through the junction. So an edge of the map takes the time from the middle of one junction to that of
the next, waiting at its end included, and its length is that of the map. Cars that SUMO moved out of a jam are left out
whole.

What a turn costs. A crossing is a node with signals, or one at which a car has a choice or meets others: more than one
edge leads to or from it, those back aside. The time that a car loses is its time less that of the length at the speed which
drivers choose there on an empty road. What it loses at a crossing is lost from the end of the queue until it is through:

- The queue begins where the car was last at 80 % of its own free speed before it first fell below 50 % on its approach. If
  it did not, it is where it was last at 80 % before the crossing.
- The approach begins where the car was through the crossing before, at most 500 m away. So it passes nodes that are no
  crossings, and no crossing.
- The car is through where it next has 80 % of its own free speed; if it does not reach this before the next crossing or
  within 100 m, where it was fastest.

    truth_speeds.csv   way, from_node, to_node, direction, edge (of map.tmg), length_m, class, hour; all cars: cars, mean_s,
                       sd_s, mean_kmh, p15_kmh, median_kmh, p85_kmh; probes with exact times: probes, probe_kmh; free_kmh
    truth_delays.csv   the turn: way, from_node, via_node, to_node, onto_way, edge, onto; hour (empty: all hours), all cars:
                       cars, delay_s (as above), sd_s, median_s, p85_s, stood (share); edge_delay_s (time on the whole
                       from edge and through the junction less the same at free speed); probes, probe_delay_s
    truth_use.csv      every edge of the network of cars: cars, probes (that drove at least half of it or 50 m), whole (all
                       of it), touched (any part), vehicles, first, last of probes
    truth_flows.csv    probes: from_zone, to_zone, hour of begin, trips, vehicles, median_s, median_m; trips between zones
    truth_trips.csv    probes: trace, vehicle, begin, end, seconds, metres, from_zone, to_zone
    truth_passages.csv probes: trace, edge, way, nodes, enter, exit (seconds since 1970), whole
    probes-N.csv       trace, vehicle, time, lat, lon: a fix each N seconds of each probe, and those of its begin and end;
                       errors are a Gauss-Markov process, 5 m on each axis, correlated over 30 s
    first-day/         the same of the first day alone
"""

import argparse
import pathlib
import shutil
import xml.etree.ElementTree

import duckdb
import numpy as np
import pandas

from graph_file import CLASSES
from learn_towns import DEFAULT, FIRST_DAY, FOLDER, SEED, SHIFTS, TOWNS, ZONE_RADIUS, Town, free_speeds
from measuring import numbers

SIGMA, CORRELATION = 5, 30  # metres, seconds
FREE, SLOW = 0.8, 0.5  # shares of the free speed
APPROACH, DEPARTURE = 500, 100  # metres


class Network:
    """Lanes of SUMO: the edge of each, and of lanes inside junctions the turn and the length before them."""

    def __init__(self, path):
        root = xml.etree.ElementTree.parse(path).getroot()
        lanes = {lane.get("id"): lane for edge in root.iter("edge") for lane in edge.iter("lane")}
        self.length = {}  # of edges
        self.speed = {}
        for edge in root.iter("edge"):
            if edge.get("function") is None:
                self.length[int(edge.get("id"))] = float(edge.find("lane").get("length"))
        links = list(root.iter("connection"))
        onward = {f"{c.get('from')}_{c.get('fromLane')}": c for c in links if c.get("from").startswith(":")}
        self.inside = {}  # lane: from edge, length before it, length of the whole way through
        self.through = {}  # turn: length through the junction
        signalled, targets, sources = set(), {}, {}
        for link in links:
            if link.get("from").startswith(":"):
                continue
            turn = int(link.get("from")), int(link.get("to"))
            chain, via = [], link.get("via")
            while via:
                chain.append(via)
                via = onward[via].get("via") if via in onward else None
            parts = [float(lanes[lane].get("length")) for lane in chain]
            for number, lane in enumerate(chain):
                self.inside.setdefault(lane, (turn[0], sum(parts[:number]), sum(parts)))
            self.through.setdefault(turn, sum(parts))
            if link.get("tl"):
                signalled.add(turn)
            if turn[0] ^ 1 != turn[1]:
                targets.setdefault(turn[0], set()).add(turn[1])
                sources.setdefault(turn[1], set()).add(turn[0])
        self.crossings = {
            turn
            for turn in self.through
            if turn in signalled or len(targets.get(turn[0], ())) > 1 or len(sources.get(turn[1], ())) > 1
        }
        self.signalled = signalled


class Drive:
    """One car: where it was at each second, by its distance from the begin of its first edge.

    Shapes, for n seconds and m edges:

        times, speeds, places, stations      n
        edges                                m
        nodes       m - 1, stations of the nodes it passed
        passed      m - 1, when
    """

    def __init__(self, network, edges, times, lanes, offsets, speeds):
        self.times, self.speeds, self.edges = times, speeds, edges
        lengths = [network.length[edge] for edge in edges]
        through = [network.through[turn] for turn in zip(edges, edges[1:])] + [0]
        begins = np.concatenate([[0], np.cumsum(np.add(lengths, through))])
        self.stations, self.at, at, last = np.empty(len(times)), np.empty(len(times), int), 0, None
        for row, (lane, offset) in enumerate(zip(lanes, offsets)):
            if lane != last:
                inside = network.inside.get(lane) if lane[0] == ":" else None
                edge = inside[0] if inside else int(lane.rpartition("_")[0])
                at = edges.index(edge, at)
                last = lane
            if inside:
                offset = lengths[at] + (inside[1] + offset) * through[at] / max(inside[2], 0.01)
            self.stations[row], self.at[row] = begins[at] + offset, at
        np.maximum.accumulate(self.stations, out=self.stations)
        self.nodes = begins[1:-1] - np.array(through[:-1]) / 2
        self.leaving = begins[1:-1]  # where the junctions end
        self.passed = self.time_at(self.nodes)

    def time_at(self, stations):
        """When it passed; the latest moment, where it stood there."""
        after = np.clip(np.searchsorted(self.stations, stations, side="right"), 1, len(self.times) - 1)
        one, other = self.stations[after - 1], self.stations[after]
        share = np.clip((stations - one) / np.maximum(other - one, 1e-9), 0, 1)
        return self.times[after - 1] + share * (self.times[after] - self.times[after - 1])

    def losses(self, network, free, factor):
        """Rows of a crossing: number of its from edge, seconds lost in all, seconds lost on the from edge, stood or not."""
        pace = 1 / free[self.edges]
        marks = np.concatenate(
            [[self.stations[0]], self.nodes, [max(self.stations[-1], self.nodes[-1] if len(self.nodes) else 0)]]
        )
        usual = np.concatenate([[0], np.cumsum(np.maximum(np.diff(marks), 0) * pace)])
        lost = self.times - np.interp(self.stations, marks, usual)
        ratio = self.speeds / (free[np.asarray(self.edges)[self.at]] * factor)
        crossings = [k for k, turn in enumerate(zip(self.edges, self.edges[1:])) if turn in network.crossings]
        rows = np.searchsorted(self.times, self.passed[crossings])
        through, last = 0, len(self.times) - 1
        for number, k in enumerate(crossings):
            row = min(rows[number], last)
            approach = max(through, np.searchsorted(self.stations, self.nodes[k] - APPROACH))
            slow = np.flatnonzero(ratio[approach:row] < SLOW)
            first = approach + slow[0] if len(slow) else row
            fast = np.flatnonzero(ratio[approach:first] >= FREE)
            begin = approach + fast[-1] if len(fast) else approach
            if number + 1 < len(crossings):
                limit = rows[number + 1]
            else:
                limit = last
            limit = max(min(limit, np.searchsorted(self.stations, self.nodes[k] + DEPARTURE)), row)
            after = ratio[row : limit + 1]
            quick = np.flatnonzero(after >= FREE)
            through = min(row + (quick[0] if len(quick) else after.argmax()), last)
            edge_loss = np.nan
            if k > 0:
                out = self.time_at(self.leaving[k])
                edge_loss = out - self.passed[k - 1] - (self.leaving[k] - self.nodes[k - 1]) * pace[k]
            yield k, lost[through] - lost[min(begin, through)], edge_loss, self.speeds[begin : through + 1].min() < 0.3


def driven_routes(path):
    for _, vehicle in xml.etree.ElementTree.iterparse(path):
        if vehicle.tag == "vehicle":
            route = (
                vehicle.find("route") if vehicle.find("route") is not None else vehicle.find("routeDistribution")[-1]
            )
            yield vehicle.get("id"), [int(edge) for edge in route.get("edges").split()]
            vehicle.clear()


def folded(town, network, free, probes, day, shift):
    """Tables of passages, crossings and trips of a shift, and the seconds of its probes."""
    stem = f"{day:02}-{shift:02}"
    kept = [town.folder / f"{name}-{stem}.parquet" for name in ("passages", "crossings", "trips", "seconds")]
    if kept[-1].exists():
        frames = [pandas.read_parquet(path) for path in kept]
        for frame in frames[:3]:
            frame["car"] = frame.car.where(frame.probe, "")
        return frames
    rows = duckdb.sql(
        f"select vehicle_id, timestep_time, vehicle_lane, vehicle_pos, vehicle_speed, vehicle_x, vehicle_y "
        f"from '{town.folder}/cars-{stem}.parquet' where vehicle_id is not null order by vehicle_id, timestep_time"
    ).fetchnumpy()
    cars = rows["vehicle_id"].astype(str)
    begins = np.concatenate([[0], np.flatnonzero(cars[1:] != cars[:-1]) + 1, [len(cars)]])
    routes = dict(driven_routes(town.folder / f"routes-{stem}.xml"))
    factors = {
        t.get("id"): float(t.get("speedFactor"))
        for t in xml.etree.ElementTree.parse(town.folder / f"trips-{stem}.xml").getroot().iter("trip")
    }
    tables = [[], [], [], []]
    for begin, end in zip(begins, begins[1:]):
        name, part = cars[begin], slice(begin, end)
        times = rows["timestep_time"][part]
        if name not in routes or end - begin < 20 or np.diff(times).max() > 1.5:
            continue  # did not arrive, hardly drove, or was moved
        try:
            drive = Drive(
                network,
                routes[name],
                times,
                rows["vehicle_lane"][part],
                rows["vehicle_pos"][part].astype(float),
                rows["vehicle_speed"][part].astype(float),
            )
        except (ValueError, KeyError):
            continue
        add(
            town,
            tables,
            drive,
            network,
            free,
            name,
            day,
            shift,
            factors[name],
            int(name.split("_")[0]) in probes,
            rows["vehicle_x"][part],
            rows["vehicle_y"][part],
        )
    columns = [
        ["car", "probe", "edge", "enter", "exit", "whole", "driven_m"],
        ["car", "probe", "edge", "onto", "time", "delay", "edge_delay", "stood"],
        ["car", "probe", "begin", "end", "metres", "x0", "y0", "x1", "y1"],
        ["car", "time", "x", "y"],
    ]
    frames = []
    for number, (table, names, path) in enumerate(zip(tables, columns, kept)):
        frame = (
            pandas.DataFrame(table, columns=names)
            if number < 3
            else pandas.concat(table or [pandas.DataFrame(columns=names)])
        )
        frame.insert(0, "day", day)
        frame.to_parquet(path)
        frames.append(frame)
    return frames


def add(town, tables, drive, network, free, name, day, shift, factor, probe, x, y):
    car = f"{day:02}-{shift:02}-{name}" if probe else ""
    count = len(drive.edges)
    enters = np.concatenate([[drive.times[0]], drive.passed])
    exits = np.concatenate([drive.passed, [drive.times[-1]]])
    # The part driven of the first and the last edge, in metres.
    stations = np.concatenate([[drive.stations[0]], drive.nodes, [drive.stations[-1]]])
    for k, edge in enumerate(drive.edges):
        tables[0].append((car, probe, edge, enters[k], exits[k], 0 < k < count - 1, stations[k + 1] - stations[k]))
    for k, delay, edge_delay, stood in drive.losses(network, free, factor) if count > 1 else []:
        tables[1].append((car, probe, drive.edges[k], drive.edges[k + 1], drive.passed[k], delay, edge_delay, stood))
    tables[2].append(
        (car, probe, drive.times[0], drive.times[-1], stations[-1] - stations[0], x[0], y[0], x[-1], y[-1])
    )
    if probe:
        tables[3].append(pandas.DataFrame({"car": car, "time": drive.times, "x": x, "y": y}))


def probe_vehicles(town, share):
    vehicles = int(town.peak * 1.5)
    return set(town.generator(5).choice(vehicles, round(vehicles * share), replace=False).tolist())


def unix(town, day, seconds):
    """Seconds since 1970 of seconds after local midnight."""
    midnight = (workday(day).toordinal() - 719163) * 86400
    return midnight - town.offset * 3600 + seconds


def workday(number):
    import datetime

    return FIRST_DAY + datetime.timedelta(days=int(number) // 5 * 7 + int(number) % 5)


def keys(graph, edges):
    edges = np.asarray(edges)
    return {
        "way": graph.way[edges],
        "from_node": graph.from_node[edges],
        "to_node": graph.to_node[edges],
        "direction": np.where(edges % 2, "backward", "forward"),
        "edge": edges,
    }


def speeds(town, passages, free):
    graph = town.graph
    whole = passages[passages.whole].copy()
    whole["hour"] = (whole.enter // 3600).astype(int)
    whole["seconds"] = whole.exit - whole.enter
    whole["kmh"] = graph.length[whole.edge] / whole.seconds.clip(lower=0.2) * 3.6
    groups = whole.groupby(["edge", "hour"])
    table = groups.agg(cars=("seconds", "size"), mean_s=("seconds", "mean"), sd_s=("seconds", "std")).reset_index()
    for name, share in (("p15_kmh", 0.15), ("median_kmh", 0.5), ("p85_kmh", 0.85)):
        table[name] = groups.kmh.quantile(share).to_numpy()
    table["mean_kmh"] = graph.length[table.edge] / table.mean_s * 3.6
    probes = whole[whole.probe].groupby(["edge", "hour"]).agg(probes=("seconds", "size"), probe_s=("seconds", "mean"))
    table = table.merge(probes.reset_index(), how="left", on=["edge", "hour"])
    table["probes"] = table.probes.fillna(0).astype(int)
    table["probe_kmh"] = graph.length[table.edge] / table.probe_s * 3.6
    table["free_kmh"] = free[table.edge] * 3.6
    table["length_m"] = graph.length[table.edge]
    table["class"] = [CLASSES[c] for c in graph.road_class[table.edge]]
    first = pandas.DataFrame(keys(graph, table.edge))
    return pandas.concat([first, table.drop(columns=["edge", "probe_s"])], axis=1)


def delays(town, crossings):
    graph = town.graph
    crossings = crossings.assign(hour=(crossings.time // 3600).astype(int))
    parts = []
    for by in (["edge", "onto"], ["edge", "onto", "hour"]):
        groups = crossings.groupby(by)
        table = groups.agg(
            cars=("delay", "size"),
            delay_s=("delay", "mean"),
            sd_s=("delay", "std"),
            median_s=("delay", "median"),
            stood=("stood", "mean"),
            edge_delay_s=("edge_delay", "mean"),
        )
        table["p85_s"] = groups.delay.quantile(0.85)
        exact = crossings[crossings.probe].groupby(by).agg(probes=("delay", "size"), probe_delay_s=("delay", "mean"))
        parts.append(table.join(exact).reset_index())
    table = pandas.concat(parts, ignore_index=True)
    table["probes"] = table.probes.fillna(0).astype(int)
    table["hour"] = table.hour.astype("Int64")
    turn = {
        "way": graph.way[table.edge],
        "from_node": graph.from_node[table.edge],
        "via_node": graph.to_node[table.edge],
        "to_node": graph.to_node[table.onto],
        "onto_way": graph.way[table.onto],
    }
    return pandas.concat([pandas.DataFrame(turn), table], axis=1)


def use(town, passages):
    graph = town.graph
    table = pandas.DataFrame(keys(graph, town.roads)).set_index("edge", drop=False)
    half = passages.driven_m >= np.minimum(graph.length[passages.edge] / 2, 50)
    counted = passages[half | passages.whole]
    probes = counted[counted.probe]
    table["length_m"] = graph.length[town.roads]
    table["cars"] = counted.groupby("edge").size()
    table["probes"] = probes.groupby("edge").size()
    table["whole"] = probes[probes.whole].groupby("edge").size()
    table["touched"] = passages[passages.probe].groupby("edge").size()
    table["vehicles"] = probes.groupby("edge").vehicle.nunique()
    for name in ("cars", "probes", "whole", "touched", "vehicles"):
        table[name] = table[name].fillna(0).astype(int)
    return table.join(probes.groupby("edge").agg(first=("enter_unix", "min"), last=("enter_unix", "max")))


def zone_of(town, x, y):
    for number, zone in enumerate(town.zones):
        if np.hypot(x - zone[0], y - zone[1]) < ZONE_RADIUS:
            return f"zone-{number:02}"
    return ""


def probe_trips(town, trips):
    table = trips[trips.probe].copy()
    table["from_zone"] = [zone_of(town, x, y) for x, y in zip(table.x0, table.y0)]
    table["to_zone"] = [zone_of(town, x, y) for x, y in zip(table.x1, table.y1)]
    table["hour"] = (table.begin // 3600).astype(int)
    table["seconds"] = table.end - table.begin
    for name in ("begin", "end"):
        table[name] = [unix(town, day, time) for day, time in zip(table.day, table[name])]
    return table


def fixes(town, seconds, period):
    """The rows of probes-N.csv."""
    drawn, parts = town.generator(6, period), []
    for car, drive in seconds.groupby("car", sort=True):
        count = len(drive)
        keep = np.exp(-1 / CORRELATION)
        noise, steps = np.empty((count, 2)), drawn.normal(0, SIGMA, (count, 2))
        noise[0] = steps[0]
        for row in range(1, count):
            noise[row] = keep * noise[row - 1] + (1 - keep * keep) ** 0.5 * steps[row]
        rows = np.unique(np.concatenate([[0], np.arange(drawn.integers(1, period + 1), count, period), [count - 1]]))
        places = town.flat.degrees(drive[["x", "y"]].to_numpy() + noise)[rows]
        times = unix(town, drive.day.iloc[0], drive.time.to_numpy()[rows])
        parts.append(
            pandas.DataFrame(
                {
                    "trace": car,
                    "vehicle": "v" + car.split("-")[2].split("_")[0],
                    "time": times,
                    "lat": places[:, 0].round(7),
                    "lon": places[:, 1].round(7),
                }
            )
        )
    table = pandas.concat(parts, ignore_index=True)
    table["time"] = pandas.to_datetime(table.time.astype("int64"), unit="s").dt.strftime("%Y-%m-%dT%H:%M:%SZ")
    return table


def write(town, periods, share, days, target):
    """Writes what is known of some days into a folder."""
    network, free, probes = Network(town.net), free_speeds(town), probe_vehicles(town, share)
    done = [
        (day, shift) for day in days for shift in SHIFTS if (town.folder / f"cars-{day:02}-{shift:02}.parquet").exists()
    ]
    folds = [folded(town, network, free, probes, *one) for one in done]
    passages, crossings, trips, seconds = (pandas.concat(tables, ignore_index=True) for tables in zip(*folds))
    passages["vehicle"] = passages.car.str.split("-").str[2].str.split("_").str[0]
    passages["enter_unix"] = [unix(town, day, time) for day, time in zip(passages.day, passages.enter)]
    tables = {"speeds": speeds(town, passages, free), "delays": delays(town, crossings), "use": use(town, passages)}
    own = passages[passages.probe].reset_index(drop=True)
    own["exit_unix"] = own.enter_unix + own.exit - own.enter
    exact = pandas.DataFrame(keys(town.graph, own.edge))
    exact.insert(0, "trace", own.car)
    tables["passages"] = exact.assign(
        enter=own.enter_unix.round(2), exit=own.exit_unix.round(2), whole=own.whole, driven_m=own.driven_m.round(2)
    )
    table = probe_trips(town, trips)
    table["vehicle"] = "v" + table.car.str.split("-").str[2].str.split("_").str[0]
    tables["trips"] = table[["car", "vehicle", "begin", "end", "seconds", "metres", "from_zone", "to_zone"]].rename(
        columns={"car": "trace"}
    )
    between = table[(table.from_zone != "") & (table.to_zone != "")].groupby(["from_zone", "to_zone", "hour"])
    tables["flows"] = between.agg(
        trips=("car", "size"),
        vehicles=("vehicle", "nunique"),
        median_s=("seconds", "median"),
        median_m=("metres", "median"),
    ).reset_index()
    target.mkdir(exist_ok=True)
    for name, table in tables.items():
        table.to_csv(target / f"truth_{name}.csv", index=False, float_format="%.3f")
    for period in periods:
        fixes(town, seconds, int(period)).to_csv(target / f"probes-{period:g}.csv", index=False)
    return tables, len(done)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("towns", nargs="*", metavar="town", help=f"{', '.join(TOWNS)}")
    parser.add_argument("--periods", type=numbers, default=[5, 15, 30])
    parser.add_argument("--share", type=float, default=0.05, help="of vehicles that are probes")
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--peak", type=int)
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    for name in options.towns or DEFAULT:
        town = Town(name, options.folder, options.seed, options.peak)
        write(town, options.periods, options.share, range(1), town.folder / "first-day")
        shutil.copy(town.map, town.folder / "first-day/map.tmg")
        shutil.copy(town.folder / "zones.geojson", town.folder / "first-day/zones.geojson")
        tables, shifts = write(town, options.periods, options.share, range(options.days), town.folder)
        print(
            f"{name}: {shifts} shifts, {len(tables['trips'])} trips of probes, {len(tables['speeds'])} edges by hours"
        )


if __name__ == "__main__":
    main()
