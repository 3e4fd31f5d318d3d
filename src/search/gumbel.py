"""The root of Gumbel AlphaZero: few simulations, spent by sequential halving (Danihelka et al. 2022, section 3).

Each move of the root has the score

    g(a) + log P(a) + sigma(q(a)),   sigma(q) = (c_visit + max_b N(b)) * c_scale * (1 + q) / 2

with a Gumbel variable g(a) drawn before the search. The first simulations try the `num_considered` moves of the
largest g + log P, the next the better half of these, and so on; the move played is the best of the most visited.
The policy target is softmax(log P + sigma(q)), where a move without visits takes the root's mixed value (appendix D).
The paper's constants for Go and chess are c_visit = 50, c_scale = 1. Inside the tree the search's rule holds.
"""

import math

import numpy as np

from src.files.compiled import inlined, kernel
from src.games.hashing import next_seed, uniform
from src.search.tree import MAX_UTILITY, NO_EDGE, ROOT

C_VISIT = 50.0
C_SCALE = 1.0


@kernel
def draw_scores(slots, nodes, moves, b, scale, scores):
    """Write g(a) * scale + log P(a) for the moves of a new root; `scores` `[B, A]`."""
    node = nodes[b, ROOT]
    for e in range(node["first_edge"], node["first_edge"] + node["num_edges"]):
        slots[b]["seed"] = next_seed(slots[b]["seed"])
        gumbel = -math.log(-math.log(max(uniform(slots[b]["seed"]), 1e-300)))
        scores[b, moves[b, e]["action"]] = scale * gumbel + math.log(max(moves[b, e]["prior"], 1e-30))


@inlined
def wanted_visits(num_considered, num_simulations, simulation):
    """How many visits a move has that the simulation of this number, from 0, goes to: sequential halving."""
    rounds = max(1, math.ceil(math.log2(num_considered)))
    before = 0
    left = simulation
    while True:
        times = max(1, num_simulations // (rounds * num_considered))
        if left < times * num_considered or num_considered == 1:
            return before + left // num_considered
        left -= times * num_considered
        before += times
        num_considered = max(2, num_considered // 2)


@inlined
def most_visits(nodes, edges, b):
    """Of the root's moves, visits under way included."""
    node = nodes[b, ROOT]
    most = 0
    for e in range(node["first_edge"], node["first_edge"] + node["num_tried"]):
        most = max(most, edges[b, e]["visits"] + edges[b, e]["virtual"])
    return most


@inlined
def bring_forward(nodes, moves, b, scores):
    """Put the untried move of the root with the largest score first among the untried. Returns that score."""
    node = nodes[b, ROOT]
    first = node["first_edge"] + node["num_tried"]
    best = first
    for e in range(first + 1, node["first_edge"] + node["num_edges"]):
        if scores[b, moves[b, e]["action"]] > scores[b, moves[b, best]["action"]]:
            best = e
    if best != first:
        prior, action = moves[b, best]["prior"], moves[b, best]["action"]
        moves[b, best]["prior"], moves[b, best]["action"] = moves[b, first]["prior"], moves[b, first]["action"]
        moves[b, first]["prior"], moves[b, first]["action"] = prior, action
    return scores[b, moves[b, first]["action"]]


@inlined
def choose_root_edge(slots, nodes, moves, edges, b, scores, num_considered):
    """Where the root's edge to follow stands, as `select.choose_edge`.

    A move that is proven has nothing left to be found out, and one that is proven worse is not looked for; where
    none of the wanted visits is left, the best other takes the simulation.
    """
    node = nodes[b, ROOT]
    first = node["first_edge"]
    untried = first + node["num_tried"]
    num_simulations = slots[b]["target_visits"] - 1
    simulation = node["visits"] - 1 + slots[b]["num_pending"]
    wanted = wanted_visits(min(num_considered, node["num_edges"]), num_simulations, simulation)
    if wanted == 0 and node["num_tried"] < node["num_edges"] and node["lower"] < MAX_UTILITY:
        bring_forward(nodes, moves, b, scores)
        return untried
    factor = (C_VISIT + most_visits(nodes, edges, b)) * C_SCALE
    best, best_score, best_is_wanted = NO_EDGE, -np.inf, False
    for e in range(first, untried):
        edge = edges[b, e]
        if edge["upper"] < node["lower"] or edge["lower"] == edge["upper"]:
            continue
        visits = edge["visits"] + edge["virtual"]
        mean = min(max((edge["value_sum"] - edge["virtual"]) / visits, edge["lower"]), edge["upper"])
        score = scores[b, edge["action"]] + factor * (1.0 + mean) / 2.0
        is_wanted = visits == wanted
        if (is_wanted and not best_is_wanted) or (is_wanted == best_is_wanted and score > best_score):
            best, best_score, best_is_wanted = e, score, is_wanted
    if best == NO_EDGE and node["num_tried"] < node["num_edges"] and node["lower"] < MAX_UTILITY:
        bring_forward(nodes, moves, b, scores)
        return untried
    return best


def completed_values(prior_probs, visit_counts, q_values, raw_value) -> np.ndarray:
    """`[B, A]` the moves' values; those without visits have the root's mixed value.

    It is (v + N * mean of q under P over the visited moves) / (1 + N): the net's `raw_value` `[B]`, and what was found.
    """
    visited = visit_counts > 0
    weights = np.where(visited, prior_probs, 0.0)
    found = (weights * np.nan_to_num(q_values)).sum(1) / np.maximum(weights.sum(1), 1e-30)
    num_visits = visit_counts.sum(1)
    mixed = (raw_value + num_visits * found) / (1 + num_visits)
    return np.where(visited, np.nan_to_num(q_values), mixed[:, None])


def transformed(values, visit_counts) -> np.ndarray:
    """`[B, A]` sigma of the values."""
    return (C_VISIT + visit_counts.max(1, keepdims=True)) * C_SCALE * (1.0 + values) / 2.0


def improved_policy(prior_probs, visit_counts, q_values, raw_value) -> np.ndarray:
    """`[B, A]` softmax(log P + sigma(completed values)), 0 where P is."""
    values = completed_values(prior_probs, visit_counts, q_values, raw_value)
    with np.errstate(divide="ignore"):
        scores = np.log(prior_probs.astype(np.float64)) + transformed(values, visit_counts)
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def best_of_most_visited(scores, visit_counts, q_values, is_known, is_open) -> np.ndarray:
    """`[B, A]` 1 for the move to play: of the most visited the one with the largest score.

    A move whose value is proven, `is_known` `[B, A]`, counts as one of them; one that is proven worse than another, not
    `is_open` `[B, A]`, does not.
    """
    total = scores + transformed(np.nan_to_num(q_values, nan=-1.0), visit_counts)
    most = np.where(is_open, visit_counts, 0).max(1, keepdims=True)
    total = np.where(is_open & ((visit_counts == most) | is_known), total, -np.inf)
    return np.eye(scores.shape[1])[total.argmax(1)]
