"""Which moves of Dots and Boxes can be best, from chains and loops alone.

A box with k free edges is a k-box; 2-boxes in a row are a chain, or a loop where the row closes. Whoever
must open one gives the other the choice between all of its boxes and the next move, or all but the last
few and no next move (Berlekamp, The Dots and Boxes Game, 2000; Barker and Korf, Solving Dots-And-Boxes,
AAAI 2012). The tests hold `resolve` and `quiet_moves` against all moves: on every position of 3×3, and on
all that can follow from late positions of larger boards, where more kinds of chains meet.
"""

from src.files.compiled import kernel
from src.solvers.dots_graph import TWIN, across, edge_of

CHAIN_KEEPS = 2  # the last two boxes of a chain can be handed over as a domino
LOOP_KEEPS = 4  # the last four of a loop as two dominoes


@kernel
def _walk(boxes, sides, left, box, bit):
    """Go from `box` through its edge `bit` along 2-boxes: (boxes passed, their edges and `bit`, where it ends).

    It ends at a box that is no 2-box, at the rim, or where it started; that one is not counted as passed.
    """
    start, passed, edges = box, 0, bit
    box = across(sides, box, bit)
    while box != start:
        around = left & boxes[box]
        rest = around & (around - 1)
        if rest == 0 or rest & (rest - 1):
            break
        passed += 1
        bit ^= around
        edges |= bit
        box = across(sides, box, bit)
    return passed, edges, box


@kernel
def resolve(boxes, sides, left):
    """All captures of the player to move: (boxes taken, how many of them are `kept`, edges left after all).

    With nothing kept it is best to take everything and move on: value(left) = taken + value(rest).
    Else the mover may also hand over the last `kept` boxes, and the other must move after taking them:
    value(left) = taken - kept + |kept + value(rest)|.

    The order of captures changes neither the boxes nor the rest. The boxes taken form trees, joined by their
    edges, with at most one edge that leads out. Two boxes can be handed over where that edge is drawn while
    the box beside it has a neighbour left in the tree, and four, as two dominoes, where an edge inside a
    closed tree is drawn while both boxes beside it have another neighbour left.
    """
    rest, before = left, left & 0
    while before != rest:
        before = rest
        for box in range(boxes.shape[0]):
            bit = rest & boxes[box]
            if bit & (bit - 1) == 0:
                rest ^= bit
    taken, kept = 0, 0
    for box in range(boxes.shape[0]):
        around = left & boxes[box]
        if around == 0 or rest & boxes[box]:
            continue
        taken += 1
        if around & (around - 1) == 0:
            continue
        while around:  # the box has a neighbour left when any of its other edges is drawn
            bit = around & -around
            around ^= bit
            beyond = across(sides, box, bit)
            around_beyond = left & boxes[beyond]
            if around_beyond == 0 or rest & boxes[beyond]:
                kept = CHAIN_KEEPS
            elif kept == 0 and around_beyond & (around_beyond - 1):
                kept = LOOP_KEEPS
    return taken, kept, rest


@kernel
def _sacrifice(boxes, sides, left, box):
    """The chain or loop through a 2-box: (its edges, the bit to open it with, its kind).

    The order of kinds is that of lengths; equal kinds are interchangeable. All edges of a chain give the
    same when drawn, but the middle of a chain of two boxes, after which nothing can be handed over, is better.
    """
    rim = boxes.shape[0] - 1
    around = left & boxes[box]
    back = around & (around - 1)
    onward = around ^ back
    passed, edges, end = _walk(boxes, sides, left, box, onward)
    length, move = passed + 1, onward
    other_end, is_loop = end, end == box
    if is_loop:
        end = other_end = rim
    else:
        passed_back, edges_back, other_end = _walk(boxes, sides, left, box, back)
        length += passed_back
        edges |= edges_back
        if passed == 0:
            move = back
    kind = 2 * length + (1 if is_loop else 0)
    kind = (kind * (rim + 1) + min(end, other_end)) * (rim + 1) + max(end, other_end)
    return edges, move, kind


@kernel
def _insert(moves, kinds, first, count, move, kind):
    """Insert a sacrifice by its kind into the places from `first`, unless its kind is there; returns the count."""
    place = count
    while place > first and kinds[place - 1] > kind:
        place -= 1
    if place > first and kinds[place - 1] == kind:
        return count
    for other in range(count, place, -1):
        moves[other], kinds[other] = moves[other - 1], kinds[other - 1]
    moves[place], kinds[place] = move, kind
    return count + 1


@kernel
def quiet_moves(boxes, sides, left, moves, kinds):
    """Write the moves (bits) worth a try where no box can be taken: (how many are safe, how many in all).

    Safe ones first (no 2-box beside them, so nothing can be taken after them), one of several between the
    same boxes; then one for each chain and loop, shortest first. Uses `kinds`; both `[n]` int64.
    """
    unsafe = left & 0
    for box in range(boxes.shape[0]):
        around = left & boxes[box]
        rest = around & (around - 1)
        if rest != 0 and rest & (rest - 1) == 0:
            unsafe |= around
    safe, num_safe = left & ~unsafe, 0
    while safe:
        bit = safe & -safe
        safe ^= bit
        if left & sides[edge_of(bit), TWIN] == 0:
            moves[num_safe] = bit
            num_safe += 1
    count, seen = num_safe, left & 0
    for box in range(boxes.shape[0]):
        around = left & boxes[box]
        rest = around & (around - 1)
        if rest != 0 and rest & (rest - 1) == 0 and around & seen == 0:
            edges, move, kind = _sacrifice(boxes, sides, left, box)
            seen |= edges
            count = _insert(moves, kinds, num_safe, count, move, kind)
    return num_safe, count
