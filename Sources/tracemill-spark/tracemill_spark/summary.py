"""The manifest of the job: the sums of the manifests of its partitions."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .partition import OUT

SHOWN_MESSAGES = 20

OF_ONE_PARTITION = (f"see the rejects in {OUT}/", "no trace lies on the map; --map names another one")
"""Ends of messages that hold for a partition and are said again for the whole."""

FRUITLESS = {"skipped", "rejected", "error"}
"""Statuses of trips of which nothing came."""


@dataclass
class Summary:
    """What became of all traces. Deterministic: the sums do not depend on how often a partition was run."""

    runs: int = 0
    described: dict[str, Any] = field(default_factory=dict)
    trips: dict[str, Counter] = field(default_factory=dict)
    fixes: dict[str, Counter] = field(default_factory=dict)
    rejects: dict[str, Counter] = field(default_factory=dict)
    plans: dict[str, Counter] = field(default_factory=dict)
    messages: Counter = field(default_factory=Counter)

    def add(self, record: str) -> None:
        """One partition."""
        run = json.loads(record)
        manifest = run["manifest"]
        self.runs += 1
        self.messages.update(line for line in run["lines"] if not line.endswith(OF_ONE_PARTITION))
        self.described = self.described or {key: manifest.get(key) for key in ("program", "map", "options")}
        for name in ("trips", "fixes", "rejects", "plans"):
            _add(getattr(self, name), manifest.get(name, {}))

    def count(self, name: str) -> int:
        return getattr(self, name).get("count", Counter())["count"]

    def of(self, name: str, key: str, value: str) -> int:
        return getattr(self, name).get(key, Counter())[value]

    def complaints(self, is_strict: bool, may_be_empty: bool) -> list[str]:
        """Why the result is no success: the reasons of tracemill, for the whole and not for a partition."""
        trips, plans = self.count("trips"), self.count("plans")
        fruitless = sum(self.of("trips", "by_status", status) for status in FRUITLESS)
        outside = self.of("trips", "by_reason", "outside_map")
        is_well = not self.count("rejects") and self.of("trips", "by_status", "ok") == trips
        unreadable = self.of("rejects", "by_reason", "unreadable")
        found = {
            "not all files could be read; the rejects say which, and why": unreadable,
            "plans: no trip was held against a plan": plans and not self.of("plans", "by_status", "ok"),
            "no trace lies on the map; --map names another one": outside and outside == trips - fruitless,
            "--strict: something was refused, or not fully matched or planned":
                is_strict and not (is_well and self.of("plans", "by_status", "ok") == plans),
            "nothing came of the input; --allow-empty accepts this": trips == fruitless and not may_be_empty,
        }
        return [sentence for sentence, holds in found.items() if holds]

    def manifest(self, rows: dict[str, int], job: dict[str, Any]) -> dict[str, Any]:
        """`rows` of each table that was written."""
        counts = {name: getattr(self, name) for name in ("trips", "fixes", "rejects", "plans")}
        return {
            "schema": "tracemill/spark-manifest/1",
            **self.described,
            "job": job,
            "partitions": self.runs,
            **{name: _plain(sums) for name, sums in counts.items() if sums},
            "outputs": [{"name": name, "rows": count} for name, count in sorted(rows.items())],
        }

    def lines(self) -> list[str]:
        """As tracemill says it at the end of a run."""
        lines = [f"{self.count('trips')} trips: {_listed(self.trips.get('by_status'))}",
                 f"{self.count('fixes')} fixes: {_listed(self.fixes.get('by_status'))}"]
        if self.count("rejects"):
            lines.append(f"refused: {_listed(self.rejects.get('by_reason'))}; see the table rejects")
        common = self.messages.most_common(SHOWN_MESSAGES)
        lines += [f"{message} ({count} times)" if count > 1 else message for message, count in common]
        if len(self.messages) > SHOWN_MESSAGES:
            lines.append(f"{len(self.messages) - SHOWN_MESSAGES} other messages of partitions are not shown")
        return lines


def _add(sums: dict[str, Counter], counts: dict[str, Any]) -> None:
    for key, value in counts.items():
        named = {key: value} if isinstance(value, int) else value
        if isinstance(named, dict):
            sums.setdefault(key, Counter()).update(named)


def _plain(sums: dict[str, Counter]) -> dict[str, Any]:
    return {key: counts["count"] if key == "count" else dict(sorted(counts.items())) for key, counts in sums.items()}


def _listed(counts: Counter | None) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted((counts or {}).items())) or "none"
