#!/usr/bin/env python3
"""Kills and disturbs `tracemill learn` while it adds a night, and looks at what the folder of knowledge is then.

    Benchmarks/knowledge/faults.py --kills 50 --flips 300 --seed 5

kills       every file is old or new after kill -9 at any moment, all tables can be made, and adding again completes it
adders      two processes that add at once leave what one after the other leaves
disk        after a full disk every file is old or new, and the sentence names it
versions    what a later program wrote is refused, and not changed
flips       bytes altered anywhere in the folder end with a sentence and exit code 3 or 4, never with a signal
shards      1, 3 and 8 shards, in any order, give the bytes of one process, and so does a night that is added twice

The drives are simulated on the sample town's map. TRACEMILL names the program. Exits with 1 if anything is otherwise.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("TRACEMILL", str(ROOT / ".build/release/tracemill"))
FAILURES = []


def tracemill(*arguments, codes=(0,)):
    ended = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    expect(ended.returncode in codes, f"exit code {ended.returncode} of {arguments}: {ended.stderr[-300:]}")
    return ended


def expect(holds, sentence):
    if not holds:
        FAILURES.append(sentence)
        print("FAILED", sentence, flush=True)


def contents(folder):
    """The bytes of all files but hidden ones, by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")}


def fresh(copy, of):
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(of, copy)
    return copy


def on_days(lines, day):
    """Every other drive is on the day after, so that nights share days."""
    for line in lines:
        is_later = line.split(",")[0].endswith(("1", "3", "5", "7", "9"))
        yield line.replace("2026-01-01T", f"2026-05-{day + is_later:02}T").replace(
            "2026-01-02T", f"2026-05-{day + is_later + 1:02}T")


class Fixture:
    """A folder with three nights, a fourth one, and the folder with all four."""

    def __init__(self, place, count):
        self.map, self.before, self.after = place / "town.tmg", place / "before", place / "after"
        self.place = place
        tracemill("map", "build", ROOT / "Traces/town.osm", "-o", self.map)
        self.nights = [place / f"night-{number}" for number in range(4)]
        for number, night in enumerate(self.nights):
            traces = place / f"traces-{number}/traces.csv"
            tracemill("simulate", "--map", self.map, "--count", count, "--seed", 100 + number, "-o", traces.parent)
            traces.write_text("".join(on_days(traces.read_text().splitlines(True), 4 + number)))
            tracemill("match", traces, "--map", self.map, "-o", f"{night}/", "--format",
                      "csv", codes=(0, 1))
        for night in self.nights[:3]:
            self.add(night, self.before)
        fresh(self.after, self.before)
        self.add(self.nights[3], self.after)

    def add(self, night, folder, codes=(0,)):
        return tracemill("learn", night, "--map", self.map, "-o", folder, codes=codes)

    def command(self, folder):
        return [PROGRAM, "learn", str(self.nights[3]), "--map", str(self.map), "-o", str(folder)]


def kills(fixture, count, chance):
    old, new = contents(fixture.before), contents(fixture.after)
    work, mixed = fixture.place / "killed", 0
    start = time.monotonic()
    fixture.add(fixture.nights[3], fresh(work, fixture.before))
    whole = time.monotonic() - start
    for _ in range(count):
        process = subprocess.Popen(fixture.command(fresh(work, fixture.before)), stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 1.1 * whole))
        process.kill()
        process.wait()
        seen = contents(work)
        partial = {name for name in seen if seen[name] not in (old.get(name), new.get(name))}
        expect(not {name for name in partial if ".part" not in name}, f"neither old nor new: {sorted(partial)}")
        mixed += seen not in (old, new)
        tracemill("learn", "--export", fixture.place / "use.csv", "--table", "use", "--overwrite", work)
        fixture.add(fixture.nights[3], work)
        expect(contents(work) == new, "adding again after a kill gives other bytes")
    print(f"kills: {count}, of which {mixed} left some days old and some new")


def adders(fixture):
    work = fresh(fixture.place / "two", fixture.before)
    shutil.rmtree(work)
    processes = [subprocess.Popen([PROGRAM, "learn", str(night), "--map", str(fixture.map), "-o", str(work)],
                                  stderr=subprocess.DEVNULL) for night in fixture.nights]
    codes = [process.wait() for process in processes]
    expect(codes == [0] * 4, f"adders at once end with {codes}")
    expect(contents(work) == contents(fixture.after), "four adders at once leave other bytes")
    print("adders: 4 at once")


