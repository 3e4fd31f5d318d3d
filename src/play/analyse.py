"""A game that was played, move by move: `python -m src.play analyse game=connect4 record=44455554221 out=analysis`.

Writes OUT.json and OUT.html.
"""

import sys
import time
from pathlib import Path

from src import commands, entry, games
from src.files.errors import about
from src.files.machine import describe_machine
from src.games.draw import OWNERS, STONES
from src.play.analysis import analyse, told
from src.play.analysis_page import page
from src.play.game_record import read_record
from src.play.judged import find_referee
from src.play.seat import seated
from src.play.thinking import Thinker
from src.reports.page import write
from src.workers.progress import meter

USAGE = "usage: python -m src.play analyse game=go record=FILE.sgf player=champion:400 out=analysis"


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def as_text(record: str | int | list[int | str]) -> str:
    """What was typed; `44455` and `[1,8,11]` arrive as numbers."""
    return " ".join(map(str, record)) if isinstance(record, list) else str(record)


def main(chosen: commands.AnalyseSettings) -> None:
    started = time.perf_counter()
    game, history = read_record(as_text(chosen.record), games.make(chosen.game.name, **chosen.game.sizes))
    letters = OWNERS if game.picture == "edges" else STONES
    player = seated(chosen.player, game, say=say, **chosen.seat)
    judge = find_referee(game, chosen.big_table)
    with meter(f"analysis of {len(history)} moves", len(history) + 1, "positions") as line:
        moves = analyse(
            game, history, Thinker(game, player), judge, seed=chosen.seed, margin_weight=chosen.mcts.margin_weight,
            tell=lambda done: line.add(positions=1),
        )  # fmt: skip
    rows = told(game, letters, moves)
    report = {
        "game": {"name": game.name, **game.sizes, "version": game.version},
        "player": player.name,
        "num_simulations": player.num_simulations,
        "mistakes": {
            letter: sum(row["mistake"] is True for row in rows if row["player"] == letter) for letter in letters
        },
        "moves": rows,
        "mcts": chosen.mcts.model_dump(),
        "seed": chosen.seed,
        "seconds": round(time.perf_counter() - started, 2),
        "machine": describe_machine(),
    }
    out = Path(chosen.out)
    for path, content in (
        (out.with_name(f"{out.name}.json"), entry.as_json(report).encode() + b"\n"),
        (out.with_name(f"{out.name}.html"), page(game, letters, player.name, history, moves, rows)),
    ):
        with about(path):
            print(write(path, content))


if __name__ == "__main__":
    entry.enter(main, "analyse", commands.AnalyseSettings, USAGE, sys.argv[1:])
