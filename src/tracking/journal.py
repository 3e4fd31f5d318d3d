"""The journal of a campaign: one JSON object a line, written as each part ends, before anyone else is told.

The first line says what was begun, each other one that a part of a generation is done:

    {"event": "begun", "campaign": "9f3c0a77d2e1", "name": …, "board": "dots-3x3", "at": …, "settings": {…}, …}
    {"event": "done", "generation": 3, "part": "arena", "content": …, "at": …, "measured": {…}, "numbers": {…}}

`at` is in milliseconds since 1970. `content` names what the part made, `numbers` follow from it; what depends on the
clock stands in `measured`, which is empty for a part that was found and not made. No part of a generation is done
twice in one journal.
"""

import json
import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from src.files.errors import UserError, about
from src.files.whole import whole_file
from src.generation.part import Part

PARTS = ("begin", "selfplay", "train", "arena")  # of a generation, in their order; "begin" makes generation 0
Event = dict[str, Any]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _lines(path: Path) -> list[Event]:
    """The whole lines. The last one may be torn, if a process was killed while writing it; it is left out."""
    *lines, _torn = path.read_bytes().split(b"\n")
    try:
        return [json.loads(line) for line in lines]
    except ValueError:
        raise UserError(f"{path} is torn in the middle; move it away, and the same command begins a new one") from None


def read_journal(path: Path) -> tuple[Event, list[Event]]:
    """What was begun, and the parts that are done. Raises UserError for a missing or torn journal."""
    if not path.is_file():
        raise UserError(f"there is no journal {path}; name a campaign that was begun")
    lines = _lines(path)
    if not lines or lines[0].get("event") != "begun":
        raise UserError(f"{path} is no journal: its first line does not say what was begun; move it away")
    return lines[0], lines[1:]


def sent_stamp(journal: Path) -> Path:
    """A file beside the journal, as old as what a tracking server was last sent of it."""
    return journal.with_suffix(".sent")


def _order(event: Event) -> tuple[int, int]:
    return event["generation"], PARTS.index(event["part"])


class Journal:
    """The journal at `path`, begun with `facts` (name, board, settings, …) if there is none yet."""

    def __init__(self, path: Path, **facts: Any):
        self.path = path
        self.on_done: Callable[[], None] = lambda: None  # called after each line that is added
        if not (path.is_file() and _lines(path)):
            self._begin(facts, [])

    def _begin(self, facts: Event, parts: list[Event]) -> None:
        begun = {"event": "begun", "campaign": uuid.uuid4().hex[:12], "at": now()} | facts
        with whole_file(self.path) as file:
            file.writelines(self._line(event) for event in [begun, *parts])

    @staticmethod
    def _line(event: Event) -> bytes:
        return json.dumps(event, ensure_ascii=False, allow_nan=False).encode() + b"\n"

    def done(self, generation: int, part: str, made: Part) -> None:
        """Write down that a part is done; nothing, if that stands there with the same content.

        With another content the line of models forks: the old journal is kept under another name, and a new campaign
        begins with what both share.
        """
        begun, parts = read_journal(self.path)
        event = {
            "event": "done",
            "generation": generation,
            "part": part,
            "content": made.content,
            "at": now(),
            "measured": made.measured,
            "numbers": made.numbers,
        }
        same = [each for each in parts if _order(each) == _order(event)]
        if same and same[0]["content"] == made.content:
            return
        if same:
            self._fork(begun, [each for each in parts if _order(each) < _order(event)])
        self._append(event)
        self.on_done()

    def _fork(self, begun: Event, shared: list[Event]) -> None:
        os.replace(self.path, self.path.with_name(f"{self.path.stem}-{begun['campaign']}.old.jsonl"))
        self._begin({key: value for key, value in begun.items() if key not in ("event", "campaign", "at")}, shared)

    def _append(self, event: Event) -> None:
        """Add a line, in place of a torn last one."""
        with about(self.path), open(self.path, "r+b") as file:
            whole = file.read().rfind(b"\n") + 1
            file.seek(whole)
            file.truncate()
            file.write(self._line(event))
            file.flush()
            os.fsync(file.fileno())
