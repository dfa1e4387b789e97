#!/usr/bin/env python3
"""Plays attackers who want to know where people live, on outputs of `match --hide` and on two naive ways to hide.

Homes are places on the roads of a map. From each home trips go to, and come from, places all over the map; the first and
last fix lie some metres off the home, and each fix has the error of a receiver. The attackers see the visible end of each
trip at the side of the home, and know which trips are of one home. A guess within 100 m of the home counts.

    attack.py TRACEMILL MAP.tmg [HOMES [TRIPS]]

Attackers:
  middle     the middle of the circle that fits the visible ends best, of whatever radius
  disc       the middle of the largest ground around the visible ends that no visible fix of any trip touches
  common     the same, but of 500 m exactly: where all discs of the home may have their middle
  ring       from there, 200 m in the direction of the mean visible end: knows how discs are drawn
  random     from there, 200 m in a random direction

On tables of `learn`: of the trips of one home alone, which is the worst case, of all homes, and on the rows in which the
tables of two nights differ, when all trips of a home came with the second:
  leaf       the end of a driven road, within 1500 m of the home, from which no other goes on: that with most passages
  exits      the middle of the circle that fits these ends best
  disc, common  as above, with the driven roads in place of fixes
  stays      the row that is nearest to the home, as if one knew which

Who knew the true middle of a disc would hit with 1/8: that much of the ring from 100 to 300 m lies within 100 m of a guess.
"""
import csv, json, math, os, random, sys, tempfile

import numpy
from scipy.optimize import least_squares

from searching import EARTH, Store, new_key, run

NEAR = 100.0
NIGHTS = 12  # homes whose trips come with a second night


def program(*arguments):
    return run(*arguments, codes=(0, 3, 4)).stdout.decode()


class Ruler:
    def __init__(self, place):
        self.origin, self.north = place, math.radians(1) * EARTH
        self.east = self.north * math.cos(math.radians(place[0]))

    def point(self, place):
        return numpy.array([(place[1] - self.origin[1]) * self.east, (place[0] - self.origin[0]) * self.north])

    def place(self, point):
        return self.origin[0] + point[1] / self.north, self.origin[1] + point[0] / self.east


def homes_and_trips(tracemill, map_file, homes, trips, rng, folder):
    """Lines of trips, each a list of places, by home: half of them from it and half to it."""
    program(tracemill, "simulate", "--map", map_file, "--count", str(homes + 3 * trips), "--seed", "3", "--period", "30",
            "-o", f"{folder}/sim/", "--quiet")
    places = {}
    for row in csv.DictReader(open(f"{folder}/sim/traces.csv")):
        places.setdefault(row["trace_id"], (float(row["lat"]), float(row["lon"])))
    places = list(places.values())
    ends = places[homes:]
    with open(f"{folder}/requests.ndjson", "w") as out:
        for home in range(homes):
            for trip in range(trips):
                pair = [places[home], rng.choice(ends)]
                if trip % 2:
                    pair.reverse()
                points = [{"lat": round(p[0], 7), "lon": round(p[1], 7)} for p in pair]
                out.write(json.dumps({"id": f"h{home}-{trip}", "waypoints": points}) + "\n")
    text = program(tracemill, "route", "--requests", f"{folder}/requests.ndjson", "--map", map_file, "--format", "geojson", "--quiet")
    lines = {}
    for feature in json.loads(text)["features"]:
        geometry = feature["geometry"]
        if not geometry:
            continue
        parts = geometry["coordinates"] if geometry["type"] == "MultiLineString" else [geometry["coordinates"]]
        identity = feature["properties"].get("id") or feature["properties"]["request_id"]
        lines.setdefault(identity, [(p[1], p[0]) for part in parts for p in part])
    return places[:homes], lines


def fixes(line, home, is_start, rng, sigma=5.0, parked=10.0, step=50.0):
    """Fixes every step metres; the one at the home lies where the vehicle was parked."""
    ruler = Ruler(home)
    points = [ruler.point(p) for p in line]
    lengths = [0.0]
    for a, b in zip(points, points[1:]):
        lengths.append(lengths[-1] + float(numpy.hypot(*(b - a))))
    if lengths[-1] < 3 * 500:
        return None
    drift = rng.normalvariate(0, parked), rng.normalvariate(0, parked)
    out, piece = [], 0
    distance = 0.0
    while distance <= lengths[-1]:
        while piece + 2 < len(lengths) and lengths[piece + 1] < distance:
            piece += 1
        share = (distance - lengths[piece]) / max(lengths[piece + 1] - lengths[piece], 1e-9)
        point = points[piece] + min(max(share, 0), 1) * (points[piece + 1] - points[piece])
        near = distance < 100 if is_start else lengths[-1] - distance < 100
        if near:
            point = point + numpy.array(drift)
        out.append(ruler.place(point + numpy.array([rng.normalvariate(0, sigma), rng.normalvariate(0, sigma)])))
        distance += step
    return out


