#!/usr/bin/env python3
"""Takes pictures of replay pages in Chromium, to be looked at: by day and night, on a desk and on a phone.

    .build/page-tests/bin/python Benchmarks/screenshots.py -o pictures/
    .build/page-tests/bin/python Benchmarks/screenshots.py -o pictures/ seattle plan --at 0.3,0.8

The pages: drives of the sample town, the drive of Seattle, a bus of Chicago, a drive that leaves its plan, a route in
Liechtenstein, and a tour with a missed stop. `--at` says where in the drive, as shares of its time.
"""

import argparse
import os
import pathlib
import shutil
import tempfile

from measuring import DATA, ROOT, check_known, check_ready, numbers, tracemill
from playwright.sync_api import sync_playwright

SIZES = {"desk": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
TRACES = ROOT / "Traces"
TOWN = TRACES / "town.osm"


def built(source, folder):
    path = folder / (source.name.split(".")[0] + ".tmg")
    if not path.exists():
        tracemill("map", "build", source, "-o", path, "--quiet")
    return path


def matched(name, trace, source, folder, *options):
    """The page of the first trace of a file."""
    page = folder / f"{name}.html"
    tracemill(
        "match", trace, "--map", built(source, folder), "--limit", 1, "--format", "html", "-o", page, "--quiet",
        "--overwrite", *options)
    return page


def planned(folder):
    """A simulated drive in Liechtenstein that leaves its plan and comes back."""
    source = DATA / "osm/liechtenstein-2021-10-28.osm.pbf"
    drives = folder / "planned"
    tracemill(
        "simulate", "--map", built(source, folder), "--make-plans", "--plan-kinds", "leaves", "--count", 1, "--seed", 5,
        "-o", drives, "--quiet", "--overwrite")
    return matched("plan", drives / "traces.csv", source, folder, "--plan", drives / "plans.ndjson")


def route(folder):
    page = folder / "route.html"
    tracemill(
        "route", "--map", built(DATA / "osm/liechtenstein-2021-10-28.osm.pbf", folder), "--waypoint", "47.2108,9.5290",
        "--waypoint", "47.1410,9.5215,name=Vaduz", "--waypoint", "47.0665,9.5035", "--alternatives", 2, "--format", "html",
        "-o", page, "--quiet", "--overwrite")
    return page


def tour(folder):
    """The page of the courier's tour in the sample town, with a stop that was missed."""
    tables = folder / "tour"
    tracemill(
        "match", TRACES, "--map", built(TOWN, folder), "--job-list", TRACES / "jobs.json", "--job-events",
        TRACES / "job-events.json", "--format", "csv", "-o", f"{tables}/", "--quiet", "--overwrite")
    tracemill("view", tables, "--map", built(TOWN, folder), "--quiet", "--overwrite")
    return tables / "pages/courier.html"


def town(trace):
    return lambda folder: matched(trace.split(".")[0], TRACES / trace, TOWN, folder, "--table", "+candidates")


PAGES = {
    **{trace.split(".")[0]: town(trace) for trace in (
        "courier.gpx", "bus-7.gpx", "motorway.csv", "forest.csv", "van.csv.gz", "wrong-way.gpx", "tunnel.gpx", "ferry.gpx",
        "bad-records.csv", "sparse.csv")},
    "seattle": lambda folder: matched(
        "seattle", DATA / "seattle/gps_data.csv", DATA / "seattle/seattle-nk-snapped.osm.pbf", folder),
    "chicago": lambda folder: matched(
        "chicago", DATA / "chicago/chicago-traces.csv", DATA / "chicago/chicago-graph.osm.pbf", folder, "--mode", "bus"),
    "plan": planned,
    "tour": tour,
    "route": route,
}


def shoot(browser, name, page, options):
    for size in options.sizes:
        for theme in options.themes:
            tab = browser.new_page(viewport=SIZES[size], color_scheme={"day": "light", "night": "dark"}[theme])
            tab.on("console", lambda message: print(f"{name}: {message.text}"))
            tab.on("pageerror", lambda error: print(f"{name}: {error}"))
            tab.goto(f"file://{page}")
            tab.wait_for_selector("html[data-around=true]")
            for share in options.at:
                tab.evaluate(
                    "share => { const { clock } = window.replay; clock.seek(clock.begin + share * (clock.end - clock.begin)); }",
                    share)
                tab.wait_for_timeout(300)
                tab.screenshot(path=options.output / f"{name}-{share:g}-{size}-{theme}.png")
            tab.close()
    if options.paper:
        tab = browser.new_page()
        tab.goto(f"file://{page}")
        tab.wait_for_selector("html[data-around=true]")
        tab.pdf(path=options.output / f"{name}.pdf", format="A4")
        tab.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="page", help=f"{', '.join(PAGES)}; all without one")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, metavar="FOLDER")
    parser.add_argument("--at", type=numbers, default=[0.5], help="shares of the time of the drive (default: 0.5)")
    parser.add_argument("--sizes", type=lambda text: text.split(","), default=list(SIZES))
    parser.add_argument("--themes", type=lambda text: text.split(","), default=["day", "night"])
    parser.add_argument("--paper", action="store_true", help="besides, print each page to a file of PDF")
    options = parser.parse_args()
    check_known(parser, "page", options.pages, PAGES)
    check_ready()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), chromium_sandbox=os.getuid() != 0)
        for name_of_page in options.pages or PAGES:
            shoot(browser, name_of_page, PAGES[name_of_page](pathlib.Path(name)), options)
        browser.close()


if __name__ == "__main__":
    main()
