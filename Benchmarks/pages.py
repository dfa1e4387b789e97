#!/usr/bin/env python3
"""Measures the replay page in Chromium: file size, time to the first picture, frames per second.

    .build/page-tests/bin/python Benchmarks/pages.py               all drives, five runs of each, medians
    .build/page-tests/bin/python Benchmarks/pages.py --drives rhine-neckar:10000 --runs 3
    .build/page-tests/bin/python Benchmarks/pages.py --leaflet FOLDER     where leaflet.js lies

Drives are simulated at 1 Hz on real maps with an error of 5 m: the first of 10,000 fixes is one drive, one of 500,000 a
month of drives with nights between. The page is made by the program. Beside it, the same roads, path and fixes are drawn
by Leaflet on its canvas, on a page of the same window in the same run. `make page-tests` prepares the Python.

The first picture is the time from opening the file to the frame behind it, in a browser that has just been started. The
frames are those of `requestAnimationFrame` in four seconds each: following the vehicle at ×10, panning by a dragging
mouse near and with the whole drive in view, zooming by the wheel. Long frames take more than 50 ms. While the map of the
page is painted for another place or zoom, it shows the picture before, moved and stretched; so it is also counted in how
many frames one sees that. Chromium has no graphics card here: the processor fills every pixel.
"""

import argparse
import base64
import contextlib
import csv
import datetime
import gzip
import os
import pathlib
import shutil
import statistics
from typing import NamedTuple

from measuring import check_ready, row, tracemill, working_folder
from playwright.sync_api import sync_playwright
from simulated import graph

DRIVES = ["liechtenstein:10000", "rhine-neckar:10000", "rhine-neckar:500000"]
SEED = 20_270_201
WINDOW = {"width": 1440, "height": 900}
SECONDS = 4
"""How long frames are counted for each kind of movement."""
NEAR_ZOOM = 15
"""The zoom of Leaflet and of the page for panning near the vehicle; 256 pixels for the world at zoom 0."""

# Notes when the page is ready and its frame is out, and the times of frames while they are wanted.
WATCH = """
new MutationObserver((_, observer) => {
  if (document.documentElement?.dataset.ready !== 'true') return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstPicture = performance.now(); }));
}).observe(document, { attributes: true, subtree: true, childList: true });
window.countFrames = (milliseconds) => {
  const times = [];
  window.looks = [];
  window.counted = new Promise((resolve, reject) => {
    const frame = (now) => {
      times.push(now);
      try {
        if (window.look) looks.push(look());
      } catch (error) {
        reject(error);
      }
      if (now - times[0] < milliseconds) requestAnimationFrame(frame);
      else resolve(times);
    };
    requestAnimationFrame(frame);
  });
};
"""

# The same roads, path and fixes as on the page, drawn by Leaflet from the same data.
LEAFLET_PAGE = """<!doctype html><html><head><meta charset="utf-8"><style>%CSS%
html, body, #map { height: 100%; margin: 0 }</style></head><body><div id="map"></div><script>%LEAFLET%</script>
<script type="application/json" id="drive">%DRIVE%</script><script>
const drive = JSON.parse(document.getElementById('drive').textContent);
const sums = (deltas, scale) => { let sum = 0; return deltas.map((d) => (d === null ? null : (sum += d) / scale)); };
const column = (table, name) => {
  const { places, deltas, all } = table.columns[name];
  return deltas ? sums(deltas, 10 ** places) : new Array(table.rows).fill(all);
};
const { roads, tables } = drive;
const lat = sums(roads.lat, 1e6), lon = sums(roads.lon, 1e6);
const map = L.map('map', { preferCanvas: true });
const fixLats = column(tables.points, 'lat'), fixLons = column(tables.points, 'lon');
window.near = () => map.setView([fixLats[0], fixLons[0]], %NEAR%, { animate: false });
near();
const wide = { motorway: 5, trunk: 5, primary: 4, secondary: 4, tertiary: 3 };
const lines = new Map();
let segment = 0, at = 0;
roads.segments.forEach((delta, index) => {
  segment += delta;
  const line = [];
  for (const end = at + roads.counts[index]; at < end; at++) line.push([lat[at], lon[at]]);
  lines.set(segment, line);
  const weight = wide[roads.classes[roads.class[index]]] ?? 2;
  L.polyline(line, { weight, color: '#888' }).addTo(map);
});
const path = column(tables.edges, 'edge').map((edge) => lines.get(edge >> 1)).filter(Boolean);
const drawn = L.polyline(path, { weight: 6, color: '#1a73e8' }).addTo(map);
fixLats.forEach((fix, index) => {
  if (fix !== null) L.circleMarker([fix, fixLons[index]], { radius: 3, weight: 1 }).addTo(map);
});
window.far = () => map.fitBounds(drawn.getBounds(), { animate: false });
requestAnimationFrame(() => { document.documentElement.dataset.ready = 'true'; });
</script></body></html>
"""

