"""Games planted as trees, with evaluations planted at their nodes, so that a search can be computed by hand.

    node(0, 1, node(1, -1, 0))

is a game in which player 0 either wins at once or lets player 1 choose between a win of player 1 and a draw.
The number of a leaf is the margin for player 0; its sign is the result. Nodes are numbered in the order in
which they are written, the root first; a move is the place of the child.
"""

from dataclasses import dataclass, field

import numpy as np

from src.files.compiled import kernel
from src.games.hashing import hash_state
from src.games.rules import Game, rule, sign

MAX_MOVES = 4
FIELDS = 2 + MAX_MOVES  # player, margin, children
PLAYER, MARGIN, CHILDREN = 0, 1, 2
NO_NODE = -1
BYTE = 128  # a state is the node's number in two bytes that are not negative


@dataclass
class Node:
    player: int
    children: list = field(default_factory=list)
    margin: int = 0
    number: int = 0


def node(player: int, *children) -> Node:
    return Node(player, [child if isinstance(child, Node) else Node(0, [], child) for child in children])


@kernel
def place(state):
    """Where the node of a state stands in the table."""
    return (np.int64(state[0]) + BYTE * np.int64(state[1])) * FIELDS


@rule("init")
def init(spec, state):
    state[:] = 0


@rule("legal_mask")
def legal_mask(spec, state, mask):
    at = place(state)
    for move in range(MAX_MOVES):
        mask[move] = spec[at + CHILDREN + move] != NO_NODE


@rule("step")
def step(spec, state, action):
    at = place(state)
    child = spec[at + CHILDREN + action]
    state[0] = child % BYTE
    state[1] = child // BYTE


@rule("to_play")
def to_play(spec, state):
    return spec[place(state) + PLAYER]


@rule("is_terminal")
def is_terminal(spec, state):
    return spec[place(state) + CHILDREN] == NO_NODE


@rule("score")
def score(spec, state, player):
    margin = spec[place(state) + MARGIN]
    return margin if player == 0 else -margin


@rule("returns")
def returns(spec, state, player):
    margin = spec[place(state) + MARGIN]
    return sign(margin if player == 0 else -margin)


@rule("observe")
def observe(spec, state, planes):
    planes[:] = 0.0


@rule("key")
def key(spec, state):
    return hash_state(state)


def nodes_of(root: Node) -> list[Node]:
    """All nodes, numbered in the order they are written."""
    found = []

    def visit(at: Node) -> None:
        at.number = len(found)
        found.append(at)
        for child in at.children:
            visit(child)

    visit(root)
    return found


def game_of(root: Node, max_score: int = 1) -> Game:
    found = nodes_of(root)
    table = np.full((len(found), FIELDS), NO_NODE, np.int32)
    for at in found:
        table[at.number, PLAYER] = at.player
        table[at.number, MARGIN] = at.margin
        for move, child in enumerate(at.children):
            table[at.number, CHILDREN + move] = child.number
    functions = (init, legal_mask, step, to_play, is_terminal, returns, score, observe, key)
    return Game(
        name="planted",
        version=1,
        sizes={"rows": 1, "cols": MAX_MOVES},
        functions={function.__name__: function for function in functions},
        spec=table.ravel(),
        state_size=2,
        num_actions=MAX_MOVES,
        max_plies=len(found),
        planes=(1, 1, MAX_MOVES),
        action_cells=np.arange(MAX_MOVES, dtype=np.int32),
        action_names=tuple("0123"),
        cell_symmetries=np.arange(MAX_MOVES, dtype=np.int32)[None],
        action_symmetries=np.arange(MAX_MOVES, dtype=np.int32)[None],
        max_score=max_score,
        picture="stones",
        assemble=lambda cells, to_play, scores: None,
    )


def state_of(at: Node) -> np.ndarray:
    return np.array([at.number % BYTE, at.number // BYTE], np.int8)


def minimax(at: Node) -> int:
    """The margin for player 0 under best play; the player to move is written in the node, not taken from the ply."""
    if not at.children:
        return at.margin
    values = [minimax(child) for child in at.children]
    return max(values) if at.player == 0 else min(values)


class PlantedEvaluator:
    """Says of each node what the test wrote: `{number: (priors of the moves, value for the player to move)}`."""

    name = "planted"
    reads = "states"

    def __init__(self, evaluations: dict[int, tuple[list[float], float]]):
        self.evaluations = evaluations
        self.asked: list[int] = []

    def evaluate(self, leaves):
        prior_logits = np.full((len(leaves), MAX_MOVES), -np.inf, np.float32)
        values = np.zeros(len(leaves), np.float32)
        for row, state in enumerate(leaves):
            number = int(state[0]) + BYTE * int(state[1])
            self.asked.append(number)
            priors, values[row] = self.evaluations[number]
            with np.errstate(divide="ignore"):
                prior_logits[row, : len(priors)] = np.log(priors)
        return prior_logits, values
