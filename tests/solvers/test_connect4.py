"""Connect Four's solver against plain Python that tries everything, and against positions that others have solved.

Values are for the player to move: on 6×7 22 less the stones that the winner has played when he wins.
"""

import gzip
from textwrap import dedent

import numpy as np
import pytest

from src import games
from src.files.errors import UserError
from src.games.draw import read
from src.games.rules import Game
from src.solvers.connect4 import Connect4
from src.solvers.negamax import Negamax
from src.solvers.referee import ILLEGAL, referee
from tests.games.random_games import play_randomly

GAME = games.make("connect4")
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class BruteForce:
    """Tries every move to the end. A board is a tuple of columns, each a tuple of players from the bottom."""

    def __init__(self, rows: int, cols: int, in_row: int):
        self.rows, self.cols, self.in_row = rows, cols, in_row
        self.known: dict[tuple, int] = {}

    def value(self, board: tuple) -> int:
        if board not in self.known:
            self.known[board] = max((self.after(board, col) for col in self.open(board)), default=0)
        return self.known[board]

    def open(self, board: tuple) -> list[int]:
        return [col for col in range(self.cols) if len(board[col]) < self.rows]

    def after(self, board: tuple, col: int) -> int:
        """What the move into `col` is worth for who makes it."""
        num_stones = sum(map(len, board))
        new = (*board[:col], (*board[col], num_stones % 2), *board[col + 1 :])
        if self.wins(new, col):
            return (self.rows * self.cols + 1) // 2 + 1 - (num_stones // 2 + 1)
        return -self.value(new)

    def wins(self, board: tuple, col: int) -> bool:
        """Whether the top stone of `col` stands in a line."""
        height = len(board[col]) - 1
        player = board[col][height]

        def length(right: int, up: int) -> int:
            c, h, count = col + right, height + up, 0
            while 0 <= c < self.cols and 0 <= h < len(board[c]) and board[c][h] == player:
                c, h, count = c + right, h + up, count + 1
            return count

        return any(1 + length(r, u) + length(-r, -u) >= self.in_row for r, u in DIRECTIONS)


def board_of(game: Game, state: np.ndarray) -> tuple:
    cells = state[: game.max_plies].reshape(game.sizes["rows"], game.sizes["cols"])
    return tuple(tuple(int(stone) - 1 for stone in column[::-1] if stone) for column in cells.T)


def random_state(game: Game, num_moves: int, rng: np.random.Generator) -> np.ndarray:
    """A position of random play that goes on after so many moves."""
    while True:
        state = game.initial_state()
        for _ in range(num_moves):
            if not game.is_terminal(state):
                state = game.step(state, int(rng.choice(game.legal_actions(state))))
        if not game.is_terminal(state):
            return state


def moves_by_column(text: str) -> list[int]:
    """Columns from 1, as solvers write them, to actions from 0."""
    return [int(column) - 1 for column in text]


@pytest.mark.parametrize(
    ("rows", "cols", "in_row", "fewest"),
    [(4, 4, 3, 3), (4, 4, 4, 5), (4, 5, 3, 6), (4, 5, 4, 9), (5, 4, 4, 9), (3, 5, 3, 3), (5, 3, 4, 3), (3, 3, 3, 0)],
)
def test_every_move_is_worth_what_trying_all_says(rows, cols, in_row, fewest):
    game = games.make("connect4", rows=rows, cols=cols, in_row=in_row)
    judge, oracle, rng = referee(game), BruteForce(rows, cols, in_row), np.random.default_rng(rows * cols)
    assert isinstance(judge, Connect4)
    for num_moves in np.linspace(fewest, rows * cols - 4, 30).astype(int):
        state = random_state(game, num_moves, rng)
        board = board_of(game, state)
        expected = [oracle.after(board, col) if col in oracle.open(board) else ILLEGAL for col in range(cols)]
        assert judge.move_values(state).margins.tolist() == expected
        assert judge.values(state[None]).tolist() == [oracle.value(board)]


@pytest.mark.plain
def test_the_search_also_runs_as_plain_python():
    game = games.make("connect4", rows=3, cols=3, in_row=3)
    oracle, rng = BruteForce(3, 3, 3), np.random.default_rng(0)
    states = np.stack([random_state(game, num_moves, rng) for num_moves in range(6)])
    assert referee(game).values(states).tolist() == [oracle.value(board_of(game, state)) for state in states]


