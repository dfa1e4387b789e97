#!/usr/bin/env python3
"""Writes files as many exporters of traces might, of drives that are known, and says how the program reads them.

    Benchmarks/odd_inputs.py                     the table of all files
    Benchmarks/odd_inputs.py --only two-speeds   the files whose names or classes begin so
    Benchmarks/odd_inputs.py --list              only the files that are misread or lose something in silence
    Benchmarks/odd_inputs.py --set held          the files that nobody looked at while reading was mended; also all
    Benchmarks/odd_inputs.py --folder FOLDER     keep the files there
    Benchmarks/odd_inputs.py --most 3            exit with 1 if more files are misread in silence

Each file is read with `inspect` and with `match --table points`. A file is *right* if places are within 5 m, times within
1 s, speeds within 5 % and courses within 5°, records of bad positions are refused, and vehicles are separate. It is
*refused* if nothing is read of it and a sentence says why, *warned* if something is wrong or missing and a sentence or
the list of columns that might matter names the column, and *misread* or *lost* if nothing does. Then each option that a
sentence names is tried, with what a person who knows the exporter would fill in. TRACEMILL names a program to use instead
of the debug build of this clone.
"""
import argparse
import concurrent.futures
import csv
import dataclasses
import io
import json
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("TRACEMILL", str(ROOT / ".build/debug/tracemill"))
BEGIN = datetime(2026, 5, 22, 6, 13, 7, tzinfo=timezone.utc)


# The drives ---------------------------------------------------------------------------------------------------------

@dataclasses.dataclass
class Fix:
    """A record: what is true of it, and where it is written to be."""
    t: datetime
    lat: float
    lon: float
    v: float
    h: float
    veh: int = 0
    n: int = 0
    bad: bool = False
    trip: int = 0
    expect: dict = dataclasses.field(default_factory=dict)


STARTS = [(47.21, 9.53), (47.16, 9.47), (47.26, 9.58), (47.12, 9.61), (47.31, 9.41), (-33.42, -70.61)]


def path(vehicle, seconds=9100):
    """A drive, a fix for each second: it accelerates, turns, and stops."""
    dice = random.Random(100 + vehicle)
    lat, lon = STARTS[vehicle]
    v, h, aim, course, wait = 0.0, dice.uniform(0, 360), 12.0, None, 0
    course = h
    for second in range(seconds):
        if second % 60 == 20:
            aim = dice.choice([0, 8.3, 13.9, 13.9, 22.2, 27.8])
        if second % 90 == 50:
            course = (course + dice.choice([-90, -60, -30, 30, 60, 90])) % 360
        v += max(-2.0, min(1.5, aim - v))
        turn = (course - h + 540) % 360 - 180
        if v > 0.5:
            h = (h + max(-15, min(15, turn))) % 360
        yield second, lat, lon, v, h
        lat += v * math.cos(math.radians(h)) / 111_195
        lon += v * math.sin(math.radians(h)) / (111_195 * math.cos(math.radians(lat)))


PATHS = {}


def drive(period=10, vehicle=0, count=300, drift=False, begin=BEGIN):
    if vehicle not in PATHS:
        PATHS[vehicle] = list(path(vehicle))
    fixes = []
    for n, (second, lat, lon, v, h) in enumerate(PATHS[vehicle][::period][:count]):
        fixes.append(Fix(begin + timedelta(seconds=second), lat, lon, v, h, vehicle, n))
    if drift:
        for k, first in enumerate([44, 150, 231]):
            for i in range(first, first + 15):
                share = min(1, (i - first + 1) / 5) if i < first + 10 else (first + 15 - i) / 5
                far = (350, 520, 780)[k] * share
                fixes[i].lat += far * math.cos(k) / 111_195
                fixes[i].lon += far * math.sin(k + 1) / 75_000
                fixes[i].bad = True
    return fixes


def fleet(period=10, vehicles=3, count=100, drift=False):
    """The records of several vehicles in turn."""
    drives = [drive(period, k, count, drift, BEGIN + timedelta(seconds=2 * k)) for k in range(vehicles)]
    return [fix for row in zip(*drives) for fix in row]


def map_text():
    """Roads where the drives go, as OpenStreetMap has them."""
    lines, ways, node = ["<osm version='0.6'>"], [], 0
    for vehicle in range(len(STARTS)):
        refs, last = [], None
        for second, lat, lon, v, h in path(vehicle):
            if second % 5 == 0 and (lat, lon) != last:
                node += 1
                refs.append(node)
                last = (lat, lon)
                lines.append(f"<node id='{node}' lat='{lat:.7f}' lon='{lon:.7f}'/>")
        tags = "<tag k='highway' v='primary'/>"
        for i in range(0, len(refs) - 1, 100):
            nodes = "".join(f"<nd ref='{r}'/>" for r in refs[i:i + 101])
            ways.append(f"<way id='{len(ways) + 1}'>{nodes}{tags}</way>")
    return "\n".join(lines + ways + ["</osm>\n"])


# What exporters write -----------------------------------------------------------------------------------------------

def iso(f): return f.t.strftime("%Y-%m-%dT%H:%M:%SZ")
def stamp(form, hours=0): return lambda f: (f.t + timedelta(hours=hours)).strftime(form)
def epoch(scale=1, since=datetime(1970, 1, 1, tzinfo=timezone.utc), plus=0):
    return lambda f: str(round(((f.t - since).total_seconds() + plus) * scale))
def lat(f): return f"{f.lat:.6f}"
def lon(f): return f"{f.lon:.6f}"
def speed(scale=1, decimals=1): return lambda f: f"{f.v * scale:.{decimals}f}"
def course(f): return f"{f.h:.0f}"
def const(text): return lambda f: text
def flag(good, bad): return lambda f: bad if f.bad else good
def comma(write): return lambda f: write(f).replace(".", ",")
def some(write, sentinel, field, share=7):
    """The value, and in some records what the device writes for unknown."""
    def cell(f):
        if f.n % share == 3:
            f.expect[field] = None
            return sentinel
        return write(f)
    return cell
def only(when, write): return lambda f: write(f) if when(f) else ""
def lost(write, field):
    def cell(f):
        f.expect[field] = None
        return write(f)
    return cell
def dm(value, width, letters):
    degrees = int(abs(value))
    return f"{degrees:0{width}d}{(abs(value) - degrees) * 60:07.4f}", letters[0] if value >= 0 else letters[1]


KMH, MPH, KN, FTS = 3.6, 2.2369363, 1.9438445, 3.2808399


@dataclasses.dataclass
class Exporter:
    name: str
    kind: str
    fixes: list
    #: Header, role and cell of each column; or a function that writes the whole file as pieces (text, number of record).
    columns: object
    sep: str = ","
    ending: str = "csv"
    before: str = ""
    after: str = ""
    encoding: str = "utf-8"
    eol: str = "\n"
    header: bool = True
    every: tuple = ()          # (rows, text): a line that stands between the rows
    know: dict = dataclasses.field(default_factory=dict)
    quote: bool = False
    #: Roles that the file has and that must be read or spoken of.
    roles: tuple = ()

    def pieces(self):
        if callable(self.columns):
            return self.columns(self.fixes)
        cell = (lambda s: '"' + s.replace('"', '""') + '"') if self.quote else (
            lambda s: '"' + s.replace('"', '""') + '"' if self.sep in s or '"' in s else s)
        head = self.sep.join(cell(h) for h, _, _ in self.columns)
        out = [(self.before, None)]
        if self.header:
            out.append((head + self.eol, None))
        for i, fix in enumerate(self.fixes):
            if self.every and i and i % self.every[0] == 0:
                out.append(((self.every[1] or head) + self.eol, None))
            out.append((self.sep.join(cell(write(fix)) for _, _, write in self.columns) + self.eol, i))
        return out + [(self.after, None)]

    def write(self, folder):
        line, text = 1, []
        self.lines = {}
        for piece, number in self.pieces():
            end = line + piece.count("\n") + (piece.count("\r") if self.eol == "\r" else 0)
            if number is not None:
                for l in range(line, max(line + 1, end)):
                    self.lines[l] = number
            line = end
            text.append(piece)
        self.path = folder / f"{self.name}.{self.ending}"
        self.path.write_bytes("".join(text).encode(self.encoding))

    def names(self, role):
        if callable(self.columns):
            return [n for r, n in self.roles if r == role]
        found = [h for h, r, _ in self.columns if r == role]
        return found if self.header else [str(i + 1) for i, c in enumerate(self.columns) if c[1] == role]

    def has(self, role): return bool(self.names(role))


# Judging ------------------------------------------------------------------------------------------------------------

READING = {"bad_record", "bad_position", "missing_position", "bad_time", "implausible_time", "repeated_hour",
           "invalid_fix", "missing_time", "null_island", "duplicate", "out_of_order", "jump"}


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120)
    return done.stdout, done.stderr


def metres(a, b, c, d):
    east = (d - b) * math.cos(math.radians(a))
    return math.hypot(c - a, east) * 111_195


@dataclasses.dataclass
class Verdict:
    kind: str
    text: str = ""
    said: str = ""
    options: list = dataclasses.field(default_factory=list)


def reading(exporter, options, map_path):
    shown, said = run("inspect", "--format", "json", *options, str(exporter.path))
    try:
        layout = json.loads(shown)[0]
    except (ValueError, IndexError):
        layout = {}
    points, also = run("match", str(exporter.path), "--map", str(map_path), "--table", "points", "--format", "csv",
                       "-o", "-", *options)
    rows = list(csv.DictReader(io.StringIO(points)))
    return layout, rows, said + also


