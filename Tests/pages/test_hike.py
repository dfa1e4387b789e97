"""What a walk shows besides: its altitudes below the speeds, and no limits of cars."""

import os
import re
from functools import cache

from support import TRACES, PageTest, matched, new_folder, town, write


@cache
def walk() -> str:
    """The page of the courier's drive on foot, 100 m up and down again, without altitudes near its end."""
    with open(os.path.join(TRACES, "courier.gpx"), encoding="utf-8") as file:
        text = file.read()
    points = len(re.findall("<time>", text))
    altitudes = iter(
        "" if 0.8 < number / points < 0.9 else f"<ele>{100 - abs(200 * number / points - 100):.1f}</ele>"
        for number in range(points))
    trace = write("walk/walk.gpx", re.sub("<time>", lambda _: next(altitudes) + "<time>", text))
    return matched(trace, town(), "--mode", "pedestrian", "--format", "html", "-o", new_folder() + "walk.html")


class Walk(PageTest):
    def test_the_altitude_has_a_chart_with_a_gap_and_sums(self):
        page = self.open(walk())
        page.get_by_role("tab", name="Trip").click()
        words = page.locator("figure", has_text="Altitude over distance").inner_text()
        up, down = map(int, re.search(r"(\d+) m up, (\d+) m down", words).groups())
        self.assertAlmostEqual(up, 100, delta=8)
        self.assertAlmostEqual(down, 100, delta=8)
        line = page.locator(".chart .height").get_attribute("d")
        self.assertEqual(line.count("M"), 2, "one gap parts the line")

    def test_a_click_on_it_goes_there(self):
        page = self.open(walk())
        page.get_by_role("tab", name="Trip").click()
        chart = page.locator(".chart", has=page.locator(".height"))
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.54, box["y"] + box["height"] / 2)
        track = "window.replay.track"
        share = page.evaluate(f"{track}.at(window.replay.clock.time).s / {track}.length")
        self.assertAlmostEqual(share, (0.54 * 400 - 34) / (400 - 34), delta=0.02)

    def test_who_walks_has_no_limit(self):
        page = self.open(walk())
        page.evaluate("window.replay.clock.seek((window.replay.track.begin + window.replay.track.end) / 2)")
        self.assertTrue(page.locator(".travel .limit").is_hidden())
        page.get_by_role("tab", name="Trip").click()
        self.assertNotIn("the limit", page.locator("figure").first.inner_text())