def test_results_are_those_of_negamax():
    """Over the rules themselves, which know nothing of how soon a win comes."""
    for sizes in ({"rows": 4, "cols": 4}, {"rows": 3, "cols": 4, "in_row": 3}):
        game = games.make("connect4", **sizes)
        judge, slow = referee(game), Negamax(game)
        slow.values(game.initial_state()[None])
        states = np.array([np.frombuffer(name, np.int8) for name in slow._known])
        assert np.sign(judge.values(states)).tolist() == list(slow._known.values())


def test_a_threat_that_cannot_be_parried():
    """X plays column 1 and threatens 0 and 4, or column 4 and threatens 1 and 5: the 4th stone wins, 15 - 4."""
    game = games.make("connect4", rows=4, cols=7)
    state = read(
        game,
        dedent("""
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . . X X . . .
        X to move
        """).strip("\n"),
    )
    judged = referee(game).move_values(state)
    assert judged.margin == 11
    assert judged.optimal_actions.tolist() == [1, 4]


def test_a_win_on_the_last_cell_is_no_draw():
    history = moves_by_column("211131416572345677654327654322345677654321")
    assert len(history) == 42
    judge = referee(GAME)
    before, after = GAME.replay(history[:-1]), GAME.replay(history)
    assert GAME.returns(after, 1) == 1
    assert judge.move_values(before).margins.tolist() == [22 - 21, *[ILLEGAL] * 6]
    assert judge.values(np.stack([before, after])).tolist() == [1, -1]


def test_final_states_have_the_margin_that_stands():
    """Who is to move has lost, or it is a draw; on 4×4 the winner's stones are taken from 16 / 2 + 1."""
    game = games.make("connect4", rows=4, cols=4)
    played = play_randomly(game, 300, seed=0)
    plies = np.array([len(played.history(i)) for i in range(300)])
    winners_stones = (plies + 1) // 2
    drawn = np.array([game.returns(state, 0) == 0 for state in played.states[-1]])
    assert 0 < drawn.sum() < 300
    assert referee(game).values(played.states[-1]).tolist() == np.where(drawn, 0, winners_stones - 9).tolist()
    with pytest.raises(UserError, match="the game is over"):
        referee(game).move_values(played.states[-1][0])


def test_too_early_a_position_is_refused_in_a_sentence():
    says = r"connect4 6×7 needs a later position: here 42 cells are empty, and at most 34 can be judged"
    with pytest.raises(UserError, match=says):
        referee(GAME).values(GAME.initial_state()[None])


def test_other_lines_and_larger_boards_are_left_to_negamax():
    for sizes in ({"rows": 5, "cols": 5, "in_row": 5}, {"rows": 8, "cols": 8}):
        with pytest.raises(UserError, match="cannot be judged from here, since more than"):
            referee(games.make("connect4", **sizes))


class TestTruth:
    @pytest.mark.parametrize(("name", "count"), [("Test_L3_R1", 1000), ("Test_L2_R1", 1000)])
    def test_solved_positions(self, truth, name, count):
        rows = [line.split() for line in (truth / "connect4_pons" / name).read_text().splitlines()]
        states = np.stack([GAME.replay(moves_by_column(moves)) for moves, _ in rows])
        assert len(rows) == count
        assert referee(GAME).values(states).tolist() == [int(value) for _, value in rows]

    @pytest.mark.slow
    def test_positions_after_eight_moves(self, truth):
        with gzip.open(truth / "connect4_8ply_wdl.txt.gz", "rt") as lines:
            rows = [line.split() for line in lines]
        assert len(rows) == 67_557
        chosen = [rows[i] for i in np.random.default_rng(0).choice(len(rows), 200, replace=False)]
        values = referee(GAME).values(np.stack([state_of(cells) for cells, _ in chosen]))
        assert [("loss", "draw", "win")[np.sign(value) + 1] for value in values] == [result for _, result in chosen]


def state_of(cells: str) -> np.ndarray:
    """A position written column by column from the bottom: b empty, x first player, o second."""
    stones = np.array(["bxo".index(cell) for cell in cells], np.int8).reshape(7, 6).T[::-1]
    return GAME.assemble(stones.ravel(), 0, (0, 0))


@pytest.mark.slow
def test_the_first_move_belongs_in_the_middle():
    """Solved by Allen and Allis in 1988: the middle wins, beside it a draw, further out a loss."""
    judged = Connect4(GAME, most_free=42).move_values(GAME.initial_state())
    assert judged.margins.tolist() == [-2, -1, 0, 1, 0, -1, -2]
