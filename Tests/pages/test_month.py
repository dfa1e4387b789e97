"""The page of a month says what the tables of `learn --export` say, and what is chosen on it agrees with them."""

import collections
import json
import os
from functools import cache

from pdf import text_of
from support import TRACES, PageTest, new_folder, path, rows, town, tracemill


def often(trace: str, times: int) -> str:
    """A file with a trace of the sample town, driven again on so many days."""
    with open(os.path.join(TRACES, trace), encoding="utf-8") as file:
        head, *lines = file.read().splitlines()
    with open(path("often.csv"), "w", encoding="utf-8") as file:
        file.write(head + "\n")
        for day in range(times):
            for line in lines:
                vehicle, rest = line.split(",", 1)
                file.write(f"{vehicle}-{day},{rest.replace('-05-11T', f'-05-{11 + day}T')}\n")
    return path("often.csv")


@cache
def month() -> tuple[str, str]:
    """The folder with all tables of what the drives of the sample town know, and the page of them."""
    reports, knowledge, tables = new_folder(), path("knowledge"), new_folder()
    tracemill("match", TRACES, often("motorway.csv", 14), "--map", town(), "--quiet", "--format", "csv", "-o", reports)
    tracemill("learn", reports, "--map", town(), "--quiet", "-o", knowledge, "--time-zone", "Europe/London")
    tracemill("learn", "--export", tables, "--format", "csv", "--quiet", knowledge)
    history = path("nights.ndjson")
    with open(history, "w", encoding="utf-8") as file:
        for day, trips in (("2026-05-03", 9), ("2026-05-04", 4), ("2026-05-05", 7), ("2026-05-06", 5)):
            file.write(json.dumps({"schema": "tracemill/night-sums/1", "date": day, "trips": trips, "vehicles": 2,
                "length_m": 1000 * trips, "duration_s": 600, "fixes": 100, "matched": 90, "refused": 0, "flagged": 1}) + "\n")
    page = os.path.join(new_folder(), "month.html")
    tracemill("report", knowledge, "--format", "html", "--map", town(), "--history", history, "-o", page, "--quiet")
    return tables, page


