"""Simulated drives with their truth: the same routes in every case of a map.

tracemill simulates them. Only drives that stay on roads open to every car are kept: tracks and private roads are in the
networks of some matchers and not of others, and would measure that difference.
"""

import csv
import itertools

from peers import roads, segments, tracemill

SPARE = 12  # so many times more drives are simulated; in Liechtenstein with its tracks one in seven is kept
RACE = 40_000  # fixes; speed is measured on the first drives with so many


def chosen(folder, extract, count, seed):
    """The names of the first drives that keep to public roads, and how many to simulate to have them; `folder` has
    tracemill's map."""
    draft = folder / "draft"
    tracemill.simulate(folder, draft, SPARE * count, seed, 1, 5)
    public = {pair for nodes in roads.edges(extract) for pair in zip(nodes, nodes[1:])}
    names = {}
    for number, (name, pieces) in enumerate(segments.read(draft / "truth.csv").items(), start=1):
        if len(names) < count and all(piece[:2] in public for piece in pieces):
            names[name] = number
    return set(names), max(names.values())


def make(folder, case, names, simulated, seed, period, sigma):
    """Writes traces.csv, truth.csv and race.csv of a case into its folder."""
    draft = folder / "draft"
    tracemill.simulate(folder, draft, simulated, seed, period, sigma)
    case.mkdir(exist_ok=True)
    for name in ("traces.csv", "truth.csv"):
        copy(draft / name, case / name, names)
    with open(case / "traces.csv", newline="") as file:
        first = {row["trace_id"] for row in itertools.islice(csv.DictReader(file), RACE)}
    copy(case / "traces.csv", case / "race.csv", first)


def copy(source, target, names):
    """The rows of some traces."""
    with open(source) as rows, open(target, "w") as file:
        file.write(next(rows))
        file.writelines(row for row in rows if row[: row.index(",")] in names)


def count_rows(path):
    with open(path) as rows:
        return sum(1 for _ in rows) - 1
