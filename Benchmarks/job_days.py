"""What the vehicles of a fleet really did on its day, for jobs.py: faults, drives, records, and the office's log.

A vehicle drives along routes of tracemill with speeds, bends, signals and traffic jams of its own, and stands at places
that are known.
"""

import collections
import csv
import itertools
import json
import math
import random
from typing import NamedTuple

import numpy

from job_drives import Course, Leg, Track
from job_fleets import Ruler, routes, stamp, waypoint

NEAR, STAND = 50, 45  # metres and seconds of a visit

# How often a planned task gets a fault.
FAULTS = {
    "skipped": 0.04, "passed": 0.04, "beside": 0.04, "by_another": 0.04, "met_short": 0.02, "met_short_skipped": 0.02,
    "met_long": 0.02, "met_long_skipped": 0.02, "swapped": 0.04, "delayed": 0.02, "rejected": 0.015,
    "rejected_served": 0.015, "cancelled": 0.015, "cancelled_served": 0.015, "replaced": 0.015, "replaced_served": 0.01,
}
NOT_SERVED = {"skipped", "rejected", "cancelled", "replaced", "met_short_skipped", "met_long_skipped", "by_another"}
ENDED = {"rejected", "cancelled", "replaced"}
APART_ENOUGH = 130  # metres from an address at which a long stand says nothing of it


class Stop:
    """A place on the way of a vehicle: it serves tasks there, or only stands, or drives by."""

    def __init__(self, site, what, tasks=(), dwell=0):
        self.site, self.what, self.tasks, self.dwell = site, what, list(tasks), dwell
        self.rest = self.delay = 0  # seconds of breaks and of a delay on the way to it


class Stand:
    """A time without motion."""

    def __init__(self, vehicle, begin, end, place, what, site=None, tasks=()):
        self.vehicle, self.begin, self.end, self.place, self.what, self.site = vehicle, begin, end, place, what, site
        self.tasks = list(tasks)  # that are served on purpose


class Word(NamedTuple):
    """What the office says of a task."""

    event: str
    at: int
    vehicle: int


