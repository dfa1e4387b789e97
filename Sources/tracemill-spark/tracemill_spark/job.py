"""The job: ship, match, check, write, sum up."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import zipfile
from dataclasses import replace

from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from py4j.protocol import Py4JJavaError

from . import knowledge, layout, sources
from .console import say
from .failures import Exit, Failure, failure_in
from .folders import MANIFEST, STAGING, Folder
from .options import Options, parse
from .partition import ENVELOPE_IN_SPARK, RUN, Files, Matching, Rows, opened
from .resources import refuse_equal_names, shipped, shipped_program
from .summary import Summary
from .tables import Table

PACKAGE = "tracemill_spark.zip"
"""This package as executors get it."""

FILES_AT_ONCE = 4
"""Files, or envelopes, that go to Python in one batch: what an executor holds in memory beside the program."""


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    try:
        options = parse(arguments)
        spark = SparkSession.builder.appName(f"tracemill {options.input}").getOrCreate()
        try:
            return run(spark, options)
        finally:
            spark.stop()
    except Failure as failure:
        say(failure.sentence)
        return failure.exit


def run(spark: SparkSession, options: Options) -> int:
    """Matches and writes. Throws a failure with the exit code; returns 0 or 1 where the result is written."""
    try:
        return Job(spark, options).run()
    except (Py4JJavaError, PySparkException) as error:
        text = str(error)
        raise failure_in(text) or Failure(Exit.CLUSTER, f"Spark failed: {text[:4000]}") from error


class Job:
    """One job, from the command line to the manifest."""

    def __init__(self, spark: SparkSession, options: Options) -> None:
        self.spark = spark
        self.options = options
        self.input = Folder(spark, options.input)
        self.output = Folder(spark, options.output)

    def run(self) -> int:
        self.refuse_paths()
        configure(self.spark)
        ship_package(self.spark)
        partitions, matching = self.prepared()
        self.clear()
        try:
            self.stage(partitions, matching)
            summary = self.summed_up()
            self.refuse_equal_ids(next(table for table in matching.tables if table.name == "trips"))
            counts = self.staged_counts()
            rows = {table.name: counts.get(table.name, 0) for table in matching.tables if self.is_wanted(table)}
            for table in matching.tables:
                if table.name in rows:
                    self.write(table)
            if self.options.learn:
                say(self.learn(matching.program.path))
            manifest = summary.manifest(rows, {"input": self.input.uri, "options": list(self.options.passed)})
            self.output.write(MANIFEST, json.dumps(manifest, indent=2, sort_keys=True).encode() + b"\n")
        finally:
            self.output.remove(STAGING)
        complaints = summary.complaints(self.options.strict, self.options.allow_empty)
        for line in [*summary.lines(), *complaints]:
            say(line)
        return Exit.NOT_ALL_WELL if complaints else Exit.SUCCESS

    def refuse_paths(self) -> None:
        if not self.input.exists():
            raise Failure(Exit.UNREADABLE_INPUT, f"{self.options.input}: no such file or folder.")
        if self.options.kind == "files" and not self.input.is_folder():
            raise Failure(Exit.USAGE, f"{self.options.input} is no folder of files. One file is one run of tracemill.")
        if self.input.holds(self.output) or self.output.holds(self.input):
            raise Failure(Exit.USAGE, f"The output {self.options.output} and the input lie in one another.")
        if not self.output.is_empty() and not self.options.overwrite:
            raise Failure(
                Exit.UNWRITABLE_OUTPUT, f"{self.options.output} is not empty. Give another folder, or --overwrite.")

    def prepared(self) -> tuple[DataFrame, Matching]:
        """The partitions, and what is run on each."""
        options = self.options
        program = [options.program] if "/" in options.program else []
        refuse_equal_names([*options.maps, *options.attachments, *program])
        matching = Matching(
            program=shipped_program(self.spark, options.program),
            maps=tuple(shipped(self.spark, file, "The map") for file in options.maps),
            attachments=tuple(shipped(self.spark, file, "A file to ship") for file in options.attachments),
            options=options.passed, tables=(), feed=Rows() if options.kind == "table" else Files(self.input.name),
            learns=options.learn is not None)
        count = sources.partition_count(options, self.spark, self.input)
        return self.prepared_table(matching, count) if options.kind == "table" else self.prepared_files(matching, count)

    def prepared_table(self, matching: Matching, count: int) -> tuple[DataFrame, Matching]:
        frame = sources.table_of_fixes(self.spark, self.options, self.input)
        sample = layout.sample_of(frame)
        if not sample:
            raise Failure(Exit.UNREADABLE_INPUT, f"{self.options.input} has no rows.")
        seen = layout.table_layout(matching.program.path, frame, self.options, sample)
        matching = with_tables(replace(matching, options=tuple(seen.options)), self.options, sample, "")
        return sources.together_by_trace(frame, seen.keys, self.options.order, count), matching

    def prepared_files(self, matching: Matching, count: int) -> tuple[DataFrame, Matching]:
        files = sources.trace_files(self.spark, self.input)
        smallest = files.select("path", "length").orderBy("length", "path").first()
        if smallest is None:
            raise Failure(Exit.UNREADABLE_INPUT, f"{self.options.input} holds no files.")
        content = files.where(f.col("path") == smallest.path).select("content").first().content
        matching = with_tables(matching, self.options, bytes(content), smallest.path)
        return sources.files_together(self.spark, self.options, self.input, count), matching

    def clear(self) -> None:
        """Removes the manifest first: a folder without one is not complete."""
        earlier = self.output.read(MANIFEST)
        self.output.remove(MANIFEST)
        self.output.remove(STAGING)
        for table in json.loads(earlier or b"{}").get("outputs", []):
            self.output.remove(table["name"])

    def stage(self, partitions: DataFrame, matching: Matching) -> None:
        """Matches every partition once, and keeps the rows of all tables as envelopes."""
        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch",
                            str(FILES_AT_ONCE if self.options.kind == "files" else 10_000))
        # One writer for each table and task: otherwise Spark would sort the envelopes by table.
        self.spark.conf.set("spark.sql.maxConcurrentOutputFileWriters", str(len(matching.tables) + 1))
        envelopes = partitions.mapInArrow(matching, ENVELOPE_IN_SPARK)
        envelopes.write.option("compression", "uncompressed").partitionBy("table").parquet(self.output.below(STAGING))
        self.spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(FILES_AT_ONCE))

    def staged(self, name: str) -> DataFrame | None:
        """The envelopes of a table; none if it has no rows."""
        folder = Folder(self.spark, self.output.below(f"{STAGING}/table={name}"))
        return self.spark.read.schema("rows bigint, payload binary").parquet(folder.uri) if folder.exists() else None

    def summed_up(self) -> Summary:
        summary = Summary()
        records = self.staged(RUN)
        if records is not None:
            for row in records.select(f.col("payload").cast("string").alias("record")).toLocalIterator():
                summary.add(row.record)
        return summary

    def learn(self, program: str) -> str:
        """Adds what the partitions have learned to the folder of knowledge. Memory: what one partition has."""
        learned = self.staged(knowledge.KNOWLEDGE)
        rows = learned.select("payload").toLocalIterator() if learned is not None else []
        return knowledge.merge((bytes(row.payload) for row in rows), self.options.learn, program, self.options.maps)

    def refuse_equal_ids(self, table: Table) -> None:
        """Ids are unique within a partition; between partitions they are if what shares an id is matched together."""
        trips = self.staged(table.name)
        if trips is None:
            return
        ids = trips.select("payload").mapInArrow(opened, table.spark_schema).groupBy("trip_id").count()
        equal = ids.where("count > 1").limit(3).collect()
        if equal:
            names = ", ".join(row.trip_id for row in equal)
            raise Failure(
                Exit.USAGE, f"Files of several partitions have trips with the same id: {names}. Nothing was written. "
                "Match such files together: --together name or folder; or give the traces ids of their own.")

    def staged_counts(self) -> dict[str, int]:
        staged = self.spark.read.parquet(self.output.below(STAGING))
        return {row.table: row.rows for row in staged.groupBy("table").agg(f.sum("rows").alias("rows")).collect()}

    def write(self, table: Table) -> None:
        staged = self.staged(table.name)
        if staged is None:
            rows = self.spark.createDataFrame([], table.spark_schema)
        else:
            rows = staged.select("payload").mapInArrow(opened, table.spark_schema)
        if self.options.by_date and table.date is not None:
            writer = rows.withColumn("date", table.date).write.partitionBy("date")
        else:
            writer = rows.write
        writer.mode("overwrite").parquet(self.output.below(table.name))

    def is_wanted(self, table: Table) -> bool:
        return not self.options.tables or table.name in self.options.tables or table.name == "rejects"


def with_tables(matching: Matching, options: Options, sample: bytes, name: str) -> Matching:
    """With the tables that a run over the sample writes."""
    return replace(matching, tables=layout.resulting_tables(matching, options.tables, sample, name))


def configure(spark: SparkSession) -> None:
    """Times are UTC, as in all of tracemill, and in Parquet as every reader knows them, which INT96 is not."""
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")


def ship_package(spark: SparkSession) -> None:
    """Executors import this package; where it came by --py-files they have it."""
    folder = os.path.dirname(os.path.abspath(__file__))
    context = spark.sparkContext
    if not os.path.isdir(folder) or any(file.endswith(f"/{PACKAGE}") for file in context.listFiles):
        return
    place = tempfile.mkdtemp(prefix="tracemill-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    with zipfile.ZipFile(os.path.join(place, PACKAGE), "w") as archive:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                archive.write(os.path.join(folder, name), f"tracemill_spark/{name}")
    context.addPyFile(os.path.join(place, PACKAGE))
