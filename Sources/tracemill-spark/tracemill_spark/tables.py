"""The tables that the program writes: their types in Arrow and Spark, and how their files are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import functions as f
from pyspark.sql import types as spark_types

from .failures import Exit, Failure

_TYPES: dict[str, tuple[pa.DataType, spark_types.DataType]] = {
    # the type in the program's schema: as kept, as Spark calls it
    "text": (pa.string(), spark_types.StringType()),
    "code": (pa.string(), spark_types.StringType()),
    "codes": (pa.list_(pa.string()), spark_types.ArrayType(spark_types.StringType())),
    "counts": (
        pa.map_(pa.string(), pa.int64()), spark_types.MapType(spark_types.StringType(), spark_types.LongType())),
    "integer": (pa.int64(), spark_types.LongType()),
    "id": (pa.int64(), spark_types.LongType()),
    "decimal": (pa.float64(), spark_types.DoubleType()),
    "time": (pa.timestamp("us", "UTC"), spark_types.TimestampType()),
    "local_time": (pa.string(), spark_types.StringType()),
    "flag": (pa.bool_(), spark_types.BooleanType()),
}


@dataclass(frozen=True)
class Column:
    """A column as `tracemill schema` describes it."""

    name: str
    kind: str
    meaning: str
    unit: str | None = None

    @property
    def spark_field(self) -> spark_types.StructField:
        comment = f"{self.meaning} Unit: {self.unit}." if self.unit else self.meaning
        return spark_types.StructField(self.name, _TYPES[self.kind][1], True, {"comment": comment})


@dataclass(frozen=True)
class Table:
    """A table with its columns in the order of the program's file."""

    name: str
    columns: tuple[Column, ...]

    @property
    def file(self) -> str:
        return f"{self.name}.arrow"

    @property
    def spark_schema(self) -> spark_types.StructType:
        return spark_types.StructType([column.spark_field for column in self.columns])

    @property
    def arrow_schema(self) -> pa.Schema:
        return pa.schema([(column.name, _TYPES[column.kind][0]) for column in self.columns])

    @property
    def date(self) -> Any | None:
        """The date of a row by its first time: in local time where the table has it, otherwise in UTC."""
        for kind, date in (("local_time", _local_date), ("time", f.to_date)):
            name = next((column.name for column in self.columns if column.kind == kind), None)
            if name:
                return date(f.col(name))
        return None

    def batches(self, path: str, unknown: tuple[str, ...] = ()) -> Iterator[pa.RecordBatch]:
        """The rows of a file of this table; columns in `unknown` are null. Memory: a batch."""
        with pa.OSFile(path) as file, pa.ipc.open_stream(file) as reader:
            if reader.schema.names != [column.name for column in self.columns]:
                raise ValueError(f"{self.file} has the columns {reader.schema.names}, which differ from the sample's.")
            for batch in reader:
                yield self._kept(batch, unknown)

    def _kept(self, batch: pa.RecordBatch, unknown: tuple[str, ...]) -> pa.RecordBatch:
        arrays = [
            pa.nulls(len(array), _TYPES[column.kind][0]) if column.name in unknown else _kept(array, column.kind)
            for array, column in zip(batch.columns, self.columns)]
        return pa.RecordBatch.from_arrays(arrays, schema=self.arrow_schema)


def _local_date(time: Any) -> Any:
    """`2026-01-01T09:30:05.000+01:00` was on the first of January, whatever day it was in UTC."""
    return f.to_date(f.substring(time, 1, len("2026-01-01")))


def _kept(array: pa.Array, kind: str) -> pa.Array:
    if kind == "codes":
        return pa.array([text.split() if text is not None else None for text in array.to_pylist()], _TYPES[kind][0])
    if kind == "counts":
        return pa.array([_counts(text) for text in array.to_pylist()], _TYPES[kind][0])
    return array.cast(_TYPES[kind][0])


def _counts(text: str | None) -> list[tuple[str, int]] | None:
    """`duplicate=2 jump=1`."""
    if text is None:
        return None
    pairs = (pair.rsplit("=", 1) for pair in text.split())
    return [(name, int(count)) for name, count in pairs]


def table_of(schema: dict[str, Any], header: list[str]) -> Table:
    """A table from its schema and the header of its file. Columns beyond the schema are texts of the input."""
    described = {column["name"]: column for column in schema["columns"]}
    missing = [name for name in described if name not in header]
    if missing:
        raise Failure(Exit.CLUSTER, f"{schema['table']}.arrow lacks the columns {', '.join(missing)} of its schema.")
    return Table(schema["table"], tuple(_column(name, described.get(name)) for name in header))


def _column(name: str, described: dict[str, Any] | None) -> Column:
    if described is None:
        return Column(name, "text", "Carried from the input.")
    if described["type"] not in _TYPES:
        raise Failure(Exit.CLUSTER, f"The column {name} has the type {described['type']}, unknown to this job.")
    return Column(name, described["type"], described["meaning"], described.get("unit"))


def header_of(path: str) -> list[str]:
    """The names of the columns of a file."""
    with pa.OSFile(path) as file, pa.ipc.open_stream(file) as reader:
        return reader.schema.names


def packed(batch: pa.RecordBatch) -> bytes:
    """A batch as bytes, with its schema."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_batch(batch)
    return sink.getvalue().to_pybytes()


def unpacked(payload: pa.Buffer) -> Iterator[pa.RecordBatch]:
    """The batch of `packed`."""
    with pa.ipc.open_stream(payload) as reader:
        yield from reader
