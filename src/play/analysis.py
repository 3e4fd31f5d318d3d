"""Each move of a game: what a player thought before and after it, and what exact play says where it can."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from src.arena.player import RESIGN
from src.games.rules import Game
from src.play.judged import is_mistake, values_of
from src.play.thinking import Thinker, Thoughts
from src.search.utility import utility
from src.solvers.referee import MoveValues, Referee

DROP = 0.25  # of a player's own value, from which on a move that nobody can judge exactly seems a mistake


@dataclass(frozen=True, eq=False)
class JudgedMove:
    """A move; all values are for who made it, opinions in [-1, 1], None where the player has none."""

    mover: int
    action: int
    thoughts: Thoughts  # before the move
    value_after: float | None
    exact: MoveValues | None  # before the move; None where nobody can say

    @property
    def is_mistake(self) -> bool | None:
        """By exact play where it is known, else by the player's opinion; None where there is neither."""
        if self.exact is not None:
            return is_mistake(self.exact, self.action)
        if self.thoughts.value is None or self.value_after is None:
            return None
        return self.thoughts.value - self.value_after >= DROP

    @property
    def better(self) -> int | None:
        """A better move, where the one made was not best by exact play, or seems a mistake."""
        if self.exact is not None:
            best = self.exact.optimal_actions.tolist()
            wanted = self.thoughts.action if self.thoughts.action in best else best[0]
            return None if self.action in best else wanted
        return self.thoughts.action if self.is_mistake and self.thoughts.action not in (self.action, RESIGN) else None


def analyse(
    game: Game,
    history: list[int],
    thinker: Thinker,
    judge: Referee | None,
    *,
    seed: int,
    margin_weight: float,
    tell: Callable[[int], None] = lambda moves: None,
) -> list[JudgedMove]:
    """All moves of a game that is legal; `tell` hears how many positions were thought about."""
    states = [game.initial_state()]
    for action in history:
        states.append(game.step(states[-1], action))
    seeds = np.random.default_rng(seed).integers(2**63, size=len(states))
    thoughts: list[Thoughts] = []
    for ply, state in enumerate(states):
        if not game.is_terminal(state):
            thoughts.append(thinker.think(state, history[:ply], int(seeds[ply])))
        tell(ply + 1)
    movers = [game.to_play(state) for state in states]
    ahead = [_value(found, mover) for found, mover in zip(thoughts, movers, strict=False)]  # for player 0
    if game.is_terminal(states[-1]):
        ahead.append(float(utility(game.rules, game.spec, states[-1], 0, margin_weight, game.max_score)))
    return [
        JudgedMove(
            movers[ply], action, thoughts[ply], _value_of(ahead[ply + 1], movers[ply]), values_of(judge, states[ply])
        )
        for ply, action in enumerate(history)
    ]


def _value(thoughts: Thoughts, mover: int) -> float | None:
    return _value_of(thoughts.value, mover)


def _value_of(value: float | None, player: int) -> float | None:
    """A value of player 0's for `player`, and the other way round."""
    return value if value is None or player == 0 else -value


def told(game: Game, letters: str, moves: list[JudgedMove]) -> list[dict]:
    """The moves as plain JSON; exact values are final margins for who moved, see `referee`."""
    names = game.action_names
    return [
        {
            "ply": ply,
            "player": letters[move.mover],
            "move": names[move.action],
            "value_before": _rounded(move.thoughts.value),
            "value_after": _rounded(move.value_after),
            "exact_before": None if move.exact is None else move.exact.margin,
            "exact_after": None if move.exact is None else int(move.exact.margins[move.action]),
            "mistake": move.is_mistake,
            "judged_by": "exact play"
            if move.exact is not None
            else (None if move.is_mistake is None else "the player"),
            "better": None if move.better is None else names[move.better],
        }
        for ply, move in enumerate(moves, start=1)
    ]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
