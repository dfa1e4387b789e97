"""Fleets for jobs.py: places on the roads of a map, a problem over them, and the tours that VROOM plans.

The optimiser is vroom itself, as the package pyvroom installs it: `pip install pyvroom`.
"""

import csv
import datetime
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
from typing import NamedTuple

from accuracy import METRES_PER_DEGREE
from measuring import PROGRAM, tracemill

ZONE = "Europe/Vaduz"
OFFSET = 3600  # seconds that its clock is ahead of UTC in March
FIRST_DAY = datetime.date(2026, 3, 2)
APART = 130  # metres between two addresses
BEGIN, END = 8 * 3600, 17 * 3600  # of the working day, in seconds from midnight
NOBODY = 99  # a skill that no vehicle has


def vroom_program():
    """The command `vroom`; ends the benchmark with a sentence if there is none."""
    beside = pathlib.Path(sys.executable).parent / "vroom"
    found = str(beside) if beside.exists() else shutil.which("vroom")
    return found or sys.exit("vroom: not installed; pip install pyvroom, and run this with the same Python")


class Ruler:
    """A flat map around one place; metres to the east and to the north."""

    def __init__(self, lat, lon):
        self.lat, self.lon, self.shrink = lat, lon, math.cos(math.radians(lat))

    def flat(self, lat, lon):
        return (lon - self.lon) * METRES_PER_DEGREE * self.shrink, (lat - self.lat) * METRES_PER_DEGREE

    def place(self, x, y):
        return self.lat + y / METRES_PER_DEGREE, self.lon + x / METRES_PER_DEGREE / self.shrink


class Site(NamedTuple):
    """An address: where vehicles stop on the road, and the house."""

    stop: tuple  # latitude and longitude
    house: tuple


class Task:
    """A job, pickup or delivery as it was ordered and planned. Times are Unix times."""

    def __init__(self, kind, number, site, service):
        self.kind, self.number, self.site, self.service = kind, number, site, service
        self.windows = []
        self.name = f"Customer {number}"
        self.ground = None  # half of the width and of the height of a rectangle around the stop, in metres
        self.vehicle = self.planned = self.sequence = None

    @property
    def key(self):
        return (self.kind, str(self.number))

    def opening(self, arrival):
        """When service may begin, as the interface defines it."""
        if not self.windows:
            return None
        return next((begin for begin, end in self.windows if arrival <= end), self.windows[-1][0])

    @property
    def latest(self):
        return self.windows[-1][1] if self.windows else None


class Fleet:
    """One day of vehicles with their tasks."""

    def __init__(self, name, day, midnight):
        self.name, self.day, self.midnight = name, day, midnight
        self.tasks, self.depot, self.sites = [], 0, []
        self.tours = {}  # by vehicle, the steps of its route
        self.departures = {}
        self.descriptions = {}
        self.called_by_description = False
        self.planned_m = {}

    def called(self, vehicle):
        """The name of a vehicle in its traces."""
        return self.descriptions[vehicle] if self.called_by_description else str(vehicle)


# Places and the matrix


def draw_sites(map_path, folder, count, seed):
    """Places on roads at which drives can stop, apart from each other, and their matrix of seconds and metres."""
    drives = folder / f"{map_path.stem}-places"
    tracemill("simulate", "--map", map_path, "-o", drives, "--quiet", "--overwrite", "--count", 400, "--seed", seed,
              "--period", 20, "--sigma", 0, "--length", "500-3000")
    with open(drives / "traces.csv", encoding="utf8") as file:
        places = [(float(entry["lat"]), float(entry["lon"])) for entry in csv.DictReader(file)]
    scatter = random.Random(f"{seed} sites of {map_path.stem}")
    scatter.shuffle(places)
    ruler = Ruler(*places[0])
    kept = []
    for place in places:
        here = ruler.flat(*place)
        if all(math.dist(here, ruler.flat(*other)) > APART for other in kept):
            kept.append(place)
        if len(kept) == count + 30:
            break
    kept = on_roads(map_path, folder, kept)
    table = matrix(map_path, folder, kept)
    # Those that the most others reach; the rest lies behind barriers, or beyond the border.
    whole = list(range(len(kept)))
    while True:
        bad = {i: sum(table[i][j] is None or table[j][i] is None for j in whole) for i in whole}
        worst = max(whole, key=lambda i: bad[i])
        if bad[worst] == 0 and len(whole) <= count:
            break
        whole.remove(worst)
    sites = []
    for i in whole:
        distance = 0 if scatter.random() < 0.4 else scatter.uniform(3, 20)
        angle = scatter.uniform(0, 2 * math.pi)
        x, y = ruler.flat(*kept[i])
        house = ruler.place(x + distance * math.sin(angle), y + distance * math.cos(angle))
        sites.append(Site(kept[i], (round(house[0], 6), round(house[1], 6))))
    return sites, [[table[i][j] for j in whole] for i in whole]


