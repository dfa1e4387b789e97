"""Maneuvers of several programs along one line, in common terms, and how they differ.

Every program has words of its own. The kinds below are what they have in common:

    turn          a turn, a fork or "keep", a ramp, a merge: where the driver steers one way or the other
    roundabout    entering a roundabout
    u_turn        turning round
    ferry         boarding one
    notice        nothing to do: a new name straight ahead, leaving a roundabout that was announced, a reminder
"""

import bisect
import itertools
from typing import NamedTuple

from peers import openstreetmap

NEAR = 40  # metres along the line between what two programs say of one place
ENDS = 20  # metres at the ends of a line where programs differ by how they join it

KINDS = {
    # tracemill
    **dict.fromkeys(("turn", "ramp", "merge", "fork"), "turn"),
    "roundabout": "roundabout",
    "u_turn": "u_turn",
    "ferry": "ferry",
    "continue": "notice",
    # OSRM; its `continue` is a turn if it bends, its `new name` never is
    **dict.fromkeys(("on ramp", "off ramp", "end of road"), "turn"),
    **dict.fromkeys(("rotary", "roundabout turn"), "roundabout"),
    **dict.fromkeys(("new name", "notification", "use lane", "exit roundabout", "exit rotary"), "notice"),
    # Valhalla
    **dict.fromkeys(("exit", "stay"), "turn"),
    "u-turn": "u_turn",
    **dict.fromkeys(("becomes", "leave ferry", "other"), "notice"),
}
ENDINGS = ("depart", "arrive")
COMPASS = ["straight", "slight right", "right", "sharp right", "u turn", "sharp left", "left", "slight left"]


class Said(NamedTuple):
    """One maneuver: where on the line in metres, what kind, and the words of the program."""

    at: float
    kind: str
    type: str
    modifier: str | None
    exit: str | None
    place: tuple
    road: str

    def text(self):
        exit = f"exit {self.exit}" if self.exit else None
        road = f"onto {self.road}" if self.road else None
        return " ".join(filter(None, (self.type, self.modifier, exit, road)))


def said(maneuver, at):
    modifier = (maneuver["modifier"] or "").replace("_", " ").replace("uturn", "u turn") or None
    kind = KINDS[maneuver["type"]]
    if maneuver["type"] == "continue" and modifier not in ("straight", None):
        kind = "turn"
    if kind == "turn" and modifier == "u turn":
        kind = "u_turn"
    return Said(at, kind, maneuver["type"], modifier, maneuver["exit"], tuple(maneuver["place"]), maneuver["road"] or "")


class Line:
    """Places with their distances from the first, in metres."""

    WINDOW = 300  # metres at most between the place of a maneuver by its distance and by its coordinates

    def __init__(self, places):
        self.places = places
        steps = (openstreetmap.distance(a, b) for a, b in itertools.pairwise(places))
        self.distances = list(itertools.accumulate(steps, initial=0.0))

    @property
    def length(self):
        return self.distances[-1]

    def at(self, place, expected):
        """The distance of the vertex nearest to a place, of those about `expected` metres from the start."""
        begin = bisect.bisect_left(self.distances, expected - self.WINDOW)
        end = bisect.bisect_right(self.distances, expected + self.WINDOW)
        vertices = range(begin, end) or range(len(self.places))
        nearest = min(vertices, key=lambda i: openstreetmap.distance(self.places[i], place))
        return self.distances[nearest]


def along(line, maneuvers):
    """What is said along a line in order, apart from departure, arrival and its very ends.

    Each maneuver has its `length`, the metres to the next; the length of all serves to find its place on the line.
    """
    result, driven = [], 0.0
    stretch = line.length / max(1, sum(maneuver["length"] for maneuver in maneuvers))
    for maneuver in maneuvers:
        at = line.at(maneuver["place"], driven * stretch)
        driven += maneuver["length"]
        if maneuver["type"] not in ENDINGS and ENDS <= at <= line.length - ENDS:
            result.append(said(maneuver, at))
    return result


def pairs(ours, theirs):
    """Pairs of what two programs say of one place, `None` where only one speaks; the nearest first find each other."""
    near = (
        (abs(a.at - b.at) + (NEAR if a.kind != b.kind else 0), i, j)
        for i, a in enumerate(ours)
        for j, b in enumerate(theirs)
        if abs(a.at - b.at) <= NEAR
    )
    mine, other = {}, {}
    for _, i, j in sorted(near):
        if i not in mine and j not in other:
            mine[i], other[j] = j, i
    both = [(ours[i], theirs[j]) for i, j in mine.items()]
    alone = [(a, None) for i, a in enumerate(ours) if i not in mine]
    return both + alone + [(None, b) for j, b in enumerate(theirs) if j not in other]


def steps(a, b):
    """How many of the eight directions lie between two modifiers, 0 to 4."""
    if a is None or b is None:
        return 0
    apart = abs(COMPASS.index(a) - COMPASS.index(b))
    return min(apart, 8 - apart)


def differences(a, b):
    """How two programs differ at one place, as codes."""
    if a is None or b is None:
        return ["only one"]
    codes = []
    if a.kind != b.kind:
        codes.append("kind")
    elif a.kind == "roundabout":
        if a.exit and b.exit and a.exit != b.exit:
            codes.append("exit")
    elif steps(a.modifier, b.modifier):
        codes.append("direction" if steps(a.modifier, b.modifier) > 1 else "one step")
    return codes


WEIGHTS = {"only one": 3, "exit": 3, "direction": 3, "kind": 2, "one step": 0.5}


def weight(a, b):
    return 0 if a is b is None else sum(WEIGHTS[code] for code in differences(a, b))