def write_traces(path, traces):
    with open(path, "w") as out:
        out.write("trace_id,vehicle,time,lat,lon\n")
        for number, (name, places) in enumerate(traces.items()):
            for second, (lat, lon) in enumerate(places):
                out.write(f"{name},{name.split('-')[0]},{1767600000 + 10000 * number + 5 * second},{lat:.7f},{lon:.7f}\n")


def visible(tracemill, map_file, traces, hide):
    """The visible fixes of each trip."""
    text = program(tracemill, "match", traces, "--map", map_file, "--format", "csv", "--table", "points", "--quiet", *hide)
    seen = {}
    for row in csv.DictReader(text.splitlines()):
        seen.setdefault(row["trip_id"], []).append((float(row["lat"]), float(row["lon"])))
    return seen


def learned(tracemill, map_file, traces, folder):
    """A store of some trips, and their reports."""
    os.makedirs(folder)
    write_traces(f"{folder}/traces.csv", traces)
    program(tracemill, "match", f"{folder}/traces.csv", "--map", map_file, "-o", f"{folder}/reports/", "--quiet")
    store = Store(tracemill, map_file, f"{folder}/knowledge")
    store.add(f"{folder}/reports/")
    return store, f"{folder}/reports/"


def tables(store, *options):
    with tempfile.TemporaryDirectory() as out:
        store.export(f"{out}/t/", "--format", "geojson", "--table", "use", "--table", "stays", "--quiet", *options)
        return Tables(*(json.load(open(f"{out}/t/{name}.geojson"))["features"] for name in ("use", "stays")))


def difference(store, vehicle, reports, *options):
    """The rows that change when the trips of a vehicle are added."""
    with tempfile.TemporaryDirectory() as folder:
        early = store.copy(f"{folder}/early")
        early.begin_anew()
        early.forget(f"vehicle={vehicle}")
        before = tables(early, *options)
        early.add(reports)
        return tables(early, *options).besides(before)


class Tables:
    """What `learn` exports of some trips."""

    def __init__(self, roads, stays):
        self.roads, self.stays = [f for f in roads if f["properties"]["passages"] > 0], stays

    def besides(self, other):
        known = set(map(json.dumps, other.roads + other.stays))
        return Tables(*([row for row in rows if json.dumps(row) not in known] for rows in (self.roads, self.stays)))

    def lines(self):
        for road in self.roads:
            yield road["properties"], [(p[1], p[0]) for p in road["geometry"]["coordinates"]]

    def leaves(self):
        """Places at which only one road was driven, by the passages on it."""
        at = {}
        for row, line in self.lines():
            road = frozenset((line[0], line[-1]))
            for place in (line[0], line[-1]):
                at.setdefault(place, {}).setdefault(road, 0)
                at[place][road] += row["passages"]
        return sorted(((sum(roads.values()), place) for place, roads in at.items() if len(roads) == 1), reverse=True)


def attack_tables(title, tables_of, places):
    """Guesses from the tables of each home."""
    distances, tried = {}, 0
    for number, home in enumerate(places):
        table = tables_of(number)
        if not table:
            continue
        tried += 1
        ruler = Ruler(home)
        leaves = [(count, ruler.point(place)) for count, place in table.leaves()]
        near = [(count, point) for count, point in leaves if numpy.hypot(*point) < 1500]
        guesses = {}
        if near:
            guesses["leaf"] = near[0][1]
        if len(near) >= 3:
            ends = [point for count, point in near for _ in range(min(count, 50))]
            points = [ruler.point(p) for _, line in table.lines() for p in line]
            points = [p for p in points if numpy.hypot(*p) < 2500]
            guesses.update(exits=circle(ends), disc=empty_disc(ends, points), common=empty_disc(ends, points, 500))
        stays = [ruler.point(stay["geometry"]["coordinates"][::-1]) for stay in table.stays]
        if stays:
            guesses["stays"] = min(stays, key=lambda point: numpy.hypot(*point))
        for name, guess in guesses.items():
            if guess is not None:
                distances.setdefault(name, []).append(float(numpy.hypot(*guess)))
    tell(title, tried, distances)


def tell(title, tried, distances):
    """Prints the share of homes that each attacker found."""
    print(f"{title}: {tried} homes")
    for name, found in distances.items():
        share = sum(d <= NEAR for d in found) / max(tried, 1)
        print(f"  {name:8} {100 * share:5.1f} %   median distance {numpy.median(found):5.0f} m, {len(found)} guesses")


def attack_learned(tracemill, map_file, traces, places, key, folder):
    """Attacks on tables of many drives."""
    alone = {}
    for number in range(len(places)):
        mine = {n: p for n, p in traces.items() if n.startswith(f"h{number}-")}
        if len(mine) >= 5:
            alone[number] = learned(tracemill, map_file, mine, f"{folder}/home-{number}")
    whole, _ = learned(tracemill, map_file, traces, f"{folder}/all")
    hide, least = ("--hide", f"ends=500m,key={key}"), ("--at-least", "3")
    for options in (), hide:
        attack_tables(" ".join(("one home", *options[:1])), lambda n: n in alone and tables(alone[n][0], *options), places)
    for options in (), hide, least, hide + least:
        whole.begin_anew()
        name = " ".join(option for option in options if key not in option)
        of_all = tables(whole, *options)
        attack_tables(f"all homes {name}", lambda n: of_all, places)
        attack_tables(f"two nights {name}", lambda n: n in alone and difference(
            whole, f"h{n}", alone[n][1], *options), places[:NIGHTS])


