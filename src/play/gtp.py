"""An engine for programs that speak GTP, as Sabaki, GoGui and gogui-twogtp: `python -m src.play gtp game=go`.

Standard output holds the answers alone; what a person should know goes to standard error.
"""

import sys

from src import commands, entry, games
from src.files.version import project_version
from src.games.rules import Game
from src.play.gtp_engine import GtpEngine, Listener
from src.play.lines import Lines, standard_input
from src.play.seat import seated

USAGE = "usage: python -m src.play gtp game=go game.rows=9 game.cols=9 player=champion:400"


def tell(text: str) -> None:
    print(text, end="", flush=True)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def converse(engine: GtpEngine, lines: Lines) -> None:
    """Until the other side quits or has no more to say."""
    while not engine.has_quit and (line := lines.next()) is not None:
        answer = engine.answer(line)
        if answer is not None:
            tell(answer)


def main(chosen: commands.EngineSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    lines = standard_input()

    def seat(board: Game):
        return seated(chosen.player, board, say=say, **chosen.seat)

    listener = Listener(lambda line: tell(f"{line}\n"), lambda: lines.is_waiting, lines.wait)
    converse(GtpEngine(game, seat, listener, version=project_version(), seed=chosen.seed), lines)


if __name__ == "__main__":
    entry.enter(main, "gtp", commands.EngineSettings, USAGE, sys.argv[1:])
