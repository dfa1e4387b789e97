"""Files that every executor needs: the map, the program, and what options name."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass

from pyspark import SparkFiles
from pyspark.sql import SparkSession

from .failures import Exit, Failure


@dataclass(frozen=True)
class Resource:
    """A file as it is found on an executor: one that Spark copied there, or one that lies at `place` on every node."""

    place: str
    is_shipped: bool

    @property
    def path(self) -> str:
        return SparkFiles.get(self.place) if self.is_shipped else self.place

    @property
    def name(self) -> str:
        return os.path.basename(self.place)


def shipped(spark: SparkSession, file: str, what: str) -> Resource:
    """`local:/path` lies on every node; any other file is copied once to each executor."""
    if file.startswith("local:"):
        return Resource(file.removeprefix("local:"), is_shipped=False)
    if "://" not in file and not os.path.isfile(file):
        raise Failure(Exit.UNREADABLE_INPUT, f"{file}: no such file. {what} is a file here, a URI, or local:/path.")
    spark.sparkContext.addFile(file if "://" in file else os.path.abspath(file))
    return Resource(os.path.basename(file), is_shipped=True)


def shipped_program(spark: SparkSession, program: str) -> Resource:
    """A bare name is a command on every node; otherwise as `shipped`."""
    if "/" in program:
        return shipped(spark, program, "The program")
    if shutil.which(program) is None:
        raise Failure(
            Exit.UNREADABLE_INPUT,
            f"{program} is not installed here. Install it here and on every node, or give its path: --tracemill PATH.")
    return Resource(program, is_shipped=False)


def refuse_equal_names(files: list[str]) -> None:
    """Files that Spark copies lie in one folder of the executor, so their names differ."""
    names = [os.path.basename(file) for file in files if not file.startswith("local:")]
    for name in names:
        if names.count(name) > 1:
            raise Failure(Exit.USAGE, f"Two files to be copied to the executors are called {name}; rename one.")
