"""What the other files share: how to run the program, the secrets of trips, and the search for them in all bytes of outputs."""
import base64, csv, datetime, glob, gzip, json, math, os, re, shutil, sqlite3, struct, subprocess, sys, tempfile

EARTH = 6371008.8


def metres(a, b):
    north = math.radians(b[0] - a[0]) * EARTH
    east = math.radians(b[1] - a[1]) * EARTH * math.cos(math.radians(a[0]))
    return math.hypot(north, east)


def run(program, *arguments, check=True, codes=(0, 3)):
    done = subprocess.run([program, *arguments], capture_output=True, env=dict(os.environ, TRACEMILL_CONFIG=""))
    if check and done.returncode not in codes:
        sys.exit(f"{' '.join(arguments)}: {done.stderr.decode()}")
    return done


class Store:
    """A folder of knowledge."""

    def __init__(self, program, map_file, folder):
        self.program, self.map, self.folder = program, map_file, folder

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Store(self.program, self.map, folder)

    def add(self, reports):
        run(self.program, "learn", reports, "--map", self.map, "-o", self.folder, "--quiet")

    def forget(self, what):
        run(self.program, "learn", "--forget", what, self.folder)

    def begin_anew(self):
        """Nothing has been published."""
        shutil.rmtree(f"{self.folder}/published", ignore_errors=True)

    def export(self, *options):
        return run(self.program, "learn", "--export", *options, self.folder, "--map", self.map)


# What must be hidden


def truth(program, map_file, traces):
    """The trips, and the points and edges of each."""
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


def line_of(edge):
    line = edge["geometry"]["coordinates"]
    line = line if isinstance(line[0][0], float) else [p for part in line for p in part]
    return [(p[1], p[0]) for p in line]


class Nearness:
    """What lies within a share of the radius of an end of trips."""

    def __init__(self, trips, radius, share=0.4):
        self.tips, self.reach = [tip for points in trips for tip in ends(points)], share * radius

    def holds(self, *places):
        return all(min((metres(p, tip) for tip in self.tips), default=1e9) < self.reach for p in places)


def secrets(trip_points, trip_edges, radius):
    """The values that occur near ends only; values of any other kept ground of any trip are public."""
    hidden, public = ({kind: set() for kind in ("places", "times", "nodes", "ways", "names")} for _ in range(2))
    for trip, points in trip_points.items():
        near = Nearness([points], radius)
        for point in points:
            if not point["lat"]:
                continue
            target = hidden if near.holds(place(point)) else public
            target["places"].add(place(point))
            if point["matched_lat"]:
                target["places"].add(place(point, "matched_"))
            if point["time"]:
                target["times"].add(point["time"])
        for edge in trip_edges.get(trip, []):
            places, row = line_of(edge), edge["properties"]
            target = hidden if near.holds(*places) else public
            target["places"].update(places)
            target["nodes"].update((row["from_node"], row["to_node"]))
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
    if path.endswith((".html", ".js")):
        yield from page(text)
    if path.endswith(".arrow"):
        yield "arrow", arrow(path)


def page(text):
    """What is packed in a page or in a tile beside it: its data, the columns of its tables and the roads of its map as numbers."""
    for block in re.findall(r"[A-Za-z0-9+/]{64,}={0,2}", text):
        packed = base64.b64decode(block + "=" * (-len(block) % 4))
        if packed[:2] != b"\x1f\x8b":
            continue
        content = gzip.decompress(packed)
        if content[:1] != b"{":
            continue
        data = json.loads(content)
        # Streets go on beyond a disc; of the map the places are looked at.
        roads = data.pop("roads", None)
        yield "data of a page", json.dumps(data).encode()
        out = []
        for table in (data.get("tables") or {}).values():
            columns = [values(column) for column in table["columns"].values()]
            out += ["|".join(map(str, row)) for row in zip(*[column for column in columns if column])]
        yield "tables of a page", "\n".join(out).encode()
        yield "map of a page", "\n".join(f"{a}|{b}" for a, b in road_places(roads)).encode()


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
    """The places of the lines of roads, in degrees."""
    if not roads:
        return []
    both = (values({"deltas": roads[name]}) for name in ("lat", "lon"))
    return [tuple(f"{value / 1e6:.6f}" for value in place) for place in zip(*both)]


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


def files(folder):
    return sorted(p for p in glob.glob(f"{folder}/**", recursive=True) if os.path.isfile(p))


# The runs


def new_key(folder):
    key = f"{folder}/key"
    with open(os.open(key, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write("a key of the test that nobody uses elsewhere")
    return key


def search_all(search_one):
    """Searches one trace after the other, beside which there is another one, and exits with 1 if anything is found."""
    program, map_file, traces = sys.argv[1:4]
    radius = float(sys.argv[4]) if len(sys.argv) > 4 else 500
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 4
    rows, failures = {}, 0
    for row in csv.DictReader(open(traces)):
        rows.setdefault(row["trace_id"], []).append(row)
    names = list(rows)
    for number, trace in enumerate(names[:count]):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name in (trace, names[number - 1]):
                paths.append(f"{folder}/{name}.csv")
                with open(paths[-1], "w") as out:
                    out.write("trace_id,time,lat,lon\n")
                    out.writelines(f"{r['trace_id']},{r['time']},{r['lat']},{r['lon']}\n" for r in rows[name])
            failures += search_one(program, map_file, *paths, radius, folder)
    print(f"{failures} finds")
    sys.exit(1 if failures else 0)
