#!/usr/bin/env python3
"""Gives each option of each command extreme values: none may end in a trap, hang, or fail without a sentence.

    Benchmarks/extremes.py                 all commands that read what lies here
    Benchmarks/extremes.py match route     these commands
    Benchmarks/extremes.py --thorough      further values: units, signs, other spellings of numbers

The options are those that the program itself describes. TRACEMILL names a program to use instead of the one of this clone.
A run may take 60 s. Exits with 1 if any of them fails.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from measuring import PROGRAM, ROOT

VALUES = ["0", "-1", "-0", "1e308", "nan", "inf", "9223372036854775807", "18446744073709551616", "1e-320", ""]
THOROUGH = VALUES + [
    "-1e308", "-inf", "-9223372036854775808", "1e19", "0x10", "1,5", "1e308s", "9223372036854775807m", "1-1e308", "9:-9",
    "gap=1e308h", "fixes=9223372036854775807", "distance=" + "9" * 400 + "km", "1e308,1e308", "9999-12-31T23:59:59Z", "=",
]  # fmt: skip
# What would write elsewhere, or is no value of its own.
LEFT_OUT = {"--output", "--library", "--ca-file"}


def commands(folder, town):
    """Each command with what it needs to get far; commands of the network are left out."""
    drive, place = str(ROOT / "Traces/courier.gpx"), f"{folder}/out"
    return {
        "match": [drive, "--map", town, "-o", place + "-match/", "--overwrite", "--quiet"],
        "route": ["--requests", str(ROOT / "Traces/requests.ndjson"), "--map", town, "-o", place + "-route/", "--overwrite"],
        "simulate": ["--map", town, "--count", "1", "-o", place + "-simulate/", "--overwrite"],
        "inspect": [drive],
        "map build": [str(ROOT / "Traces/town.osm"), "-o", place + ".tmg", "--overwrite"],
        "map info": [town],
        "compare": [str(ROOT / "Reports/edges.csv"), str(ROOT / "Reports/edges.csv")],
        "report": [str(ROOT / "Reports")],
        "view": [str(ROOT / "Reports"), "-o", place + "-view/", "--overwrite"],
    }


def options(tree, path=()):
    """The names of the options that take values, by command."""
    for command in tree.get("subcommands", []):
        yield from options(command, (*path, command["commandName"]))
    for argument in tree.get("arguments", []):
        names = ["--" + name["name"] for name in argument["names"] if name["kind"] == "long"] if "names" in argument else []
        if argument["kind"] == "option" and names and names[0] not in LEFT_OUT:
            yield " ".join(path), names[0]


def complaint(arguments, folder):
    """Why a run in a folder is no good; `None` if it is. A value may be the name of a file, and becomes one there."""
    environment = {**os.environ, "TRACEMILL_CONFIG": "", "SWIFT_BACKTRACE": "enable=no"}
    try:
        done = subprocess.run([PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, timeout=60,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "no end"
    if not 0 <= done.returncode < 128:
        return f"exit code {done.returncode}"
    return "no sentence" if done.returncode and not (done.stderr + done.stdout).strip() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*")
    parser.add_argument("--thorough", action="store_true")
    given = parser.parse_args()
    described = json.loads(subprocess.run([PROGRAM, "--experimental-dump-help"], capture_output=True, check=True).stdout)
    found, failures, runs = list(options(described["command"])), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        town = f"{folder}/town.tmg"
        subprocess.run([PROGRAM, "map", "build", "Traces/town.osm", "-o", town, "--quiet"], cwd=ROOT, check=True)
        for command, base in commands(folder, town).items():
            if given.commands and command not in given.commands:
                continue
            begun = time.monotonic()
            names = [name for owner, name in found if owner == command]
            for name in names:
                for value in THOROUGH if given.thorough else VALUES:
                    runs += 1
                    why = complaint([*command.split(), *base, f"{name}={value}"], folder)
                    if why:
                        failures += 1
                        print(f"FAIL  {command} {name}={value[:40]}: {why}", flush=True)
            print(f"{command}: {len(names)} options, {time.monotonic() - begun:.0f} s", flush=True)
    print(f"{failures} of {runs} runs failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
