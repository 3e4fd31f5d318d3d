"""The array notation against positions published in it, arrays written by hand, and a model of its own rules."""

import json

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.games.dots_array import parse_array, read_array, read_moves, write_array, write_moves
from src.games.draw import draw, read

GAME = games.make("dots")
SMALL = games.make("dots", rows=2, cols=2)

# Who is to move has no box, the other two, as the last column says:
PUBLISHED = """
    1 1 1 0
    0 1 1 2
    1 1 1 0
    0 1 1 0
    0 1 1 1
    1 0 0 0
    1 0 1 0
"""
DRAWN = """
    *---*---*---*
        | # | # |
    *   *---*---*
    |
    *---*---*---*
    |       |
    *   *---*---*
    A 0, B 2, A to move
"""


def test_the_published_position_is_read_and_written():
    state = read_array(GAME, parse_array(GAME, PUBLISHED))
    assert draw(GAME, state) == draw(GAME, read(GAME, DRAWN))
    assert np.array_equal(write_array(GAME, state), parse_array(GAME, PUBLISHED))


def test_the_published_position_is_the_recorded_one(truth):
    recorded = json.loads((truth / "dab_article_position.json").read_text())
    state = read_array(GAME, parse_array(GAME, recorded["board_string"]))
    assert np.flatnonzero(state[:24]).tolist() == recorded["drawn_edges"]
    assert GAME.legal_actions(state) == recorded["free_edges"]


def test_the_other_player_sees_the_same_array_from_the_other_side():
    array = parse_array(GAME, PUBLISHED)
    assert draw(GAME, read_array(GAME, array, player=1)).endswith("A 2, B 0, B to move")


class Passing:
    """The notation's own game, written apart: two players in strict turns, one of whom may have to pass."""

    def __init__(self, rows: int, cols: int):
        self.rows, self.cols, self.player, self.must_pass, self.boxes = rows, cols, 0, False, [0, 0]
        self.level = np.zeros((rows + 1, cols), int)
        self.upright = np.zeros((rows, cols + 1), int)

    def complete(self) -> int:
        across, down = self.level, self.upright
        return int((across[:-1] & across[1:] & down[:, :-1] & down[:, 1:]).sum())

    def play(self, action: int) -> None:
        if self.must_pass:
            assert action == self.level.size + self.upright.size
            self.must_pass = False
        else:
            edges, place = (
                (self.level, action) if action < self.level.size else (self.upright, action - self.level.size)
            )
            before = self.complete()
            assert edges.flat[place] == 0
            edges.flat[place] = 1
            won = self.complete() - before
            self.boxes[self.player] += won
            self.must_pass = won > 0
        self.player = 1 - self.player

    def array(self) -> np.ndarray:
        found = np.zeros((2 * self.rows + 1, self.cols + 1), int)
        found[: self.rows + 1, : self.cols], found[self.rows + 1 :] = self.level, self.upright
        found[:3, -1] = self.boxes[self.player], self.boxes[1 - self.player], self.must_pass
        return found


@pytest.mark.parametrize("sizes", [(2, 2), (3, 3), (3, 2), (2, 4)])
def test_games_load_position_by_position(sizes):
    """Random games of that other program: each array is ours, and its moves are our history with passes between."""
    game = games.make("dots", rows=sizes[0], cols=sizes[1])
    rng = np.random.default_rng(0)
    for _ in range(20):
        other, moves = Passing(*sizes), []
        while sum(other.boxes) < sizes[0] * sizes[1]:
            state = game.replay(read_moves(game, moves))
            array = other.array()
            assert np.array_equal(read_array(game, array, other.player), state)
            assert np.array_equal(write_array(game, state, must_pass=other.must_pass), array)
            free = np.flatnonzero(np.concatenate([other.level.ravel(), other.upright.ravel()]) == 0)
            moves.append(game.num_actions if other.must_pass else int(rng.choice(free)))
            other.play(moves[-1])
        history = read_moves(game, moves)
        assert game.is_terminal(game.replay(history))
        assert write_moves(game, history) == moves


def test_a_pass_stands_where_it_must_and_nowhere_else():
    # 2×2: the upper left box has edges 0, 2, 6 and 7; the fourth move completes it, and the other passes with 12.
    assert read_moves(SMALL, [0, 2, 6, 7, 12, 1]) == [0, 2, 6, 7, 1]
    assert read_moves(SMALL, [0, 2, 6, 7]) == [0, 2, 6, 7]
    assert write_moves(SMALL, [0, 2, 6, 7, 1]) == [0, 2, 6, 7, 12, 1]
    with pytest.raises(UserError, match="12, the pass, must stand at ply 4, not 1"):
        read_moves(SMALL, [0, 2, 6, 7, 1])
    with pytest.raises(UserError, match="an edge must stand at ply 1, not 12"):
        read_moves(SMALL, [0, 12])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({(0, 0): 2}, "edges and the pass are 0 or 1"),
        ({(2, 3): 3}, "edges and the pass are 0 or 1"),
        ({(3, 3): 1}, "what lies below the pass is 0"),
        ({(1, 3): 1}, "2 boxes are complete, but the scores are 0 and 1"),
        ({(0, 3): 2, (1, 3): 0, (2, 3): 1}, "who must pass has seen the other complete a box"),
    ],
)
def test_what_cannot_be_is_said(change, sentence):
    array = parse_array(GAME, PUBLISHED)
    for place, value in change.items():
        array[place] = value
    with pytest.raises(UserError, match=sentence):
        read_array(GAME, array)


def test_other_games_and_shapes_are_refused():
    with pytest.raises(UserError, match="the array has 7 rows of 4 numbers, not the shape"):
        read_array(GAME, np.zeros((4, 7)))
    with pytest.raises(UserError, match="not for tictactoe 3×3"):
        write_array(games.make("tictactoe"), games.make("tictactoe").initial_state())
    assert parse_array(GAME, "1 8 11 9") is None
