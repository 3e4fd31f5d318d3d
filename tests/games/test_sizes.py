"""Which sizes and games there are, and what is said about others."""

import pytest

from src.files.errors import UserError
from src.games import GAMES, make
from tests.games.sizes import SIZES

LARGEST = {"dots": 10, "connect4": 10, "tictactoe": 8, "gomoku": 20, "go": 19}
WITH_HISTORY = [name for name, boards in SIZES.items() if any("history" in sizes for sizes in boards)]
SMALLEST = {"connect4": {"in_row": 1}, "tictactoe": {"in_row": 1}, "gomoku": {"in_row": 1}}  # beside rows and cols


@pytest.mark.parametrize("side", ["rows", "cols"])
@pytest.mark.parametrize("value", [0, -1, 21, 99, 2.5, 2.0, True, "3", None])
@pytest.mark.parametrize("name", LARGEST)
def test_a_side_is_a_whole_number_in_its_range(name, side, value):
    make(name, rows=1, cols=2, **SMALLEST.get(name, {}))  # True and 2.0 must not find these
    make(name, rows=2, cols=1, **SMALLEST.get(name, {}))
    sizes = {"rows": 2, "cols": 2, side: value}
    sentence = rf"^game\.{side} of {name} must be a whole number from 1 to {LARGEST[name]}, not {value}$"
    with pytest.raises(UserError, match=sentence):
        make(name, **sizes)


@pytest.mark.parametrize("komi", [0, 7, 7.5, -3.5, 361, -361])
def test_komi_is_whole_or_half_points(komi):
    assert make("go", komi=komi).sizes["komi"] == komi


@pytest.mark.parametrize("komi", [7.25, 361.5, -362, float("nan"), float("inf"), True, "7.5", None])
def test_other_komi_is_refused(komi):
    make("go", komi=1)  # True must not find this
    with pytest.raises(
        UserError, match=rf"^game\.komi of go must be whole or half points from -361 to 361, not {komi}$"
    ):
        make("go", komi=komi)


@pytest.mark.parametrize("value", [0, 11])
def test_plies_per_point_of_go_have_their_range(value):
    with pytest.raises(
        UserError, match=rf"^game\.plies_per_point of go must be a whole number from 1 to 10, not {value}$"
    ):
        make("go", plies_per_point=value)


@pytest.mark.parametrize("name", WITH_HISTORY)
@pytest.mark.parametrize("history", [0, 9, -1, 2.0, True, None])
def test_a_net_sees_one_to_eight_boards(name, history):
    make(name, history=1), make(name, history=2)  # True and 2.0 must not find these
    with pytest.raises(
        UserError, match=rf"^game\.history of {name} must be a whole number from 1 to 8, not {history}$"
    ):
        make(name, history=history)


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "gomoku"])
@pytest.mark.parametrize("in_row", [0, 4, -1, 2.5, True])
def test_a_line_is_no_longer_than_the_longer_side(name, in_row):
    with pytest.raises(UserError, match=rf"^game\.in_row of {name} must be a whole number from 1 to 3, not {in_row}$"):
        make(name, rows=2, cols=3, in_row=in_row)


@pytest.mark.parametrize("name", LARGEST)
def test_a_side_may_be_as_long_as_its_limit_and_no_longer(name):
    most = LARGEST[name]
    assert make(name, rows=most, cols=1, **SMALLEST.get(name, {})).sizes["rows"] == most
    with pytest.raises(UserError, match=f"from 1 to {most}, not {most + 1}$"):
        make(name, rows=most + 1, cols=1, **SMALLEST.get(name, {}))


@pytest.mark.parametrize("exact", [0, 1, "true", None])
def test_a_switch_is_true_or_false(exact):
    make("gomoku", exact=False)  # 0 must not find this
    with pytest.raises(UserError, match=rf"^game\.exact of gomoku must be true or false, not {exact}$"):
        make("gomoku", exact=exact)


def test_an_unknown_game_is_told_the_others():
    with pytest.raises(UserError, match=rf"^there is no game 'chess'; there are {', '.join(sorted(GAMES))}$"):
        make("chess")


def test_an_unknown_size_is_told_the_others():
    with pytest.raises(UserError, match=r"^game\.in_row is no size of dots; its sizes are rows, cols, history$"):
        make("dots", in_row=4)


def test_the_smallest_and_the_largest_boards_are_as_large_as_asked():
    """R × C boxes have (R + 1) * C + R * (C + 1) edges: 4 round one box, 11 * 10 + 10 * 11 = 220 round a hundred."""
    assert make("dots", rows=1, cols=1).num_actions == 4
    assert make("dots", rows=10, cols=10).num_actions == 220
    assert make("connect4", rows=10, cols=9).num_actions == 9
    assert make("tictactoe", rows=7, cols=8).num_actions == 7 * 8
    assert make("othello", rows=10, cols=4).num_actions == 10 * 4 + 1  # and the pass
    assert make("hex", rows=13, cols=13, swap=True).num_actions == 13 * 13 + 1
    assert str(make("dots", rows=2, cols=5)) == "dots 2×5"


@pytest.mark.parametrize("sizes", [(1, 1), (1, 3), (3, 2), (8, 8)])
def test_a_game_of_dots_lasts_as_long_as_it_has_edges(sizes):
    """Whatever is drawn first: each move draws one edge, and the last edge closes the last box."""
    game = make("dots", rows=sizes[0], cols=sizes[1])
    state = game.initial_state()
    for edge in reversed(range(game.num_actions)):
        assert not game.is_terminal(state)
        state = game.step(state, edge)
    assert game.is_terminal(state)
    assert game.num_actions == game.max_plies
