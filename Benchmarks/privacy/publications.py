#!/usr/bin/env python3
"""Compares publications of `learn --export --at-least N` that follow each other, as somebody does who wants to know of one vehicle.

    publications.py TRACEMILL MAP.tmg REPORTS [FORGOTTEN [AT_LEAST]]

REPORTS is a folder of CSV reports of several days. All days but the last are published, then all days, then, from there, all
without each of FORGOTTEN vehicles, by default 20. Whose passages are on which road is counted from the reports, not by the
program: a row of `use` may only change if AT_LEAST vehicles are new on the road, and forgetting may change no row at all.
For comparison the same without a record of what was published. Exits with 1 if a row changed that must not.
"""
import csv, random, shutil, sys, tempfile

from searching import Store

TABLES = ["speeds", "delays", "use", "flows", "stays"]


def publish(store, least):
    """The lines of each table."""
    with tempfile.TemporaryDirectory() as out:
        store.export(f"{out}/t/", "--at-least", str(least))
        return {t: open(f"{out}/t/{t}.csv").read().splitlines()[1:] for t in TABLES}


def publish_anew(store, least):
    store.begin_anew()
    return publish(store, least)


def changed(before, after):
    """How many lines are in one of two publications only, by table."""
    return {t: len(set(before[t]) ^ set(after[t])) for t in TABLES}


def edge_and_length(line):
    row = next(csv.reader([line]))
    return row[5], float(row[9])


def vehicles_by_edge(reports, trips, last_day, lengths):
    """The vehicles that drove each edge, by half of it or 50 m, without and with the last day."""
    trips = {row["trip_id"]: row for row in trips}
    before, after = {}, {}
    for row in csv.DictReader(open(f"{reports}/edges.csv")):
        driven = float(row["end_offset_m"]) - float(row["begin_offset_m"])
        if row["edge"] not in lengths or driven < min(50, 0.5 * lengths[row["edge"]]):
            continue
        trip = trips[row["trip_id"]]
        after.setdefault(row["edge"], set()).add(trip["vehicle"])
        if trip["begin_time"][:10] < last_day:
            before.setdefault(row["edge"], set()).add(trip["vehicle"])
    return before, after


def wrong_rows(first, second, before, after, least):
    """Rows of `use` that are gone, or new or different on too few new vehicles."""
    old, new = ({edge_and_length(line)[0]: line for line in lines} for lines in (first, second))
    wrong = len(set(old) - set(new))
    for edge, line in new.items():
        known = before.get(edge, set()) if edge in old else set()
        wrong += line != old.get(edge) and len(after.get(edge, set()) - known) < least
    return wrong


def main():
    program, map_file, reports = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    least = int(sys.argv[5]) if len(sys.argv) > 5 else 3
    trips = [trip for trip in csv.DictReader(open(f"{reports}/trips.csv")) if trip["begin_time"]]
    last_day = max(trip["begin_time"][:10] for trip in trips)
    with tempfile.TemporaryDirectory() as folder:
        early = Store(program, map_file, f"{folder}/early")
        early.add(reports)
        whole = early.copy(f"{folder}/whole")
        early.forget(f"day={last_day}")
        bare_first, bare = publish_anew(early.copy(f"{folder}/bare"), least), publish_anew(whole, least)
        first = publish(early, least)
        early.add(reports)
        second = publish(early, least)
        rows = {t: len(lines) for t, lines in second.items()}
        print(f"{rows} rows; {last_day} added: {changed(first, second)} lines differ; without a record {changed(bare_first, bare)}")
        lengths = dict(map(edge_and_length, second["use"]))
        failures = wrong_rows(first["use"], second["use"], *vehicles_by_edge(reports, trips, last_day, lengths), least)
        print(f"{failures} rows of use changed on too few vehicles; "
              f"{sum(changed(second, publish(early, least)).values())} lines differ when nothing is new")
        names = sorted({trip["vehicle"] or trip["trace_id"] for trip in trips})
        totals, bare_totals = dict.fromkeys(TABLES, 0), dict.fromkeys(TABLES, 0)
        for number, name in enumerate(random.Random(5).sample(names, min(count, len(names)))):
            less = early.copy(f"{folder}/without-{number}")
            less.forget(f"vehicle={name}")
            for sums, pair in ((totals, (second, publish(less, least))), (bare_totals, (bare, publish_anew(less, least)))):
                for table, lines in changed(*pair).items():
                    sums[table] += lines
            shutil.rmtree(less.folder)
        print(f"one of {len(names)} vehicles forgotten, {count} times: {totals} lines differ; without a record {bare_totals}")
    failures += sum(totals.values())
    print(f"{failures} rows changed that must not")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
