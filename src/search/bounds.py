"""Proven results as bounds on the utility (score-bounded Monte Carlo tree search, Cazenave and Saffidine 2010).

Every node carries [lower, upper] of its utility under best play, for the player to move. A final state has both
equal. A node's lower bound is the best of its edges' lower bounds, its upper bound the best of their upper
bounds; an untried edge may still be worth anything. So a proven win cuts its siblings, and a proven margin
still leaves room for better ones.
"""

from src.files.compiled import inlined, kernel
from src.search.tree import MAX_UTILITY, NO_PARENT


@inlined
def best_upper(node, edges, b):
    """The best upper bound among a node's edges."""
    if node["num_tried"] < node["num_edges"]:
        return MAX_UTILITY
    highest = -MAX_UTILITY
    for e in range(node["first_edge"], node["first_edge"] + node["num_edges"]):
        highest = max(highest, edges[b, e]["upper"])
    return highest


@kernel
def tell_parents(nodes, edges, b, index):
    """Carry the bounds of node `index` up as far as they change anything."""
    node = nodes[b, index]
    while node["parent"] != NO_PARENT:
        edge = edges[b, node["parent_edge"]]
        parent = nodes[b, node["parent"]]
        if parent["to_play"] == node["to_play"]:
            edge["lower"], edge["upper"] = node["lower"], node["upper"]
        else:
            edge["lower"], edge["upper"] = -node["upper"], -node["lower"]
        lower = max(parent["lower"], edge["lower"])
        upper = min(parent["upper"], best_upper(parent, edges, b))
        if lower == parent["lower"] and upper == parent["upper"]:
            return
        parent["lower"], parent["upper"] = lower, upper
        node = parent
