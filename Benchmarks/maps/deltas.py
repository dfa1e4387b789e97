"""Sizes of built maps as downloads: whole, compressed, and as the difference from the version before.

    python3 Benchmarks/maps/deltas.py [PROGRAM]

Compared with what an update downloads otherwise, an extract or a change file. Needs the command `zstd` and the test data.
The week is the last one of the change file: the older version is the older extract with all earlier changes.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else ".build/release/tracemill"
DATA = os.environ.get("TRACEMILL_TEST_DATA", "../shared/data")
PAIRS = [
    ("monaco", "2020-07-19", "2021-04-21", "2021-04-14"),
    ("liechtenstein", "2014-12-10", "2015-07-27", "2015-07-20"),
]
VARIANTS = [("standard", []), ("with hierarchy", ["--with", "hierarchy"])]


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def compressed(path, *options):
    """The size of a file compressed by zstd, in bytes."""
    command = ["zstd", "-19", "--long=27", "--single-thread", "-c", "-q", *options, path]
    return len(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def part(changes, output, before):
    """Keeps the objects of a change file that are older than a day."""
    text = gzip.open(changes, "rt", encoding="utf-8").read()
    element = re.compile(r"<(node|way|relation)\b[^>]*?(?:/>|>.*?</\1>)", re.S)
    kept = element.sub(lambda m: m[0] if re.search(r'timestamp="([^"]*)"', m[0])[1] < before else "", text)
    with gzip.open(output, "wt", encoding="utf-8") as file:
        file.write(kept)


def size(path):
    return os.path.getsize(path)


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)


def compare(folder, name, old, new, change):
    for variant, options in VARIANTS:
        maps = [os.path.join(folder, f"{number}.tmg") for number in (0, 1)]
        for extract, path in zip((old, new), maps):
            run(PROGRAM, "map", "build", extract, "-o", path, "--overwrite", "-q", *options)
        whole = compressed(maps[1])
        delta = compressed(maps[1], f"--patch-from={maps[0]}")
        row(name, variant, size(new), change, size(maps[1]), whole, delta, f"{100 * delta // whole} %")


def main():
    row("change", "map", "extract", "change file", ".tmg", ".tmg.zst", "delta", "of .tmg.zst")
    row(*["---"] * 8)
    for region, first, last, week in PAIRS:
        with tempfile.TemporaryDirectory() as folder:
            old, new = (f"{DATA}/osm/{region}-{day}.osm.pbf" for day in (first, last))
            changes = f"{DATA}/changes/{region}-{first}_to_{last}.osc.gz"
            compare(folder, f"{region}, {first} to {last}", old, new, size(changes))
            earlier = os.path.join(folder, f"{region}-earlier.osc.gz")
            part(changes, earlier, week)
            server = os.path.join(folder, "server")
            run(PROGRAM, "maps", "publish", server, old, "--region", region, "--version", first + "T00:00:00Z", "-q")
            run(PROGRAM, "maps", "publish", server, earlier, "--region", region, "--version", week + "T00:00:00Z", "-q")
            before = f"{server}/{region}-latest.osm.pbf"
            kept = os.path.join(folder, "before.osm.pbf")
            shutil.copy(before, kept)
            run(PROGRAM, "maps", "publish", server, new, "--region", region, "--version", last + "T00:00:00Z", "-q")
            change = size(f"{server}/{region}-updates/000/000/003.osc.gz")
            compare(folder, f"{region}, last week", kept, new, change)


main()
