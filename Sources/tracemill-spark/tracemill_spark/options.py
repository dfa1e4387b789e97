"""The command line: the job's own options, and after `--` those of `tracemill match`."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass

from .failures import Exit, Failure

DESCRIPTION = """Matches traces with tracemill on the partitions of a Spark cluster, and writes a folder of Parquet for
each table.

  table INPUT   fixes as rows of CSV, Parquet or ORC files; all rows of a trace are matched together, by time
  files INPUT   a folder of trace files as tracemill reads them: GPX, CSV, NMEA, archives …

Options of `tracemill match` follow after `--`."""

DOUBTS = "looks at all traces together, and a partition has only some; run tracemill without Spark for it"

REFUSED = {
    "--online": "reads rows as they arrive, and a partition is a batch",
    "--shard": "divides a run, and Spark divides this one",
    "--limit": "would count in every partition anew; take fewer files or rows as the input",
    "--max-duration": "would end every partition on its own, and rows would be missing; Spark has limits of time",
    "--resume": "needs the folder of an earlier run; Spark repeats what was lost by itself",
    "--incremental": "needs the folder of an earlier run; give a job the new files or rows only",
    "--fail-if": "would judge every partition on its own; judge manifest.json of the output",
    "--metrics-file": "would be written by every partition; read manifest.json of the output",
    "--reject-dir": "would lie on the executor; refused records are in the table rejects",
    "--files-from": "lists files of one machine; give INPUT",
    "--partition": "would divide the tables of every partition; --by-date of this job divides the result",
    "--csv-safe": "is for spreadsheets; the job writes Parquet",
    "--select": "would hide columns from this job; in Parquet, a column that is not read costs nothing",
    "--log": "has no meaning here; Spark shows progress",
    "--newer-than": "would see the times of copies; give a job the new files only",
    "--learn": "is given to the job, before --",
    "--output": "is given to the job, before --", "-o": "is given to the job, before --",
    "--map": "is given to the job, before --", "-m": "is given to the job, before --",
    "--table": "is given to the job, before --",
    "--overwrite": "is given to the job, before --",
    "--strict": "is given to the job, before --",
    "--allow-empty": "is given to the job, before --",
    "--format": "is always CSV between the program and Spark; the job writes Parquet",
    "--jobs": "is 1 for each partition; Spark has the other processors", "-j": "is 1 for each partition",
    "--quiet": "has no meaning here", "-q": "has no meaning here",
    "--verbose": "has no meaning here", "-v": "has no meaning here",
}
"""Options that cannot work in partitions, and why."""

REFUSED_FOR_TABLES = {
    "delimiter": "is given to the job, before --",
}
"""Keys of `--csv`."""


@dataclass(frozen=True)
class Options:
    """The parsed command line."""

    kind: str
    input: str
    maps: tuple[str, ...]
    output: str
    program: str
    tables: tuple[str, ...]
    attachments: tuple[str, ...]
    format: str | None
    delimiter: str
    select: tuple[str, ...]
    order: str
    together: str
    partitions: int | None
    by_date: bool
    learn: str | None
    overwrite: bool
    strict: bool
    allow_empty: bool
    passed: tuple[str, ...]

    def value(self, *names: str) -> str | None:
        """The value of an option of `tracemill match`."""
        values = values_of(self.passed, names)
        return values[-1] if values else None

    def csv(self, key: str) -> str | None:
        """The value of a key of `--csv`."""
        return csv_keys(self.passed).get(key)


def parse(arguments: list[str]) -> Options:
    """Throws `SystemExit(2)` as argparse does, or a failure with the sentence."""
    own, passed = split(arguments)
    found = parser().parse_args(own)
    refuse_impossible(passed, found.kind)
    refuse_unshipped(passed, found.ship)
    if found.kind == "files" and (found.format or found.select or found.order != "time"):
        raise Failure(Exit.USAGE, "--input-format, --select and --order are for `table`; tracemill reads files itself.")
    if found.partitions is not None and found.partitions < 1:
        raise Failure(Exit.USAGE, f"--partitions is {found.partitions}; give 1 or more.")
    return Options(
        kind=found.kind, input=found.input.rstrip("/") or "/", maps=tuple(found.map), output=found.output.rstrip("/"),
        program=found.tracemill, tables=tuple(dict.fromkeys(found.table)), attachments=tuple(found.ship),
        format=found.format, delimiter={"tab": "\t"}.get(found.delimiter, found.delimiter),
        select=tuple(name for name in found.select.split(",") if name), order=found.order, together=found.together,
        partitions=found.partitions, by_date=found.by_date, learn=found.learn, overwrite=found.overwrite,
        strict=found.strict, allow_empty=found.allow_empty, passed=tuple(passed))


def split(arguments: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="match.py", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="spark-submit match.py {table,files} INPUT --map FILE -o OUTPUT [options] [-- options of match]",
        allow_abbrev=False)
    add = parser.add_argument
    add("kind", choices=["table", "files"])
    add("input", metavar="INPUT", help="a folder or file, local or a URI that Spark reads")
    add("-m", "--map", required=True, action="append", metavar="FILE",
        help="the map: a file here or a URI, which is copied once to each executor, or local:/path on every node; may "
        "be repeated")
    add("-o", "--output", required=True, metavar="OUTPUT", help="a folder, local or a URI, for the Parquet tables")
    add("--table", action="append", default=[], metavar="TABLE",
        help="write only this table and rejects; may be repeated")
    add("--tracemill", default="tracemill", metavar="PROGRAM",
        help="a command on every node, local:/path, or a file with a / that is copied to each executor")
    add("--ship", action="append", default=[], metavar="FILE",
        help="a file that an option after -- names, such as traffic.csv; it is copied to each executor")
    add("--by-date", action="store_true",
        help="divide each table into date=YYYY-MM-DD by its first time, in UTC or by the clock of -- --time-zone")
    add("--partitions", type=int, metavar="N", help="partitions to match; by default one for 64 MB of input")
    add("--input-format", dest="format", choices=["csv", "parquet", "orc"], help="of a table; by default by file names")
    add("--delimiter", default=",", metavar="CHARACTER", help="between the fields of a CSV table, or tab (default: ,)")
    add("--select", default="", metavar="COLUMN,…", help="columns of a table to read; by default all")
    add("--order", choices=["time", "source"], default="time",
        help="order of the rows of a trace: by time, or as in the files, which tracemill then judges (default: time)")
    add("--together", choices=["name", "path", "folder"], default="name",
        help="files that are matched in one partition: of the same name but for its endings, none, or of one folder")
    add("--learn", metavar="FOLDER",
        help="add the drives to this folder of knowledge, which lies here or on a disk that is mounted here")
    add("--overwrite", action="store_true", help="replace an earlier result")
    add("--strict", action="store_true", help="exit code 1 if anything was refused or not fully matched")
    add("--allow-empty", action="store_true", help="exit code 0 even if nothing was matched")
    return parser


def refuse_impossible(passed: list[str], kind: str) -> None:
    tables = values_of(tuple(passed), ("--table",))
    if "+doubts" in tables:
        raise Failure(Exit.USAGE, f"--table +doubts {DOUBTS}.")
    adds_tables = bool(tables) and all(table.startswith("+") for table in tables)
    for text in passed:
        name = text.split("=", 1)[0]
        if name in REFUSED and not (name == "--table" and adds_tables):
            raise Failure(Exit.USAGE, f"{name} {REFUSED[name]}.")
    for key in csv_keys(tuple(passed)):
        if kind == "table" and key in REFUSED_FOR_TABLES:
            raise Failure(Exit.USAGE, f"--csv {key} {REFUSED_FOR_TABLES[key]}.")


def refuse_unshipped(passed: list[str], shipped: list[str]) -> None:
    """A file named after `--` is none on an executor unless it is shipped; there it is known by its name alone."""
    for text in passed:
        value = text.split("=", 1)[-1] if text.startswith("--") else text
        for value in [value, *(piece.partition("=")[2] for piece in value.split(","))]:
            if os.path.isfile(value) and value not in [os.path.basename(file) for file in shipped]:
                name = os.path.basename(value)
                raise Failure(
                    Exit.USAGE, f"{value} is a file here and not on the executors. Add --ship {value} before --, and "
                    f"name it {name} after it.")


def values_of(passed: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """The values of an option, given as `--name value` or `--name=value`."""
    values = []
    for at, text in enumerate(passed):
        name, _, value = text.partition("=")
        if name in names:
            values.append(value if value else passed[at + 1] if at + 1 < len(passed) else "")
    return values


def csv_keys(passed: tuple[str, ...]) -> dict[str, str]:
    """The keys of `--csv` with their values; a comma within a value is written `\\,`."""
    pieces = [piece for text in values_of(passed, ("--csv",)) for piece in re.split(r"(?<!\\),", text)]
    return {key.strip(): value for key, _, value in (piece.partition("=") for piece in pieces)}


def without(passed: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """The options but for those of these names and their values."""
    kept, skips = [], False
    for text in passed:
        name, equals, _ = text.partition("=")
        if skips:
            skips = False
        elif name in names:
            skips = not equals
        else:
            kept.append(text)
    return kept


def only(passed: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """Only the options of these names, with their values."""
    return [text for name in names for value in values_of(passed, (name,)) for text in (name, value)]
