#!/usr/bin/env python3
"""Kills and disturbs runs with --resume, and compares what they leave with an undisturbed run, byte by byte.

    Benchmarks/faults.py                  200 kills over 2,000 simulated traces, and all other faults
    Benchmarks/faults.py --kills 20       fewer kills
    Benchmarks/faults.py --only kills     one fault: kills, signals, disk, folder, map, growing, clock, lock, ledger
    Benchmarks/faults.py --seed 7         other drives and other moments
    Benchmarks/faults.py --traces 300     fewer traces, for a slow build
    Benchmarks/faults.py --format gpx     kills runs that write this format, csv by default; may be given several times

The traces are drives on the sample town's map. Half of the kills hit runs over 2,000 files, half runs over one file. Each
run is killed once, twice or three times before it may end. TRACEMILL names a program to use instead of the one of this
clone. Everything is in a temporary folder, below --folder if that is given. Exits with 1 if anything differs.
"""

import argparse
import contextlib
import hashlib
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from measuring import PROGRAM, ROOT

SEED = 13
SAME = ("manifest.json", ".tracemill")  # what holds times and places of a run, besides reports


def tracemill(*arguments, **more):
    """Runs the program to its end."""
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)


def check(done, *codes):
    if done.returncode not in (codes or (0,)):
        sys.exit(f"exit code {done.returncode} of {done.args}:\n{done.stderr}")
    return done


