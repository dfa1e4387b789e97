"""tracemill itself: the release program end to end, a CSV of traces in, reports out, one job."""

from measuring import PROGRAM, measured
from measuring import tracemill as run


def prepare(source, folder):
    run("map", "build", source, "-o", folder / "map.tmg", "--quiet")


def simulate(folder, output, drives, seed, period, sigma):
    """Drives with their truth: traces.csv and truth.csv in `output`. One seed gives the same routes in every case."""
    run(
        *("simulate", "--map", folder / "map.tmg", "--output", output, "--count", drives, "--seed", seed),
        *("--length", "5000-20000", "--period", period, "--sigma", sigma, "--quiet"),
    )


def command(folder, traces, output, sigma):
    """Like its peers, the program gets the accuracy of the positions."""
    return [
        *(PROGRAM, "match", traces, "--map", folder / "map.tmg", "--output", output),
        *("--sigma", str(sigma), "--jobs", "1", "--quiet"),
    ]


def match(folder, traces, segments, sigma):
    measured([*command(folder, traces, segments, sigma), "--table", "segments", "--format", "csv"], folder)


def time(folder, traces, sigma):
    """What the whole process takes that writes trips with all their points and edges."""
    output = folder / "trips.ndjson"
    return measured([*command(folder, traces, output, sigma), "--format", "ndjson"], folder)
