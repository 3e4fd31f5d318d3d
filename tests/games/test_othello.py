"""Othello: rules beside boards worked out by hand, a plain oracle for every size, and published counts."""

from itertools import product

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import batch, make, othello, sight
from src.games.draw import draw, read
from src.games.history import parse_history
from src.games.rules import Game
from tests.games.random_games import play_randomly
from tests.games.sizes import SIZES

SMALL = make("othello", rows=4, cols=4)
PASS = 16  # of the small board


def board(game: Game, history: str) -> str:
    """What stands after moves by their names."""
    return draw(game, game.replay(parse_history(game, history)))


def lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().split("\n"))


@pytest.mark.plain
def test_the_start_and_a_move_that_turns_one_stone_over():
    assert draw(SMALL, SMALL.initial_state()) == lines("""
        . . . .
        . O X .
        . X O .
        . . . .
        X to move
        """)
    assert [SMALL.action_names[action] for action in SMALL.legal_actions(SMALL.initial_state())] == [
        "b1",
        "a2",
        "d3",
        "c4",
    ]
    assert board(SMALL, "b1") == lines("""
        . X . .
        . X X .
        . X O .
        . . . .
        O to move
        """)


@pytest.mark.plain
def test_a_move_turns_over_every_line_that_it_encloses_and_no_other():
    """X at c1 encloses b1, c2, and d2 with e3; the line down to the left, b2 and a3, ends at the rim without an X."""
    game = make("othello", rows=6, cols=6)
    before = """
        X O . . . .
        . O O O . .
        O . X O O .
        . . X O . X
        . . . . . .
        . . . . . .
        X to move
        """
    assert draw(game, game.step(read(game, before), game.action_names.index("c1"))) == lines("""
        X X X . . .
        . O X X . .
        O . X O X .
        . . X O . X
        . . . . . .
        . . . . . .
        O to move
        """)


@pytest.mark.plain
def test_who_cannot_move_passes_while_the_other_can():
    """X at b4 or d4 would enclose nothing; O at d4 encloses d3, and at b4 b3 and a diagonal."""
    state = read(SMALL, "O X X X\nO O O O\nO X O X\nX . O .\nX to move")
    assert SMALL.legal_actions(state) == [PASS]
    after = SMALL.step(state, PASS)
    assert draw(SMALL, after) == lines("""
        O X X X
        O O O O
        O X O X
        X . O .
        O to move
        """)
    assert [SMALL.action_names[action] for action in SMALL.legal_actions(after)] == ["b4", "d4"]


@pytest.mark.plain
def test_the_game_is_over_when_nobody_can_move_though_cells_are_empty():
    """11 O and 3 X: O wins by 8, and with the two empty cells by 13 to 3."""
    state = read(SMALL, "X . . X\nO O O O\nO O O O\nX O O O\nO wins")
    assert SMALL.is_terminal(state)
    assert SMALL.legal_actions(state) == []
    assert SMALL.score(state, 1) == 8
    assert othello.final_stones(SMALL, state) == (3, 13)


def test_in_a_draw_the_empty_cells_are_halved():
    state = read(SMALL, "X X X X\nX X X .\n. O O O\nO O O O\ndraw")
    assert SMALL.returns(state, 0) == SMALL.returns(state, 1) == 0
    assert othello.final_stones(SMALL, state) == (8, 8)


