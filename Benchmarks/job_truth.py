"""What became of each task of a day, for jobs.py: from true stands alone, by the definitions of Documentation/Jobs.md.

Each row says what must be told of a task, and why parts of that are not decided.
"""

import csv
import math

from job_days import ENDED, STAND
from job_fleets import stamp

AFAR = 300  # metres
EARLY = 300  # seconds
MISSED = 3600  # seconds after a window
TIMES = ("arrival", "departure", "earliest", "latest", "planned")
COLUMNS = [
    "job", "type", "asset", "fault", "state", "done_by", "arrival", "departure", "earliest", "latest", "planned",
    "service_s", "waiting_s", "late_s", "window_violated", "claim", "claim_kind", "said", "rank", "visits", "undecided",
    "times_undecided", "claim_undecided",
]


def truth_of(day):
    """A row for each task, in the order of the fleet."""
    rows = [TrueTask(day, task).row() for task in day.fleet.tasks]
    rank(day, rows)
    return rows


class TrueTask:
    """One task and the stands at its place."""

    def __init__(self, day, task):
        self.day, self.task = day, task
        self.said = day.said[task.key]
        self.visits = day.visits(task)
        self.own = [stand for stand in self.visits if task.vehicle in (None, stand.vehicle)]
        # A vehicle that has work of its own there, or takes some that is nobody's, has not done another's.
        self.free = [stand for stand in self.visits if stand not in self.own and not day.has_own_work(stand)]
        self.best = max(self.own or self.free, key=length, default=None)

    def row(self):
        task, best = self.task, self.best
        row = dict.fromkeys(COLUMNS, "") | {
            "job": str(task.number), "type": task.kind, "asset": task.vehicle or "", "visits": len(self.visits),
            "fault": self.day.faults.get(task.key, ""), "latest": task.latest or "", "planned": task.planned or "",
            "said": " ".join(word.event for word in self.said),
        }
        undecided = self.doubts()
        if best:
            row.update(self.times())
            row["state"] = "arrived" if self.is_still_there else "finished"
            if self.is_still_there:
                row["departure"] = row["service_s"] = ""
        else:
            row["state"], why = self.state_without_visit()
            undecided += why
            if not self.visits and self.day.creeps(task):
                undecided.append("a vehicle moves by less than 20 m there for 40 s")
        self.judge_claim(row, undecided)
        row["undecided"] = "; ".join(sorted(set(undecided)))
        row["times_undecided"] = "; ".join(sorted({*undecided, *self.doubts_of_times()}))
        return row

    @property
    def is_still_there(self):
        return self.best.end >= self.day.ends(self.best.vehicle) - 0.5 and self.best.what != "depot"

    def doubts(self):
        why = []
        for stand in self.day.stands:
            away = self.day.distance(stand, self.task)
            if 30 < away < 75 and length(stand) > 30:
                why.append("stand at 30 to 75 m")
            if away <= 75 and 35 <= length(stand) < 60:
                why.append("stand of 35 to 60 s")
        if self.visits and not self.own and not self.free:
            why.append("another vehicle stood there for a job of its own")
        is_meant = any(self.task in stand.tasks for stand in self.visits)
        if self.visits and not is_meant and ENDED & {word.event for word in self.said}:
            why.append("ended by a word, and stood there for another job")
        if self.best:
            if 0.5 < self.day.ends(self.best.vehicle) - self.best.end < 60:
                why.append("record ends within 60 s of driving off")
            if self.is_still_there and any(word.at >= self.best.begin for word in self.claims()):
                why.append("the record ends there, and it is said to be finished")
        return why

    def doubts_of_times(self):
        best = self.best
        if not best:
            return
        rivals = self.own if best in self.own else self.free
        if any(length(best) - length(stand) < 60 for stand in rivals if stand is not best):
            yield "two visits whose lengths differ by less than 60 s"
        if any(stand.vehicle != best.vehicle and length(stand) > length(best) for stand in self.visits):
            yield "longer visit by another vehicle"
        if any(abs(best.begin - end) < 20 for _, end in self.task.windows[:-1]):
            yield "arrival at the end of the first of two windows"
        opening = self.task.opening(best.begin)
        if opening and best.end < opening + 20:
            yield "left before the window opened"

    def times(self):
        task, best = self.task, self.best
        opening = task.opening(best.begin)
        begin = max(best.begin, opening or 0)
        return {
            "done_by": best.vehicle, "arrival": round(best.begin, 1), "departure": round(best.end, 1),
            "earliest": opening or "", "service_s": round(max(best.end - begin, 0), 1),
            "waiting_s": round(max(min(begin, best.end) - best.begin, 0), 1),
            "late_s": round(best.begin - task.planned, 1) if task.planned else "",
            "window_violated": str(begin > task.latest).lower() if task.windows else "",
        }

    def state_without_visit(self):
        """What became of a task that nobody served, and why that is not decided."""
        words = {word.event for word in self.said}
        for ended in ("replaced", "cancelled", "rejected"):
            if ended in words:
                return ended, []
        vehicle = self.task.vehicle
        if vehicle is None:
            return "assigned", []
        if vehicle in self.day.silent:
            return "assigned", ["no record of the vehicle"]
        if self.task.latest is None:
            return "not_reached", []
        margin = self.day.ends(vehicle) - (self.task.latest + MISSED)
        why = ["record ends about an hour after the window"] if abs(margin) < 60 else []
        return "missed" if margin >= 0 else "not_reached", why

    # Claims

    def claims(self):
        return [word for word in self.said if word.event == "finished"]

    def judge_claim(self, row, undecided):
        if not self.claims():
            return
        word = self.claims()[-1]
        row["claim"], row["claim_kind"], why = self.claim(word)
        if len(self.own) + len(self.free) < len(self.visits):
            why = "another vehicle stood there for a job of its own"
        row["claim_undecided"] = "the visit" if undecided and not why else why

    def claim(self, word):
        """What it is, its kind, and why it is not decided."""
        begins = [stand.begin for stand in self.own + self.free]
        before = [begin for begin in begins if begin < word.at]
        if before:
            is_close = word.at - min(before) < STAND + 15
            kind = "right"
            if self.best.begin > word.at:
                its = [stand for stand in self.visits if stand.vehicle == word.vehicle and stand.begin < word.at]
                kind = "after an earlier visit" if its else "after another's visit"
            return "confirmed", kind, "said within a minute of the arrival" if is_close else ""
        if begins:
            early = min(begins) - word.at
            is_close = abs(early - EARLY) < 30
            claim = "contradicted" if early > EARLY else "confirmed"
            return claim, "early", "said about 5 min early" if is_close else ""
        if word.vehicle in self.day.silent:
            return "unverified", "without a record", ""
        begin, places = self.day.tracks[word.vehicle]
        if not 0 <= word.at - begin < len(places):
            return "unverified", "without a record", "said outside of the record"
        away = math.dist(places[word.at - begin], self.day.houses[self.task.site])
        claim = "contradicted" if away > AFAR else "unverified"
        return claim, "from afar", "said at about 300 m" if abs(away - AFAR) < 60 else ""


