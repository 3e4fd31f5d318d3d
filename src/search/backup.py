"""Values up the path to the root, and priors into a new node's edges."""

import math

import numpy as np

from src.files.compiled import inlined
from src.search.tree import EXPANDED, NO_PARENT, bring_best_forward


@inlined
def back_up(nodes, edges, b, index, value, under_way):
    """Add one visit with `value`, for the player to move at node `index`, to it and to all above it.

    The sign changes where the player changes. `under_way`: take back the virtual visit of each edge.
    """
    node = nodes[b, index]
    while True:
        node["visits"] += 1
        node["value_sum"] += value
        if node["parent"] == NO_PARENT:
            return
        edge = edges[b, node["parent_edge"]]
        parent = nodes[b, node["parent"]]
        if parent["to_play"] != node["to_play"]:
            value = -value
        edge["visits"] += 1
        edge["value_sum"] += value
        if under_way:
            edge["virtual"] -= 1
        node = parent


@inlined
def mark_under_way(nodes, edges, b, index, change):
    """Add `change` virtual visits to each edge above node `index` (Chaslot et al. 2008, section 3.3)."""
    node = nodes[b, index]
    while node["parent"] != NO_PARENT:
        edges[b, node["parent_edge"]]["virtual"] += change
        node = nodes[b, node["parent"]]


@inlined
def expand(slots, nodes, moves, b, index, legal_mask, prior_logits, value):
    """Give node `index` its legal moves, priors the softmax of their logits; uniform if all of them are -inf.

    Returns whether the evaluation can be used: no NaN, no +inf on a legal move, a value in [-1, 1].
    """
    first = slots[b]["num_edges"]
    end = first
    highest = -np.inf
    is_sound = -1.0001 <= value <= 1.0001  # also false for NaN; engines round
    for action in range(legal_mask.shape[0]):
        if legal_mask[action]:
            logit = prior_logits[action]
            is_sound = is_sound and logit < np.inf
            highest = max(highest, logit)
            moves[b, end]["prior"] = logit
            moves[b, end]["action"] = action
            end += 1
    total = 0.0
    for e in range(first, end):
        weight = math.exp(moves[b, e]["prior"] - highest) if highest > -np.inf else 1.0
        total += weight
        moves[b, e]["prior"] = weight
    for e in range(first, end):
        moves[b, e]["prior"] /= total
    slots[b]["num_edges"] = end
    node = nodes[b, index]
    node["first_edge"] = first
    node["num_edges"] = end - first
    node["raw_value"] = value
    node["status"] = EXPANDED
    bring_best_forward(nodes, moves, b, index)
    return is_sound
