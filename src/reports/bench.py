"""What `python -m src.bench` measured, as a page: `python -m src.reports.bench files=[a.json,b.json] out=FILE`.

A part a chapter, from the JSON that it wrote; the machine stands below each.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from src import commands, entry
from src.files.errors import UserError
from src.files.whole import whole_file
from src.reports.wording import NONE

USAGE = "usage: python -m src.reports.bench files=[selfplay.json,peers.json] out=reports/bench.md"


def shown(value: Any) -> str:
    """`34,250`, `0.904`; a dash for what is not there."""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.4g}"
    return NONE if value is None else str(value)


def flat(numbers: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(name, value) pairs of nested numbers."""
    for key, value in numbers.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}: ")
        else:
            yield f"{prefix}{key}", value


def read_report(path: Path) -> dict[str, Any]:
    """Raises UserError for a file that no part of the bench wrote."""
    try:
        report = json.loads(path.read_bytes())
    except OSError as error:
        raise UserError(
            f"{path} cannot be read: {error.strerror}; name a file that bench wrote by json={path}"
        ) from None
    except ValueError:
        report = None
    if not isinstance(report, dict) or not {"part", "machine"} <= report.keys():
        raise UserError(f"{path} is no report of src.bench; write one by python -m src.bench PART json={path}")
    return report


def markdown_table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def tables(name: str, numbers: dict[str, Any]) -> Iterator[list[str]]:
    """A table of what stands alone; then one for each group, with a row a thing where it compares some."""
    alone = [[key, shown(value)] for key, value in numbers.items() if not isinstance(value, dict)]
    if alone:
        yield markdown_table([name, ""], alone)
    for key, group in numbers.items():
        if not isinstance(group, dict):
            continue
        found = {thing: dict(flat(inner)) for thing, inner in group.items() if isinstance(inner, dict)}
        if found and len(found) == len(group):
            columns = list(dict.fromkeys(column for inner in found.values() for column in inner))
            rows = [[thing, *(shown(inner.get(column)) for column in columns)] for thing, inner in found.items()]
            yield markdown_table([key, *columns], rows)
        else:
            yield markdown_table([key, ""], [[what, shown(value)] for what, value in flat(group)])


def chapter(report: dict[str, Any]) -> str:
    """One part, and what it was measured on."""
    numbers = {key: value for key, value in report.items() if key not in ("part", "machine")}
    parts = ["\n".join(lines) for lines in tables(report["part"], numbers)]
    machine = ", ".join(f"{key} {shown(value)}" for key, value in report["machine"].items())
    return "\n\n".join([f"## {report['part']}", *parts, f"On {machine}.\n"])


def main(chosen: commands.BenchReportSettings) -> None:
    chapters = [chapter(read_report(Path(file))) for file in chosen.files]
    out = Path(chosen.out)
    out.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(out) as file:
        file.write("\n".join(["# What it costs\n", *chapters]).encode())
    print(f"written to {out}", file=sys.stderr)


if __name__ == "__main__":
    entry.enter(main, "bench_report", commands.BenchReportSettings, USAGE, sys.argv[1:])
