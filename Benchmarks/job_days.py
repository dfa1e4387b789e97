"""What the vehicles of a fleet really did on its day, for jobs.py: faults, drives, records, the office's log, the truth.

A vehicle drives along routes of tracemill with speeds, bends, signals and traffic jams of its own, and stands at places
that are known. The truth is computed from these stands alone.
"""

import bisect
import csv
import itertools
import json
import math
import random

import numpy

from job_fleets import Ruler, routes, stamp, waypoint

ACCELERATION, BRAKING, SIDEWAYS = 1.0, 1.5, 2.0  # m/s²
NEAR, STAND = 50, 45  # metres and seconds of a visit
AFAR = 300  # metres
EARLY = 300  # seconds
MISSED = 3600  # seconds after a window

# How often a planned task gets a fault.
FAULTS = {
    "skipped": 0.04, "passed": 0.04, "beside": 0.04, "by_another": 0.04, "met_short": 0.02, "met_short_skipped": 0.02,
    "met_long": 0.02, "met_long_skipped": 0.02, "swapped": 0.04, "delayed": 0.02, "rejected": 0.015,
    "rejected_served": 0.015, "cancelled": 0.015, "cancelled_served": 0.015, "replaced": 0.015, "replaced_served": 0.01,
}
NOT_SERVED = {"skipped", "rejected", "cancelled", "replaced", "met_short_skipped", "met_long_skipped", "by_another"}


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
        self.log, self.truth = [], []
        self.silent = set()
        self.plan()
        self.drive_all()
        self.log_all()
        self.judge_all()

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
                self.insert(vehicle, Stop(task.site, "serves", [task]), self.fleet.midnight + self.scatter.uniform(9, 15) * 3600)
                self.faults[task.key] = "unassigned_served"

    # Driving

    def drive_all(self):
        ways = {vehicle: [self.fleet.depot, *[stop.site for stop in stops], self.fleet.depot] for vehicle, stops in self.ways.items()}
        pairs = sorted({pair for way in ways.values() for pair in zip(way, way[1:]) if pair[0] != pair[1]})
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
        track = Track(self.fleet.departures[vehicle] + scatter.uniform(-240, 400) - 180, self.stops_at[self.fleet.depot])
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
                stand(track.now + (scatter.uniform(120, 240) if scatter.random() < 0.5 else scatter.uniform(1800, 9000)), "depot")
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
        noise = numpy.random.default_rng([self.options.seed, hash_of(self.fleet.name), int(period * 10), int(correlation)])
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

    # The office's log

    def log_all(self):
        scatter, midnight = self.scatter, self.fleet.midnight
        self.said = {}
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
                    self.said[task.key] = ["replaced"]
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
            self.said.setdefault(task.key, []).append((event, at, vehicle))

    def claims(self, task, fault, visits, asset):
        """What is said to be done: rightly, too early, or from afar."""
        scatter = self.scatter
        if visits:
            first = min(visits, key=lambda stand: stand.begin)
            # Few say so before the record ends there.
            chance = scatter.random() if first.end < self.ends(first.vehicle) or scatter.random() < 0.2 else 1
            if chance < 0.5:
                at = first.end + 2400 * scatter.random() ** 2 if chance < 0.4 else scatter.uniform(first.begin + 30, first.end)
                return [(at, "finished", scatter.choice(["", "ok", "signed, by neighbour"]))]
            begin = self.tracks[first.vehicle][0]
            early = scatter.uniform(360, 3600)
            if chance < 0.58 and "cancelled" not in fault and "replaced" not in fault and first.begin - early > begin + 60:
                return [(first.begin - early, "finished", "")]
        elif scatter.random() < 0.35 and asset not in self.silent and fault not in ("rejected", "cancelled", "replaced"):
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

    # The truth

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
        return any(task.vehicle == stand.vehicle and self.distance(stand, task) <= 75 for task in self.fleet.tasks)

    def driven(self, vehicle):
        """The metres of the record."""
        _, places = self.tracks[vehicle]
        return float(numpy.hypot(*numpy.diff(places, axis=0).T).sum())

    def ends(self, vehicle):
        begin, places = self.tracks[vehicle]
        return begin + len(places) - 1

    def judge_all(self):
        for task in self.fleet.tasks:
            self.truth.append(self.judge(task))
        self.rank()

    def judge(self, task):
        """The row of truth of one task, with why parts of it are not decided."""
        visits = self.visits(task)
        own = [stand for stand in visits if task.vehicle in (None, stand.vehicle)]
        free = [stand for stand in visits if stand not in own and not self.has_own_work(stand)]
        best = max(own or free, key=lambda stand: stand.end - stand.begin, default=None)
        row = {
            "job": str(task.number), "type": task.kind, "asset": task.vehicle or "", "fault": self.faults.get(task.key, ""),
            "state": "", "done_by": "", "arrival": "", "departure": "", "earliest": "", "latest": task.latest or "",
            "planned": task.planned or "", "service_s": "", "waiting_s": "", "late_s": "", "window_violated": "",
            "claim": "", "claim_kind": "", "said": "", "rank": "", "visits": len(visits), "undecided": "",
            "times_undecided": "", "claim_undecided": "",
        }
        said = self.said.get(task.key, [])
        row["said"] = " ".join(one if isinstance(one, str) else one[0] for one in said)
        undecided, times = self.doubts(task, visits, best)
        words = [one if isinstance(one, str) else one[0] for one in said]
        if not own and len(free) < len(visits):
            undecided.append("another vehicle stood there for a job of its own")
        if visits and {"rejected", "cancelled", "replaced"} & set(words) and not any(task in stand.tasks for stand in visits):
            undecided.append("ended by a word, and stood there for another job")
        if best:
            row.update(self.times(task, best))
            still = best.end >= self.ends(best.vehicle) - 0.5 and best.what != "depot"
            row["state"] = "arrived" if still else "finished"
            if still and any(not isinstance(one, str) and one[0] == "finished" and one[1] >= best.begin for one in said):
                undecided.append("the record ends there, and it is said to be finished")
            if still:
                row["departure"] = row["service_s"] = ""
        else:
            row["state"], why = self.state_without(task, said)
            undecided += why
        claim = [one for one in said if not isinstance(one, str) and one[0] == "finished"]
        if claim:
            self.judge_claim(task, row, claim[-1], own + free)
            if len(own) + len(free) < len(visits):
                row["claim_undecided"] = "another vehicle stood there for a job of its own"
            if undecided:
                row["claim_undecided"] = row["claim_undecided"] or "the visit"
        row["undecided"], row["times_undecided"] = "; ".join(undecided), "; ".join(undecided + times)
        return row

    def doubts(self, task, visits, best):
        undecided, times = [], []
        for stand in self.stands:
            away, long = self.distance(stand, task), stand.end - stand.begin
            if 30 < away < 75 and long > 30:
                undecided.append("stand at 30 to 75 m")
            if away <= 75 and 35 <= long < 60:
                undecided.append("stand of 35 to 60 s")
        if best:
            end = self.ends(best.vehicle)
            if 0.5 < end - best.end < 60:
                undecided.append("record ends within 60 s of driving off")
            rivals = [stand for stand in visits if task.vehicle in (None, stand.vehicle) or best.vehicle != task.vehicle]
            others = [stand for stand in rivals if stand is not best]
            length = best.end - best.begin
            if any(length - (stand.end - stand.begin) < 60 for stand in others):
                times.append("two visits whose lengths differ by less than 60 s")
            opening = task.opening(best.begin)
            if opening and best.end < opening + 20:
                times.append("left before the window opened")
            if any(stand.vehicle != best.vehicle and stand.end - stand.begin > length for stand in visits):
                times.append("longer visit by another vehicle")
        return sorted(set(undecided)), sorted(set(times))

    def times(self, task, best):
        opening = task.opening(best.begin)
        begin = max(best.begin, opening or 0)
        # Of two windows the one that opens for this arrival.
        return {
            "done_by": best.vehicle, "arrival": round(best.begin, 1), "departure": round(best.end, 1),
            "earliest": opening or "", "service_s": round(max(best.end - begin, 0), 1),
            "waiting_s": round(max(min(begin, best.end) - best.begin, 0), 1),
            "late_s": round(best.begin - task.planned, 1) if task.planned else "",
            "window_violated": "" if not task.windows else str(begin > task.latest).lower(),
        }

    def state_without(self, task, said):
        """What became of a task that nobody served."""
        words = [one if isinstance(one, str) else one[0] for one in said]
        for ended in ("replaced", "cancelled", "rejected"):
            if ended in words:
                return ended, []
        if task.vehicle is None:
            return "assigned", []
        if task.vehicle in self.silent or task.vehicle not in self.tracks:
            return "not_reached", ["no record of the vehicle"]
        if task.latest is None:
            return "not_reached", []
        margin = self.ends(task.vehicle) - (task.latest + MISSED)
        return ("missed" if margin >= 0 else "not_reached"), (["record ends about an hour after the window"] if abs(margin) < 60 else [])

    def judge_claim(self, task, row, claim, visits):
        _, at, vehicle = claim
        before = [stand for stand in visits if stand.begin < at]
        after = [stand for stand in visits if stand.begin >= at]
        if before:
            row["claim"], row["claim_kind"] = "confirmed", "right"
            if at - min(stand.begin for stand in before) < STAND + 15:
                row["claim_undecided"] = "said within a minute of the arrival"
        elif after:
            early = min(stand.begin for stand in after) - at
            row["claim"], row["claim_kind"] = ("contradicted" if early > EARLY else "confirmed"), "early"
            if EARLY - 30 < early < EARLY + 30:
                row["claim_undecided"] = "said about 5 min early"
        elif vehicle in self.silent:
            row["claim"], row["claim_kind"] = "unverified", "without a record"
        else:
            begin, places = self.tracks[vehicle]
            index = round(at - begin)
            inside = 0 <= index < len(places)
            away = math.dist(places[index], self.houses[task.site]) if inside else math.inf
            row["claim"], row["claim_kind"] = ("contradicted" if away > AFAR and inside else "unverified"), "from afar"
            if not inside or abs(away - AFAR) < 60:
                row["claim_undecided"] = "at about 300 m, or outside of the record"

    def rank(self):
        """The order in which each vehicle did its own tasks."""
        done = {}
        for row in self.truth:
            if row["done_by"] and row["done_by"] == row["asset"]:
                done.setdefault(row["asset"], []).append(row)
        sequence = {task.key: task.sequence for task in self.fleet.tasks}
        for rows in done.values():
            rows.sort(key=lambda row: (row["arrival"], sequence[row["type"], row["job"]]))
            for number, row in enumerate(rows, 1):
                row["rank"] = number

    def write_truth(self):
        with open(self.folder / "truth.csv", "w", encoding="utf8", newline="") as file:
            table = csv.DictWriter(file, list(self.truth[0]))
            table.writeheader()
            for row in self.truth:
                told = {name: stamp(row[name]) for name in ("arrival", "departure", "earliest", "latest", "planned") if row[name]}
                table.writerow(row | told)
        with open(self.folder / "stands.csv", "w", encoding="utf8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["vehicle", "begin", "end", "seconds", "lat", "lon", "what"])
            for one in sorted(self.stands, key=lambda one: (one.vehicle, one.begin)):
                lat, lon = self.ruler.place(*one.place)
                table.writerow([self.fleet.called(one.vehicle), stamp(one.begin), stamp(one.end), round(one.end - one.begin, 1), f"{lat:.6f}", f"{lon:.6f}", one.what])


APART_ENOUGH = 130  # metres from an address at which a long stand says nothing of it


def hash_of(text):
    """A number for a text, the same in every process."""
    return int.from_bytes(text.encode(), "big") % 2**31


# Motion


class Leg:
    """A route between two stops: its line on the flat map, and the speed of its roads."""

    def __init__(self, route, ruler):
        line = [ruler.flat(lat, lon) for lon, lat in route["geometry"]["coordinates"]]
        self.line = [place for i, place in enumerate(line) if i == 0 or math.dist(place, line[i - 1]) > 0.05]
        if len(self.line) < 2:
            self.line = [line[0], (line[0][0] + 1, line[0][1])]
        self.speeds, at = [], 0  # up to a distance along the elements
        for element in route["elements"]:
            at += element["length_m"]
            self.speeds.append((at, element["length_m"] / element["duration_s"] if element["duration_s"] else 8))


class Course:
    """What is driven between two stands: legs in sequence."""

    def __init__(self):
        self.points, self.at, self.cruise, self.junctions, self.length = [], [], [], [], 0

    def add(self, leg, pace):
        """`pace` draws the share of a road's usual speed that is driven."""
        total = sum(math.dist(a, b) for a, b in zip(leg.line, leg.line[1:]))
        scale = total / (leg.speeds[-1][0] or 1)
        ends = [self.length + end * scale for end, _ in leg.speeds]
        speeds = [max(speed * pace(), 2) for _, speed in leg.speeds]
        self.junctions += ends[:-1]
        if not self.points:
            self.points.append(leg.line[0])
            self.at.append(0.0)
        for place in leg.line[1:]:
            step = math.dist(self.points[-1], place)
            if step < 0.01:
                continue
            middle = self.length + step / 2
            self.cruise.append(speeds[min(bisect.bisect_left(ends, middle), len(speeds) - 1)])
            self.length += step
            self.points.append(place)
            self.at.append(self.length)

    def place(self, at):
        i = min(max(bisect.bisect_right(self.at, at) - 1, 0), len(self.at) - 2)
        share = (at - self.at[i]) / (self.at[i + 1] - self.at[i])
        (ax, ay), (bx, by) = self.points[i], self.points[i + 1]
        return ax + share * (bx - ax), ay + share * (by - ay)

    def drive(self, track, halts, slow):
        """Drives it all on a track: begin, end, place and reason of each halt on the way."""
        cuts = {at: math.inf for at in self.at}
        for i in range(1, len(self.points) - 1):
            cuts[self.at[i]] = bend_speed(*self.points[i - 1 : i + 2])
        for begin, end, _ in slow:
            cuts.setdefault(max(begin, 0.5), math.inf)
            cuts.setdefault(min(end, self.length - 0.5), math.inf)
        rests = {}
        for at, duration, what in halts:
            rests.setdefault(at, []).append((duration, what))
            cuts[at] = 0
        cuts[0.0] = cuts[self.length] = 0
        at = sorted(cuts)
        cruise = []
        for a, b in zip(at, at[1:]):
            middle = (a + b) / 2
            speed = self.cruise[min(max(bisect.bisect_right(self.at, middle) - 1, 0), len(self.cruise) - 1)]
            cruise.append(min([speed, *[v for begin, end, v in slow if begin <= middle <= end]]))
        limit = [cuts[one] for one in at]
        for i, speed in enumerate(cruise):
            limit[i], limit[i + 1] = min(limit[i], speed), min(limit[i + 1], speed)
        for i in range(len(cruise)):
            limit[i + 1] = min(limit[i + 1], math.sqrt(limit[i] ** 2 + 2 * ACCELERATION * (at[i + 1] - at[i])))
        for i in reversed(range(len(cruise))):
            limit[i] = min(limit[i], math.sqrt(limit[i + 1] ** 2 + 2 * BRAKING * (at[i + 1] - at[i])))
        phases, halted, now = [], [], track.now
        for i, speed in enumerate(cruise):
            now = span(phases, now, at[i], at[i + 1], limit[i], limit[i + 1], speed)
            for duration, what in rests.get(at[i + 1], []):
                halted.append(((now, now + duration, self.place(at[i + 1])), what))
                phases.append((now, at[i + 1], 0, 0))
                now += duration
        track.move(self, phases, now)
        return halted


def span(phases, now, begin, end, enter, leave, cruise):
    """Accelerates, cruises and brakes between two places: the time at the end."""
    way = end - begin
    reach = (2 * ACCELERATION * BRAKING * way + BRAKING * enter**2 + ACCELERATION * leave**2) / (ACCELERATION + BRAKING)
    peak = max(enter, leave, min(cruise, math.sqrt(reach)))
    up, down = (peak**2 - enter**2) / (2 * ACCELERATION), (peak**2 - leave**2) / (2 * BRAKING)
    steady = max(0, way - up - down)
    for speed, rate, time, length in [
        (enter, ACCELERATION, (peak - enter) / ACCELERATION, up), (peak, 0, steady / peak if peak else 0, steady),
        (peak, -BRAKING, (peak - leave) / BRAKING, down),
    ]:
        if time > 0:
            phases.append((now, begin, speed, rate))
            now, begin = now + time, begin + length
    return now


def bend_speed(a, b, c):
    """Through a bend at b, with a sideways acceleration of 2 m/s²; a turn on the spot at walking pace."""
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    angle = abs((after - before + math.pi) % (2 * math.pi) - math.pi)
    if angle > math.radians(150):
        return 1
    if angle < math.radians(1):
        return math.inf
    reach = min(max(min(math.dist(a, b), math.dist(b, c)) / 2, 2), 20)
    return max(2.5, math.sqrt(SIDEWAYS * reach / math.tan(angle / 2)))


class Track:
    """The place of a vehicle at every full second."""

    def __init__(self, begin, place):
        self.begin = math.ceil(begin)
        self.now, self.place = float(self.begin), place
        self.pieces = []
        self.next = self.begin  # the second that is not told yet

    def seconds(self, until):
        """The full seconds up to a time."""
        count = max(0, math.ceil(until) - self.next)
        times = numpy.arange(self.next, self.next + count, dtype=float)
        self.next += count
        return times

    def stand(self, until):
        times = self.seconds(until)
        self.pieces.append(numpy.tile(numpy.array(self.place), (len(times), 1)))
        self.now = until

    def move(self, course, phases, until):
        times = self.seconds(until)
        begin, at, speed, rate = numpy.array(phases).T
        i = numpy.clip(numpy.searchsorted(begin, times, side="right") - 1, 0, len(begin) - 1)
        lapse = times - begin[i]
        # A phase of rest lasts until the next begins, and has neither speed nor acceleration.
        way = numpy.clip(at[i] + (speed[i] + rate[i] * lapse / 2) * lapse, 0, course.length)
        line = numpy.array(course.points)
        x, y = (numpy.interp(way, course.at, line[:, axis]) for axis in (0, 1))
        self.pieces.append(numpy.stack([x, y], axis=1))
        self.now, self.place = until, course.points[-1]

    def until(self, end):
        """The first second, and a row of place for each second up to `end`."""
        return self.begin, numpy.concatenate(self.pieces)[: end - self.begin + 1]
