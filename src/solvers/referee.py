"""The one question others ask: what is this state worth under best play by both, and each of its moves?

All margins are final ones, for the player to move, and have the sign of the game's result. In games with points they
are points so far and points to come. In games without, the margin is the result (1 won, 0 drawn, -1 lost), but for
Connect Four, where a win is worth more the sooner it comes (`src.solvers.connect4` says how much).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from src.files.errors import UserError
from src.games import make
from src.games.rules import Game

ILLEGAL = np.iinfo(np.int16).min  # the margin and the result of a move that cannot be played


@dataclass(frozen=True, eq=False)
class MoveValues:
    """What each move of a state leads to, for the player to move there."""

    margins: np.ndarray  # [A] int16 final margin after the move and best play by both, or ILLEGAL
    results: np.ndarray  # [A] int16 the sign of it, or ILLEGAL

    @property
    def margin(self) -> int:
        """The state's own value: the best margin that can be reached."""
        return int(self.margins.max())

    @property
    def optimal_actions(self) -> np.ndarray:
        """The moves that reach the best margin."""
        return np.flatnonzero(self.margins == self.margins.max())

    @property
    def keeps_result(self) -> np.ndarray:
        """The moves after which the game's result is still the best that can be reached."""
        return np.flatnonzero(self.results == self.results.max())


class Referee(ABC):
    """Judges the states of one game exactly."""

    game: Game

    @abstractmethod
    def values(self, states: np.ndarray) -> np.ndarray:
        """`[B, S]` states → `[B]` int16 final margins, each for the player to move in its state.

        In a final state it is the margin that stands, for the player whom `to_play` names. Raises UserError
        where a state is too far from the end to be judged.
        """

    def move_values(self, state: np.ndarray) -> MoveValues:
        """The value of each move of a state `[S]`. Raises UserError where `values` does, or the game is over."""
        game = self.game
        if game.is_terminal(state):
            raise UserError(f"{game}: the game is over, so there is no move to judge; ask about an earlier state")
        actions = game.legal_actions(state)
        after = np.stack([game.step(state, action) for action in actions])
        mover = game.to_play(state)
        sign = np.array([1 if game.to_play(child) == mover else -1 for child in after], np.int16)
        margins = np.full(game.num_actions, ILLEGAL, np.int16)
        margins[actions] = sign * self.values(after)
        return MoveValues(margins, np.where(margins == ILLEGAL, ILLEGAL, np.sign(margins)))


class _PastApart(Referee):
    """Judges states that end in a past, which changes no value, as those of the same game without one."""

    def __init__(self, game: Game, judge: Referee):
        self.game = game
        self._judge = judge

    def values(self, states: np.ndarray) -> np.ndarray:
        return self._judge.values(states[:, : self._judge.game.state_size])


def referee(game: Game, *, big_table: bool = False) -> Referee:
    """The referee of a game. Raises UserError for a game or size that none can judge.

    Dots: boards of at most 24 edges (3×3) from a full table, larger ones by search where few enough edges
    are free. With `big_table` boards of at most 31 edges (3×4) get a full table, too: up to 2 GiB in memory
    and on disk, built once in minutes. Connect Four with lines of 3 or 4 on at most 64 bits: by search, from
    the eighth move on of 6×7. Othello: positions with few empty cells, by search. Hex: boards of at most 16
    cells (4×4) from a full table. All else: by negamax where all a game's states can be visited.
    """
    if game.name != "go" and game.sizes.get("history", 1) > 1:
        return _PastApart(game, referee(make(game.name, **game.sizes | {"history": 1}), big_table=big_table))
    if game.name == "connect4":
        from src.solvers.connect4_board import fits

        if fits(game):
            from src.solvers.connect4 import Connect4

            return Connect4(game)
    if game.name == "othello":
        from src.solvers.othello_endgame import OthelloEndgame

        return OthelloEndgame(game)
    if game.name == "hex":
        from src.solvers.hex_table import HexTable

        return HexTable(game)
    if game.name != "dots":
        from src.solvers.negamax import Negamax

        judge = Negamax(game)
        judge.values(game.initial_state()[None])  # too large a game is refused here
        return judge
    from src.solvers.dots_table import BIG_TABLE_EDGES, TABLE_EDGES, DotsTable

    if game.num_actions <= (BIG_TABLE_EDGES if big_table else TABLE_EDGES):
        return DotsTable(game)
    if big_table:
        raise UserError(
            f"a full table needs a board of at most {BIG_TABLE_EDGES} edges, and {game} has {game.num_actions}; "
            "leave big_table off to judge its late positions"
        )
    from src.solvers.dots_endgame import DotsEndgame

    return DotsEndgame(game)
