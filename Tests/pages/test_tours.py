"""The page of a tour: its stops beside the map, ticked off as the tables say, and what a click on one does."""

import os
from functools import cache

from support import (
    TRACES, PageTest, drive, matched, mercator, milliseconds, new_folder, picture, place, rows, town, tracemill)

FILES = {"list": "jobs.json", "events": "job-events.json"}
JOBS = [f"--job-{kind}={os.path.join(TRACES, name)}" for kind, name in FILES.items()]
TIME = "window.replay.clock.time"
CAMERA = "window.replay.map.cameraState()"


@cache
def reports() -> str:
    """The tables of the sample town with its jobs, and a page for each trip beside them."""
    folder = matched(TRACES, town(), "--format", "csv", "-o", new_folder(), *JOBS)
    tracemill("view", folder, "--map", town(), "--quiet")
    return folder


def page_of(trip: str) -> str:
    return f"{reports()}pages/{trip}.html"


def stops_of(asset: str, day: str) -> list[dict[str, str]]:
    """The rows of `jobs` in the order of the page: those planned, then those of others."""
    jobs = [job for job in rows(reports(), "jobs") if job["date"] == day]
    own = [job for job in jobs if job["asset"] == asset]
    others = [job for job in jobs if job["asset"] != asset and job["done_by"] == asset]
    return sorted(own, key=lambda job: int(job["planned_seq"])) + sorted(others, key=lambda job: job["arrival"])


def minute(time: str) -> str:
    return time[11:16]


