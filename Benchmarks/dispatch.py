#!/usr/bin/env python3
"""Kills `tracemill live` and its dispatcher at random moments, over a bad network, and counts what was lost or said twice.

    pip install -r Tests/dispatcher/requirements.txt && make build
    Benchmarks/jobs.py town --fleets 1 --periods 15 --correlations 30 --keep /tmp/jobs
    Benchmarks/dispatch.py /tmp/jobs/town-0/15s-10m-30s             200 kills over HTTP, and as many over TLS
    Benchmarks/dispatch.py /tmp/jobs/town-0/15s-10m-30s --kills 20 --transports tls --messages 1

The rows of a fleet that Benchmarks/jobs.py has kept are mixed by time and written into a pipe, so that the day takes
--seconds. The dispatcher is that of Tests/dispatcher, behind its proxy, which drops, loses, resets, delays and repeats
requests. At random moments either side is killed with SIGKILL. A live run that was killed starts with the same spool
and with the first row of the day.

With messages, some jobs are left out of the list and ordered while the vehicles drive; others are cancelled or replaced,
and some messages are no orders. A job that is ordered is served where the vehicle was.

- Once: of the events of a run that nobody disturbs, the share that the dispatcher has once. Not with messages, whose
  moments differ.
- More: events that the dispatcher has besides these. Twice: jobs that arrived, were left, finished or ended twice.
- Gaps: missing numbers among the events of an asset, and numbers that came after a later one.
- Received: messages with one answer: a receipt, or that a job is cancelled and nobody drives to it any more. Replaced:
  jobs that another one has replaced, likewise. Served: the ordered jobs that were finished, of those received in time.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from accuracy import seconds
from live_jobs import batch, job_options, stream_of
from measuring import PROGRAM, ROOT, row
from plans import percent

sys.path.insert(0, str(ROOT / "Tests/dispatcher"))
import support  # noqa: E402

ENDS = ("arrived", "left", "finished", "missed", "cancelled")
NETWORK = ("--drop", "0.05", "--reset", "0.05", "--delay", "0.2", "--delay-s", "0.2")
BAD_HTTP = ("--lose", "0.05", "--duplicate", "0.1")
COLUMNS = "job,asset,seq,lat,lon,earliest,latest,planned,service_s".split(",")


class Feed(threading.Thread):
    """Writes a day into a live run, so that it takes so many seconds."""

    def __init__(self, process, day, duration):
        super().__init__(daemon=True)
        (self.head, self.moments), self.process = day, process
        first, last = self.moments[0][0], self.moments[-1][0]
        self.pace = duration / (last - first) if duration else 0
        self.now = first
        self.start()

    def run(self):
        begin, first, pipe = time.monotonic(), self.moments[0][0], self.process.stdin
        try:
            pipe.write(self.head + "\n")
            for now, lines in self.moments:
                wait = begin + self.pace * (now - first) - time.monotonic()
                if wait > 0:
                    pipe.flush()
                    time.sleep(wait)
                pipe.write("\n".join(lines) + "\n")
                self.now = now
            pipe.close()
        except OSError:
            pass


class Run:
    """One day with a dispatcher, until all is told."""

    def __init__(self, place, folder, transport, options, chance):
        self.place, self.folder, self.options, self.chance = place, folder, options, chance
        self.day, self.lists = stream_of(place / "pings.csv"), job_options(place)
        self.transport, self.kills, self.messages, self.ids = transport, collections.Counter(), [], {}
        ca = cert = ()
        if transport == "tls":
            authority, *cert = support.certificates(folder)
            ca = (authority,)
        tls = ("--certfile", str(cert[0]), "--keyfile", str(cert[1])) if cert else ()
        self.server = support.Server(folder / "desk.sqlite", *tls, ca=ca[0] if ca else None)
        (folder / "token").write_text(support.TOKEN, encoding="utf8")
        self.spool = folder / "live.spool"
        self.trust = ("--dispatcher-ca", ca[0]) if ca else ()

    def live(self, port):
        base = f"{'https' if self.trust else 'http'}://127.0.0.1:{port}/v1"
        command = [PROGRAM, "live", *self.lists, "--dispatcher", base, "--dispatcher-auth", self.folder / "token",
                   "--dispatcher-poll", "0.1s", "--spool", self.spool, *self.trust, "--table", "job_events"]
        errors = open(self.folder / "errors.txt", "a", encoding="utf8")
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=errors, text=True)

    def undisturbed(self):
        process = self.live(self.server.port)
        Feed(process, self.day, 0).join()
        if process.wait():
            sys.exit(f"live ended with {process.returncode}: {(self.folder / 'errors.txt').read_text()[-2000:]}")
        return self.events()

    def disturbed(self, kills):
        opaque = ("--opaque", "--silence-s", "0.3") if self.trust else BAD_HTTP
        with support.proxy(self.server.port, "--seed", str(self.options.seed), *NETWORK, *opaque) as proxy:
            while True:
                process = self.live(proxy.port)
                feed = Feed(process, self.day, self.options.seconds)
                is_killed = self.disturb(process, feed, kills)
                if not is_killed and sum(self.kills.values()) >= kills and not self.waiting():
                    break
        self.requests = proxy.counts
        return self.events()

    def disturb(self, process, feed, kills):
        """Until the live run ends, or is killed."""
        while True:
            left = sum(self.kills.values()) < kills
            end = time.monotonic() + (self.chance.uniform(0.05, 1.2) * self.options.seconds if left else 1e9)
            while time.monotonic() < end:
                if process.poll() is not None:
                    if process.returncode:
                        sys.exit((self.folder / "errors.txt").read_text(encoding="utf8")[-2000:])
                    return False
                self.post(feed.now)
                time.sleep(0.01)
            if self.chance.random() < 0.6:
                self.kills["live"] += 1
                process.kill()
                process.wait()
                return True
            self.kills["dispatcher"] += 1
            self.server.kill()
            time.sleep(self.chance.uniform(0, 0.5))
            self.server.start()

    def waiting(self):
        with sqlite3.connect(f"file:{self.spool}?mode=ro", uri=True) as spool:
            return spool.execute("SELECT count(*) FROM events").fetchone()[0]

    def post(self, now):
        while self.messages and self.messages[0][0] <= now:
            _, what, message = self.messages.pop(0)
            with self.server.client() as client:
                answer = client.post("/messages", json=message)
            answer.raise_for_status()
            self.ids[answer.json()["ids"][0]] = (what, message)

    def events(self):
        with self.server.client() as client:
            self.gaps = client.get("/events/gaps").json()["assets"]
            return [entry["event"] for entry in support.table(client)]

    # Messages

    def draw_messages(self, count):
        """Takes jobs out of the list, and orders them later; cancels and replaces others."""
        whole = [entry for entry in batch(self.place).values()
                 if entry["type"] == "job" and entry["done_by"] and entry["done_by"] == entry["asset"]]
        begin = self.day[1][0][0]
        late = [entry for entry in whole if seconds(entry["arrival"]) > begin + 3 * 3600]
        self.chance.shuffle(late)
        self.arrivals = {entry["job"]: seconds(entry["arrival"]) for entry in whole}
        ordered, cancelled, replaced = late[:count], late[count : count + count // 2], late[count + count // 2 :][: count // 2]
        with open(self.folder / "list.csv", "w", encoding="utf8", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
            table.writeheader()
            for entry in whole:
                if entry not in ordered:
                    table.writerow(entry | self.order(entry))
        self.lists = [*self.lists[: self.lists.index("--map") + 2], "--job-list", self.folder / "list.csv"]
        for entry in ordered:
            self.say(entry, "ordered", {"type": "job", "job": entry["job"], "order": self.order(entry)})
        for entry in cancelled:
            self.say(entry, "cancelled", {"type": "cancel", "job": entry["job"]})
        for entry in replaced:
            order = self.order(entry) | {"replaces": entry["job"]}
            self.say(entry, "replaced", {"type": "job", "job": "new-" + entry["job"], "order": order})
        for number, entry in enumerate(late[: 2 * count]):
            self.say(entry, "message", {"type": "message", "content": {"text": f"Grüezi {number}"}})
        self.messages.sort(key=lambda one: one[0])

    def order(self, entry):
        values = {"seq": entry["planned_seq"], "planned": entry["planned_arrival"], "lat": entry["lat"],
                  "lon": entry["lon"], "earliest": entry["earliest"], "latest": entry["latest"],
                  "service_s": entry["planned_service_s"]}
        values = {name: value for name, value in values.items() if value}
        return values | {name: float(values[name]) for name in ("lat", "lon", "service_s") if name in values} | (
            {"seq": int(values["seq"])} if "seq" in values else {})

    def say(self, entry, what, message):
        at = seconds(entry["arrival"]) - self.chance.uniform(3600, 7200)
        self.messages.append((at, what, {"asset": entry["asset"], "dispatcher": "desk", **message}))

    def answers(self, events):
        """Right and all, by what was asked."""
        found, self.wrong = collections.Counter(), []
        tales = collections.defaultdict(list)
        for event in events:
            tales[event.get("subject")].append(event["type"].split(".", 1)[1])
        receipts = collections.defaultdict(list)
        for event in events:
            if event["type"].endswith("received"):
                receipts[event["data"].get("message")].append(event)

        def note(name, is_right, *words):
            found[name, is_right] += 1
            if not is_right:
                self.wrong.append((name, *words))

        for number, (what, message) in self.ids.items():
            job, mine = message.get("job"), receipts[number]
            ended = what == "cancelled" and not mine
            note("received", self.has_ended(tales[job], "job.cancelled") if ended else len(mine) == 1, what, job,
                 len(mine), tales[job] if job else "")
            if what not in ("ordered", "replaced") or not mine:
                continue
            old = message["order"].get("replaces")
            if seconds(mine[0]["time"]) > self.arrivals[old or job] - 60:
                found["late"] += 1
                continue
            note("served", tales[job].count("job.finished") == 1, what, job, tales[job])
            if old:
                note("replaced", self.has_ended(tales[old], "job.cancelled"), old, tales[old])
        return found

    @staticmethod
    def has_ended(tale, end):
        """Whether it ended once, and nobody drives to it after that."""
        if tale.count(end) != 1:
            return False
        return not {"job.started", "job.eta_update", "job.missed"}.intersection(tale[tale.index(end) :])


def key(event):
    return event["assetid"], event["type"], event.get("subject"), event["time"]


def measure(transport, options, with_messages):
    chance = random.Random(f"{options.seed} {transport} {with_messages}")
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        calm = Run(options.place, pathlib.Path(first), "http", options, chance)
        expected = collections.Counter() if with_messages else collections.Counter(map(key, calm.undisturbed()))
        calm.server.kill()
        run = Run(options.place, pathlib.Path(second), transport, options, chance)
        if with_messages:
            run.draw_messages(options.messages)
        events = run.disturbed(options.kills)
        run.server.kill()
        if options.keep:
            options.keep.write_text(json.dumps(events, indent=1), encoding="utf8")
        found = collections.Counter(map(key, events))
        once = sum(found[one] == 1 for one in expected)
        more = sum((found - expected).values()) if expected else 0
        ends = collections.Counter((event.get("subject"), event["data"].get("type"), event["type"].rsplit(".", 1)[1])
                                   for event in events if event["type"].rsplit(".", 1)[1] in ENDS)
        twice = [one for one, count in ends.items() if count > 1]
        answers = run.answers(events) if with_messages else collections.Counter()
        share = lambda what: (f"{answers[what, True]} of {answers[what, True] + answers[what, False]}"
                              if with_messages else "")
        missing = sum(last - first + 1 for gap in run.gaps for first, last in gap["missing"])
        row(transport, f"{run.kills['live']} + {run.kills['dispatcher']}", run.requests.get("requests", 0), len(events),
            f"{percent(once, len(expected))} of {len(expected)}" if expected else "", more, len(twice),
            f"{missing} + {sum(gap['late'] for gap in run.gaps)}", share("received"), share("replaced"), share("served"))
        for one in list((found - expected).items())[: options.worst if expected else 0]:
            print("  more:", one)
        for one in [one for one in expected if found[one] != 1][: options.worst]:
            print("  not once:", one, found[one])
        for one in twice[: options.worst]:
            print("  twice:", one)
        for one in run.wrong[: options.worst] if with_messages else []:
            print("  not answered:", *one)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", type=pathlib.Path, help="a folder of Benchmarks/jobs.py with pings.csv and command.txt")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4, help="that a day takes")
    parser.add_argument("--transports", nargs="+", choices=["http", "tls"], default=["http", "tls"])
    parser.add_argument("--messages", type=int, default=10, help="jobs that are ordered while the vehicles drive")
    parser.add_argument("--only", choices=["calm", "messages"], help="without messages, or with them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=5)
    parser.add_argument("--keep", type=pathlib.Path, help="write the dispatcher's events there")
    options = parser.parse_args()
    row("transport", "kills of live + dispatcher", "requests", "events", "once", "more", "twice", "gaps", "received",
        "replaced", "served")
    row("---", *["---:"] * 10)
    for transport in options.transports:
        for with_messages in {"calm": [False], "messages": [True]}.get(options.only, [False, True]):
            measure(transport, options, with_messages)


if __name__ == "__main__":
    main()
