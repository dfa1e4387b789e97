"""OSRM, from the package osrm-bindings, with its car profile: its match service on a contraction hierarchy, and its
route service on that and on multi-level cells."""

import pathlib
import shutil
import subprocess

import osrm

PACKAGE = "osrm-bindings"


# How the files of each algorithm are made from the extracted ones.
STEPS = {"CH": ["osrm-contract"], "MLD": ["osrm-partition", "osrm-customize"]}


def base(folder, algorithm="CH"):
    return folder / ("osrm" if algorithm == "CH" else f"osrm-{algorithm.lower()}")


def prepare(source, folder, algorithm="CH"):
    """Extracts and contracts a map, with the programs and the profile that come with the package."""
    package = pathlib.Path(osrm.__file__).parent
    name = base(folder, algorithm)
    copy = name.with_suffix(".osm.pbf")
    shutil.copyfile(source, copy)
    profile = package / "share/profiles/car.lua"
    steps = [[step, name.with_suffix(".osrm")] for step in STEPS[algorithm]]
    for command in (["osrm-extract", "-p", profile, copy], *steps):
        subprocess.run([package / "bin" / command[0], *command[1:]], check=True, capture_output=True)


def settings(sigma, period):
    """`radius` in metres is the standard deviation of the positions, by its documentation; on other drives more was
    better in part. `tidy` lets it thin dense traces."""
    return {"radius": {1: 1.5 * sigma, 5: max(sigma, 10)}.get(period, sigma), "tidy": 1}


class Matcher:
    refusals = (RuntimeError,)

    def __init__(self, source, folder, settings):
        self.engine = osrm.OSRM(
            storage_config=str(folder / "osrm.osrm"),
            algorithm="CH",
            use_shared_memory=False,
            max_locations_map_matching=-1,
        )
        self.radius, self.tidy = settings["radius"], bool(settings["tidy"])

    def request(self, fixes):
        return osrm.MatchParameters(
            coordinates=[(longitude, latitude) for _, latitude, longitude in fixes],
            timestamps=[int(time) for time, _, _ in fixes],
            radiuses=[self.radius] * len(fixes),
            gaps="ignore",
            tidy=self.tidy,
            annotations=["nodes"],
            overview="false",
            generate_hints=False,
        )

    def match(self, request):
        return self.engine.Match(request)

    def pieces(self, result, extract):
        """The nodes of all legs; where a leg begins and ends between nodes follows from its snapped fixes."""
        waypoints = {}
        for point in result["tracepoints"]:
            if point is not None:
                longitude, latitude = point["location"]
                waypoints[point["matchings_index"], point["waypoint_index"]] = latitude, longitude
        pieces = []
        for number, matching in enumerate(result["matchings"]):
            for index, leg in enumerate(matching["legs"]):
                nodes = [int(node) for node in leg["annotation"]["nodes"]]
                ends = waypoints[number, index], waypoints[number, index + 1]
                pieces += leg_pieces(nodes, *ends, extract)
        return pieces


class Router:
    """Full documents: every step, and the whole line in six decimals."""

    refusals = (RuntimeError,)

    def __init__(self, folder, algorithm):
        self.engine = osrm.OSRM(
            storage_config=str(base(folder, algorithm).with_suffix(".osrm")),
            algorithm=algorithm,
            use_shared_memory=False,
        )

    def request(self, begin, end):
        return osrm.RouteParameters(
            coordinates=[(longitude, latitude) for latitude, longitude in (begin, end)],
            steps=True,
            overview="full",
            geometries="polyline6",
            generate_hints=False,
        )

    def route(self, request):
        return self.engine.Route(request)

    def answer(self, result):
        """Metres, seconds, and the encoded line."""
        route = result["routes"][0]
        return {"length": route["distance"], "duration": route["duration"], "line": route["geometry"]}


class Guide(Router):
    """What is said along a line that is given: the line is matched, and all its places lie on one leg."""

    RADIUS = 5  # metres; both know the same roads, in part by their ends

    def maneuvers(self, line):
        """The encoded line, and every maneuver with the departure and the arrival."""
        parameters = osrm.MatchParameters(
            coordinates=[(longitude, latitude) for latitude, longitude in line],
            radiuses=[self.RADIUS] * len(line),
            waypoints=[0, len(line) - 1],
            gaps="ignore",
            tidy=True,
            steps=True,
            overview="full",
            geometries="polyline6",
            generate_hints=False,
        )
        matchings = self.engine.Match(parameters)["matchings"]
        if len(matchings) != 1:
            raise RuntimeError("the line is broken")
        return matchings[0]["geometry"], [self.maneuver(step) for step in matchings[0]["legs"][0]["steps"]]

    def maneuver(self, step):
        given = step["maneuver"]
        longitude, latitude = given["location"]
        return {
            "type": given["type"],
            "modifier": given["modifier"] if "modifier" in given else None,
            "exit": str(int(given["exit"])) if "exit" in given else None,
            "place": (latitude, longitude),
            "length": step["distance"],
            "road": step["name"] or (step["ref"] if "ref" in step else ""),
        }


def leg_pieces(nodes, begin, end, extract):
    pieces = [[a, b, 0.0, 1.0] for a, b in zip(nodes, nodes[1:])]
    if pieces:
        pieces[0][2] = extract.fraction(*pieces[0][:2], begin)
        pieces[-1][3] = extract.fraction(*pieces[-1][:2], end)
    return [tuple(piece) for piece in pieces]
