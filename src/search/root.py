"""The root: noise before the search, and after it the policy target and the move.

The policy target comes from the visit counts and what is proven, never from the move temperature, which only
picks the move.
"""

import math

import numpy as np

from src.files.compiled import allocating, kernel
from src.games.hashing import next_seed, uniform
from src.search.gumbel import draw_scores
from src.search.tree import ROOT, bring_best_forward

_TINY = 1e-300


@kernel
def normal(slots, b):
    """A standard normal number from the slot's seed (Box and Muller 1958)."""
    slots[b]["seed"] = next_seed(slots[b]["seed"])
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(slots[b]["seed"])))
    slots[b]["seed"] = next_seed(slots[b]["seed"])
    return radius * math.cos(2.0 * math.pi * uniform(slots[b]["seed"]))


@kernel
def gamma(slots, b, alpha):
    """A gamma number of shape `alpha` from the slot's seed (Marsaglia and Tsang 2000)."""
    shape = alpha if alpha >= 1.0 else alpha + 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(slots, b)
        v = (1.0 + c * x) ** 3
        slots[b]["seed"] = next_seed(slots[b]["seed"])
        u = 1.0 - uniform(slots[b]["seed"])
        if v > 0.0 and math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
            break
    if alpha >= 1.0:
        return d * v
    slots[b]["seed"] = next_seed(slots[b]["seed"])
    return d * v * (1.0 - uniform(slots[b]["seed"])) ** (1.0 / alpha)


@allocating
def root_priors(nodes, moves, edges, b):
    """The priors of the root's moves, tried or not."""
    node = nodes[b, ROOT]
    priors = np.empty(node["num_edges"])
    for i in range(node["num_edges"]):
        e = node["first_edge"] + i
        priors[i] = edges[b, e]["prior"] if i < node["num_tried"] else moves[b, e]["prior"]
    return priors


@kernel
def set_root_priors(nodes, moves, edges, b, priors):
    """Write them back, and find the best untried move anew."""
    node = nodes[b, ROOT]
    for i in range(node["num_edges"]):
        e = node["first_edge"] + i
        if i < node["num_tried"]:
            edges[b, e]["prior"] = priors[i]
        else:
            moves[b, e]["prior"] = priors[i]
    bring_best_forward(nodes, moves, b, ROOT)


@allocating
def dirichlet(slots, b, alpha, size):
    """`[size]` a draw from the symmetric Dirichlet distribution."""
    noise = np.empty(size)
    for i in range(size):
        noise[i] = gamma(slots, b, alpha) + _TINY  # a very small alpha can underflow to 0 everywhere
    return noise / noise.sum()


@allocating
def change_priors(slots, nodes, moves, edges, b, knobs):
    """Temperature and noise."""
    fraction = knobs["noise_fraction"]
    if knobs["root_temperature"] == 1.0 and fraction == 0.0:
        return
    priors = root_priors(nodes, moves, edges, b) ** (1.0 / knobs["root_temperature"])
    priors /= priors.sum()
    if fraction > 0.0:
        alpha = knobs["noise_alpha"]
        if knobs["noise_total_alpha"] > 0.0:
            alpha = knobs["noise_total_alpha"] / len(priors)
        priors = (1.0 - fraction) * priors + fraction * dirichlet(slots, b, alpha, len(priors))
    set_root_priors(nodes, moves, edges, b, priors)


@kernel
def prepare_root(slots, nodes, moves, edges, scores, b, settings):
    """Change the priors of a root that has its moves: first temperature, then noise. Then draw its Gumbel `scores`.

    P ** (1 / temperature), normalised (KataGo's root policy temperature), then
    (1 - fraction) * P + fraction * Dir(alpha) (AlphaZero).
    """
    knobs = settings[0]
    if not slots[b]["is_quiet"]:
        change_priors(slots, nodes, moves, edges, b, knobs)
    if knobs["considered_moves"] > 0:
        draw_scores(slots, nodes, moves, b, 0.0 if slots[b]["is_quiet"] else knobs["gumbel_scale"], scores)


def policy_target(weights, visit_counts, action_lower, action_upper, lower, upper) -> np.ndarray:
    """`[B, A]` what a policy should learn from a search.

    Shares of the weights `[B, A]`, mostly the visits, without moves that are proven worse than another. Where the root
    is proven, uniform over the moves proven to reach its value. Counts `[B, A]`, proven bounds of the moves `[B, A]`
    and of the root `[B]`, all for the player to move.
    """
    target = np.where(action_upper >= lower[:, None], weights, 0).astype(np.float64)
    is_proven = lower == upper
    optimal = (action_lower == lower[:, None]) & (visit_counts > 0)
    target[is_proven] = optimal[is_proven]
    return (target / target.sum(1, keepdims=True)).astype(np.float32)


def without_forced(visit_counts, prior_probs, q_values, scale, forced_playouts) -> np.ndarray:
    """`[B, A]` visit counts less those that only `select.is_forced` asked for (Wu 2019, section 3.2).

    From each move but the most visited, up to sqrt(k * P * N) visits are taken back as long as its PUCT score stays
    below that of the most visited; what is left with a single visit loses that, too. `scale` `[B]`: c(N) * sqrt(N).
    """
    total = visit_counts.sum(1, keepdims=True) + 1
    explored = scale[:, None] * prior_probs
    scores = np.nan_to_num(q_values) + explored / (1 + visit_counts)
    best = visit_counts.argmax(1)[:, None]
    room = np.take_along_axis(scores, best, 1) - np.nan_to_num(q_values)
    with np.errstate(divide="ignore"):
        needed = np.where(room > 0, np.floor(explored / room), np.inf)  # the score is below with more visits than this
    forced = np.ceil(np.sqrt(forced_playouts * prior_probs * total))
    left = np.minimum(visit_counts, np.maximum(visit_counts - forced, needed))
    left = np.where(left <= 1, 0, left)
    np.put_along_axis(left, best, np.take_along_axis(visit_counts, best, 1), 1)
    return left


def move_temperature(ply, *, temperature: float = 1.0, plies: int = 30, final: float = 0.0) -> np.ndarray:
    """`temperature` before ply `plies`, `final` from there on (Silver et al. 2017: 1 for 30 moves, then towards 0)."""
    return np.where(np.asarray(ply) < plies, temperature, final).astype(np.float64)


def choose_actions(target: np.ndarray, temperature: np.ndarray, uniforms: np.ndarray, tie_break=None) -> np.ndarray:
    """`[B]` moves drawn with probability ~ target ** (1 / temperature); at 0 the largest, ties by `tie_break` `[B, A]`.

    `uniforms` `[B]` in [0, 1) decide, one a row, so that a row's move does not depend on the others.
    """
    target = np.asarray(target, np.float64)
    best = target == target.max(1, keepdims=True)
    values = np.zeros(target.shape) if tie_break is None else tie_break
    first_best = np.where(best, values, -np.inf).argmax(1)
    draws = temperature > 0.0
    if not draws.any():
        return first_best
    exponents = 1.0 / np.where(draws, temperature, 1.0)
    cumulative = np.cumsum((target / target.max(1, keepdims=True)) ** exponents[:, None], 1)
    drawn = (cumulative <= (uniforms * cumulative[:, -1])[:, None]).sum(1)
    return np.where(draws, drawn, first_best)
