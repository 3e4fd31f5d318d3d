"""What a search expects to be played: from the root down, the most visited move of each node."""

from src.search.tree import NO_CHILD, NO_EDGE, ROOT, Forest


def principal_variation(forest: Forest, slot: int, first: int, most: int = 12) -> list[int]:
    """The line that begins with the action `first` at the root of a slot, at most so many moves; `[first]` at least."""
    line = [first]
    index = _child(forest, slot, ROOT, first)
    while index != NO_CHILD and len(line) < most:
        node = forest.nodes[slot, index]
        if node["first_edge"] == NO_EDGE or node["num_tried"] == 0:
            break
        tried = forest.edges[slot, node["first_edge"] : node["first_edge"] + node["num_tried"]]
        best = tried[tried["visits"].argmax()]
        if best["visits"] == 0:
            break
        line.append(int(best["action"]))
        index = int(best["child"])
    return line


def _child(forest: Forest, slot: int, index: int, action: int) -> int:
    """The node that a tried move leads to, or NO_CHILD."""
    node = forest.nodes[slot, index]
    tried = forest.edges[slot, node["first_edge"] : node["first_edge"] + node["num_tried"]]
    found = tried["child"][tried["action"] == action]
    return int(found[0]) if len(found) else NO_CHILD
