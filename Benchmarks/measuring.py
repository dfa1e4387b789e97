"""Wall time and peak memory of a command, and rows of tables."""

import os
import statistics
import subprocess
import sys
import time


def measured(command, cwd):
    """Seconds and MB of one run; ends the benchmark when the command fails."""
    begin = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{errors.decode()[-2000:]}")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def median(runs, command, cwd):
    results = [measured(command, cwd) for _ in range(runs)]
    return statistics.median(r[0] for r in results), statistics.median(r[1] for r in results)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)
