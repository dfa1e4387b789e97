"""Mapping files as mappings/README.md defines them: templates filled from JSON, both ways."""

from __future__ import annotations

import json
import math
import re
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import quote

ABSENT = object()
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MEMBERS = {
    "": ({"version"}, {"comment", "messages", "events"}),
    "messages": ({"path", "list", "message"}, {"next", "cursor", "since_s", "headers"}),
    "events": ({"types", "path"}, {"method", "body", "headers", "acknowledged", "final"}),
}
POINTER = {"$", "map", "as", "else"}


class Bad(Exception):
    """A value that does not fit, or a file that is no mapping."""


def found(document: Any, pointer: str) -> Any:
    """RFC 6901; absent where nothing is, or null."""
    if pointer and not pointer.startswith("/"):
        raise Bad(f"{pointer} is no JSON pointer")
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, dict) and token in document:
            document = document[token]
        elif isinstance(document, list) and re.fullmatch(r"0|[1-9]\d*", token, re.ASCII) and int(token) < len(document):
            document = document[int(token)]
        else:
            return ABSENT
    return ABSENT if document is None else document


def text_of(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return repr(value) if isinstance(value, (int, float)) else ABSENT


def rfc3339(seconds: float) -> str:
    moment = EPOCH + timedelta(milliseconds=math.floor(seconds * 1000 + 0.5))
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(text: str) -> int:
    moment = datetime.fromisoformat(text.upper().replace("Z", "+00:00"))
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return (moment - EPOCH) // timedelta(milliseconds=1)


def number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError("no number")
    return value


def whole(value: float) -> Any:
    return int(value) if float(value).is_integer() else value


def json_number(text: str) -> Any:
    if not re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?", text, re.ASCII):
        raise ValueError("no number")
    return json.loads(text)


CONVERSIONS = {
    "time_from_ms": lambda value: rfc3339(number(value) / 1000),
    "time_from_s": lambda value: rfc3339(number(value)),
    "ms_from_time": milliseconds,
    "s_from_time": lambda value: milliseconds(value) // 1000,
    "seconds_from_minutes": lambda value: whole(number(value) * 60),
    "seconds_from_text": lambda value: json_number(value.removesuffix("s") if value.endswith("s") else ""),
    "number": json_number,
    "text": text_of,
}


def filled(template: Any, document: Any) -> Any:
    if isinstance(template, dict) and "$" in template:
        value = found(document, template["$"])
        if "map" in template and value is not ABSENT:
            value = template["map"].get(text_of(value), ABSENT)
            if value is None:
                return ABSENT
        if value is ABSENT:
            return template.get("else", ABSENT)
        if "as" in template:
            try:
                value = CONVERSIONS[template["as"]](value)
            except (ValueError, TypeError, AttributeError, OverflowError) as error:
                raise Bad(f"{template['$']}: {value!r} is not for {template['as']}") from error
            if value is ABSENT:
                raise Bad(f"{template['$']} has no text")
        return value
    if isinstance(template, dict) and set(template) == {"$text"}:
        return text(template["$text"], document)
    if isinstance(template, dict):
        members = {name: filled(value, document) for name, value in template.items()}
        members = {name: value for name, value in members.items() if value is not ABSENT}
        return members if members or not template else ABSENT
    if isinstance(template, list):
        elements = [filled(element, document) for element in template]
        return ABSENT if ABSENT in elements else elements
    return template


def text(template: str, document: Any, path: bool = False) -> Any:
    parts = []
    for piece in re.findall(r"\{\{|\}\}|\{[^{}]*\}|[^{}]+|[{}]", template):
        if piece in ("{{", "}}"):
            parts.append(piece[0])
        elif piece in ("{", "}"):
            raise Bad(f"{template}: a brace stands alone")
        elif piece[0] != "{":
            parts.append(piece)
        else:
            keeps_slashes = path and piece[1] == "+"
            value = text_of(found(document, piece[2:-1] if keeps_slashes else piece[1:-1]))
            if value is ABSENT:
                return ABSENT
            parts.append(quote(value, safe="/" if keeps_slashes else "") if path else value)
    return "".join(parts)


def path_of(template: str, document: Any) -> Any:
    path = text(template, document, path=True)
    if path is not ABSENT and (path.startswith("/") or {".", ".."} & set(path.partition("?")[0].split("/"))):
        raise Bad(f"{path} leads out of BASE")
    return path


class Mapping:
    def __init__(self, document: dict[str, Any]):
        self.messages = document.get("messages", {})
        self.rules = document.get("events", [])
        self.bad: list[str] = []
        places = (
            [("", document)] + [("messages", self.messages)] * bool(self.messages) + [("events", r) for r in self.rules]
        )
        for place, value in places:
            required, others = MEMBERS[place]
            if wrong := (required - set(value)) | (set(value) - required - others):
                raise Bad(f"{place or 'the file'}: {', '.join(sorted(wrong))} is missing or unknown")
            for name in {"message", "headers", "body"} & set(value):
                check(value[name])
        if document["version"] != 1 or ("next" in self.messages and "cursor" not in self.messages):
            raise Bad("the version is not 1, or next is without cursor")

    def request(self, cursor: str | None, wait: int, now: float) -> tuple[str, dict[str, str]]:
        """The path and the headers that ask for messages."""
        since = now - self.messages.get("since_s", 0)
        document = {"wait": wait, "since": rfc3339(since), "since_ms": math.floor(since * 1000)}
        if cursor is not None:
            document["cursor"] = cursor
        template = self.messages["next"] if cursor is not None and "next" in self.messages else self.messages["path"]
        headers = {name: filled(value, document) for name, value in self.messages.get("headers", {}).items()}
        return path_of(template, document), {name: str(value) for name, value in headers.items() if value is not ABSENT}

    def taken(self, answer: Any) -> tuple[list[dict[str, Any]], str | None]:
        """The messages of an answer, and the cursor; why items are bad is put into `bad`."""
        items, messages = found(answer, self.messages["list"]), []
        for item in [] if items is ABSENT else items:
            try:
                message = filled(self.messages["message"], item)
            except Bad as error:
                self.bad.append(str(error))
                continue
            if message is not ABSENT and "type" in message:
                if message["type"] != "job":
                    message.pop("order", None)
                messages.append(message)
        cursor = found(answer, self.messages["cursor"]) if "cursor" in self.messages else ABSENT
        return messages, None if cursor in (ABSENT, "") else text_of(cursor)

    def posted(self, event: dict[str, Any]) -> tuple[str, str, Any] | None:
        """Method, path and body of the request that carries an event, if any does."""
        rule = next((rule for rule in self.rules if event["type"] in rule["types"]), None)
        if rule is None:
            return None
        path = path_of(rule["path"], event)
        if path is ABSENT:
            raise Bad(f"{event['id']}: {rule['path']} cannot be filled")
        body = filled(rule["body"], event) if "body" in rule else ABSENT
        return rule.get("method", "POST"), path, None if body is ABSENT else body

    def means(self, event: dict[str, Any], status: int) -> str:
        rule = next(rule for rule in self.rules if event["type"] in rule["types"])
        for name, statuses in (("acknowledged", ["2xx"]), ("final", [400, 404, 410, 413, 415, 422])):
            if status in rule.get(name, statuses) or f"{status // 100}xx" in rule.get(name, statuses):
                return name
        return "again"


def check(template: Any) -> None:
    """Refuses what would be wrong for any document."""
    if isinstance(template, dict) and "$" in template:
        wrong = set(template) - POINTER
        if wrong or template.get("as", "text") not in CONVERSIONS or not isinstance(template.get("map", {}), dict):
            raise Bad(f"{json.dumps(template)} is no pointer")
        found({}, template["$"])
    elif isinstance(template, (dict, list)):
        for part in template.values() if isinstance(template, dict) else template:
            check(part)