# What the page of the program does for the same views.
OURS = """
window.near = () => {
  const { map, track } = window.replay, { lat, lon } = track.at(track.begin);
  map.follow = false;
  map.setCamera({ lat, lon, zoom: %NEAR% });
};
window.far = () => { window.replay.map.follow = false; window.replay.map.fit(); };
window.follow = () => {
  const { clock, map } = window.replay;
  clock.seek(clock.begin);
  clock.speed = 10;
  map.follow = true;
  clock.play();
};
window.look = () => {
  const { camera, stage: { front } } = window.replay.map;
  return [!front.view.covers(camera.box(0)), front.view.zoom !== camera.zoom];
};
window.halt = () => window.replay.clock.pause();
"""


class Frames(NamedTuple):
    """Frames per second, milliseconds between frames that one in a hundred exceeds, frames longer than 50 ms; and the
    shares of frames in which the picture did not reach the edge of the map, or was another zoom's, stretched."""

    rate: float
    slow: float
    long: float
    bare: float
    stretched: float

    @classmethod
    def of(cls, times, looks):
        between = sorted(after - before for before, after in zip(times, times[1:]))
        slow = between[min(len(between) - 1, int(len(between) * 0.99))]
        bare, stretched = (sum(axis) / len(looks) for axis in zip(*looks)) if looks else (0, 0)
        return cls(
            1000 * len(between) / (times[-1] - times[0]), slow, sum(1 for time in between if time > 50), bare, stretched)

    def __str__(self):
        return f"{self.rate:.0f} ({self.slow:.0f} ms, {self.long:.0f})"


def median(measured):
    return Frames(*map(statistics.median, zip(*measured)))


