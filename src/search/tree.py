"""The trees of a search: records in flat arrays, one row of nodes, one of moves and one of edges a slot.

B slots, each with one game's tree of at most N nodes and M legal moves. The moves of a node stand together;
those already tried come first and have an edge, a larger record, in the same place of another array. The first
untried move has the largest prior of the untried, so that selection looks at the tried edges and one move
more, and a new node costs a few bytes a move.

Every value says whose it is: in a node for the player to move there, in an edge for the player who chooses
it. Signs change where the player changes, which is not at every ply.
"""

import numpy as np

from src.files.compiled import inlined
from src.games.rules import IS_TERMINAL_AT, STEP_AT, TO_PLAY_AT, Game, call_is_terminal, call_step, call_to_play
from src.search.near import NUM_STOPS, STOP
from src.search.utility import utility

NODE = np.dtype(
    [
        ("value_sum", "f8"),  # over visits, for the player to move at the node
        ("visits", "i4"),  # its own evaluation counts as one
        ("parent", "i4"),
        ("parent_edge", "i4"),
        ("first_edge", "i4"),  # and first move
        ("lower", "f4"),  # proven bounds of the utility, for the player to move at the node
        ("upper", "f4"),
        ("raw_value", "f4"),  # what the evaluator said
        ("num_edges", "i2"),
        ("num_tried", "i2"),
        ("to_play", "i1"),
        ("status", "i1"),
    ],
    align=True,
)
MOVE = np.dtype([("prior", "f4"), ("action", "i4")], align=True)
EDGE = np.dtype(  # of a move that was tried
    [
        ("value_sum", "f8"),  # over visits, for the player who chooses the edge
        ("prior", "f4"),
        ("visits", "i4"),
        ("lower", "f4"),  # proven bounds of the child, for the player who chooses the edge
        ("upper", "f4"),
        ("child", "i4"),
        ("action", "i2"),
        ("virtual", "i2"),  # visits under way, counted as lost until they return
    ],
    align=True,
)
SLOT = np.dtype(
    [
        ("seed", "u8"),  # of the numbers drawn at the root
        ("target_visits", "i4"),  # the search ends when the root has this many
        ("num_nodes", "i4"),
        ("num_edges", "i4"),
        ("num_pending", "i4"),  # leaves that wait for the evaluator
        ("first_row", "i4"),  # of them in the batch
        ("num_stops", "i4"),  # of its last walk, see `near`
        ("status", "i1"),
        ("is_quiet", "i1"),  # a search for the move alone: nothing random or forced at the root
    ],
    align=True,
)

ROOT = 0
NO_PARENT = NO_CHILD = NO_EDGE = -1
PENDING, EXPANDED, TERMINAL = range(3)  # status of a node: waits for the evaluator, has edges, ends the game
IDLE, SEARCHING = range(2)  # status of a slot
MAX_UTILITY = np.float32(1.0)


def tree_bytes(game: Game, num_simulations: int, leaves_per_step: int) -> int:
    """What one tree takes when it is full."""
    return sum(array.nbytes for array in vars(Forest(game, 1, num_simulations, leaves_per_step)).values())


class Forest:
    """The arrays of B trees for `num_simulations` each; a state a node is kept beside the records."""

    def __init__(self, game: Game, num_slots: int, num_simulations: int, leaves_per_step: int):
        num_nodes = num_simulations + 1 + leaves_per_step
        self.slots = np.zeros(num_slots, SLOT)
        self.nodes = np.zeros((num_slots, num_nodes), NODE)
        self.moves = np.zeros((num_slots, num_nodes * game.num_actions), MOVE)
        self.edges = np.zeros((num_slots, num_nodes * game.num_actions), EDGE)
        self.states = np.zeros((num_slots, num_nodes, game.state_size), np.int8)
        self.pending = np.zeros((num_slots, leaves_per_step), np.int32)
        self.trails = np.zeros((num_slots, NUM_STOPS), STOP)
        self.root_scores = np.zeros((num_slots, game.num_actions), np.float32)  # of `gumbel`


@inlined
def add_node(rules, spec, slots, nodes, states, b, parent, parent_edge, settings):
    """A node for the state that stands in its place of `states`; a final one is proven at once. Returns its index."""
    index = slots[b]["num_nodes"]
    slots[b]["num_nodes"] += 1
    node = nodes[b, index]
    state = states[b, index]
    node["parent"] = parent
    node["parent_edge"] = parent_edge
    node["visits"] = 0
    node["value_sum"] = 0.0
    node["raw_value"] = 0.0
    node["first_edge"] = NO_EDGE
    node["num_edges"] = 0
    node["num_tried"] = 0
    player = call_to_play(rules[TO_PLAY_AT], spec, state)
    node["to_play"] = player
    if call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
        value = utility(rules, spec, state, player, settings[0]["margin_weight"], settings[0]["max_score"])
        node["status"] = TERMINAL
        node["lower"] = value
        node["upper"] = value
    else:
        node["status"] = PENDING
        node["lower"] = -MAX_UTILITY
        node["upper"] = MAX_UTILITY
    return index


@inlined
def try_move(rules, spec, slots, nodes, moves, edges, states, b, parent, settings):
    """Turn the first untried move of node `parent` into an edge with a new node behind it. Returns the node's index."""
    node = nodes[b, parent]
    e = node["first_edge"] + node["num_tried"]
    move = moves[b, e]
    index = slots[b]["num_nodes"]
    edge = edges[b, e]
    edge["prior"] = move["prior"]
    edge["action"] = move["action"]
    edge["value_sum"] = 0.0
    edge["visits"] = 0
    edge["virtual"] = 0
    edge["lower"] = -MAX_UTILITY
    edge["upper"] = MAX_UTILITY
    edge["child"] = index
    for i in range(states.shape[2]):
        states[b, index, i] = states[b, parent, i]
    call_step(rules[STEP_AT], spec, states[b, index], move["action"])
    node["num_tried"] += 1
    bring_best_forward(nodes, moves, b, parent)
    return add_node(rules, spec, slots, nodes, states, b, parent, e, settings)


@inlined
def bring_best_forward(nodes, moves, b, index):
    """Put the untried move with the largest prior, of equal ones the lowest action, first among the untried."""
    node = nodes[b, index]
    first = node["first_edge"] + node["num_tried"]
    end = node["first_edge"] + node["num_edges"]
    if first == end:
        return
    best = first
    best_prior, best_action = moves[b, first]["prior"], moves[b, first]["action"]
    for e in range(first + 1, end):
        prior, action = moves[b, e]["prior"], moves[b, e]["action"]
        if prior > best_prior or (prior == best_prior and action < best_action):
            best, best_prior, best_action = e, prior, action
    if best != first:
        moves[b, best]["prior"], moves[b, best]["action"] = moves[b, first]["prior"], moves[b, first]["action"]
        moves[b, first]["prior"], moves[b, first]["action"] = best_prior, best_action
