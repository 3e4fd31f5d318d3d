"""Values up the path to the root, and priors into a new node's edges."""

import math

import numpy as np

from src.files.compiled import kernel
from src.search.tree import EXPANDED, MAX_UTILITY, NO_CHILD, NO_PARENT, bring_best_forward


@kernel
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


@kernel
def mark_under_way(nodes, edges, b, index, change):
    """Add `change` virtual visits to each edge above node `index` (Chaslot et al. 2008, section 3.3)."""
    node = nodes[b, index]
    while node["parent"] != NO_PARENT:
        edges[b, node["parent_edge"]]["virtual"] += change
        node = nodes[b, node["parent"]]


@kernel
def is_sound(legal_mask, prior_logits, value):
    """Whether an evaluation can be used: no NaN, no +inf on a legal move, a value in [-1, 1]."""
    if not -1.0001 <= value <= 1.0001:  # also false for NaN; engines round
        return False
    num_bad = 0
    for action in range(legal_mask.shape[0]):
        num_bad += legal_mask[action] and not prior_logits[action] < np.inf
    return num_bad == 0


@kernel
def expand(slots, nodes, edges, b, index, legal_mask, prior_logits, value):
    """Give node `index` an edge a legal move, priors the softmax of their logits; uniform if all of them are -inf."""
    node = nodes[b, index]
    first = slots[b]["num_edges"]
    highest = -np.inf
    for action in range(legal_mask.shape[0]):
        if legal_mask[action]:
            highest = max(highest, prior_logits[action])
    total = 0.0
    end = first
    for action in range(legal_mask.shape[0]):
        if not legal_mask[action]:
            continue
        weight = math.exp(prior_logits[action] - highest) if highest > -np.inf else 1.0
        total += weight
        edge = edges[b, end]
        edge["prior"] = weight
        edge["action"] = action
        edge["visits"] = 0
        edge["value_sum"] = 0.0
        edge["virtual"] = 0
        edge["lower"] = -MAX_UTILITY
        edge["upper"] = MAX_UTILITY
        edge["child"] = NO_CHILD
        end += 1
    for e in range(first, end):
        edges[b, e]["prior"] /= total
    slots[b]["num_edges"] = end
    node["first_edge"] = first
    node["num_edges"] = end - first
    node["raw_value"] = value
    node["status"] = EXPANDED
    bring_best_forward(nodes, edges, b, index)
