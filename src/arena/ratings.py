"""Elo ratings of many players from the results between them, by maximum likelihood (Bradley and Terry 1952).

A player who is d Elo stronger is expected to score 1 / (1 + 10^(-d / 400)); a draw is half a win and half a loss.
Each pairing that played gets one more game, drawn: so weak a prior keeps the ratings of perfect scores finite and
is soon outweighed. The intervals take games as independent; openings played from both seats make the true ones
narrower.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from src.files.errors import UserError

ELO = 400 / math.log(10)  # Elo in one unit of the logistic function
PRIOR_DRAWS = 1.0  # a pairing
QUANTILE = 1.959963984540054  # of the standard normal at 97.5 %, for a 95 % interval


class Pairing(NamedTuple):
    """The results of `a` against `b`, for `a`."""

    a: str
    b: str
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, eq=False)
class Ratings:
    """Elo of K players, the anchor at the rating it was given, and how sure they are."""

    names: list[str]
    elo: np.ndarray  # [K]
    covariance: np.ndarray  # [K, K] in Elo squared, 0 for the anchor

    def difference(self, a: str, b: str) -> tuple[float, tuple[float, float]]:
        """How much stronger `a` is than `b`, and its 95 % interval."""
        contrast = np.zeros(len(self.names))
        contrast[self.names.index(a)] += 1
        contrast[self.names.index(b)] -= 1
        return self._estimate(contrast)

    def rating(self, name: str) -> tuple[float, tuple[float, float]]:
        """The rating of a player, and its 95 % interval, given the anchor's."""
        return self._estimate(np.array([float(other == name) for other in self.names]))

    def _estimate(self, contrast: np.ndarray) -> tuple[float, tuple[float, float]]:
        middle = float(contrast @ self.elo)
        half = float(QUANTILE * math.sqrt(max(0.0, contrast @ self.covariance @ contrast)))
        return middle, (middle - half, middle + half)


def _points_table(pairings: list[Pairing], names: list[str]) -> np.ndarray:
    """`[K, K]` the points of each player against each other, with the prior's half points."""
    place = {name: i for i, name in enumerate(names)}
    table = np.zeros((len(names), len(names)))
    for pairing in pairings:
        a, b = place[pairing.a], place[pairing.b]
        table[a, b] += pairing.wins + pairing.draws / 2
        table[b, a] += pairing.losses + pairing.draws / 2
    return table + PRIOR_DRAWS / 2 * (table + table.T > 0)


def _check(pairings: list[Pairing], names: list[str], anchor: str) -> None:
    for pairing in pairings:
        if pairing.a == pairing.b or min(pairing[2:]) < 0:
            raise UserError(f"{pairing.a} against {pairing.b}: expected two players and counts of at least 0")
    if anchor not in names:
        raise UserError(f"the anchor {anchor} has played no game; players are {', '.join(names)}")


def rate(pairings: list[Pairing], *, anchor: str, anchor_elo: float = 0.0) -> Ratings:
    """The ratings of all players in `pairings`.

    Raises UserError for an unknown anchor and where games do not connect all players with it.
    """
    from scipy.optimize import minimize  # half a second, for which --help need not wait
    from scipy.sparse.csgraph import connected_components
    from scipy.special import expit, log_expit

    names = list(dict.fromkeys(name for pairing in pairings for name in pairing[:2]))
    _check(pairings, names, anchor)
    points = _points_table(pairings, names)
    _, group = connected_components(points > 0, directed=False)
    fixed = names.index(anchor)
    if (group != group[fixed]).any():
        lost = names[int(np.argmax(group != group[fixed]))]
        raise UserError(f"no chain of games connects {lost} with the anchor {anchor}; let them play each other")
    games = points + points.T
    free = np.flatnonzero(np.arange(len(names)) != fixed)

    def expected(strengths: np.ndarray) -> np.ndarray:
        full = np.zeros(len(names))
        full[free] = strengths
        return full[:, None] - full[None, :]

    def loss(strengths: np.ndarray) -> float:
        return -float((points * log_expit(expected(strengths))).sum())

    def slope(strengths: np.ndarray) -> np.ndarray:
        return (games * expit(expected(strengths)) - points).sum(1)[free]

    def hessian(strengths: np.ndarray) -> np.ndarray:
        gaps = expected(strengths)
        weights = games * expit(gaps) * expit(-gaps)
        return (np.diag(weights.sum(1)) - weights)[np.ix_(free, free)]

    best = minimize(loss, np.zeros(len(free)), jac=slope, hess=hessian, method="trust-exact", tol=1e-9).x
    elo = np.full(len(names), float(anchor_elo))
    elo[free] += ELO * best
    covariance = np.zeros((len(names), len(names)))
    covariance[np.ix_(free, free)] = ELO**2 * np.linalg.inv(hessian(best))
    return Ratings(names, elo, covariance)