def trim(places, metres_to_trim):
    """Without the fixes that lie so near to the first or the last one: a circle around each end."""
    ruler = Ruler(places[0])
    points = [ruler.point(p) for p in places]
    far = [min(numpy.hypot(*(p - points[0])), numpy.hypot(*(p - points[-1]))) for p in points]
    return [p for p, d in zip(places, far) if d > metres_to_trim]


# Attackers


def circle(ends):
    """The middle of the circle nearest to the ends."""
    ends = numpy.array(ends)
    start = numpy.append(ends.mean(axis=0), 400.0)
    fit = least_squares(lambda c: numpy.hypot(ends[:, 0] - c[0], ends[:, 1] - c[1]) - c[2], start, loss="soft_l1", f_scale=20)
    return fit.x[:2]


def empty_disc(ends, points, radius=None):
    """The middle of the largest disc near the ends without any visible fix; or of those of a radius the mean."""
    ends, points = numpy.array(ends), numpy.array(points)
    middle = ends.mean(axis=0)
    steps = numpy.arange(-1000, 1001, 25.0)
    grid = numpy.array([[middle[0] + x, middle[1] + y] for x in steps for y in steps])
    reach = numpy.full(len(grid), 1e9)
    for point in points:
        reach = numpy.minimum(reach, numpy.hypot(grid[:, 0] - point[0], grid[:, 1] - point[1]))
    # A visible end lies just outside of the disc.
    spread = numpy.hypot(grid[:, None, 0] - ends[None, :, 0], grid[:, None, 1] - ends[None, :, 1])
    misfit = numpy.median(numpy.abs(spread - (radius or reach[:, None])), axis=1)
    if radius:
        fitting = reach >= radius - 15
        if not fitting.any():
            return None
        best = misfit[fitting].min()
        return grid[fitting][misfit[fitting] <= best + 10].mean(axis=0)
    return grid[numpy.argmin(misfit + numpy.where(reach < 150, 1e6, 0))]


def main():
    tracemill, map_file = sys.argv[1:3]
    homes = int(sys.argv[3]) if len(sys.argv) > 3 else 60
    trips = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    rng = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        key = new_key(folder)
        places, lines = homes_and_trips(tracemill, map_file, homes, trips, rng, folder)
        traces = {}
        for name, line in lines.items():
            home, trip = name[1:].split("-")
            made = fixes(line, places[int(home)], int(trip) % 2 == 0, rng)
            if made:
                traces[name] = made
        write_traces(f"{folder}/traces.csv", traces)
        seen = visible(tracemill, map_file, f"{folder}/traces.csv", ["--hide", f"ends=500m,key={key}"])
        constant = {n: trim(p, 200 + 300 * random.Random(n.split("-")[0]).random()) for n, p in traces.items()}
        fresh = {n: trim(p, 200 + 300 * random.Random(n).random()) for n, p in traces.items()}
        print(f"{homes} homes, {len(traces)} trips; guesses within {NEAR:.0f} m of the home")
        attack("trimmed by a length for each home", constant, places)
        attack("trimmed by a length for each trip", fresh, places)
        attack("match --hide ends=500m", seen, places, rng, True)
        attack_learned(tracemill, map_file, traces, places, key, folder)


def attack(title, seen, places, rng=None, has_discs=False):
    hits, distances, tried = {}, {}, 0
    for number, home in enumerate(places):
        ruler = Ruler(home)
        mine = {n: [ruler.point(p) for p in line] for n, line in seen.items() if n.startswith(f"h{number}-") and line}
        ends = [line[0] if int(n.split("-")[1]) % 2 == 0 else line[-1] for n, line in mine.items()]
        ends = [e for e in ends if numpy.hypot(*e) < 1500]
        if len(ends) < 5:
            continue
        tried += 1
        points = [p for line in mine.values() for p in line if numpy.hypot(*p) < 2500]
        guesses = {"middle": circle(ends), "disc": empty_disc(ends, points)}
        if has_discs:
            guesses["common"] = empty_disc(ends, points, 500)
            known = guesses["common"]
            if known is not None:
                mean = numpy.mean(ends, axis=0) - known
                angle = rng.uniform(0, 2 * math.pi)
                guesses["ring"] = known + 200 * mean / max(numpy.hypot(*mean), 1)
                guesses["random"] = known + 200 * numpy.array([math.cos(angle), math.sin(angle)])
        for name, guess in guesses.items():
            if guess is not None:
                distances.setdefault(name, []).append(float(numpy.hypot(*guess)))
    tell(title, tried, distances)


if __name__ == "__main__":
    main()
