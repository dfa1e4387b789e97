"""What people read on standard error."""

from __future__ import annotations

import re
import sys

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]")
"""Controls, and overrides of direction: what would move the cursor, or show another name than a file has."""


def say(line: str) -> None:
    """Names of files and ids of traces are others' texts, so their control characters are written as `\\u001B`."""
    line = UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04X}", line)
    print(line if line.startswith("tracemill: ") else f"tracemill: {line}", file=sys.stderr)
