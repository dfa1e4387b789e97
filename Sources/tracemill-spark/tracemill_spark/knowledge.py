"""What all drives know: each partition learns into a folder of its own, and the driver merges them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterable

from .failures import Exit, Failure
from .program import environment

KNOWLEDGE = "_knowledge"
"""The name of the envelope with a partition's knowledge."""

FOLDER = "_tracemill_knowledge"
"""The folder into which the program learns; no folder of the input has this name."""

CONTENTS = "knowledge.json"


def packed(folder: str) -> bytes | None:
    """The folder of knowledge as one file; nothing if no drive was learned."""
    if not os.path.isfile(os.path.join(folder, CONTENTS)):
        return None
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in (CONTENTS, "days", "maps"):
            archive.add(os.path.join(folder, name), arcname=name)
    return buffer.getvalue()


def merge(parts: Iterable[bytes], into: str, program: str, maps: tuple[str, ...]) -> str:
    """Adds the knowledge of all partitions, as if their runs had been one. Returns what the program says."""
    with tempfile.TemporaryDirectory(prefix="tracemill-") as place:
        names = [_unpack(part, os.path.join(place, str(number)), maps) for number, part in enumerate(parts)]
        if not names:
            return f"{into}: no drive was learned"
        ended = subprocess.run(
            [program, "learn", *(os.path.basename(name) for name in names), "-o", os.path.abspath(into)], cwd=place,
            capture_output=True, env=environment(), check=False)
    said = ended.stderr.decode(errors="replace").strip()
    if ended.returncode != 0:
        raise Failure(ended.returncode if ended.returncode > 0 else Exit.CLUSTER, said or f"{program} learn failed.")
    return said


def _unpack(part: bytes, folder: str, maps: tuple[str, ...]) -> str:
    """With the maps where the driver has them, and not where an executor had."""
    with tarfile.open(fileobj=io.BytesIO(part)) as archive:
        archive.extractall(folder, filter="data")
    path = os.path.join(folder, CONTENTS)
    places = {os.path.basename(file): file.removeprefix("local:") for file in maps}
    with open(path, encoding="utf-8") as file:
        contents = json.load(file)
    for entry in contents["maps"]:
        entry["path"] = places.get(os.path.basename(entry["path"]), entry["path"])
    with open(path, "w", encoding="utf-8") as file:
        json.dump(contents, file)
    return folder
