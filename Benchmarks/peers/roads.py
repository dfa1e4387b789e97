"""The drivable roads of an extract as directed edges between junctions."""

from collections import Counter

CLASSES = {
    *(f"{name}{kind}" for name in ("motorway", "trunk", "primary", "secondary", "tertiary") for kind in ("", "_link")),
    *("unclassified", "residential", "living_street", "service", "road"),
}
CLOSED = {"no", "private", "agricultural", "forestry", "emergency"}


def directions(tags):
    """Which ways round a car may use a road: with its order of nodes, against it."""
    if tags.get("highway") not in CLASSES or tags.get("area") == "yes":
        return ()
    access = next((tags[key] for key in ("motorcar", "motor_vehicle", "vehicle", "access") if key in tags), "yes")
    if access in CLOSED:
        return ()
    oneway = tags.get("oneway")
    if oneway in ("-1", "reverse"):
        return (-1,)
    implied = tags.get("junction") in ("roundabout", "circular") or tags["highway"] in ("motorway", "motorway_link")
    return (1,) if oneway in ("yes", "1", "true") or implied and oneway != "no" else (1, -1)


def edges(extract):
    """Directed edges, each the list of its nodes, in an order that depends on the extract alone."""
    drivable = [(tags, nodes) for tags, nodes in extract.ways.values() if directions(tags)]
    uses = Counter(node for _, nodes in drivable for node in nodes)
    for tags, nodes in drivable:
        begin = 0
        for index in range(1, len(nodes)):
            if uses[nodes[index]] > 1 or index == len(nodes) - 1:
                part = nodes[begin : index + 1]
                for direction in directions(tags):
                    yield part[::direction]
                begin = index
