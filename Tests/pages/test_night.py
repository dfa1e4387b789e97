"""The page of a night says what its tables say, and what is selected on it agrees with them."""

import collections
import json
import os
from functools import cache

from pdf import text_of
from support import TRACES, PageTest, in_picture, new_folder, path, rows, town, tracemill

JOBS = ["--job-list", os.path.join(TRACES, "jobs.json"), "--job-events", os.path.join(TRACES, "job-events.json")]


@cache
def night() -> tuple[str, str]:
    """The folder of all drives of the sample town, with pages, and the page of the night beside it."""
    folder = new_folder()
    tracemill("match", TRACES, "--map", town(), "--quiet", "--format", "csv", "-o", folder, *JOBS)
    tracemill("view", folder, "--map", town(), "--quiet")
    tracemill("report", folder, "--format", "html", "--map", town(), "--quiet")
    return folder, os.path.join(folder, "night.html")


def contrast(one: str, other: str) -> float:
    """Of two colours as #rrggbb, by WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Night(PageTest):
    def open_night(self, **settings):
        return self.open(night()[1], **settings)

    def test_its_figures_are_those_of_the_tables(self):
        page = self.open_night()
        trips = rows(night()[0], "trips")
        figures = page.locator("#figures").inner_text()
        self.assertIn(f"{len(trips)} trips", figures)
        vehicles = {trip["vehicle"] for trip in trips} - {""}
        self.assertIn(f"{len(vehicles)} vehicle", figures)
        events = collections.Counter(
            event["type"] for event in rows(night()[0], "events")
            if not event["type"].startswith(("milestone", "destination", "eta")))
        for kind, count in events.items():
            row = page.locator(".bars button", has_text=kind.replace("_", " ")).first
            self.assertEqual(row.locator("b").inner_text(), str(count), kind)

    def test_what_is_selected_agrees_with_the_tables(self):
        page = self.open_night()
        folder = night()[0]
        for kind in {event["type"] for event in rows(folder, "events")} & {"wrong_way", "off_road", "forbidden_turn", "stop"}:
            page.evaluate("(kind) => window.night.selection.set('type', kind)", kind)
            wanted = {event["trip_id"] for event in rows(folder, "events") if event["type"] == kind}
            self.assertEqual(self.selected(page), wanted, kind)
        page.evaluate("window.night.selection.clear()")
        status = rows(folder, "trips")[0]["status"]
        page.evaluate("(status) => window.night.selection.set('status', status)", status)
        self.assertEqual(
            self.selected(page), {trip["trip_id"] for trip in rows(folder, "trips") if trip["status"] == status})

    def test_a_road_selects_the_trips_that_drove_it(self):
        page = self.open_night()
        driven = collections.defaultdict(set)
        for edge in rows(night()[0], "edges"):
            driven[edge["name"]].add(edge["trip_id"])
        names = page.evaluate("window.night.night.roads.name")
        for road in range(0, len(names), 7):
            page.evaluate("(road) => window.night.selection.set('road', road)", road)
            selected = self.selected(page)
            self.assertTrue(selected)
            self.assertEqual(len(selected), page.evaluate("(road) => window.night.night.roads.trips[road]", road))
            self.assertLessEqual(selected, driven[names[road]] or selected)

    def selected(self, page) -> set[str]:
        return set(page.evaluate(
            "window.night.night.trips.id.filter((_, trip) => window.night.selection.trips()[trip])"))

    def test_every_trip_drives_the_roads_of_its_edges(self):
        page = self.open_night()
        lengths = page.evaluate("[...window.night.night.paths.starts].map((start, i, all) => (all[i + 1] ?? start) - start)")
        edges = collections.Counter(edge["trip_id"] for edge in rows(night()[0], "edges"))
        for trip, length in zip(rows(night()[0], "trips"), lengths):
            self.assertLessEqual(length, 2 * edges[trip["trip_id"]], trip["trip_id"])
            self.assertEqual(length > 0, edges[trip["trip_id"]] > 0, trip["trip_id"])

    def test_trips_that_need_a_look_lead_to_their_pages_at_the_moment(self):
        page = self.open_night()
        links = page.locator(".look a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
        self.assertTrue(links)
        for link in links:
            file = link.split("#")[0]
            self.assertTrue(os.path.exists(os.path.join(night()[0], file)), link)

    def test_all_views_open_on_a_desk_and_on_a_phone(self):
        for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
            page = self.open_night(viewport=size)
            for tab in page.get_by_role("tab").all():
                tab.click()
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size["width"])

    def test_without_a_script_the_first_screen_is_there(self):
        page = self.open(night()[1], ready="#first", java_script_enabled=False)
        text = page.locator("#first").inner_text()
        self.assertIn("Needs a look", text)
        self.assertIn("trips", text)
        self.assertGreater(page.locator("#first svg path").count(), 0)

    def test_on_paper_stand_the_figures_and_the_roads(self):
        for scheme in ("light", "dark"):
            page = self.open_night(color_scheme=scheme)
            pdf = page.pdf(format="A4")
            self.assertIn("Needsalook", "".join(text_of(pdf).split()))
            page.emulate_media(media="print")
            dark = in_picture(page.locator("#first svg").screenshot(), """(image) => {
              let dark = 0;
              for (let i = 0; i < image.data.length; i += 4) dark += image.data[i] + image.data[i + 1] + image.data[i + 2] < 500;
              return dark;
            }""")
            self.assertGreater(dark, 300, "roads are drawn")

    def test_every_colour_of_a_road_stands_out_from_the_ground(self):
        page = self.open_night()
        looks = page.evaluate("window.night.map.colours")
        for theme, look in looks.items():
            for colour in look["roads"] + look["marks"]:
                self.assertGreaterEqual(contrast(colour, look["ground"]), 3, f"{colour} by {theme}")

    def test_a_night_is_compared_with_those_before(self):
        history = path("fleet.ndjson")
        line = {"schema": "tracemill/night-sums/1", "trips": 7, "vehicles": 2, "length_m": 1000, "duration_s": 600,
            "fixes": 100, "matched": 90, "refused": 0, "flagged": 1}
        with open(history, "w", encoding="utf-8") as file:
            for day in ("2020-01-01", "2020-01-02"):
                file.write(json.dumps({**line, "date": day}) + "\n")
        page_file = os.path.join(new_folder(), "n.html")
        for _ in range(2):
            tracemill("report", night()[0], "--format", "html", "--map", town(), "--history", history, "-o", page_file)
        with open(history, encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3, "a night that is run again replaces its line")
        page = self.open(page_file)
        self.assertIn("last night 7, usually 7", page.locator("#figures").inner_text())
        page.get_by_role("tab", name="Nights").click()
        self.assertIn("2020-01-01", page.locator("#view").inner_text())

    def test_names_are_never_markup(self):
        folder = new_folder()
        trace = path("evil.csv")
        with open(os.path.join(TRACES, "motorway.csv"), encoding="utf-8") as source, open(trace, "w", encoding="utf-8") as copy:
            head, *lines = source.read().splitlines()
            copy.write(head + "\n")
            for line in lines:
                copy.write("</script><img src=x onerror=alert(1)>" + line[line.index(","):] + "\n")
        tracemill("match", trace, "--map", town(), "--quiet", "--format", "csv", "-o", folder)
        tracemill("report", folder, "--format", "html", "--map", town(), "--quiet")
        page = self.open(os.path.join(folder, "night.html"))
        self.assertEqual(page.locator("img").count(), 0)