def on_roads(map_path, folder, places):
    """Those of places at which routes begin and end, and not somewhere beside them."""
    there_and_back = lambda i: [waypoint(places[i]), waypoint(places[i - 1]), waypoint(places[i])]
    asked = ({"id": str(i), "waypoints": there_and_back(i)} for i in range(len(places)))
    chosen = ["--format", "csv", "--table", "waypoints", "--select", "id,seq,distance_m"]
    beside = {int(entry["id"]) for entry in csv.DictReader(routes(map_path, folder, asked, chosen, "roads"))
              if entry["seq"] != "1" and float(entry["distance_m"]) > 1}
    return [place for i, place in enumerate(places) if i not in beside]


def matrix(map_path, folder, places):
    """Seconds and metres from each place to each; `None` where no road leads."""
    if "--matrix" not in tracemill("route", "--help"):
        return matrix_of_routes(map_path, folder, places)
    path, answer = folder / f"{map_path.stem}-places.csv", folder / f"{map_path.stem}-matrix.csv"
    with open(path, "w", encoding="utf8") as file:
        file.write("id,lat,lon\n")
        file.writelines(f"{i},{lat},{lon}\n" for i, (lat, lon) in enumerate(places))
    tracemill("route", "--map", map_path, "--matrix", path, "-o", answer, "--quiet", "--overwrite", "--allow-empty")
    table = [[None] * len(places) for _ in places]
    with open(answer, encoding="utf8") as file:
        for entry in csv.DictReader(file):
            if entry["duration_s"]:
                pair = int(entry["duration_s"]), int(entry["distance_m"])
                table[int(entry["from"])][int(entry["to"])] = pair
    return table


def matrix_of_routes(map_path, folder, places):
    """The same, from a route for each pair."""
    pairs = [(i, j) for i in range(len(places)) for j in range(len(places)) if i != j]
    table = [[(0, 0) if i == j else None for j in range(len(places))] for i in range(len(places))]
    asked = ({"id": f"{i} {j}", "waypoints": [waypoint(places[i]), waypoint(places[j])]} for i, j in pairs)
    chosen = ["--format", "csv", "--table", "routes", "--select", "id,status,length_m,duration_s"]
    for entry in csv.DictReader(routes(map_path, folder, asked, chosen, "matrix")):
        i, j = map(int, entry["id"].split())
        if entry["status"] == "ok":
            table[i][j] = (round(float(entry["duration_s"])), round(float(entry["length_m"])))
    return table


def waypoint(place):
    return {"lat": place[0], "lon": place[1]}


def routes(map_path, folder, asked, chosen, name):
    """The lines of the program's answer to many requests."""
    requests, answer = folder / f"{map_path.stem}-{name}.requests.ndjson", folder / f"{map_path.stem}-{name}.answer"
    with open(requests, "w", encoding="utf8") as file:
        for request in asked:
            file.write(json.dumps(request) + "\n")
    with open(answer, "wb") as file:
        command = [PROGRAM, "route", "--map", map_path, "--requests", requests, "--quiet", "-j", "2", *chosen]
        run = subprocess.run(list(map(str, command)), stdout=file, stderr=subprocess.PIPE, text=True, env=os.environ)
    # Requests without a route are told by their status.
    if run.returncode not in (0, 1):
        sys.exit(f"tracemill route failed:\n{run.stderr[-2000:]}")
    with open(answer, encoding="utf8") as file:
        yield from file
    requests.unlink()
    answer.unlink()


