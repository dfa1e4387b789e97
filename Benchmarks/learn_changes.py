#!/usr/bin/env python3
"""Measures how soon the table `changes` says that roads were closed, opened or slowed in a simulated town.

    Benchmarks/learn_changes.py                      40 workdays in Milan, three kinds of changes in the fourth and fifth week
    Benchmarks/learn_changes.py --tables FOLDER      judges tables that are there

The town is that of `learn_towns.py` without signals, 7 to 9 o'clock, with one of five vehicles as a probe, a fix each 10 s.
Half of the trips of a vehicle are its habit. Nobody drives at weekends, on one holiday three of ten drive, and six probes
stop driving in the fifth week. Of 24 pieces of road that probes drive 8 to 35 times a day, eight are closed from a Monday
on, eight are closed from the beginning and opened on a Wednesday, and eight become half as fast on a Friday: changes.csv.
Cars look for other ways.

Only pieces that probes drive ten times a day or more count as to be found, by the rows of `match`: closed ones before,
opened ones after, and those that became slower before and after, as many cars then look for another way.

- Found: changes with a row of their kind whose day is at most two days off and whose `detected` is at most two workdays
  after.
- Late: found, but later. Days: from the change to `detected`, median.
- False alarms: rows closed, opened, slower or faster that are not within two workdays and 400 m of a change, for each
  1,000 driven pieces and month of 21 workdays. Rows of a detour near a change are right, others are false alarms as well.

Days of a run cannot know what comes: tables of the first 24 days must have the same rows for what was detected in them.
"""

import argparse
import concurrent.futures
import pathlib
import sys
import xml.etree.ElementTree

import numpy as np
import pandas

import learn_towns
import learn_truth
from learn import learn
from learn_towns import FOLDER, Town, run, sumo_home
from measuring import check_ready, row, tracemill

DAYS, HOLIDAY, SHIFT, HOURS = 40, 12, 7, 2
CLOSED, OPENED, SLOWED, GONE = 20, 22, 24, 21  # workdays, from 0
EACH, SHARE, PERIOD = 8, 0.2, 10  # pieces of each kind, probes, seconds
BUSY = 10  # passages of probes a day
CHOSEN = 8, 35  # passages of probes a day of pieces that change; closing busier ones makes a jam of everything
NEAR = 400  # metres


class Changes:
    """What changes on which day, by edge."""

    def __init__(self, town):
        path = town.folder / "changes.csv"
        if not path.exists():
            self.choose(town, path)
        self.table = pandas.read_csv(path)

    def choose(self, town, path):
        """Pieces that many drive, no trip begins or ends on, and that lie apart."""
        use = pandas.read_csv(town.folder / "truth_use.csv")
        ends = set(np.concatenate(town.ends).tolist())
        daily = use.set_index("edge").probes
        rows, middles = [], []
        for edge in town.generator(15).permutation(daily.index[daily.between(*CHOSEN)]):
            middle = town.flat.metres(town.graph.shape(edge)).mean(0)
            apart = all(np.hypot(*(middle - other)) > 250 for other in middles)
            if edge in ends or town.graph.length[edge] < 30 or not apart:
                continue
            kind, day = [("closed", CLOSED), ("opened", OPENED), ("slower", SLOWED)][len(rows) % 3]
            rows.append((edge, kind, learn_truth.workday(day).isoformat(), day, daily[edge]))
            middles.append(middle)
            if len(rows) == 3 * EACH:
                break
        table = pandas.DataFrame(rows, columns=["edge", "kind", "day", "workday", "probes_a_day"])
        pandas.concat(
            [pandas.DataFrame(learn_truth.keys(town.graph, table.edge)).drop(columns="edge"), table], axis=1
        ).to_csv(path, index=False)

    def network(self, town, day):
        """The network of a day."""
        shut = {
            f"{e}"
            for e, kind, begin in zip(self.table.edge, self.table.kind, self.table.workday)
            if (kind == "closed" and day >= begin) or (kind == "opened" and day < begin)
        }
        slow = {
            f"{e}"
            for e, kind, begin in zip(self.table.edge, self.table.kind, self.table.workday)
            if kind == "slower" and day >= begin
        }
        path = town.folder / f"net-{sum(day >= begin for begin in (CLOSED, OPENED, SLOWED))}.net.xml"
        if not path.exists():
            tree = xml.etree.ElementTree.parse(town.net)
            for edge in tree.getroot().iter("edge"):
                for lane in edge.iter("lane"):
                    if edge.get("id") in shut:
                        lane.set("disallow", "all")
                    if edge.get("id") in slow:
                        lane.set("speed", f"{float(lane.get('speed')) / 2:.2f}")
            tree.write(path)
        return path


