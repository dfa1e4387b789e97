"""Where on a known route each fix of a real drive was: the nearest place of the route, in the order driven."""

import csv
import math

from seattle_truth_to_segments import blocks, fields, varint

METRES_PER_DEGREE = 111_195  # of latitude, on a sphere of the earth's mean radius
FARTHEST = 30  # metres: a fix farther from its route says nothing of its place


def listed_nodes(path):
    """Latitude and longitude by the id of the node, of a table `id,lat,lon`."""
    with open(path, encoding="ascii") as file:
        return {record["id"]: (float(record["lat"]), float(record["lon"])) for record in csv.DictReader(file)}


def packed(data):
    """The sums of packed differences."""
    at, total, sums = 0, 0, []
    while at < len(data):
        step, at = varint(data, at)
        total += (step >> 1) ^ -(step & 1)
        sums.append(total)
    return sums


def extract_nodes(path):
    """The same of an OSM PBF file with dense nodes of the usual granularity."""
    places = {}
    for block in blocks(path):
        for group in (value for number, value in fields(block) if number == 2):
            for dense in (dict(fields(value)) for number, value in fields(group) if number == 2):
                for node, latitude, longitude in zip(packed(dense[1]), packed(dense[8]), packed(dense[9])):
                    places[str(node)] = (latitude * 1e-7, longitude * 1e-7)
    return places


def pairs_of_fixes(fixes, route, places):
    """For each fix the pair of nodes of the route that it lies between; None if it lies beside the route.

    `fixes` are latitudes and longitudes, `route` pairs of node ids in order, `places` the nodes'. A fix is looked for
    from the place of the one before it on, no farther than the fixes can mean.
    """
    north, west = fixes[0]
    east = METRES_PER_DEGREE * math.cos(math.radians(north))
    flat = lambda place: ((place[1] - west) * east, (place[0] - north) * METRES_PER_DEGREE)
    lines = [(flat(places[begin]), flat(places[end])) for begin, end in route]
    lengths = [math.dist(begin, end) for begin, end in lines]
    found, at, along, last = [], 0, 0.0, None
    for x, y in map(flat, fixes):
        reach = along + 100 + (3 * math.dist((x, y), last) if last else 200)
        best = (FARTHEST, None, 0.0)
        behind, i = 0.0, at
        while i < len(lines) and behind < reach:
            (ax, ay), (bx, by) = lines[i]
            square = lengths[i] ** 2
            share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square if square else 0.0
            share = min(max(share, along / lengths[i] if i == at and square else 0.0), 1.0)
            distance = math.dist((x, y), (ax + share * (bx - ax), ay + share * (by - ay)))
            if distance < best[0]:
                best = (distance, i, share * lengths[i])
            behind += lengths[i]
            i += 1
        if best[1] is None:
            found.append(None)
            continue
        at, along, last = best[1], best[2], (x, y)
        found.append(route[at])
    return found