# Problems and solutions


def draw_fleet(name, number, sites, table, folder, options):
    """A fleet with the files of its problem and of VROOM's solution in `folder`."""
    scatter = random.Random(f"{options.seed} {name} {number}")
    day = FIRST_DAY + datetime.timedelta(days=number % 25)
    midnight = int(datetime.datetime.combine(day, datetime.time(), datetime.timezone.utc).timestamp()) - OFFSET
    fleet = Fleet(f"{name}-{number}", day, midnight)
    fleet.sites = sites
    fleet.depot = scatter.randrange(len(sites))
    fleet.called_by_description = number % 2 == 1
    fleet.style = ["solution", "solution", "csv", "solution", "ndjson"][number % 5]
    fleet.counts_from_midnight = number % 4 < 2
    zero = 0 if fleet.counts_from_midnight else midnight
    free = [i for i in range(len(sites)) if i != fleet.depot]
    scatter.shuffle(free)
    problem = {"vehicles": [], "jobs": [], "shipments": []}
    for vehicle in range(1, options.vehicles + 1):
        fleet.descriptions[vehicle] = f"van-{number}-{vehicle}"
        entry = {
            "id": vehicle, "profile": "car", "description": fleet.descriptions[vehicle],
            **located(fleet, fleet.depot, "start"), **located(fleet, fleet.depot, "end"),
            "capacity": [3], "skills": [1], "time_window": [zero + BEGIN, zero + END], "max_tasks": 16,
            "speed_factor": 0.9,
        }
        if scatter.random() < 0.4:
            noon = zero + 12 * 3600
            entry["breaks"] = [{"id": vehicle, "time_windows": [[noon - 1800, noon + 5400]], "service": 1800}]
        problem["vehicles"].append(entry)
    addresses = iter(free * 3)
    last = None
    tasks = min(options.tasks, len(free))  # on a small map there are fewer
    shipments = tasks // 10
    for job in range(1, tasks - 2 * shipments + 1):
        # One in fourteen at the address of the one before.
        last = last if last is not None and scatter.random() < 0.07 else next(addresses)
        task = draw_task("job", job, last, scatter, fleet)
        if job % 25 == 0:
            task.windows = [(fleet.midnight + 6 * 3600, fleet.midnight + 6 * 3600 + 1800)]
        entry = written(task, fleet, zero)
        if job % 25 == 12:
            entry["skills"] = [NOBODY]
        problem["jobs"].append(entry)
    for number_of_shipment in range(1, shipments + 1):
        pickup = draw_task("pickup", number_of_shipment, next(addresses), scatter, fleet)
        delivery = draw_task("delivery", number_of_shipment, next(addresses), scatter, fleet)
        pickup.windows = []
        entry = {"pickup": written(pickup, fleet, zero), "delivery": written(delivery, fleet, zero)}
        problem["shipments"].append({"amount": [1], **entry})
    problem["matrices"] = {"car": {
        "durations": [[cell[0] for cell in line] for line in table],
        "distances": [[cell[1] for cell in line] for line in table],
    }}
    (folder / "problem.json").write_text(json.dumps(problem, indent=1), encoding="utf8")
    command = [vroom_program(), "-i", folder / "problem.json", "-o", folder / "solution.json", "-t", "1", "-x", "2"]
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"vroom failed: {run.stderr}{run.stdout}")
    solution = json.loads((folder / "solution.json").read_text(encoding="utf8"))
    take(solution, fleet, zero)
    return fleet


def located(fleet, index, prefix=""):
    """Where something is, as VROOM writes it."""
    lat, lon = fleet.sites[index].house
    name = prefix or "location"
    return {name: [lon, lat], f"{name}_index": index}


