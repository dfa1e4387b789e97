"""What a dispatcher keeps: messages, events and subscriptions, in one file of SQLite."""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from datetime import datetime, timezone
from typing import Any
from urllib.parse import unquote

LIMIT = 1_000
TABLES = """
CREATE TABLE IF NOT EXISTS store (name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS messages (number INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, received TEXT NOT NULL,
    asset TEXT NOT NULL, sequence INTEGER NOT NULL, job TEXT, type TEXT NOT NULL, time TEXT NOT NULL, eta TEXT,
    body TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS events_of_asset ON events (asset, sequence);
CREATE INDEX IF NOT EXISTS events_of_job ON events (asset, job, sequence);
CREATE TABLE IF NOT EXISTS subscriptions (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, position INTEGER NOT NULL);
"""
# Bare columns beside max() are those of the row that has it. Events that only inform count where there is no other.
JOBS = """
SELECT asset, job, type AS event, sequence, time, max(sequence + iif(
    type IN ('tracemill.job.eta_update', 'tracemill.job.custom', 'tracemill.job.claim_contradicted'),
    0, 1000000000000000000)),
  (SELECT e.eta FROM events e WHERE e.asset = events.asset AND e.job = events.job AND e.eta NOT NULL
    ORDER BY e.sequence DESC LIMIT 1) AS eta
FROM events WHERE job NOT NULL
"""
MISSING = """
SELECT asset, before + 1, sequence - 1 FROM
  (SELECT asset, sequence, lag(sequence, 1, 0) OVER (PARTITION BY asset ORDER BY sequence) AS before FROM events)
WHERE sequence > before + 1 ORDER BY asset, sequence
"""
LATE = """
SELECT asset, count(*) FROM (SELECT asset, sequence,
    max(sequence) OVER (PARTITION BY asset ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS top
  FROM events)
WHERE sequence < top GROUP BY asset
"""


def now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def contradiction(event: dict[str, Any]) -> str | None:
    """What an event says against itself, beyond what a schema can tell."""
    data = event.get("data", {})
    if event["id"] != f"{event['assetid']}#{event['sequence']}":
        return "The id is not the asset's id, # and the sequence."
    if unquote(event["source"].removeprefix("/assets/")) != event["assetid"]:
        return "The source names another asset than assetid."
    if data.get("asset", event["assetid"]) != event["assetid"]:
        return "The data names another asset than assetid."
    if "job" in data and data["job"] != event.get("subject"):
        return "The data names another job than the subject."
    return None


class Store:
    """Each change is committed, and on the disk, when its method returns."""

    def __init__(self, path: str):
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(path, check_same_thread=False, timeout=5)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.executescript(TABLES)
        with self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            if not self.connection.execute("SELECT 1 FROM store").fetchone():
                self.connection.execute("INSERT INTO store VALUES (?)", [secrets.token_hex(4)])
        self.name = self.connection.execute("SELECT name FROM store").fetchone()[0]

    def rows(self, query: str, *values: Any) -> list[sqlite3.Row]:
        with self.lock:
            return self.connection.execute(query, values).fetchall()

    def number(self, query: str) -> int:
        return self.rows(query)[0][0] or 0

    def add_messages(self, messages: list[dict[str, Any]]) -> list[str]:
        ids = []
        with self.lock, self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            last = self.connection.execute("SELECT max(number) FROM messages").fetchone()[0] or 0
            for number, message in enumerate(messages, last + 1):
                ids.append(f"{self.name}-{number}")
                body = json.dumps({"id": ids[-1], "time": now(), **message})
                self.connection.execute("INSERT INTO messages VALUES (?, ?)", [number, body])
        return ids

    def messages(self, cursor: str) -> tuple[str, list[dict[str, Any]]]:
        """Messages after a cursor, and the cursor after them; from the first one where the cursor is unknown."""
        name, _, number = cursor.rpartition("-")
        known = name == self.name and number.isascii() and number.isdigit() and len(number) < 18
        after = int(number) if known and int(number) <= self.number("SELECT max(number) FROM messages") else 0
        rows = self.rows("SELECT number, body FROM messages WHERE number > ? ORDER BY number LIMIT ?", after, LIMIT)
        return f"{self.name}-{rows[-1]['number'] if rows else after}", [json.loads(row["body"]) for row in rows]

    def add_events(self, events: list[dict[str, Any]]) -> dict[str, Any]:
        """Stores each event once, all or none of them, and says which are stored and which never will be."""
        acknowledged, rejected = [], []
        with self.lock, self.connection:
            self.connection.execute("BEGIN IMMEDIATE")
            for event in events:
                reason = contradiction(event) or self._insert(event)
                if reason:
                    rejected.append({"id": event["id"], "reason": reason})
                else:
                    acknowledged.append(event["id"])
        return {"acknowledged": acknowledged, "rejected": rejected}

    def _insert(self, event: dict[str, Any]) -> str | None:
        body = json.dumps(event, sort_keys=True)
        known = self.connection.execute("SELECT body FROM events WHERE id = ?", [event["id"]]).fetchone()
        if known:
            return None if known["body"] == body else "Another event is stored under this id."
        self.connection.execute(
            "INSERT INTO events (id, received, asset, sequence, job, type, time, eta, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [event["id"], now(), event["assetid"], int(event["sequence"]), event.get("subject"), event["type"],
             event["time"], event.get("data", {}).get("eta"), body])  # fmt: skip
        return None

    def events(self, after: int, asset: str | None = None) -> list[dict[str, Any]]:
        rows = self.rows(
            "SELECT number, received, body FROM events WHERE number > ?1 AND (?2 IS NULL OR asset = ?2)"
            " ORDER BY number LIMIT ?3",
            after, asset, LIMIT)  # fmt: skip
        return [
            {"number": row["number"], "received": row["received"], "event": json.loads(row["body"])} for row in rows
        ]

    def gaps(self) -> list[dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        tops = {row[0]: row[1] for row in self.rows("SELECT asset, max(sequence) FROM events GROUP BY asset")}

        def entry(asset: str) -> dict[str, Any]:
            return found.setdefault(asset, {"asset": asset, "last": tops[asset], "missing": [], "late": 0})

        for asset, first, last in self.rows(MISSING):
            if len(entry(asset)["missing"]) < 100:
                entry(asset)["missing"].append([first, last])
        for asset, count in self.rows(LATE):
            entry(asset)["late"] = count
        return [found[asset] for asset in sorted(found)]

    def jobs(self, asset: str | None = None, job: str | None = None) -> list[dict[str, Any]]:
        where = " AND (?1 IS NULL OR asset = ?1) AND (?2 IS NULL OR job = ?2) GROUP BY asset, job ORDER BY asset, job"
        names = ("asset", "job", "event", "sequence", "time", "eta")
        return [
            {name: row[name] for name in names if row[name] is not None} for row in self.rows(JOBS + where, asset, job)
        ]

    def subscribe(self, url: str) -> int:
        with self.lock, self.connection:
            self.connection.execute(
                "INSERT OR IGNORE INTO subscriptions (url, position) SELECT ?, coalesce(max(number), 0) FROM events",
                [url],
            )
        return self.rows("SELECT id FROM subscriptions WHERE url = ?", url)[0][0]

    def subscriptions(self) -> list[sqlite3.Row]:
        return self.rows("SELECT id, url, position FROM subscriptions")

    def forwarded(self, subscription: int, number: int) -> None:
        with self.lock, self.connection:
            self.connection.execute("UPDATE subscriptions SET position = ? WHERE id = ?", [number, subscription])
