"""One step of a search for all slots: take in evaluations, back them up, walk down to the next leaves.

A slot's tree is touched once a step, so what the backup has brought into the processor's cache serves the
selection that follows.
"""

from src.files.compiled import inlined, kernel
from src.games.rules import LEGAL_MASK_AT, OBSERVE_AT, call_legal_mask, call_observe
from src.search.backup import back_up, expand, mark_under_way
from src.search.bounds import tell_parents
from src.search.root import prepare_root
from src.search.select import choose_edge
from src.search.tree import (
    FINISHED,
    NO_EDGE,
    NO_PARENT,
    PENDING,
    ROOT,
    SEARCHING,
    TERMINAL,
    add_node,
    try_move,
)

NOTHING_LEFT = -1  # what a walk returns when the root is wholly known
OCCUPIED = -2  # … and when it runs into a leaf that waits for the evaluator


@inlined
def walk(rules, spec, slots, nodes, moves, edges, states, b, settings):
    """Follow the best edges from the root to a node to back up from; a new one where an untried edge is followed."""
    index = ROOT
    while True:
        node = nodes[b, index]
        if node["status"] == PENDING:
            return ROOT if index == ROOT and slots[b]["num_pending"] == 0 else OCCUPIED
        if node["status"] == TERMINAL or (index != ROOT and node["lower"] == node["upper"]):
            return index
        e = choose_edge(nodes, moves, edges, b, index, settings)
        if e == NO_EDGE:
            return NOTHING_LEFT
        if e == node["first_edge"] + node["num_tried"]:
            child = try_move(rules, spec, slots, nodes, moves, edges, states, b, index, settings)
            if settings[0]["prove"] and nodes[b, child]["status"] == TERMINAL:
                tell_parents(nodes, edges, b, child)
            return child
        index = edges[b, e]["child"]


@inlined
def hand_over(rules, spec, states, b, index, row, leaf_states, observations, settings):
    """Write the leaf into its row of the evaluator's batch."""
    if settings[0]["observes"]:
        call_observe(rules[OBSERVE_AT], spec, states[b, index], observations[row])
    else:
        leaf_states[row] = states[b, index]


@inlined
def take_in(rules, spec, slots, nodes, moves, edges, states, pending, b, prior_logits, values, mask, settings):
    """Expand the slot's pending leaves with their evaluations and back them up. Returns a bad row, or -1."""
    several = settings[0]["leaves_per_step"] > 1
    for i in range(slots[b]["num_pending"]):
        row = slots[b]["first_row"] + i
        index = pending[b, i]
        call_legal_mask(rules[LEGAL_MASK_AT], spec, states[b, index], mask)
        value = values[row]
        if not expand(slots, nodes, moves, b, index, mask, prior_logits[row], value):
            return row
        if index == ROOT:
            prepare_root(slots, nodes, moves, edges, b, settings)
        back_up(nodes, edges, b, index, min(max(value, -1.0), 1.0), several and index != ROOT)
        if settings[0]["is_exact"] and index != ROOT:  # the root is proven by its moves, or it would name none
            nodes[b, index]["lower"] = value
            nodes[b, index]["upper"] = value
            tell_parents(nodes, edges, b, index)
    slots[b]["num_pending"] = 0
    return -1


@inlined
def find_leaves(rules, spec, slots, nodes, moves, edges, states, pending, b, row, leaf_states, observations, settings):
    """Simulate until the slot has its leaves for the next batch, or is finished. Returns the next free row."""
    slot = slots[b]
    slot["first_row"] = row
    most = settings[0]["leaves_per_step"]
    while slot["num_pending"] < most and nodes[b, ROOT]["visits"] + slot["num_pending"] < slot["target_visits"]:
        index = walk(rules, spec, slots, nodes, moves, edges, states, b, settings)
        if index == OCCUPIED:
            break
        if index == NOTHING_LEFT:
            slot["target_visits"] = nodes[b, ROOT]["visits"]
            break
        if nodes[b, index]["status"] != PENDING:  # final or proven: the value is known
            back_up(nodes, edges, b, index, nodes[b, index]["lower"], False)
            continue
        if most > 1:
            mark_under_way(nodes, edges, b, index, 1)
        pending[b, slot["num_pending"]] = index
        slot["num_pending"] += 1
        hand_over(rules, spec, states, b, index, row, leaf_states, observations, settings)
        row += 1
    if slot["num_pending"] == 0:
        slot["status"] = FINISHED
    return row


@kernel
def begin(rules, spec, slots, nodes, states, b, settings):
    """Plant a new tree on the state that stands at the slot's root."""
    slots[b]["num_nodes"] = 0
    slots[b]["num_edges"] = 0
    slots[b]["num_pending"] = 0
    slots[b]["status"] = SEARCHING
    add_node(rules, spec, slots, nodes, states, b, NO_PARENT, NO_EDGE, settings)


@kernel
def advance(
    rules,
    spec,
    slots,
    nodes,
    moves,
    edges,
    states,
    pending,
    prior_logits,
    values,
    leaf_states,
    observations,
    mask,
    settings,
):
    """One step of every slot that searches.

    Takes in `prior_logits` `[R, A]` and `values` `[R]` for the rows of the last step, writes the rows of the next.
    Returns their number; -1 - row where an evaluation cannot be used.
    """
    next_row = 0
    for b in range(slots.shape[0]):
        if slots[b]["status"] != SEARCHING:
            continue
        bad_row = take_in(
            rules, spec, slots, nodes, moves, edges, states, pending, b, prior_logits, values, mask, settings
        )
        if bad_row >= 0:
            return -1 - bad_row
        next_row = find_leaves(
            rules, spec, slots, nodes, moves, edges, states, pending, b, next_row, leaf_states, observations, settings
        )
    return next_row
