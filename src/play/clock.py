"""Time limits of a game, and how long the next move may take."""

from dataclasses import dataclass

SHARE = 0.9  # of what a move may take that is spent on thinking; the rest is for the way there and back
FEWEST_MOVES = 12  # of the own ones for which what is left must suffice
MOVES_LEFT = 0.25  # of the plies a game can still have, taken as own moves to come: few games have them all


@dataclass
class Clock:
    """One player's time as GTP sets it: main time, then periods in each of which so many stones must be played.

    No stones and no period: main time alone. No stones and a period: no limit.
    """

    main: float
    period: float
    stones: int
    left: float = 0.0  # of main time or of the period
    stones_left: int = 0  # in the period; 0 in main time

    def __post_init__(self):
        self.left = self.main
        if self.main <= 0 and self.stones > 0:
            self._begin_period()

    @property
    def is_limited(self) -> bool:
        return not (self.stones == 0 and self.period > 0)

    def set_left(self, seconds: float, stones: int) -> None:
        """What the other side says is left; no stones: of main time."""
        self.left, self.stones_left = seconds, stones

    def seconds(self, plies_left: int) -> float | None:
        """For the next move, when the game can have so many more plies; None: no limit."""
        if not self.is_limited:
            return None
        if self.stones_left:
            return SHARE * max(self.left, 0.0) / self.stones_left
        in_period = self.period / self.stones if self.stones else 0.0
        return SHARE * (max(self.left, 0.0) / max(FEWEST_MOVES, MOVES_LEFT * plies_left) + in_period)

    def spend(self, seconds: float) -> None:
        """A move was made. Whoever keeps the time may say later what is left."""
        self.left -= seconds
        if self.stones_left:
            self.stones_left -= 1
            if self.stones_left == 0:
                self._begin_period()
        elif self.left <= 0 and self.stones > 0:
            self._begin_period()

    def _begin_period(self) -> None:
        self.left, self.stones_left = self.period, self.stones
