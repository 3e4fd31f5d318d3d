"""Which edge a simulation follows: PUCT or UCT with a prior, first-play urgency, and what is proven.

At a node with N visits (its own evaluation counts), an edge with prior P, n visits and mean value Q scores

    PUCT   Q + c(N) * P * sqrt(N) / (1 + n),   c(N) = log((1 + N + c_base) / c_base) + c_init
           (Silver et al. 2018, Science 362, Methods "Search"; its published pseudo-code counts N like this)
    UCT    Q + c_init * P * sqrt(log(N) / (1 + n))
           (UCB1 of Kocsis and Szepesvári 2006, its exploration term weighted by the prior)
    UCT with all tried first   Q + c_init * P * sqrt(log(N) / n)
           (the same with UCB1's own count: an untried edge scores without bound, and the largest prior comes first)

all for the player to move, Q in [-1, 1]. With the first two, untried edges have Q = fpu_value (AlphaZero: 0), or the
node's mean minus fpu_reduction * sqrt(prior mass of the tried edges) (KataGo, Wu 2019, appendix: 0.2; Leela Chess
Zero). Of equal scores the edge that was tried first wins; an untried edge must be better than all tried ones.

Q is kept inside the edge's proven bounds. An edge that cannot beat what its node is sure of is not followed
(Cazenave and Saffidine 2010, section 3.2).
"""

import math

import numpy as np

from src.files.compiled import inlined
from src.search.knobs import FPU_CONSTANT, PUCT, UCT, UCT_PRIOR
from src.search.tree import MAX_UTILITY, NO_EDGE, ROOT


@inlined
def exploration_scale(node_visits, settings):
    """What the second term of all scores of a node has in common."""
    knobs = settings[0]
    if knobs["rule"] != PUCT:
        return knobs["c_init"] * math.sqrt(math.log(node_visits))
    c = math.log((1.0 + node_visits + knobs["c_base"]) / knobs["c_base"]) + knobs["c_init"]
    return c * math.sqrt(node_visits)


@inlined
def exploration(scale, prior, visits, rule):
    """The second term of an edge's score."""
    if rule == UCT:
        return scale * prior / math.sqrt(1.0 + visits)
    if rule == UCT_PRIOR:
        return scale * prior / math.sqrt(visits)
    return scale * prior / (1.0 + visits)


@inlined
def edge_value(edge):
    """Mean value of a tried edge, visits under way counted as lost, kept inside the proven bounds."""
    mean = (edge["value_sum"] - edge["virtual"]) / (edge["visits"] + edge["virtual"])
    return min(max(mean, edge["lower"]), edge["upper"])


@inlined
def first_play_urgency(node, tried_prior, settings):
    """The value an untried edge is given."""
    knobs = settings[0]
    if knobs["fpu"] == FPU_CONSTANT:
        return knobs["fpu_value"]
    mean = min(max(node["value_sum"] / node["visits"], node["lower"]), node["upper"])
    return max(mean - knobs["fpu_value"] * math.sqrt(tried_prior), -1.0)


@inlined
def is_hopeless(lower, upper, node, is_root):
    """Whether an edge with these bounds cannot change what is known of its node.

    Inside the tree: it cannot beat the node's lower bound, and does not give it. At the root also equals are
    looked for, since the policy target is shared by all optimal moves; once the root is proven, what remains to
    be found out are the edges that may equal it.
    """
    if is_root:
        if upper < node["lower"]:
            return True
        return node["lower"] == node["upper"] and lower == upper
    return upper <= node["lower"] and lower < node["lower"]


@inlined
def is_forced(edge, node, settings):
    """Whether a move of the root has had fewer than sqrt(k * P * N) visits (Wu 2019, section 3.2)."""
    visits = edge["visits"] + edge["virtual"]
    return visits * visits < settings[0]["forced_playouts"] * edge["prior"] * node["visits"]


@inlined
def choose_edge(slots, nodes, moves, edges, b, index, settings):
    """Where the edge to follow from an expanded node stands; NO_EDGE if nothing is left to find out (at the root only).

    The place behind the last tried edge means that the best untried move is to be tried.
    """
    node = nodes[b, index]
    first = node["first_edge"]
    untried = first + node["num_tried"]
    is_root = index == ROOT
    rule = settings[0]["rule"]
    scale = exploration_scale(node["visits"], settings)
    has_untried = node["num_tried"] < node["num_edges"] and not is_hopeless(-MAX_UTILITY, MAX_UTILITY, node, is_root)
    if rule == UCT_PRIOR and has_untried:
        return untried
    forces = is_root and settings[0]["forced_playouts"] > 0.0 and not slots[b]["is_quiet"]
    best, best_score, tried_prior = NO_EDGE, -np.inf, 0.0
    for e in range(first, untried):
        edge = edges[b, e]
        tried_prior += edge["prior"]
        if is_hopeless(edge["lower"], edge["upper"], node, is_root):
            continue
        score = edge_value(edge) + exploration(scale, edge["prior"], edge["visits"] + edge["virtual"], rule)
        if forces and is_forced(edge, node, settings):
            return e
        if score > best_score:
            best, best_score = e, score
    if has_untried:
        score = first_play_urgency(node, tried_prior, settings) + exploration(
            scale, moves[b, untried]["prior"], 0, rule
        )
        if score > best_score:
            best = untried
    return best
