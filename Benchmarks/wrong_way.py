"""Scores wrong-way events on simulated drives: against oneways, and lawful ones on the same streets and beside them."""

import math

from accuracy import METRES_PER_DEGREE, seconds
from measuring import Sum, row, rows_by_trace, tracemill

GOOD = 30  # metres: an end nearer to the true one is found in its place
DIVIDED = 25  # metres; roads nearer to each other are mostly two carriageways of one
SHORTEST = 60  # metres; stretches that the last fix has cut to less are neither right nor wrong
LONGEST_APART = 300  # seconds between an event and the place of the drive that its own place belongs to


class Span:
    """A stretch or an event: when and where it began, and how long it is."""

    def __init__(self, entry, kind):
        event = kind == "event"
        self.trace, self.entry = entry["trace_id"], entry
        self.begin, self.end = seconds(entry["begin_time"]), seconds(entry["end_time"])
        self.place = (float(entry["lat" if event else "begin_lat"]), float(entry["lon" if event else "begin_lon"]))
        self.length = float(entry["length_m"])

    @property
    def is_divided(self):
        """Beside the stretch runs a road, 25 m away or less, on which the drive would be lawful."""
        beside = self.entry.get("beside_m")
        return bool(beside) and float(beside) <= DIVIDED

    @property
    def neighbour(self):
        beside = self.entry.get("beside_m")
        return f", {beside} m beside it" if beside else ""

    def overlap(self, other):
        return min(self.end, other.end) - max(self.begin, other.begin)


class Track:
    """The places of a drive without noise, every second, by time and metres driven."""

    def __init__(self, rows):
        self.times = [seconds(entry["time"]) for entry in rows]
        self.places = [(float(entry["lat"]), float(entry["lon"])) for entry in rows]
        self.metres = [0.0]
        for a, b in zip(self.places, self.places[1:]):
            self.metres.append(self.metres[-1] + math.hypot(*offset(b, a)))

    def metre(self, place, time):
        """How far along the drive a place is: where the drive is nearest, with a metre added for each second apart."""
        best = (math.inf, 0.0)
        for index in range(len(self.times) - 1):
            apart = abs(self.times[index] - time)
            if apart > LONGEST_APART:
                continue
            a, b = offset(self.places[index], place), offset(self.places[index + 1], place)
            along = (b[0] - a[0], b[1] - a[1])
            square = along[0] ** 2 + along[1] ** 2
            share = min(max(-(a[0] * along[0] + a[1] * along[1]) / square, 0), 1) if square else 0
            away = math.hypot(a[0] + share * along[0], a[1] + share * along[1])
            best = min(best, (away + apart, self.metres[index] + share * math.sqrt(square)))
        return best[1]


def offset(place, origin):
    """Metres east and north of the origin."""
    east = (place[1] - origin[1]) * METRES_PER_DEGREE * math.cos(math.radians(origin[0]))
    return east, (place[0] - origin[0]) * METRES_PER_DEGREE


class Score(Sum):
    """What was found and what was not; two scores can be added."""

    def __init__(self):
        self.stretches = self.found = self.events = self.right = self.innocents = self.accused = self.ignored = 0
        self.divided = self.divided_found = 0
        self.begin_errors, self.end_errors = [], []
        self.misses, self.false_alarms, self.misplaced = [], [], []

    def cells(self):
        return [
            self.stretches,
            self.innocents,
            self.events,
            percent(self.right, self.events),
            percent(self.found, self.stretches),
            percent(self.found - self.divided_found, self.stretches - self.divided),
            f"{percent(self.divided_found, self.divided)} of {self.divided}",
            percent(self.accused, self.innocents),
            *placing(self.begin_errors),
            *placing(self.end_errors),
        ]


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else ""


def placing(errors):
    """The share within 30 m, the median and the 95th percentile of what the signed errors are in metres."""
    sizes = sorted(map(abs, errors))
    if not sizes:
        return ["", "", ""]
    at = lambda share: f"{sizes[min(int(share * len(sizes)), len(sizes) - 1)]:.0f} m"
    return [percent(sum(size <= GOOD for size in sizes), len(sizes)), at(0.5), at(0.95)]


def score_offenders(case, stretches, events, tracks, names):
    """Stretches and events are paired by the time they share; one event for a stretch, the one that shares most."""
    score = Score()
    for trace, track in tracks.items():
        true = [Span(entry, "stretch") for entry in stretches[trace] if entry["type"] == "wrong_way"]
        told = [Span(entry, "event") for entry in events[trace]]
        for event in told:
            shared = [stretch for stretch in true if event.overlap(stretch) > 0]
            if shared and all(stretch.length < SHORTEST for stretch in shared):
                score.ignored += 1
                continue
            score.events += 1
            score.right += bool(shared)
            if not shared:
                score.false_alarms.append((event.length, case, event, event.entry["detail"]))
        for stretch in true:
            if stretch.length < SHORTEST:
                continue
            score.stretches += 1
            score.divided += stretch.is_divided
            event = max(told, key=stretch.overlap, default=None)
            if not event or event.overlap(stretch) <= 0:
                score.misses.append((stretch.length, case, stretch, names(trace, stretch) + stretch.neighbour))
                continue
            score.found += 1
            score.divided_found += stretch.is_divided
            place(score, case, stretch, event, track)
    return score