def contents(folder):
    """Hashes of all reports of a folder, by name; partial files have no place there."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and name.parts[0] not in SAME:
            found[str(name)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


FORMATS = ("csv", "json", "ndjson", "geojson", "gpx")  # --resume refuses the others


def leftovers(folder):
    """Reports that are under their names, while partial and lock files are not counted."""
    found = [p for p in folder.rglob("*") if p.is_file() and p.suffix[1:] in FORMATS]
    return [p for p in found if p.relative_to(folder).parts[0] not in SAME]


class Campaign:
    def __init__(self, folder, seed, traces):
        self.folder, self.random, self.failures = folder, random.Random(seed), []
        self.map, self.files, self.file = folder / "town.tmg", folder / "files", folder / "one"
        check(tracemill("map", "build", ROOT / "Traces/town.osm", "-o", self.map))
        check(tracemill("simulate", "--map", self.map, "--count", traces, "--seed", seed, "--length", "300-900",
                        "-o", folder / "drives"))
        self.file.mkdir()
        shutil.copy(folder / "drives/traces.csv", self.file / "traces.csv")
        self.split()
        self.expected = {}
        for source in (self.files, self.file):
            begun = time.monotonic()
            check(self.match(source, "plain-" + source.name, resume=False))
            plain = time.monotonic() - begun
            begun = time.monotonic()
            check(self.match(source, "whole-" + source.name))
            self.expected[source] = contents(folder / ("plain-" + source.name))
            self.say(f"undisturbed, {source.name}", contents(folder / ("whole-" + source.name)), self.expected[source],
                     f"{plain:.1f} s without a ledger, {time.monotonic() - begun:.1f} s with one")
        self.seconds = time.monotonic() - begun

    def split(self):
        """One file for each trace."""
        self.files.mkdir()
        header, rows = None, {}
        for line in (self.file / "traces.csv").read_text().splitlines(keepends=True):
            if header is None:
                header = line
            else:
                rows.setdefault(line.split(",")[0], []).append(line)
        for name, lines in rows.items():
            (self.files / f"{name}.csv").write_text(header + "".join(lines))

    def command(self, source, name, resume=True, jobs=2, more=()):
        return ["match", source, "--map", self.map, "-o", str(self.folder / name) + "/", "--jobs", jobs,
                *(["--resume"] if resume else []), "--verbose", *more]

    def match(self, source, name, resume=True, format="csv", **more):
        return tracemill(*self.command(source, name, resume, more=("--format", format)), **more)

    def start(self, source, name, format="csv", **more):
        command = [PROGRAM, *map(str, self.command(source, name, more=("--format", format)))]
        # A shell may have started this campaign with SIGINT ignored, which a run respects.
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **more)

    @staticmethod
    def await_writing(process, out):
        """Returns once the run has written rows, or has ended: how soon depends on what else the machine does."""
        while process.poll() is None:
            with contextlib.suppress(OSError):
                if any(path.stat().st_size > 10_000 for path in out.iterdir() if path.is_file()):
                    return
            time.sleep(0.002)

    def say(self, what, found, expected, detail=""):
        ok = found == expected
        print(f"{'ok  ' if ok else 'FAIL'}  {what}{': ' + detail if detail else ''}", flush=True)
        if not ok:
            self.failures.append(what)
            if isinstance(found, bool):
                return
            for name in sorted(set(found) | set(expected)):
                if found.get(name) != expected.get(name):
                    print(f"      differs: {name}", flush=True)

    def fresh(self, name):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return self.folder / name

    def expect(self, what, condition, detail=""):
        self.say(what, bool(condition), True, detail)

    # Kills

    def kills(self, count, formats):
        """The kills are shared out among the formats."""
        for number, format in enumerate(formats):
            self.kills_of(format, (count * (number + 1)) // len(formats) - (count * number) // len(formats))

    def undisturbed(self, source, format):
        """What a run without kills and without a ledger writes."""
        if format != "csv" and (source, format) not in self.expected:
            begun = time.monotonic()
            name = f"plain-{format}-{source.name}"
            check(self.match(source, name, resume=False, format=format))
            self.expected[source, format] = contents(self.folder / name)
            self.seconds = time.monotonic() - begun
        return self.expected[source] if format == "csv" else self.expected[source, format]

    def kills_of(self, format, count):
        killed = equal = done = taken = 0
        begun = time.monotonic()
        while killed < count:
            source = self.files if done % 2 == 0 else self.file
            expected = self.undisturbed(source, format)
            out = self.fresh("killed")
            for _ in range(min(1 + self.random.randrange(3), count - killed)):
                process = self.start(source, "killed", format)
                time.sleep(self.random.uniform(0, 1.05 * self.seconds))
                process.kill()
                killed += process.wait() == -signal.SIGKILL
                process.stderr.close()
            early = [p.name for p in leftovers(out) if contents_of(p) != expected.get(str(p.relative_to(out)))]
            resumed = check(self.match(source, "killed", format=format))
            same = contents(out) == expected and not early
            again = check(self.match(source, "killed", format=format))
            idle = "nothing to do" in again.stderr and contents(out) == expected
            equal, done = equal + (same and idle), done + 1
            taken += " continued" in resumed.stderr or not re.search(r": 0 files were matched before", resumed.stderr)
            if not same or not idle:
                self.say(f"after {killed} kills, {source.name}, {format}", contents(out), expected, resumed.stderr)
        self.expect(f"kill -9 at {killed} random moments, {format}", equal == done,
                    f"{equal} of {done} resumed runs equal to the undisturbed one and idle when run again, "
                    f"{taken} took rows over, {time.monotonic() - begun:.0f} s")

    # Signals

    def signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.fresh("stopped")
            process = self.start(self.files, "stopped")
            self.await_writing(process, self.folder / "stopped")
            process.send_signal(number)
            begun = time.monotonic()
            said = process.communicate()[1]
            self.expect(f"{number.name} ends the run in order", process.returncode == 6,
                        f"exit code {process.returncode} after {time.monotonic() - begun:.2f} s, {said.splitlines()[-1:]}")
            resumed = check(self.match(self.files, "stopped"))
            self.say(f"resumed after {number.name}", contents(self.folder / "stopped"), self.expected[self.files],
                     resumed.stderr.splitlines()[-1] if resumed.stderr else "")

    # Disk

    def disk(self):
        """Files may not grow beyond a limit, as if the disk were full."""
        size = max(p.stat().st_size for p in (self.folder / "plain-files").iterdir())
        for share in (0.05, 0.4, 0.9):
            out = self.fresh("full")
            limit = int(share * size)

            def limited():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

            full = self.match(self.files, "full", preexec_fn=limited)
            self.expect(f"no room beyond {limit} bytes", full.returncode == 4 and not leftovers(out),
                        f"exit code {full.returncode}, {full.stderr.splitlines()[-1:]}")
            check(self.match(self.files, "full"))
            self.say("resumed with room", contents(out), self.expected[self.files])
        self.tmpfs()

    def tmpfs(self):
        small = self.folder / "small"
        small.mkdir(exist_ok=True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small], capture_output=True)
        if mounted.returncode != 0:
            return print("skip  a small tmpfs: this user may not mount one")
        try:
            full = self.match(self.files, "small/out")
            self.expect("a tmpfs of 2 MB", full.returncode == 4 and not leftovers(small / "out"),
                        f"exit code {full.returncode}, {full.stderr.splitlines()[-1:]}")
            subprocess.run(["mount", "-o", "remount,size=256m", small], check=True)
            check(self.match(self.files, "small/out"))
            self.say("resumed on a larger tmpfs", contents(small / "out"), self.expected[self.files])
        finally:
            subprocess.run(["umount", small], check=False)

    # Folder

    def unwritable(self):
        """As another user, if this one may write everywhere."""
        return {"user": "nobody"} if os.geteuid() == 0 else {}

    def folders(self):
        locked = self.fresh("locked")
        locked.mkdir()
        locked.chmod(0o555)
        self.folder.chmod(0o755)
        done = self.match(self.files, "locked", **self.unwritable())
        self.expect("a folder that may not be written", done.returncode == 4 and not list(locked.iterdir()),
                    f"exit code {done.returncode}, {done.stderr.splitlines()[-1:]}")
        locked.chmod(0o755)
        gone = self.fresh("gone")
        process = self.start(self.files, "gone")
        self.await_writing(process, gone)
        shutil.rmtree(gone, ignore_errors=True)
        said = process.communicate()[1]
        self.expect("a folder removed while it is written", process.returncode == 4,
                    f"exit code {process.returncode}, {said.splitlines()[-1:]}")
        check(self.match(self.files, "gone"))
        self.say("run again", contents(gone), self.expected[self.files])

    # Map

    def maps(self):
        """The map vanishes, and is replaced by another one, while runs use it."""
        kept = self.map.with_suffix(".kept")
        shutil.copy(self.map, kept)
        for what, change in (("vanishes", self.map.unlink), ("is replaced", self.replace_map)):
            out = self.fresh("map")
            process = self.start(self.files, "map")
            self.await_writing(process, out)
            change()
            process.communicate()
            self.say(f"the map {what} during a run", contents(out), self.expected[self.files],
                     f"exit code {process.returncode}")
            if self.map.exists():
                other = check(self.match(self.files, "map"))
                self.expect("the next run makes everything again", "the map has changed" in other.stderr
                            and contents(out) != self.expected[self.files])
            shutil.copy(kept, self.map)
        check(self.match(self.files, "map"))
        self.say("with the first map again", contents(self.folder / "map"), self.expected[self.files])

    def replace_map(self):
        text = (ROOT / "Traces/town.osm").read_text().replace('v="residential"', 'v="living_street"')
        (self.folder / "other.osm").write_text(text)
        check(tracemill("map", "build", self.folder / "other.osm", "-o", self.map))

    # Growing file

    def growing(self):
        source = self.folder / "growing"
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir()
        lines = (self.file / "traces.csv").read_text().splitlines(keepends=True)
        half = len(lines) // 2
        (source / "traces.csv").write_text("".join(lines[:half]))
        out = self.fresh("grown")
        process = self.start(source, "grown")
        portions = 40
        with open(source / "traces.csv", "a") as file:
            for portion in range(portions):
                begin = half + (len(lines) - half) * portion // portions
                end = half + (len(lines) - half) * (portion + 1) // portions
                file.write("".join(lines[begin:end]))
                file.flush()
                time.sleep(0.5 * self.seconds / portions)
        said = process.communicate()[1]
        named = "changed_while_read" in (out / "rejects.csv").read_text()
        again = check(self.match(source, "grown"))
        self.expect("a file that grows while it is read is named and read again", named and "1 changed" in again.stderr,
                    f"exit code {process.returncode}, {said.splitlines()[-1:]}")
        check(self.match(source, "grown-plain", resume=False))
        check(self.match(source, "grown"))
        self.say("rows of the whole file", contents(out), contents(self.folder / "grown-plain"))

    # Clock

    def clock(self):
        """Files with times far in the future and the past, as after a clock was set back."""
        source = self.folder / "clock"
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir()
        names = sorted(p.name for p in self.files.iterdir())[:40]
        for name in names:
            shutil.copy(self.files / name, source / name)
        future = time.time() + 10 * 365 * 86400
        for name in names[:20]:
            os.utime(source / name, (future, future))
        out = self.fresh("clocked")
        check(self.match(source, "clocked"))
        for number, name in enumerate(names):  # other bytes, same length, same time of change
            text = (source / name).read_text()
            stat = (source / name).stat()
            (source / name).write_text(text.replace("drive-", "thing-"))
            os.utime(source / name, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        check(self.match(source, "clocked"))
        check(self.match(source, "clock-plain", resume=False))
        self.say("files changed behind the back of their times", contents(out), contents(self.folder / "clock-plain"))

    # Lock

    def lock(self):
        out = self.fresh("locked-out")
        process = self.start(self.files, "locked-out")
        self.await_writing(process, out)
        second = self.match(self.files, "locked-out")
        process.communicate()
        self.expect("a second run at the same time", second.returncode == 5, f"exit code {second.returncode}")
        self.say("the first run", contents(out), self.expected[self.files])

    # Ledger

    def ledger(self):
        out = self.fresh("ledger")
        check(self.match(self.files, "ledger"))
        path = out / ".tracemill/ledger.sqlite"
        whole = path.read_bytes()
        wrong = 0
        for _ in range(40):
            damaged = bytearray(whole)
            begin = self.random.randrange(len(damaged))
            for place in range(begin, min(begin + self.random.randrange(1, 600), len(damaged))):
                damaged[place] = self.random.randrange(256)
            path.write_bytes(bytes(damaged))
            done = self.match(self.files, "ledger")
            if done.returncode not in (0, 4) or contents(out) != self.expected[self.files]:
                wrong += 1
                print(f"      {done.returncode} {done.stderr}")
        self.expect("40 damaged ledgers", wrong == 0, "each was mended, made anew or refused; never a wrong byte")
        path.write_bytes(whole)
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        newer = self.match(self.files, "ledger")
        self.expect("a ledger of a newer version is refused", newer.returncode == 4 and "newer" in newer.stderr,
                    newer.stderr.strip())
        path.unlink()
        check(self.match(self.files, "ledger"))
        self.say("a ledger that was removed", contents(out), self.expected[self.files])


def contents_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--traces", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--format", action="append", default=[], choices=FORMATS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        campaign = Campaign(pathlib.Path(folder), options.seed, options.traces)
        faults = {
            "kills": lambda: campaign.kills(options.kills, options.format or ["csv"]), "signals": campaign.signals, "disk": campaign.disk,
            "folder": campaign.folders, "map": campaign.maps, "growing": campaign.growing, "clock": campaign.clock,
            "lock": campaign.lock, "ledger": campaign.ledger,
        }
        for name, fault in faults.items():
            if not options.only or name in options.only:
                fault()
    print(f"{len(campaign.failures)} of the faults did harm" if campaign.failures else "no fault did harm")
    sys.exit(1 if campaign.failures else 0)


if __name__ == "__main__":
    main()
