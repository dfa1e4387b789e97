#!/usr/bin/env python3
"""Checks the traffic files for OSRM and Valhalla with their own programs, and what they do to their routes.

    PEER_PYTHON=python3.12 Benchmarks/learn_exports.py milan             files of `learn --export` from knowledge-15 in the town
    Benchmarks/learn_exports.py milan --osrm speeds.csv turns.csv        files that are there
    Benchmarks/learn_exports.py milan --reference                        files that this program writes from the truth
    Benchmarks/learn_exports.py milan --edges edges.csv                  only the table of the edges of Valhalla's tiles

Needs a Python 3.12 for `osrm-bindings`, `pyvalhalla` and `numpy` of PyPI (`peers/environment.py`), and a town of
`learn_towns.py` with its truth. Routes join the ends of trips of probes that began in the hour, so it is known how long they took; the
route may be another road than theirs.

- OSRM: the share of lines that `osrm-customize` says it used, of each file of speeds; the median error of the times of
  its routes, and the share within 20 %, with its own speeds, with learned ones, with learned turns, and with both. The
  files are copied anew each time: `osrm-customize` changes them, and segments that a later file leaves out keep the speed
  of an earlier one.
- Valhalla: edges that `valhalla_add_predicted_traffic` says it updated, of the lines; the greatest difference between the
  speeds that Valhalla decodes and those meant; the same errors of times, by departure in that hour and without.
"""

import argparse
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pandas

from graph_file import CAR_ENTERS, CLASSES, Graph
from learn_towns import FOLDER, TOWNS
from measuring import ROOT, check_ready, row, tracemill
from peers import environment

UNKNOWN = {"track", "road", "pedestrian"}  # classes that OSRM's profile for cars leaves out
SIGNAL = 2  # seconds that this profile takes for signals, beside the penalties of turns
COEFFICIENTS, BINS = 200, 2016
SLOWEST = 5  # km/h, the least that Valhalla does not count as an outlier
WORKER = ROOT / "Benchmarks/peers/traffic.py"