def trips(town, day, probes):
    """The trips of a day: (second, vehicle, edges of begin and end, factor of the vehicle)."""
    drawn, vehicles = town.generator(13, day), int(town.peak * 1.5)
    factors = np.clip(np.exp(town.generator(4).normal(0, learn_towns.VEHICLE_SPREAD, vehicles)), 0.75, 1.3)
    habit = town.generator(14)
    anywhere = np.concatenate(town.ends)
    habits = habit.choice(anywhere, (vehicles, 2))
    gone = set(sorted(probes)[:6]) if day >= GONE else set()
    for hour in range(SHIFT, SHIFT + HOURS):
        count = drawn.poisson(town.peak * learn_towns.HOURLY[hour] * (0.3 if day == HOLIDAY else 1))
        for vehicle in drawn.choice(vehicles, min(count, vehicles), replace=False):
            origin, target = habits[vehicle] if drawn.random() < 0.5 else drawn.choice(anywhere, 2)
            begin = 3600 * hour + 2700 * drawn.random()
            apart = np.hypot(
                *(town.flat.metres(town.graph.shape(origin))[0] - town.flat.metres(town.graph.shape(target))[-1])
            )
            if apart >= 500 and vehicle not in gone:
                yield begin, vehicle, origin, target, factors[vehicle]


def simulate(town, day, net, probes):
    stem = f"{day:02}"
    done = town.folder / f"probes-{stem}.parquet"
    if done.exists():
        return
    file_of_trips = town.folder / f"trips-{stem}.xml"
    with open(file_of_trips, "w") as file:
        print('<routes><vType id="car" sigma="0.5" speedDev="0" tau="1.2"/>', file=file)
        for number, (time, vehicle, origin, target, factor) in enumerate(sorted(trips(town, day, probes))):
            seen = '<param key="has.fcd.device" value="true"/>' if vehicle in probes else ""
            print(
                f'<trip id="{vehicle}_{number}" type="car" depart="{time:.0f}" from="{origin}" to="{target}" '
                f'speedFactor="{factor:.4f}" departLane="best" departPos="random_free" arrivalPos="random">{seen}</trip>',
                file=file,
            )
        print("</routes>", file=file)
    partial = town.folder / f"partial-{stem}.parquet"
    run(
        [
            sumo_home() / "bin/sumo",
            "-n",
            net,
            "-r",
            file_of_trips,
            "-b",
            3600 * SHIFT,
            "-e",
            3600 * (SHIFT + HOURS) + 1800,
            "--fcd-output",
            partial,
            "--fcd-output.attributes",
            "x,y",
            "--device.fcd.probability",
            0,
            "--device.rerouting.probability",
            1,
            "--device.rerouting.period",
            240,
            "--device.rerouting.adaptation-steps",
            60,
            "--time-to-teleport",
            180,
            "--ignore-junction-blocker",
            20,
            "--ignore-route-errors",
            "--seed",
            7_000 + day,
            "--no-step-log",
            "--no-warnings",
            "--precision",
            2,
        ]
    )
    partial.rename(done)


def fixes(town, days):
    """The seconds of the probes, as `learn_truth.fixes` wants them."""
    parts = []
    for day in range(days):
        frame = pandas.read_parquet(town.folder / f"probes-{day:02}.parquet").dropna()
        frame = frame.rename(columns={"timestep_time": "time", "vehicle_x": "x", "vehicle_y": "y"})
        frame["car"] = f"{day:02}-{SHIFT:02}-" + frame.vehicle_id.astype(str)
        parts.append(frame.sort_values(["car", "time"])[["car", "time", "x", "y"]].assign(day=day))
    return pandas.concat(parts, ignore_index=True)


def learned(town, zone, traces, name):
    reports, knowledge, tables = (town.folder / f"{word}-{name}" for word in ("matched", "knowledge", "learned"))
    if not tables.exists():
        rows = [word for table in ("trips", "edges", "points", "events") for word in ("--table", table)]
        tracemill(
            "match",
            traces,
            "--map",
            town.map,
            "-o",
            f"{reports}/",
            "--quiet",
            "--format",
            "csv",
            *rows,
            "--columns",
            "trace=trace,vehicle=vehicle",
        )
        tabled = ["--table", "changes", "--table", "use"]
        if not learn(reports, town.map, zone, knowledge, tables, *tabled):
            sys.exit("the program does not learn")
    return tables


def workdays_between(first, last):
    return np.busday_count(np.array(first, "datetime64[D]"), np.array(last, "datetime64[D]"))