def place(score, case, stretch, event, track):
    """How far the event's ends are from the stretch's, in metres along the drive; positive is too late."""
    begin = track.metre(event.place, event.begin) - track.metre(stretch.place, stretch.begin)
    end = begin + event.length - stretch.length
    score.begin_errors.append(begin)
    score.end_errors.append(end)
    worst = max(abs(begin), abs(end))
    if worst > GOOD:
        words = f"begin {begin:+.0f} m, end {end:+.0f} m: {event.entry['detail']}"
        score.misplaced.append((worst, case, stretch, words))


def score_innocents(case, events, traces):
    score = Score()
    score.innocents = len(traces)
    score.accused = sum(bool(events[trace]) for trace in traces)
    for trace in traces:
        for event in (Span(entry, "event") for entry in events[trace]):
            score.events += 1
            score.false_alarms.append((event.length, case + " innocent", event, event.entry["detail"]))
    return score


class RoadNames:
    """What the result says that the vehicle was on at the time of a stretch."""

    def __init__(self, edges):
        self.edges = edges

    def __call__(self, trace, stretch):
        names = []
        for entry in self.edges[trace]:
            if not entry["enter_time"] or not entry["exit_time"]:
                continue
            if min(seconds(entry["exit_time"]), stretch.end) > max(seconds(entry["enter_time"]), stretch.begin):
                name = f"{entry['class']} {entry['name'] or entry['ref'] or 'way ' + entry['way']}"
                name += " (against)" if entry["wrong_way"] == "true" else ""
                if name not in names[-1:]:
                    names.append(name)
        return "matched to " + (" → ".join(names) or "nothing")


def matched(case, kind, share, period, sigma, graph, options):
    """Simulates and matches; the folders of both."""
    drives, result = case / f"{kind}-drives", case / f"{kind}-result"
    made = ["--count", options.drives, "--seed", options.seed, "--length", "1500-3000", share, 1]
    simulate = ["simulate", "--map", graph, "--quiet", *made]
    tracemill(*simulate, "-o", drives, "--period", period, "--sigma", sigma, *options.simulate)
    tables = ["--format", "csv", "--table", "events", "--table", "edges"]
    match = ["match", drives / "traces.csv", "--map", graph, "-o", f"{result}/", "--quiet", *tables, *options.match]
    tracemill(*match)
    if kind == "offenders":
        tracemill(*simulate, "-o", case / "true", "--period", 1, "--sigma", 0)
    return drives, result


def wrong_way_events(path):
    events = rows_by_trace(path)
    for trace in events:
        events[trace] = [entry for entry in events[trace] if entry["type"] == "wrong_way"]
    return events


def measure(name, period, sigma, options, folder, graph):
    case = folder / f"wrong-way-{name}-{period:g}s-{sigma:g}m"
    case.mkdir(exist_ok=True)
    label = f"{name} {period:g} s {sigma:g} m"
    drives, result = matched(case, "offenders", "--wrong-way", period, sigma, graph, options)
    tracks = {trace: Track(rows) for trace, rows in rows_by_trace(case / "true/traces.csv").items()}
    names = RoadNames(rows_by_trace(result / "edges.csv"))
    events = wrong_way_events(result / "events.csv")
    score = score_offenders(label, rows_by_trace(drives / "stretches.csv"), events, tracks, names)
    drives, result = matched(case, "innocents", "--beside-oneways", period, sigma, graph, options)
    return score + score_innocents(label, wrong_way_events(result / "events.csv"), list(rows_by_trace(drives / "traces.csv")))


def print_worst(title, errors, count):
    print(f"\n{title} ({len(errors)}):\n")
    row("case", "trace", "from", "to", "length", "street")
    row("---", "---", "---", "---", "---:", "---")
    for _, case, span, words in sorted(errors, key=lambda error: -error[0])[:count]:
        times = (span.entry[name].split("T")[1].rstrip("Z") for name in ("begin_time", "end_time"))
        row(case, span.trace, *times, f"{span.length:.0f} m", words)


def run(options, folder, graph):
    ends = [f"{end} {what}" for end in ("begin", "end") for what in ("≤ 30 m", "median", "p95")]
    found = ["precision", "recall", "single", "divided", "accused"]
    row("map", "period", "sigma", "stretches", "innocents", "events", *found, *ends)
    row("---", *["---:"] * 16)
    total = Score()
    for sigma in options.sigmas:
        for period in options.periods:
            of_case = Score()
            for name in options.maps:
                score = measure(name, period, sigma, options, folder, graph(name, folder))
                row(name, f"{period:g} s", f"{sigma:g} m", *score.cells())
                of_case += score
            row("**all maps**", f"{period:g} s", f"{sigma:g} m", *of_case.cells())
            total += of_case
    row("**all**", "", "", *total.cells())
    print_worst("Misses, the longest first", total.misses, options.worst)
    print_worst("False alarms, the longest first", total.false_alarms, options.worst)
    print_worst("Found, but an end is more than 30 m off", total.misplaced, options.worst)
