"""Keeping the part of a tree that a move leads into, so that the next search starts with its visits."""

import numpy as np

from src.files.compiled import allocating, copy_row, kernel
from src.search.tree import EXPANDED, NO_CHILD, NO_EDGE, NO_PARENT, ROOT

DROPPED = -1


@kernel
def child_of_root(nodes, edges, b, action):
    """The expanded node behind the root's move, or NO_CHILD."""
    root = nodes[b, ROOT]
    for e in range(root["first_edge"], root["first_edge"] + root["num_tried"]):
        if edges[b, e]["action"] == action:
            child = edges[b, e]["child"]
            return child if nodes[b, child]["status"] == EXPANDED else NO_CHILD
    return NO_CHILD


@kernel
def shift_moves(moves, edges, b, source, target, count):
    """Move the moves and edges of one node forward."""
    for i in range(count):
        moves[b, target + i] = moves[b, source + i]
        edges[b, target + i] = edges[b, source + i]


@allocating
def keep_subtree(slots, nodes, moves, edges, states, b, new_root):
    """Move the tree below node `new_root` of slot `b` to the front; no visit may be under way.

    A child stands behind its parent, and edges stand in the order of their nodes, so all moves go forward and
    one pass suffices.
    """
    num_nodes = slots[b]["num_nodes"]
    new_index = np.full(num_nodes, DROPPED, np.int32)
    shift = np.zeros(num_nodes, np.int32)  # how far the edges of each kept node moved
    num_kept = 0
    num_edges = 0
    for old in range(new_root, num_nodes):
        parent = nodes[b, old]["parent"]
        if old != new_root and (parent < new_root or new_index[parent] == DROPPED):
            continue
        new = num_kept
        new_index[old] = new
        num_kept += 1
        nodes[b, new] = nodes[b, old]
        copy_row(states[b, old], states[b, new])
        node = nodes[b, new]
        if old == new_root:
            node["parent"] = NO_PARENT
            node["parent_edge"] = NO_EDGE
        else:
            node["parent"] = new_index[parent]
            node["parent_edge"] -= shift[parent]
            edges[b, node["parent_edge"]]["child"] = new
        if node["status"] == EXPANDED:
            shift[old] = node["first_edge"] - num_edges
            shift_moves(moves, edges, b, node["first_edge"], num_edges, node["num_edges"])
            node["first_edge"] = num_edges
            num_edges += node["num_edges"]
    slots[b]["num_nodes"] = num_kept
    slots[b]["num_edges"] = num_edges
