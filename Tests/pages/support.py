"""Pages made by the program from the sample town, opened in Chromium, and where the vehicle must be on them."""

from __future__ import annotations

import atexit
import base64
import csv
import math
import os
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TRACES = os.path.join(ROOT, "Traces")
PROGRAM = os.path.abspath(os.environ.get("TRACEMILL", os.path.join(ROOT, ".build/release/tracemill")))
FOLDER = tempfile.mkdtemp(prefix="tracemill-page-tests-")
METRES_PER_DEGREE = 111_320


def path(name: str) -> str:
    return os.path.join(FOLDER, name)


def new_folder() -> str:
    """An empty folder, with the slash that makes it one for the program."""
    return tempfile.mkdtemp(dir=FOLDER) + "/"


def write(name: str, text: str) -> str:
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def tracemill(*arguments: str) -> str:
    """What the program prints; a refusal fails the test with its sentence."""
    ended = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if ended.returncode:
        raise AssertionError(f"tracemill {' '.join(arguments)} ended with {ended.returncode}:\n{ended.stderr[-2000:]}")
    return ended.stdout


@cache
def town() -> str:
    """The map of the sample town."""
    tracemill("map", "build", os.path.join(TRACES, "town.osm"), "-o", path("town.tmg"), "--quiet")
    return path("town.tmg")


def matched(trace: str, graph: str, *options: str) -> str:
    """Matches traces; returns what stands behind `-o` in the options."""
    tracemill("match", trace, "--map", graph, "--quiet", *options)
    return options[options.index("-o") + 1]


@cache
def drive(trace: str, *options: str) -> str:
    """The page of one trace of the sample town."""
    return matched(os.path.join(TRACES, trace), town(), "--format", "html", "-o", new_folder() + "drive.html", *options)


@cache
def tables(trace: str, *options: str) -> str:
    """A folder with the tables of one trace of the sample town, as CSV."""
    return matched(os.path.join(TRACES, trace), town(), "--format", "csv", "-o", new_folder(), *options)


