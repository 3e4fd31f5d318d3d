"""A game as it is played: what was moved, and the way back."""

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game


class Course:
    """Turns of one action each, or of several that are taken back together."""

    def __init__(self, game: Game):
        self.game = game
        self._turns: list[list[int]] = []
        self._states = [game.initial_state()]

    @property
    def state(self) -> np.ndarray:
        return self._states[-1]

    @property
    def history(self) -> list[int]:
        return [action for turn in self._turns for action in turn]

    @property
    def is_over(self) -> bool:
        return self.game.is_terminal(self.state)

    @property
    def to_play(self) -> int:
        return self.game.to_play(self.state)

    def play(self, *actions: int) -> None:
        """One turn. Raises UserError for an illegal action, and plays nothing then."""
        state = self.state
        for action in actions:
            state = self.game.step(state, action)
        self._turns.append(list(actions))
        self._states.append(state)

    def undo(self) -> None:
        """Take the last turn back. Raises UserError where there is none."""
        if not self._turns:
            raise UserError("there is no move to take back")
        self._turns.pop()
        self._states.pop()

    def on(self, game: Game) -> "Course":
        """The same turns in a game of other sizes, as another komi. Raises UserError where they are illegal there."""
        course = Course(game)
        for turn in self._turns:
            course.play(*turn)
        return course
