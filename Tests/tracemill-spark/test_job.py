"""The job in two executors: the rows of one process, also when an executor is lost, and failures with a sentence."""

import json
import os
import random
import shutil
import stat
import unittest
from datetime import datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet
import support
from support import (
    PROGRAM, ROOT, difference, drives, failure_of, job, of_one_process, of_the_job, path, town, tracemill)

ALL = ("trips", "points", "edges", "maneuvers", "events", "rejects")


def tearDownModule():
    support.stop()


def write(name: str, text: str) -> str:
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def script(name: str, text: str) -> str:
    """A program that stands for tracemill."""
    written = write(f"programs/{name}", f"#!/usr/bin/env bash\n{text}\nexec {PROGRAM} \"$@\"\n")
    os.chmod(written, os.stat(written).st_mode | stat.S_IXUSR)
    return written


def without_lines(rows: list[dict]) -> list[dict]:
    """Rows that came as a stream have no line in a file."""
    return [{**row, "line": None} if "line" in row else row for row in rows]


def files_of(folder: str) -> dict[str, bytes]:
    """The bytes of all files in a folder."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(place, name), "rb") as file:
                found[os.path.relpath(file.name, folder)] = file.read()
    return found


class SameRows(unittest.TestCase):
    maxDiff = 2000

    def assert_same(self, result: str, expected: str, tables=ALL, change=lambda rows: rows):
        for table in tables:
            with self.subTest(table):
                rows = change(of_one_process(expected, table))
                self.assertEqual(difference(of_the_job(result, table), rows), "")

    def test_shuffled_rows_give_the_rows_of_one_process_though_an_executor_is_killed(self):
        rows = [",".join(row) for row in drives()]
        # Damage: no trace, no time, no place, too few fields, too many, a quoted trace with a comma.
        bad_first = [
            "drive-1,2026-01-01,54.7", "drive-2,2026-01-01T00:00:00Z,54.7,2.8,9", ",2026-01-01T00:00:00Z,54.7,2.8"]
        bad = ["drive-3,soon,54.7,2.8", '"van, red",2026-01-01T00:00:00Z,54.7,181.5']
        in_time = sorted(bad + rows, key=lambda row: (row.split(",2026")[0].split(",soon")[0], "soon" not in row))
        header = "trip,time,lat,lon\n"
        write("one/in.csv", header + "\n".join(bad_first + in_time) + "\n")
        with open(path("one/in.csv"), "rb") as file:
            tracemill("match", "-", "--map", town(), "-o", "one/out/", "--format", "csv", "--table", "+crossings",
                      "--quiet", "--learn", "one/knowledge", "--time-zone", "Europe/Paris",
                      stdin=file.read())
        shuffled = bad_first + in_time
        random.Random(5).shuffle(shuffled)
        for part in range(3):
            write(f"parts/part-{part}.csv", header + "\n".join(shuffled[part::3]) + "\n")
        mark = path("killed")
        killer = script("killer", f"""
            process=$PPID
            while [ "$process" -gt 1 ] && [ "$(cat /proc/$process/comm)" != java ]; do
              process=$(awk '/^PPid/ {{ print $2 }}' /proc/$process/status)
            done
            if [ "$process" -gt 1 ] && ! mkdir {mark}-1 2>/dev/null && mkdir {mark}-2 2>/dev/null; then
              kill -9 $process; sleep 5
            fi""")
        lost = support.executors_lost()
        code = job("table", path("parts"), "--map", town(), "-o", path("spark"), "--tracemill", killer,
                   "--partitions", "6", "--learn", path("spark-knowledge"), "--", "--table", "+crossings",
                   "--time-zone", "Europe/Paris")
        self.assertEqual(code, 0)
        self.assertTrue(os.path.isdir(f"{mark}-2"))
        self.assertEqual(support.executors_lost(), lost + 1)
        self.assert_same(path("spark"), path("one/out"), (*ALL, "crossings"), without_lines)
        self.assert_sums(path("spark"), path("one/out"))
        self.assertEqual(files_of(path("spark-knowledge")), files_of(path("one/knowledge")))

    def assert_sums(self, result: str, expected: str):
        with open(f"{result}/manifest.json") as ours, open(f"{expected}/manifest.json") as theirs:
            sums, whole = json.load(ours), json.load(theirs)
        for key in ("trips", "fixes", "rejects", "map", "program"):
            self.assertEqual(sums[key], whole[key], key)
        self.assertEqual({(table["name"], table["rows"]) for table in sums["outputs"]},
                         {(table["name"].removesuffix(".csv"), table["rows"]) for table in whole["outputs"]})

    def test_files_of_a_folder_give_the_rows_of_one_process_with_their_ids_and_lines(self):
        for folder in ("input/later", "input/latest", "input/last"):
            os.makedirs(path(folder))
            for name in ("courier.gpx", "motorway.csv"):
                shutil.copy(os.path.join(ROOT, "Traces", name), path(folder))
        for name in os.listdir(os.path.join(ROOT, "Traces")):
            shutil.copy(os.path.join(ROOT, "Traces", name), path(f"input/{name}"))
        tracemill(
            "match", "input", "--map", town(), "-o", "files-one/", "--format", "csv", "--alternatives", "2", "--quiet")
        arguments = ["files", path("input"), "--map", town(), "--tracemill", PROGRAM, "--partitions", "5"]
        self.assertEqual(job(*arguments, "-o", path("files-spark"), "--", "--alternatives", "2"), 0)
        self.assert_same(path("files-spark"), path("files-one"), (*ALL, "alternatives"))
        failure = failure_of(*arguments, "-o", path("apart"), "--together", "path")
        self.assertEqual(failure.exit, 2)
        self.assertIn("the same id: car-1.", failure.sentence)
        self.assertEqual(os.listdir(path("apart")), [])

    def test_a_parquet_table_gives_the_tables_chosen_by_date(self):
        os.makedirs(path("parquet"))
        rows = [[text if at == 0 else datetime.fromisoformat(text.replace("Z", "+00:00")) if at == 1
                 else Decimal(text) if at == 2 else float(text) for at, text in enumerate(row)] for row in drives()]
        types = [pa.string(), pa.timestamp("us", "UTC"), pa.decimal128(12, 7), pa.float64()]
        arrays = [pa.array(column, kind) for column, kind in zip(zip(*reversed(rows)), types)]
        table = pa.table(arrays, names=["Kennzeichen", "fixtime", "lat", "lon"])
        pyarrow.parquet.write_table(table, path("parquet/fixes.parquet"))
        zone = ("--time-zone", "Pacific/Kiritimati")
        tracemill("match", "drives/traces.csv", "--map", town(), "-o", "parquet-one/", "--format", "csv", "--quiet", *zone)
        code = job("table", path("parquet"), "--map", town(), "-o", path("dated"), "--tracemill", f"local:{PROGRAM}",
                   "--table", "points", "--by-date", "--partitions", "3", "--", *zone)
        self.assertEqual(code, 0)
        self.assertEqual(sorted(name for name in os.listdir(path("dated")) if not name.startswith(".")),
                         ["manifest.json", "points", "rejects"])
        rows = of_the_job(path("dated"), "points")
        dates = [row.pop("date") for row in rows]
        self.assertEqual(dates, [row["time_local"][:10] for row in rows])
        self.assertNotEqual(dates, [row["time"].date().isoformat() for row in rows])
        # A Kennzeichen names a vehicle, and the trace_id of the other table does not.
        expected = [{**row, "vehicle": row["trace_id"]} for row in without_lines(of_one_process(path("parquet-one"), "points"))]
        self.assertEqual(difference(rows, expected), "")


class LoudFailures(unittest.TestCase):
    def test_a_failing_program_ends_the_job_with_its_exit_code_and_last_lines_and_leaves_nothing(self):
        table = write("small/fixes.csv", "trip,time,lat,lon\n" + "\n".join(",".join(row) for row in drives()[:300]))
        mark = path("sampled")
        failing = script("failing", f"""
            if [ "$1" = match ] && ! mkdir {mark} 2>/dev/null; then
              for line in $(seq 30); do echo "line $line" >&2; done; cat >/dev/null; exit 3
            fi""")
        failure = failure_of("table", table, "--map", town(), "-o", path("failed"), "--tracemill", failing)
        self.assertEqual(failure.exit, 3)
        self.assertIn("line 11\n", failure.sentence)
        self.assertTrue(failure.sentence.endswith("line 30"))
        self.assertNotIn("line 10\n", failure.sentence)
        self.assertEqual(os.listdir(path("failed")), [])

    def test_what_cannot_be_done_is_said_before_anything_is_matched(self):
        table = write("unclear/fixes.csv", "time,lat,lon\n1,54.7,2.8\n2,54.7,2.8\n")
        speeds = write("speeds/fixes.csv", "trip,time,lat,lon,speed\nx,2026-01-01T00:00:00Z,54.7,2.8,5\n")
        flagged = write("flags/fixes.csv", "trip,time,lat,lon,gps_ok\nx,2026-01-01T00:00:00Z,54.7,2.8,1\n")
        german = write("german/fixes.csv", "trip,time,lat,lon\nx,31.01.2026 07:00:00,54.7,2.8\n")
        full = os.path.dirname(write("full/letter.txt", "dear"))
        new = path("new")
        for arguments, code, part in (
            (["table", path("nowhere"), "-o", new], 3, "no such file or folder"),
            (["table", table, "-o", full], 4, "is not empty"),
            (["files", path("unclear"), "-o", path("unclear/out")], 2, "lie in one another"),
            (["table", table, "-o", new], 2, "-- --columns trace=NAME"),
            (["table", speeds, "-o", new], 2, "-- --csv speed-unit"),
            (["table", flagged, "-o", new], 2, "-- --columns valid=NAME"),
            (["table", german, "-o", new], 2, "--order source"),
            (["table", german, "-o", new, "--select", "trip,kilometres"], 2, "has no column kilometres"),
            (["table", german, "-o", new, "--order", "source", "--", "--sigma", "wide"], 2, "sigma"),
        ):
            with self.subTest(part):
                failure = failure_of(*arguments[:2], "--map", town(), "--tracemill", PROGRAM, *arguments[2:])
                self.assertIn(part, failure.sentence)
                self.assertEqual(failure.exit, code)
                self.assertFalse(os.path.exists(new))

    def test_partitions_do_not_judge_by_themselves_which_positions_are_good(self):
        rows = [",".join(row) + f",{int(number % 40 != 7)}" for number, row in enumerate(drives())]
        table = write("good/fixes.csv", "trip,time,lat,lon,gps_ok\n" + "\n".join(rows) + "\n")
        for choice in ("gps_ok", "none"):
            out, alone = path(f"good-{choice}"), f"good-{choice}-alone"
            tracemill("match", table, "--map", town(), "-o", f"{alone}/", "--format", "csv", "--quiet",
                      "--columns", f"valid={choice}")
            self.assertEqual(job("table", table, "--map", town(), "-o", out, "--tracemill", f"local:{PROGRAM}",
                                 "--table", "points", "--partitions", "3", "--", "--columns", f"valid={choice}"), 0)
            points = of_the_job(out, "points")
            self.assertEqual(difference(points, without_lines(of_one_process(path(alone), "points"))), "")
            self.assertEqual(any(row["reason"] == "invalid_fix" for row in points), choice != "none")

    def test_files_of_a_table_with_columns_in_another_order_are_not_misread(self):
        write("mixed/a.csv", "trip,time,lat,lon\nx,2026-01-01T00:00:00Z,54.7,2.8\n")
        write("mixed/b.csv", "trip,time,lon,lat\nx,2026-01-01T00:00:01Z,2.8,54.7\n")
        failure = failure_of("table", path("mixed"), "--map", town(), "-o", path("mixed-out"), "--tracemill", PROGRAM)
        self.assertEqual(failure.exit, 70)
        self.assertIn("header", failure.sentence)


if __name__ == "__main__":
    unittest.main()
