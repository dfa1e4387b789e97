#!/usr/bin/env python3
"""What a map of many towns costs beside the map of one of them: a trace and a route in one town on either.

    Benchmarks/continent.py EXTRACT WORK            the roads of an extract 64 times, side by side from west to east
    Benchmarks/continent.py EXTRACT WORK --tiles 8

Writes the extracts and builds both maps with hierarchies, unless WORK has them. Then it measures processor time and peak
memory: of the build; of the first start with a trace or with two routes in one town, and of later starts, on either map.
Notes of verified maps go to WORK. Needs the package osmium of PyPI. TRACEMILL names a program to use
instead of the one of this clone.
"""

import argparse
import csv
import json
import os
import pathlib
import shutil
import time

from measuring import PROGRAM, check_ready, measured, repeated, tracemill

# Room for the ids of OSM in the lower bits.
STEP = 1 << 36


def roads(source):
    """The ways with roads, the places of their nodes, and the relations between them."""
    import osmium

    ways, members = [], {}
    for item in osmium.FileProcessor(source, osmium.osm.WAY).with_filter(osmium.filter.KeyFilter("highway")):
        ways.append((item.id, dict(item.tags), [node.ref for node in item.nodes]))
        members.update(dict.fromkeys(ways[-1][2]))
    nodes = []
    for item in osmium.FileProcessor(source, osmium.osm.NODE):
        if item.id in members:
            nodes.append((item.id, dict(item.tags), item.lon, item.lat))
    kept = {"w": {way[0] for way in ways}, "n": members.keys(), "r": ()}
    relations = []
    for item in osmium.FileProcessor(source, osmium.osm.RELATION):
        if item.tags.get("type") == "restriction" and all(m.ref in kept[m.type] for m in item.members):
            relations.append((item.id, dict(item.tags), [(m.type, m.ref, m.role) for m in item.members]))
    return nodes, ways, relations


def tile(source, target, count):
    import osmium

    nodes, ways, relations = roads(source)
    west, east = min(node[2] for node in nodes), max(node[2] for node in nodes)
    # The lengths of a town do not change on its parallel; its own place is in the middle of all.
    step = min(1.02 * (east - west), 350 / count)
    first = -180 + 0.01 - west if west + step * count > 179 else 0
    new = osmium.osm.mutable
    with osmium.SimpleWriter(target, overwrite=True) as writer:
        for number in range(count):
            for id, tags, lon, lat in nodes:
                writer.add_node(new.Node(id=id + number * STEP, tags=tags, location=(lon + first + number * step, lat)))
        for number in range(count):
            for id, tags, refs in ways:
                writer.add_way(new.Way(id=id + number * STEP, tags=tags, nodes=[ref + number * STEP for ref in refs]))
        for number in range(count):
            for id, tags, parts in relations:
                parts = [(kind, ref + number * STEP, role) for kind, ref, role in parts]
                writer.add_relation(new.Relation(id=id + number * STEP, tags=tags, members=parts))


def row(name, lap):
    print(f"{name:30} {1000 * lap.processor:9.0f} {lap.memory:9.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("extract")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--tiles", type=int, default=64)
    options = parser.parse_args()
    check_ready()
    work = options.work
    work.mkdir(parents=True, exist_ok=True)
    print(f"{'':30} {'ms':>9} {'MB':>9}")
    for name, count in (("town", 1), ("tiles", options.tiles)):
        if not (work / f"{name}.osm.pbf").exists():
            tile(options.extract, str(work / f"{name}.osm.pbf"), count)
        if not (work / f"{name}.tmg").exists():
            build = [PROGRAM, "map", "build", f"{name}.osm.pbf", "-o", f"{name}.tmg", "--hierarchy", "--quiet"]
            row(f"{name}: build", measured(build, work))
    drive(work)
    os.environ["XDG_CACHE_HOME"] = str(work / "notes")
    shutil.rmtree(work / "notes", ignore_errors=True)
    # A map that was changed less than two seconds before gets no note.
    time.sleep(3)
    common = ["--format", "ndjson", "--quiet", "--jobs", "1"]
    for name in ("town", "tiles"):
        match = [PROGRAM, "match", "trace.csv", *common, "--map", f"{name}.tmg"]
        route = [PROGRAM, "route", "--requests", "requests.ndjson", *common, "--map", f"{name}.tmg"]
        row(f"{name}: first trace", measured(match, work))
        row(f"{name}: later trace", repeated(9, match, work))
        row(f"{name}: first routes", measured(route, work))
        row(f"{name}: later routes", repeated(9, route, work))


def drive(work):
    """A drive in the town, and the ways between its fixes as requests."""
    tracemill("simulate", "-m", work / "town.tmg", "--count", "1", "--seed", "7", "-o", work / "drives", "--overwrite")
    shutil.copy(work / "drives/traces.csv", work / "trace.csv")
    fixes = list(csv.DictReader((work / "trace.csv").open(encoding="utf8")))
    with (work / "requests.ndjson").open("w", encoding="utf8") as file:
        for number in (len(fixes) // 2, len(fixes) - 1):
            ends = [{"lat": float(fix["lat"]), "lon": float(fix["lon"])} for fix in (fixes[0], fixes[number])]
            print(json.dumps({"id": f"to-{number}", "waypoints": ends}), file=file)


if __name__ == "__main__":
    main()