def daily(town, changes):
    """Passages of probes a day that can show each change."""
    rows = pandas.read_csv(town.folder / "matched-all/edges.csv", usecols=["trace_id", "edge"])
    days = rows.groupby(["edge", rows.trace_id.str[:2].astype(int)]).size().unstack(fill_value=0)
    days = days.reindex(changes.edge).fillna(0)
    before = [counts[:day].mean() for day, counts in zip(changes.workday, days.to_numpy())]
    after = [counts[day:].mean() for day, counts in zip(changes.workday, days.to_numpy())]
    return np.select([changes.kind == "closed", changes.kind == "opened"], [before, after], np.minimum(before, after))


def judge(town, changes, tables):
    found = pandas.read_csv(tables / "changes.csv")
    truth = changes[daily(town, changes) >= BUSY]
    row("change", "to be found", "found", "late", "days, median")
    row("---", *["---:"] * 4)
    for kind, rows in truth.groupby("kind"):
        right = late = 0
        days = []
        for change in rows.itertuples():
            own = found[(found.edge == change.edge) & (found.change == kind)]
            own = own[np.abs(workdays_between(change.day, own.day.to_numpy(str))) <= 2] if len(own) else own
            if len(own):
                days.append(int(workdays_between(change.day, own.detected.min())))
                right += days[-1] <= 2
                late += days[-1] > 2
        row(kind, len(rows), right, late, f"{np.median(days):.0f}" if days else "")
    middle = lambda edge: town.flat.metres(town.graph.shape(edge)).mean(0)
    near = lambda alarm: any(
        abs(workdays_between(change.day, alarm.day)) <= 2
        and np.hypot(*(middle(change.edge) - middle(alarm.edge))) <= NEAR
        for change in changes.itertuples()
    )
    alarms = found[(found.change != "congestion")]
    false = [alarm for alarm in alarms.itertuples() if not near(alarm)]
    driven = (
        (pandas.read_csv(tables / "use.csv").passages > 0).sum() if (tables / "use.csv").exists() else len(town.roads)
    )
    print(
        f"\nFalse alarms: {len(false)} of {len(alarms)} rows, "
        f"{1000 * len(false) / driven / (DAYS / 21):.2f} for each 1,000 driven pieces and month."
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--make", action="store_true", help="make the traces and stop")
    parser.add_argument("--tables", type=pathlib.Path, help="a folder of learned tables")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    check_ready()
    base = Town("milan-free", options.folder)
    if not (base.folder / "first-day/truth_use.csv").exists():
        parser.error("learn_towns.py milan-free and learn_truth.py milan-free come first")
    town = Town("milan-changes", options.folder)
    if not (town.folder / "truth_use.csv").exists():
        use = pandas.read_csv(base.folder / "first-day/truth_use.csv")
        # Probes are SHARE of the cars, and drive for HOURS of the eight.
        peaks = sum(learn_towns.HOURLY[hour] for hour in range(SHIFT, SHIFT + HOURS)) / sum(learn_towns.HOURLY.values())
        use["probes"] = (use.cars * SHARE * peaks).round(1)
        use.to_csv(town.folder / "truth_use.csv", index=False)
    changes, probes = Changes(town), learn_truth.probe_vehicles(town, SHARE)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        nets = [changes.network(town, day) for day in range(options.days)]
        list(pool.map(lambda day: simulate(town, day, nets[day], probes), range(options.days)))
    traces = town.folder / f"probes-{PERIOD}.csv"
    if not traces.exists() and options.days == DAYS:
        learn_truth.fixes(town, fixes(town, DAYS), PERIOD).to_csv(traces, index=False)
    if options.make or options.days < DAYS:
        return
    zone = learn_towns.TOWNS["milan-changes"][7]
    tables = options.tables or learned(town, zone, traces, "all")
    judge(town, changes.table, tables)
    if options.tables is None:
        early = town.folder / f"probes-{PERIOD}-early.csv"
        rows = pandas.read_csv(traces)
        rows[rows.trace.str[:2].astype(int) < 24].to_csv(early, index=False)
        until = learn_truth.workday(23).isoformat()
        key = ["edge", "change", "day", "detected"]
        before, after = (
            pandas.read_csv(path / "changes.csv") for path in (learned(town, zone, early, "early"), tables)
        )
        same = before[before.change != "congestion"][key].merge(
            after[(after.change != "congestion") & (after.detected <= until)][key], "outer", indicator=True
        )
        print(
            f"Rows detected by {until} that a run with later days has otherwise: "
            f"{(same._merge != 'both').sum()} of {len(same)}."
        )


if __name__ == "__main__":
    main()