def test_the_shortest_games_wipe_a_player_out():
    """The known nine moves after which no white stone is left: 13 of 13; the 51 empty cells are the winner's."""
    game = make("othello")
    shown = board(game, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    state = read(game, shown)
    assert shown.endswith("X wins")
    assert game.is_terminal(state)
    assert (game.score(state, 0), game.returns(state, 0), game.returns(state, 1)) == (13, 1, -1)
    assert othello.final_stones(game, state) == (64, 0)


@pytest.mark.plain
def test_what_a_net_sees():
    """O to move: both colours, the empty cells and the three moves, which are b1's neighbours and c4's diagonal."""
    planes = SMALL.observe(SMALL.step(SMALL.initial_state(), 1))
    shown = ["/".join("".join(".1"[int(value)] for value in row) for row in plane) for plane in planes]
    assert shown[sight.OWN_PLANE] == "..../..../..1./...."
    assert shown[sight.OTHER_PLANE] == ".1../.11./.1../...."
    assert shown[sight.EMPTY_PLANE] == "1.11/1..1/1..1/1111"
    assert shown[othello.LEGAL_PLANE] == "1.1./..../1.../...."


@pytest.mark.parametrize(("sizes", "number"), [((8, 8), 4), ((6, 8), 2)])
def test_symmetries_are_those_that_keep_the_start(sizes, number):
    assert len(make("othello", rows=sizes[0], cols=sizes[1]).cell_symmetries) == number


@pytest.mark.parametrize("value", [2, 5, 12, 8.0, True])
def test_sides_are_even_from_4_to_10(value):
    with pytest.raises(UserError, match=r"^game\.rows of othello must be (even|a whole number from 4 to 10)"):
        make("othello", rows=value, cols=8)


def test_a_board_without_its_middle_is_refused():
    with pytest.raises(UserError, match=r"^othello: the four cells in the middle are taken from the start"):
        read(SMALL, ". . . .\n. O . .\n. X O .\n. . . .\nX to move")


def test_the_best_game_on_6x6(truth):
    """Feinstein 1993: black passes once, and loses by 16 to 20."""
    game = make("othello", rows=6, cols=6)
    state, passes = game.initial_state(), []
    for number, name in enumerate((truth / "othello_6x6_feinstein.txt").read_text().splitlines()[-1].split(), 1):
        if game.legal_actions(state) == [36]:
            passes.append((number, game.to_play(state)))
            state = game.step(state, 36)
        state = game.step(state, game.action_names.index(name))
    assert passes == [(31, 0)]
    assert game.is_terminal(state)
    assert othello.final_stones(game, state) == (16, 20)


def path_counts(game: Game, depth: int) -> list[int]:
    """How many games of one ply there are, of two, … up to `depth`."""
    states, found = game.initial_state()[None], []
    while True:
        masks = np.zeros((len(states), game.num_actions), np.bool_)
        batch.legal_masks(game.rules, game.spec, states, masks)
        found.append(int(masks.sum()))
        if len(found) == depth:
            return found
        parents, actions = np.nonzero(masks)
        states = states[parents]
        batch.step_all(game.rules, game.spec, states, actions)


PATHS = {8: [4, 12, 56, 244, 1396, 8200, 55092, 390216], 6: [4, 12, 56, 244, 1364, 7604, 47740, 308716]}


@pytest.mark.parametrize("side", PATHS)
def test_as_many_games_as_others_count(side):
    assert path_counts(make("othello", rows=side, cols=side), 8) == PATHS[side]


class Oracle:
    """The rules once more, on a dictionary of cells, written without a look at the others."""

    def __init__(self, rows: int, cols: int):
        self.cells = dict.fromkeys(product(range(rows), range(cols)), ".")
        r, c = rows // 2, cols // 2
        self.cells |= {(r - 1, c - 1): "O", (r, c): "O", (r - 1, c): "X", (r, c - 1): "X"}
        self.mover = "X"

    def turned(self, cell: tuple[int, int], mover: str) -> list[tuple[int, int]]:
        found = []
        for step in product((-1, 0, 1), repeat=2):
            line, (r, c) = [], cell
            while step != (0, 0):
                r, c = r + step[0], c + step[1]
                if self.cells.get((r, c), ".") == ".":
                    break
                if self.cells[r, c] == mover:
                    found += line
                    break
                line.append((r, c))
        return found

    def moves(self, mover: str) -> list[tuple[int, int]]:
        return [cell for cell, stone in self.cells.items() if stone == "." and self.turned(cell, mover)]

    def other(self) -> str:
        return "O" if self.mover == "X" else "X"

    def play(self, cell: tuple[int, int] | None) -> None:
        if cell:
            for each in [cell, *self.turned(cell, self.mover)]:
                self.cells[each] = self.mover
        self.mover = self.other()


@pytest.mark.parametrize("sizes", SIZES["othello"], ids=str)
def test_every_ply_of_random_games_agrees_with_the_oracle(sizes):
    game, cols = make("othello", **sizes), sizes["cols"]
    played = play_randomly(game, 10, seed=4)
    for i in range(10):
        oracle = Oracle(sizes["rows"], sizes["cols"])
        for ply, action in enumerate([*played.history(i), None]):
            state = played.states[ply, i]
            assert "".join(".XO"[stone] for stone in state[: len(oracle.cells)]) == "".join(oracle.cells.values())
            moves = [row * cols + col for row, col in oracle.moves(oracle.mover)]
            may_pass = not moves and bool(oracle.moves(oracle.other()))
            assert game.legal_actions(state) == moves + [game.num_actions - 1] * may_pass
            if action is None:
                assert game.is_terminal(state)
                assert not moves
                assert not may_pass
            else:
                assert game.to_play(state) == "XO".index(oracle.mover)
                oracle.play(divmod(action, cols) if action < game.num_actions - 1 else None)
        margin = sum({"X": 1, "O": -1, ".": 0}[stone] for stone in oracle.cells.values())
        assert game.score(played.states[-1, i], 0) == margin
        assert game.returns(played.states[-1, i], 0) == np.sign(margin)
