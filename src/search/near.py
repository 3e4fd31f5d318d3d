"""Asks for the memory of a tree before a step comes to it.

Between two visits of a tree the net runs, and leaves nothing of it in the processor's near caches. So what a walk reads
is noted, and while one slot is served, the lines of the next are on their way: the next walk goes mostly where the last
one went. These are hints alone: one that is out of date costs a little time, and changes no result.
"""

import numpy as np

from src.files.compiled import bring_near, inlined

STOP = np.dtype([("node", "i4"), ("first_edge", "i4"), ("num_tried", "i4")], align=True)  # a node that a walk came by
NUM_STOPS = 12  # of a walk, from the root on; what lies deeper is seldom met again
EDGES_A_LINE = 2  # of 32 bytes


@inlined
def note_stop(slots, trails, b, depth, index, node):
    """Note that the walk of slot `b` has come to node `index` after `depth` moves."""
    if depth < NUM_STOPS:
        stop = trails[b, depth]
        stop["node"] = index
        stop["first_edge"] = node["first_edge"]
        stop["num_tried"] = node["num_tried"]
        slots[b]["num_stops"] = depth + 1


@inlined
def bring_tree(slots, nodes, moves, edges, states, pending, trails, b):
    """Ask for what slot `b` reads and writes next: its leaf, the places of the next node, and its last trail."""
    slot = slots[b]
    if slot["num_pending"] > 0:
        leaf = pending[b, 0]
        bring_near(nodes[b, leaf])
        bring_near(states[b, leaf])
        bring_near(moves[b, slot["num_edges"]])
        bring_near(nodes[b, slot["num_nodes"]])
        bring_near(states[b, slot["num_nodes"]])
    for depth in range(slot["num_stops"]):
        stop = trails[b, depth]
        bring_near(nodes[b, stop["node"]])
        untried = stop["first_edge"] + stop["num_tried"]
        for e in range(stop["first_edge"], untried + 1, EDGES_A_LINE):
            bring_near(edges[b, e])
        bring_near(moves[b, untried])
