"""Hex: who has won, by a plain search for a path, on full boards and in every position of random games."""

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import hex as rules
from src.games import make, sight
from src.games.draw import draw, read
from src.games.history import parse_history
from src.games.rules import NO_CELL
from tests.games.random_games import play_randomly
from tests.games.sizes import SIZES

SWAP = make("hex", rows=3, cols=3, swap=True)
SIZES_OF_GAMES = [(2, 2), (3, 3), (3, 6), (7, 4), (7, 7), (13, 13)]


def has_path(colours: np.ndarray, player: int) -> bool:
    """Whether the stones of `player` (numbers player + 1 on `colours` `[R, C]`) join his sides; in plain Python."""
    board = colours if player == 0 else colours.T  # then both join top and bottom; the neighbours stay the same six
    rows, cols = board.shape
    own = {(r, c) for r in range(rows) for c in range(cols) if board[r, c] == player + 1}
    to_see = [cell for cell in own if cell[0] == 0]
    seen = set(to_see)
    while to_see:
        r, c = to_see.pop()
        for near in ((r - 1, c), (r - 1, c + 1), (r, c - 1), (r, c + 1), (r + 1, c - 1), (r + 1, c)):
            if near in own and near not in seen:
                seen.add(near)
                to_see.append(near)
    return any(r == rows - 1 for r, _ in seen)


def colours_of(game, state: np.ndarray) -> np.ndarray:
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    return (state[: rows * cols] & rules.COLOUR).reshape(rows, cols)


@pytest.mark.plain
def test_x_joins_top_and_bottom():
    game = make("hex", rows=3, cols=4)
    before = """
        . X O .
         O . . .
          X . . .
        X to move
        """
    state = game.step(read(game, before), game.action_names.index("b2"))
    assert draw(game, state) == "\n".join([". X O .", " O X . .", "  X . . .", "X wins"])
    assert [game.returns(state, player) for player in (0, 1)] == [1, -1]


@pytest.mark.plain
def test_o_joins_left_and_right():
    game = make("hex", rows=3, cols=3)
    before = """
        . X O
         . . X
          O X .
        O to move
        """
    state = game.step(read(game, before), game.action_names.index("b2"))
    assert draw(game, state) == "\n".join([". X O", " . O X", "  O X .", "O wins"])


@pytest.mark.plain
def test_the_cell_down_to_the_right_is_no_neighbour():
    """a1, b2, c3 is the long diagonal, on which no two cells touch."""
    game = make("hex", rows=3, cols=3)
    state = read(game, "X O .\n O X .\n  . . .\nX to move")
    assert not game.is_terminal(game.step(state, game.action_names.index("c3")))


@pytest.mark.parametrize("sizes", SIZES_OF_GAMES, ids=str)
def test_a_full_board_has_exactly_one_winner_and_the_rules_name_it(sizes):
    """Boards filled at random with as many stones of both, put in any order without a look at who has won."""
    rows, cols = sizes
    game, rng = make("hex", rows=rows, cols=cols), np.random.default_rng(rows * cols)
    for _ in range(50):
        colours = rng.permutation(np.arange(rows * cols) % 2 + 1).reshape(rows, cols)
        winners = [player for player in (0, 1) if has_path(colours, player)]
        assert len(winners) == 1
        state = game.initial_state()
        for cell in rng.permutation(rows * cols):
            rules.put(game.spec, state, int(cell), int(colours.flat[cell]))
        assert [player for player in (0, 1) if game.returns(state, player) == 1] == winners


@pytest.mark.parametrize("sizes", SIZES["hex"], ids=str)
def test_a_game_ends_with_the_first_path(sizes):
    game = make("hex", **sizes)
    played = play_randomly(game, 20, seed=6)
    for i in range(20):
        for state in played.reached(i):
            colours = colours_of(game, state)
            winners = [player for player in (0, 1) if has_path(colours, player)]
            assert winners == [player for player in (0, 1) if game.returns(state, player) == 1]
            assert game.is_terminal(state) == bool(winners)


