"""Names that look like code stay text: those of traces, roads, waypoints and files."""

import os
from pathlib import Path

from support import PageTest, matched, new_folder, path, tracemill, write

NAMES = [
    "<script>window.hacked=1</script>",
    "</script><img src=x onerror=window.hacked=1>",
    "<!--<script>",
    "]]>\"&'\\",
    "one\u2028two\u2029three",
    "javascript:window.hacked=1",
    "&lt;b&gt; %TITLE% %DRIVE% ${window.hacked=1}",
]


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def town_of_names() -> str:
    """A map of a road of 200 m to the east for each name, each behind the one before."""
    nodes = [
        f'<node id="{index + 1}" lat="54.7" lon="{2.8 + index * 0.003:.6f}" version="1"/>'
        for index in range(len(NAMES) + 1)]
    ways = [
        f'<way id="{index + 1}" version="1"><nd ref="{index + 1}"/><nd ref="{index + 2}"/>'
        f'<tag k="highway" v="primary"/><tag k="name" v="{escaped(name)}"/>'
        f'<tag k="ref" v="{escaped(name[:40])}"/></way>'
        for index, name in enumerate(NAMES)]
    osm = write("names.osm", f"<?xml version='1.0'?><osm version='0.6'>{''.join(nodes)}{''.join(ways)}</osm>")
    tracemill("map", "build", osm, "-o", path("names.tmg"), "--quiet", "--overwrite")
    return path("names.tmg")


FIXES = [(f"2026-05-04T07:{at // 60:02}:{at % 60:02}Z", f"{2.8003 + at * 0.0002:.6f}") for at in range(100)]
"""Times and longitudes of a drive on all these roads."""


def trace_of_names(name: str) -> str:
    """The drive in a GPX file whose track is called by the name."""
    fixes = "".join(f'<trkpt lat="54.7" lon="{lon}"><time>{time}</time></trkpt>' for time, lon in FIXES)
    return write(
        "names.gpx",
        f'<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>{escaped(name)}</name>'
        f"<trkseg>{fixes}</trkseg></trk></gpx>")


def rows_of_names(*names: str) -> str:
    """The drive in a file of CSV once for each name, which is the id of the trace and of the vehicle."""
    lines = ["trace_id,vehicle,time,lat,lon"]
    for name in names:
        quoted = '"' + name.replace('"', '""') + '"'
        lines += [f"{quoted},{quoted},{time},54.7,{lon}" for time, lon in FIXES]
    return write("names.csv", "\n".join(lines) + "\n")


class Escapes(PageTest):
    def assert_harmless(self, page, name: str) -> None:
        self.assertIsNone(page.evaluate("window.hacked ?? null"))
        self.assertEqual(page.locator("img[src=x]").count(), 0)
        shown = page.evaluate("document.body.innerText.replace(/\\s+/g, ' ')")
        self.assertIn(" ".join(name.split()), shown)

    def test_names_of_tracks_stay_text(self):
        for name in NAMES:
            with self.subTest(name):
                page = self.open(self.page_of(trace_of_names(name)))
                page.get_by_role("tab", name="Trip").click()
                self.assert_harmless(page, name)

    def test_ids_of_traces_and_names_of_roads_stay_text(self):
        for name in NAMES:
            with self.subTest(name):
                page = self.open(self.page_of(rows_of_names(name)))
                self.assertEqual(" ".join(page.title().split()).removesuffix(" · tracemill"), " ".join(name.split()))
                self.assert_harmless(page, name)
                roads = page.evaluate("window.replay.drive.table('edges').column('name').words")
                self.assertEqual([road for road in roads if road], NAMES)
                for tab in page.get_by_role("tab").all():
                    tab.click()
                    self.assert_harmless(page, name)
                page.get_by_role("tab", name="Edges").click()
                for road in NAMES:
                    self.assert_harmless(page, road)

    @staticmethod
    def page_of(trace: str) -> str:
        html = new_folder() + "names.html"
        return matched(trace, town_of_names(), "--format", "html", "-o", html, "--table", "+candidates")

    def test_ids_of_traces_stay_text_in_the_index_and_lead_to_their_pages(self):
        folder = matched(rows_of_names(*NAMES), town_of_names(), "--format", "html", "-o", new_folder())
        page = self.open(os.path.join(folder, "index.html"), ready="[role=row] a")
        for name in NAMES:
            self.assert_harmless(page, name)
        links = page.evaluate("[...document.querySelectorAll('#rows a')].map(link => link.href)")
        self.assertEqual(len(links), len(NAMES))
        inside = {file.resolve().as_uri() for file in Path(folder).glob("**/*.html")}
        for link in links:
            self.assertIn(link, inside)
