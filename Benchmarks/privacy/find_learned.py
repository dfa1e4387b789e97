#!/usr/bin/env python3
"""Searches every byte of every output of `learn --export --hide` for what must not be there.

As find_hidden.py, with a store of one trip at a time. Roads, their nodes and their names are in tables whether they were
driven or not, so what is looked for is

  bytes   places and times of fixes within 0.4 radii of an end, ids of the trip, in all encodings of the formats;
  rows    roads and turns there that have passages, stays, and zones of flows that have only hidden fixes;
  change  bytes that change when the same trip stands longer on hidden ground: what happens there must change none.

    find_learned.py TRACEMILL MAP.tmg TRACES.csv [RADIUS_M [COUNT]]

Exits with 1 if anything is found.
"""
import csv, datetime, filecmp, json, os

from searching import Nearness, Search, Store, contents, files, line_of, new_key, place, run, search_all, secrets, truth

RUNS = [
    ["{}/csv/"],
    ["{}/csvgz/", "--format", "csv.gz"],
    ["{}/ndjson/", "--format", "ndjson"],
    ["{}/json/", "--format", "json"],
    ["{}/geojson/", "--format", "geojson", "--table", "speeds", "--table", "delays",
     "--table", "use", "--table", "stays", "--table", "changes"],
    ["{}/arrow/", "--format", "arrow"],
    ["{}/tables.gpkg"],
]
ZONES = ["--zones", "grid=100m"]


def store(program, map_file, traces, folder, change=lambda reports: None):
    run(program, "match", traces, "--map", map_file, "-o", f"{folder}/reports/", "--quiet")
    change(f"{folder}/reports")
    knowledge = Store(program, map_file, f"{folder}/knowledge")
    knowledge.add(f"{folder}/reports/")
    return knowledge


def export(knowledge, out, hide):
    """Errors and names of files are outputs as well."""
    for number, arguments in enumerate(RUNS):
        place_of_run = f"{out}/{number}"
        os.makedirs(place_of_run)
        done = knowledge.export(*[a.format(place_of_run) for a in arguments], *ZONES, *hide)
        open(f"{place_of_run}/stderr", "wb").write(done.stderr.replace(knowledge.folder.encode(), b"").replace(out.encode(), b""))
    names = [os.path.relpath(f, out) for f in files(out)]
    open(f"{out}/names", "w").write("\n".join(names))


def road_places(path):
    features = json.load(open(path))["features"]
    return {(p[1], p[0]) for f in features if f["geometry"] for p in f["geometry"]["coordinates"]}


def wrong_rows(folder, trip_points, trip_edges, radius):
    """Rows about hidden roads and places."""
    near = Nearness(trip_points.values(), radius)
    secret = {e["properties"]["edge"] for edges in trip_edges.values() for e in edges if near.holds(*line_of(e))}
    wrong = []
    for table, keys in (("use", ["edge"]), ("speeds", ["edge"]), ("delays", ["from_edge", "onto_edge"])):
        for row in csv.DictReader(open(f"{folder}/{table}.csv")):
            if int(row["passages"]) > 0 and any(int(row[key]) in secret for key in keys):
                wrong.append((table, row))
    for row in csv.DictReader(open(f"{folder}/stays.csv")):
        if near.holds(place(row)):
            wrong.append(("stays", row))
    return wrong, len(secret)


def longer(reports, trip_points, radius):
    """The same reports of a trip that begins earlier and ends later: it stands within 0.3 radii of its ends.

    The reports are changed and not the trace: a matcher's confidence hangs a little on all fixes of a trip.
    """
    within = Nearness(trip_points.values(), radius, share=0.3)
    tables = {name: list(csv.DictReader(open(f"{reports}/{name}.csv"))) for name in ("points", "trips")}
    points = tables["points"]
    near = [within.holds(place(p)) for p in points]
    first, last = near.index(False), len(near) - 1 - near[::-1].index(False)
    for number, row in enumerate(points):
        row["time"] = shifted(row["time"], -47 if number < first else 61 if number > last else 0)
    for row in tables["trips"]:
        row["begin_time"], row["end_time"] = shifted(row["begin_time"], -47), shifted(row["end_time"], 61)
    for name, rows in tables.items():
        with open(f"{reports}/{name}.csv", "w", newline="") as out:
            writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    os.remove(f"{reports}/manifest.json")


def shifted(time, seconds):
    moment = datetime.datetime.fromisoformat(time.replace("Z", "+00:00")) + datetime.timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def search_one(program, map_file, traces, control, radius, folder):
    hide = ["--hide", f"ends={radius:.0f}m,times=1min,ids,key={new_key(folder)}"]
    trips, trip_points, trip_edges = truth(program, map_file, traces)
    os.makedirs(f"{folder}/one")
    os.makedirs(f"{folder}/two")
    knowledge = store(program, map_file, traces, f"{folder}/one")
    export(knowledge, f"{folder}/hidden", hide)
    export(knowledge, f"{folder}/open", [])
    hidden, public = secrets(trip_points, {}, radius)
    roads = {(round(a * 5e4), round(b * 5e4)) for a, b in road_places(f"{folder}/open/4/geojson/use.geojson")}
    hidden["places"] = {p for p in hidden["places"] if not any(
        (round(p[0] * 5e4) + i, round(p[1] * 5e4) + j) in roads for i in (-1, 0, 1) for j in (-1, 0, 1))}
    search = Search(hidden, public)
    search.names({t[k] for t in trips for k in ("trip_id", "trace_id")})
    # Roads are in all tables, and their coordinates pair up by chance: what tables of another trip have is none of this one.
    os.makedirs(f"{folder}/three")
    export(store(program, map_file, control, f"{folder}/three"), f"{folder}/control", hide)
    chance = {found[:2] for path in files(f"{folder}/control") for _, c in contents(path) for found in search.found(c)}
    finds = [(os.path.relpath(path, folder), what, *found) for path in files(f"{folder}/hidden")
             for what, content in contents(path) for found in search.found(content) if found[:2] not in chance]
    rows, secret = wrong_rows(f"{folder}/hidden/0/csv", trip_points, trip_edges, radius)
    finds += rows
    other = store(program, map_file, traces, f"{folder}/two", lambda reports: longer(reports, trip_points, radius))
    export(other, f"{folder}/hidden2", hide)
    export(other, f"{folder}/open2", [])
    different = {
        name: [path for path in files(f"{folder}/{name}") if not path.endswith("manifest.json")
               and not filecmp.cmp(path, path.replace(f"/{name}/", f"/{name}2/"), shallow=False)]
        for name in ("hidden", "open")}
    finds += [("change", path) for path in different["hidden"]]
    for find in finds[:12]:
        print(*find)
    # The search itself works: without --hide it finds times, rows and changes.
    kinds = {found[0] for path in files(f"{folder}/open") for _, c in contents(path) for found in search.found(c)}
    open_rows = len(wrong_rows(f"{folder}/open/0/csv", trip_points, trip_edges, radius)[0])
    print(f"{os.path.basename(traces)}: {len(search.needles)} needles, {secret} hidden roads; without --hide "
          f"{', '.join(sorted(kinds))} are found, {open_rows} rows, and {len(different['open'])} files change")
    return len(finds) + (0 if kinds and open_rows and different["open"] else 1)


if __name__ == "__main__":
    search_all(search_one)