def judge(exporter, options, map_path):
    layout, rows, said = reading(exporter, options, map_path)
    words = said + " ".join(f"'{n}'" for n in layout.get("doubtful_columns", []))
    verdict = Verdict("right", said=said, options=options)
    good = [r for r in rows if r["reason"] not in READING]
    if not good:
        verdict.kind = "refused" if said.strip() else "misread"
        verdict.text = "nothing is read" + ("" if said.strip() else ", and nothing says so")
        return verdict
    wrong = {}
    def note(role, what):
        wrong.setdefault(role, []).append(what)
    seen, traces = set(), {}
    for row in good:
        fix = None
        if row["line"] and int(row["line"]) in exporter.lines:
            number = exporter.lines[int(row["line"])]
            fix = exporter.fixes[number]
            seen.add(number)
        if fix is None and row["lat"]:
            # Of elements within elements the outermost line is told.
            number = nearest(exporter, row)
            if number is not None:
                fix = exporter.fixes[number]
                seen.add(number)
        if fix is None:
            note("place", f"line {row['line']} is no record")
            continue
        traces.setdefault(row["trace_id"], set()).add(fix.veh)
        if fix.bad or "bad" in fix.expect:
            if "accuracy" in layout.get("columns", {}) and "ccuracy" in "".join(exporter.names("flag")):
                continue                                # the matcher knows how good the place is
            far = metres(*true_place(exporter, fix), fix.lat, fix.lon) if fix.bad else 999
            if far > 50:
                note("flag", f"line {row['line']} is a bad position")
            continue
        off = metres(fix.lat, fix.lon, float(row["lat"]), float(row["lon"]))
        if off > 5:
            note("place", f"{off:.0f} m off")
        if row["time"]:
            late = (datetime.fromisoformat(row["time"].replace("Z", "+00:00")) - fix.t).total_seconds()
            if abs(late) > 1:
                note("time", f"{late:+.0f} s")
        elif exporter.has("time"):
            note("time", "lost")
        for role, column, true, near in [
            ("speed", "speed_mps", fix.v, lambda a, b: abs(a - b) <= max(0.05 * b, 0.35)),
            ("heading", "bearing_deg", fix.h, lambda a, b: abs((a - b + 180) % 360 - 180) <= 5 or fix.v < 1)]:
            if not exporter.has(role):
                if row[column] and role not in fix.expect:
                    note(role, f"{row[column]} from nowhere")
                continue
            if fix.expect.get(role, 0) is None:
                if row[column]:
                    note(role, f"{row[column]} for unknown")
            elif not row[column]:
                note(role, "lost")
            elif not near(float(row[column]), true):
                note(role, f"{row[column]} for {true:.1f}")
    for trace, vehicles in traces.items():
        if len(vehicles) > 1:
            note("vehicle", f"{trace} has {len(vehicles)} vehicles")
            wrong["vehicle"] *= 50
    wanted = len({(f.veh, f.trip) for f in exporter.fixes})
    if len(traces) > 2 * wanted + 1:
        note("vehicle", f"{len(traces)} traces of {wanted}")
        wrong["vehicle"] *= 50
    missing = [i for i, f in enumerate(exporter.fixes) if i not in seen and not f.bad and "bad" not in f.expect]
    if len(missing) > 0.1 * len(exporter.fixes):
        if not said.strip():
            note("place", f"{len(missing)} records lost")
            wrong["place"] *= 50
        verdict.kind = "warned"
        verdict.text = f"{len(missing)} records refused"
    serious = {}
    for role, notes in wrong.items():
        unlost = [n for n in notes if n != "lost"]
        limit = max(2, 0.01 * len(good)) if role != "flag" else 5
        if len(unlost) > limit:
            serious[role] = ("misread", unlost)
        elif len(notes) - len(unlost) > 0.05 * len(good):
            serious[role] = ("lost", notes)
    for role, (kind, notes) in serious.items():
        names = exporter.names({"place": "lat", "flag": "flag"}.get(role, role)) + exporter.know.get("about " + role, [])
        told = any(named(n, words) for n in names)
        example = notes[len(notes) // 2]
        text = f"{role}: {len(notes)} × {example}" + ("" if not told else " (told)")
        verdict.text = "; ".join(filter(None, [verdict.text, text]))
        rank = ["right", "warned", "lost", "misread"]
        now = "warned" if told else kind
        if rank.index(now) > rank.index(verdict.kind if verdict.kind in rank else "right"):
            verdict.kind = now
    return verdict


def nearest(exporter, row):
    """The number of the record at the place and, if it has one, the time of a row."""
    time = row["time"] and datetime.fromisoformat(row["time"].replace("Z", "+00:00"))
    for number, fix in enumerate(exporter.fixes):
        if metres(fix.lat, fix.lon, float(row["lat"]), float(row["lon"])) < 5 and (
                not time or abs((time - fix.t).total_seconds()) <= 1):
            return number
    return None


def named(name, words):
    name, words = name.lower(), words.lower()
    leaf = re.split(r"[./:]", name)[-1]
    quoted = re.findall(r"'([^']*)'", words)
    return any(q == name or re.split(r"[./:]", q)[-1] == leaf for q in quoted) or \
        f"column {name}" in words or bool(name) and re.search(rf"=({re.escape(name)})\b", words) is not None


def true_place(exporter, fix):
    second = round((fix.t - BEGIN).total_seconds()) - (2 * fix.veh if len({f.veh for f in exporter.fixes}) > 1 else 0)
    _, a, b, _, _ = PATHS[fix.veh][max(0, second)]
    return a, b


def cures(exporter, verdict):
    """The options that the sentences name, with what somebody who knows the exporter fills in."""
    options, know = [], exporter.know
    for sentence in re.split(r"\n", verdict.said):
        found = {}
        sentence = re.sub(r"--csv \S+ says that this is right|say --csv coordinates=degrees|takes it", "", sentence)
        for m in re.finditer(r"--columns ((?:'[^']*'|\\'|[^\s;:'])+)", sentence):
            text = "".join(shlex.split(m[1])).strip(",.")
            if text.endswith("=none") or "if each row" in sentence:
                continue
            if "NAME" in text or "=ignore" in text:
                parts = [p.split("=")[0] for p in text.split(",") if "=" in p]
                filled = [f"{p}={know.get(p) or exporter.names(p)[0]}" for p in parts
                          if know.get(p) or exporter.names(p)]
                if "columns" in know:
                    filled = [know["columns"]]
                text = ",".join(filled)
            if "=" in text:
                found.setdefault("--columns", text)
        for option in ["--time-zone ", "--items ", "--preset ", "--csv speed-unit=", "--csv time-format=",
                       "--csv coordinates=", "--csv skip=", "--csv delimiter=", "--csv interval="]:
            m = re.search(option + r"('[^']*'|[^\s,;:]+)", sentence)
            if option[:-1] in sentence:
                name, _, key = option[:-1].partition(" ")
                is_choice = re.search(option + r"('[^']*'|\S+?)(, | or )('[^']*'|\S+)", sentence) is not None
                value = know.get(key or name[2:]) or (m[1].strip("',.") if m and not is_choice else None)
                if value and value not in ("says", "or", "and", "names", "states", "takes", "reads"):
                    found[option] = f"{key}={value}" if key else value
        if found:
            flat = [part for option, value in found.items() for part in (option.split(" ")[0], value)]
            if flat not in options:
                options.append(flat)
    return options


EXPORTERS, HELD = [], []


def add(name, kind, fixes, columns, **more):
    (HELD if ADDING_HELD else EXPORTERS).append(Exporter(name, kind, fixes, columns, **more))


ADDING_HELD = False


# Exporters ----------------------------------------------------------------------------------------------------------

T, LA, LO = ("ts", "time", iso), ("Lat", "lat", lat), ("Lon", "lon", lon)
PLACE = [T, LA, LO]
V = ("Speed km/h", "speed", speed(KMH))


def flags():
    """Flags of bad positions, under names of all kinds."""
    def one(name, header, good, bad, *more, **also):
        cells = (header, "flag", good if callable(good) and bad is None else flag(good, bad))
        add(f"flag-{name}", "flags", drive(10, 0, drift=True), [*also.pop("first", PLACE), cells, *more], **also)
    one("empfang", "Empfang", "ja", "nein", first=[("Zeitstempel", "time", iso), ("Breite", "lat", lat),
                                                   ("Länge", "lon", lon)], sep=";")
    one("gpsstatus-kein-fix", "GPS-Status", "Fix", "kein Fix", sep=";")
    one("ortung", "Ortung", "gültig", "ungültig", sep=";")
    one("signal-gps-fr", "signal_gps", "bon", "perdu", sep=";")
    one("estado-gps", "estadoGPS", "OK", "SIN SEÑAL", sep=";")
    one("last-known", "isLastKnownLocation", "false", "true")
    one("source-cell", "locationSource", "GNSS", "CELL_TOWER")
    one("loctype", "loc_type", "gps", "lbs")
    one("extrapolated", "extrapolated", "0", "1")
    one("dead-reckoning", "deadReckoning", "N", "Y")
    one("cached", "fromCache", "no", "yes")
    one("usable", "usablePosition", "1", "0")
    one("reliability", "reliability", "HIGH", "LOW")
    one("solution", "solution", "SINGLE", "NONE")
    one("solution-status", "sol_stat", "SOL_COMPUTED", "INSUFFICIENT_OBS")
    one("satelliten", "Anz. Satelliten", "9", "0", sep=";")
    one("nbsat-hdop", "nb_sat_vus", "8", "0", ("dilution", "x", flag("0.9", "99.9")))
    one("hdop-only", "HDOP", flag("0.8", "99.9"), None)
    one("hdop-9999", "gps.hdop", flag("1.1", "9999"), None)
    one("accuracy-huge", "accuracyMeters", flag("4", "1200"), None)
    one("posstate", "PosState", "2", "9")
    one("quality-code", "GPSQualityCode", "1", "0")
    one("rmc-letter", "rmcFlag", "A", "V")
    one("gpsv", "V", "A", "V")
    one("anomaly", "gps_anomaly", "0", "1")
    one("excluded", "excluded", "False", "True")
    one("spoof", "isSpoofed", "0", "1")
    one("fake-gps", "fakeGpsDetected", "nein", "ja", sep=";")
    one("fixlost", "fix_lost", "0", "1")
    one("no-gps", "NoGPS", "0", "1")
    one("jamming", "jammingState", "ok", "critical")
    one("event-code", "event", "position", "GPS lost")
    one("quality-poor", "positionQuality", "good", "poor")
    one("quality-percent", "confidencePct", "96", "8")
    one("provider-old", "Lokalisierung", "aktuell", "veraltet", sep=";")
    one("inaccurate", "inaccurate", "0", "1")


def zones():
    def one(name, cells, **more):
        more.setdefault("know", {"time-zone": "+02:00"})
        add(f"zone-{name}", "zones", drive(10, 1), [*cells, LA, LO], **more)
    local = stamp("%Y-%m-%d %H:%M:%S", 2)
    one("utc-diff-min", [("LocalTimestamp", "time", local), ("utcDiffMin", "zone", const("120"))])
    one("offset-seconds", [("event_time", "time", local), ("gmt_offset_seconds", "zone", const("7200"))])
    one("offset-s-short", [("gps_date_time", "time", local), ("utcoff", "zone", const("7200"))])
    one("bias", [("Timestamp", "time", local), ("TimeZoneBias", "zone", const("-120"))])
    one("zeitverschiebung", [("Zeitpunkt", "time", stamp("%d.%m.%Y %H:%M:%S", 2)),
                             ("Zeitverschiebung (h)", "zone", const("2"))], sep=";", know={
                                 "time-zone": "+02:00", "time": "Zeitpunkt"})
    one("decalage", [("Date/Heure", "time", stamp("%d/%m/%Y %H:%M:%S", 2)), ("Décalage UTC", "zone", const("+2"))],
        sep=";", know={"time-zone": "+02:00"})
    one("huso", [("FechaHora", "time", stamp("%d/%m/%Y %H:%M:%S", 2)), ("Huso", "zone", const("GMT+2"))], sep=";",
        know={"time-zone": "+02:00"})
    one("olson", [("trackpoint_time", "time", local), ("olsonZone", "zone", const("Europe/Vienna"))],
        know={"time-zone": "+02:00", "time": "trackpoint_time"})
    one("tzinfo", [("when_", "time", local), ("tzinfo", "zone", const("CEST"))],
        know={"time-zone": "+02:00", "time": "when_"})
    one("dst-flag", [("DateTime", "time", local), ("utcOffset", "zone", const("1")), ("dst", "zone", const("1"))])
    one("epoch-local", [("unixLocal", "time", epoch(1, plus=7200)), ("tzOffsetSec", "zone", const("7200"))],
        know={"time": "unixLocal", "about time": ["tzOffsetSec"]})
    one("two-stamps", [("Local Time", "time", local), ("UTC Time", "time", stamp("%Y-%m-%d %H:%M:%S"))])
    one("iso-with-offset", [("created", "time", lambda f: stamp("%Y-%m-%dT%H:%M:%S", 2)(f) + "+02:00"),
                            ("tz_min", "zone", const("120"))])
    one("mez", [("Uhrzeit (MESZ)", "time", stamp("%d.%m.%Y %H:%M:%S", 2))], sep=";")


def ids():
    fixes = lambda: fleet(10, 3, 80)
    def one(name, header, cell, **more):
        add(f"id-{name}", "ids", more.pop("fixes", None) or fixes(), [(header, "vehicle", cell), *PLACE],
            **{"roles": ("vehicle",), **more})
    one("imei-short", "IMEI-Nr", lambda f: "3.56E+14", fixes=fleet(10, 2, 80))
    one("imei-comma", "Gerätenummer", lambda f: "3,56938E+14", fixes=fleet(10, 2, 80), sep=";")
    one("imei-e14", "tracker_imei", lambda f: "356938000000000", fixes=fleet(10, 2, 80))
    one("decimals", "fahrzeugNr", lambda f: f"{7 + f.veh}.0")
    one("thousands", "Unit No.", lambda f: f"1 00{f.veh}")
    one("rownumber", "Pos-Nr", lambda f: str(f.n * 3 + f.veh + 1), fixes=drive(10, 0, 100))
    one("rownumber-ascending-id", "ID", lambda f: str(900000 + f.n), fixes=drive(10, 0, 100))
    one("hash", "pseudonym", lambda f: ["a91f", "b02c", "c7d1"][f.veh])
    one("name-only", "Fahrername", lambda f: ["Meier, A.", "Huber, B.", "Koch, C."][f.veh], sep=";")
    one("plate-fr", "N° d'immatriculation", lambda f: ["AB-123-CD", "EF-456-GH", "IJ-789-KL"][f.veh], sep=";")
    one("numero-unidad", "Núm. económico", lambda f: f"ECO-{f.veh}", sep=";")
    one("callsign", "callsign", lambda f: f"RTW {f.veh}/83")
    one("padded", "VEHICLE    ", lambda f: f"  {f.veh + 11}  ")
    one("quoted-number", "wagen", lambda f: '="%d"' % (f.veh + 300), sep=";")
    one("nameless-column", "", lambda f: f"K{f.veh}")
    one("serial", "S/N", lambda f: f"TX{f.veh}00{f.veh}")
    one("mac", "bt_mac", lambda f: f"AA:BB:CC:00:00:0{f.veh}")
    one("route-driver", "route", lambda f: f"R{f.veh}")
    def trips(f):
        return str(1 + f.n // 50)
    split = fleet(10, 3, 100)
    for f in split:
        f.trip = f.n // 50
    add("trip-within-vehicle", "ids", split, [("Wagen", "vehicle", lambda f: f"W{f.veh}"), ("Fahrt-Nr", "vehicle", trips),
                                             *PLACE], roles=("vehicle",))
    split = fleet(10, 3, 100)
    for f in split:
        f.trip = f.n // 50
    add("segment-within-asset", "ids", split, [("assetTag", "vehicle", lambda f: f"A{f.veh}"),
                                              ("legNo", "vehicle", trips), *PLACE], roles=("vehicle",))


def sentinels():
    def one(name, *cells, fixes=None, **more):
        add(f"sentinel-{name}", "sentinels", fixes or drive(10, 2), [T, LA, LO, *cells], **more)
    one("heading-511", ("cogDeg", "heading", some(course, "511", "heading")), ("sogKn", "speed",
        some(speed(KN), "102.3", "speed")), know={"heading": "cogDeg", "speed": "sogKn"})
    one("speed-255", ("velocidad km/h", "speed", some(speed(KMH, 0), "255", "speed")))
    one("speed-65535", ("spd_cms", "speed", some(speed(100, 0), "65535", "speed")))
    one("speed-minus1", ("geschw_kmh", "speed", some(speed(KMH), "-1", "speed")), know={"speed": "geschw_kmh"})
    one("speed-32767", ("v_x10_kmh", "speed", some(speed(36, 0), "32767", "speed")), know={
        "speed": "v_x10_kmh", "speed-unit": "0.1 km/h"})
    one("speed-nan", ("speed [m/s]", "speed", some(speed(1, 2), "NaN", "speed")))
    one("speed-1e30", ("speed_mps", "speed", some(speed(1, 2), "1e30", "speed")))
    one("speed-999", ("Speed(mph)", "speed", some(speed(MPH), "999", "speed")))
    one("speed-text", ("Vitesse km/h", "speed", some(speed(KMH), "n/d", "speed")))
    one("heading-655", ("course_x100", "heading", some(lambda f: f"{f.h * 100:.0f}", "65535", "heading")))
    one("heading-minus999", ("Course°", "heading", some(course, "-999", "heading")))
    one("heading-255", ("heading", "heading", some(course, "3600", "heading")))
    one("heading-zero-stop", ("Kurs °", "heading", lambda f: f"{f.h:.0f}"))
    def bad(write, text):
        def cell(f):
            if f.n % 9 == 4:
                f.expect["bad"] = 1
                return text
            return write(f)
        return cell
    add("sentinel-91-181", "sentinels", drive(10, 2), [T, ("latDeg", "lat", bad(lat, "91.000000")), (
        "lonDeg", "lon", bad(lon, "181.000000"))])
    add("sentinel-zero", "sentinels", drive(10, 2), [T, ("y_wgs", "lat", bad(lat, "0")), ("x_wgs", "lon", bad(lon, "0"))],
        know={"lat": "y_wgs", "lon": "x_wgs"})
    add("sentinel-minus1", "sentinels", drive(10, 2), [T, ("gps.lat", "lat", bad(lat, "-1")), ("gps.lon", "lon",
                                                                                             bad(lon, "-1"))])
    add("sentinel-999", "sentinels", drive(10, 2), [T, ("LATITUDE", "lat", bad(lat, "999.999")), (
        "LONGITUDE", "lon", bad(lon, "999.999"))])
    add("sentinel-e7-max", "sentinels", drive(10, 2), [T, (
        "latE7", "lat", bad(lambda f: f"{f.lat * 1e7:.0f}", "2147483647")), (
        "lonE7", "lon", bad(lambda f: f"{f.lon * 1e7:.0f}", "2147483647"))])
    def oldtime(f):
        if f.n % 9 == 4:
            f.expect["bad"] = 1
            return "1999-11-30T00:00:00Z"
        return iso(f)
    add("sentinel-time", "sentinels", drive(10, 2), [("ts", "time", oldtime), LA, LO])


def units():
    def one(name, header, scale, decimals=1, period=10, unit=None, **more):
        know = {"speed-unit": unit or "km/h", "speed": header, **more.pop("know", {})}
        cell = more.pop("cell", speed(scale, decimals))
        add(f"unit-{name}", "units", drive(period, 3), [*more.pop("first", PLACE), (header, "speed", cell)], know=know,
            **more)
    one("plain-kmh-1s", "Tempo", KMH, period=1)
    one("plain-kmh-30s", "Tempo", KMH, period=30)
    one("plain-ms-1s", "v", 1, 2, period=1, unit="m/s")
    one("plain-kn-1s", "sog", KN, 2, period=1, unit="knots")
    one("plain-kn-30s", "SOG", KN, 1, period=30, unit="knots")
    one("plain-mph-30s", "spd", MPH, 0, period=30, unit="mph")
    one("plain-fts-10s", "velocity", FTS, 1, unit="ft/s")
    one("cms-word", "Geschw. [cm/s]", 100, 0, unit="cm/s")
    one("deci-kmh", "speed_dkmh", 36, 0, unit="0.1 km/h")
    one("x10-mph", "speedMphX10", 10 * MPH, 0, unit="0.1 mph")
    one("milli", "speedMmS", 1000, 0, unit="mm/s")
    one("km-std", "Geschwindigkeit in km/Std.", KMH, sep=";")
    one("kmh-fr", "Vit. (km/h)", KMH, sep=";", cell=comma(speed(KMH)))
    one("kmh-es", "Vel_KmH", KMH)
    one("cell-units", "Fahrtempo", KMH, cell=lambda f: f"{f.v * KMH:.0f} km/h")
    one("cell-knots", "speed_over_ground", KN, cell=lambda f: f"{f.v * KN:.1f}kt", unit="knots")
    one("unit-row", "Speed", KMH, every=())
    one("unit-column", "speedValue", MPH, 1, unit="mph", first=[*PLACE, ("speedUom", "unit", const("mph"))])
    one("wrong-name", "speed_kmh", 1, 2, unit="m/s", period=5)
    one("pace", "pace_min_km", 1, cell=lambda f: f"{1000 / 60 / f.v:.2f}" if f.v > 0.5 else "", know={
        "about speed": ["pace_min_km"]})
    one("kmh-text-comma", "Tempo (km/h)", KMH, cell=comma(speed(KMH)), sep=";")
    one("mach", "GroundSpeedFtMin", FTS * 60, 0)


def headings():
    def one(name, header, cell, period=10, **more):
        add(f"heading-{name}", "headings", drive(period, 4), [*PLACE, (header, "heading", cell)], **{"know": {
            "heading": header}, **more})
    points = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
    def coarse(names):
        def cell(f):
            k = round(f.h / (360 / len(names))) % len(names)
            f.h = k * 360 / len(names)
            return names[k]
        return cell
    one("letters", "Dir.", coarse(points))
    one("letters-de", "Himmelsrichtung", coarse(["N", "NO", "O", "SO", "S", "SW", "W", "NW"]), sep=";")
    one("letters-fr", "cap", coarse(["N", "NE", "E", "SE", "S", "SO", "O", "NO"]), sep=";")
    one("words", "direction", coarse(["north", "northeast", "east", "southeast", "south", "southwest", "west",
                                      "northwest"]))
    one("octant", "heading_idx", coarse([str(i) for i in range(8)]))
    one("octant-plain", "direction", coarse([str(i) for i in range(8)]))
    one("radians", "theta", lambda f: f"{math.radians(f.h):.4f}", know={"heading": "theta"})
    one("radians-named", "yaw_rad", lambda f: f"{math.radians(f.h):.4f}")
    one("radians-signed", "course", lambda f: f"{math.radians((f.h + 180) % 360 - 180):.4f}")
    one("math-angle", "yaw", lambda f: f"{(90 - f.h + 540) % 360 - 180:.1f}", know={"heading": "yaw"})
    one("math-radians", "heading", lambda f: f"{math.radians((90 - f.h + 540) % 360 - 180):.4f}")
    one("tenths", "cog10", lambda f: f"{f.h * 10:.0f}")
    one("tenths-plain", "course", lambda f: f"{f.h * 10:.0f}")
    one("hundredths-plain", "azimut", lambda f: f"{f.h * 100:.0f}")
    one("signed", "bearingDeg", lambda f: f"{(f.h + 180) % 360 - 180:.1f}")
    one("mils", "bearing", lambda f: f"{f.h * 6400 / 360:.0f}")
    one("mils-named", "headingMils", lambda f: f"{f.h * 6400 / 360:.0f}")
    one("gon", "Richtung [gon]", lambda f: f"{f.h / 0.9:.0f}")
    one("half-degrees", "hdg2", lambda f: f"{f.h / 2:.0f}")
    one("scaled-256", "direction", lambda f: f"{f.h * 256 / 360:.0f}")
    one("cell-degree", "Kurs", lambda f: f"{f.h:.0f}°", sep=";")
    one("reverse", "backBearing", lambda f: f"{(f.h + 180) % 360:.0f}")


def times():
    def one(name, cells, period=10, **more):
        add(f"time-{name}", "times", more.pop("fixes", None) or drive(period, 0), [*cells, LA, LO], **more)
    gps = datetime(1980, 1, 6, tzinfo=timezone.utc)
    def week(f): return str(int((f.t - gps).total_seconds() + 18) // 604800)
    def tow(f): return str(int((f.t - gps).total_seconds() + 18) % 604800)
    one("gps-week", [("gpsWk", "time", week), ("gpsSec", "time", tow)])
    one("gps-week-tow", [("GPS_Week", "time", week), ("TOW(s)", "time", tow)])
    one("gps-seconds", [("gps_seconds", "time", epoch(1, gps, 18))], know={"time": "gps_seconds"})
    one("mac-seconds", [("ZTIMESTAMP", "time", epoch(1, datetime(2001, 1, 1, tzinfo=timezone.utc)))], know={
        "time-format": "s since 2001-01-01", "time": "ZTIMESTAMP"})
    one("seconds-2000", [("timestamp", "time", epoch(1, datetime(2000, 1, 1, tzinfo=timezone.utc)))], know={
        "time-format": "s since 2000-01-01", "time": "timestamp"})
    one("filetime", [("UtcTicks", "time", epoch(10_000_000, datetime(1601, 1, 1, tzinfo=timezone.utc)))], know={
        "time-format": "ticks since 1601-01-01", "time": "UtcTicks"})
    one("doy", [("an", "time", stamp("%Y")), ("jour_an", "time", stamp("%j")), ("heure", "time", stamp("%H:%M:%S"))])
    one("yyyyddd", [("julian_ts", "time", stamp("%Y%j%H%M%S"))], know={"time-format": "%Y%j%H%M%S",
                                                                     "time": "julian_ts"})
    one("matlab", [("datenum", "time", lambda f: f"{f.t.timestamp() / 86400 + 719529:.6f}")], know={
        "time": "datenum", "time-format": "days since 0000-01-01"})
    one("excel", [("Date de position", "time", lambda f: f"{f.t.timestamp() / 86400 + 25569:.8f}")],
        know={"time": "Date de position"})
    one("excel-comma", [("Zeit", "time", lambda f: f"{f.t.timestamp() / 86400 + 25569:.8f}".replace(".", ","))], sep=";")
    one("epoch-us", [("mtime_us", "time", epoch(1_000_000))], know={"time": "mtime_us"})
    one("epoch-ns", [("stampNanos", "time", epoch(1_000_000_000))], know={"time": "stampNanos"})
    one("epoch-sci", [("time", "time", lambda f: f"{f.t.timestamp():.9E}")])
    one("epoch-ds", [("t_ds", "time", epoch(10))], know={"time": "t_ds"})
    one("epoch-min", [("epochMin", "time", lambda f: f"{f.t.timestamp() / 60:.3f}")], know={"time": "epochMin"})
    noon = BEGIN.replace(hour=11, minute=40)
    one("twelve-hour", [("Time", "time", stamp("%Y-%m-%d %I:%M:%S"))], fixes=drive(30, 0, begin=noon))
    one("twelve-hour-short", [("Time", "time", stamp("%Y-%m-%d %I:%M:%S"))], fixes=drive(10, 0, begin=BEGIN.replace(
        hour=14)))
    one("am-pm-dots", [("Hora GPS", "time", lambda f: stamp("%d/%m/%Y %I:%M:%S ")(f) + (
        "a. m." if f.t.hour < 12 else "p. m."))], sep=";")
    one("german-month", [("Zeitpunkt", "time", lambda f: f"{f.t.day}. Mai 2026 {f.t:%H:%M:%S}")], sep=";", know={
        "time": "Zeitpunkt"})
    one("minutes-only", [("Datum Zeit", "time", stamp("%d.%m.%Y %H:%M"))], fixes=drive(60, 0, 150,
        begin=BEGIN.replace(second=0)), sep=";")
    one("dmy-ambiguous", [("Fecha hora", "time", stamp("%d/%m/%y %H:%M:%S"))], fixes=drive(10, 0, begin=BEGIN.replace(
        month=6, day=7)), know={"time-format": "dmy"})
    one("mdy-ambiguous", [("Date time", "time", stamp("%m/%d/%Y %H:%M:%S"))], fixes=drive(10, 0, begin=BEGIN.replace(
        month=6, day=7)), know={"time-format": "mdy"})
    one("time-of-day", [("Uhrzeit", "time", stamp("%H:%M:%S"))], know={"about time": ["Uhrzeit"]})
    one("date-and-seconds", [("svcDate", "time", stamp("%Y-%m-%d")), ("secSinceMidnight", "time", lambda f: str(
        f.t.hour * 3600 + f.t.minute * 60 + f.t.second))])
    one("date-hhmmss", [("fecha_gps", "time", stamp("%d%m%y")), ("hora_gps", "time", stamp("%H%M%S"))])
    one("split-parts", [(h, "time", stamp(s)) for h, s in [
        ("year", "%Y"), ("month", "%m"), ("day", "%d"), ("hour", "%H"), ("minute", "%M"), ("second", "%S")]])
    one("elapsed", [("elapsed_s", "time", lambda f: str(round((f.t - BEGIN).total_seconds())))], know={
        "time": "elapsed_s", "about time": ["elapsed_s"]})
    one("sent-received", [("receivedUtc", "time", lambda f: (f.t + timedelta(seconds=17 + f.n % 90)).strftime(
        "%Y-%m-%dT%H:%M:%SZ")), ("occurredUtc", "time", iso)], know={"time": "occurredUtc"})
    one("upload-first", [("uploadTime", "time", lambda f: (f.t + timedelta(seconds=40)).strftime("%Y-%m-%dT%H:%M:%SZ")),
                         ("posTime", "time", iso)])
    one("processed", [("time_processed", "time", lambda f: (f.t + timedelta(hours=5)).strftime("%Y-%m-%d %H:%M:%S")),
                      ("time_position", "time", stamp("%Y-%m-%d %H:%M:%S"))], know={"time": "time_position"})
    one("serverzeit", [("Eingangszeit", "time", lambda f: (f.t + timedelta(seconds=31)).strftime("%d.%m.%Y %H:%M:%S")),
                       ("Ereigniszeit", "time", stamp("%d.%m.%Y %H:%M:%S"))], sep=";", know={"time": "Ereigniszeit"})
    one("rollover", [("gpsClock", "time", lambda f: (f.t - timedelta(weeks=1024)).strftime("%Y-%m-%dT%H:%M:%SZ")),
                     ("rcvd", "time", lambda f: (f.t + timedelta(seconds=3)).strftime("%Y-%m-%dT%H:%M:%SZ"))], know={
                         "time": "gpsClock"})


def places():
    def one(name, cells, fixes=None, first=(T,), **more):
        add(f"place-{name}", "places", fixes or drive(10, 0), [*first, *cells], **more)
    one("semicircles", [("rawLat", "lat", lambda f: f"{f.lat * 2**31 / 180:.0f}"), (
        "rawLon", "lon", lambda f: f"{f.lon * 2**31 / 180:.0f}")], know={"coordinates": "semicircles", "lat": "rawLat",
                                                                    "lon": "rawLon"})
    one("semicircles-plain", [("lat", "lat", lambda f: f"{f.lat * 2**31 / 180:.0f}"), (
        "lon", "lon", lambda f: f"{f.lon * 2**31 / 180:.0f}")], know={"coordinates": "semicircles"})
    one("tenthousandth-min", [("LAT", "lat", lambda f: f"{f.lat * 600000:.0f}"), ("LON", "lon",
                                                                              lambda f: f"{f.lon * 600000:.0f}")])
    one("milliarcsec", [("lat_mas", "lat", lambda f: f"{f.lat * 3600000:.0f}"), ("lon_mas", "lon",
                                                                             lambda f: f"{f.lon * 3600000:.0f}")])
    one("arcsec", [("latitude", "lat", lambda f: f"{f.lat * 3600:.3f}"), ("longitude", "lon",
                                                                     lambda f: f"{f.lon * 3600:.3f}")])
    one("e4", [("lat", "lat", lambda f: f"{f.lat * 10000:.0f}"), ("lon", "lon", lambda f: f"{f.lon * 10000:.0f}")])
    one("e5", [("Breite", "lat", lambda f: f"{f.lat * 1e5:.0f}"), ("Laenge", "lon", lambda f: f"{f.lon * 1e5:.0f}")])
    one("e6-micro", [("latMicrodeg", "lat", lambda f: f"{f.lat * 1e6:.0f}"), ("lonMicrodeg", "lon",
                                                                        lambda f: f"{f.lon * 1e6:.0f}")],
        know={"coordinates": "e6", "lat": "latMicrodeg", "lon": "lonMicrodeg"})
    one("e6-thousands", [("LAT_DEG", "lat", lambda f: f"{round(f.lat * 1e6):,}".replace(",", ".")), (
        "LON_DEG", "lon", lambda f: f"{round(f.lon * 1e6):,}".replace(",", "."))], sep=";")
    one("radians", [("phi", "lat", lambda f: f"{math.radians(f.lat):.9f}"), ("lambda", "lon",
                                                                        lambda f: f"{math.radians(f.lon):.9f}")],
        know={"lat": "phi", "lon": "lambda"})
    one("radians-plain", [("lat", "lat", lambda f: f"{math.radians(f.lat):.9f}"), ("lon", "lon",
                                                                             lambda f: f"{math.radians(f.lon):.9f}")])
    one("nmea-no-hemisphere", [("latitude", "lat", lambda f: dm(f.lat, 2, "NS")[0]), ("longitude", "lon",
                                                                                lambda f: dm(f.lon, 3, "EW")[0])],
        know={"coordinates": "nmea"})
    one("nmea-south-lost", [("latitude", "lat", lambda f: dm(f.lat, 2, "NS")[0]), ("longitude", "lon",
                                                                             lambda f: dm(f.lon, 3, "EW")[0])],
        fixes=drive(10, 5))
    one("nmea-letters", [("lat_ddmm", "lat", lambda f: dm(f.lat, 2, "NS")[0]), ("latHemi", "x", lambda f: dm(
        f.lat, 2, "NS")[1]), ("lon_dddmm", "lon", lambda f: dm(f.lon, 3, "EW")[0]), ("lonHemi", "x", lambda f: dm(
            f.lon, 3, "EW")[1])], fixes=drive(10, 5), know={"lat": "lat_ddmm", "lon": "lon_dddmm", "coordinates": "nmea"})
    one("unsigned-hemi", [("lat_abs", "lat", lambda f: f"{abs(f.lat):.6f}"), ("N/S", "x", lambda f: "N" if f.lat > 0
        else "S"), ("lon_abs", "lon", lambda f: f"{abs(f.lon):.6f}"), ("E/W", "x", lambda f: "E" if f.lon > 0 else "W")],
        fixes=drive(10, 5), know={"lat": "lat_abs", "lon": "lon_abs"})
    one("hemi-numeric", [("lat", "lat", lambda f: f"{abs(f.lat):.6f}"), ("lat_sign", "x", const("-1")),
                         ("lon", "lon", lambda f: f"{abs(f.lon):.6f}"), ("lon_sign", "x", const("-1"))],
        fixes=drive(10, 5), know={"about place": ["lat_sign"]})
    one("hemi-words", [("Latitud", "lat", lambda f: f"{abs(f.lat):.6f}"), ("Hemisferio lat", "x", const("Sur")),
                       ("Longitud", "lon", lambda f: f"{abs(f.lon):.6f}"), ("Hemisferio lon", "x", const("Oeste"))],
        fixes=drive(10, 5), sep=";", know={"about place": ["Hemisferio lat"]})
    one("dms-text", [("Breitengrad", "lat", lambda f: dms(f.lat, "NS")), ("Längengrad", "lon", lambda f: dms(f.lon,
                                                                                                    "OW"))], sep=";")
    one("dms-split", [(h, r, c) for h, r, c in [
        ("lat_d", "lat", lambda f: str(int(f.lat))), ("lat_m", "lat", lambda f: f"{f.lat % 1 * 60:.4f}"),
        ("lon_d", "lon", lambda f: str(int(f.lon))), ("lon_m", "lon", lambda f: f"{f.lon % 1 * 60:.4f}")]],
        know={"lat": "lat_d", "lon": "lon_d"})
    one("grad-minuten", [(h, r, c) for h, r, c in [
        ("Breite Grad", "lat", lambda f: str(int(f.lat))), ("Breite Minuten", "lat", lambda f: f"{f.lat % 1 * 60:.4f}"),
        ("Länge Grad", "lon", lambda f: str(int(f.lon))), ("Länge Minuten", "lon", lambda f: f"{f.lon % 1 * 60:.4f}")]],
        sep=";")
    one("int-fraction", [("LatInt", "lat", lambda f: str(int(f.lat))), ("LatFrac", "lat", lambda f: f"{f.lat % 1 * 1e6:06.0f}"),
                         ("LonInt", "lon", lambda f: str(int(f.lon))), ("LonFrac", "lon",
                                                                     lambda f: f"{f.lon % 1 * 1e6:06.0f}")])
    one("swapped", [("lat", "lat", lon), ("lon", "lon", lat)], know={"columns": "lat=lon,lon=lat"})
    one("swapped-chile", [("Latitude", "lat", lon), ("Longitude", "lon", lat)], fixes=drive(10, 5), know={
        "columns": "lat=Longitude,lon=Latitude"})
    one("xy", [("X", "lon", lon), ("Y", "lat", lat)])
    one("xy-swapped", [("X", "lat", lat), ("Y", "lon", lon)], know={"columns": "lat=X,lon=Y"})
    def mercator(f):
        x = f.lon * 20037508.342789244 / 180
        y = math.log(math.tan((90 + f.lat) * math.pi / 360)) / math.pi * 20037508.342789244
        return x, y
    one("mercator", [("x", "lon", lambda f: f"{mercator(f)[0]:.2f}"), ("y", "lat", lambda f: f"{mercator(f)[1]:.2f}")])
    one("mercator-int", [("lon", "lon", lambda f: f"{mercator(f)[0]:.0f}"), ("lat", "lat",
                                                                        lambda f: f"{mercator(f)[1]:.0f}")])
    one("utm", [("Rechtswert", "lon", lambda f: f"{540000 + (f.lon - 9.53) * 75600:.1f}"), (
        "Hochwert", "lat", lambda f: f"{5228000 + (f.lat - 47.21) * 111195:.1f}")], sep=";")
    one("swiss", [("lon", "lon", lambda f: f"{2758000 + (f.lon - 9.53) * 75600:.0f}"), (
        "lat", "lat", lambda f: f"{1231000 + (f.lat - 47.21) * 111195:.0f}")])
    one("wkt-ewkt", [("ubicacion", "lat", lambda f: f"SRID=4326;POINT({lon(f)} {lat(f)})")])
    one("wkt-latlon", [("Standort", "lat", lambda f: f"POINT({lat(f)} {lon(f)})")], know={"about place": ["Standort"]})
    one("pair-semicolon", [("gps_pos", "lat", lambda f: f"{lat(f)};{lon(f)}")], know={"position": "gps_pos"})
    one("pair-brackets", [("geoPoint", "lat", lambda f: f"({lat(f)}, {lon(f)})")], know={"position": "geoPoint"})
    one("pair-lonlat-plain", [("position", "lat", lambda f: f"{lon(f)} {lat(f)}")], know={"about place": ["position"]})
    one("pair-named", [("LngLat", "lat", lambda f: f"[{lon(f)}, {lat(f)}]")])
    one("pluscode", [("OLC", "lat", const("8FVF6G5H+2X"))])
    one("geohash", [("gh9", "lat", const("u0qj9f3kz"))])
    one("maps-link", [("Link", "lat", lambda f: f"https://maps.google.com/?q={lat(f)},{lon(f)}")])
    one("raw-snapped", [("lat_raw", "lat", lat), ("lon_raw", "lon", lon), ("lat_snapped", "x", lambda f:
        f"{f.lat + 0.0011:.6f}"), ("lon_snapped", "x", lon)], know={"lat": "lat_raw", "lon": "lon_raw"})
    one("snapped-first", [("snapLat", "x", lambda f: f"{f.lat + 0.0011:.6f}"), ("snapLon", "x", lon),
                          ("gpsLat", "lat", lat), ("gpsLon", "lon", lon)])
    one("phone-vehicle", [("phone_lat", "x", lambda f: f"{f.lat + 0.003:.6f}"), ("phone_lon", "x", lon),
                          ("vehicle_lat", "lat", lat), ("vehicle_lon", "lon", lon)])
    one("start-and-point", [("startLat", "x", const("47.2101")), ("startLon", "x", const("9.53")), ("lat", "lat", lat),
                            ("lon", "lon", lon)])
    one("base-station", [("cellLat", "x", lambda f: f"{f.lat + 0.02:.3f}"), ("cellLon", "x", lambda f:
        f"{f.lon + 0.02:.3f}"), ("gnss_lat", "lat", lat), ("gnss_lon", "lon", lon)])
    one("previous", [("prev_latitude", "x", lambda f: f"{f.lat - 0.0009:.6f}"), ("prev_longitude", "x", lon),
                     ("cur_latitude", "lat", lat), ("cur_longitude", "lon", lon)], know={"lat": "cur_latitude",
                                                                                   "lon": "cur_longitude"})
    one("rounded", [("lat", "lat", lambda f: f"{f.lat:.2f}"), ("lon", "lon", lambda f: f"{f.lon:.2f}")], know={
        "about place": ["lat"]})
    one("decimal-comma-in-comma", [("latitud", "lat", comma(lat)), ("longitud", "lon", comma(lon))], quote=True)


def dms(value, letters):
    letter, value = letters[0] if value > 0 else letters[1], abs(value)
    whole = int(value)
    minutes = int((value - whole) * 60)
    return f"{whole}°{minutes:02d}'{(value - whole - minutes / 60) * 3600:05.2f}\"{letter}"


def doubles():
    def one(name, cells, **more):
        add(f"two-{name}", "two of a kind", drive(10, 1), [*PLACE, *cells], **more)
    one("speeds-gps-can", [("canSpeed", "x", lambda f: f"{f.v * KMH * 1.12 + 3:.0f}"), ("gpsSpeed", "speed", speed(KMH))],
        know={"speed-unit": "km/h", "speed": "gpsSpeed"})
    one("speeds-wheel", [("wheel speed [km/h]", "x", lambda f: f"{f.v * KMH * 0.8:.0f}"), ("gnss speed [m/s]", "speed",
                                                                                  speed(1, 2))])
    one("speeds-limit", [("speed_limit_kmh", "x", const("50")), ("speed_actual_kmh", "speed", speed(KMH))],
        know={"speed": "speed_actual_kmh"})
    one("speeds-max-avg", [("maxSpeed", "x", lambda f: f"{f.v * KMH + 9:.0f}"), ("avgSpeed", "x",
        lambda f: f"{f.v * KMH - 4:.0f}"), ("instSpeed", "speed", speed(KMH))], know={"speed": "instSpeed",
                                                                               "speed-unit": "km/h"})
    one("speeds-obd-first", [("OBD Speed", "x", lambda f: f"{f.v * KMH * 1.2:.0f}"), ("Speed", "speed", speed(KMH))],
        know={"speed-unit": "km/h"})
    one("speeds-wind", [("windSpeed", "x", const("14")), ("boatspeed_kn", "speed", speed(KN))], know={
        "speed": "boatspeed_kn"})
    one("headings-compass", [("compass", "x", lambda f: f"{(f.n * 37) % 360}"), ("gpsCourse", "heading", course)])
    one("headings-magnetic", [("magHeading", "x", lambda f: f"{(f.h + 40) % 360:.0f}"), ("trueHeading", "heading",
                                                                                    course)], know={
                                                                                        "heading": "trueHeading"})
    one("headings-device", [("azimuthDevice", "x", lambda f: f"{(f.n * 37) % 360}"), ("courseOverGnd", "heading",
                                                                                   course)], know={
                                                                                       "heading": "courseOverGnd"})
    one("headings-to-destination", [("bearingToDestination", "x", lambda f: f"{(f.n * 7) % 360}"), (
        "travelBearing", "heading", course)], know={"heading": "travelBearing"})


def fleets():
    def one(name, header, cell, **more):
        add(f"fleet-{name}", "fleets", fleet(10, 3, 90), [(header, "vehicle", cell), *more.pop("cells", []), *PLACE],
            know={"trace": header}, **more)
    one("kolonne", "Kolonne", lambda f: "ABC"[f.veh], sep=";")
    one("sim", "ICCID_suffix", lambda f: f"88{f.veh}")
    one("topic", "mqtt_topic", lambda f: f"fleet/{f.veh}/pos")
    one("file", "src_file", lambda f: f"log_{f.veh}.txt")
    one("colour", "colour", lambda f: ["red", "green", "blue"][f.veh])
    one("two-columns", "depot", lambda f: "NS"[f.veh // 2], cells=[("slot", "vehicle", lambda f: str(f.veh % 2))])
    one("grouped", "who", lambda f: f"p{f.veh}")


def layouts():
    base = [("Zeit", "time", iso), ("Breite", "lat", lat), ("Länge", "lon", lon), ("Tempo km/h", "speed", speed(KMH))]
    def one(name, cells=None, fixes=None, **more):
        add(f"layout-{name}", "layouts", fixes or drive(10, 2), cells or base, **more)
    one("header-again", every=(60, None))
    one("page-break", every=(60, "-- Seite --"))
    one("comment-lines", every=(50, "# heartbeat ok"))
    one("comment-slashes", before="// exported by FleetView 3.1\n// unit 7\n", every=(70, "// keepalive"))
    one("comment-exclam", before="! ASCII export\n! WGS84\n")
    one("bom", encoding="utf-8-sig", eol="\r\n")
    one("utf16-be", encoding="utf-16-be", before="\ufeff", sep="\t", ending="txt")
    one("utf16-le-nobom", encoding="utf-16-le", sep=";")
    one("latin1", encoding="latin-1", sep=";")
    one("tabs-comma", [(h, r, comma(c) if r != "time" else c) for h, r, c in base], sep="\t")
    one("pipe", sep="|")
    one("caret", sep="^")
    one("spaces", [("Zeit", "time", epoch()), *base[1:3]], sep="  ")
    one("all-quoted", quote=True)
    one("totals", after=";;;\nSumme;300;;\n", sep=";")
    one("units-row", every=(), before="", cells=base)
    EXPORTERS[-1].columns = lambda fixes: [("Zeit,Breite,Länge,Tempo\n", None), ("[UTC],[°],[°],[km/h]\n", None)] + [
        (f"{iso(f)},{lat(f)},{lon(f)},{f.v * KMH:.1f}\n", i) for i, f in enumerate(fixes)]
    EXPORTERS[-1].roles = (("time", "Zeit"), ("lat", "Breite"), ("speed", "Tempo"))
    EXPORTERS[-1].know = {"speed-unit": "km/h"}
    one("trailing-separator", eol=";\n", sep=";")
    one("cr-only", eol="\r")
    one("title-lines", before="Fahrtenbuch\nFahrzeug: LI-1234\nZeitraum: 22.05.2026\n\n", sep=";")
    one("reverse", fixes=drive(10, 2)[::-1])
    shuffled = drive(10, 2)
    random.Random(4).shuffle(shuffled)
    one("shuffled", fixes=shuffled)
    one("key-value", ending="log")
    EXPORTERS[-1].columns = lambda fixes: [
        (f"time={iso(f)},lat={lat(f)},lon={lon(f)},speed={f.v * KMH:.1f}\n", i) for i, f in enumerate(fixes)]
    EXPORTERS[-1].roles = (("time", "time"), ("lat", "lat"), ("speed", "speed"))
    one("no-header", header=False, cells=[("1", "time", iso), ("2", "lat", lat), ("3", "lon", lon), (
        "4", "speed", speed(KMH))], know={"columns": "time=1,lat=2,lon=3,speed=4,trace=none", "speed-unit": "km/h"})
    one("two-tables", after="\nstop,begin,end\n1,2026-05-22T06:20:00Z,2026-05-22T06:30:00Z\n")
    one("ragged", every=(40, "2026-05-22T06:13:07Z,47.2"))


def nested():
    def one(name, write, roles, ending="json", fixes=None, kind="nested", **more):
        add(f"json-{name}", kind, fixes or drive(10, 3), write, ending=ending, roles=roles, **more)
    def lines(make, join="\n", head="", tail="\n"):
        def write(fixes):
            out = [(head, None)]
            for i, f in enumerate(fixes):
                out.append((json.dumps(make(f)) + (join if i + 1 < len(fixes) else ""), i))
            return out + [(tail, None)]
        return write
    R = (("time", "when"), ("lat", "lat"), ("speed", "kph"))
    one("geo-object", lines(lambda f: {"unit": {"serial": "A7"}, "gnss": {"lat": f.lat, "lon": f.lon, "kph": round(
        f.v * KMH, 1)}, "occurred": {"utc": iso(f)}}), (("time", "utc"), ("lat", "lat"), ("speed", "kph")), "ndjson",
        know={"speed-unit": "km/h"})
    one("payload-text", lines(lambda f: {"topic": "t/7", "payload": json.dumps({"lat": f.lat, "lon": f.lon, "t": iso(
        f)})}), R[:2], "ndjson")
    one("list-under-name", lines(lambda f: {"when": iso(f), "lat": f.lat, "lon": f.lon}, ",\n",
                                 '{"meta":{"n":300},"waypts":[\n', "\n]}\n"), R[:2], know={"items": "waypts"})
    one("deep", lines(lambda f: {"when": iso(f), "lat": f.lat, "lon": f.lon}, ",\n",
                      '{"resp":{"vehicles":[{"id":"A","samples":[\n', "\n]}]}}\n"), R[:2], know={
                          "items": "resp.vehicles.samples"})
    one("pair", lines(lambda f: {"when": iso(f), "coords": [f.lat, f.lon]}), (("time", "when"), ("lat", "coords")),
        "ndjson")
    one("flag", lines(lambda f: {"when": iso(f), "lat": f.lat, "lon": f.lon, "gps": {"locked": not f.bad}}),
        (("time", "when"), ("lat", "lat"), ("flag", "gps.locked")), "ndjson", fixes=drive(10, 3, drift=True))
    one("flag-status", lines(lambda f: {"when": iso(f), "pos": {"lat": f.lat, "lon": f.lon, "state":
        "STALE_FIX" if f.bad else "LIVE"}}), (("time", "when"), ("lat", "lat"), ("flag", "pos.state")), "ndjson",
        fixes=drive(10, 3, drift=True))
    one("typed-values", lines(lambda f: {"when": {"$date": int(f.t.timestamp() * 1000)}, "lat": {"$numberDouble":
        str(f.lat)}, "lon": {"$numberDouble": str(f.lon)}}), (("time", "when.$date"), ("lat", "lat.$numberDouble")),
        "ndjson")
    one("columnar", lambda fixes: [(json.dumps({"time": [iso(f) for f in fixes], "lat": [f.lat for f in fixes], "lon": [
        f.lon for f in fixes]}) + "\n", 0)], (("time", "time"), ("lat", "lat")))
    one("rows-of-lists", lines(lambda f: [iso(f), f.lat, f.lon], ",\n", '{"columns":["t","lat","lon"],"rows":[\n',
                               "\n]}\n"), (("time", "t"), ("lat", "lat")))
    one("unit-member", lines(lambda f: {"when": iso(f), "lat": f.lat, "lon": f.lon, "speed": {"value": round(
        f.v * MPH, 1), "unit": "mph"}}), (("time", "when"), ("lat", "lat"), ("speed", "speed.value"), (
            "speed", "speed")), "ndjson", know={"speed-unit": "mph", "speed": "speed.value"})
    one("two-positions", lines(lambda f: {"when": iso(f), "matched": {"lat": f.lat + .0012, "lon": f.lon}, "raw": {
        "lat": f.lat, "lon": f.lon}}), (("time", "when"), ("lat", "raw.lat")), "ndjson", know={"lat": "raw.lat",
                                                                                       "lon": "raw.lon"})
    def feature(f):
        return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [f.lon, f.lat]}, "properties": {
            "ts_ms": int(f.t.timestamp() * 1000), "spd_kn": round(f.v * KN, 1), "hdg": round(f.h), "posOk": not f.bad}}
    one("geojson-points", lines(feature, ",\n", '{"type":"FeatureCollection","features":[\n', "\n]}\n"),
        (("time", "ts_ms"), ("lat", "geometry"), ("speed", "spd_kn"), ("heading", "hdg"), ("flag", "posOk")),
        "geojson", fixes=drive(10, 3, drift=True))
    one("list-then-more", lines(lambda f: {"when": iso(f), "lat": f.lat, "lon": f.lon}, ", ", "[7, ", "]\n"), R[:2])


def others():
    def points(head, write, tail):
        return lambda fixes: [(head, None)] + [(write(f) + "\n", i) for i, f in enumerate(fixes)] + [(tail, None)]
    R = (("time", "time"), ("lat", "lat"), ("speed", "speed"))
    gpx = '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
    def add_xml(name, head, write, tail, roles=R, ending="gpx", fixes=None, **more):
        add(name, "documents", fixes or drive(10, 4), points(head, write, tail), ending=ending, roles=roles, **more)
    pt = '<trkpt lat="{0}" lon="{1}"><time>{2}</time>{3}</trkpt>'
    add_xml("gpx-speed-kmh", gpx, lambda f: pt.format(lat(f), lon(f), iso(f), f"<extensions><speed>{f.v * KMH:.1f}</speed>"
            "</extensions>"), "</trkseg></trk></gpx>\n", know={"speed-unit": "km/h"})
    add_xml("gpx-speed-ms", gpx, lambda f: pt.format(lat(f), lon(f), iso(f), f"<extensions><gpxtpx:speed>{f.v:.2f}"
            f"</gpxtpx:speed><gpxtpx:course>{f.h:.0f}</gpxtpx:course></extensions>"), "</trkseg></trk></gpx>\n",
            roles=(*R, ("heading", "course")))
    add_xml("gpx-fix-none", gpx, lambda f: pt.format(lat(f), lon(f), iso(f), f"<fix>{'none' if f.bad else '3d'}</fix>"
            f"<sat>{0 if f.bad else 8}</sat>"), "</trkseg></trk></gpx>\n", roles=(R[0], R[1], ("flag", "fix")),
            fixes=drive(10, 4, drift=True))
    add_xml("gpx-valid-extension", gpx, lambda f: pt.format(lat(f), lon(f), iso(f), "<extensions><gps_ok>"
            f"{'0' if f.bad else '1'}</gps_ok></extensions>"), "</trkseg></trk></gpx>\n", roles=(
                R[0], R[1], ("flag", "gps_ok")), fixes=drive(10, 4, drift=True))
    add_xml("gpx-local-offset", gpx, lambda f: pt.format(lat(f), lon(f), stamp("%Y-%m-%dT%H:%M:%S+02:00", 2)(f), ""),
            "</trkseg></trk></gpx>\n", roles=(R[0], R[1]))
    def nmea(fixes):
        out = []
        for i, f in enumerate(fixes):
            la, ns = dm(f.lat, 2, "NS")
            lo, ew = dm(f.lon, 3, "EW")
            body = (f"GNRMC,{f.t:%H%M%S}.00,{'V' if f.bad else 'A'},{la},{ns},{lo},{ew},{f.v * KN:.2f},{f.h:.1f},"
                    f"{f.t:%d%m%y},,")
            check = 0
            for c in body:
                check ^= ord(c)
            out.append((f"${body}*{check:02X}\r\n", i))
        return out
    add("nmea-status-v", "documents", drive(10, 4, drift=True), nmea, ending="nmea", roles=(
        R[0], R[1], R[2], ("heading", "course"), ("flag", "V")))
    def logged(fixes):
        return [(f"{f.t:%H:%M:%S}.000 I/gps: {text}", i) for f, (text, i) in zip(fixes, nmea(fixes))]
    add("nmea-logged", "documents", drive(10, 4), logged, ending="log", roles=(R[0], R[1], R[2], ("heading", "c")))


def held():
    """Files that were written before reading was mended, and looked at only afterwards."""
    def one(name, kind, cells, fixes=None, first=None, **more):
        add(name, kind, fixes or drive(10, 0), [*(first or PLACE), *cells], **more)
    bad = lambda: drive(10, 1, drift=True)
    one("h-flag-lock-state", "flags", [("navLockState", "flag", flag("LOCKED", "UNLOCKED"))], bad())
    one("h-flag-fr-fiable", "flags", [("position fiable", "flag", flag("oui", "non"))], bad(), sep=";")
    one("h-flag-estimee", "flags", [("estimée", "flag", flag("0", "1"))], bad(), sep=";")
    one("h-flag-es-valida", "flags", [("Posición válida", "flag", flag("Sí", "No"))], bad(), sep=";")
    one("h-flag-gps-antenne", "flags", [("GPS-Antenne", "flag", flag("verbunden", "gestört"))], bad(), sep=";")
    one("h-flag-pvt", "flags", [("pvtMode", "flag", flag("4", "0")), ("nrSV", "flag", flag("11", "0"))], bad())
    one("h-flag-hdop-text", "flags", [("H.DOP", "flag", flag("1,2", "99,9"))], bad(), sep=";")
    one("h-flag-interp", "flags", [("interpolated?", "flag", flag("F", "T"))], bad())
    one("h-zone-versatz", "zones", [("Lokale Zeit", "time", stamp("%d.%m.%Y %H:%M:%S", 2)), (
        "UTC-Versatz [min]", "zone", const("120"))], first=[LA, LO], sep=";", know={"time-zone": "+02:00"})
    one("h-zone-tz-name", "zones", [("EventDateTime", "time", stamp("%Y/%m/%d %H:%M:%S", 2)), (
        "Time Zone ID", "zone", const("Europe/Rome"))], first=[LA, LO], know={"time-zone": "+02:00"})
    one("h-zone-quarter", "zones", [("logtime", "time", stamp("%Y-%m-%d %H:%M:%S", 2)), ("utc_offset_quarters", "zone",
        const("8"))], first=[LA, LO], know={"time-zone": "+02:00", "time": "logtime"})
    one("h-id-koncern", "ids", [("Wagennr.", "vehicle", lambda f: f"{f.veh + 1}.0")], fleet(10, 3, 80), sep=";")
    one("h-id-sci", "ids", [("modem", "vehicle", lambda f: "8.94E+18")], fleet(10, 2, 80))
    split = fleet(10, 2, 100)
    for f in split:
        f.trip = f.n // 50
    one("h-trip-in-lorry", "ids", [("LKW", "vehicle", lambda f: f"L{f.veh}"), ("Tour", "vehicle", lambda f: str(
        1 + f.n // 50))], split, roles=("vehicle",), sep=";")
    one("h-sentinel-1638", "sentinels", [("sog", "speed", some(speed(10 * KN, 0), "1023", "speed")), (
        "cog", "heading", some(lambda f: f"{f.h * 10:.0f}", "3600", "heading"))], know={"speed-unit": "0.1 knots"})
    one("h-sentinel-speed-250", "sentinels", [("Vitesse (km/h)", "speed", some(speed(KMH, 0), "250", "speed"))], sep=";")
    one("h-unit-hm", "units", [("Fahrgeschwindigkeit [km/h]", "speed", speed(KMH))], sep=";")
    one("h-unit-mph-cell", "units", [("How fast", "speed", lambda f: f"{f.v * MPH:.0f} mph")])
    one("h-unit-plain-deca", "units", [("geschwindigkeit", "speed", speed(36, 0))], drive(10, 2), know={
        "speed-unit": "0.1 km/h"})
    one("h-unit-groundspeed", "units", [("GS", "speed", speed(KN, 1))], drive(5, 2))
    one("h-heading-de-16", "headings", [("Fahrtrichtung", "heading", lambda f: turn16(f))], sep=";")
    one("h-heading-tenths", "headings", [("rumbo_x10", "heading", lambda f: f"{f.h * 10:.0f}")])
    one("h-heading-unsigned-rad", "headings", [("bearing", "heading", lambda f: f"{math.radians(f.h):.3f}")])
    one("h-heading-2deg", "headings", [("course", "heading", lambda f: f"{f.h / 2:.0f}")])
    one("h-heading-text", "headings", [("Course", "heading", lambda f: f"{f.h:.0f} deg")])
    one("h-time-labview", "times", [("labview_time", "time", epoch(1, datetime(1904, 1, 1, tzinfo=timezone.utc)))],
        first=[LA, LO], know={"time": "labview_time", "time-format": "s since 1904-01-01"})
    one("h-time-compact", "times", [("DT", "time", stamp("%y%m%d%H%M%S"))], first=[LA, LO], know={
        "time": "DT", "time-format": "%y%m%d%H%M%S"})
    one("h-time-jour", "times", [("Jour", "time", stamp("%d/%m/%Y")), ("Heure TU", "time", stamp("%H:%M:%S"))],
        first=[LA, LO], sep=";")
    one("h-time-french-month", "times", [("Date", "time", lambda f: f"{f.t.day} mai 2026 {f.t:%H:%M:%S}")],
        first=[LA, LO], sep=";")
    one("h-time-twelve", "times", [("timestamp", "time", stamp("%m/%d/%Y %I:%M:%S"))], drive(
        30, 0, begin=BEGIN.replace(hour=11, minute=5)), first=[LA, LO])
    one("h-time-two", "times", [("insertTs", "time", lambda f: (f.t + timedelta(seconds=44)).strftime(
        "%Y-%m-%d %H:%M:%S")), ("captureTs", "time", stamp("%Y-%m-%d %H:%M:%S"))], first=[LA, LO], know={
            "time": "captureTs"})
    one("h-place-mil", "places", [("la", "lat", lambda f: f"{f.lat * 1e6:.0f}"), ("lo", "lon",
        lambda f: f"{f.lon * 1e6:.0f}")], first=[T], know={"lat": "la", "lon": "lo", "coordinates": "e6"})
    one("h-place-osm-two", "places", [("matchedLatitude", "x", lambda f: f"{f.lat + .0013:.6f}"), (
        "matchedLongitude", "x", lon), ("latitude", "lat", lat), ("longitude", "lon", lon)], first=[T])
    one("h-place-hemisphere-de", "places", [("Breite", "lat", lambda f: f"{abs(f.lat):.6f}"), (
        "Nord/Süd", "x", const("S")), ("Länge", "lon", lambda f: f"{abs(f.lon):.6f}"), ("Ost/West", "x", const("W"))],
        drive(10, 5), first=[T], sep=";", know={"about place": ["Nord/Süd"]})
    one("h-place-gauss", "places", [("GK_Hoch", "lat", lambda f: f"{5230000 + (f.lat - 47.21) * 111195:.2f}"), (
        "GK_Rechts", "lon", lambda f: f"{3540000 + (f.lon - 9.53) * 75600:.2f}")], first=[T], sep=";", know={
            "lat": "GK_Hoch", "lon": "GK_Rechts"})
    one("h-place-minutes", "places", [("lat_degrees", "lat", lambda f: str(int(f.lat))), ("lat_decimal_minutes", "lat",
        lambda f: f"{f.lat % 1 * 60:.4f}"), ("lon_degrees", "lon", lambda f: str(int(f.lon))), (
            "lon_decimal_minutes", "lon", lambda f: f"{f.lon % 1 * 60:.4f}")], first=[T])
    one("h-two-speeds", "two of a kind", [("tachoSpeedKmh", "x", lambda f: f"{f.v * KMH * 1.1:.0f}"), (
        "satSpeedKmh", "speed", speed(KMH))], know={"speed": "satSpeedKmh"})
    one("h-two-headings", "two of a kind", [("gyroHeading", "x", lambda f: f"{f.n * 11 % 360}"), ("gpsHeadingDeg",
        "heading", course)], know={"heading": "gpsHeadingDeg"})
    one("h-fleet-line", "fleets", [("Linie", "vehicle", lambda f: f"{f.veh + 10}")], fleet(10, 3, 90), sep=";", know={
        "trace": "Linie"})
    one("h-layout-footer", "layouts", [V], after="\n(300 rows)\n", sep="|")
    def rows(make, head="", tail=""):
        def write(fixes):
            return [(head, None)] + [(json.dumps(make(f)) + (",\n" if tail and f is not fixes[-1] else "\n"), i)
                                     for i, f in enumerate(fixes)] + [(tail, None)]
        return write
    add("h-json-flag", "nested", bad(), rows(lambda f: {"t": int(f.t.timestamp()), "loc": {"lat": f.lat, "lng": f.lon,
        "isReliable": not f.bad}}), ending="ndjson", roles=(("time", "t"), ("lat", "loc.lat"), ("flag", "loc.isReliable")))
    add("h-json-history", "nested", drive(10, 2), rows(lambda f: {"at": iso(f), "lat": f.lat, "lon": f.lon, "velocity": {
        "kmh": round(f.v * KMH, 1)}}, '{"status":"ok","gpsHistory":[\n', "]}\n"), ending="json", roles=(
            ("time", "at"), ("lat", "lat"), ("speed", "velocity.kmh")), know={"items": "gpsHistory", "time": "at"})
    def tcx(fixes):
        return [('<TrainingCenterDatabase><Activities><Activity Sport="Other"><Id>1</Id><Lap><Track>\n', None)] + [
            (f"<Trackpoint><Time>{iso(f)}</Time><Position><LatitudeDegrees>{lat(f)}</LatitudeDegrees><LongitudeDegrees>"
             f"{lon(f)}</LongitudeDegrees></Position><Extensions><TPX><Speed>{f.v * KMH:.1f}</Speed></TPX></Extensions>"
             "</Trackpoint>\n", i) for i, f in enumerate(fixes)] + [
                 ("</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n", None)]
    add("h-tcx-kmh", "documents", drive(10, 3), tcx, ending="tcx", roles=(("time", "Time"), ("lat", "Position"), (
        "speed", "Speed")), know={"speed-unit": "km/h"})
    add("h-gpx-sat-zero", "documents", bad(), lambda fixes: [('<gpx version="1.1"><trk><trkseg>\n', None)] + [(
        f'<trkpt lat="{lat(f)}" lon="{lon(f)}"><time>{iso(f)}</time><sat>{0 if f.bad else 9}</sat><hdop>'
        f"{99.9 if f.bad else 0.9}</hdop></trkpt>\n", i) for i, f in enumerate(fixes)] + [("</trkseg></trk></gpx>\n",
                                                                                     None)],
        ending="gpx", roles=(("time", "time"), ("lat", "lat"), ("flag", "sat"), ("flag", "hdop")))


def turn16(f):
    names = ["N", "NNO", "NO", "ONO", "O", "OSO", "SO", "SSO", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]
    k = round(f.h / 22.5) % 16
    f.h = k * 22.5
    return names[k]


# The table ----------------------------------------------------------------------------------------------------------

def meaning(pair):
    """An option, or one key of --csv."""
    option, value = pair
    return f"--csv {value.split('=')[0]}" if option == "--csv" else option


def try_one(exporter, map_path):
    first = judge(exporter, [], map_path)
    traps = []
    after = first.kind
    for options in cures(exporter, first):
        more = list(options)
        verdict = judge(exporter, more, map_path)
        for _ in range(2):                      # a second sentence may ask for a second option
            if verdict.kind not in ("refused", "warned"):
                break
            known = {meaning(pair) for pair in zip(more[::2], more[1::2])}
            further = {meaning(pair): pair for o in cures(exporter, verdict) for pair in zip(o[::2], o[1::2])
                       if meaning(pair) not in known}
            if not further:
                break
            more += [part for pair in further.values() for part in pair]
            verdict = judge(exporter, more, map_path)
        after = verdict.kind
        if verdict.kind in ("misread", "lost"):
            traps.append(f"{' '.join(more)} → {verdict.kind}: {verdict.text}")
    return first, after, traps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--set", default="open", choices=["open", "held", "all"])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--most", type=int)
    chosen = parser.parse_args()
    chosen_set = {"open": EXPORTERS, "held": HELD, "all": EXPORTERS + HELD}[chosen.set]
    exporters = [e for e in chosen_set if e.name.startswith(chosen.only) or e.kind.startswith(chosen.only)]
    folder = pathlib.Path(chosen.folder or tempfile.mkdtemp(prefix="odd-inputs-"))
    folder.mkdir(parents=True, exist_ok=True)
    map_path = folder / "roads.tmg"
    if not map_path.exists():
        (folder / "roads.osm").write_text(map_text())
        run("map", "build", str(folder / "roads.osm"), "-o", str(map_path))
    for e in exporters:
        e.write(folder)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda e: try_one(e, map_path), exporters))
    counts, traps = {}, 0
    for e, (first, after, trapped) in zip(exporters, results):
        counts[first.kind] = counts.get(first.kind, 0) + 1
        traps += bool(trapped)
        if not chosen.list or first.kind in ("misread", "lost") or trapped:
            cured = f" → {after}" if first.kind in ("refused", "warned") else ""
            print(f"{e.kind:14} {e.name:26} {first.kind}{cured}  {first.text}")
            for t in trapped:
                print(f"{'':42}TRAP {t}")
    silent = counts.get("misread", 0) + counts.get("lost", 0)
    print(f"{len(exporters)} files: " + ", ".join(f"{k} {n}" for k, n in sorted(counts.items())) +
          f"; misread after a cure {traps}")
    if chosen.most is not None and (silent > chosen.most or traps):
        sys.exit(1)


for define in (flags, zones, ids, sentinels, units, headings, times, places, doubles, fleets, layouts, nested, others):
    define()
ADDING_HELD = True
held()

if __name__ == "__main__":
    main()
