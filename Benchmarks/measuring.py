"""What benchmarks share: the program and the data, time and peak memory of a command, options, rows of tables."""

import collections
import contextlib
import csv
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple


ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("TRACEMILL_TEST_DATA", ROOT / "../shared/data"))
PROGRAM = pathlib.Path(os.environ.get("TRACEMILL", ROOT / ".build/release/tracemill"))


def check_ready():
    """Ends the benchmark with a sentence if there is no data or no program."""
    if not DATA.exists():
        sys.exit(f"{DATA}: no data to measure with; name a folder in TRACEMILL_TEST_DATA")
    if not PROGRAM.exists():
        sys.exit(f"{PROGRAM}: not built; make build")


@contextlib.contextmanager
def working_folder(kept):
    """The folder that was named to leave results in, or else one that is removed in the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = kept or pathlib.Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


def check_known(parser, what, chosen, known):
    """Ends the benchmark with a sentence where something chosen on the command line does not exist."""
    for name in chosen:
        if name not in known:
            parser.error(f"there is no {what} {name}; {what}s are {', '.join(known)}")


def rows_by_trace(path):
    """The rows of a CSV file with a column `trace_id`, by its value."""
    rows = collections.defaultdict(list)
    with open(path, encoding="utf8") as file:
        for entry in csv.DictReader(file):
            rows[entry["trace_id"]].append(entry)
    return rows


def tracemill(*arguments, **settings):
    """What the program prints; ends the benchmark when it fails. `settings` are variables, such as TRACEMILL_MEMORY."""
    run = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, env=os.environ | settings)
    if run.returncode:
        sys.exit(f"tracemill {' '.join(map(str, arguments))} failed:\n{run.stderr[-2000:]}")
    return run.stdout


class Lap(NamedTuple):
    """What one run took: seconds on the wall and of processors, MB at the peak, and the machine's load before it."""

    seconds: float
    processor: float
    memory: float
    load: float


def measured(command, cwd):
    """One run; ends the benchmark when the command fails.

    The command is started by a Python of its own, with nothing loaded: the system counts what the process held that
    started it, too.
    """
    load = os.getloadavg()[0]
    starter = [sys.executable, "-I", "-S", os.path.abspath(__file__), *map(str, command)]
    run = subprocess.run(starter, cwd=cwd, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{run.stderr[-2000:]}")
    return Lap(*map(float, run.stdout.split()), load)


def median(laps):
    return Lap(*map(statistics.median, zip(*laps)))


def repeated(runs, command, cwd):
    return median([measured(command, cwd) for _ in range(runs)])


class Sum:
    """Counts and lists that can be added, attribute by attribute."""

    def __add__(self, other):
        total = type(self)()
        for name in vars(total):
            setattr(total, name, getattr(self, name) + getattr(other, name))
        return total


def numbers(text):
    return [float(number) for number in text.split(",")]


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    begin = time.monotonic()
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    print(time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
    sys.exit(1 if status else 0)