def draw_task(kind, number, site, scatter, fleet):
    task = Task(kind, number, site, scatter.randrange(60, 601, 15))
    if scatter.random() < 2 / 3:
        begin = scatter.randrange(BEGIN, END - 2 * 3600, 900)
        task.windows = [(begin, min(begin + scatter.choice([3600, 7200, 10800]), END - 1800))]
        if scatter.random() < 0.12 and begin + 5 * 3600 < END - 1800:
            task.windows = [(begin, begin + 3600), (begin + 3 * 3600, begin + 5 * 3600)]
        task.windows = [(fleet.midnight + a, fleet.midnight + b) for a, b in task.windows]
    fleet.tasks.append(task)
    return task


def written(task, fleet, zero):
    """A task of a problem."""
    entry = {"id": task.number, "description": task.name, **located(fleet, task.site), "service": task.service}
    if task.windows:
        entry["time_windows"] = [[a - fleet.midnight + zero, b - fleet.midnight + zero] for a, b in task.windows]
    if task.kind == "job":
        entry["skills"] = [1]
    return entry


def take(solution, fleet, zero):
    """Notes in the tasks what VROOM planned."""
    tasks = {task.key: task for task in fleet.tasks}
    for route in solution["routes"]:
        vehicle = route["vehicle"]
        steps, sequence = [], 0
        for step in route["steps"]:
            arrival = step["arrival"] - zero + fleet.midnight
            if step["type"] == "start":
                fleet.departures[vehicle] = arrival
            elif step["type"] == "break":
                steps.append(("break", step["service"]))
            elif step["type"] != "end":
                task = tasks[step["type"], str(step["id"])]
                sequence += 1
                task.vehicle, task.sequence = vehicle, sequence
                task.planned = arrival + step["waiting_time"]
                steps.append(("task", task))
        fleet.tours[vehicle] = steps
        fleet.planned_m[vehicle] = route["distance"]


# Lists of jobs in the other formats


def stamp(time):
    return datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def rectangle(fleet, task):
    """The ground of a task as WKT."""
    ruler = Ruler(*fleet.sites[task.site].stop)
    w, h = task.ground
    corners = [ruler.place(x, y) for x, y in [(-w, -h), (w, -h), (w, h), (-w, h), (-w, -h)]]
    return "POLYGON((" + ", ".join(f"{lon:.7f} {lat:.7f}" for lat, lon in corners) + "))"


def list_rows(fleet, scatter):
    """Rows of a job list; some tasks get a ground of their own instead of a point."""
    for task in sorted(fleet.tasks, key=lambda task: (task.vehicle or 0, task.sequence or 0)):
        shared = sum(other.site == task.site for other in fleet.tasks) > 1
        lat, lon = fleet.sites[task.site].house
        row = {
            "job": task.number, "asset": "" if task.vehicle is None else fleet.called(task.vehicle),
            "date": fleet.day.isoformat(), "seq": task.sequence or "", "lat": lat, "lon": lon, "place": "",
            "name": task.name, "earliest": "", "latest": "", "planned": stamp(task.planned) if task.planned else "",
            "service_s": task.service, "type": task.kind, "dispatcher": "Office",
        }
        if task.windows:
            # A row has one window, so of two only the span is told.
            task.windows = [(task.windows[0][0], task.windows[-1][1])]
            row["earliest"], row["latest"] = (stamp(time) for time in task.windows[0])
        if not shared and scatter.random() < 0.2:
            task.ground = (scatter.randint(25, 45), scatter.randint(25, 45))
            row.update(place=rectangle(fleet, task), lat="", lon="")
        yield row


def write_list(fleet, folder, seed):
    """The job list of a fleet: the names of its files, in the order in which they are given."""
    if fleet.style == "solution":
        return ["solution.json", "problem.json"]
    rows = list(list_rows(fleet, random.Random(f"{seed} list of {fleet.name}")))
    if fleet.style == "csv":
        with open(folder / "jobs.csv", "w", encoding="utf8", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]))
            table.writeheader()
            table.writerows(rows)
        return ["jobs.csv"]
    with open(folder / "jobs.ndjson", "w", encoding="utf8") as file:
        for row in rows:
            file.write(json.dumps({name: value for name, value in row.items() if value != ""}) + "\n")
    return ["jobs.ndjson"]