def length(stand):
    return stand.end - stand.begin


def rank(day, rows):
    """Notes the order in which each vehicle did its own tasks."""
    done = {}
    for row in rows:
        if row["done_by"] and row["done_by"] == row["asset"]:
            done.setdefault(row["asset"], []).append(row)
    sequence = {task.key: task.sequence for task in day.fleet.tasks}
    for group in done.values():
        group.sort(key=lambda row: (row["arrival"], sequence[row["type"], row["job"]]))
        for number, row in enumerate(group, 1):
            row["rank"] = number


def write_truth(day, rows):
    """Writes truth.csv, and stands.csv with all true stands."""
    with open(day.folder / "truth.csv", "w", encoding="utf8", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row in rows:
            table.writerow(row | {name: stamp(row[name]) for name in TIMES if row[name]})
    with open(day.folder / "stands.csv", "w", encoding="utf8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["vehicle", "begin", "end", "seconds", "lat", "lon", "what"])
        for stand in sorted(day.stands, key=lambda stand: (stand.vehicle, stand.begin)):
            lat, lon = day.ruler.place(*stand.place)
            times = [stamp(stand.begin), stamp(stand.end), f"{length(stand):.1f}"]
            table.writerow([day.fleet.called(stand.vehicle), *times, f"{lat:.6f}", f"{lon:.6f}", stand.what])
