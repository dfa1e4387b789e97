#!/usr/bin/env python3
"""Makes towns with simulated traffic, in which every car is known: SUMO drives on the roads of a real map.

    Benchmarks/learn_towns.py milan                     the town with fixed-time signals, ten workdays
    Benchmarks/learn_towns.py milan-free --days 2       the same town without signals

Needs `eclipse-sumo`, `osmium`, `numpy`, `scipy`, `pandas`, `pyarrow` and `duckdb` of PyPI. Towns come into .build/learn;
what is there is not made again. See `learn_truth.py` for what is known of a town, and `learn.py` for what is measured.

The district is cut out of an extract and built into a map by the program. The network of SUMO is written from the edges
of this map, one by one, so an edge of SUMO is an edge of the map, with its number as name. What the map does not say is
drawn with the seed: the speed that drivers choose differs from the limit by way, edge and class. A vehicle has a factor
of its own on all days, and drives one to four trips a day. Demand has peaks at 8 and 17 o'clock. Three of five trips
begin and end in zones: discs of 150 m, all other ends are 60 m or more away from each zone.

    town.json             the settings of the town
    map.tmg               the road graph; district.osm.pbf is its source
    town.net.xml          the network of SUMO; plain.*.xml are its source
    zones.geojson         the zones
    trips-DD-HH.xml       the demand of day DD from hour HH
    cars-DD-HH.parquet    where each car was at each second
    routes-DD-HH.xml      the edges that each car drove
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph

from graph_file import CAR_ENTERS, CLASSES, Flat, Graph
from measuring import DATA, ROOT, check_ready, tracemill

FOLDER = ROOT / ".build/learn"
SEED = 20_270_401
FIRST_DAY = datetime.date(2026, 5, 4)  # a Monday
SHIFTS = {6: 4, 15: 4}  # first hour by local time, hours
HOURLY = {6: 0.4, 7: 0.9, 8: 1.0, 9: 0.6, 15: 0.55, 16: 0.75, 17: 1.0, 18: 0.8}  # of the demand at the peak
ZONE_RADIUS, ZONE_MARGIN = 150, 60  # metres
USUAL_KMH = {
    "motorway": 110,
    "trunk": 80,
    "primary": 50,
    "secondary": 50,
    "tertiary": 50,
    "living_street": 20,
    "service": 25,
}
# Drivers beside the limit: residential streets are driven more slowly than it allows, main roads somewhat faster.
CLASS_FACTOR = {"primary": 1.05, "secondary": 1.0, "tertiary": 0.95, "residential": 0.8, "service": 0.7}
CYCLE = 70  # seconds
WAY_SPREAD, EDGE_SPREAD, VEHICLE_SPREAD = 0.12, 0.05, 0.09  # standard deviations of the logarithm

TOWNS = {
    # name: extract, south, west, north, east, signals, cars an hour at the peak, zone of the clocks, offset in hours
    "milan": ("milan", 45.470, 9.195, 45.490, 9.225, True, 3000, "Europe/Rome", 2),
    "milan-free": ("milan", 45.470, 9.195, 45.490, 9.225, False, 3000, "Europe/Rome", 2),
    "milan-changes": ("milan", 45.470, 9.195, 45.490, 9.225, False, 3000, "Europe/Rome", 2),
    "mannheim": ("rhine-neckar", 49.478, 8.455, 49.498, 8.490, True, 3500, "Europe/Berlin", 2),
    "mannheim-free": ("rhine-neckar", 49.478, 8.455, 49.498, 8.490, False, 3500, "Europe/Berlin", 2),
}
DEFAULT = ["milan", "milan-free", "mannheim", "mannheim-free"]


def sumo_home():
    import sumo

    return pathlib.Path(sumo.SUMO_HOME)


class Town:
    """A town in its folder."""

    def __init__(self, name, folder=FOLDER, seed=SEED, peak=None):
        self.name, self.seed = name, seed
        extract, self.south, self.west, self.north, self.east, self.signals, usual_peak, self.zone, self.offset = TOWNS[
            name
        ]
        self.extract = DATA / f"scale/{extract}.osm.pbf"
        self.peak = peak or usual_peak
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.map = self.folder / "map.tmg"
        if not self.map.exists():
            cut(self.extract, (self.south, self.west, self.north, self.east), self.folder / "district.osm.pbf")
            tracemill("map", "build", self.folder / "district.osm.pbf", "-o", self.map, "--quiet")
        self.graph = Graph(self.map)
        self.flat = Flat([(self.south + self.north) / 2, (self.west + self.east) / 2])
        self.net = self.folder / "town.net.xml"
        self.roads = driven(self.graph)
        if not self.net.exists():
            write_network(self)
        self.ends, self.zones = places_of_ends(self)
        (self.folder / "town.json").write_text(
            json.dumps({"name": name, "seed": seed, "peak": self.peak, "zone": self.zone, "signals": self.signals})
        )

    def generator(self, *numbers):
        return np.random.default_rng([self.seed, *numbers])


def cut(extract, box, target):
    """Writes the part of an extract inside a box: ways become their longest run of nodes inside."""
    import osmium

    south, west, north, east = box
    inside, ways = set(), []
    nodes = osmium.FileProcessor(str(extract), osmium.osm.NODE)
    inside = {n.id for n in nodes if south <= n.lat <= north and west <= n.lon <= east}
    target.unlink(missing_ok=True)
    with osmium.SimpleWriter(str(target)) as writer:
        for thing in osmium.FileProcessor(str(extract)):
            if thing.is_node() and thing.id in inside:
                writer.add_node(thing)
            elif thing.is_way() and "highway" in thing.tags:
                runs, run = [], []
                for ref in [n.ref for n in thing.nodes]:
                    if ref in inside:
                        run.append(ref)
                    else:
                        runs.append(run)
                        run = []
                longest = max([*runs, run], key=len)
                if len(longest) >= 2:
                    ways.append(thing.id)
                    writer.add_way(thing.replace(nodes=longest))
            elif thing.is_relation() and thing.tags.get("type") == "restriction":
                if all(m.type != "w" or m.ref in set(ways) for m in thing.members):
                    writer.add_relation(thing)


def driven(graph):
    """The edges of the greatest part of the network in which cars get from everywhere to everywhere."""
    open_edges = np.flatnonzero(graph.access >= CAR_ENTERS)
    count = len(graph.node_id)
    matrix = scipy.sparse.coo_matrix(
        (np.ones(len(open_edges)), (graph.tail[open_edges], graph.head[open_edges])), (count, count)
    )
    _, part = scipy.sparse.csgraph.connected_components(matrix, connection="strong")
    largest = np.bincount(part).argmax()
    return open_edges[(part[graph.tail[open_edges]] == largest) & (part[graph.head[open_edges]] == largest)]


def free_speeds(town):
    """What drivers choose on each edge when the road is empty, in m/s."""
    graph = town.graph
    ways, way = np.unique(graph.way, return_inverse=True)
    segments = graph.edges // 2
    spread = town.generator(1)
    by_way = spread.normal(0, WAY_SPREAD, len(ways))[way]
    by_edge = spread.normal(0, EDGE_SPREAD, segments).repeat(2)
    names = [CLASSES[c].removesuffix("_link") for c in graph.road_class]
    limits = np.where(graph.limit > 0, graph.limit, [USUAL_KMH.get(name, 50) for name in names])
    factor = np.array([CLASS_FACTOR.get(name, 1) for name in names])
    return np.clip(limits * factor * np.exp(by_way + by_edge), 8, 130) / 3.6


def write_network(town):
    """The network of SUMO with the edges of the map."""
    graph, speeds = town.graph, free_speeds(town)
    used = np.unique(np.concatenate([graph.tail[town.roads], graph.head[town.roads]]))
    points = town.flat.metres(graph.node_place)
    signals = set(signalled_junctions(graph, town.roads).tolist()) if town.signals else set()
    with open(town.folder / "plain.nod.xml", "w") as file:
        print("<nodes>", file=file)
        for node in used:
            kind = "traffic_light" if node in signals else "priority"
            print(f'<node id="{node}" x="{points[node][0]:.2f}" y="{points[node][1]:.2f}" type="{kind}"/>', file=file)
        print("</nodes>", file=file)
    both = set(town.roads.tolist())
    rank = lambda road_class: 14 - road_class // 2 if road_class < 15 else 1
    with open(town.folder / "plain.edg.xml", "w") as file:
        print("<edges>", file=file)
        for edge in town.roads:
            shape = " ".join(f"{x:.2f},{y:.2f}" for x, y in town.flat.metres(graph.shape(edge)))
            lanes = min(
                int(graph.lanes[edge]) or (2 if graph.road_class[edge] <= 4 and (edge ^ 1) not in both else 1), 4
            )
            spread = "right" if (edge ^ 1) in both else "center"
            print(
                f'<edge id="{edge}" from="{graph.tail[edge]}" to="{graph.head[edge]}" numLanes="{lanes}" '
                f'speed="{speeds[edge]:.3f}" priority="{rank(graph.road_class[edge])}" spreadType="{spread}" '
                f'shape="{shape}"/>',
                file=file,
            )
        print("</edges>", file=file)
    with open(town.folder / "plain.con.xml", "w") as file:
        print("<connections>", file=file)
        for one, other in graph.banned_turns():
            if one in both and other in both:
                print(f'<delete from="{one}" to="{other}"/>', file=file)
        print("</connections>", file=file)
    plain = [
        f"--{kind}-files={town.folder}/plain.{short}.xml"
        for kind, short in (("node", "nod"), ("edge", "edg"), ("connection", "con"))
    ]
    options = [
        "--no-turnarounds.except-deadend",
        "--tls.default-type=static",
        "--no-warnings",
        "--offset.disable-normalization",
        "--junctions.corner-detail=0",
        "--default.junctions.radius=2.5",
    ]
    run([sumo_home() / "bin/netconvert", *plain, *options, f"--output-file={town.net}"])
    set_signals(town)


def signalled_junctions(graph, roads):
    """Nodes where three roads or more meet and which have signals, or within 30 m after signals on the way to them.

    Mappers put signals at the stop line as often as at the junction. Lights for those on foot alone are left out.
    """
    pairs = np.unique(np.sort(np.stack([graph.tail[roads], graph.head[roads]]), axis=0), axis=1)
    junction = np.bincount(pairs.reshape(-1), minlength=len(graph.node_id)) >= 3
    signal = (graph.node_flags & 1).astype(bool)
    reach = np.where(signal & ~junction, 0, np.inf)
    for _ in range(6):
        np.minimum.at(
            reach,
            graph.head[roads],
            np.where(junction[graph.tail[roads]], np.inf, reach[graph.tail[roads]]) + graph.length[roads],
        )
    return np.flatnonzero(junction & (signal | (reach <= 30)))


def set_signals(town):
    """Gives each group of signals within 35 m of each other one fixed programme with two phases, and a drawn offset.

    The first phase is for those who arrive along the axis of the group, that of its most important road, the second for
    those across. Left turns give way, as SUMO does at a green that is not protected.
    """
    graph, tree = town.graph, xml.etree.ElementTree.parse(town.net)
    links = {}
    for link in tree.getroot().iter("connection"):
        if link.get("tl"):
            links.setdefault(link.get("tl"), {})[int(link.get("linkIndex"))] = int(link.get("from"))
    names = sorted(links, key=int)
    if not names:
        return
    points = town.flat.metres(graph.node_place[[int(name) for name in names]])
    near = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) < 35
    _, groups = scipy.sparse.csgraph.connected_components(near)

    def bearing(edge):
        one, other = town.flat.metres(graph.shape(edge))[-2:]
        return np.degrees(np.arctan2(*(other - one)))

    drawn, logics = town.generator(7), {logic.get("id"): logic for logic in tree.getroot().iter("tlLogic")}
    for group in range(groups.max() + 1):
        members = [name for name, one in zip(names, groups) if one == group]
        edges = sorted({edge for name in members for edge in links[name].values()})
        axis = bearing(min(edges, key=lambda edge: (graph.road_class[edge], -graph.length[edge])))
        offset, first = int(drawn.integers(0, CYCLE)), int(drawn.integers(26, 39))
        for name in members:
            logic, count = logics[name], max(links[name]) + 1
            along = [
                abs((bearing(links[name][i]) - axis + 90) % 180 - 90) < 45 if i in links[name] else True
                for i in range(count)
            ]
            logic.set("offset", str(offset))
            for phase in list(logic):
                logic.remove(phase)
            for seconds, one, other in (
                (first, "g", "r"),
                (3, "y", "r"),
                (2, "r", "r"),
                (CYCLE - 10 - first, "r", "g"),
                (3, "r", "y"),
                (2, "r", "r"),
            ):
                state = "".join(one if main else other for main in along)
                xml.etree.ElementTree.SubElement(logic, "phase", duration=str(seconds), state=state)
    tree.write(town.net)


def run(command):
    environment = os.environ | {"SUMO_HOME": str(sumo_home())}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr[-2000:]}")
    return done.stderr


def places_of_ends(town):
    """Edges on which trips begin and end, as a list for each zone and one for outside, and the middles of the zones."""
    graph, drawn = town.graph, town.generator(2)
    middle = np.array([town.flat.metres(graph.shape(edge)).mean(0) for edge in town.roads])
    long = graph.length[town.roads] >= 25
    real = graph.road_class[town.roads] <= CLASSES.index("service")
    quiet = real & (graph.road_class[town.roads] >= CLASSES.index("secondary"))
    zones, order = [], drawn.permutation(len(town.roads))
    for place in middle[order[long[order] & quiet[order]]]:
        if all(np.hypot(*(place - other)) > 2 * (ZONE_RADIUS + ZONE_MARGIN) for other in zones):
            zones.append(place)
        if len(zones) == 12:
            break
    lists = []
    shapes = [town.flat.metres(graph.shape(edge)) for edge in town.roads]
    far = lambda shape, zone: np.hypot(*(shape - zone).T)
    for zone in zones:
        inside = [far(shape, zone).max() < ZONE_RADIUS - 20 for shape in shapes]
        lists.append(town.roads[long & quiet & inside])
    outside = [all(far(shape, zone).min() > ZONE_RADIUS + ZONE_MARGIN + 30 for zone in zones) for shape in shapes]
    lists.append(town.roads[long & quiet & outside])
    features = [
        {
            "type": "Feature",
            "properties": {"name": f"zone-{number:02}"},
            "geometry": {
                "type": "Polygon",
                "coordinates": [
                    [
                        [
                            round(float(x), 7)
                            for x in town.flat.degrees(zone + ZONE_RADIUS * np.array([np.cos(a), np.sin(a)]))[::-1]
                        ]
                        for a in [*np.linspace(0, 2 * np.pi, 48, endpoint=False), 0]
                    ]
                ],
            },
        }
        for number, zone in enumerate(zones)
    ]
    (town.folder / "zones.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return lists, zones


def demand(town, day, shift, share=1.0):
    """The trips of a shift: second after local midnight, vehicle, edges of begin and end, factor of the vehicle.

    Vehicles are the same on all days. Their trips of a day do not overlap: one is in each hour.
    """
    drawn, vehicles = town.generator(3, day, shift), int(town.peak * 1.5)
    factors = np.clip(np.exp(town.generator(4).normal(0, VEHICLE_SPREAD, vehicles)), 0.75, 1.3)
    trips = []
    for hour in range(shift, shift + SHIFTS[shift]):
        count = drawn.poisson(town.peak * HOURLY[hour] * share)
        for vehicle in drawn.choice(vehicles, min(count, vehicles), replace=False):
            begin, end = (-1, -1) if drawn.random() < 0.4 else drawn.choice(len(town.zones), 2, replace=False)
            origin, target = drawn.choice(town.ends[begin]), drawn.choice(town.ends[end])
            apart = np.hypot(
                *(town.flat.metres(town.graph.shape(origin))[0] - town.flat.metres(town.graph.shape(target))[-1])
            )
            if apart >= 500:
                # No trip begins in the last quarter of an hour of a clock hour, so that none is on the way at its next.
                trips.append((3600 * hour + 2700 * drawn.random(), vehicle, origin, target, factors[vehicle]))
    return sorted(trips)


def simulate(town, day, shift, net=None, share=1.0):
    """One shift of a day: writes trips, the cars by the second, and the routes driven."""
    stem = f"{day:02}-{shift:02}"
    cars, routes = town.folder / f"cars-{stem}.parquet", town.folder / f"routes-{stem}.xml"
    if routes.exists() and cars.exists():
        return
    trips = town.folder / f"trips-{stem}.xml"
    with open(trips, "w") as file:
        print('<routes><vType id="car" sigma="0.5" speedDev="0" tau="1.2"/>', file=file)
        for number, (time, vehicle, origin, target, factor) in enumerate(demand(town, day, shift, share)):
            print(
                f'<trip id="{vehicle}_{number}" type="car" depart="{time:.0f}" from="{origin}" to="{target}" '
                f'speedFactor="{factor:.4f}" departLane="best" departPos="random_free" arrivalPos="random"/>',
                file=file,
            )
        print("</routes>", file=file)
    partial = town.folder / f"partial-{stem}.parquet"
    run(
        [
            sumo_home() / "bin/sumo",
            "-n",
            net or town.net,
            "-r",
            trips,
            "-b",
            3600 * shift,
            "-e",
            3600 * (shift + SHIFTS[shift]) + 1800,
            "--fcd-output",
            partial,
            "--fcd-output.attributes",
            "x,y,speed,lane,pos",
            "--vehroute-output",
            routes,
            "--vehroute-output.exit-times",
            "--vehroute-output.last-route",
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
            town.seed % 10_000 + 100 * day + shift,
            "--no-step-log",
            "--no-warnings",
            "--precision",
            2,
        ]
    )
    partial.rename(cars)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "towns", nargs="*", metavar="town", help=f"{', '.join(TOWNS)}; without one {', '.join(DEFAULT)}"
    )
    parser.add_argument("--days", type=int, default=10, help="workdays")
    parser.add_argument("--first", type=int, default=0, help="the first of these days, from 0")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--peak", type=int, help="cars in the busiest hour")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    check_ready()
    for name in options.towns or DEFAULT:
        town = Town(name, options.folder, options.seed, options.peak)
        print(f"{name}: {len(town.roads)} edges, {len(town.zones)} zones", flush=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            shifts = [(day, shift) for day in range(options.first, options.days) for shift in SHIFTS]
            list(pool.map(lambda one: simulate(town, *one), shifts))


if __name__ == "__main__":
    main()
