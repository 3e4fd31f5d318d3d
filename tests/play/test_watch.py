"""A watched game is drawn move by move, with what exact play says of each."""

from src import commands, entry, games
from src.play import watch
from src.solvers.referee import referee


def shown(arguments, capsys):
    entry.enter(watch.main, "watch", commands.WatchSettings, watch.USAGE, arguments)
    return capsys.readouterr()


def test_a_game_of_exact_play(capsys):
    # Dots 1×1: three edges go back and forth, and player B must take the box with the fourth: A loses by 1.
    lines = shown(["game.rows=1", "game.cols=1", "a=exact", "b=exact"], capsys).out.splitlines()
    assert lines[0].startswith("*")
    assert [line for line in lines if " plays " in line] == [line for line in lines if "best, " in line]
    assert lines[-4:] == ["*---*", "| B |", "*---*", "A 0, B 1, B wins, B moved last"]


def test_mistakes_are_named(capsys):
    out = shown(["game.rows=2", "game.cols=2", "a=random", "b=exact", "seed=1"], capsys).out
    assert "a mistake: " in out
    assert "exact plays" in out
    assert "a mistake" not in "".join(line for line in out.splitlines() if line.startswith("exact"))


def test_games_that_nobody_can_judge_are_shown_all_the_same(capsys):
    printed = shown(["game=gomoku", "game.rows=5", "game.cols=5", "a=random", "b=random"], capsys)
    assert "not judged" in printed.out
    assert "no move is judged: gomoku 5×5" in printed.err


def test_late_moves_of_large_boards_are_judged():
    game = games.make("dots", rows=5, cols=5)
    early, late = game.initial_state(), game.replay(list(range(40)))
    judge = referee(game)
    assert watch.judge(judge, early, 0) == "not judged: too early in the game"
    best = int(judge.move_values(late).optimal_actions[0])
    assert watch.judge(judge, late, best).startswith("best, ")
