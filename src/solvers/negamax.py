"""Plain negamax with a memory, over the contract of the games: slow, general, and easy to trust.

It knows nothing of any game, so it is the oracle that the fast referees are tested against.
"""

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game
from src.solvers.referee import Referee

MOST_STATES = 300_000  # some seconds, and less than 100 MB


class Negamax(Referee):
    """Remembers every state it has visited; UserError when these are more than `most_states`."""

    def __init__(self, game: Game, most_states: int = MOST_STATES):
        self.game = game
        self._most_states = most_states
        self._known: dict[bytes, int] = {}

    def values(self, states: np.ndarray) -> np.ndarray:
        try:
            return np.array([self._value(state) for state in states], np.int16)
        except RecursionError:  # thousands of plies
            raise self._too_large() from None

    def _value(self, state: np.ndarray) -> int:
        name = state.tobytes()
        if name not in self._known:
            value = self._search(state)
            if len(self._known) >= self._most_states:
                raise self._too_large()
            self._known[name] = value
        return self._known[name]

    def _too_large(self) -> UserError:
        return UserError(
            f"{self.game} cannot be judged from here, since more than {self._most_states:,} states follow; "
            "choose a smaller board or a later position"
        )

    def _search(self, state: np.ndarray) -> int:
        game = self.game
        mover = game.to_play(state)
        if game.is_terminal(state):
            return game.score(state, mover) if game.max_score else game.returns(state, mover)
        best = -np.inf
        for action in game.legal_actions(state):
            after = state.copy()
            game.functions["step"](game.spec, after, action)
            value = self._value(after)
            best = max(best, value if game.to_play(after) == mover else -value)  # signs change with the player
        return best
