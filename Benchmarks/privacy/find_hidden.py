#!/usr/bin/env python3
"""Searches every byte of every output of `match --hide` for what must not be there.

What must be hidden is computed without the program's discs: the end of a trip is at least 0.4 radii from the border of
its disc, so all that lies within 0.4 radii of an end must be gone: places and times of fixes, nodes and ways of roads,
and names of streets. What is also driven elsewhere in the same trip is no secret and is not looked for.

    find_hidden.py TRACEMILL MAP.tmg TRACES.csv [RADIUS_M [COUNT]]

Traces have the columns trace_id, time, lat and lon. The first COUNT of them, by default 4, are matched one by one, since
what one trip hides another may show. Exits with 1 if anything is found.
"""
import base64, csv, glob, gzip, json, math, os, re, sqlite3, struct, subprocess, sys, tempfile

EARTH = 6371008.8


def metres(a, b):
    north = math.radians(b[0] - a[0]) * EARTH
    east = math.radians(b[1] - a[1]) * EARTH * math.cos(math.radians(a[0]))
    return math.hypot(north, east)


def run(program, *arguments, check=True):
    env = dict(os.environ, TRACEMILL_CONFIG="")
    done = subprocess.run([program, *arguments], capture_output=True, env=env)
    if check and done.returncode not in (0, 3):
        sys.exit(f"{' '.join(arguments)}: {done.stderr.decode()}")
    return done


# What must be hidden


def truth(program, map_file, traces, radius):
    """Per trip the values near its ends, without those that occur farther away."""
    with tempfile.TemporaryDirectory() as folder:
        run(program, "match", traces, "--map", map_file, "-o", f"{folder}/p/", "--format", "csv", "--table", "points",
            "--table", "trips", "--quiet")
        run(program, "match", traces, "--map", map_file, "-o", f"{folder}/e.geojson", "--table", "edges", "--quiet")
        points = list(csv.DictReader(open(f"{folder}/p/points.csv")))
        trips = list(csv.DictReader(open(f"{folder}/p/trips.csv")))
        edges = json.load(open(f"{folder}/e.geojson"))["features"]
    trip_points, trip_edges = {}, {}
    for point in points:
        trip_points.setdefault(point["trip_id"], []).append(point)
    for edge in edges:
        trip_edges.setdefault(edge["properties"]["trip_id"], []).append(edge)
    return trips, trip_points, trip_edges


def ends(points):
    usable = [p for p in points if p["status"] not in ("dropped", "rejected")]
    return [place(p) for p in (usable[0], usable[-1])] if usable else []


def place(point, prefix=""):
    return float(point[prefix + "lat"]), float(point[prefix + "lon"])


def secrets(trips, trip_points, trip_edges, radius):
    """The values that occur near ends only; values of any other kept ground of any trip are public."""
    near, far = [], []
    hidden = dict(places=set(), times=set(), nodes=set(), ways=set(), names=set())
    public = dict(places=set(), times=set(), nodes=set(), ways=set(), names=set())
    for trip, points in trip_points.items():
        tips = ends(points)
        for point in points:
            if not point["lat"]:
                continue
            distance = min((metres(place(point), tip) for tip in tips), default=1e9)
            target = hidden if distance < 0.4 * radius else public
            target["places"].add(place(point))
            if point["matched_lat"]:
                target["places"].add(place(point, "matched_"))
            if point["time"]:
                target["times"].add(point["time"])
        for edge in trip_edges.get(trip, []):
            line, row = edge["geometry"]["coordinates"], edge["properties"]
            line = line if isinstance(line[0][0], float) else [p for part in line for p in part]
            places = [(p[1], p[0]) for p in line]
            is_near = all(min(metres(p, tip) for tip in tips) < 0.4 * radius for p in places)
            target = hidden if is_near else public
            target["places"].update(places)
            for name in ("from_node", "to_node"):
                target["nodes"].add(row[name])
            target["ways"].add(row["way"])
            if row["name"]:
                target["names"].add(row["name"])
    return hidden, public