class Month(PageTest):
    def open_month(self, **settings):
        return self.open(month()[1], **settings)

    def pieces(self, page) -> dict:
        """What the page has of its pieces of road, and the classes of hours."""
        return page.evaluate("""() => {
          const { month } = window.month;
          const pieces = [];
          month.totalTrips.forEach((_, road) => [0, 1].forEach((side) => {
            const piece = 2 * road + side;
            pieces.push({ name: month.roads.name[road], way: month.roads.way[road], trips: month.roads.trips[piece],
              free: month.roads.free[piece], shares: month.shares[piece] });
          }));
          return { pieces, hours: month.hours };
        }""")

    def test_its_roads_have_the_trips_of_the_table(self):
        found = self.pieces(self.open_month())["pieces"]
        wanted = collections.Counter()
        for use in rows(month()[0], "use"):
            wanted[use["way"]] += int(use["trips"])
        have = collections.Counter()
        for piece in found:
            have[str(piece["way"])] += piece["trips"]
        self.assertEqual({way: trips for way, trips in wanted.items() if trips}, {way: trips for way, trips in have.items() if trips})

    def test_its_speeds_are_those_of_the_table(self):
        data = self.pieces(self.open_month())
        hours = data["hours"]
        classes = [(hours["days"][days], begin) for days, begin in zip(hours["set"], hours["begin"])]
        wanted = collections.defaultdict(list)
        for row in rows(month()[0], "speeds"):
            if row["basis"] in ("class", "profile"):
                continue
            for at, (days, begin) in enumerate(classes):
                if days == row["days"] and int(row["begin_hour"]) <= begin < int(row["end_hour"]):
                    wanted[row["way"], at].append(round(100 * float(row["expected_kmh"]) / float(row["free_flow_kmh"] or 100)))
        have = collections.defaultdict(list)
        for piece in data["pieces"]:
            for at, share in enumerate(piece["shares"] or []):
                if share is not None:
                    have[str(piece["way"]), at].append(share)
        self.assertTrue(have)
        for key, shares in have.items():
            for one, other in zip(sorted(shares), sorted(wanted[key]), strict=True):
                self.assertLessEqual(abs(one - other), 1, key)

    def test_an_hour_is_chosen_by_click_and_keyboard(self):
        page = self.open_month()
        page.locator(".hours button").first.click()
        first = page.locator(".hour b").inner_text()
        page.keyboard.press("ArrowRight")
        self.assertNotEqual(page.locator(".hour b").inner_text(), first)
        page.keyboard.press("Home")
        self.assertEqual(page.locator(".hour b").inner_text(), first)
        self.assertIn(first, page.locator("#legend").inner_text())

    def test_a_night_is_chosen_by_click_and_keyboard_and_shows_its_figures(self):
        page = self.open_month()
        page.get_by_role("tab", name="Nights").click()
        self.assertNotIn("2026-05-03", page.evaluate("window.month.month.nights.dates"), "only days of the drives")
        page.locator(".nights").focus()
        page.keyboard.press("Home")
        self.assertIn("4 May", page.locator("#choices").inner_text())
        self.assertIn("4 trips", page.locator("#choices").inner_text())
        page.keyboard.press("ArrowRight")
        self.assertIn("7 trips", page.locator("#choices").inner_text())
        self.assertIn("median 5", page.locator(".nights figure").first.inner_text())

    def test_every_line_of_a_list_leads_to_its_place(self):
        page = self.open_month()
        buttons = page.locator("#panels li button")
        self.assertGreater(buttons.count(), 3)
        for button in buttons.all():
            button.click()
            box = page.evaluate("[window.month.map.camera.x, window.month.map.camera.y]")
            self.assertTrue(all(box))
        page.keyboard.press("Escape")
        self.assertEqual(page.locator("#choices").inner_text(), "")

    def test_it_opens_on_a_desk_and_on_a_phone(self):
        for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
            page = self.open_month(viewport=size)
            for tab in page.get_by_role("tab").all():
                tab.click()
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), size["width"])

    def test_paper_and_pages_without_a_script_have_its_lists(self):
        page = self.open(month()[1], ready="#first", java_script_enabled=False)
        self.assertIn("Nights", page.locator("#first").inner_text())
        self.assertGreater(page.locator("#first svg path").count(), 0)
        self.assertIn("Nights", text_of(self.open_month().pdf(format="A4")))

    def test_published_it_has_no_more_than_the_published_tables(self):
        knowledge = path("knowledge")
        tables, file = new_folder(), os.path.join(new_folder(), "public.html")
        tracemill("learn", "--export", tables, "--format", "csv", "--at-least", "2", "--quiet", knowledge)
        tracemill("learn", "--export", file, "--at-least", "2", "--quiet", knowledge)
        page = self.open(file)
        have = collections.Counter()
        for piece in self.pieces(page)["pieces"]:
            have[str(piece["way"])] += piece["trips"]
        wanted = collections.Counter()
        for use in rows(tables, "use"):
            wanted[use["way"]] += int(use["trips"])
        self.assertEqual(+have, +wanted)
        for table in ("changes", "doubts"):
            self.assertIsNone(page.evaluate("(name) => window.month.month[name]", table))
        self.assertNotIn("vehicles driven", page.locator("#figures").inner_text())

    def test_a_night_is_compared_with_free_flow(self):
        reports = new_folder()
        tracemill("match", os.path.join(TRACES, "motorway.csv"), "--map", town(), "--quiet", "--format", "csv", "-o", reports)
        month()
        tracemill("report", reports, "--format", "html", "--map", town(), "--traffic", path("knowledge"), "--quiet")
        page = self.open(os.path.join(reports, "night.html"))
        page.get_by_role("button", name="against free flow").click()
        self.assertIn("free flow", page.locator("#legend").inner_text())
        shares = [share for share in page.evaluate("window.night.night.roads.free") if share is not None]
        self.assertTrue(shares)
        self.assertTrue(all(0 < share <= 150 for share in shares), shares)