def trace(name, fixes, folder):
    """A CSV file of one trace of so many fixes, of simulated drives of about four hours with nights between."""
    drives = folder / f"{name}-{fixes}-drives"
    length = "150000-150001"
    tracemill(
        "simulate", "--map", graph(name, folder), "-o", drives, "--quiet", "--seed", SEED, "--length", length, "--count",
        -(-fixes // 10_000))
    month, day, last = folder / f"{name}-{fixes}.csv", -1, ""
    with open(drives / "traces.csv", newline="") as read, open(month, "w", newline="") as written:
        rows = csv.writer(written)
        rows.writerow(["trace_id", "time", "lat", "lon"])
        for index, (drive, time, lat, lon) in enumerate(list(csv.reader(read))[1 : fixes + 1]):
            if drive != last:
                day, last, begin = day + 1, drive, datetime.datetime.fromisoformat(time.replace("Z", "+00:00"))
            since = datetime.datetime.fromisoformat(time.replace("Z", "+00:00")) - begin
            moment = datetime.datetime(2026, 1, 1, 6) + datetime.timedelta(days=day) + since
            rows.writerow(["month", f"{moment.isoformat()}Z", lat, lon])
    return month


def made_page(name, fixes, folder):
    page = folder / f"{name}-{fixes}.html"
    tracemill("match", trace(name, fixes, folder), "--map", graph(name, folder), "--format", "html", "-o", page, "--quiet")
    return page


def leaflet_page(page, leaflet):
    """The data of a page of the program on a page of Leaflet."""
    packed = page.read_text(encoding="utf8").split('id="drive">', 1)[1].split("</script>", 1)[0]
    drive = gzip.decompress(base64.b64decode(packed)).decode()
    text = LEAFLET_PAGE.replace("%NEAR%", str(NEAR_ZOOM))
    for mark, content in [
        ("%CSS%", (leaflet / "leaflet.css").read_text(encoding="utf8")),
        ("%LEAFLET%", (leaflet / "leaflet.min.js").read_text(encoding="utf8")), ("%DRIVE%", drive),
    ]:
        text = text.replace(mark, content)
    theirs = page.with_suffix(".leaflet.html")
    theirs.write_text(text, encoding="utf8")
    return theirs


@contextlib.contextmanager
def opened(page, prepared=""):
    """A page in a browser of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), chromium_sandbox=os.getuid() != 0)
        try:
            tab = browser.new_page(viewport=WINDOW)
            tab.set_default_timeout(300_000)
            tab.add_init_script(WATCH)
            tab.goto(f"file://{page}")
            tab.wait_for_function("window.firstPicture !== undefined")
            tab.evaluate(prepared.replace("%NEAR%", str(NEAR_ZOOM)))
            yield tab
        finally:
            browser.close()


def counted(tab, movement):
    """The frames while a movement is repeated."""
    tab.wait_for_timeout(500)
    tab.evaluate("milliseconds => countFrames(milliseconds)", SECONDS * 1000)
    tab.evaluate("window.busy = true; counted.finally(() => { window.busy = false; }); undefined")
    while tab.evaluate("window.busy"):
        movement(tab)
    return Frames.of(tab.evaluate("counted"), tab.evaluate("looks"))


def drag(tab):
    """Drags the map by 400 pixels to the left and back."""
    tab.mouse.move(900, 420)
    tab.mouse.down()
    for step in range(40):
        tab.mouse.move(900 - 20 * min(step, 40 - step), 420 + 4 * min(step, 40 - step))
        tab.wait_for_timeout(8)
    tab.mouse.up()


def wheel(tab):
    """Zooms out and in again."""
    tab.mouse.move(700, 420)
    for direction in (1, -1):
        for _ in range(6):
            tab.mouse.wheel(0, 100 * direction)
            tab.wait_for_timeout(60)


def wait(tab):
    tab.wait_for_timeout(200)


def measure(page, prepared, follows):
    """What one opening of a page shows: the first picture in ms, and frames by movement."""
    with opened(page, prepared) as tab:
        result = {"first": tab.evaluate("firstPicture")}
        if follows:
            tab.evaluate("() => { follow(); }")
            result["following"] = counted(tab, wait)
            tab.evaluate("() => { halt(); }")
        tab.evaluate("() => { near(); }")
        result["panning"] = counted(tab, drag)
        tab.evaluate("() => { near(); }")
        result["zooming"] = counted(tab, wheel)
        tab.evaluate("() => { far(); }")
        result["panning far"] = counted(tab, drag)
        return result


def report(name, fixes, who, page, script, runs):
    cells = [name, f"{fixes:,}", who, f"{page.stat().st_size / 1e6:.1f} MB", f"{script / 1000:.0f} kB"]
    cells.append(f"{statistics.median(run['first'] for run in runs):,.0f} ms")
    for movement in ("following", "panning", "zooming", "panning far"):
        cells.append(median([run[movement] for run in runs]) if movement in runs[0] else "")
    row(*cells)
    return [
        f"{movement} {100 * share:.0f} % {how}" for movement in ("following", "panning", "zooming", "panning far")
        if movement in runs[0] for share, how in zip(median([run[movement] for run in runs])[3:], ("bare", "stretched"))
        if share > 0.005]


def script_of(page):
    """Bytes of the script and style of a page of the program."""
    text = page.read_text(encoding="utf8")
    return sum(len(text.split(begin, 1)[1].split(end, 1)[0].encode()) for begin, end in [
        ('<script type="module">', "</script>"), ("<style>", "</style>")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drives", type=lambda text: text.split(","), default=DRIVES, metavar="MAP:FIXES,…")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--leaflet", type=pathlib.Path, default="/usr/share/javascript/leaflet", metavar="FOLDER")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="leave maps, drives and pages there")
    options = parser.parse_args()
    check_ready()
    if not (options.leaflet / "leaflet.min.js").exists():
        print(f"{options.leaflet}: no leaflet.min.js; install libjs-leaflet to compare with it\n")
    head = ["map", "fixes", "drawn by", "file", "script", "first picture", "following ×10", "panning", "zooming"]
    row(*head, "panning, whole drive")
    row("---", "---:", "---", *["---:"] * 7)
    with working_folder(options.keep) as folder:
        notes = []
        for drive in options.drives:
            map_name, fixes = drive.split(":")[0], int(drive.split(":")[1])
            page = made_page(map_name, fixes, folder.resolve())
            ours, theirs = [], []
            beside = leaflet_page(page, options.leaflet) if (options.leaflet / "leaflet.min.js").exists() else None
            for _ in range(options.runs):
                ours.append(measure(page, OURS, follows=True))
                theirs += [measure(beside, "", follows=False)] if beside else []
            notes.append((drive, report(map_name, fixes, "tracemill", page, script_of(page), ours)))
            if beside:
                script = sum((options.leaflet / file).stat().st_size for file in ("leaflet.min.js", "leaflet.css"))
                report(map_name, fixes, "Leaflet", beside, script, theirs)
    print("\nEach cell of movement: frames per second (99th percentile of ms between frames, frames of more than 50 ms).")
    print("Frames of tracemill whose picture did not reach the edge of the map (bare), or was that of another zoom (stretched):")
    for drive, shares in notes:
        print(f"{drive}: {', '.join(shares) or 'none'}")
    print(f"Load at the end: {os.getloadavg()[0]:.1f}; medians of {options.runs}; no graphics card.")


if __name__ == "__main__":
    main()
