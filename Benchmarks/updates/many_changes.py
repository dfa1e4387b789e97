"""Makes an extract and many change files, to measure the memory that an update takes.

    python3 many_changes.py FOLDER FILES MEGABYTES [KNOWN]

writes FOLDER/region.osm, and FOLDER/0001.osc.gz and so on, each of about MEGABYTES uncompressed. The region is a town
of 10,000 nodes and 1,000 ways. Of the changed objects, KNOWN of a hundred (default 1) belong to it; the others are
those of a planet: new nodes, moved nodes, ways over them, deletions, and relations. The same arguments give the same
bytes.
"""

import gzip
import random
import sys
from pathlib import Path

NODES, WAYS = 10_000, 1_000
# Elsewhere, ids are larger.
ELSEWHERE = 1_000_000
USER = "uid='1234567' user='somebody' changeset='98765432'"


def place(number):
    return f"lat='{47.0 + number % 100 / 1000:.7f}' lon='{9.0 + number // 100 / 1000:.7f}'"


def region(path):
    with open(path, "w") as file:
        file.write("<osm version='0.6'><bounds minlat='46.9' minlon='8.9' maxlat='47.2' maxlon='9.2'/>\n")
        for number in range(NODES):
            file.write(f"<node id='{number + 1}' version='1' {place(number)}/>\n")
        for number in range(WAYS):
            nodes = "".join(f"<nd ref='{10 * number + step + 1}'/>" for step in range(10))
            file.write(f"<way id='{number + 1}' version='1'>{nodes}<tag k='highway' v='residential'/></way>\n")
        file.write("</osm>\n")


def known(day, chance):
    number = chance.randrange(NODES)
    if chance.random() < 0.9:
        return f"<modify><node id='{number + 1}' version='{day + 1}' {USER} {place(number)}/></modify>\n"
    way = number % WAYS
    nodes = "".join(f"<nd ref='{10 * way + step + 1}'/>" for step in range(10))
    return (
        f"<modify><way id='{way + 1}' version='{day + 1}' {USER}>{nodes}<tag k='highway' v='service'/>"
        f"<tag k='name' v='Day {day}'/></way></modify>\n"
    )


def elsewhere(day, chance, number):
    """An object of an id that other days change as well, one time in four."""
    identity = ELSEWHERE + (chance.randrange(10_000_000) if chance.random() < 0.25 else 10_000_000 + number)
    kind = chance.random()
    if kind < 0.05:
        return f"<delete><node id='{identity}' version='{day + 1}' {USER} lat='1' lon='2'/></delete>\n"
    if kind < 0.80:
        spot = f"lat='{chance.random() * 40:.7f}' lon='{-chance.random() * 90:.7f}'"
        return f"<modify><node id='{identity}' version='{day + 1}' {USER} {spot}/></modify>\n"
    if kind < 0.99:
        nodes = "".join(f"<nd ref='{identity - step}'/>" for step in range(8))
        return f"<create><way id='{identity}' version='{day + 1}' {USER}>{nodes}<tag k='building' v='yes'/></way></create>\n"
    return (
        f"<create><relation id='{identity}' version='{day + 1}' {USER}><member type='way' ref='{identity - 7}' role='outer'/>"
        f"<tag k='type' v='multipolygon'/></relation></create>\n"
    )


def main():
    folder, files, megabytes = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    share = float(sys.argv[4]) / 100 if len(sys.argv) > 4 else 0.01
    folder.mkdir(parents=True, exist_ok=True)
    region(folder / "region.osm")
    chance = random.Random(1)
    number = 0
    for day in range(1, files + 1):
        with gzip.GzipFile(folder / f"{day:04}.osc.gz", "wb", compresslevel=1, mtime=0) as file:
            file.write(b"<osmChange version='0.6'>\n")
            size = 0
            while size < megabytes * 1e6:
                number += 1
                line = known(day, chance) if chance.random() < share else elsewhere(day, chance, number)
                size += len(line)
                file.write(line.encode())
            file.write(b"</osmChange>\n")


if __name__ == "__main__":
    main()