def decimals(text, digits):
    return f"{text:.{digits}f}"


def polyline(lat, lon, places):
    def number(value):
        value = round(value * 10**places)
        value = ~(value << 1) if value < 0 else value << 1
        out = ""
        while value >= 0x20:
            out += chr((0x20 | (value & 0x1F)) + 63)
            value >>= 5
        return out + chr(value + 63)

    return number(lat) + number(lon)


class Search:
    def __init__(self, hidden, public):
        self.needles = []
        cells = {(round(lat * 1e4), round(lon * 1e4)) for lat, lon in public["places"]}
        lats = {round(p[0] * 1e7) for p in public["places"]}
        self.places = sorted(
            p for p in hidden["places"]
            if not any((round(p[0] * 1e4) + i, round(p[1] * 1e4) + j) in cells for i in (-1, 0, 1) for j in (-1, 0, 1)))
        for lat, lon in self.places:
            self.pair("degrees, 7 digits", decimals(lat, 7), decimals(lon, 7))
            self.pair("degrees, 6 digits", decimals(lat, 6), decimals(lon, 6))
            self.pair("degrees, 5 digits", decimals(lat, 5), decimals(lon, 5))
            a, b = round(lat * 1e7), round(lon * 1e7)
            self.pair("E7", str(a), str(b))
            for name, form in (("int32", "<i"), ("int64", "<q"), ("int32 BE", ">i"), ("int64 BE", ">q")):
                self.pair(name, struct.pack(form, a), struct.pack(form, b))
            for name, form in (("float64", "<d"), ("float64 BE", ">d"), ("float32", "<f"), ("float32 BE", ">f")):
                self.pair(name, struct.pack(form, lat), struct.pack(form, lon))
            for digits in (5, 6):
                self.add(f"polyline{digits}", polyline(lat, lon, digits))
        for time in sorted(hidden["times"] - public["times"]):
            # Times are rounded to minutes, so a full minute says nothing.
            if time[17:19] != "00":
                self.time(time)
        for kind in ("nodes", "ways"):
            for value in sorted(hidden[kind] - public[kind]):
                self.add(kind, str(value), token=True)
                # Few bits are in other numbers as well.
                for form in ("<q", ">q") if value > 1 << 26 else ():
                    self.add(kind + " int64", struct.pack(form, value))
        for name in sorted(hidden["names"] - public["names"]):
            self.add("street", name)
            self.add("street", json.dumps(name)[1:-1])

    def add(self, kind, needle, token=False):
        needle = needle if isinstance(needle, bytes) else needle.encode()
        self.needles.append((kind, needle, None, token))

    def pair(self, kind, first, second):
        first, second = (x if isinstance(x, bytes) else x.encode() for x in (first, second))
        self.needles.append((kind, first, second, False))

    def time(self, text):
        import datetime

        moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        ms = round(moment.timestamp() * 1000)
        self.add("time", text[:19])
        self.add("time", text[:19].replace("T", " "))
        for value in (ms // 1000, ms, ms * 1000, ms * 1000000):
            self.add("time", str(value), token=True)
        for value in (ms, ms * 1000, ms * 1000000):
            for form in ("<q", ">q"):
                self.add("time int64", struct.pack(form, value))
        self.add("time float64", struct.pack("<d", ms / 1000))

    def names(self, texts):
        for text in texts:
            self.add("id", text)

    def found(self, content, needles=None):
        for kind, first, second, token in needles or self.needles:
            start = content.find(first)
            while start >= 0:
                if second is None:
                    around = content[max(0, start - 1):start], content[start + len(first):start + len(first) + 1]
                    if not token or not any(c.isdigit() or c == b"." for c in around):
                        yield kind, first, content[max(0, start - 40):start + 60]
                        break
                elif second in content[max(0, start - 40):start + 60]:
                    yield kind, first, content[max(0, start - 40):start + 60]
                    break
                start = content.find(first, start + 1)


# What was written


def contents(path):
    """The bytes of a file, and what is packed in them."""
    raw = open(path, "rb").read()
    if path.endswith(".html"):
        # Streets go on beyond a disc; of the map of a page the places are looked at.
        raw = re.sub(rb'"roads":\{.*?\},\n?"shields"', b"", raw, flags=re.S)
    yield "bytes", raw
    if raw[:2] == b"\x1f\x8b":
        yield "unpacked", gzip.decompress(raw)
    if raw[:15] == b"SQLite format 3":
        database = sqlite3.connect(path)
        for (table,) in database.execute("select name from sqlite_master where type='table'").fetchall():
            try:
                rows = database.execute(f'select * from "{table}"').fetchall()
            except sqlite3.OperationalError:
                continue
            yield f"table {table}", b"\n".join(
                b"|".join(v if isinstance(v, bytes) else str(v).encode() for v in row) for row in rows)
    text = open(path, "rb").read().decode("utf8", "replace")
    for block in re.findall(r"[A-Za-z0-9+/_-]{64,}={0,2}", text):
        try:
            yield "base64", base64.b64decode(block + "=" * (-len(block) % 4), altchars=None if "-" not in block else "-_")
        except ValueError:
            pass
    if path.endswith(".html"):
        yield from page(text)
    if path.endswith(".arrow"):
        yield "arrow", arrow(path)


def page(text):
    """The columns of a page, and the roads of its map, as numbers."""
    for block in re.findall(r"<script[^>]*application/json[^>]*>(.*?)</script>", text, re.S):
        out, data = [], json.loads(block)
        for table in (data.get("tables") or {}).values():
            columns = {}
            for name, column in table["columns"].items():
                columns[name] = values(column)
            for row in zip(*[c for c in columns.values() if c]):
                out.append("|".join(map(str, row)))
        yield "tables of a page", "\n".join(out).encode()
        yield "map of a page", "\n".join(f"{a}|{b}" for a, b in road_places(data.get("roads"))).encode()


def values(column):
    for key in ("deltas", "times"):
        if key in column:
            total, result = 0, []
            for delta in column[key]:
                if delta is None:
                    result.append(None)
                    continue
                total += delta
                result.append(total)
            return result
    if "words" in column:
        return [None if i is None or i < 0 else column["words"][i] for i in column["at"]]
    return None


def road_places(roads):
    """Every list of numbers may be differences of places: of them all sums."""
    found = []

    def walk(value):
        if isinstance(value, dict):
            for child in value.values():
                walk(child)
        elif isinstance(value, list):
            if value and all(isinstance(v, int) for v in value):
                for step in (0, 1):
                    a = b = 0
                    for x, y in zip(value[step::2], value[step + 1::2]):
                        a, b = a + x, b + y
                        found.append((a, b))
                        found.append((b, a))
            else:
                for child in value:
                    walk(child)

    walk(roads)
    return found


def arrow(path):
    try:
        import pyarrow.ipc
    except ImportError:
        return b""
    table = pyarrow.ipc.open_stream(path).read_all()
    out = []
    for name in table.column_names:
        out += [str(v) for v in table[name].to_pylist() if v is not None and not isinstance(v, bytes)]
        out += [v.decode("latin1") for v in table[name].to_pylist() if isinstance(v, bytes)]
    lats = [n for n in table.column_names if n.endswith("lat")]
    for lat in lats:
        lon = lat[:-3] + "lon"
        if lon in table.column_names:
            out += [f"{a}|{b}" for a, b in zip(table[lat].to_pylist(), table[lon].to_pylist())]
    return "\n".join(out).encode("latin1", "replace")


RUNS = [
    ["--format", "csv", "-o", "{}/csv/"],
    ["--format", "csv.gz", "-o", "{}/csvgz/", "--positions", "rate=2"],
    ["--format", "ndjson", "-o", "{}/ndjson/", "--alternatives", "3", "--table", "+candidates", "--table",
     "+notifications", "--table", "+crossings"],
    ["--format", "json", "-o", "{}/trips.json", "--alternatives", "2"],
    ["--format", "geojson", "-o", "{}/geojson/"],
    ["--format", "geojson", "-o", "{}/all.geojson"],
    ["--format", "gpx", "-o", "{}/trips.gpx"],
    ["--format", "gpkg", "-o", "{}/trips.gpkg", "--alternatives", "2"],
    ["--format", "arrow", "-o", "{}/arrow/", "--alternatives", "2", "--positions", "rate=1"],
    ["--format", "html", "-o", "{}/pages/", "--plot", "{}/plots/", "--alternatives", "2", "--table", "+candidates"],
    ["--format", "csv", "-o", "{}/more/", "--table", "legs", "--table", "lanes", "--table", "spans", "--table",
     "segments", "--table", "crossings", "--table", "notifications", "--table", "doubts", "--metrics-file", "{}/m.prom"],
    ["--format", "csv", "-o", "{}/resumed/", "--resume"],
]


def main():
    program, map_file, traces = sys.argv[1:4]
    radius = float(sys.argv[4]) if len(sys.argv) > 4 else 500
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 4
    rows = list(csv.DictReader(open(traces)))
    failures = 0
    for trace in list(dict.fromkeys(row["trace_id"] for row in rows))[:count]:
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/{trace}.csv"
            with open(file, "w") as out:
                out.write("trace_id,time,lat,lon\n")
                out.writelines(f"{r['trace_id']},{r['time']},{r['lat']},{r['lon']}\n" for r in rows if r["trace_id"] == trace)
            failures += search_one(program, map_file, file, radius, folder)
    print(f"{failures} finds")
    sys.exit(1 if failures else 0)


def search_one(program, map_file, traces, radius, folder):
    trips, trip_points, trip_edges = truth(program, map_file, traces, radius)
    search = Search(*secrets(trips, trip_points, trip_edges, radius))
    names = {t["trip_id"] for t in trips} | {t["trace_id"] for t in trips}
    failures = 0
    key = f"{folder}/key"
    with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write("a key of the test that nobody uses elsewhere")
    for number, arguments in enumerate(RUNS):
        is_resumed = "--resume" in arguments
        out = f"{folder}/{number}"
        os.mkdir(out)
        hide = f"ends={radius:.0f}m,times=1min,key={key}" + ("" if is_resumed else ",ids")
        done = run(program, "match", traces, "--map", map_file, "--hide", hide,
                   *[a.format(out) for a in arguments], check=False)
        if done.returncode not in (0, 3):
            print("FAILED", arguments, done.stderr.decode())
            failures += 1
            continue
        open(f"{out}/stderr", "wb").write(done.stderr)
        open(f"{out}/names", "w").write("\n".join(os.path.relpath(f, out) for f in files(out)))
        needles = Search.__new__(Search)
        needles.needles = list(search.needles)
        if not is_resumed:
            needles.names(names)
        # Streets go on beyond a disc, and a picture names those that it draws.
        drawn = [n for n in needles.needles if n[0] != "street"]
        finds = [(os.path.relpath(path, out), what, *found)
                 for path in files(out) for what, content in contents(path) for found in needles.found(content, drawn if path.endswith(".svg") else needles.needles)]
        for find in finds[:12]:
            print(arguments[1], *find)
        failures += len(finds)
    # The search itself works: in outputs of a run that hides nothing it finds all kinds.
    kinds = set()
    for number, arguments in enumerate(RUNS):
        out = f"{folder}/open{number}"
        os.mkdir(out)
        run(program, "match", traces, "--map", map_file, *[a.format(out) for a in arguments])
        kinds |= {(what, kind) for p in files(out) for what, c in contents(p) for kind, _, _ in search.found(c)}
    print(f"{', '.join(names)}: {len(search.places)} places, {len(search.needles)} needles; a run that hides nothing has "
          f"{len(kinds)} kinds of them: {', '.join(sorted({k for _, k in kinds}))}")
    return failures if kinds else failures + 1


def files(folder):
    return sorted(p for p in glob.glob(f"{folder}/**", recursive=True) if os.path.isfile(p))


if __name__ == "__main__":
    main()
