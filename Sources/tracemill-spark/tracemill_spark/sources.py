"""The input as partitions: all rows of a trace in one, in order; or all files that belong together."""

from __future__ import annotations

from dataclasses import dataclass

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql import types as t

from .failures import Exit, Failure
from .folders import Folder
from .options import Options
from .partition import RAW_LINE

BYTES_PER_PARTITION = 64 << 20
"""Of the input. Small enough that a lost partition costs little, large enough that starting the program costs less."""

ORDER = ("_tracemill_file", "_tracemill_block", "_tracemill_row")
"""Where a row stood: its file, its block in the file, its number in the block."""

_PLAIN = (t.StringType, t.NumericType, t.BooleanType, t.DateType, t.TimestampType, t.TimestampNTZType)


@dataclass(frozen=True)
class KeyColumns:
    """The columns of a table by which its rows are brought together and ordered."""

    trace: str
    time: str | None
    time_format: str | None


def partition_count(options: Options, spark: SparkSession, input: Folder) -> int:
    if options.partitions:
        return options.partitions
    return max(spark.sparkContext.defaultParallelism, -(-input.bytes() // BYTES_PER_PARTITION))


def table_of_fixes(spark: SparkSession, options: Options, input: Folder) -> DataFrame:
    """The columns that can be written as CSV, in their order, and `ORDER`."""
    format = options.format or format_of(input)
    frame = _csv(spark, options) if format == "csv" else spark.read.format(format).load(options.input)
    chosen = _chosen(frame, options.select)
    place = (f.col("_metadata.file_path"), f.col("_metadata.file_block_start"), f.monotonically_increasing_id())
    return frame.select(*chosen, *(column.alias(name) for column, name in zip(place, ORDER)))


def format_of(input: Folder) -> str:
    name = input.first_file_name()
    for ending, format in ((".parquet", "parquet"), (".orc", "orc"), (".csv", "csv"), (".csv.gz", "csv")):
        if name.endswith(ending):
            return format
    raise Failure(
        Exit.USAGE, f"{input.uri}: the format of {name or 'a folder without files'} is not known by its name; give "
        "--input-format csv, parquet or orc.")


def _csv(spark: SparkSession, options: Options) -> DataFrame:
    """All texts. A line with too few or too many fields is kept as it is, in `RAW_LINE`."""
    reader = spark.read.options(header=True, sep=options.delimiter, escape='"', enforceSchema=False)
    names = reader.csv(options.input).columns
    schema = t.StructType([t.StructField(name, t.StringType()) for name in [*names, RAW_LINE]])
    return reader.schema(schema).option("columnNameOfCorruptRecord", RAW_LINE).csv(options.input)


def _chosen(frame: DataFrame, select: tuple[str, ...]) -> list[Column]:
    missing = [name for name in select if name not in frame.columns]
    if missing:
        raise Failure(Exit.USAGE, f"The table has no column {', '.join(missing)}. It has: {', '.join(frame.columns)}.")
    fields = [field for field in frame.schema.fields
              if not select or field.name in select or field.name == RAW_LINE]
    return [_writable(field) for field in fields if isinstance(field.dataType, _PLAIN)]


def _writable(field: t.StructField) -> Column:
    column = f.col(f"`{field.name}`")
    return column.cast("string").alias(field.name) if isinstance(field.dataType, t.DecimalType) else column


def together_by_trace(frame: DataFrame, keys: KeyColumns, order: str, count: int) -> DataFrame:
    """All rows of a trace in one partition, one trace after the other, each by time or as in the files."""
    trace = f.trim(f.col(f"`{keys.trace}`").cast("string"))
    if RAW_LINE in frame.columns:
        # Nobody knows the trace of a damaged line; nulls come first.
        trace = f.when(f.col(RAW_LINE).isNull(), trace)
    time = moment(frame, keys) if order == "time" else None
    file, block, row = (f.col(name) for name in ORDER)
    # In the order of time a file only decides between equal times; its hash takes eight bytes through the shuffle.
    file = file if order == "source" else f.xxhash64(file)
    keyed = frame.select(
        "*", trace.alias("_tracemill_trace"), file.alias("_tracemill_place"),
        *([time.alias("_tracemill_time")] if time is not None else [])).drop(ORDER[0])
    by = ["_tracemill_trace", *(["_tracemill_time"] if time is not None else []), "_tracemill_place", *ORDER[1:]]
    gathered = keyed.repartition(count, "_tracemill_trace").sortWithinPartitions(*by)
    return gathered.drop(*by)


def moment(frame: DataFrame, keys: KeyColumns) -> Column | None:
    """The time of a row as a number or a moment; null where it cannot be read."""
    if keys.time is None:
        return None
    column = f.col(f"`{keys.time}`")
    if isinstance(frame.schema[keys.time].dataType, t.StringType):
        text = f.trim(column)
        return text.try_cast("double") if keys.time_format != "iso" else f.try_to_timestamp(text)
    return column


def files_together(spark: SparkSession, options: Options, input: Folder, count: int) -> DataFrame:
    """The path below the input and the content of each file."""
    files = trace_files(spark, input).select("path", "content")
    return files.repartition(count, _key(options.together)).sortWithinPartitions("path")


def trace_files(spark: SparkSession, input: Folder) -> DataFrame:
    """Path below the input, content and length of each file."""
    found = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(input.uri)
    below = f.substring(f.col("path"), len(input.uri) + 2, 1 << 30)
    return found.select(below.alias("path"), "content", "length")


def _key(together: str) -> Column:
    name = f.substring_index(f.col("path"), "/", -1)
    keys = {
        "path": f.col("path"),
        "name": f.substring_index(name, ".", 1),
        "folder": f.substring(f.col("path"), f.lit(1), f.length("path") - f.length(name)),
    }
    return keys[together]
