"""A game between two players, drawn move by move, with what exact play says.

`python -m src.play.watch a=rollout:1000 b=exact`
"""

import sys
from collections.abc import Iterator

import numpy as np

from src import commands, entry, games
from src.arena.player import RESIGN, Player, choose
from src.arena.players import make_player
from src.games.draw import draw
from src.games.rules import Game
from src.play.judged import find_referee, values_of, verdict
from src.solvers.referee import Referee

USAGE = "usage: python -m src.play.watch game=dots game.rows=3 game.cols=3 a=PLAYER b=PLAYER"


def play(game: Game, players: tuple[Player, Player], seed: int) -> Iterator[tuple[np.ndarray, int, float | None]]:
    """Each state of a game, the move chosen there and what its player thinks of the state, in [-1, 1] for itself.

    A player who gives the game up chooses `RESIGN`, which is then the last.
    """
    rng = np.random.default_rng(seed)
    state = game.initial_state()
    history: list[int] = []
    while not game.is_terminal(state):
        seeds = rng.integers(2**63, size=1, dtype=np.uint64)
        chosen = choose(players[game.to_play(state)], state[None], [history], seeds)
        action = int(chosen.actions[0])
        yield state, action, None if chosen.values is None else float(chosen.values[0])
        if action == RESIGN:
            return
        state = game.step(state, action)
        history.append(action)


def judge(found: Referee | None, state: np.ndarray, action: int) -> str:
    """The verdict on a move; early positions of large boards have none."""
    moves = values_of(found, state)
    if moves is None:
        return "not judged" + (": too early in the game" if found else "")
    return verdict(moves, action)


def main(chosen: commands.WatchSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    names = (chosen.a, chosen.b)
    players = tuple(make_player(name, game, **chosen.seat) for name in names)
    found = find_referee(game, chosen.big_table)
    history: list[int] = []
    for state, action, opinion in play(game, players, chosen.seed):
        name = names[game.to_play(state)]
        thinks = "" if opinion is None else f", thinks {opinion:+.2f}"
        print(draw(game, state, history))
        if action == RESIGN:
            print(f"{name} gives the game up")
            return
        print(f"{name} plays {game.action_names[action]}: {judge(found, state, action)}{thinks}\n")
        history.append(action)
    print(draw(game, game.replay(history), history))


if __name__ == "__main__":
    entry.enter(main, "watch", commands.WatchSettings, USAGE, sys.argv[1:])
