"""Fast Map Matching, from the package fastmm, a fork of cyang-kth/fmm that needs no GDAL.

It cannot read OSM; this module makes the network from the roads that a car may use. FMM works in a plane: metres
around the middle of the map.
"""

import bisect
import functools
import itertools
import json
import math

import fastmm

from peers import openstreetmap, roads

PACKAGE = "fastmm"
REACH = 3000.0  # metres; how far its table of shortest paths goes, the bound its documentation uses


def prepare(source, folder):
    """Writes the network, an edge per line, and lets FMM make its table of shortest paths."""
    extract = openstreetmap.Extract(source)
    plane = Plane.around(extract.places.values())
    with open(folder / "fmm-network.jsonl", "w", encoding="ascii") as file:
        file.write(json.dumps([plane.latitude, plane.longitude]) + "\n")
        for nodes in roads.edges(extract):
            shape = [plane(*extract.places[node]) for node in nodes]
            file.write(json.dumps({"nodes": nodes, "shape": shape}) + "\n")
    Matcher(source, folder, settings(5, 1))


def settings(sigma, period):
    """The best of those tried on other drives, in metres: `radius` of the search, `error` the standard deviation of
    positions (with the true one noise becomes driving to and fro), `reverse` how far back on an edge is no driving.
    `candidates` is their number."""
    often = period < 30
    error, reverse = (4 * sigma, 1000) if often else (2 * sigma, 100)
    return {"candidates": 16, "radius": 50, "error": error, "reverse": reverse}


class Plane:
    """Metres east and north of the middle of a map."""

    def __init__(self, latitude, longitude):
        self.latitude, self.longitude = latitude, longitude
        self.stretch = math.cos(math.radians(latitude))

    @classmethod
    def around(cls, places):
        return cls(*((min(values) + max(values)) / 2 for values in zip(*places)))

    def __call__(self, latitude, longitude):
        x = openstreetmap.EARTH_RADIUS * math.radians(longitude - self.longitude) * self.stretch
        return x, openstreetmap.EARTH_RADIUS * math.radians(latitude - self.latitude)


class Matcher:
    refusals = (RuntimeError,)

    def __init__(self, source, folder, settings):
        self.settings = settings
        self.network = fastmm.Network()  # the engine refers to it but does not keep it alive
        self.path = folder / "fmm-network.jsonl"
        with open(self.path, encoding="ascii") as file:
            self.plane = Plane(*json.loads(next(file)))
            for number, edge in enumerate(map(json.loads, file)):
                ends = {"source": edge["nodes"][0], "target": edge["nodes"][-1]}
                self.network.add_edge(number, geom=[*map(tuple, edge["shape"])], **ends)
        self.network.finalize()
        self.engine = fastmm.FastMapMatch(
            self.network,
            fastmm.TransitionMode.SHORTEST,
            max_distance_between_candidates=REACH,
            cache_dir=str(folder / "fmm"),
        )

    @functools.cached_property
    def edges(self):
        """Of every edge its nodes and how far along it they lie, in metres of the plane."""
        with open(self.path, encoding="ascii") as file:
            next(file)
            return [(edge["nodes"], distances(edge["shape"])) for edge in map(json.loads, file)]

    def request(self, fixes):
        return fastmm.Trajectory.from_xyt_tuples(
            [(*self.plane(latitude, longitude), time) for time, latitude, longitude in fixes]
        )

    def match(self, request):
        return self.engine.match(
            request,
            max_candidates=int(self.settings["candidates"]),
            candidate_search_radius=self.settings["radius"],
            gps_error=self.settings["error"],
            reverse_tolerance=self.settings["reverse"],
        )

    def pieces(self, result, extract):
        """A step back on an edge, as noise produces it, is not a drive: the edge continues."""
        pieces = []
        for part in result.subtrajectories:
            driven = []
            for segment in part.segments:
                for index, edge in enumerate(segment.edges):
                    begin = 0.0 if index else segment.p0.offset_from_start_of_edge
                    last = index == len(segment.edges) - 1
                    end = segment.p1.offset_from_start_of_edge if last else math.inf
                    if not index and driven and driven[-1][0] == edge.edge_id:
                        driven[-1][2] = max(end, driven[-1][2])
                    else:
                        driven.append([edge.edge_id, begin, end])
            for number, begin, end in driven:
                pieces += edge_pieces(*self.edges[number], begin, end)
        return pieces


def distances(shape):
    """How far the places of a line are from its begin, along it."""
    return list(itertools.accumulate((math.dist(a, b) for a, b in itertools.pairwise(shape)), initial=0.0))


def edge_pieces(nodes, along, begin, end):
    """The pieces of an edge between two distances from its begin."""
    for index in range(max(0, bisect.bisect_right(along, begin) - 1), len(nodes) - 1):
        start, length = along[index], along[index + 1] - along[index]
        if start >= end:
            break
        if length:
            yield nodes[index], nodes[index + 1], max(0.0, (begin - start) / length), min(1.0, (end - start) / length)
