"""An engine for managers of Gomoku tournaments, as Piskvork: `python -m src.play gomocup player=champion:400`.

Standard output holds the answers alone; what a person should know goes to standard error.
"""

import sys

from src import commands, entry, games
from src.files.errors import UserError
from src.files.version import project_version
from src.games.rules import Game
from src.play.gomocup_engine import GomocupEngine
from src.play.lines import Lines, standard_input
from src.play.seat import seated

USAGE = "usage: python -m src.play gomocup game.rows=15 game.cols=15 player=champion:400"


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def converse(engine: GomocupEngine, lines: Lines) -> None:
    """Until the manager ends it or has no more to say."""
    while not engine.has_quit and (line := lines.next()) is not None:
        answer = engine.answer(line)
        if answer is not None:
            print(answer, flush=True)


def main(chosen: commands.EngineSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    if game.name != "gomoku":
        raise UserError(
            f"the protocol of Gomocup is for gomoku, not {game.name}; play that with python -m src.play gtp"
        )

    def seat(board: Game):
        return seated(chosen.player, board, say=say, **chosen.seat)

    engine = GomocupEngine(game, seat, version=project_version(), seed=chosen.seed, say=say)
    converse(engine, standard_input())


if __name__ == "__main__":
    entry.enter(main, "gomocup", commands.EngineSettings, USAGE, sys.argv[1:])
