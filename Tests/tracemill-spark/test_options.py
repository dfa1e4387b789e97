"""What the command line refuses, without Spark."""

import contextlib
import io
import unittest

import support
from tracemill_spark.console import say
from tracemill_spark.failures import Failure, PartitionFailure, failure_in
from tracemill_spark.options import only, parse, without
from tracemill_spark.resources import refuse_equal_names

OWN = ["table", "in", "--map", "city.tmg", "-o", "out"]


def refusal(*passed: str, kind: str = "table", own: tuple[str, ...] = ()) -> str:
    try:
        parse([kind, *OWN[1:], *own, "--", *passed])
    except Failure as failure:
        return f"{failure.exit} {failure.sentence}"
    return "accepted"


class CommandLine(unittest.TestCase):
    def test_options_that_cannot_work_in_partitions_are_refused_with_the_reason(self):
        self.assertEqual(
            refusal("--table", "+doubts"),
            "2 --table +doubts looks at all traces together, and a partition has only some; run tracemill without Spark for "
            "it.")
        for option in ("--online", "--shard=1/2", "--limit", "-o", "--format=json", "--jobs=8", "--resume", "--table", "--learn"):
            with self.subTest(option):
                self.assertTrue(refusal(option, "x").startswith(f"2 {option.split('=')[0]} "), refusal(option, "x"))

    def test_the_delimiter_is_the_jobs_for_tables_and_the_programs_for_files(self):
        self.assertTrue(refusal("--csv", "skip=1,delimiter=;").startswith("2 --csv delimiter"))
        self.assertEqual(refusal("--csv", "delimiter=;", kind="files"), "accepted")

    def test_other_options_are_passed_on(self):
        passed = ("--sigma", "8", "--table", "+crossings", "--csv", r"speed-unit=km/h,time-format=%d\, %m")
        self.assertEqual(parse([*OWN, "--", *passed]).passed, passed)
        self.assertEqual(parse([*OWN, "--", *passed]).csv("speed-unit"), "km/h")
        self.assertEqual(parse([*OWN, "--", *passed]).csv("coordinates"), None)

    def test_a_file_that_executors_do_not_have_is_refused_until_it_is_shipped(self):
        self.assertIn("Add --ship", refusal("--traffic", __file__))
        self.assertEqual(refusal("--traffic", "traffic.csv", own=("--ship", "somewhere/traffic.csv")), "accepted")

    def test_options_of_tables_are_refused_for_files(self):
        self.assertTrue(refusal(kind="files", own=("--order", "source")).startswith("2 --input-format"))

    def test_files_of_one_name_cannot_be_shipped_together(self):
        with self.assertRaises(Failure):
            refuse_equal_names(["a/x.tmg", "b/x.tmg"])
        refuse_equal_names(["a/x.tmg", "local:/b/x.tmg"])

    def test_options_are_chosen_with_their_values(self):
        passed = ("--columns", "lat=a", "--sigma=8", "--time-zone=UTC")
        self.assertEqual(only(passed, ("--columns", "--time-zone")), ["--columns", "lat=a", "--time-zone", "UTC"])
        self.assertEqual(without(passed, ("--columns", "--sigma")), ["--time-zone=UTC"])


class Sentences(unittest.TestCase):
    def test_control_characters_and_overrides_of_direction_of_others_never_reach_a_terminal(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            say("in/\x1b[2J\u202egpj.exe\x07\x9b: no\ttrace\nline 2")
        self.assertEqual(said.getvalue(), "tracemill: in/\\u001B[2J\\u202Egpj.exe\\u0007\\u009B: no\ttrace\nline 2\n")


class Failures(unittest.TestCase):
    def test_the_program_s_exit_code_and_last_lines_come_through_the_text_of_an_exception(self):
        text = f"Job aborted: {PartitionFailure(3, ['tracemill: map: damaged', 'rebuild it'])}\n\tat org.apache…"
        failure = failure_in(text)
        self.assertEqual(failure.exit, 3)
        self.assertTrue(failure.sentence.endswith("It wrote:\n  tracemill: map: damaged\n  rebuild it"))

    def test_a_crash_of_the_program_is_none_of_its_exit_codes(self):
        self.assertEqual(failure_in(str(PartitionFailure(-11, []))).exit, 70)

    def test_another_failure_is_not_one_of_the_program(self):
        self.assertIsNone(failure_in("java.lang.OutOfMemoryError"))


if __name__ == "__main__":
    unittest.main()
