"""Traces from a CSV file, one at a time."""

import csv
import itertools
from datetime import datetime


def read(path):
    """Pairs of a trace id and its fixes, each `(seconds, latitude, longitude)`; the rows of a trace are adjacent."""
    with open(path, newline="") as file:
        rows = csv.DictReader(file)
        for trace, fixes in itertools.groupby(rows, key=lambda row: row["trace_id"]):
            yield trace, [
                (datetime.fromisoformat(fix["time"]).timestamp(), float(fix["lat"]), float(fix["lon"]))
                for fix in fixes
            ]
