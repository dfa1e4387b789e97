"""Fast Map Matching, from the package fastmm, a fork of cyang-kth/fmm that needs no GDAL.

It has no reader of OSM; the network is made here of the roads a car may use. FMM works in a plane: metres around the
middle of the map.
"""

import bisect
import itertools
import math

import fastmm

from peers import openstreetmap, roads

PACKAGE = "fastmm"
REACH = 3000.0  # metres; how far its table of shortest paths goes, the bound its documentation uses


def prepare(source, folder):
    Matcher(source, folder, settings(5, 1))


def settings(sigma, period):
    """In metres: `radius` of the search, `error` the standard deviation of positions, `reverse` what may be driven back
    on an edge; `candidates` is their number."""
    return {"candidates": 8, "radius": 10 * sigma, "error": sigma, "reverse": 4 * sigma}


class Plane:
    def __init__(self, places):
        latitudes, longitudes = zip(*places)
        self.latitude = (min(latitudes) + max(latitudes)) / 2
        self.longitude = (min(longitudes) + max(longitudes)) / 2
        self.stretch = math.cos(math.radians(self.latitude))

    def __call__(self, latitude, longitude):
        x = openstreetmap.EARTH_RADIUS * math.radians(longitude - self.longitude) * self.stretch
        return x, openstreetmap.EARTH_RADIUS * math.radians(latitude - self.latitude)


class Matcher:
    refusals = (RuntimeError,)

    def __init__(self, source, folder, settings):
        extract = openstreetmap.Extract(source)
        self.settings = settings
        self.plane = Plane(extract.places.values())
        self.edges = [nodes for _, nodes in roads.edges(extract)]
        network = fastmm.Network()
        for number, nodes in enumerate(self.edges):
            shape = [self.plane(*extract.places[node]) for node in nodes]
            network.add_edge(number, source=nodes[0], target=nodes[-1], geom=shape)
        network.finalize()
        self.engine = fastmm.FastMapMatch(
            network,
            fastmm.TransitionMode.SHORTEST,
            max_distance_between_candidates=REACH,
            cache_dir=str(folder / "fmm"),
        )

    def request(self, fixes):
        places = [(*self.plane(latitude, longitude), time) for time, latitude, longitude in fixes]
        return fastmm.Trajectory.from_xyt_tuples(places)

    def match(self, request):
        return self.engine.match(
            request,
            max_candidates=int(self.settings["candidates"]),
            candidate_search_radius=self.settings["radius"],
            gps_error=self.settings["error"],
            reverse_tolerance=self.settings["reverse"],
        )

    def pieces(self, result, extract):
        pieces = []
        for part in result.subtrajectories:
            for segment in part.segments:
                for edge in segment.edges:
                    offsets = [point.edge_offset for point in edge.points]
                    if offsets:
                        pieces += self.edge_pieces(self.edges[edge.edge_id], min(offsets), max(offsets), extract)
        return pieces

    def edge_pieces(self, nodes, begin, end, extract):
        """The part of an edge between two distances from its begin, both in metres of the plane."""
        shape = [self.plane(*extract.places[node]) for node in nodes]
        ends = list(itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(shape)))
        first = bisect.bisect_right(ends, begin)
        for index in range(first, len(ends)):
            start = ends[index - 1] if index else 0.0
            if start >= end or ends[index] == start:
                break
            length = ends[index] - start
            yield nodes[index], nodes[index + 1], max(0.0, (begin - start) / length), min(1.0, (end - start) / length)
