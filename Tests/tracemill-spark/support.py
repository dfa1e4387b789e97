"""One Spark application of two executors, the program, the sample town, and tables of one process to compare with."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo
from functools import cache
from typing import Any

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "Sources", "tracemill-spark"))

import pyarrow.parquet
from pyspark.sql import SparkSession

from tracemill_spark.failures import Failure
from tracemill_spark.job import run
from tracemill_spark.options import parse

PROGRAM = os.path.abspath(os.environ.get("TRACEMILL", os.path.join(ROOT, ".build", "release", "tracemill")))
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
FOLDER = tempfile.mkdtemp(prefix="tracemill-spark-tests-")


@cache
def session() -> SparkSession:
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("tests")
        .config("spark.ui.enabled", False).config("spark.ui.showConsoleProgress", False)
        .config("spark.log.level", "OFF")
        .config("spark.sql.shuffle.partitions", 4).config("spark.executor.memory", "1g").getOrCreate())


def stop() -> None:
    print(f"\nMeasured: {sum(compared)} rows of {len(compared)} tables are those of one process, "
          f"{executors_lost()} executor was killed meanwhile", file=sys.__stdout__)
    if session.cache_info().currsize:
        session().stop()
    shutil.rmtree(FOLDER)


def path(name: str) -> str:
    return os.path.join(FOLDER, name)


def tracemill(*arguments: str, cwd: str = FOLDER, stdin: bytes | None = None) -> bytes:
    ended = subprocess.run([PROGRAM, *arguments], cwd=cwd, input=stdin, capture_output=True, check=True)
    return ended.stdout


@cache
def town() -> str:
    """The map of the sample town."""
    tracemill("map", "build", os.path.join(ROOT, "Traces", "town.osm"), "-o", path("town.tmg"), "--quiet")
    return path("town.tmg")


@cache
def drives() -> list[list[str]]:
    """The rows of simulated drives: trace, time, latitude, longitude, in order."""
    tracemill("simulate", "--map", town(), "--count", "60", "--seed", "11", "--stops", "0.2", "--wrong-way", "0.3",
              "--outliers", "0.01", "-o", path("drives"), "--quiet")
    with open(path("drives/traces.csv"), newline="") as file:
        return list(csv.reader(file))[1:]


def job(*arguments: str) -> int:
    """Runs the job in the session; throws its failure."""
    return run(session(), parse(list(arguments)))


def failure_of(*arguments: str) -> Failure:
    try:
        code = job(*arguments)
    except Failure as failure:
        return failure
    raise AssertionError(f"the job did not fail but ended with {code}")


@cache
def columns(table: str) -> dict[str, str]:
    """The types of the columns of a table, as the program says."""
    schema = json.loads(tracemill("schema", table))
    return {column["name"]: column["type"] for column in schema["columns"]}


def of_one_process(folder: str, table: str) -> list[dict[str, Any]]:
    """The rows of a CSV file of the program, each value read by its type."""
    kinds = columns(table)
    with open(os.path.join(folder, f"{table}.csv"), newline="", encoding="utf-8") as file:
        lines = list(csv_records(file.read()))
    header = [name for name, _ in lines[0]]
    return [{name: value(*field, kinds.get(name, "text")) for name, field in zip(header, line)} for line in lines[1:]]


def csv_records(text: str):
    """Records of fields, each with whether it was quoted: `""` is an empty text, and nothing is null."""
    record, field, quoted, inside, at = [], [], False, False, 0
    while at < len(text):
        character = text[at]
        if inside and text[at : at + 2] == '""':
            field.append('"')
            at += 1
        elif character == '"':
            inside, quoted = not inside, True
        elif not inside and character in ",\n":
            record.append(("".join(field), quoted))
            field, quoted = [], False
            if character == "\n":
                yield record
                record = []
        else:
            field.append(character)
        at += 1


def value(text: str, quoted: bool, kind: str) -> Any:
    if text == "" and not quoted:
        return [] if kind in ("codes", "counts") else None  # CSV has one empty field for both
    return {
        "integer": int, "id": int, "decimal": float, "flag": lambda text: {"true": True, "false": False}[text],
        "time": lambda text: in_utc(datetime.fromisoformat(text.replace("Z", "+00:00"))),
        "codes": str.split,
        "counts": lambda text: [(pair.split("=")[0], int(pair.split("=")[1])) for pair in text.split()],
    }.get(kind, str)(text)


def of_the_job(folder: str, table: str) -> list[dict[str, Any]]:
    """The rows of a table in Parquet, read without Spark."""
    rows = pyarrow.parquet.read_table(os.path.join(folder, table)).to_pylist()
    return [
        {name: in_utc(value) if isinstance(value, datetime) else value for name, value in row.items()} for row in rows]


def in_utc(moment: datetime) -> datetime:
    """The same moment with the same name of its zone; it must have one."""
    assert moment.utcoffset() is not None
    return moment.astimezone(ZoneInfo("UTC"))


compared: list[int] = []
"""The number of rows of each table that was compared."""


def difference(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> str:
    """What differs between two tables whatever the order of their rows; empty if nothing does. Types count."""
    compared.append(len(theirs))
    if ours and theirs and list(ours[0]) != list(theirs[0]):
        return f"columns {list(ours[0])} instead of {list(theirs[0])}"
    one, other = (Counter(repr(row) for row in rows) for rows in (ours, theirs))
    extra, missing = one - other, other - one
    if not extra and not missing:
        return ""
    return f"{extra.total()} extra such as {sorted(extra)[:1]}, {missing.total()} missing such as {sorted(missing)[:1]}"


def executors_lost() -> int:
    executors = session().sparkContext._jsc.sc().statusStore().executorList(False)
    return sum(not executors.apply(at).isActive() for at in range(executors.length()))
