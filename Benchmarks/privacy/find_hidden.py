#!/usr/bin/env python3
"""Searches every byte of every output of `match --hide` for what must not be there.

What must be hidden is computed without the program's discs: the end of a trip is at least 0.4 radii from the border of
its disc, so all that lies within 0.4 radii of an end must be gone: places and times of fixes, nodes and ways of roads,
and names of streets. What is also driven elsewhere in the same trip is no secret and is not looked for.

    find_hidden.py TRACEMILL MAP.tmg TRACES.csv [RADIUS_M [COUNT]]

Traces have the columns trace_id, time, lat and lon. The first COUNT of them, by default 4, are matched one by one, since
what one trip hides another may show. Exits with 1 if anything is found.
"""
import os

from searching import Search, contents, files, new_key, run, search_all, secrets, truth

RUNS = [
    ["--format", "csv", "-o", "{}/csv/"],
    ["--format", "csv.gz", "-o", "{}/csvgz/", "--positions", "rate=2"],
    ["--format", "ndjson", "-o", "{}/ndjson/", "--alternatives", "3", "--table", "+candidates", "--table",
     "+notifications", "--table", "+crossings"],
    ["--format", "json", "-o", "{}/trips.json", "--alternatives", "2"],
    ["--format", "geojson", "-o", "{}/geojson/"],
    ["--format", "geojson", "-o", "{}/all.geojson"],
    ["--format", "gpx", "-o", "{}/trips.gpx"],
    ["--format", "gpkg", "-o", "{}/trips.gpkg", "--alternatives", "2"],
    ["--format", "arrow", "-o", "{}/arrow/", "--alternatives", "2", "--positions", "rate=1"],
    ["--format", "html", "-o", "{}/pages/", "--plot", "{}/plots/", "--alternatives", "2", "--table", "+candidates"],
    ["--format", "csv", "-o", "{}/more/", "--table", "legs", "--table", "lanes", "--table", "spans", "--table",
     "segments", "--table", "crossings", "--table", "notifications", "--table", "doubts", "--metrics-file", "{}/m.prom"],
    ["--format", "csv", "-o", "{}/resumed/", "--resume"],
]


def search_one(program, map_file, traces, _, radius, folder):
    trips, trip_points, trip_edges = truth(program, map_file, traces)
    search = Search(*secrets(trip_points, trip_edges, radius))
    names = {t["trip_id"] for t in trips} | {t["trace_id"] for t in trips}
    failures = 0
    key = new_key(folder)
    for number, arguments in enumerate(RUNS):
        is_resumed = "--resume" in arguments
        out = f"{folder}/{number}"
        os.mkdir(out)
        hide = f"ends={radius:.0f}m,times=1min,key={key}" + ("" if is_resumed else ",ids")
        done = run(program, "match", traces, "--map", map_file, "--hide", hide,
                   *[a.format(out) for a in arguments], check=False)
        if done.returncode not in (0, 3):
            print("FAILED", arguments, done.stderr.decode())
            failures += 1
            continue
        open(f"{out}/stderr", "wb").write(done.stderr)
        open(f"{out}/names", "w").write("\n".join(os.path.relpath(f, out) for f in files(out)))
        needles = Search.__new__(Search)
        needles.needles = list(search.needles)
        if not is_resumed:
            needles.names(names)
        # Streets go on beyond a disc, and a picture names those that it draws.
        drawn = [n for n in needles.needles if n[0] != "street"]
        finds = [(os.path.relpath(path, out), what, *found)
                 for path in files(out) for what, content in contents(path) for found in needles.found(content, drawn if path.endswith(".svg") else needles.needles)]
        for find in finds[:12]:
            print(arguments[1], *find)
        failures += len(finds)
    # The search itself works: in outputs of a run that hides nothing it finds all kinds.
    kinds = set()
    for number, arguments in enumerate(RUNS):
        out = f"{folder}/open{number}"
        os.mkdir(out)
        run(program, "match", traces, "--map", map_file, *[a.format(out) for a in arguments])
        kinds |= {(what, kind) for p in files(out) for what, c in contents(p) for kind, _, _ in search.found(c)}
    print(f"{', '.join(names)}: {len(search.places)} places, {len(search.needles)} needles; a run that hides nothing has "
          f"{len(kinds)} kinds of them: {', '.join(sorted({k for _, k in kinds}))}")
    return failures if kinds else failures + 1


if __name__ == "__main__":
    search_all(search_one)
