"""Pages in other languages have no English words of ours left: on the screen, in titles, and for screen readers."""

import csv
import glob
import json
import os
import re
from functools import cache

from support import ROOT, TRACES, PageTest, drive, new_folder, rows, town, tracemill

LANGUAGES = ["de", "fr"]
JOBS = ["--job-list", os.path.join(TRACES, "jobs.json"), "--job-events", os.path.join(TRACES, "job-events.json")]
#: Names of keys, units and things, which stay as they are, and what drives and their files are called.
NAMES = "utc csv osm esc html url esc tracemill openstreetmap table candidates home end"
#: Everything that a page shows or says of itself.
TEXTS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.closest('script, style')) texts.push(node.data);
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text) texts.push(text);
    }
  }
  return texts;
}"""


def tokens(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{3,}", text)}


@cache
def english(code: str) -> set[str]:
    """The words of English texts that no text of the language has, too."""
    words = file_of(code)
    pairs = [pair for part in ("words", "codes", "columns", "clauses") for pair in words[part].items()]
    own = set().union(*(tokens(json.dumps(text, ensure_ascii=False)) for _, text in pairs))
    texts = [re.sub(r"\{\w+\}", "", text) for text, _ in pairs]
    return set().union(*map(tokens, texts)) - own - tokens(NAMES)


#: Tables that pages show, as `tracemill schema` knows them.
TABLES = """trips points edges maneuvers events segments alternatives positions candidates plans milestones deviations
    better_routes crossings notifications legs lanes spans visits jobs tours job_events planned_points routes
    route_waypoints route_sections route_legs route_maneuvers route_elements route_violations route_events route_off_road
    route_returns route_imports route_differences route_lanes route_spans""".split()


@cache
def file_of(code: str) -> dict:
    with open(os.path.join(ROOT, "Sources", "PageFiles", "Words", f"{code}.json"), encoding="utf-8") as file:
        return json.load(file)


@cache
def names(folder: str) -> set[str]:
    """The words of all that is called something in tables: roads, places, drives, files."""
    found: set[str] = set()
    for path in glob.glob(os.path.join(folder, "*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                for column in ("id", "trip_id", "trace_id", "name", "ref", "road", "next_road", "file", "vehicle", "asset",
                               "job", "destinations", "exit_name", "place", "content", "instruction", "rule", "rule_id",
                               "shields", "message", "dispatcher", "handle", "map_id", "track_name", "plan_id"):
                    found |= tokens(row.get(column) or "")
    return found


@cache
def reports(code: str) -> str:
    """Tables, pages and the night of the sample town in a language."""
    folder = new_folder()
    tracemill("match", TRACES, "--map", town(), "--quiet", "--format", "csv", "-o", folder, *JOBS,
              "--table", "+candidates", "--table", "+doubts", "--guidance", f"language={code}")
    tracemill("view", folder, "--map", town(), "--quiet", "--language", code)
    tracemill("report", folder, "--format", "html", "--map", town(), "--quiet", "--language", code)
    return folder


class Words(PageTest):
    def test_each_language_has_all_codes_and_columns(self):
        codes = {entry["code"] for entry in json.loads(tracemill("explain", "--format", "json"))}
        columns = {
            re.sub(r"_(m|s|mps|kmh|deg)$", "", column["name"])
            for table in TABLES for column in json.loads(tracemill("schema", table))["columns"]}
        for code in LANGUAGES:
            lacking = {name for name in codes if not name.isdigit()} - set(file_of(code)["codes"])
            self.assertEqual(lacking, set(), f"codes of {code}")
            self.assertEqual(columns - set(file_of(code)["columns"]), set(), f"columns of {code}")

    def check(self, page, code: str, folder: str, where: str):
        self.assertEqual(page.evaluate("document.documentElement.lang"), code)
        wrong = english(code) - names(folder)
        left = {text.strip() for text in page.evaluate(TEXTS) if tokens(text) & wrong}
        self.assertEqual(left, set(), f"{where} in {code}")

    def test_pages_of_drives_and_tours_have_none(self):
        for code in LANGUAGES:
            folder = reports(code)
            for trip in ("courier", "van-4", "ferry", "tunnel", "wrong-way", "bus-7"):
                path = f"{folder}pages/{trip}.html"
                if not os.path.exists(path):
                    continue
                page = self.open(path)
                page.locator("#layers-button").click()
                self.check(page, code, folder, trip)
                page.keyboard.press("?")
                for tab in page.evaluate("window.replay.tables.names"):
                    page.evaluate("(name) => window.replay.tables.show(name)", tab)
                    self.check(page, code, folder, f"{trip}, {tab}")
                    if tab != "overview" and page.evaluate("(name) => window.replay.drive.table(name).rows", tab):
                        page.evaluate("(table) => window.replay.select({ table, row: 0 })", tab)
                        self.check(page, code, folder, f"{trip}, first row of {tab}")

    def test_nights_have_none(self):
        for code in LANGUAGES:
            folder = reports(code)
            page = self.open(folder + "night.html")
            for tab in page.locator("#tabs button").all():
                tab.click()
                self.check(page, code, folder, tab.inner_text())

    def test_lists_have_none(self):
        for code in LANGUAGES:
            page = self.open(reports(code) + "index.html", ready="#drives .row")
            self.check(page, code, reports(code), "list")

    def test_a_page_without_a_script_says_so_in_its_language(self):
        for code in LANGUAGES:
            with open(drive("wrong-way.gpx", "--guidance", f"language={code}"), encoding="utf-8") as file:
                html = file.read()
            self.assertIn(f'<html lang="{code}"', html)
            self.assertNotIn("[[", html.split("<script", 1)[0])
            self.assertNotIn("which this browser does not run", html)