def peer(*arguments):
    done = subprocess.run([environment.python(), "-P", WORKER, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr[-2000:])
    # Valhalla logs to standard output, too.
    return json.loads(done.stdout.splitlines()[-1])


def called(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return done.stdout + done.stderr


WAVES = (2 / BINS) ** 0.5 * np.cos(np.arange(COEFFICIENTS)[:, None] * (np.arange(BINS) + 0.5) * np.pi / BINS)
WAVES[0] *= 0.5**0.5


def encode(speeds):
    """The text for Valhalla of a speed in km/h for each five minutes from Sunday 00:00, an array of 2,016.

    The waves fall below short dips of the speed, down to zero and less, and the road would take forever. Where a decoded
    speed is below half of what is meant, or below 5 km/h, more is encoded until it is not.
    """
    least, wanted = np.maximum(speeds / 2, SLOWEST), np.maximum(speeds, SLOWEST)
    for _ in range(20):
        sums = np.rint(WAVES @ wanted)
        short = least - WAVES.T @ sums
        if short.max() <= 0:
            break
        wanted = wanted + 1.5 * np.maximum(short, 0) + 0.1 * (short > 0)
    return base64.b64encode(sums.astype(">i2").tobytes()).decode()


def decode(text):
    return WAVES.T @ np.frombuffer(base64.b64decode(text), ">i2").astype(float)


class Truth:
    """What drives took in one hour and all hours, by edge and turn: for files written without the program."""

    def __init__(self, folder, hour):
        self.graph, self.hour = Graph(folder / "map.tmg"), hour
        speeds = pandas.read_csv(folder / "truth_speeds.csv")
        self.speeds = speeds[speeds.cars >= 5]
        delays = pandas.read_csv(folder / "truth_delays.csv")
        self.delays = delays[(delays.hour == hour) & (delays.cars >= 5)]

    def nodes(self, edge):
        """Ids of all nodes of an edge, in the direction of travel."""
        graph, segment = self.graph, edge // 2
        ids = graph.place_ids[graph._first_place[segment] : graph._first_place[segment + 1]].copy()
        ids[0], ids[-1] = graph.from_node[segment * 2], graph.to_node[segment * 2]
        return ids[::-1] if edge % 2 else ids

    def write_osrm(self, speeds, turns):
        """Speeds with the waiting at the end of edges; all turns of these edges cost nothing more."""
        graph = self.graph
        rows = self.speeds[self.speeds.hour == self.hour]
        kept = [e for e in rows.edge if CLASSES[graph.road_class[e]] not in UNKNOWN and graph.access[e] >= CAR_ENTERS]
        speed = rows.set_index("edge").mean_kmh
        lines = {pair: speed[e] for e in kept for pair in zip(self.nodes(e), self.nodes(e)[1:])}
        speeds.write_text("".join(f"{a},{b},{max(v, 0.1):.2f}\n" for (a, b), v in lines.items()))
        leaving = {}
        for edge in np.flatnonzero(graph.access >= CAR_ENTERS):
            leaving.setdefault(graph.tail[edge], []).append(edge)
        pairs = {
            (self.nodes(e)[-2], self.nodes(e)[-1], self.nodes(o)[1])
            for e in kept
            for o in leaving.get(graph.head[e], [])
            if o != e ^ 1
        }
        turns.write_text("".join(f"{a},{b},{c},0\n" for a, b, c in sorted(pairs)))

    def by_week(self):
        """Speeds of each edge by hour of workdays, km/h; the median of its hours elsewhere."""
        for edge, rows in self.speeds.groupby("edge"):
            hours = np.full(24, rows.mean_kmh.median())
            hours[rows.hour] = rows.mean_kmh
            week = np.full((7, 24), rows.mean_kmh.max())
            week[1:6] = hours
            yield edge, np.repeat(week.reshape(-1), 12), rows.p85_kmh.max()

    def write_valhalla(self, edges, target):
        """A folder of tiles; returns texts and what they mean."""
        graph, pairs = self.graph, {}
        for edge in np.flatnonzero(graph.access >= CAR_ENTERS):
            shape = [tuple(place) for place in np.rint(graph.shape(edge) * 1e6).astype(int)]
            for pair in zip(shape, shape[1:]):
                pairs.setdefault(pair, edge)
        places = {place for pair in pairs for place in pair}
        weeks = {edge: (week, free) for edge, week, free in self.by_week()}
        tiles, meant = {}, []
        for entry in pandas.read_csv(edges).itertuples(index=False):
            shape = [snapped(place, places) for place in decoded_line(entry.shape)]
            chain = list(dict.fromkeys(pairs.get(pair, -1) for pair in zip(shape, shape[1:])))
            if all(edge in weeks for edge in chain):
                lengths = graph.length[chain]
                week = lengths.sum() / sum(length / weeks[edge][0] for length, edge in zip(lengths, chain))
                free = lengths.sum() / sum(length / weeks[edge][1] for length, edge in zip(lengths, chain))
                text = encode(week)
                meant.append((text, week))
                level, tile, _ = entry.edge.split("/")
                name = tile.zfill(9 if level == "2" else 6)
                path = target / level / ("/".join(re.findall("...", name)) + ".csv")
                tiles.setdefault(path, []).append(
                    f"{entry.edge},{np.clip(free, 1, 255):.0f},{np.clip(week.mean(), 1, 255):.0f},{text}\n"
                )
        for path, lines in tiles.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(lines))
        return meant


def decoded_line(text):
    """Places (lat, lon) in millionths of a degree of an encoded polyline."""
    values, value, shift = [], 0, 0
    for letter in text:
        code = ord(letter) - 63
        value |= (code & 31) << shift
        shift += 5
        if code < 32:
            values.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return list(zip(np.cumsum(values[::2]).tolist(), np.cumsum(values[1::2]).tolist()))


def snapped(place, places):
    """The place of the map that is at most one unit away: the programs round differently."""
    near = [(place[0] + a, place[1] + b) for a in (0, -1, 1) for b in (0, -1, 1)]
    return next((one for one in near if one in places), place)


def journeys(folder, hour, count):
    """Ends and seconds of trips of probes that began in an hour of the day."""
    trips = pandas.read_csv(folder / "truth_trips.csv")
    zone = json.loads((folder / "town.json").read_text())["zone"]
    begin = pandas.to_datetime(trips.begin, unit="s", utc=True).dt.tz_convert(zone)
    trips = trips[(begin.dt.hour == hour) & (trips.seconds >= 120)].sort_values("trace").head(count)
    probes = pandas.read_csv(folder / "probes-5.csv").groupby("trace")
    ends = probes.first().join(probes.last().add_suffix("_to")).loc[trips.trace]
    return ends[["lon", "lat", "lon_to", "lat_to"]].to_numpy().tolist(), trips.seconds.to_numpy()


def exported(folder, options, work, edges):
    """Files that the program writes: of OSRM those of the hour on workdays, and the folder for Valhalla."""
    least = ["--at-least", options.at_least] if options.at_least else []
    known = ["--map", folder / "map.tmg", "--quiet", folder / options.knowledge, *least]
    osrm, valhalla = work / "learned-osrm", work / "learned-valhalla"
    for made in osrm, valhalla:
        shutil.rmtree(made, ignore_errors=True)
    tracemill("learn", "--export", f"{osrm}/", "--format", "osrm", *known)
    tracemill("learn", "--export", f"{valhalla}/", "--format", "valhalla", "--tile-edges", edges, *known)
    return [osrm / f"{what}-Mo-Fr-{options.hour:02}.csv" for what in ("speeds", "turns")], valhalla


def print_errors(who, what, answers, seconds, note=""):
    told = np.array([answer[0] if answer else np.nan for answer in answers])
    ratios = (told / seconds)[~np.isnan(told)]
    off = np.abs(ratios - 1)
    row(
        who,
        what,
        len(off),
        f"{100 * np.median(off):.1f} %",
        f"{100 * (off <= 0.2).mean():.0f} %",
        f"{np.median(ratios):.2f}",
        note,
    )


def check_osrm(folder, work, speeds, turns, pairs, seconds):
    package = environment.files_of("osrm")
    base = work / "osrm-base"
    if not base.exists():
        made = work / "osrm-made"
        made.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "district.osm.pbf", made / "town.osm.pbf")
        called([package / "bin/osrm-extract", "-p", package / "share/profiles/car.lua", made / "town.osm.pbf"])
        called([package / "bin/osrm-partition", made / "town.osrm"])
        made.rename(base)
    lines = sum(1 for _ in open(speeds))
    segments, penalties = ["--segment-speed-file", speeds], ["--turn-penalty-file", turns]
    for what, options in (
        ("own", []),
        ("speeds", segments),
        ("turns", penalties),
        ("speeds and turns", segments + penalties),
    ):
        copy = work / "osrm-copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(base, copy)
        log = called([package / "bin/osrm-customize", copy / "town.osrm", *options])
        used = re.search(rf"Used (\d+) speeds from {re.escape(str(speeds))}", log)
        note = f"{used[1]} of {lines} lines used" if used else ""
        print_errors("OSRM", what, peer("osrm", copy / "town.osrm", pairs), seconds, note)


