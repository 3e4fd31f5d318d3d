"""One step of a search for all slots: take in evaluations, back them up, walk down to the next leaves.

A slot's tree is touched once a step, so what the backup has brought into the processor's cache serves the
selection that follows.
"""

from src.files.compiled import copy_row, inlined, kernel
from src.search.backup import back_up, mark_under_way
from src.search.bounds import tell_parents
from src.search.gumbel import choose_root_edge
from src.search.leaves import hand_over, recall, take_in
from src.search.near import bring_tree, note_stop
from src.search.reuse import child_of_root, keep_subtree
from src.search.root import prepare_root
from src.search.select import choose_edge
from src.search.tree import (
    IDLE,
    NO_CHILD,
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
FIRST, NUM_FINISHED = range(2)  # of a step's `turn`


@inlined
def walk(rules, spec, slots, nodes, moves, edges, states, scores, trails, b, settings):
    """Follow the best edges from the root to a node to back up from; a new one where an untried edge is followed."""
    index, depth = ROOT, 0
    while True:
        node = nodes[b, index]
        if node["status"] == PENDING:
            return ROOT if index == ROOT and slots[b]["num_pending"] == 0 else OCCUPIED
        if node["status"] == TERMINAL or (index != ROOT and node["lower"] == node["upper"]):
            return index
        note_stop(slots, trails, b, depth, index, node)
        if index == ROOT and settings[0]["considered_moves"] > 0:
            e = choose_root_edge(slots, nodes, moves, edges, b, scores, settings[0]["considered_moves"])
        else:
            e = choose_edge(slots, nodes, moves, edges, b, index, settings)
        if e == NO_EDGE:
            return NOTHING_LEFT
        if e == node["first_edge"] + node["num_tried"]:
            child = try_move(rules, spec, slots, nodes, moves, edges, states, b, index, settings)
            if settings[0]["prove"] and nodes[b, child]["status"] == TERMINAL:
                tell_parents(nodes, edges, b, child)
            return child
        index = edges[b, e]["child"]
        depth += 1


@inlined
def is_decided(slots, nodes, edges, b):
    """Whether the visits that are left cannot make another move of the root the most visited."""
    node = nodes[b, ROOT]
    most, second = 0, 0
    for e in range(node["first_edge"], node["first_edge"] + node["num_tried"]):
        visits = edges[b, e]["visits"]
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > slots[b]["target_visits"] - node["visits"]


@inlined
def choose_leaves(rules, spec, slots, nodes, moves, edges, states, pending, scores, trails, b, batch, forms, settings):
    """Simulate until the slot has its leaves for the next batch, or nothing is left to simulate."""
    slot = slots[b]
    most = settings[0]["leaves_per_step"]
    while slot["num_pending"] < most and nodes[b, ROOT]["visits"] + slot["num_pending"] < slot["target_visits"]:
        if settings[0]["stop_decided"] and slot["num_pending"] == 0 and is_decided(slots, nodes, edges, b):
            slot["target_visits"] = nodes[b, ROOT]["visits"]
            return
        index = walk(rules, spec, slots, nodes, moves, edges, states, scores, trails, b, settings)
        if index == OCCUPIED:
            return
        if index == NOTHING_LEFT:
            slot["target_visits"] = nodes[b, ROOT]["visits"]
            return
        if nodes[b, index]["status"] != PENDING:  # final or proven: the value is known
            back_up(nodes, edges, b, index, nodes[b, index]["lower"], False)
            continue
        if most > 1:
            mark_under_way(nodes, edges, b, index, 1)
        i = slot["num_pending"]
        pending[b, i] = index
        slot["num_pending"] += 1
        hand_over(rules, spec, states, pending, b, i, slot["first_row"] + i, batch, forms, settings)


@inlined
def begin(rules, spec, slots, nodes, states, b, settings):
    """Plant a new tree on the state that stands at the slot's root."""
    slots[b]["num_nodes"] = 0
    slots[b]["num_edges"] = 0
    slots[b]["num_pending"] = 0
    slots[b]["status"] = SEARCHING
    add_node(rules, spec, slots, nodes, states, b, NO_PARENT, NO_EDGE, settings)


@inlined
def set_task(slots, b, task):
    """What a search is given, see `task.TASK`."""
    slots[b]["seed"] = task["seed"]
    slots[b]["target_visits"] = 1 + task["num_simulations"]
    slots[b]["is_quiet"] = task["is_quiet"]


@kernel
def begin_all(rules, spec, slots, nodes, states, chosen, roots, tasks, settings):
    """Begin a search of `roots` `[N, S]` in each of the slots `chosen` `[N]`."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        copy_row(roots[i], states[b, ROOT])
        set_task(slots, b, tasks[i])
        begin(rules, spec, slots, nodes, states, b, settings)


@kernel
def follow_all(rules, spec, slots, nodes, moves, edges, states, scores, chosen, actions, roots, tasks, settings):
    """Go on below the moves `actions` `[N]`, which led to `roots` `[N, S]`; where nothing was found there, begin."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        child = child_of_root(nodes, edges, b, actions[i])
        if child != NO_CHILD:
            keep_subtree(slots, nodes, moves, edges, states, b, child)
            set_task(slots, b, tasks[i])
            slots[b]["status"] = SEARCHING
            prepare_root(slots, nodes, moves, edges, scores, b, settings)
        else:
            copy_row(roots[i], states[b, ROOT])
            set_task(slots, b, tasks[i])
            begin(rules, spec, slots, nodes, states, b, settings)


@kernel
def advance(
    turn,
    finished,
    rules,
    spec,
    slots,
    nodes,
    moves,
    edges,
    states,
    pending,
    scores,
    trails,
    batch,
    forms,
    cache,
    mask,
    settings,
):
    """One step of the slots that search.

    Takes in what the evaluator said of the rows of the last step, and writes the rows of the next until the batch is
    full; slots that then have no leaves come first in the next step, in which `turn` names the first. Slots that are
    done rest, and stand in `finished` `[B]`, so many of them as `turn` says.
    Returns the number of rows; -1 - row where an evaluation cannot be used.
    """
    next_row = 0
    first, is_full = turn[FIRST], False
    turn[NUM_FINISHED] = 0
    for k in range(slots.shape[0]):
        b = (first + k) % slots.shape[0]
        bring_tree(slots, nodes, moves, edges, states, pending, trails, (b + 1) % slots.shape[0])
        slot = slots[b]
        if slot["status"] != SEARCHING:
            continue
        for i in range(slot["num_pending"]):
            row = slot["first_row"] + i
            logits, value = batch.prior_logits[row], batch.values[row]
            if not take_in(
                rules,
                spec,
                slots,
                nodes,
                moves,
                edges,
                states,
                pending,
                scores,
                b,
                i,
                logits,
                value,
                forms,
                mask,
                settings,
            ):
                return -1 - row
        slot["num_pending"] = 0
        if next_row + settings[0]["leaves_per_step"] > batch.pictures.shape[0] + batch.states.shape[0]:
            if not is_full:
                turn[FIRST], is_full = b, True
            continue
        slot["first_row"] = next_row
        while True:
            choose_leaves(
                rules, spec, slots, nodes, moves, edges, states, pending, scores, trails, b, batch, forms, settings
            )
            if slot["num_pending"] == 0:
                slot["status"] = IDLE
                finished[turn[NUM_FINISHED]] = b
                turn[NUM_FINISHED] += 1
                break
            if not recall(
                rules, spec, slots, nodes, moves, edges, states, pending, scores, b, batch, forms, cache, mask, settings
            ):
                next_row += slot["num_pending"]
                break
    return next_row
