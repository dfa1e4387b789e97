"""The exit codes of the job, which are those of tracemill, and the failure that carries one."""

from __future__ import annotations

import re
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of tracemill, and one for failures that only a cluster has."""

    SUCCESS = 0
    NOT_ALL_WELL = 1
    USAGE = 2
    UNREADABLE_INPUT = 3
    UNWRITABLE_OUTPUT = 4
    CLUSTER = 70


class Failure(Exception):
    """What happened, where, and what to do; it ends the job with `exit`."""

    def __init__(self, exit: int, sentence: str) -> None:
        super().__init__(sentence)
        self.exit = int(exit)
        self.sentence = sentence

    def __reduce__(self):
        return Failure, (self.exit, self.sentence)


class PartitionFailure(Exception):
    """The program ended with an error in a partition. Spark carries only the text of an exception to the driver."""

    def __init__(self, code: int, last_lines: list[str]) -> None:
        said = "\n".join(f"  {line}" for line in last_lines) or "  (it wrote no message)"
        super().__init__(f"tracemill ended with exit code {code} in a partition. It wrote:\n{said}\n(end of message)")


def failure_in(text: str) -> Failure | None:
    """The failure of a partition that the text of a Spark exception tells of."""
    found = re.search(r"tracemill ended with exit code (-?\d+) in a partition\. .*?\(end of message\)", text, re.DOTALL)
    if not found:
        return None
    code = int(found.group(1))
    sentence = found.group(0).removesuffix("\n(end of message)")
    return Failure(code if code > 0 else Exit.CLUSTER, sentence)