def disk(fixture):
    size = sum(len(file) for file in contents(fixture.before).values())
    mount = fixture.place / "small"
    mount.mkdir()
    done = 0
    for room in (8, 32, 64, 128):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={(size // 4096 + 16) * 4 + room}k", "none", mount],
                          capture_output=True).returncode != 0:
            print("disk: left out, mounting needs root")
            return
        try:
            work = fresh(mount / "knowledge", fixture.before)
            ended = fixture.add(fixture.nights[3], work, codes=(0, 4))
            left = contents(work)
            if ended.returncode == 4:
                done += 1
                expect("space" in ended.stderr, f"a full disk is called: {ended.stderr[-200:]}")
                expect(not any(".part" in name for name in left), "a full disk leaves partial files")
                tracemill("learn", "--export", fixture.place / "use.csv", "--table", "use", "--overwrite", work)
        finally:
            subprocess.run(["umount", mount], check=True)
    expect(done > 0, "no disk was full")
    print(f"disk: full {done} times")


def versions(fixture):
    work = fresh(fixture.place / "later", fixture.before)
    path = work / "knowledge.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "tracemill_knowledge": 99}))
    was = contents(work)
    for ended in (fixture.add(fixture.nights[3], work, codes=(4,)),
                  tracemill("learn", "--export", "-", "--table", "use", work, codes=(3,)),
                  tracemill("learn", "--forget", "vehicle=x", work, codes=(3,))):
        expect("99" in ended.stderr and "install" in ended.stderr, f"a later version is called: {ended.stderr[-200:]}")
    expect(contents(work) == was, "a folder of a later version was changed")
    print("versions: a later one is refused")


def flips(fixture, count, chance):
    work, codes = fixture.place / "flipped", {}
    for _ in range(count):
        fresh(work, fixture.before)
        path = chance.choice(sorted(path for path in work.rglob("*") if path.is_file()))
        altered = bytearray(path.read_bytes())
        if not altered:
            continue
        for _ in range(chance.choice([1, 1, 4, 64])):
            altered[chance.randrange(len(altered))] = chance.randrange(256)
        if chance.random() < 0.2:
            del altered[chance.randrange(len(altered)):]
        path.write_bytes(altered)
        for arguments in (["--export", fixture.place / "tables/", "--table", "use", "--table", "stays", "--overwrite",
                           work],
                          [fixture.nights[3], "--map", fixture.map, "-o", work], ["--forget", "vehicle=x", work]):
            ended = tracemill("learn", *arguments, codes=(0, 3, 4))
            codes[ended.returncode] = codes.get(ended.returncode, 0) + 1
    print(f"flips: {count}, exit codes {dict(sorted(codes.items()))}")


def shards(fixture, chance):
    for count in (1, 3, 8):
        parts = []
        for number in range(count):
            parts.append(fixture.place / f"shard-{count}-{number}")
            for night in range(4):
                out = f"{parts[-1]}-{night}/"
                tracemill("match", fixture.place / f"traces-{night}/traces.csv", "--map", fixture.map, "-o", out,
                          "--format", "csv", "--shard", f"{number + 1}/{count}", "--allow-empty", codes=(0, 1))
                tracemill("learn", out, "--map", fixture.map, "-o", parts[-1], "--allow-empty")
        parts = [part for part in parts if (part / "knowledge.json").exists()]
        chance.shuffle(parts)
        merged = fixture.place / f"merged-{count}"
        tracemill("learn", *parts, "-o", merged)
        expect(contents(merged) == contents(fixture.after), f"{count} shards give other bytes")
    work = fresh(fixture.place / "twice", fixture.after)
    fixture.add(fixture.nights[1], work)
    expect(contents(work) == contents(fixture.after), "a night twice gives other bytes")
    work, never = fresh(fixture.place / "forgotten", fixture.after), fresh(fixture.place / "never", fixture.before)
    for day in ("2026-05-07", "2026-05-08", "2026-05-09"):
        for folder in (work, never):
            tracemill("learn", "--forget", f"day={day}", folder)
    expect(contents(work) == contents(never), "a day that was forgotten leaves a trace")
    print("shards: 1, 3, 8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--flips", type=int, default=300)
    parser.add_argument("--traces", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="knowledge-") as place:
        fixture = Fixture(pathlib.Path(place), options.traces)
        shards(fixture, chance)
        adders(fixture)
        versions(fixture)
        disk(fixture)
        kills(fixture, options.kills, chance)
        flips(fixture, options.flips, chance)
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()