class Stops(PageTest):
    TOURS = [("courier", "2026-05-04"), ("van-4", "2026-05-14"), ("ferry", "2026-05-09")]

    def stop(self, page, row: int):
        return page.locator(f"#grid-jobs-{row}")

    def test_their_texts_are_those_of_the_table(self):
        ticks = {"finished": "✓", "missed": "○", "not_reached": "○", "rejected": "✕"}
        for asset, day in self.TOURS:
            page = self.open(page_of(asset))
            stops = stops_of(asset, day)
            self.assertEqual(page.locator("#grid-jobs .grid-body .row").count(), len(stops))
            for row, job in enumerate(stops):
                with self.subTest(job=job["job"]):
                    cells = self.stop(page, row).locator("[role=gridcell]").all_inner_texts()
                    number, stop, planned, arrival = cells
                    self.assertEqual(number, job["planned_seq"] if job["asset"] == asset else "+")
                    self.assertEqual(stop.split("\n")[0], job["name"])
                    self.assertIn(f"{ticks[job['state']]} {job['state'].replace('_', ' ')}", stop)
                    self.assertEqual("contradicted" in stop + arrival, job["claim"] == "contradicted")
                    self.assertEqual("service" in stop, job["service_s"] != "")
                    self.assertEqual(f"job of {job['asset']}" in stop, job["asset"] != asset)
                    self.assertEqual(planned.split("\n")[0], minute(job["planned_arrival"]))
                    window = f"{minute(job['earliest'])}–{minute(job['latest'])}" if job["latest"] else ""
                    marked = "! " if job["window_violated"] == "true" else ""
                    self.assertEqual("".join(planned.split("\n")[1:]), marked + window)
                    self.assertEqual(arrival.split("\n")[0], minute(job["arrival"]) or "–")
                    late = float(job["late_s"] or 0)
                    self.assertEqual("late" in arrival, late > 0)
                    self.assertEqual("early" in arrival, late < 0)

    def test_the_tour_is_summed_up_above_them(self):
        text = self.open(page_of("courier")).locator(".tour").inner_text()
        self.assertEqual(text, "1 of 3 done · 1 missed · 1 not reached · 1 claim contradicted · 3.11 km driven")

    def test_a_click_on_one_that_is_done_moves_map_and_replay_to_the_arrival(self):
        for asset, day in self.TOURS:
            page = self.open(page_of(asset))
            for row, job in enumerate(stops_of(asset, day)):
                if job["done_by"] != asset:
                    continue
                self.stop(page, row).click()
                self.assertAlmostEqual(page.evaluate(TIME), milliseconds(job["arrival"]), delta=1)
                camera = page.evaluate(CAMERA)
                self.assertLess(place(job).distance(place(camera)), 250, "a vehicle that is followed has the map before it")
                self.assertEqual(page.locator("#time-clock").inner_text(), job["arrival"][11:19])
                self.assertEqual(page.locator("#grid-jobs .row.current").count(), 1)

    def test_a_click_on_one_that_is_open_moves_the_map_alone(self):
        page = self.open(page_of("courier"))
        for row, job in enumerate(stops_of("courier", "2026-05-04")):
            if job["done_by"]:
                continue
            before = page.evaluate(TIME)
            self.stop(page, row).click()
            self.assertEqual(page.evaluate(TIME), before)
            self.assertLess(place(job).distance(place(page.evaluate(CAMERA))), 1)
            self.assertIn("open", self.stop(page, row).locator(".stop-badge").get_attribute("class"))

    def test_markers_are_numbered_and_a_click_on_one_selects_its_stop(self):
        page = self.open(page_of("courier"))
        stops = stops_of("courier", "2026-05-04")
        markers = page.evaluate(
            "window.replay.map.markers.all.filter(({ table }) => table === 'jobs')"
            ".map(({ row, text, open }) => [row, text, open])")
        known = [[row, job["planned_seq"], not job["done_by"]] for row, job in enumerate(stops)]
        self.assertEqual(sorted(markers), known)
        for row, job in enumerate(stops):
            page.evaluate(
                "([lat, lon]) => { const { map } = window.replay; map.follow = false;"
                " map.setCamera({ lat, lon: lon + 0.001, zoom: 16 }); map.draw(); }", [*place(job)])
            camera, box = page.evaluate(CAMERA), page.locator("#map").bounding_box()
            there, middle = mercator(*place(job), 16), mercator(camera["lat"], camera["lon"], 16)
            page.mouse.click(
                box["x"] + box["width"] / 2 + there[0] - middle[0], box["y"] + box["height"] / 2 + there[1] - middle[1])
            self.assertEqual(self.stop(page, row).get_attribute("aria-selected"), "true")

    def test_the_first_picture_has_all_of_them_in_view(self):
        page = self.open(page_of("courier"))
        camera, box = page.evaluate(CAMERA), page.locator("#map").bounding_box()
        middle = mercator(camera["lat"], camera["lon"], camera["zoom"])
        for job in stops_of("courier", "2026-05-04"):
            there = mercator(*place(job), camera["zoom"])
            self.assertLess(abs(there[0] - middle[0]), box["width"] / 2)
            self.assertLess(abs(there[1] - middle[1]), box["height"] / 2)
        before = picture(page)
        page.get_by_role("button", name="Layers").click()
        page.get_by_role("checkbox", name="Stops").uncheck()
        page.keyboard.press("Escape")
        self.assertTrue(picture(page) != before, "the map shows whether there are stops")

    def test_their_events_are_listed_with_time_and_detail_and_a_click_goes_there(self):
        page = self.open(page_of("courier"))
        ids = {job["job"]: job["name"] for job in stops_of("courier", "2026-05-04")}
        events = [event for event in rows(reports(), "job_events") if event["job"] in ids]
        page.get_by_role("tab", name="Job events").click()
        self.assertEqual(page.locator("#grid-job_events").get_attribute("aria-rowcount"), str(len(events) + 1))
        for row, event in enumerate(events):
            page.locator("#grid-job_events").focus()
            page.keyboard.press("Home" if row == 0 else "ArrowDown")
            cells = page.locator(f"#grid-job_events-{row} [role=gridcell]").all_inner_texts()
            self.assertEqual(cells[:3], [event["time"][11:19], event["event"].replace("_", " "), ids[event["job"]]])
            if event["eta"]:
                self.assertIn(f"arrival {minute(event['eta'])}", cells[3])
            self.assertIn(event["content"], cells[3])
            if event["time"] >= "2026-05-04T07:30":
                self.assertAlmostEqual(page.evaluate(TIME), milliseconds(event["time"]), delta=1)

    def test_the_timeline_marks_arrivals_and_contradicted_claims(self):
        page = self.open(page_of("courier"))
        marks = page.evaluate("window.replay.timeline.marks.map(({ kind, begin }) => [kind, begin])")
        known = {"arrival": "07:33:48.500", "claim_contradicted": "07:36:00", "missed": "07:30:00"}
        for kind, time in known.items():
            self.assertIn([kind, milliseconds(f"2026-05-04T{time}Z")], marks)

    def test_they_are_on_paper(self):
        page = self.open(page_of("van-4"))
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        text = page.locator("#print").evaluate("element => element.textContent")
        for words in ("Stops", "Weaver", "10:30–10:50 (violated)", "✕ rejected"):
            self.assertIn(words, text)

    def test_names_and_notes_are_text_and_no_markup(self):
        folder, name = new_folder(), "<img src=x onerror=alert(1)></script>&amp;"
        for table in ("trips", "points", "edges", "jobs", "job_events", "tours"):
            with open(f"{reports()}{table}.csv", encoding="utf-8") as file:
                text = file.read().replace(",Baker,", f",{name},").replace("Left at the gate", name)
            with open(f"{folder}{table}.csv", "w", encoding="utf-8") as file:
                file.write(text)
        tracemill("view", folder, "--map", town(), "--trip", "courier", "-o", f"{folder}page.html", "--quiet")
        page = self.open(f"{folder}page.html")
        self.assertEqual(self.stop(page, 1).locator(".stop-lines").first.inner_text().split("\n")[0], name)
        page.get_by_role("tab", name="Job events").click()
        self.assertIn(name, page.locator("#grid-job_events").evaluate("element => element.textContent"))

    def test_pages_of_other_trips_have_nothing_of_them(self):
        for trip in (page_of("forester"), drive("courier.gpx")):
            page = self.open(trip)
            self.assertEqual(page.get_by_role("tab", name="Stops").count(), 0)
            with open(trip, encoding="utf-8") as file:
                self.assertNotIn("stop-badge", file.read())


class Index(PageTest):
    def test_it_has_the_numbers_of_each_tour(self):
        page = self.open(f"{reports()}index.html", ready="[role=row] a")
        titles = page.locator("[role=columnheader]").all_inner_texts()
        tours = {tour["asset"]: tour for tour in rows(reports(), "tours") if tour["begin"]}
        self.assertEqual(len(tours), 3)
        for row in page.locator(".grid-body [role=row]").all():
            cells = dict(zip(titles, row.locator("[role=gridcell]").all_inner_texts()))
            tour = tours.get(cells["drive"].strip(), {})
            for column in ("jobs", "done", "late", "missed"):
                self.assertEqual(cells[column], tour.get(column, ""), cells["drive"])
