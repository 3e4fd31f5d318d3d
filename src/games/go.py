"""Go: surround points; chains without a liberty are taken; the larger area wins when both have passed in a row.

Rules as Tromp and Taylor state them, suicide aside: area scoring, and positional superko, by which a move must not
bring back a board that stood before, whoever was to move. Suicide is forbidden unless `suicide` is set. A pass is
always legal. After `plies_per_point` plies for each point the game is over, too, and scored as it stands (AlphaGo Zero:
722 on 19×19).

Action `row * cols + col`, row 0 at the top, puts a stone on that point; the last action passes. Names are a letter, of
which I is none, and the row from 1 at the bottom, as D4.

Margins are in half points, so that `komi`, which is added to the second player's area, may be 7.5.

State: a byte a point (0 empty, 1 player 0, 2 player 1); the past (`src.games.sight`), with the board as it is for its
latest; the player to move, the passes in a row; then 8-byte words: the plies, how many
boards have stood so far, a hash of the set of them, and a hash of each (Zobrist 1970) in their order.

Observation, as AlphaGo Zero's (Silver et al. 2017): for each of the last `history` boards, the latest first, own stones
and the other's, then a plane of ones if player 0 is to move.
"""

import numpy as np

from src.files.compiled import allocating, inlined
from src.files.errors import UserError
from src.games import go_board as board
from src.games import grid, sight
from src.games.hashing import hash_state, mixed
from src.games.rules import NO_CELL, Game, functions_of, rule, sign

VERSION = 1
MAX_SIDE = 19
MAX_KOMI = MAX_SIDE * MAX_SIDE

TO_PLAY, PASSES = 0, 1  # places in the state behind the board and the two players' pasts
PLIES, NUM_BOARDS, SET, BOARDS = range(4)  # places among the words


@inlined
def tail_of(spec):
    return 3 * spec[board.SIZE]


@inlined
def has_stood(words, bits):
    """Whether a board with this hash has stood before."""
    found = False
    for i in range(BOARDS, BOARDS + np.int64(words[NUM_BOARDS])):
        found |= words[i] == bits  # without a way out, so that several are compared at once
    return found


@inlined
def may_be_played(spec, state, words, point, stone, chain_of, liberty, chain_hash):
    """Whether a stone of the player to move may be put on an empty point."""
    is_alive = False
    gone, own = np.uint64(0), np.uint64(0)  # hashes of the chains that are taken, and of the own ones it would join
    first = board.NEIGHBOURS_AT + 4 * point
    for side in range(first, first + 4):
        near = spec[side]
        if near == board.OFF_BOARD:
            continue
        chain = chain_of[near]
        if chain == board.NO_CHAIN:
            is_alive = True
            continue
        is_new = True
        for before in range(first, side):
            is_new &= spec[before] == board.OFF_BOARD or chain_of[spec[before]] != chain
        if state[near] == stone:
            is_alive |= liberty[chain] == board.LIBERTIES
            own ^= chain_hash[chain] if is_new else np.uint64(0)
        elif liberty[chain] == point:
            is_alive = True
            gone ^= chain_hash[chain] if is_new else np.uint64(0)
    now = words[BOARDS + np.int64(words[NUM_BOARDS]) - 1]
    if is_alive:
        return not has_stood(words, now ^ gone ^ board.zobrist(point, stone))
    return spec[board.SUICIDE] != 0 and not has_stood(words, now ^ own)


@allocating
def put(spec, state, words, point, stone):
    """Put a stone, take what it leaves without a liberty, and remember the board."""
    queue = np.empty(spec[board.SIZE], np.int16)
    bits = words[BOARDS + np.int64(words[NUM_BOARDS]) - 1] ^ board.zobrist(point, stone)
    state[point] = stone
    for side in range(board.NEIGHBOURS_AT + 4 * point, board.NEIGHBOURS_AT + 4 * point + 4):
        near = spec[side]
        if near != board.OFF_BOARD and state[near] == 3 - stone:
            bits ^= board.take_if_dead(spec, state, near, queue)
    bits ^= board.take_if_dead(spec, state, point, queue)
    words[BOARDS + np.int64(words[NUM_BOARDS])] = bits
    words[NUM_BOARDS] += np.uint64(1)
    words[SET] ^= mixed(bits)


@inlined
def remember_stones(spec, state):
    """Let the players' pasts begin with the board as it is."""
    size = spec[board.SIZE]
    sight.remember(state[:size], state[size : 3 * size], spec[board.HISTORY])


@rule("init")
def init(spec, state):
    state[:] = 0
    state[spec[board.WORDS_AT] :].view(np.uint64)[NUM_BOARDS] = 1  # the empty board, whose hash is 0


@rule("is_terminal")
def is_terminal(spec, state):
    words = state[spec[board.WORDS_AT] :].view(np.uint64)
    return state[tail_of(spec) + PASSES] == 2 or np.int64(words[PLIES]) >= spec[board.MAX_PLIES]


@rule("legal_mask", makes_arrays=True)
def legal_mask(spec, state, mask):
    size = spec[board.SIZE]
    if is_terminal(spec, state):
        mask[: size + 1] = False
        return
    words = state[spec[board.WORDS_AT] :].view(np.uint64)
    stone = 1 + state[tail_of(spec) + TO_PLAY]
    places = np.empty(3 * size, np.int16)
    chain_of, liberty = places[:size], places[size : 2 * size]
    chain_hash = np.empty(size, np.uint64)
    board.find_chains(spec, state, chain_of, liberty, chain_hash, places[2 * size :])
    for point in range(size):
        mask[point] = state[point] == 0 and may_be_played(
            spec, state, words, point, stone, chain_of, liberty, chain_hash
        )
    mask[size] = True


