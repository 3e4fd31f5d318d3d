"""A position is explained: its notations, the moves, the simulations, exact play and alpha-beta."""

import re
import sys

import numpy as np
import pytest

from src import commands, entry, games
from src.files.errors import UserError
from src.games.draw import draw
from src.play import __main__ as play
from src.play import explain
from src.solvers.negamax import Negamax

SMALL = ["game.rows=2", "game.cols=2", "mcts.prove=false"]
HISTORY = [0, 2, 6, 7, 1]  # B takes the upper left box with 7, and moves again: 1
GAME = games.make("dots", rows=2, cols=2)


def shown(arguments, capsys) -> str:
    entry.enter(explain.main, "explain", commands.ExplainSettings, explain.USAGE, explain.quoted(arguments))
    return capsys.readouterr().out


def column(out: str, pattern: str) -> list[tuple[str, ...]]:
    return re.findall(pattern, out, re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        "0 2 6 7 1",
        "[0, 2, 6, 7, 1]",
        "0 2 6 7 12 1",  # with the pass of who saw the box completed
        "1 1 0  1 0 1  0 0 0  1 1 0  0 0 0",
        "1,1,0,1,0,1,0,0,0,1,1,0,0,0,0",
    ],
)
def test_all_notations_of_a_position(text):
    # The array shows A to move, whose own boxes are 0 and the other's 1.
    state = explain.parse_position(GAME, text)
    assert draw(GAME, state) == draw(GAME, GAME.replay(HISTORY))


def test_a_drawing_and_a_file(tmp_path, capsys):
    drawing = draw(GAME, GAME.replay(HISTORY))
    assert np.array_equal(explain.parse_position(GAME, drawing), GAME.replay(HISTORY))
    (tmp_path / "position.txt").write_text(drawing)
    one = shown([*SMALL, f"position={tmp_path}/position.txt", "player=rollout:20"], capsys)
    other = shown([*SMALL, f"position={drawing}", "player=rollout:20"], capsys)
    array = shown([*SMALL, "position=1,1,0,1,0,1,0,0,0,1,1,0,0,0,0", "player=rollout:20"], capsys)
    assert one == other == array
    assert one.startswith(draw(GAME, GAME.replay(HISTORY), numbers=True))


def test_the_parts_of_the_page_agree(capsys):
    """Visits are the simulations that begin with a move; exact values are another solver's; one move is chosen."""
    out = shown([*SMALL, "position=0 2 6 7 1", "player=rollout:30"], capsys)
    moves = column(out, r"^ +(\d+) +[\d.]+% +(\d+) +[+-]?[\d.]* +([+-]\d+)(?:  ([a-z, ]+))?$")
    exact = Negamax(GAME).move_values(GAME.replay(HISTORY))
    assert {int(move): int(value) for move, _, value, _ in moves} == {
        action: int(exact.margins[action]) for action in GAME.legal_actions(GAME.replay(HISTORY))
    }
    simulations = column(out, r"^ +(\d+) +[+-][\d.]+  ([\d ]+)$")
    assert [int(number) for number, _ in simulations] == list(range(1, 31))
    first = [path.split()[0] for _, path in simulations]
    assert {move: int(visits) for move, visits, _, _ in moves} == {move: first.count(move) for move, *_ in moves}
    (chosen,) = [move for move, *_, said in moves if "chosen" in said]
    assert f"and choose {chosen}." in out
    assert {int(move) for move, *_, said in moves if "best" in said} == set(exact.optimal_actions.tolist())
    deepest = max(len(path.split()) for _, path in simulations)
    looked_at = column(out, r"^ +(\d+) +([\d,]+)  [\d ]+$")
    assert [int(plies) for plies, _ in looked_at] == list(range(1, deepest + 1))
    assert looked_at[0][1] == str(len(moves))  # one ply ahead is a position for each move


def test_a_board_that_nobody_can_judge(capsys):
    given = ["game=gomoku", "game.rows=5", "game.cols=5", "position=0", "player=uniform:5"]
    entry.enter(explain.main, "explain", commands.ExplainSettings, explain.USAGE, explain.quoted(given))
    printed = capsys.readouterr()
    assert "?" in printed.out
    assert "no exact values: gomoku 5×5" in printed.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["position=0 0", "player=rollout:5"], "move 0 is illegal here"),
        (["position=0 2 6 7 8 12", "player=rollout:5"], "12, the pass, must stand at ply 4, not 8"),
        (["position=0 1", "player=random"], "player random does not search; give one that does"),
        (["position=0 1 2 3 4 5 6 7 8 9 10 11", "player=rollout:5"], "the game is over in this position"),
        (["position=0 1", "player=rollout:5", "mcts.stop_decided=true"], "can be followed with mcts.stop_decided=0"),
    ],
)
def test_mistakes_get_one_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as stopped:
        shown([*SMALL, *arguments], capsys)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_an_unknown_notation_is_an_error():
    with pytest.raises(UserError, match="is not a move"):
        explain.parse_position(GAME, "no position")


def test_the_command_is_found_by_its_name(monkeypatch, capsys):
    ran = []
    monkeypatch.setattr("sys.argv", ["play"])
    monkeypatch.setattr("runpy.run_module", lambda module, **_: ran.append([module, *sys.argv[1:]]))
    play.main(["explain", "position=0 2"])
    assert ran == [["src.play.explain", "position=0 2"]]
    with pytest.raises(SystemExit):
        play.main(["explian"])
    assert "did you mean explain?" in capsys.readouterr().err
