"""The verdict on the whole of a job, without Spark."""

import json
import unittest

import support  # the path of the package
from tracemill_spark.summary import Summary


def summary(*partitions: dict) -> Summary:
    """Of partitions with these statuses and reasons of trips and reasons of rejects."""
    sums = Summary()
    for trips in partitions:
        by_status = {status: count for status, count in trips.items() if status in ("ok", "unmatched", "rejected")}
        by_reason = {reason: trips[reason] for reason in ("outside_map",) if reason in trips}
        rejects = {reason: trips[reason] for reason in ("unreadable", "bad_time") if reason in trips}
        sums.add(json.dumps({"code": 0, "lines": [], "manifest": {
            "trips": {"count": sum(by_status.values()), "by_status": by_status, "by_reason": by_reason},
            "rejects": {"count": sum(rejects.values()), "by_reason": rejects},
        }}))
    return sums


class Verdict(unittest.TestCase):
    def test_refused_records_are_normal_unless_the_job_is_strict(self):
        sums = summary({"ok": 2, "bad_time": 1}, {"ok": 3})
        self.assertEqual(sums.complaints(is_strict=False, may_be_empty=False), [])
        self.assertEqual(len(sums.complaints(is_strict=True, may_be_empty=False)), 1)

    def test_one_partition_beside_the_map_is_no_wrong_map_and_all_are(self):
        beside = {"unmatched": 2, "outside_map": 2}
        self.assertEqual(summary(beside, {"ok": 1}).complaints(False, False), [])
        self.assertIn("no trace lies on the map", summary(beside, beside, {"rejected": 1}).complaints(False, False)[0])

    def test_an_unreadable_file_of_one_partition_is_said_of_the_whole(self):
        self.assertIn("not all files", summary({"ok": 2, "unreadable": 1}, {"ok": 1}).complaints(False, False)[0])

    def test_nothing_at_all_is_no_success_unless_allowed(self):
        self.assertEqual(summary({"rejected": 2}, {"rejected": 1}).complaints(False, True), [])
        self.assertIn("--allow-empty", summary({"rejected": 2}, {"rejected": 1}).complaints(False, False)[0])
        self.assertEqual(summary({"rejected": 2}, {"ok": 1}).complaints(False, False), [])


class Sums(unittest.TestCase):
    def test_the_counts_of_partitions_are_added(self):
        manifest = summary({"ok": 2, "bad_time": 1}, {"ok": 3, "bad_time": 4}).manifest({"trips": 5}, {})
        self.assertEqual(manifest["trips"], {"count": 5, "by_status": {"ok": 5}, "by_reason": {}})
        self.assertEqual(manifest["rejects"], {"count": 5, "by_reason": {"bad_time": 5}})
        self.assertEqual((manifest["partitions"], manifest["outputs"]), (2, [{"name": "trips", "rows": 5}]))


if __name__ == "__main__":
    unittest.main()
