"""How a simulated vehicle moves, for job_days.py: along routes, with bends and halts, second by second."""

import bisect
import math

import numpy

ACCELERATION, BRAKING, SIDEWAYS = 1.0, 1.5, 2.0  # m/s²
SLOWEST = 3.5  # m/s, on the narrowest road, besides bends


class Leg:
    """A route between two stops: its line on the flat map, and the speed of its roads."""

    def __init__(self, route, ruler):
        line = [ruler.flat(lat, lon) for lon, lat in route["geometry"]["coordinates"]]
        self.line = [place for i, place in enumerate(line) if i == 0 or math.dist(place, line[i - 1]) > 0.05]
        if len(self.line) < 2:
            self.line = [line[0], (line[0][0] + 1, line[0][1])]
        self.speeds, at = [], 0  # up to a distance along the elements
        for element in route["elements"]:
            at += element["length_m"]
            self.speeds.append((at, element["length_m"] / element["duration_s"] if element["duration_s"] else 8))


class Course:
    """What is driven between two stands: legs in sequence."""

    def __init__(self):
        self.points, self.at, self.cruise, self.junctions, self.length = [], [], [], [], 0

    def add(self, leg, pace):
        """`pace` draws the share of a road's usual speed that is driven."""
        total = sum(math.dist(a, b) for a, b in zip(leg.line, leg.line[1:]))
        scale = total / (leg.speeds[-1][0] or 1)
        ends = [self.length + end * scale for end, _ in leg.speeds]
        speeds = [max(speed * pace(), SLOWEST) for _, speed in leg.speeds]
        self.junctions += ends[:-1]
        if not self.points:
            self.points.append(leg.line[0])
            self.at.append(0.0)
        for place in leg.line[1:]:
            step = math.dist(self.points[-1], place)
            if step < 0.01:
                continue
            middle = self.length + step / 2
            self.cruise.append(speeds[min(bisect.bisect_left(ends, middle), len(speeds) - 1)])
            self.length += step
            self.points.append(place)
            self.at.append(self.length)

    def place(self, at):
        i = min(max(bisect.bisect_right(self.at, at) - 1, 0), len(self.at) - 2)
        share = (at - self.at[i]) / (self.at[i + 1] - self.at[i])
        (ax, ay), (bx, by) = self.points[i], self.points[i + 1]
        return ax + share * (bx - ax), ay + share * (by - ay)

    def drive(self, track, halts, slow):
        """Drives it all on a track: begin, end, place and reason of each halt on the way."""
        cuts = {at: math.inf for at in self.at}
        for i in range(1, len(self.points) - 1):
            cuts[self.at[i]] = bend_speed(*self.points[i - 1 : i + 2])
        for begin, end, _ in slow:
            cuts.setdefault(max(begin, 0.5), math.inf)
            cuts.setdefault(min(end, self.length - 0.5), math.inf)
        rests = {}
        for at, duration, what in halts:
            rests.setdefault(at, []).append((duration, what))
            cuts[at] = 0
        cuts[0.0] = cuts[self.length] = 0
        at = sorted(cuts)
        cruise = []
        for a, b in zip(at, at[1:]):
            middle = (a + b) / 2
            speed = self.cruise[min(max(bisect.bisect_right(self.at, middle) - 1, 0), len(self.cruise) - 1)]
            cruise.append(min([speed, *[v for begin, end, v in slow if begin <= middle <= end]]))
        limit = [cuts[one] for one in at]
        for i, speed in enumerate(cruise):
            limit[i], limit[i + 1] = min(limit[i], speed), min(limit[i + 1], speed)
        for i in range(len(cruise)):
            limit[i + 1] = min(limit[i + 1], math.sqrt(limit[i] ** 2 + 2 * ACCELERATION * (at[i + 1] - at[i])))
        for i in reversed(range(len(cruise))):
            limit[i] = min(limit[i], math.sqrt(limit[i + 1] ** 2 + 2 * BRAKING * (at[i + 1] - at[i])))
        phases, halted, now = [], [], track.now
        for i, speed in enumerate(cruise):
            now = span(phases, now, at[i], at[i + 1], limit[i], limit[i + 1], speed)
            for duration, what in rests.get(at[i + 1], []):
                halted.append(((now, now + duration, self.place(at[i + 1])), what))
                phases.append((now, at[i + 1], 0, 0))
                now += duration
        track.move(self, phases, now)
        return halted


def span(phases, now, begin, end, enter, leave, cruise):
    """Accelerates, cruises and brakes between two places: the time at the end."""
    way = end - begin
    reach = (2 * ACCELERATION * BRAKING * way + BRAKING * enter**2 + ACCELERATION * leave**2) / (ACCELERATION + BRAKING)
    peak = max(enter, leave, min(cruise, math.sqrt(reach)))
    up, down = (peak**2 - enter**2) / (2 * ACCELERATION), (peak**2 - leave**2) / (2 * BRAKING)
    steady = max(0, way - up - down)
    for speed, rate, time, length in [
        (enter, ACCELERATION, (peak - enter) / ACCELERATION, up), (peak, 0, steady / peak if peak else 0, steady),
        (peak, -BRAKING, (peak - leave) / BRAKING, down),
    ]:
        if time > 0:
            phases.append((now, begin, speed, rate))
            now, begin = now + time, begin + length
    return now


def bend_speed(a, b, c):
    """Through a bend at b, with a sideways acceleration of 2 m/s²; a turn on the spot at walking pace."""
    before, after = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
    angle = abs((after - before + math.pi) % (2 * math.pi) - math.pi)
    if angle > math.radians(150):
        return 1
    if angle < math.radians(1):
        return math.inf
    reach = min(max(min(math.dist(a, b), math.dist(b, c)) / 2, 2), 20)
    return max(2.5, math.sqrt(SIDEWAYS * reach / math.tan(angle / 2)))


class Track:
    """The place of a vehicle at every full second."""

    def __init__(self, begin, place):
        self.begin = math.ceil(begin)
        self.now, self.place = float(self.begin), place
        self.pieces = []
        self.next = self.begin  # the second that is not told yet

    def seconds(self, until):
        """The full seconds up to a time."""
        count = max(0, math.ceil(until) - self.next)
        times = numpy.arange(self.next, self.next + count, dtype=float)
        self.next += count
        return times

    def stand(self, until):
        times = self.seconds(until)
        self.pieces.append(numpy.tile(numpy.array(self.place), (len(times), 1)))
        self.now = until

    def move(self, course, phases, until):
        times = self.seconds(until)
        begin, at, speed, rate = numpy.array(phases).T
        i = numpy.clip(numpy.searchsorted(begin, times, side="right") - 1, 0, len(begin) - 1)
        lapse = times - begin[i]
        # A phase of rest lasts until the next begins, and has neither speed nor acceleration.
        way = numpy.clip(at[i] + (speed[i] + rate[i] * lapse / 2) * lapse, 0, course.length)
        line = numpy.array(course.points)
        x, y = (numpy.interp(way, course.at, line[:, axis]) for axis in (0, 1))
        self.pieces.append(numpy.stack([x, y], axis=1))
        self.now, self.place = until, course.points[-1]

    def until(self, end):
        """The first second, and a row of place for each second up to `end`."""
        return self.begin, numpy.concatenate(self.pieces)[: end - self.begin + 1]
