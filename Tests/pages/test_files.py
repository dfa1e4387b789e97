"""The files themselves: the same bytes on every run, one page per trip with an index, routes, tables made earlier."""

import os
import sys
import unittest
from pathlib import Path

from support import (
    TRACES, PageTest, drive, matched, milliseconds, new_folder, place, rows, tables, town, tracemill, write)

def pages_of_all(*options: str) -> dict[str, bytes]:
    """The files of a folder with an index and a page for each trip of the sample town, by their paths."""
    folder = matched(TRACES, town(), "--format", "html", "-o", new_folder(), *options)
    return {str(file.relative_to(folder)): file.read_bytes() for file in Path(folder).glob("**/*.html")}


class Bytes(unittest.TestCase):
    def test_they_are_the_same_on_each_run_and_with_any_number_of_jobs(self):
        one = pages_of_all("--jobs", "1")
        self.assertGreater(len(one), 12)
        for jobs in ("1", "8"):
            again = pages_of_all("--jobs", jobs)
            self.assertEqual(sorted(again), sorted(one))
            self.assertEqual([name for name in one if again[name] != one[name]], [])


class Folder(PageTest):
    def test_the_index_lists_all_trips_and_leads_to_their_pages_and_back(self):
        folder = matched(TRACES, town(), "--format", "html", "-o", new_folder())
        trips = rows(matched(TRACES, town(), "--format", "csv", "-o", new_folder()), "trips")
        page = self.open(f"{folder}index.html", ready="[role=row] a")
        text = page.evaluate("document.body.innerText")
        for trip in trips:
            self.assertIn(trip["trip_id"], text)
        self.assertIn("477 m wrong way", text)
        credit = page.locator("footer a").get_attribute("href")
        self.assertEqual(credit, "https://www.openstreetmap.org/copyright")
        links = page.evaluate("[...document.querySelectorAll('a[href$=\".html\"]')].map(link => link.href)")
        self.assertEqual(len(set(links)), len(trips))
        for link in sorted(set(links)):
            self.open(link.removeprefix("file://"))


class Routes(PageTest):
    def test_a_route_is_shown_with_its_alternatives_and_replayed_from_its_begin(self):
        page = new_folder() + "route.html"
        tracemill(
            "route", "--map", town(), "--waypoint", "54.6959126,2.8368978", "--waypoint", "54.7161699,2.8390693",
            "--alternatives", "2", "--format", "html", "-o", page, "--quiet")
        opened = self.open(page)
        self.assertEqual(opened.evaluate("window.replay.drive.kind"), "route")
        opened.keyboard.press("Space")
        opened.clock.run_for(2000)
        at = opened.evaluate("window.replay.track.at(window.replay.clock.time)")
        self.assertGreater(at["s"], 50)
        opened.keyboard.press("End")
        at = opened.evaluate("window.replay.track.at(window.replay.clock.time)")
        self.assertAlmostEqual(at["lat"], 54.7161699, delta=0.001)

    def test_an_alternative_is_replayed_in_the_place_of_the_best_route(self):
        page = new_folder() + "route.html"
        tracemill(
            "route", "--map", town(), "--waypoint", "54.6971,2.8400", "--waypoint", "54.7023,2.8318", "--alternatives", "3",
            "--format", "html", "-o", page, "--quiet")
        lengths = self.open(page).evaluate("Array.from(window.replay.drive.table('routes').numbers('length_m'))")
        self.assertGreater(len(lengths), 1, "the town has another way")
        other = self.open(page, "#a=1")
        self.assertEqual(other.evaluate("window.replay.drive.table('routes').value('length_m', 0)"), lengths[1])
        self.assertAlmostEqual(other.evaluate("window.replay.track.length"), lengths[1], delta=0.01 * lengths[1])
        self.assertIn("alternative 1", other.locator("#outcome").inner_text())


class TablesMadeEarlier(PageTest):
    PLACES = """(count) => {
      const { begin, end } = window.replay.track;
      return Array.from({ length: count + 1 }, (_, at) => window.replay.track.at(begin + (end - begin) * at / count));
    }"""

    def viewed(self, folder: str, *options: str):
        page = new_folder() + "viewed.html"
        tracemill("view", folder, "-o", page, "--quiet", *options)
        return self.open(page)

    def test_with_their_map_they_replay_as_the_page_of_the_run_does(self):
        for trace in ("courier.gpx", "forest.csv", "van.csv.gz"):
            with self.subTest(trace):
                earlier = self.viewed(tables(trace), "--map", town())
                run = self.open(drive(trace))
                self.assertEqual(earlier.evaluate(self.PLACES, 200), run.evaluate(self.PLACES, 200))
                self.assertEqual(earlier.locator("#title").inner_text(), run.locator("#title").inner_text())
                for page in (earlier, run):
                    page.get_by_role("tab", name="Maneuvers").click()
                self.assertEqual(
                    *(page.locator("#grid-maneuvers").inner_text() for page in (earlier, run)))

    def test_without_a_map_the_drive_goes_through_the_matched_places(self):
        page = self.viewed(tables("motorway.csv"))
        fixes = [fix for fix in rows(tables("motorway.csv"), "points") if fix["status"] == "matched"]
        times = [milliseconds(fix["time"]) for fix in fixes]
        for fix, at in zip(fixes, page.evaluate("times => times.map(time => window.replay.track.at(time))", times)):
            self.assertLess(place(at).distance(place(fix, "matched_")), 3, fix["time"])

    def test_a_folder_of_tables_becomes_a_folder_of_pages(self):
        folder = matched(TRACES, town(), "--format", "csv", "-o", new_folder())
        tracemill("view", folder, "--map", town(), "--quiet")
        page = self.open(f"{folder}index.html", ready="[role=row] a")
        links = page.evaluate("[...document.querySelectorAll('a[href$=\".html\"]')].map(link => link.href)")
        self.assertEqual(len(set(links)), len(rows(folder, "trips")))
        self.open(links[0].removeprefix("file://"))


class Sizes(PageTest):
    def test_ten_thousand_fixes_open(self):
        """The size and the time are said, and not asserted: they are those of this machine."""
        folder = new_folder()
        tracemill(
            "simulate", "--map", town(), "--count", "1", "--length", "130000-130001", "--seed", "3", "-o", folder,
            "--quiet")
        with open(f"{folder}traces.csv", encoding="utf-8") as file:
            text = "".join(file.readlines()[:10_001])
        page = matched(write("long.csv", text), town(), "--format", "html", "-o", folder + "long.html")
        opened = self.open(page)
        self.assertEqual(opened.evaluate("window.replay.drive.table('points').rows"), 10_000)
        first = opened.evaluate("window.replay.map.stats.firstPictureMs")
        size = os.path.getsize(page) / 1e6
        print(f"Measured: 10,000 fixes in {size:.1f} MB, first picture after {first:.0f} ms", file=sys.__stdout__)
