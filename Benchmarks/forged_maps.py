#!/usr/bin/env python3
"""Opens maps whose numbers are wrong and counts what becomes of them; none may end the program with a signal.

    Benchmarks/forged_maps.py                  1000 forged and 1000 damaged maps of the sample town
    Benchmarks/forged_maps.py --map FILE.tmg   of this map; --traces and --requests name what is matched and routed on it

A forged map has one number changed and all checksums made right again. A damaged one has one number changed and is
opened with TRACEMILL_VERIFY=false. Both are matched on, and routed on. Needs the package xxhash of PyPI. TRACEMILL names a program
to use instead of the one of this clone.
"""

import argparse
import collections
import os
import pathlib
import random
import struct
import subprocess
import tempfile

import xxhash

from measuring import PROGRAM, ROOT

HEADER = 128
ENTRY = 32


class Map:
    """The bytes of a road-graph file; Documentation/GraphFormat.md describes them."""

    def __init__(self, data):
        self.data = bytearray(data)
        (self.table,) = struct.unpack_from("<Q", self.data, 24)

    def sections(self):
        for entry in range(self.table, len(self.data), ENTRY):
            tag, size, offset, count = struct.unpack_from("<4sIQQ", self.data, entry)
            if size * count:
                yield entry, tag.decode(), size, offset, count

    def change(self, rng):
        """Changes one number of one section; returns the section's name."""
        _, tag, size, offset, count = rng.choice(list(self.sections()))
        place = offset + size * rng.randrange(count)
        old = bytes(self.data[place : place + size])
        while self.data[place : place + size] == old:
            self.data[place : place + size] = self.number(rng, size)
        return tag

    @staticmethod
    def number(rng, size):
        kind = rng.randrange(4)
        if kind == 0:
            return bytes(rng.randrange(256) for _ in range(size))
        if kind == 1:
            return b"\xff" * size
        if kind == 2:
            return bytes(size)
        return rng.randrange(2000).to_bytes(2, "little")[:size].ljust(size, b"\0")

    def seal(self):
        for entry, _, size, offset, count in list(self.sections()):
            self.put(entry + 24, xxhash.xxh3_64_intdigest(bytes(self.data[offset : offset + size * count])))
        self.put(40, xxhash.xxh3_64_intdigest(bytes(self.data[self.table :])))
        self.put(120, xxhash.xxh3_64_intdigest(bytes(self.data[:120])))

    def put(self, offset, value):
        struct.pack_into("<Q", self.data, offset, value)


def variables(kind):
    """A damaged map is opened without a look at its checksums."""
    return os.environ | ({"TRACEMILL_VERIFY": "false"} if kind == "damaged" else {})


def outcome(command, kind):
    """`answer`, `sentence` (exit 3 and a line that names the map), or what went wrong."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, env=variables(kind))
    except subprocess.TimeoutExpired:
        return "hang"
    if done.returncode < 0:
        return f"signal {-done.returncode}"
    if done.returncode == 3:
        return "sentence" if b".tmg: " in done.stderr else "no sentence"
    return "answer" if done.returncode in (0, 1) else f"exit {done.returncode}"


def campaign(kind, count, options, folder, rng):
    source = options.map.read_bytes()
    path = folder / "map.tmg"
    counts, bad = collections.Counter(), []
    for number in range(count):
        changed = Map(source)
        tag = changed.change(rng)
        if kind == "forged":
            changed.seal()
        path.write_bytes(changed.data)
        common = ["--map", path, "--quiet", "--jobs", "1"]
        for command in (["match", options.traces], ["route", "--requests", options.requests]):
            result = outcome([PROGRAM, *command, *common, "--format", "ndjson"], kind)
            counts[result] += 1
            if result not in ("answer", "sentence"):
                bad.append(f"{kind} {number}: {command[0]} with a changed {tag}: {result}")
    print(f"{kind}: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--map", type=pathlib.Path)
    parser.add_argument("--traces", default=ROOT / "Traces/courier.gpx")
    parser.add_argument("--requests", default=ROOT / "Traces/requests.ndjson")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.map is None:
            options.map = folder / "town.tmg"
            build = [PROGRAM, "map", "build", ROOT / "Traces/town.osm", "-o", options.map, "--hierarchy", "--quiet"]
            subprocess.run(build, check=True)
        bad = [line for kind in ("forged", "damaged") for line in campaign(kind, options.count, options, folder, rng)]
    for line in bad:
        print(line)
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
