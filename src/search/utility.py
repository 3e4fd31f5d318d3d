"""What the search maximises: the game's result, and where the game has points, some of the margin.

    utility = (1 - w) * result + w * margin / max_score,   w = margin_weight in [0, 1)

in [-1, 1], for a given player. Any win is worth more than any draw, and any draw more than any loss, since the
margin has the result's sign; a player who has lost by result still fights for points.
"""

import numpy as np

from src.files.compiled import inlined, kernel
from src.games.rules import RETURNS_AT, SCORE_AT, call_returns, call_score, sign


@inlined
def blend(result, margin, margin_weight, max_score):
    """Utility of a result and a margin, both for one player, as float32."""
    if max_score == 0 or margin_weight == 0.0:
        return np.float32(result)
    return np.float32((1.0 - margin_weight) * result + margin_weight * margin / max_score)


@inlined
def utility(rules, spec, state, player, margin_weight, max_score):
    """Utility of a final state for `player`, as float32."""
    result = call_returns(rules[RETURNS_AT], spec, state, player)
    margin = call_score(rules[SCORE_AT], spec, state, player)
    return blend(result, margin, margin_weight, max_score)


@kernel
def blend_shares(results, margins, margin_weight):
    """Turn `results` `[B]` in place to utilities; `margins` `[B]` are shares of the largest, all float32."""
    for b in range(results.shape[0]):
        results[b] = blend(results[b], margins[b], margin_weight, 1)


@kernel
def blend_all(margins, margin_weight, max_score, utilities):
    """Write `[B]` float32 utilities of `[B]` final margins whose sign is the result."""
    for b in range(margins.shape[0]):
        utilities[b] = blend(sign(margins[b]), margins[b], margin_weight, max_score)
