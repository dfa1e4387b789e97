"""Folders of the input and the output, local or of any file system that Hadoop knows."""

from __future__ import annotations

from py4j.java_gateway import JavaObject
from pyspark.sql import SparkSession

from .failures import Exit, Failure

STAGING = "_tracemill_staging"
"""Envelopes lie here until all tables are written. Spark does not read folders that begin with `_`."""

MANIFEST = "manifest.json"


class Folder:
    """A folder, or a pattern of folders, by its URI."""

    def __init__(self, spark: SparkSession, uri: str) -> None:
        self._spark = spark
        self._context = spark.sparkContext
        self._path = self._java_path(uri)
        self._system = self._path.getFileSystem(self._context._jsc.hadoopConfiguration())
        self.uri: str = self._system.makeQualified(self._path).toString()
        self.name: str = self._path.getName()

    def _java_path(self, uri: str) -> JavaObject:
        return self._context._jvm.org.apache.hadoop.fs.Path(uri)

    def exists(self) -> bool:
        return bool(self._system.globStatus(self._path))

    def is_folder(self) -> bool:
        return self.exists() and self._system.getFileStatus(self._path).isDirectory()

    def is_empty(self) -> bool:
        return not self.exists() or not self._system.listStatus(self._path)

    def bytes(self) -> int:
        return sum(self._system.getContentSummary(found.getPath()).getLength()
                   for found in self._system.globStatus(self._path) or [])

    def first_file_name(self) -> str:
        """The name of a file in the folder or below it that Spark would read; empty if there is none."""
        for found in self._system.globStatus(self._path) or []:
            files = self._system.listFiles(found.getPath(), True)
            while files.hasNext():
                name = files.next().getPath().getName()
                if not name.startswith(("_", ".")):
                    return name
        return ""

    def below(self, name: str) -> str:
        return f"{self.uri}/{name}"

    def holds(self, other: Folder) -> bool:
        """Whether `other` is this folder or lies in it."""
        return other.uri == self.uri or other.uri.startswith(self.uri.rstrip("/") + "/")

    def remove(self, name: str) -> None:
        self._system.delete(self._java_path(self.below(name)), True)

    def read(self, name: str) -> bytes | None:
        path = self._java_path(self.below(name))
        if not self._system.exists(path):
            return None
        stream = self._system.open(path)
        try:
            return bytes(stream.readAllBytes())
        finally:
            stream.close()

    def write(self, name: str, content: bytes) -> None:
        """By another name first: whoever sees the file sees all of it."""
        partial, final = self._java_path(self.below(f"_{name}.partial")), self._java_path(self.below(name))
        stream = self._system.create(partial, True)
        try:
            stream.write(bytearray(content))
        finally:
            stream.close()
        self._system.delete(final, False)
        if not self._system.rename(partial, final):
            raise Failure(Exit.UNWRITABLE_OUTPUT, f"{self.below(name)} cannot be written.")
