"""The files themselves: the same bytes on every run, one page per trip, pages of tables made earlier."""

import filecmp
import os
import re
import unittest

from support import TRACES, PageTest, drive, path, tables, town, tracemill


def pages_of_all(name: str, *options: str) -> str:
    """A folder with an index and a page for each trip of the sample town."""
    tracemill("match", TRACES, "--map", town(), "--format", "html", "-o", path(name) + "/", "--quiet", *options)
    return path(name)


class Files(unittest.TestCase):
    def test_the_bytes_are_the_same_on_each_run_and_with_any_number_of_jobs(self):
        one, again, eight = pages_of_all("one", "--jobs", "1"), pages_of_all("again", "--jobs", "1"), pages_of_all("eight", "--jobs", "8")
        names = sorted(name for name in os.listdir(one) if name.endswith(".html"))
        self.assertGreater(len(names), 10)
        for other in (again, eight):
            self.assertEqual(sorted(name for name in os.listdir(other) if name.endswith(".html")), names)
            self.assertEqual(filecmp.cmpfiles(one, other, names, shallow=False)[0], names)
