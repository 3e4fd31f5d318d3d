"""`python -m src.bench PART`: measure, print a table, write JSON. Parts: search, rules."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from src import entry, games, settings
from src.bench import rules, search
from src.files.errors import UserError
from src.files.machine import describe_machine
from src.files.whole import whole_file

PARTS = {"search": search.measure, "rules": rules.measure}
USAGE = f"usage: python -m src.bench PART [json=FILE] …   parts: {', '.join(PARTS)}"


def rows(numbers: dict, prefix: str = ""):
    """Flat (name, value) pairs of nested numbers."""
    for key, value in numbers.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from rows(value, f"{name}: ")
        else:
            yield name, f"{value:,.4g}" if isinstance(value, float) else str(value)


def run(part: str, chosen: settings.BenchSettings) -> None:
    errors = Console(stderr=True)
    game = games.make(chosen.game.name, **chosen.game.sizes)
    with errors.status("") as status:
        numbers = PARTS[part](
            game, num_games=chosen.games, repeats=chosen.repeats, seed=chosen.seed, tell=status.update
        )
    report = numbers | {"seed": chosen.seed, "machine": describe_machine()}
    table = Table("what", "value", title=f"bench {part}", title_justify="left")
    for name, value in rows(report):
        table.add_row(name, value)
    Console(width=100).print(table)
    if chosen.json_file:
        with whole_file(Path(chosen.json_file)) as file:
            file.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
        errors.print(f"written to {chosen.json_file}")


def main(arguments: list[str]) -> None:
    asks_help = not arguments or arguments[0] in ("-h", "--help")
    part = "search" if asks_help else arguments[0]

    def measure(chosen: settings.BenchSettings) -> None:
        if part not in PARTS:
            raise UserError(f"there is no bench part {part!r}; there are {', '.join(PARTS)}")
        run(part, chosen)

    rest = ["--help"] if asks_help else arguments[1:]
    entry.enter(measure, "bench", settings.BenchSettings, USAGE, rest)


if __name__ == "__main__":
    main(sys.argv[1:])
