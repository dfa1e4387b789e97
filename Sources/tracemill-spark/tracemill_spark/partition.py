"""What an executor does with one partition: run the program once, and pack the rows of all its tables.

The result is a stream of envelopes, one row each: the name of a table, how many rows there are, and the rows as
compressed Arrow bytes. So that several tables come out of one pass, and a run is not repeated for each of them. The
envelope `_run` holds the manifest of the run as JSON, and `_knowledge` what the drives know.
"""

from __future__ import annotations

import itertools
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

import pyarrow as pa
import pyarrow.csv

from . import knowledge
from .failures import Exit, PartitionFailure
from .program import Ended, match
from .resources import Resource
from .tables import Table, packed, unpacked

RUN = "_run"
"""The name of the envelope with the manifest."""

ENVELOPE = pa.schema([("table", pa.string()), ("rows", pa.int64()), ("payload", pa.binary())])
ENVELOPE_IN_SPARK = "table string, rows bigint, payload binary"

OUT = "_tracemill_out"
"""The folder into which the program writes; no folder of the input has this name."""

RAW_LINE = "_tracemill_raw_line"
"""The column with the text of a CSV line that has too few or too many fields; null for all others."""


@dataclass(frozen=True)
class Rows:
    """The partition is rows of a table, which go to the program's standard input as CSV."""

    source = "-"
    unknown = ("line",)
    """Columns of the result that are null: a line of the stream is no line of the input."""

    def prepare(self, batches: Iterator[pa.RecordBatch], folder: str):
        return lambda pipe: write_csv(batches, pipe)


@dataclass(frozen=True)
class Files:
    """The partition is files of a folder, which are laid out again below `source`."""

    source: str
    unknown = ()

    def prepare(self, batches: Iterator[pa.RecordBatch], folder: str):
        for batch in batches:
            for path, content in zip(batch["path"], batch["content"]):
                self._lay_out(os.path.join(folder, self.source, path.as_py()), content)
        return None

    @staticmethod
    def _lay_out(path: str, content: pa.BinaryScalar) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.as_buffer())


@dataclass(frozen=True)
class Matching:
    """One run of `tracemill match`; called with the batches of a partition, on an executor."""

    program: Resource
    maps: tuple[Resource, ...]
    attachments: tuple[Resource, ...]
    options: tuple[str, ...]
    tables: tuple[Table, ...]
    feed: Rows | Files
    learns: bool = False

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        filled = (batch for batch in batches if batch.num_rows)
        first = next(filled, None)
        if first is None:
            return
        with tempfile.TemporaryDirectory(prefix="tracemill-", dir=local_folder()) as folder:
            ended = self.run(itertools.chain([first], filled), folder)
            for table in self.tables:
                yield from envelopes(table, os.path.join(folder, OUT, table.file), self.feed.unknown)
            learned = knowledge.packed(os.path.join(folder, knowledge.FOLDER)) if self.learns else None
            if learned is not None:
                yield envelope(knowledge.KNOWLEDGE, 0, learned)
            yield envelope(RUN, 0, run_record(folder, ended))

    def run(self, batches: Iterator[pa.RecordBatch], folder: str) -> Ended:
        """Leaves the tables in `OUT` of the folder."""
        for attachment in self.attachments:
            os.symlink(attachment.path, os.path.join(folder, attachment.name))
        ended = match(self.command(), folder, self.feed.prepare(batches, folder))
        if ended.code not in (Exit.SUCCESS, Exit.NOT_ALL_WELL):
            raise PartitionFailure(ended.code, ended.lines)
        return ended

    def command(self) -> list[str]:
        tables = [text for table in self.tables for text in ("--table", table.name)]
        maps = [text for map in self.maps for text in ("--map", map.path)]
        learning = ["--learn", knowledge.FOLDER] if self.learns else []
        return [
            self.program.path, "match", self.feed.source, *maps, "-o", OUT + "/", "--format", "arrow", *tables,
            "--jobs", "1", "--allow-empty", *learning, *self.options]


def envelopes(table: Table, path: str, unknown: tuple[str, ...]) -> Iterator[pa.RecordBatch]:
    """The rows of a table, one envelope for each block of its file."""
    for batch in table.batches(path, unknown):
        yield envelope(table.name, batch.num_rows, packed(batch))


def envelope(table: str, rows: int, payload: bytes) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([table]), pa.array([rows]), pa.array([payload], pa.binary())],
                                      schema=ENVELOPE)


def run_record(folder: str, ended: Ended) -> bytes:
    """What the driver sums up: how the run ended, what it said, and its manifest."""
    with open(os.path.join(folder, OUT, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    kept = {key: manifest[key] for key in ("program", "map", "options", "trips", "fixes", "rejects", "plans")
            if key in manifest}
    return json.dumps({"code": ended.code, "lines": ended.lines, "manifest": kept}, sort_keys=True).encode()


def opened(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows in envelopes of one table; called on an executor."""
    for batch in batches:
        for payload in batch["payload"]:
            yield from unpacked(payload.as_buffer())


def write_csv(batches: Iterator[pa.RecordBatch], pipe: IO[bytes]) -> None:
    """Rows as CSV with a header. Lines that were no rows go as they were, so that the program says what is wrong."""
    writer = None
    for batch in batches:
        rows, raw = without_raw_lines(batch)
        if writer is None:
            writer = pa.csv.CSVWriter(pipe, rows.schema)
        for line in raw:
            pipe.write(line.encode() + b"\n")
        if rows.num_rows:
            writer.write_batch(rows)


def without_raw_lines(batch: pa.RecordBatch) -> tuple[pa.RecordBatch, list[str]]:
    position = batch.schema.get_field_index(RAW_LINE)
    if position < 0:
        return batch, []
    raw = batch.column(position)
    rows = batch.select([name for name in batch.schema.names if name != RAW_LINE])
    if raw.null_count == len(raw):
        return rows, []
    return rows.filter(raw.is_null()), raw.drop_null().to_pylist()


def as_csv(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of a sample as the bytes of one CSV file; called on an executor."""
    sink = pa.BufferOutputStream()
    write_csv(batches, sink)
    yield pa.RecordBatch.from_arrays([pa.array([sink.getvalue().to_pybytes()], pa.binary())], names=["csv"])


def local_folder() -> str | None:
    """Where Spark lets this executor keep files; it removes them with the executor."""
    folders = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")
    return folders[0] if folders[0] and os.path.isdir(folders[0]) else None