def valhalla_tiles(folder, work):
    package, config = environment.files_of("valhalla"), work / "valhalla.json"
    if not config.exists():
        partial = work / "valhalla-partial.json"
        text = called(
            [
                environment.FOLDER / "bin/valhalla_build_config",
                "--mjolnir-tile-dir",
                work / "tiles",
                "--mjolnir-concurrency",
                2,
            ]
        )
        settings = json.loads(text)
        settings["mjolnir"]["tile_extract"] = settings["mjolnir"]["traffic_extract"] = ""
        partial.write_text(json.dumps(settings))
        called([package / "bin/valhalla_build_tiles", "-c", partial, folder / "district.osm.pbf"])
        partial.rename(config)
    return config


def check_valhalla(work, config, traffic, meant, pairs, seconds, hour):
    settings = json.loads(config.read_text())
    copy = work / "tiles-copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(settings["mjolnir"]["tile_dir"], copy)
    settings["mjolnir"]["tile_dir"] = str(copy)
    changed = work / "valhalla-copy.json"
    changed.write_text(json.dumps(settings))
    log = called(
        [environment.files_of("valhalla") / "bin/valhalla_add_predicted_traffic", "-c", changed, "-s", traffic]
    )
    lines = sum(len(path.read_text().splitlines()) for path in traffic.rglob("*.csv"))
    updated = re.search(r"Updated (\d+) directed edges", log)[1]
    low = re.search(r"Speeds below lower bound count (\d+)", log)[1]
    time = f"2026-05-04T{hour:02}:20"
    print_errors("Valhalla", "own", peer("valhalla", config, pairs, time), seconds)
    print_errors(
        "Valhalla",
        "learned",
        peer("valhalla", changed, pairs, time),
        seconds,
        f"{updated} of {lines} edges updated, {low} bins below 5 km/h",
    )
    print_errors("Valhalla", "learned, no departure", peer("valhalla", changed, pairs), seconds)
    if meant:
        texts = work / "texts"
        texts.write_text("".join(text + "\n" for text, _ in meant[:100]))
        theirs, ours = np.array(peer("decode", texts)), np.array([decode(text) for text, _ in meant[:100]])
        print(f"\nDecoded by Valhalla and here: {np.abs(theirs - ours).max():.3f} km/h apart at most.")
        ratios = np.concatenate([decode(text) / np.maximum(week, SLOWEST) for text, week in meant]) ** -1
        print(
            f"Times of decoded speeds over those meant: {ratios.mean():.3f}; 5 and 95 %: "
            f"{np.quantile(ratios, 0.05):.2f}, {np.quantile(ratios, 0.95):.2f}."
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("town", choices=TOWNS)
    parser.add_argument("--hour", type=int, default=8)
    parser.add_argument("--routes", type=int, default=300)
    parser.add_argument("--osrm", nargs=2, type=pathlib.Path, metavar=("SPEEDS", "TURNS"), help="files of that hour")
    parser.add_argument("--valhalla", type=pathlib.Path, metavar="FOLDER", help="a folder of tiles of traffic")
    parser.add_argument("--reference", action="store_true", help="write these files from the truth")
    parser.add_argument("--edges", type=pathlib.Path, metavar="FILE", help="only write the edges of the tiles")
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    parser.add_argument("--knowledge", default="knowledge-15", help="the folder in the town that is exported")
    parser.add_argument("--at-least", type=int, help="leave out roads of fewer vehicles")
    options = parser.parse_args()
    check_ready()
    for package in ("osrm-bindings", "pyvalhalla", "numpy"):
        if reason := environment.install(package):
            sys.exit(reason)
    folder = options.folder / options.town
    work = folder / "exports"
    work.mkdir(exist_ok=True)
    config = valhalla_tiles(folder, work)
    edges = options.edges or work / "edges.csv"
    peer("edges", config, edges)
    if options.edges:
        return
    meant = []
    if options.reference:
        options.osrm, options.valhalla = (work / "speeds.csv", work / "turns.csv"), work / "traffic"
        truth = Truth(folder, options.hour)
        truth.write_osrm(*options.osrm)
        shutil.rmtree(options.valhalla, ignore_errors=True)
        meant = truth.write_valhalla(edges, options.valhalla)
    if not (options.osrm or options.valhalla):
        options.osrm, options.valhalla = exported(folder, options, work, edges)
    journey, seconds = journeys(folder, options.hour, options.routes)
    pairs = work / "pairs.json"
    pairs.write_text(json.dumps(journey))
    row("program", "speeds", "routes", "median error", "within 20 %", "told over true", "")
    row("---", "---", *["---:"] * 4, "---")
    if options.osrm:
        check_osrm(folder, work, *options.osrm, pairs, seconds)
    if options.valhalla:
        check_valhalla(work, config, options.valhalla, meant, pairs, seconds, options.hour)


if __name__ == "__main__":
    main()
