"""Games in the terminal: what is typed, and what is then shown."""

import builtins

import pytest
import yaml

from src import commands, entry, games
from src.play import terminal
from src.play.picture import labelled

TICTACTOE = ["game=tictactoe"]


@pytest.fixture
def session(monkeypatch, capsys, tmp_path):
    """Plays with what is typed line by line, and returns what was shown. There are no champions."""
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))

    def play(arguments: list[str], *typed: str) -> str:
        lines = iter(typed)

        def ask(prompt: str) -> str:
            print(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", ask)
        entry.enter(terminal.main, "terminal", commands.TerminalSettings, terminal.USAGE, arguments)
        return capsys.readouterr().out

    return play


def test_a_game_that_is_won(session):
    """X plays a1, and whatever greedy O answers at random, two people play on: here both sides are ours."""
    shown = session([*TICTACTOE, "player=random", "side=both"], "a1", "a2", "b1", "b2", "C1", "a3", "quit")
    assert "  a b c\n1 X X X\n2 O O .\n3 . . .\nX wins" in shown
    assert "the game is over; new begins another" in shown


def test_the_other_side_answers(session):
    """X threatens c1; exact O must block there, and X's a3 then threatens b2 or is answered in turn."""
    shown = session([*TICTACTOE, "player=exact"], "a1", "quit")
    assert "O (exact) plays b2" in shown  # the only answer to a corner that does not lose


def test_the_other_side_begins(session):
    shown = session(["game.rows=1", "game.cols=1", "player=random", "side=second"], "quit")
    assert "A (random) plays " in shown
    assert "B, your move: " in shown


def test_it_can_play_itself(session):
    shown = session([*TICTACTOE, "player=exact", "side=none"])
    assert shown.rstrip().endswith("draw")


def test_hint_and_analysis(session):
    """X has a1 and b1: c1 wins, which search and exact play both say."""
    shown = session([*TICTACTOE, "player=uniform:200", "side=both"], "a1", "a2", "b1", "b2", "hint", "analyse", "quit")
    assert "uniform:200 would play c1 (+1.00)" in shown
    assert "exact play: +1 with" in shown
    table = shown.split("what is expected\n")[1].splitlines()
    assert table[0].split()[0] == "c1"
    assert table[0].split()[3:5] == ["+1.00", "+1"]


def test_undo_goes_back_to_the_own_move(session):
    shown = session([*TICTACTOE, "player=exact"], "a1", "undo", "undo", "b2", "quit")
    boards = shown.split("  a b c\n")
    assert boards[4].startswith("1 . . .\n2 . . .\n3 . . .\nX to move")
    assert "there is no move to take back" in shown


def test_sides_can_be_changed_and_games_begun_again(session):
    shown = session([*TICTACTOE, "player=exact"], "sides", "new", "quit")
    assert "X (exact) plays " in shown
    assert shown.count("1 . . .\n2 . . .\n3 . . .\nX to move") == 2
    assert "both sides are yours already" in session([*TICTACTOE, "player=exact", "side=both"], "sides")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("z9", "tictactoe 3×3: 'z9' is not a move; moves are 0 to 8 or a1 to c3"),
        ("a1 b1", "type one move at a time"),
        ("b2", "b2 cannot be played now; what can: a1 b1 c1 a2 c2 a3 b3 c3"),
        ("", "your move"),
        ("\x00\x1b[A", "is not a move"),
    ],
)
def test_what_cannot_be_played(session, typed, said):
    shown = session([*TICTACTOE, "player=random", "side=both"], "b2", typed, "a1")
    assert said in shown
    assert "1 O . .\n2 . X .\n3 . . .\nX to move" in shown  # the next right move works


def test_without_a_champion_rollouts_play(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))
    arguments = [*TICTACTOE, "player=net:champion", "side=none"]
    entry.enter(terminal.main, "terminal", commands.TerminalSettings, terminal.USAGE, arguments)
    printed = capsys.readouterr()
    number = yaml.safe_load((entry.CONF / "mcts/default.yaml").read_text())["num_simulations"]
    said = f"there is no champion of tictactoe 3×3 yet, so a search with {number} random rollouts a move plays"
    assert said in printed.err
    assert f"(rollout:{number}) plays" in printed.out


class TestPictures:
    def test_go_counts_rows_from_below_and_leaves_out_i(self):
        game = games.make("go", rows=2, cols=9)
        assert labelled(game, game.replay([0]), [0]) == (
            "  A B C D E F G H J\n2 X . . . . . . . .\n1 . . . . . . . . .\nO to move"
        )

    def test_rows_of_a_rhombus_are_each_half_a_cell_further_right(self):
        game = games.make("hex", rows=3, cols=3)
        assert labelled(game, game.replay([8]), [8]) == "  a b c\n1 . . .\n2  . . .\n3   . . X\nO to move"

    def test_ten_rows_are_two_characters(self):
        game = games.make("othello", rows=10, cols=10)
        lines = labelled(game, game.initial_state(), []).splitlines()
        assert lines[0] == "   a b c d e f g h i j"
        assert lines[5] == " 5 . . . . O X . . . ."
        assert lines[10] == "10 . . . . . . . . . ."

    def test_columns_of_connect_four_are_its_moves(self):
        game = games.make("connect4", rows=2, cols=3, in_row=2)
        assert labelled(game, game.replay([1]), [1]) == " 0 1 2\n . . .\n . X .\nO to move"
