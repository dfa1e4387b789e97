"""Pages open silently, on a desk and on a phone, on paper, and without anything but themselves."""

import base64
import json
import os

from pdf import text_of
from support import TRACES, PageTest, drive, in_picture, milliseconds, rows, tables, write

ALL = sorted(name for name in os.listdir(TRACES) if not name.endswith((".osm", ".json", ".ndjson")))


class Opening(PageTest):
    def test_every_drive_of_the_town_opens_and_plays_silently(self):
        """What a page says, or asks of the network, fails the test when it ends."""
        for trace in ALL:
            with self.subTest(trace):
                page = self.open(drive(trace, "--limit", "1", "--table", "+candidates", "--alternatives", "2"))
                trip = rows(tables(trace, "--limit", "1"), "trips")[0]
                self.assertIn(trip["trip_id"], page.title())
                self.assertEqual(page.locator("#title").inner_text(), trip["trip_id"])
                for tab in page.get_by_role("tab").all():
                    tab.click()
                page.evaluate("window.replay.clock.speed = 100; window.replay.clock.play()")
                page.clock.run_for(3000)
                self.assertGreater(page.evaluate("window.replay.map.stats.frames"), 10)

    def test_a_page_may_not_ask_the_network_whatever_stands_in_it(self):
        page = self.open(drive("courier.gpx"), watched=False)
        reasons = []
        page.on("requestfailed", lambda request: reasons.append(request.failure))
        outcome = page.evaluate("""() => Promise.all([
          fetch('https://example.org/').then(() => 'fetched', () => 'refused'),
          new Promise((resolve) => {
            const image = document.createElement('img');
            image.onload = () => resolve('loaded');
            image.onerror = () => resolve('refused');
            image.src = 'https://example.org/x.png';
            document.body.append(image);
          })])""")
        self.assertEqual(outcome, ["refused", "refused"])
        self.assertEqual(set(reasons), {"csp"}, "its own policy refuses, before it is found that there is no network")

    def test_a_phone_shows_all_without_scrolling_sideways(self):
        for width, height in [(390, 844), (320, 568), (844, 390)]:
            with self.subTest(width):
                phone = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
                page = self.open(drive("courier.gpx", "--table", "+candidates"), **phone)
                for tab in page.get_by_role("tab").all():
                    tab.click()
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
                for name in ("Play", "Layers"):
                    box = page.get_by_role("button", name=name).bounding_box()
                    self.assertGreaterEqual(box["x"], 0)
                    self.assertLessEqual(box["x"] + box["width"], width)
                    self.assertLessEqual(box["y"] + box["height"], height)
                self.assertGreater(page.locator("#map").bounding_box()["height"], height / 4)

    def test_the_map_on_paper_shows_all_of_the_drive(self):
        """Browsers do not print canvases, so the paper has a picture of its own."""
        for scheme in ("light", "dark"):
            page = self.open(drive("courier.gpx"), "#t=60&z=19", color_scheme=scheme)
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            address = page.locator("#print img").get_attribute("src")
            colours = in_picture(base64.b64decode(address.split(",")[1]), """({ data, width, height }) => {
              const path = { n: 0, left: 1, right: 0, top: 1, bottom: 0 };
              for (let i = 0; i < data.length; i += 4) {
                if (data[i] !== 0x15 || data[i + 1] !== 0x57 || data[i + 2] !== 0xd6) continue;
                const [x, y] = [(i / 4) % width / width, Math.floor(i / 4 / width) / height];
                path.n += 1;
                path.left = Math.min(path.left, x); path.right = Math.max(path.right, x);
                path.top = Math.min(path.top, y); path.bottom = Math.max(path.bottom, y);
              }
              return path; }""")
            self.assertGreater(colours["n"], 2000)
            self.assertGreater(max(colours["right"] - colours["left"], colours["bottom"] - colours["top"]), 0.7)
            self.assertGreater(min(colours["left"], colours["top"], 1 - colours["right"], 1 - colours["bottom"]), 0)
            before = page.evaluate("window.replay.map.theme")
            self.assertEqual(before, {"light": "day", "dark": "night"}[scheme], "the screen stays as it is")

    def test_a_page_opens_where_the_gravest_happened_and_says_it(self):
        page = self.open(drive("wrong-way.gpx"))
        event = rows(tables("wrong-way.gpx"), "events")[0]
        self.assertEqual(page.locator("#outcome").inner_text(), "477 m the wrong way")
        self.assertEqual(page.evaluate("window.replay.clock.time"), milliseconds(event["begin_time"]))
        self.assertEqual(page.locator("[role=row][aria-selected=true]").get_attribute("id"), "grid-events-0")

    def test_stops_that_were_missed_are_in_view_as_the_page_opens(self):
        places = [(54.6983381, 2.8458941), (54.7023301, 2.8659212), (54.6914659, 2.8307555)]
        waypoints = [{"lat": lat, "lon": lon} for lat, lon in places]
        plan = write("missed/plans.ndjson", json.dumps({"id": "courier", "waypoints": waypoints}) + "\n")
        page = self.open(drive("courier.gpx", "--plan", plan))
        self.assertIn("missed", page.locator("#outcome").inner_text())
        outside = page.evaluate("""() => { const { map } = window.replay, { camera } = map;
          return map.markers.all.filter(({ table }) => table === 'milestones').map(({ x, y }) => camera.toScreen(x, y))
            .filter(({ x, y }) => x < 0 || y < 0 || x > camera.width || y > camera.height); }""")
        self.assertEqual(outside, [])

    def test_the_first_picture_is_painted_once(self):
        for trace in ("courier.gpx", "wrong-way.gpx"):
            for scheme in ("light", "dark"):
                page = self.open(drive(trace), color_scheme=scheme)
                page.clock.run_for(500)
                shields = page.evaluate("Object.keys(window.replay.drive.roads.plates ?? {}).length > 0")
                # Once more when the shields are there: the browser draws them in its own time.
                self.assertLessEqual(page.evaluate("window.replay.map.stage.painted"), 2 if shields else 1)

    def test_stretches_without_fixes_are_hollow_and_only_the_wrong_way_is_red(self):
        count = """(name) => { const { path } = window.replay.map;
          return path[name] ? path[name].reduce((sum, flag) => sum + flag, 0) : 0; }"""
        page = self.open(drive("tunnel.gpx"))
        self.assertGreater(page.evaluate(count, "unseen"), 0)
        self.assertEqual(page.evaluate(count, "wrongWay"), 0)
        self.assertIn("inferred", " ".join(page.evaluate("window.replay.map.legend.map(({ label }) => label)")))
        page = self.open(drive("wrong-way.gpx"))
        self.assertEqual(page.evaluate(count, "unseen"), 0)
        self.assertGreater(page.evaluate(count, "wrongWay"), 0)

    def test_a_limit_that_is_assumed_looks_like_none_that_is_posted(self):
        page = self.open(drive("courier.gpx"))
        page.evaluate("""() => { const { guidance, clock } = window.replay;
          const value = guidance.pieces.value.bind(guidance.pieces);
          guidance.pieces.value = (name, row) => (name === 'speed_limit_source' ? 'default'
            : name === 'speed_limit_kmh' ? 5 : value(name, row));
          guidance.setTime(clock.begin + 70000); }""")
        self.assertEqual(page.locator(".limit").inner_text(), "5 assumed")
        self.assertEqual(page.locator(".limit").evaluate("sign => getComputedStyle(sign).borderTopStyle"), "dashed")
        self.assertEqual(page.locator(".speeds .over").count(), 0)

    def test_ways_and_the_credit_lead_to_openstreetmap_and_load_nothing(self):
        page = self.open(drive("wrong-way.gpx"))
        page.locator("#grid-events-0").click()
        link = page.locator("#details a", has_text="1103").first
        self.assertEqual(link.get_attribute("href"), "https://www.openstreetmap.org/way/1103")
        self.assertIn("noopener", link.get_attribute("rel"))
        credit = page.locator("#attribution a").get_attribute("href")
        self.assertEqual(credit, "https://www.openstreetmap.org/copyright")

    def test_a_chart_has_the_speed_and_the_limits_and_a_click_goes_there(self):
        page = self.open(drive("courier.gpx"))
        page.get_by_role("tab", name="Trip").click()
        chart = page.locator(".chart")
        self.assertIn("H", page.locator(".chart .limits").first.get_attribute("d"))
        box = chart.bounding_box()
        chart.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        begin, end, time = page.evaluate("(({ begin, end, time }) => [begin, end, time])(window.replay.clock)")
        self.assertGreater(time, begin + 0.9 * (end - begin))

    def test_the_timeline_zooms_and_moves_on_with_the_replay(self):
        page = self.open(drive("courier.gpx"))
        page.evaluate("window.replay.timeline.zoom(0.2, window.replay.clock.begin)")
        view = "(({ begin, end }) => [begin, end])(window.replay.timeline.view)"
        begin, end = page.evaluate(view)
        self.assertAlmostEqual(end - begin, 0.2 * 536_000, delta=10)
        page.evaluate("window.replay.clock.seek(window.replay.clock.begin + 300000)")
        first, last = page.evaluate(view)
        time = page.evaluate("window.replay.clock.time")
        self.assertTrue(first <= time <= last and abs(last - first - (end - begin)) < 10)

    def test_touch_has_room_and_the_map_has_words(self):
        page = self.open(drive("courier.gpx"), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        for button in page.locator(".buttons button:visible, #bar select, [role=tab]:visible").all():
            box = button.bounding_box()
            self.assertGreaterEqual(round(min(box["width"], box["height"])), 44, button.evaluate("button => button.id"))
        tabs = [tab.bounding_box() for tab in page.locator("[role=tab]").all()]
        for left, right in zip(tabs, tabs[1:]):
            self.assertGreaterEqual(right["x"], left["x"] + left["width"] - 1, "tabs lie side by side")
        self.assertIn("A drive of 3.1", page.locator("#map").get_attribute("aria-description"))

    def test_on_paper_stand_the_maneuvers(self):
        instructions = [row["instruction"] for row in rows(tables("courier.gpx"), "maneuvers")]
        for scheme in ("light", "dark"):
            page = self.open(drive("courier.gpx"), color_scheme=scheme)
            printed = "".join(text_of(page.pdf(format="A4")).split())
            self.assertIn("courier", printed)
            for instruction in instructions:
                self.assertIn("".join(instruction.split()), printed)