@rule("step")
def step(spec, state, action):
    tail = tail_of(spec)
    words = state[spec[board.WORDS_AT] :].view(np.uint64)
    if action == spec[board.SIZE]:
        state[tail + PASSES] += 1
    else:
        state[tail + PASSES] = 0
        put(spec, state, words, action, np.int8(1 + state[tail + TO_PLAY]))
    remember_stones(spec, state)
    words[PLIES] += np.uint64(1)
    state[tail + TO_PLAY] = 1 - state[tail + TO_PLAY]


@rule("to_play")
def to_play(spec, state):
    return state[tail_of(spec) + TO_PLAY]


@rule("score")
def score(spec, state, player):
    return (1 - 2 * player) * (2 * board.area_lead(spec, state) - spec[board.KOMI])


@rule("returns")
def returns(spec, state, player):
    return sign(score(spec, state, player)) if is_terminal(spec, state) else 0


@rule("observe")
def observe(spec, state, planes):
    size, history = spec[board.SIZE], spec[board.HISTORY]
    player = state[tail_of(spec) + TO_PLAY]
    sight.show_past(state[size : 3 * size], history, player, planes.reshape(planes.size))
    planes[2 * history] = 1 - player


@rule("key")
def key(spec, state):
    """Of the board, its recent past, whose move it is, passes, plies, and the set of boards that must not return."""
    return hash_state(state[: spec[board.WORDS_AT] + 8 * BOARDS].view(np.uint8))


def _assemble(spec: np.ndarray, state_size: int, names: tuple[str, ...], cells: np.ndarray, to_play: int) -> np.ndarray:
    """The state of a board that nothing came before: no pass, no ply, and no other board that must not return."""
    size = int(spec[board.SIZE])
    state = np.zeros(state_size, np.int8)
    state[:size] = cells
    chain_of, liberty, chain_hash = np.zeros(size, np.int16), np.zeros(size, np.int16), np.zeros(size, np.uint64)
    board.find_chains(spec, state, chain_of, liberty, chain_hash, np.zeros(size, np.int16))
    for point in np.flatnonzero(cells):
        if liberty[chain_of[point]] == board.NO_LIBERTY:
            raise UserError(f"go: the stone at {names[point]} has no liberty; leave out what is taken")
    state[tail_of(spec) + TO_PLAY] = to_play
    remember_stones(spec, state)
    words = state[spec[board.WORDS_AT] :].view(np.uint64)
    words[NUM_BOARDS] = 1
    words[BOARDS] = np.bitwise_xor.reduce(chain_hash)
    words[SET] = mixed(words[BOARDS])
    return state


def _check_komi(komi: float) -> None:
    is_number = isinstance(komi, int | float) and not isinstance(komi, bool)
    if not is_number or not -MAX_KOMI <= komi <= MAX_KOMI or 2 * komi != int(2 * komi):
        raise UserError(f"game.komi of go must be whole or half points from -{MAX_KOMI} to {MAX_KOMI}, not {komi}")


def make(
    rows: int = 9, cols: int = 9, komi: float = 7.5, suicide: bool = False, history: int = 8, plies_per_point: int = 2
) -> Game:
    """Rows and cols from 1 to 19; komi in points, whole or half; history from 1 to 8 boards that a net sees."""
    grid.check_size("go", "rows", rows, 1, MAX_SIDE)
    grid.check_size("go", "cols", cols, 1, MAX_SIDE)
    size = rows * cols
    _check_komi(komi)
    grid.check_switch("go", "suicide", suicide)
    grid.check_size("go", "history", history, 1, sight.MAX_HISTORY)
    grid.check_size("go", "plies_per_point", plies_per_point, 1, 10)
    sizes = {"rows": rows, "cols": cols, "komi": float(komi), "suicide": suicide, "history": history}
    max_plies = plies_per_point * size
    words_at = -(-(3 * size + PASSES + 1) // 8) * 8
    state_size = words_at + 8 * (BOARDS + 1 + max_plies)
    numbers = [size, int(2 * komi), suicide, history, max_plies, words_at]
    spec = np.array([*numbers, *board.neighbours(rows, cols).ravel()], np.int32)
    action_cells = np.array([*range(size), NO_CELL], np.int32)
    names = (*board.point_names(rows, cols), "pass")
    symmetries = grid.all_symmetries(rows, cols)
    return Game(
        name="go",
        version=VERSION,
        sizes=sizes | {"plies_per_point": plies_per_point},
        functions=functions_of(globals()),
        spec=spec,
        state_size=state_size,
        num_actions=size + 1,
        max_plies=max_plies,
        planes=(2 * history + 1, rows, cols),
        action_cells=action_cells,
        action_names=names,
        cell_symmetries=symmetries,
        action_symmetries=grid.action_symmetries(symmetries, action_cells),
        max_score=2 * size + abs(int(2 * komi)),
        picture="stones",
        assemble=lambda cells, to_play, scores: _assemble(spec, state_size, names, cells, to_play),
    )
