"""The gate: does a candidate take the champion's place, given how it fared against it?

`results` `[P, 2]` are the candidate's, pairs in the order they were played (see `points`).
"""

import math
from dataclasses import dataclass

import numpy as np

from src.arena.points import counts, expected_points, points_interval, points_of
from src.files.errors import UserError


@dataclass(frozen=True)
class Verdict:
    """Promote or keep, why, and the numbers behind it."""

    promote: bool
    reason: str
    kind: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float | None  # None without games
    interval_95: tuple[float, float]
    log_likelihood_ratio: float | None = None  # of "sprt", when it ended
    pairs_judged: int | None = None  # of "sprt", until it ended


def not_worse(results: np.ndarray) -> tuple[bool, str]:
    """Promote unless the candidate is shown to be worse: the one-sided 95 % bound of its points is below ½.

    Of two equal players it keeps the champion once in 20 times, or less often where the games are few. That a
    candidate must not win by a margin matters near perfect play, where even the better one scores one half.
    """
    _, high = points_interval(results, level=0.90)  # 5 % above it
    if high < 0.5:
        return False, f"worse: its points are below {high:.3f} with 95 % confidence"
    return True, f"not shown to be worse: its points may be up to {high:.3f} with 95 % confidence"


def above_threshold(results: np.ndarray, threshold: float) -> tuple[bool, str]:
    """Promote if its share of points is at least `threshold` (AlphaGo Zero: 0.55, Silver et al. 2017)."""
    points = counts(results)["points"]
    promote = points >= threshold
    return promote, f"its points are {points:.3f}, {'at least' if promote else 'below'} {threshold:g}"


def log_likelihood_ratios(results: np.ndarray, elo0: float, elo1: float) -> np.ndarray:
    """`[P]` after each pair: the log likelihood ratio of `elo1` against `elo0`, pentanomial and approximate.

        n (s1 - s0) (2 mean - s0 - s1) / (2 variance)

    over the pairs' points so far, s0 and s1 the points expected at either difference (the generalised sequential
    probability ratio test of Van den Bergh, as fishtest has it). As in `points_interval` a won and a lost pair are
    added to the variance, so that equal pairs do not end the test at once.
    """
    s0, s1 = expected_points(elo0), expected_points(elo1)
    pairs = points_of(results).mean(1)
    n = np.arange(1, len(pairs) + 1)
    mean = pairs.cumsum() / n
    padded_mean = (pairs.cumsum() + 1.0) / (n + 2)
    variance = ((pairs**2).cumsum() + 1.0) / (n + 2) - padded_mean**2
    return n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


def sequential(
    results: np.ndarray, elo0: float, elo1: float, alpha: float, beta: float, promote_undecided: bool
) -> tuple[bool, str, float, int]:
    """The first bound that the ratio crosses decides (Wald 1945); games after it are not judged.

    A candidate that is `elo0` stronger is promoted with probability `alpha`, one that is `elo1` stronger is turned
    away with probability `beta`, where the games suffice. Where they do not, `promote_undecided` decides.
    """
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    ratios = log_likelihood_ratios(results, elo0, elo1)
    crossed = np.flatnonzero((ratios <= lower) | (ratios >= upper))
    at = int(crossed[0]) if len(crossed) else len(ratios) - 1
    ratio = float(ratios[at])
    if not len(crossed):
        reason = f"undecided between {elo0:+g} and {elo1:+g} Elo after {len(ratios)} pairs"
        return promote_undecided, reason, ratio, at + 1
    promote = ratio >= upper
    return promote, f"{elo1 if promote else elo0:+g} Elo rather than {elo0 if promote else elo1:+g}", ratio, at + 1


KINDS = ("not_worse", "threshold", "sprt", "always")


def decide(
    results: np.ndarray,
    *,
    kind: str = "not_worse",
    threshold: float = 0.55,
    elo0: float = 0.0,
    elo1: float = 35.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    promote_undecided: bool = False,
) -> Verdict:
    """The verdict on the candidate; without games only "always" promotes. `results` as above.

    kind: "not_worse", "threshold", "sprt" or "always"; threshold: share of points, of "threshold"; the others are of
    "sprt", see `sequential`. Raises UserError for settings that decide nothing.
    """
    if kind not in KINDS:
        raise UserError(f"there is no gate {kind!r}; there are {', '.join(KINDS)}")
    if kind == "sprt" and not (elo0 < elo1 and alpha > 0 and beta > 0 and alpha + beta < 1):
        raise UserError("the gate sprt needs elo0 below elo1, and alpha and beta above 0 with a sum below 1")
    results = np.asarray(results).reshape(-1, 2)
    ratio = judged = None
    if kind == "always":
        promote, reason = True, "every candidate is promoted"
    elif len(results) == 0:
        promote, reason = False, "no games were played"
    elif kind == "not_worse":
        promote, reason = not_worse(results)
    elif kind == "threshold":
        promote, reason = above_threshold(results, threshold)
    else:
        promote, reason, ratio, judged = sequential(results, elo0, elo1, alpha, beta, promote_undecided)
    return Verdict(
        bool(promote),
        reason,
        kind,
        **counts(results),
        interval_95=points_interval(results),
        log_likelihood_ratio=ratio,
        pairs_judged=judged,
    )
