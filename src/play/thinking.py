"""What a player thinks of one position: the moves it looks at, and the one it would play; a search may be watched."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from src.arena.player import TREE_SEED, HistoryPlayer, Player, choose, streams
from src.arena.search_players import SearchPlayer, best_actions
from src.games.rules import Game
from src.search.mcts import Search
from src.search.tree import ROOT
from src.search.variation import principal_variation

ENOUGH_VISITS = 2  # of the root, before which a search names no move


@dataclass(frozen=True)
class Candidate:
    """A move that was looked at; its value is for the player who would play it, in [-1, 1]."""

    action: int
    visits: int
    prior: float
    value: float
    line: list[int]  # what is expected to be played, from this move on


@dataclass(frozen=True)
class Thoughts:
    """Of a position: the move to play (or `RESIGN`), its value for the player to move, None if unknown."""

    action: int
    value: float | None
    candidates: list[Candidate]  # the best first; none of a player that does not search


class Thinker:
    """One player on one game's positions. A player that searches can be stopped, and looked at on the way."""

    def __init__(self, game: Game, player: Player | HistoryPlayer):
        self.game = game
        self.player = player
        self.is_searching = isinstance(player, SearchPlayer)
        if self.is_searching:
            self._search = Search(game, player.evaluator, num_slots=1, **player.settings)

    def think(
        self, state: np.ndarray, history: list[int], seed: int, goes_on: Callable[[], bool] = lambda: True
    ) -> Thoughts:
        """The player's thoughts of a position that is not final.

        A search asks `goes_on` after each step and ends early where it says no; then `so_far` can be called, too. With
        the same seed a search that is not stopped plays what the player chooses in a match.
        """
        seeds = np.array([seed], np.uint64)
        if not self.is_searching:
            chosen = choose(self.player, state[None], [history], seeds)
            value = None if chosen.values is None else float(chosen.values[0])
            return Thoughts(int(chosen.actions[0]), value, [])
        search = self._search
        search.begin_all(np.zeros(1, np.int64), state[None], search.tasks(streams(seeds, TREE_SEED)))
        while not len(search.step()):
            if search.forest.nodes[0, ROOT]["visits"] >= ENOUGH_VISITS and not goes_on():
                break
        return self.so_far()

    def so_far(self) -> Thoughts:
        """What the search that goes on, or the last one, has found."""
        found = self._search.result(np.zeros(1, np.int64))
        visits, values = found.visit_counts[0], found.q_values[0]
        best = int(best_actions(found)[0])
        order = sorted(np.flatnonzero(visits).tolist(), key=lambda a: (a != best, -visits[a], -values[a]))
        candidates = [
            Candidate(
                action,
                int(visits[action]),
                float(found.prior_probs[0, action]),
                float(values[action]),
                principal_variation(self._search.forest, 0, action),
            )
            for action in order
        ]
        return Thoughts(best, float(found.node_value[0]), candidates)


def ready_thinker(game: Game, seat: Callable[[Game], Player | HistoryPlayer], current: Thinker | None) -> Thinker:
    """Who thinks on that board: the `current` one where it is its own, else a new one with the player of `seat`.

    What must be compiled and loaded is, before a clock runs. Raises UserError where nobody can play on the board.
    """
    if current is not None and current.game is game:
        return current
    thinker = Thinker(game, seat(game))
    if thinker.is_searching:
        thinker.think(game.initial_state(), [], 0, lambda: False)
    return thinker