@pytest.mark.parametrize("sizes", [sizes for sizes in SIZES["hex"] if "history" not in sizes], ids=str)
def test_equal_boards_are_equal_states_in_whatever_order_they_came_about(sizes):
    """What a stone knows of its sides is a matter of the board alone: `read` puts them row by row."""
    game = make("hex", **sizes)
    played = play_randomly(game, 3, seed=8)
    for state in played.states[:, 0]:
        assert read(game, draw(game, state)).tobytes() == state.tobytes()


@pytest.mark.plain
def test_the_swap_takes_the_first_stone_over_mirrored():
    """b1 is one step right on X's upper side; after the swap it is a2, one step down on O's left side."""
    swap = SWAP.num_actions - 1
    assert SWAP.action_names[swap] == "swap"
    assert SWAP.action_cells[swap] == NO_CELL
    assert swap not in SWAP.legal_actions(SWAP.initial_state())
    first = SWAP.step(SWAP.initial_state(), SWAP.action_names.index("b1"))
    assert SWAP.legal_actions(first) == [0, 2, 3, 4, 5, 6, 7, 8, swap]
    swapped = SWAP.step(first, swap)
    assert draw(SWAP, swapped) == "\n".join([". . .", " O . .", "  . . .", "X to move"])
    assert SWAP.legal_actions(swapped) == [0, 1, 2, 4, 5, 6, 7, 8]
    for action in (0, 4):
        swapped = SWAP.step(swapped, action)
        assert swap not in SWAP.legal_actions(swapped)
    assert read(SWAP, draw(SWAP, swapped)).tobytes() == swapped.tobytes()


@pytest.mark.plain
def test_a_swapped_stone_is_still_joined_to_its_side():
    """X's a3 at the bottom becomes O's c1 at the right; with b1 and a1, which touch it in a row, O wins."""
    history = parse_history(SWAP, "a3 swap a2 b1 b2 a1")
    assert draw(SWAP, SWAP.replay(history)) == "\n".join(["O O O", " X X .", "  . . .", "O wins"])


@pytest.mark.plain
def test_what_a_net_sees():
    """O to move, who joins left and right: the last plane is 0, and 1 for X."""
    game = make("hex", rows=2, cols=3)
    planes = game.observe(read(game, "X . O\n . X .\nO to move"))
    shown = ["/".join("".join(".1"[int(value)] for value in row) for row in plane) for plane in planes]
    assert shown[sight.OWN_PLANE] == "..1/..."
    assert shown[sight.OTHER_PLANE] == "1../.1."
    assert shown[sight.EMPTY_PLANE] == ".1./1.1"
    assert (planes[rules.SIDES_PLANE] == 0).all()
    assert (game.observe(game.initial_state())[rules.SIDES_PLANE] == 1).all()


@pytest.mark.parametrize(
    ("sizes", "sentence"),
    [
        ({"rows": 1}, "game.rows of hex must be a whole number from 2 to 13, not 1"),
        ({"cols": 14}, "game.cols of hex must be a whole number from 2 to 13, not 14"),
        ({"swap": 1}, "game.swap of hex must be true or false, not 1"),
        ({"rows": 5, "cols": 4, "swap": True}, "game.swap of hex needs as many rows as columns, not 5 and 4"),
    ],
)
def test_what_cannot_be_is_said(sizes, sentence):
    with pytest.raises(UserError, match=f"^{sentence}$"):
        make("hex", **sizes)


@pytest.mark.parametrize(
    ("swap", "board", "sentence"),
    [
        (False, ". O\n . .\nX to move", "a board with 0 X and 1 O cannot have X to move; X starts"),
        (True, ". O\n . O\nX to move", "a board with 0 X and 2 O cannot have X to move; X starts"),
        (True, "X .\n X O\nX to move", "a board with 2 X and 1 O cannot have X to move; X starts"),
        (False, "X O\n X O\nX to move", "X to move has joined both sides already; check who is to move"),
    ],
)
def test_boards_that_cannot_be_are_refused(swap, board, sentence):
    with pytest.raises(UserError, match=f"^hex: {sentence}$"):
        read(make("hex", rows=2, cols=2, swap=swap), board)
