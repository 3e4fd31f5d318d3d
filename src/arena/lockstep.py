"""Pairs of games between two players, all moving in lock-step: one batch a step for each player.

Each opening is played twice, with the seats swapped: in game 2k `a` has the seat that starts the game, in game
2k + 1 `b` has it. What a game comes to depends on its opening, its number and the seed, not on the other games.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from src.arena.player import RESIGN, Player, choose, needs_histories
from src.games.rules import Game

AT_ONCE = 256  # games; a longer match is played in waves, so that it can be stopped with some games finished
FEW_DISTINCT = 0.5  # share of distinct games below which a match says less than it seems to


@dataclass(frozen=True)
class Played:
    """P finished pairs, for player `a`: column 0 where `a` had the seat that starts, column 1 where `b` had it."""

    results: np.ndarray  # [P, 2] int8: 1 won, 0 drawn, -1 lost
    margins: np.ndarray  # [P, 2] int16 in the game's points; in games without points, and when given up, the result
    histories: list[tuple[int, ...]]  # [2 P] the moves of each game, the opening's included

    @property
    def distinct_games(self) -> float:
        """The share of games that differ; of at least one game."""
        return len(set(self.histories)) / len(self.histories)


class Wave:
    """Games `first` and following, both seats for each of `openings`."""

    def __init__(self, game: Game, a: Player, b: Player, openings: list[list[int]], *, seed: int, first: int = 0):
        numbers = np.arange(2 * len(openings))
        self.game = game
        self.players = (a, b)
        self.histories = [list(openings[i // 2]) for i in numbers]
        self.states = np.stack([game.replay(history) for history in self.histories])
        self.seat_of_a = numbers % 2
        self.given_up = np.zeros(len(numbers), np.bool_)  # by the player to move
        self.seeds = np.stack(
            [
                np.random.default_rng([seed, first + i]).integers(2**63, size=game.max_plies, dtype=np.uint64)
                for i in numbers.tolist()
            ]
        )
        self.active = numbers

    def step(self) -> bool:
        """One move in every game that goes on; False when all are over."""
        game = self.game
        moves_a = np.array([game.to_play(self.states[i]) for i in self.active]) == self.seat_of_a[self.active]
        for player, rows in zip(self.players, (self.active[moves_a], self.active[~moves_a]), strict=True):
            if len(rows):
                self._move(player, rows)
        going_on = [i for i in self.active if not (self.given_up[i] or game.is_terminal(self.states[i]))]
        self.active = np.array(going_on, np.int64)
        return len(self.active) > 0

    def _move(self, player: Player, rows: np.ndarray) -> None:
        histories = [self.histories[i] for i in rows]
        plies = [len(history) for history in histories]
        chosen = choose(player, self.states[rows], histories, self.seeds[rows, plies])
        for i, action in zip(rows.tolist(), chosen.actions.tolist(), strict=True):
            if action == RESIGN:
                self.given_up[i] = True
                continue
            self.states[i] = self.game.step(self.states[i], action)
            self.histories[i].append(action)

    def done(self) -> float:
        """Games done, of those that go on the share of the moves they can have."""
        moves = sum(len(self.histories[i]) for i in self.active)
        return len(self.histories) - len(self.active) + moves / self.game.max_plies

    def played(self) -> Played:
        """The pairs of which both games are over."""
        game = self.game
        over = self.given_up | [game.is_terminal(state) for state in self.states]
        rows = np.flatnonzero(np.repeat(over.reshape(-1, 2).all(1), 2))
        ends = np.array([self._end(i) for i in rows.tolist()], np.int16).reshape(-1, 2, 2)
        histories = [tuple(self.histories[i]) for i in rows]
        return Played(ends[..., 0].astype(np.int8), ends[..., 1], histories)

    def _end(self, i: int) -> tuple[int, int]:
        """Result and margin of a game that is over, for player `a`."""
        game, state, seat = self.game, self.states[i], int(self.seat_of_a[i])
        if self.given_up[i]:
            result = -1 if game.to_play(state) == seat else 1
            return result, result
        result = game.returns(state, seat)
        return result, game.score(state, seat) if game.max_score else result


def play_match(
    game: Game,
    a: Player,
    b: Player,
    openings: list[list[int]],
    *,
    seed: int,
    tell: Callable[[float], None] = lambda games: None,
) -> Played:
    """Two games an opening; Ctrl-C ends the match with the pairs that are finished.

    `tell` hears how many games are done; of one that goes on, the share of the moves it can have. A player that needs
    histories moves in one game at a time, so that then one pair is played after the other.
    """
    waves: list[Played] = []
    size = 1 if needs_histories(a) or needs_histories(b) else AT_ONCE // 2
    for at in range(0, len(openings), size):
        wave = Wave(game, a, b, openings[at : at + size], seed=seed, first=2 * at)
        is_stopped = False
        try:
            while wave.step():
                tell(2 * at + wave.done())
        except KeyboardInterrupt:
            is_stopped = True
        waves.append(wave.played())
        if is_stopped:
            break
    return Played(
        np.concatenate([wave.results for wave in waves]),
        np.concatenate([wave.margins for wave in waves]),
        [history for wave in waves for history in wave.histories],
    )