def rows(folder: str, table: str) -> list[dict[str, str]]:
    with open(os.path.join(folder, f"{table}.csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def milliseconds(time: str) -> float:
    return datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp() * 1000


class Place(NamedTuple):
    lat: float
    lon: float

    def metres_from(self, origin: Place) -> tuple[float, float]:
        """Metres east and north of an origin, on a flat earth of the size of a town."""
        width = METRES_PER_DEGREE * math.cos(math.radians(origin.lat))
        return (self.lon - origin.lon) * width, (self.lat - origin.lat) * METRES_PER_DEGREE

    def distance(self, other: Place) -> float:
        return math.hypot(*self.metres_from(other))

    def bearing(self, other: Place) -> float:
        """The heading in degrees of who goes straight to another place."""
        east, north = other.metres_from(self)
        return math.degrees(math.atan2(east, north)) % 360

    def distance_to_line(self, line: list[Place]) -> float:
        return min(self.distance(self.nearest_on(begin, end)) for begin, end in zip(line, line[1:]))

    def nearest_on(self, begin: Place, end: Place) -> Place:
        """The place on a straight stroke that is nearest."""
        (x1, y1), (x2, y2) = begin.metres_from(self), end.metres_from(self)
        squared = (x2 - x1) ** 2 + (y2 - y1) ** 2
        share = 0 if squared == 0 else max(0, min(1, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / squared))
        return Place(begin.lat + share * (end.lat - begin.lat), begin.lon + share * (end.lon - begin.lon))

    def metres_along(self, line: list[Place]) -> float:
        """How far along a line that does not cross itself the place is."""
        strokes = list(zip(line, line[1:]))
        nearest = min(range(len(strokes)), key=lambda at: self.distance(self.nearest_on(*strokes[at])))
        before = sum(begin.distance(end) for begin, end in strokes[:nearest])
        return before + strokes[nearest][0].distance(self.nearest_on(*strokes[nearest]))


def picture(page: Page, without: int = 0) -> bytes:
    """The map as it is on the screen, with all of it drawn, without so many pixels at its right."""
    page.evaluate("window.replay.map.draw()")
    box = page.locator("#map").bounding_box()
    return page.screenshot(clip={**box, "width": box["width"] - without})


@cache
def darkroom() -> Page:
    """An empty page in which pictures are looked at."""
    return browser().new_page()


def in_picture(png: bytes, look: str) -> Any:
    """What a function of JavaScript makes of the pixels of a picture, given as ImageData."""
    return darkroom().evaluate(
        f"""async (png) => {{
          const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes]));
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context.drawImage(image, 0, 0);
          return ({look})(context.getImageData(0, 0, image.width, image.height));
        }}""",
        base64.b64encode(png).decode())


def turn_between(one: float, other: float) -> float:
    """The angle in degrees between two headings, from 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def place(row: dict, prefix: str = "") -> Place:
    return Place(float(row[prefix + "lat"]), float(row[prefix + "lon"]))


def mercator(lat: float, lon: float, zoom: float) -> tuple[float, float]:
    """Pixels from the corner of the world."""
    size = 256 * 2**zoom
    up = math.log(math.tan(math.pi / 4 + math.radians(lat) / 2)) / math.pi
    return size * (lon + 180) / 360, size * (1 - up) / 2


class TownRoads:
    """The geometry of the sample town as its OSM file has it."""

    def __init__(self):
        root = ElementTree.parse(os.path.join(TRACES, "town.osm")).getroot()
        self.nodes = {
            node.get("id"): Place(float(node.get("lat")), float(node.get("lon"))) for node in root.iter("node")}
        self.ways = {way.get("id"): [node.get("ref") for node in way.iter("nd")] for way in root.iter("way")}

    def line(self, edge: dict[str, str]) -> list[Place]:
        """The places along a row of `edges` from its first node to its last one, in the direction driven."""
        nodes = self.ways[edge["way"]]
        nodes = nodes if edge["direction"] == "forward" else nodes[::-1]
        begin = nodes.index(edge["from_node"])
        if edge["to_node"] not in nodes[begin + 1 :]:  # around a closed way, past its first node
            nodes = nodes + nodes[1:]
        end = nodes.index(edge["to_node"], begin + 1)
        return [self.nodes[node] for node in nodes[begin : end + 1]]


@cache
def roads() -> TownRoads:
    return TownRoads()


@cache
def browser() -> Browser:
    """Debian's Chromium. Its sandbox does not work for root, as whom tests run in containers."""
    chromium = shutil.which("chromium")
    assert chromium, "chromium is not installed"
    return playwright().chromium.launch(executable_path=chromium, chromium_sandbox=os.getuid() != 0)


@cache
def playwright():
    return sync_playwright().start()


@atexit.register
def stop() -> None:
    """Ends the browser and removes the pages."""
    if browser.cache_info().currsize:
        browser().close()
    if playwright.cache_info().currsize:
        playwright().stop()
    shutil.rmtree(FOLDER, ignore_errors=True)


class PageTest(unittest.TestCase):
    """A test that opens pages. It fails if one of them says anything, or asks for anything but itself and
    what it shares with the pages beside it."""

    def open(self, file: str, mark: str = "", ready: str = "html[data-ready=true]", watched=True, **settings) -> Page:
        """A page of a folder of the tests once it is ready, without network."""
        context = browser().new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        self.addCleanup(context.close)
        context.set_offline(True)
        context.set_default_timeout(5000)
        page = context.new_page()
        if watched:
            self.watch(page)
        page.clock.install()
        page.goto(f"file://{file}{mark}")
        page.wait_for_selector(ready)
        return page

    def watch(self, page: Page) -> None:
        said: list[str] = []
        page.on("console", lambda message: said.append(f"console.{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda request: said.append(f"request: {request.url}") if self.is_foreign(request) else None)
        page.on("dialog", lambda dialog: said.append(f"dialog: {dialog.message}"))
        self.addCleanup(lambda: self.assertEqual(said, [], "the page is silent and asks for nothing"))

    @staticmethod
    def is_foreign(request: Any) -> bool:
        itself = request.is_navigation_request() and request.url.startswith(f"file://{FOLDER}/")
        if itself or request.url.startswith(("data:", "blob:")):
            return False
        page = request.frame.url.split("#")[0]
        shared = f"{page.rsplit('/', 1)[0]}/shared/"  # what the pages of a folder share
        return not (shared.endswith("/pages/shared/") and request.url.startswith(shared))
