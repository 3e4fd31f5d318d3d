"""The root: noise before the search, and after it the policy target and the move.

The policy target comes from the visit counts and what is proven, never from the move temperature, which only
picks the move.
"""

import math

import numpy as np

from src.files.compiled import kernel
from src.games.hashing import next_seed, uniform
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


@kernel
def soften(nodes, edges, b, temperature):
    """Raise the root's priors to the power 1 / temperature (KataGo's root policy temperature)."""
    node = nodes[b, ROOT]
    first, end = node["first_edge"], node["first_edge"] + node["num_edges"]
    total = 0.0
    for e in range(first, end):
        edges[b, e]["prior"] = edges[b, e]["prior"] ** (1.0 / temperature)
        total += edges[b, e]["prior"]
    for e in range(first, end):
        edges[b, e]["prior"] = edges[b, e]["prior"] / total


@kernel
def add_noise(slots, nodes, edges, b, fraction, alpha):
    """Mix the root's priors with Dirichlet noise: (1 - fraction) * P + fraction * Dir(alpha)."""
    node = nodes[b, ROOT]
    first, num_edges = node["first_edge"], node["num_edges"]
    noise = np.empty(num_edges)
    total = 0.0
    for i in range(num_edges):
        noise[i] = gamma(slots, b, alpha) + _TINY  # a very small alpha can underflow to 0 everywhere
        total += noise[i]
    for i in range(num_edges):
        edge = edges[b, first + i]
        edge["prior"] = (1.0 - fraction) * edge["prior"] + fraction * noise[i] / total


@kernel
def prepare_root(slots, nodes, edges, b, settings):
    """Temperature and noise on the priors of a root that has its edges (AlphaZero: a quarter of Dir(0.3))."""
    knobs = settings[0]
    if knobs["root_temperature"] != 1.0:
        soften(nodes, edges, b, knobs["root_temperature"])
    if knobs["noise_fraction"] > 0.0:
        alpha = knobs["noise_alpha"]
        if knobs["noise_total_alpha"] > 0.0:
            alpha = knobs["noise_total_alpha"] / nodes[b, ROOT]["num_edges"]
        add_noise(slots, nodes, edges, b, knobs["noise_fraction"], alpha)
    bring_best_forward(nodes, edges, b, ROOT)


def policy_target(visit_counts, action_lower, action_upper, lower, upper) -> np.ndarray:
    """`[B, A]` what a policy should learn from a search.

    Shares of the visits, without moves that are proven worse than another. Where the root is proven, uniform over
    the moves proven to reach its value. Counts `[B, A]`, proven bounds of the moves `[B, A]` and of the root `[B]`,
    all for the player to move.
    """
    target = np.where(action_upper >= lower[:, None], visit_counts, 0).astype(np.float64)
    is_proven = lower == upper
    optimal = (action_lower == lower[:, None]) & (visit_counts > 0)
    target[is_proven] = optimal[is_proven]
    return (target / target.sum(1, keepdims=True)).astype(np.float32)


def move_temperature(ply, *, temperature: float = 1.0, plies: int = 30, final: float = 0.0) -> np.ndarray:
    """`temperature` before ply `plies`, `final` from there on (Silver et al. 2017: 1 for 30 moves, then towards 0)."""
    return np.where(np.asarray(ply) < plies, temperature, final).astype(np.float64)


def choose_actions(target: np.ndarray, temperature: np.ndarray, uniforms: np.ndarray, tie_break=None) -> np.ndarray:
    """`[B]` moves drawn with probability ~ target ** (1 / temperature); at 0 the largest, ties by `tie_break` `[B, A]`.

    `uniforms` `[B]` in [0, 1) decide, one a row, so that a row's move does not depend on the others.
    """
    moves = np.empty(len(target), np.int64)
    for b in range(len(target)):
        if temperature[b] == 0.0:
            best = np.flatnonzero(target[b] == target[b].max())
            moves[b] = best[np.argmax(tie_break[b, best])] if tie_break is not None else best[0]
            continue
        scaled = (target[b].astype(np.float64) / target[b].max()) ** (1.0 / temperature[b])
        cumulative = np.cumsum(scaled)
        moves[b] = np.searchsorted(cumulative, uniforms[b] * cumulative[-1], side="right")
    return moves
