"""Calls of the tracemill program: its schema, its view of a sample, and the matching of one partition."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from .failures import Failure, PartitionFailure

LAST_LINES = 20


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended. `lines` are the last that it wrote to standard error."""

    code: int
    lines: list[str]


def table_schema(program: str, table: str, options: list[str]) -> dict[str, Any]:
    """The columns of a table: name, type, unit, meaning. Options may add some."""
    return json.loads(answer([program, "schema", table, *options]))


def inspection(program: str, sample: str, options: list[str]) -> dict[str, Any]:
    """What `tracemill inspect` says about a file."""
    lines = answer([program, "inspect", sample, "--format", "ndjson", *options]).splitlines()
    return json.loads(lines[0]) if lines else {}


def answer(command: list[str]) -> bytes:
    """Standard output of a short call. Throws the program's sentence and exit code where it fails."""
    try:
        ended = subprocess.run(command, capture_output=True, env=environment(), check=False)
    except OSError as error:
        raise Failure(3, f"{command[0]} cannot be started: {error.strerror}.") from error
    if ended.returncode != 0:
        said = ended.stderr.decode(errors="replace").strip()
        raise Failure(ended.returncode if ended.returncode > 0 else 70, said or f"{command[0]} failed.")
    return ended.stdout


def match(command: list[str], folder: str, feed: Callable[[IO[bytes]], None] | None) -> Ended:
    """Runs the program in `folder`, which `feed` sends its standard input.

    The program writes its tables to files, and standard error to a file as well. The only pipe is its standard input,
    so nothing can block but the program being slower than its feed, and memory holds one batch.
    """
    with tempfile.TemporaryFile(dir=folder) as said:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(), stdout=said, stderr=subprocess.STDOUT,
            stdin=subprocess.PIPE if feed else subprocess.DEVNULL)
        try:
            if feed:
                _send(feed, process)
            code = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        return Ended(code, _last_lines(said))


def _send(feed: Callable[[IO[bytes]], None], process: subprocess.Popen) -> None:
    """A program that ends early says why by its exit code, so its closed pipe is no error of its own."""
    try:
        feed(process.stdin)
        process.stdin.close()
    except (BrokenPipeError, OSError) as error:
        if process.wait() == 0:
            raise PartitionFailure(0, [f"It did not read its whole input: {error}"]) from error


def _last_lines(file: IO[bytes]) -> list[str]:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 64 * 1024))
    return file.read().decode(errors="replace").splitlines()[-LAST_LINES:]


def environment() -> dict[str, str]:
    """The environment without what would make one node's results differ from another's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TRACEMILL_")}
    return {**kept, "TRACEMILL_CONFIG": ""}
