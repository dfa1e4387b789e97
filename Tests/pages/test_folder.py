"""Pages of a folder, which share script, style and map: opened as files, they load these and nothing else."""

import os
import re
import shutil
import unittest
from functools import cache
from pathlib import Path

from pdf import text_of
from support import TRACES, PageTest, drive, in_picture, matched, new_folder, picture, town

AROUND = "html[data-around=true]"


@cache
def folder() -> str:
    return matched(TRACES, town(), "--format", "html", "-o", new_folder())


class Folder(PageTest):
    def test_a_page_is_small_and_shows_the_map_that_a_page_of_its_own_shows(self):
        for name, trace in (("courier", "courier.gpx"), ("forester", "forest.csv"), ("wrong-way", "wrong-way.gpx")):
            with self.subTest(name):
                file = f"{folder()}pages/{name}.html"
                self.assertLess(os.path.getsize(file), 60_000)
                page, alone = self.open(file, ready=AROUND), self.open(drive(trace))
                for each in (page, alone):
                    each.locator("#map").hover(position={"x": 5, "y": 300})
                self.assertEqual(
                    in_picture(picture(page), "({ data }) => data.join()"),
                    in_picture(picture(alone), "({ data }) => data.join()"))

    def test_it_shows_its_drive_without_the_map_where_the_shared_files_of_the_map_are_gone(self):
        copy = shutil.copytree(folder(), new_folder(), dirs_exist_ok=True)
        for tile in Path(copy, "pages", "shared").glob("*-1?-*.js"):
            tile.unlink()
        page = self.open(f"{copy}pages/courier.html", ready=AROUND, watched=False)
        self.assertGreater(page.evaluate("window.replay.track.length"), 3000)
        self.assertGreater(page.evaluate("window.replay.map.roads.roads.count"), 10)

    def test_it_loads_what_is_in_its_folder_and_no_other_script_runs(self):
        text = Path(folder(), "pages", "courier.html").read_text(encoding="utf-8")
        shared = {file.name for file in Path(folder(), "pages", "shared").iterdir()}
        self.assertEqual({link for link in re.findall(r'(?:src|href)="shared/([^"]*)"', text)} - shared, set())
        page = self.open(f"{folder()}pages/courier.html", ready=AROUND, watched=False)
        page.evaluate(
            """() => {
              for (const text of ['window.was = 1', 'document.title = "was"']) {
                document.head.append(Object.assign(document.createElement('script'), { textContent: text }));
              }
            }""")
        self.assertIsNone(page.evaluate("window.was ?? null"))
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        self.assertTrue(all(name.startswith((f"file://{folder()}pages/shared/", "data:")) for name in loaded), loaded)

    def test_printed_it_has_the_map_that_a_page_of_its_own_has(self):
        pages = [self.open(f"{folder()}pages/courier.html", ready=AROUND), self.open(drive("courier.gpx"))]
        printed = []
        for page in pages:
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            printed.append(page.locator("#print img").get_attribute("src"))
        self.assertEqual(*printed)
        self.assertIn("Maneuvers", text_of(pages[0].pdf(format="A4")))

    def test_the_list_has_trips_without_a_page_and_says_how_many_have_one(self):
        flagged = matched(TRACES, town(), "--format", "html", "--pages", "flagged", "-o", new_folder())
        pages = [file for file in os.listdir(f"{flagged}pages") if file.endswith(".html")]
        page = self.open(f"{flagged}index.html", ready="[role=row] a")
        self.assertIn(f"{len(pages)} with a page", page.locator("#totals").inner_text())
        self.assertEqual(page.locator("[role=row] a[href^='pages/']").count(), len(pages))
        self.assertEqual(page.evaluate("window.index.rows.length"), 14)


if __name__ == "__main__":
    unittest.main()