class Day:
    """The true day of a fleet."""

    def __init__(self, fleet, folder, map_path, options):
        self.fleet, self.folder, self.map_path, self.options = fleet, folder, map_path, options
        self.scatter = random.Random(f"{options.seed} day of {fleet.name}")
        self.ruler = Ruler(*fleet.sites[fleet.depot].stop)
        self.stops_at = [self.ruler.flat(*site.stop) for site in fleet.sites]
        self.houses = [self.ruler.flat(*site.house) for site in fleet.sites]
        self.jobs_at = sorted({task.site for task in fleet.tasks})
        self.faults, self.stands, self.tracks = {}, [], {}
        self.log, self.said = [], collections.defaultdict(list)
        self.silent = set()
        self.plan()
        self.drive_all()
        self.log_all()

    # What each vehicle means to do

    def plan(self):
        self.ways = {}
        for vehicle, steps in self.fleet.tours.items():
            stops, rest = [], 0
            for kind, value in steps:
                if kind == "break":
                    rest += value
                    continue
                if stops and stops[-1].site == value.site:
                    stops[-1].tasks.append(value)
                    continue
                stops.append(Stop(value.site, "serves", [value]))
                stops[-1].rest, rest = rest, 0
            self.ways[vehicle] = stops
        for vehicle, stops in list(self.ways.items()):
            for stop in list(stops):
                self.spoil(vehicle, stop)
        self.take_unassigned()
        for vehicle in self.ways:
            if self.scatter.random() < 0.03:
                self.silent.add(vehicle)

    def spoil(self, vehicle, stop):
        chance = self.scatter.random()
        fault = None
        for name, share in FAULTS.items():
            chance -= share
            if chance < 0:
                fault = name
                break
        stops = self.ways[vehicle]
        if fault is None or stop.what != "serves" or len(stop.tasks) > 1 or stop.tasks[0].key in self.faults:
            return
        task, others = stop.tasks[0], [other for other in self.ways if other != vehicle and self.ways[other]]
        at = stops.index(stop)
        if fault == "swapped":
            after = stops[at + 1] if at + 1 < len(stops) else None
            if not after or len(after.tasks) != 1 or after.what != "serves" or after.tasks[0].key in self.faults:
                return
            stops[at], stops[at + 1] = after, stop
            self.faults[after.tasks[0].key] = fault
        elif fault == "delayed":
            stop.delay = 300 + 6900 * self.scatter.random() ** 2
        elif fault in ("passed", "beside"):
            stop.what = fault
            stop.dwell = task.service * self.scatter.uniform(0.7, 1.5)
        elif fault.startswith("met") or fault == "by_another":
            if not others:
                return
            other = self.scatter.choice(others)
            if fault == "by_another":
                visit = Stop(stop.site, "serves", [task])
            else:
                dwell = self.scatter.uniform(15, 32) if "short" in fault else self.scatter.uniform(65, 150)
                visit = Stop(stop.site, "stands", [], dwell)
                # The longer visit counts, so the own one is longer by far.
                if not fault.endswith("skipped"):
                    stop.dwell = dwell + 90
            self.insert(other, visit, task.planned)
        if fault in NOT_SERVED:
            stops.remove(stop)
        self.faults[task.key] = fault

    def insert(self, vehicle, visit, time):
        """Puts a stop into the way of a vehicle about where the plan has this time."""
        stops = self.ways[vehicle]
        later = (i for i, stop in enumerate(stops) if any(task.planned and task.planned > time for task in stop.tasks))
        index = next(later, len(stops))
        stops.insert(index, visit)

    def take_unassigned(self):
        """Some tasks that the plan leaves to nobody are done by somebody."""
        for task in self.fleet.tasks:
            if task.vehicle is None and self.ways and self.scatter.random() < 0.4:
                vehicle = self.scatter.choice(list(self.ways))
                if any(stop.site == task.site for stops in self.ways.values() for stop in stops):
                    continue
                time = self.fleet.midnight + self.scatter.uniform(9, 15) * 3600
                self.insert(vehicle, Stop(task.site, "serves", [task]), time)
                self.faults[task.key] = "unassigned_served"

    # Driving

    def drive_all(self):
        depot = self.fleet.depot
        ways = [[depot, *[stop.site for stop in stops], depot] for stops in self.ways.values()]
        pairs = sorted({pair for way in ways for pair in zip(way, way[1:]) if pair[0] != pair[1]})
        site = lambda index: waypoint(self.fleet.sites[index].stop)
        asked = ({"id": f"{i} {j}", "waypoints": [site(i), site(j)]} for i, j in pairs)
        self.legs = {}
        chosen = ["--format", "ndjson", "--table", "+elements"]
        for line in routes(self.map_path, self.folder, asked, chosen, "legs"):
            route = json.loads(line)
            self.legs[tuple(map(int, route["id"].split()))] = Leg(route, self.ruler)
        for vehicle, stops in self.ways.items():
            self.drive(vehicle, stops)

    def drive(self, vehicle, stops):
        scatter = self.scatter
        pace = scatter.uniform(0.75, 1.0)
        begin = self.fleet.departures[vehicle] + scatter.uniform(-240, 400) - 180
        track = Track(begin, self.stops_at[self.fleet.depot])
        stands = []

        def stand(until, what, site=None, tasks=()):
            if stands and stands[-1].end == track.now and site is not None and stands[-1].site == site:
                stands[-1].end = until
                stands[-1].tasks += tasks
            else:
                stands.append(Stand(vehicle, track.now, until, track.place, what, site, tasks))
            track.stand(until)

        stand(track.now + scatter.uniform(120, 240), "depot")
        here, course, halts, slow, owed = self.fleet.depot, Course(), [], [], 0
        for stop in [*stops, Stop(self.fleet.depot, "depot")]:
            begin = course.length
            if here != stop.site:
                course.add(self.legs[here, stop.site], lambda: pace * scatter.uniform(0.65, 1.0))
            here = stop.site
            halts += self.signals(course, begin)
            owed += stop.rest
            for seconds, what in [(owed, "break"), (stop.delay, "delay")]:
                spot = self.quiet_spot(course, begin) if seconds else None
                if spot is not None:
                    halts.append((spot, seconds, what))
                    owed = 0 if what == "break" else owed
            if stop.what == "beside":
                spot = self.spot_beside(course, begin, stop.site)
                if spot is not None:
                    halts.append((spot, stop.dwell, "beside"))
                else:
                    self.faults[stop.tasks[0].key] = "passed"
            if stop.what in ("passed", "beside"):
                if stop.what == "passed":
                    slow.append((course.length - 15, course.length + 15, scatter.uniform(2.5, 4)))
                continue
            if course.length > 0:
                for halted, what in course.drive(track, halts, slow):
                    stands.append(Stand(vehicle, *halted, what))
            course, halts, slow = Course(), [], []
            if stop.what == "depot":
                # The device of every second vehicle goes on for hours.
                rest = scatter.uniform(120, 240) if scatter.random() < 0.5 else scatter.uniform(1800, 9000)
                stand(track.now + rest, "depot")
            elif stop.what == "stands":
                stand(track.now + stop.dwell, "stands", stop.site)
            else:
                stand(self.end_of_service(stop, track.now), "serves", stop.site, stop.tasks)
        end = math.floor(track.now)
        if scatter.random() < 0.14 and len(stops) > 3:
            # The record ends on the way, or while the vehicle stands at a stop.
            served = [one for one in stands if one.what == "serves"]
            if scatter.random() < 0.55 and served:
                one = scatter.choice(served[1:] or served)
                end = math.floor(scatter.uniform(one.begin + 10, one.end))
            else:
                end = math.floor(scatter.uniform(stands[0].end + 900, track.now - 300))
        self.tracks[vehicle] = track.until(end)
        if vehicle not in self.silent:
            self.stands += [one for one in stands if one.begin < end]
            for one in stands:
                one.end = min(one.end, end)

    def end_of_service(self, stop, arrival):
        """Waits for the window, unless that takes more than four hours, and serves."""
        begin = arrival
        for task in stop.tasks:
            opening = task.opening(arrival)
            if opening and arrival < opening <= arrival + 4 * 3600:
                begin = max(begin, opening)
        service = sum(task.service for task in stop.tasks) * self.scatter.uniform(0.6, 1.5)
        if self.scatter.random() < 0.04:
            service *= 3
        return begin + max(service, 70, stop.dwell)

    def clearance(self, place):
        return min(math.dist(place, self.houses[site]) for site in self.jobs_at)

    def signals(self, course, begin):
        """Stops at junctions and in jams: short ones near addresses, longer ones elsewhere."""
        halts = []
        for at in course.junctions:
            if begin + 110 < at < course.length - 110 and self.scatter.random() < 0.07:
                away = self.clearance(course.place(at))
                if away > 60:
                    halts.append((at, self.scatter.uniform(4, 25 if away < APART_ENOUGH else 90), "signal"))
        return halts

    def quiet_spot(self, course, begin):
        """Somewhere on the last leg, away from all addresses."""
        for _ in range(30):
            if course.length - begin < 320:
                return None
            at = self.scatter.uniform(begin + 150, course.length - 150)
            if self.clearance(course.place(at)) > APART_ENOUGH:
                return at
        return None

    def spot_beside(self, course, begin, site):
        """120 to 200 m beside an address, on the way to it, and away from the others."""
        at = course.length - 115
        while at > begin + 100:
            place = course.place(at)
            away = math.dist(place, self.houses[site])
            if away > 200:
                return None
            if away > 120 and self.clearance(place) > 85:
                return at
            at -= 5
        return None

    # Records

    def record(self, path, period, sigma, correlation):
        """Writes what the devices report; some vehicles have a second one that reports less often."""
        scatter = random.Random(f"{self.options.seed} devices of {self.fleet.name}")
        seed = [self.options.seed, hash_of(self.fleet.name), round(10 * period), round(10 * sigma), round(correlation)]
        noise = numpy.random.default_rng(seed)
        kept = {}
        with open(path, "w", encoding="utf8") as file:
            file.write("trace_id,vehicle,time,lat,lon\n")
            for vehicle, (begin, places) in self.tracks.items():
                second = scatter.random() < 0.12
                phase = scatter.random()
                if vehicle in self.silent:
                    continue
                name = self.fleet.called(vehicle)
                for device, step in [("a", period), ("b", max(30, 2 * period))][: 2 if second else 1]:
                    trace = f"{name}.{device}"
                    step = round(step)
                    rows = places[int(phase * step) :: step]
                    count = len(rows)
                    memory = math.exp(-step / correlation) if correlation else 0
                    error = noise.normal(0, sigma, (count, 2))
                    if memory:
                        renewal = math.sqrt(1 - memory * memory)
                        follow = lambda axis: list(itertools.accumulate(axis, lambda e, n: memory * e + renewal * n))
                        error = numpy.array([follow(error[:, 0].tolist()), follow(error[:, 1].tolist())]).T
                    flat = rows + error
                    lat, lon = self.ruler.place(flat[:, 0], flat[:, 1])
                    times = [begin + int(phase * step) + i * step for i in range(count)]
                    rows = list(zip(times, lat.tolist(), lon.tolist()))
                    file.writelines(f"{trace},{name},{time},{a:.6f},{o:.6f}\n" for time, a, o in rows)
                    kept[trace] = (vehicle, rows)
        return kept

    # Where and when it stood

    def distance(self, stand, task):
        """From the point of a task, or how far beyond the 15 m around its ground it would have to be a visit."""
        if not task.ground:
            return math.dist(stand.place, self.houses[task.site])
        x, y = (abs(a - b) for a, b in zip(stand.place, self.stops_at[task.site]))
        # Inside it is negative: the distance to the nearest side.
        dx, dy = x - task.ground[0], y - task.ground[1]
        out = math.hypot(max(dx, 0), max(dy, 0)) if max(dx, dy) > 0 else max(dx, dy)
        return out - 15 + NEAR

    def visits(self, task):
        near = [stand for stand in self.stands if self.distance(stand, task) <= NEAR]
        return [stand for stand in near if stand.end - stand.begin >= STAND]

    def has_own_work(self, stand):
        """Whether its vehicle has a task near the place of a stand."""
        its = (task for task in self.fleet.tasks if task.vehicle in (None, stand.vehicle))
        return any(self.distance(stand, task) <= 75 for task in its)

    def creeps(self, task):
        """Whether a vehicle stays within 20 m of one spot for 40 s there, standing or not."""
        house = numpy.array(self.houses[task.site])
        for vehicle, (_, places) in self.tracks.items():
            if vehicle in self.silent or len(places) < 50:
                continue
            middle = places[20:-20]
            near = numpy.hypot(*(middle - house).T) <= 75
            still = [numpy.hypot(*(places[20 + lag : len(places) - 20 + lag] - middle).T) <= 20 for lag in (-20, 20)]
            if (near & still[0] & still[1]).any():
                return True
        return False

    def driven(self, vehicle):
        """The metres of the record."""
        _, places = self.tracks[vehicle]
        return float(numpy.hypot(*numpy.diff(places, axis=0).T).sum())

    def ends(self, vehicle):
        begin, places = self.tracks[vehicle]
        return begin + len(places) - 1

    # The office's log

    def log_all(self):
        scatter, midnight = self.scatter, self.fleet.midnight
        by_vehicle = {}
        for task in self.fleet.tasks:
            by_vehicle.setdefault(task.vehicle, []).append(task)
        for task in self.fleet.tasks:
            fault = self.faults.get(task.key, "")
            visits = self.visits(task)
            if task.vehicle is None and not visits:
                continue
            asset = task.vehicle or visits[0].vehicle
            events = []
            if task.vehicle is not None and scatter.random() < 0.5:
                at = midnight + scatter.uniform(5.5, 6.5) * 3600
                events += [(at, "assigned", ""), (at + scatter.uniform(10, 600), "received", "")]
                if not fault.startswith("rejected"):
                    events.append((at + scatter.uniform(700, 3000), "accepted", ""))
            if fault.startswith("rejected"):
                events.append((midnight + scatter.uniform(7.4, 7.8) * 3600, "rejected", "Tank, zu groß"))
            if fault.startswith("cancelled") or fault.startswith("replaced"):
                before = min([task.planned, *[stand.begin for stand in visits]])
                at = max(before - scatter.uniform(400, 3600), midnight + 7 * 3600)
                new = [one for one in by_vehicle[task.vehicle] if not self.faults.get(one.key) and one.kind == "job"]
                # The way a job is named in `replaces` has no type, so only jobs are replaced.
                if fault.startswith("replaced") and new and task.kind == "job":
                    content = scatter.choice([f"replaces: {task.number}", json.dumps({"replaces": task.number})])
                    self.say(at, asset, scatter.choice(new), "assigned", content)
                    self.said[task.key].append(Word("replaced", at, asset))
                else:
                    self.faults[task.key] = fault.replace("replaced", "cancelled")
                    events.append((at, "cancelled", "customer, by phone"))
            events += self.claims(task, fault, visits, asset)
            for at, event, content in events:
                self.say(at, asset, task, event, content)
        self.log.sort(key=lambda entry: entry[0])

    def say(self, at, vehicle, task, event, content):
        at = round(at)
        self.log.append((at, self.fleet.called(vehicle), task, event, content))
        if not (event == "assigned" and content):
            self.said[task.key].append(Word(event, at, vehicle))

    def claims(self, task, fault, visits, asset):
        """What is said to be done: rightly, too early, or from afar."""
        scatter = self.scatter
        if visits:
            first = min(visits, key=lambda stand: stand.begin)
            # Few say so before the record ends there.
            chance = scatter.random() if first.end < self.ends(first.vehicle) or scatter.random() < 0.2 else 1
            if chance < 0.5:
                after, during = first.end + 2400 * scatter.random() ** 2, scatter.uniform(first.begin + 30, first.end)
                at = after if chance < 0.4 else during
                return [(at, "finished", scatter.choice(["", "ok", "signed, by neighbour"]))]
            at = first.begin - scatter.uniform(360, 3600)
            is_ended = "cancelled" in fault or "replaced" in fault
            if chance < 0.58 and not is_ended and at > self.tracks[first.vehicle][0] + 60:
                return [(at, "finished", "")]
        elif scatter.random() < 0.35 and asset not in self.silent and fault not in ENDED:
            begin, places = self.tracks[asset]
            for _ in range(20):
                at = scatter.randrange(60, max(len(places) - 60, 61))
                if at < len(places) and math.dist(places[at], self.houses[task.site]) > 360:
                    return [(begin + at, "finished", "done")]
        elif scatter.random() < 0.3 and asset in self.silent:
            return [(task.planned + 600, "finished", "")]
        return []

    def write_log(self, path):
        with open(path, "w", encoding="utf8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["time", "asset", "job", "event", "content", "type"])
            for at, asset, task, event, content in self.log:
                table.writerow([stamp(at), asset, task.number, event, content, task.kind])


def hash_of(text):
    """A number for a text, the same in every process."""
    return int.from_bytes(text.encode(), "big") % 2**31
