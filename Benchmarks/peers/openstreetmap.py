"""A reader of OSM PBF files, limited to what aligning the matchers' answers with nodes needs.

It deliberately does not use tracemill's own importer: the comparison must not depend on what it measures.
Format: https://wiki.openstreetmap.org/wiki/PBF_Format
"""

import math
import zlib

EARTH_RADIUS = 6_371_008.8  # metres, mean radius of WGS 84


def varint(buffer, at):
    value = shift = 0
    while True:
        byte = buffer[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def fields(buffer):
    """Pairs of field number and value: an integer, or bytes for what has a length."""
    at = 0
    while at < len(buffer):
        key, at = varint(buffer, at)
        if key & 7 == 0:
            value, at = varint(buffer, at)
        elif key & 7 == 2:
            length, at = varint(buffer, at)
            value, at = buffer[at : at + length], at + length
        else:
            width = 8 if key & 7 == 1 else 4
            value, at = buffer[at : at + width], at + width
        yield key >> 3, value


def integers(buffer):
    at = 0
    while at < len(buffer):
        value, at = varint(buffer, at)
        yield value


def sums(buffer):
    """The running sums of zigzag-coded differences."""
    total = 0
    for value in integers(buffer):
        total += (value >> 1) ^ -(value & 1)
        yield total


def blocks(path):
    """The primitive blocks of a file, unpacked."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        header = dict(fields(data[at + 4 : at + 4 + size]))
        at += 4 + size
        blob = dict(fields(data[at : at + header[3]]))
        at += header[3]
        if header[1] == b"OSMData":
            yield zlib.decompress(blob[3]) if 3 in blob else blob[1]


def distance(a, b):
    """Metres between two places, each a latitude and a longitude in degrees; for short distances."""
    x = math.radians(b[1] - a[1]) * math.cos(math.radians((a[0] + b[0]) / 2))
    return EARTH_RADIUS * math.hypot(x, math.radians(b[0] - a[0]))


class Extract:
    """The roads of a PBF file.

    ways    way id to its tags and its node ids, for ways tagged as roads or ferries
    places  node id to latitude and longitude in degrees, for the nodes of those ways
    """

    def __init__(self, path):
        self.ways, self.places = {}, {}
        unpacked = list(blocks(path))
        for block in unpacked:
            self._read_ways(block)
        wanted = {node for _, nodes in self.ways.values() for node in nodes}
        for block in unpacked:
            self._read_nodes(block, wanted)
        for way, (tags, nodes) in self.ways.items():
            self.ways[way] = tags, [node for node in nodes if node in self.places]

    def _read_ways(self, block):
        parts = list(fields(block))
        table = next(value for number, value in parts if number == 1)
        texts = [text.decode() for _, text in fields(table)]
        for group in (value for number, value in parts if number == 2):
            for way in (value for number, value in fields(group) if number == 3):
                entry = dict(fields(way))
                names = (texts[i] for i in integers(entry.get(2, b"")))
                tags = dict(zip(names, (texts[i] for i in integers(entry.get(3, b"")))))
                if "highway" in tags or tags.get("route") == "ferry":
                    self.ways[entry[1]] = tags, list(sums(entry.get(8, b"")))

    def _read_nodes(self, block, wanted):
        parts = list(fields(block))
        scale = {number: value for number, value in parts if number in (17, 19, 20)}
        unit = scale.get(17, 100)
        for group in (value for number, value in parts if number == 2):
            for dense in (dict(fields(value)) for number, value in fields(group) if number == 2):
                for node, latitude, longitude in zip(sums(dense[1]), sums(dense[8]), sums(dense[9])):
                    if node in wanted:
                        self.places[node] = (
                            1e-9 * (scale.get(19, 0) + unit * latitude),
                            1e-9 * (scale.get(20, 0) + unit * longitude),
                        )

    def length(self, from_node, to_node):
        """Metres from node to node along the straight line."""
        return distance(self.places[from_node], self.places[to_node])

    def fraction(self, from_node, to_node, place):
        """How far between two nodes a place lies, 0…1."""
        return projection(self.places[from_node], self.places[to_node], place)[0]


def projection(a, b, place):
    """The fraction of the line from a to b nearest a place, and the place's distance from there in metres."""
    stretch = math.cos(math.radians(a[0]))
    x, y = (b[1] - a[1]) * stretch, b[0] - a[0]
    u, v = (place[1] - a[1]) * stretch, place[0] - a[0]
    square = x * x + y * y
    along = min(1.0, max(0.0, (u * x + v * y) / square)) if square else 0.0
    return along, EARTH_RADIUS * math.radians(math.hypot(u - along * x, v - along * y))
