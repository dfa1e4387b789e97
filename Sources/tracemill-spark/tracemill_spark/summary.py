"""The manifest of the job: the sums of the manifests of its partitions."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

SHOWN_MESSAGES = 20


@dataclass
class Summary:
    """What became of all traces. Deterministic: the sums do not depend on how often a partition was run."""

    runs: int = 0
    unreadable: int = 0
    described: dict[str, Any] = field(default_factory=dict)
    trips: dict[str, Counter] = field(default_factory=dict)
    fixes: dict[str, Counter] = field(default_factory=dict)
    rejects: dict[str, Counter] = field(default_factory=dict)
    messages: Counter = field(default_factory=Counter)

    def add(self, record: str) -> None:
        """One partition."""
        run = json.loads(record)
        manifest = run["manifest"]
        self.runs += 1
        self.unreadable += run["code"] != 0
        self.messages.update(line for line in run["lines"] if "; see the rejects" not in line)
        self.described = self.described or {key: manifest.get(key) for key in ("program", "map", "options")}
        for name in ("trips", "fixes", "rejects"):
            _add(getattr(self, name), manifest.get(name, {}))

    def count(self, name: str) -> int:
        return getattr(self, name).get("count", Counter())["count"]

    @property
    def is_all_well(self) -> bool:
        statuses = self.trips.get("by_status", Counter())
        return self.count("rejects") == 0 and set(statuses) <= {"ok"}

    def manifest(self, rows: dict[str, int], job: dict[str, Any]) -> dict[str, Any]:
        """`rows` of each table that was written."""
        return {
            "schema": "tracemill/spark-manifest/1",
            **self.described,
            "job": job,
            "partitions": self.runs,
            **{name: _plain(getattr(self, name)) for name in ("trips", "fixes", "rejects")},
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
