"""The road graph of a map, read as numpy arrays: Documentation/GraphFormat.md has the layout."""

import struct

import numpy as np

CLASSES = (
    "motorway motorway_link trunk trunk_link primary primary_link secondary secondary_link tertiary tertiary_link "
    "unclassified residential living_street service track road busway pedestrian footway cycleway bridleway path steps ferry"
).split()
CAR_ENTERS, CAR_PASSES = 2, 3  # of the two bits of a mode


class Graph:
    """Edge 2 i is segment i along its way, 2 i + 1 against it. Lengths are in metres, places in degrees (lat, lon)."""

    def __init__(self, path):
        self._file = np.memmap(path, dtype=np.uint8, mode="r")
        table, count = struct.unpack("<QQ", self._file[24:40].tobytes())
        self._sections = {}
        for number in range(count):
            entry = self._file[table + 32 * number : table + 32 * number + 24].tobytes()
            self._sections[entry[:4].decode()] = struct.unpack("<IQQ", entry[4:24])
        self.head = self._column("EHED", "<u4").astype(np.int64)
        self.edges = len(self.head)
        self.tail = self.head.reshape(-1, 2)[:, ::-1].reshape(-1)
        segment = np.arange(self.edges) // 2
        self.access = self._column("EACC", "<u2") & 3  # of cars
        ways = self._column("SWAY", "<u4")[segment]
        self.way = self._column("WIDS", "<i8")[ways]
        self.road_class = self._column("WCLS", "u1")[ways]
        self.limit = self._column("ESPD", "<u2") & 1023 if "ESPD" in self._sections else np.zeros(self.edges, int)
        self.lanes = self._column("ELAN", "u1") if "ELAN" in self._sections else np.zeros(self.edges, int)
        self.length = self._column("SLEN", "<u4")[segment] / 1000
        self.node_id = self._column("NSRC", "<i8")
        self.node_place = self._column("NPLC", "<i4").reshape(-1, 2) / 1e7
        self.node_flags = self._column("NFLG", "u1")
        self._first_place = self._column("SSHP", "<u4")
        self._places = self._column("PPLC", "<i4").reshape(-1, 2)
        self.place_ids = self._column("PSRC", "<i8") if "PSRC" in self._sections else None
        self.from_node, self.to_node = self.node_id[self.tail], self.node_id[self.head]

    def _column(self, tag, kind):
        _, offset, count = self._sections[tag]
        return np.frombuffer(self._file, dtype=kind, offset=offset, count=self._elements(tag, kind))

    def _elements(self, tag, kind):
        size, _, count = self._sections[tag]
        return size * count // np.dtype(kind).itemsize

    def direction(self, edge):
        return "backward" if edge % 2 else "forward"

    def shape(self, edge):
        """The places of an edge in the direction of travel, in degrees."""
        first, last = self._first_place[edge // 2], self._first_place[edge // 2 + 1]
        places = self._places[first:last] / 1e7
        return places[::-1] if edge % 2 else places

    def banned_turns(self):
        """Pairs of edges that a restriction bans for cars at all times."""
        if "BLST" not in self._sections:
            return []
        first, edges = self._column("BFST", "<u4"), self._column("BEDG", "<u4")
        restriction, modes = self._column("BRST", "<u4"), self._column("RMOD", "u1")
        conditions = self._column("RCND", "<u4") if "RCND" in self._sections else np.zeros(len(modes), int)
        paths = [edges[first[i] : first[i + 1]] for i in range(len(first) - 1)]
        binds = [modes[r] & 1 and not conditions[r] for r in restriction]
        return [(int(path[0]), int(path[1])) for path, on in zip(paths, binds) if on and len(path) == 2]


class Flat:
    """Metres east and north of a place, near it."""

    def __init__(self, middle):
        self.middle = np.asarray(middle, float)
        sine = np.sin(np.radians(self.middle[0]))
        part = 1 - 0.00669437999014 * sine * sine  # of WGS 84, first eccentricity squared
        self.north = np.radians(1) * 6378137 * (1 - 0.00669437999014) / part**1.5
        self.east = np.radians(1) * 6378137 / part**0.5 * np.cos(np.radians(self.middle[0]))

    def metres(self, places):
        apart = np.asarray(places) - self.middle
        return np.stack([apart[..., 1] * self.east, apart[..., 0] * self.north], -1)

    def degrees(self, points):
        points = np.asarray(points)
        return self.middle + np.stack([points[..., 1] / self.north, points[..., 0] / self.east], -1)
