"""What is decided once for the whole input, from a sample: the columns, how they are read, the tables that come out.

A program that reads a whole file decides such things from all of it. A partition must not decide on its own: two could
decide differently. So the driver asks the program about the first rows, and gives every partition the answer.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from .failures import Exit, Failure
from .options import Options, only, values_of, without
from .partition import OUT, Files, Matching, as_csv
from .program import Ended, inspection, match, table_schema
from .sources import ORDER, KeyColumns, moment
from .tables import Table, header_of, table_of

SAMPLE_ROWS = 2000

READING = ("--columns", "--csv", "--time-zone", "--timezone")
"""Options of `tracemill match` that `tracemill inspect` knows as well."""

DECIDED = ("accuracy", "hdop", "heading", "speed", "valid", "vehicle")
"""Columns that a partition must not find by itself where the sample has none."""
ORDERED_FORMATS = ("iso", "s", "ms", "us", "ns")
"""Forms of times that Spark can order."""


class TableLayout:
    """How the rows of a table are read: by which columns, and with which options."""

    def __init__(self, keys: KeyColumns, options: list[str]) -> None:
        self.keys = keys
        self.options = options


def sample_of(frame: DataFrame) -> bytes:
    """The first rows of a table as CSV; its header alone if it has none."""
    rows = frame.drop(*ORDER).limit(SAMPLE_ROWS).coalesce(1)
    found = rows.mapInArrow(as_csv, "csv binary").collect()
    texts = [bytes(row.csv) for row in found if row.csv]
    return texts[0] if texts else b""


def table_layout(program: str, frame: DataFrame, options: Options, sample: bytes) -> TableLayout:
    """Throws the program's sentence, or this job's, where the columns are not known well enough for all partitions."""
    with tempfile.TemporaryDirectory(prefix="tracemill-") as folder:
        path = os.path.join(folder, "sample.csv")
        with open(path, "wb") as file:
            file.write(sample)
        seen = inspection(program, path, only(options.passed, READING))
    names = [name for name in frame.columns if name not in ORDER]
    columns = dict(seen.get("columns") or {})
    refuse_unclear(seen, columns, options, frame.columns)
    if seen.get("validity_columns"):
        columns["valid"] = names.index(seen["validity_columns"][0]) + 1
    time = names[columns["time"] - 1] if "time" in columns else None
    keys = KeyColumns(names[columns["trace"] - 1], time, seen.get("time_format"))
    if options.order == "time" and time is not None:
        refuse_unordered(frame, keys, "date" in columns)
    return TableLayout(keys, decided(seen, columns, options))


def decided(seen: dict[str, Any], columns: dict[str, int], options: Options) -> list[str]:
    """The options of every partition: what was given, and what the sample shows."""
    passed = without(options.passed, ("--columns",))
    chosen = {name: "none" for name in DECIDED} | columns
    mapping = ",".join(f"{name}={number}" for name, number in sorted(chosen.items()))
    found = ["--columns", mapping]
    if seen.get("time_format") in ("dmy", "mdy", "ymd", "excel") and options.csv("time-format") is None:
        found += ["--csv", f"time-format={seen['time_format']}"]
    if seen.get("coordinates", "degrees") != "degrees" and options.csv("coordinates") is None:
        found += ["--csv", f"coordinates={seen['coordinates']}"]
    if seen.get("speed_unit") and options.csv("speed-unit") is None:
        found += ["--csv", f"speed-unit={seen['speed_unit']}"]
    return passed + found


def refuse_unclear(seen: dict[str, Any], columns: dict[str, int], options: Options, names: list[str]) -> None:
    known = ", ".join(name for name in names if not name.startswith("_tracemill_"))
    if "trace" not in columns:
        raise Failure(
            Exit.USAGE, f"No column says which vehicle or trip a row belongs to; the table has: {known}. Name it: "
            "-- --columns trace=NAME.")
    notices = seen.get("notices") or {}
    for notice, remedy in (
        ("week_rollover", "correct the times by 1024 weeks before"),
        ("relative_times", "state the unit: -- --csv time-format=s"),
        ("speed_contradicted", "state their unit: -- --csv speed-unit=km/h, m/s, mph or knots"),
        ("heading_contradicted", "leave the courses out: -- --columns heading=none"),
        ("swapped_coordinates", "exchange them: -- --columns lat=NAME,lon=NAME"),
    ):
        if notice in notices:
            raise Failure(Exit.USAGE, f"The sample has {notice}, which partitions might judge differently; {remedy}.")
    if "heading_form" in seen:
        raise Failure(
            Exit.USAGE, f"The courses are in {seen['heading_form']}, which partitions might judge differently; convert "
            "them to degrees, or leave them out: -- --columns heading=none.")
    flags = seen.get("validity_columns") or []
    if flags and "valid=" not in (options.value("--columns") or ""):
        raise Failure(
            Exit.USAGE, f"{', '.join(flags)} may say which positions are good, which partitions might judge "
            "differently. Name one column, or none: -- --columns valid=NAME, or valid=none.")
    if "speed_unit_unknown" in notices:
        raise Failure(
            Exit.USAGE, "The unit of the speeds is neither in their column's name nor clear from the first "
            f"{SAMPLE_ROWS} rows. State it: -- --csv speed-unit=km/h, m/s, mph or knots.")


def refuse_unordered(frame: DataFrame, keys: KeyColumns, has_date: bool) -> None:
    """A text of a time that Spark cannot read would lose its place in the trace."""
    remedy = "--order source keeps the rows in the order of the files."
    if has_date:
        raise Failure(Exit.USAGE, f"The date and the time of day are two columns, which Spark cannot order. {remedy}")
    is_text = frame.schema[keys.time].dataType.typeName() == "string"
    if is_text and keys.time_format not in ORDERED_FORMATS:
        raise Failure(Exit.USAGE, f"Times of the form {keys.time_format} cannot be ordered by Spark. {remedy}")
    first = frame.select(f.col(f"`{keys.time}`").alias("text"), moment(frame, keys).alias("moment")).limit(SAMPLE_ROWS)
    unread = first.where("text is not null and moment is null").limit(SAMPLE_ROWS // 10 + 1).collect()
    if len(unread) * 10 > SAMPLE_ROWS or (unread and len(unread) == first.count()):
        raise Failure(Exit.USAGE, f"Spark cannot read times such as {unread[0].text!r} in order to sort them. {remedy}")


def resulting_tables(matching: Matching, chosen: tuple[str, ...], sample: bytes, name: str) -> tuple[Table, ...]:
    """The tables that these options give, with their columns, from a run over the sample on the driver.

    Options that the program does not accept, a damaged map or a missing file end the job here, before Spark starts
    a thousand tasks that fail alike.
    """
    with tempfile.TemporaryDirectory(prefix="tracemill-") as folder:
        ended = _sample_run(matching, chosen, sample, name, folder)
        if ended.code not in (Exit.SUCCESS, Exit.NOT_ALL_WELL):
            raise Failure(ended.code if ended.code > 0 else Exit.CLUSTER, "\n".join(ended.lines))
        out = os.path.join(folder, OUT)
        files = sorted(file for file in os.listdir(out) if file.endswith(".arrow"))
        adding = only(matching.options, ("--time-zone", "--timezone"))
        schemas = {file: table_schema(matching.program.path, file.removesuffix(".arrow"), adding) for file in files}
        return tuple(table_of(schemas[file], header_of(os.path.join(out, file))) for file in files)


def _sample_run(matching: Matching, chosen: tuple[str, ...], sample: bytes, name: str, folder: str) -> Ended:
    for attachment in matching.attachments:
        os.symlink(attachment.path, os.path.join(folder, attachment.name))
    command = matching.command()
    if chosen:
        for table in dict.fromkeys([*chosen, "trips", "rejects"]):
            command += ["--table", table]
    if isinstance(matching.feed, Files):
        path = os.path.join(folder, matching.feed.source, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(sample)
        return match(command, folder, None)
    return match(command, folder, lambda pipe: pipe.write(sample))
