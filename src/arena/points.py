"""What results say of the strength of one player against another.

`results` `[P, 2]` are 1 won, 0 drawn, -1 lost for one player, a row a pair of games: the same opening, with the
seats swapped. Points are 1, ½ and 0; a share of them is in [0, 1]. The pair is the unit of all intervals, since
the two games of a pair share an opening that may favour one seat.
"""

import math
from typing import Any

import numpy as np


def points_of(results: np.ndarray) -> np.ndarray:
    """Points of each result, in the same shape."""
    return (np.asarray(results) + 1) / 2


def counts(results: np.ndarray) -> dict[str, int | float | None]:
    """Wins, draws, losses and the share of points over all of `results`, of any shape."""
    flat = np.asarray(results).ravel()
    return {
        "games": len(flat),
        "wins": int((flat == 1).sum()),
        "draws": int((flat == 0).sum()),
        "losses": int((flat == -1).sum()),
        "points": float(points_of(flat).mean()) if len(flat) else None,
    }


def points_interval(results: np.ndarray, level: float = 0.95) -> tuple[float, float]:
    """Bounds of the expected share of points: Student's t over pairs, one won and one lost pair added.

    The two pairs are the four games of Agresti and Coull (1998): without them equal pairs, as 10 wins in 10, would
    give an interval of no width. With them N equal pairs give about 3 / N, as the rule of three has it, and no
    pairs give [0, 1].
    """
    from scipy.special import stdtrit  # here, since --help need not wait for it; scipy.stats takes thrice as long

    pairs = np.append(points_of(results).mean(1), [0.0, 1.0]) if len(results) else np.array([0.0, 1.0])
    standard_error = pairs.std(ddof=1) / math.sqrt(len(pairs))
    low, high = (pairs.mean() + stdtrit(len(pairs) - 1, (1 + side * level) / 2) * standard_error for side in (-1, 1))
    return max(0.0, float(low)), min(1.0, float(high))


def score(results: np.ndarray) -> dict[str, Any]:
    """`counts` over all of `results` `[P, 2]`, and the 95 % interval of the share of points."""
    return counts(results) | {"interval_95": list(points_interval(results))}


def elo(points: float | None) -> float | None:
    """The difference in Elo at which `points` is the expected share (Elo 1978, logistic); None where it is infinite."""
    if points is None or not 0 < points < 1:
        return None
    return 400 * math.log10(points / (1 - points))


def expected_points(difference: float) -> float:
    """The share of points expected of a player who is `difference` Elo stronger."""
    return 1 / (1 + 10 ** (-difference / 400))
