"""tracemill itself: the release program end to end, a CSV of traces in, reports out, one job."""

import subprocess
import sys

from measuring import measured
from peers import environment


def tell(*arguments):
    """Runs the program; ends the benchmark when it fails."""
    command = [environment.PROGRAM, *map(str, arguments), "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{run.stderr[-2000:]}")


def prepare(source, folder):
    tell("map", "build", source, "-o", folder / "map.tmg")


def simulate(folder, output, drives, seed, period, sigma):
    """Drives with their truth: traces.csv and truth.csv in `output`. One seed gives the same routes in every case."""
    tell(
        *("simulate", "--map", folder / "map.tmg", "--output", output, "--count", drives, "--seed", seed),
        *("--length", "5000-20000", "--period", period, "--sigma", sigma),
    )


def command(folder, traces, output, sigma):
    """Like its peers the program is told how exact the positions are."""
    return [
        *(environment.PROGRAM, "match", traces, "--map", folder / "map.tmg", "--output", output),
        *("--sigma", str(sigma), "--jobs", "1", "--quiet"),
    ]


def match(folder, traces, segments, sigma):
    measured([*command(folder, traces, segments, sigma), "--table", "segments", "--format", "csv"], folder)


def time(folder, traces, sigma):
    """What the whole process takes that writes trips with all their points and edges."""
    output = folder / "trips.ndjson"
    return measured([*command(folder, traces, output, sigma), "--format", "ndjson"], folder)
