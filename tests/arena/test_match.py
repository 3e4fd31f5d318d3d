"""Matches whose outcome is known by hand or by exact play."""

import json

import numpy as np
import pytest

from src import commands, entry, games
from src.arena import lockstep, match
from src.arena.lockstep import Played, play_match
from src.arena.openings import openings
from src.arena.player import Choices
from src.arena.players import make_player
from src.files.errors import UserError

SEARCH = {"num_simulations": 20, "margin_weight": 0.0}
BOX = ["game.rows=1", "game.cols=1"]


def run(arguments, capsys):
    """What the command prints: its one JSON object, and what it says beside it."""
    entry.enter(match.main, "match", commands.MatchSettings, match.USAGE, arguments)
    printed = capsys.readouterr()
    return json.loads(printed.out, parse_constant=pytest.fail), printed.err


def players(game, *names):
    return [make_player(name, game, **SEARCH) for name in names]


class Lowest:
    """Plays the lowest legal move, remembers what it was asked, and stops the match at a call of choice."""

    name, num_simulations = "lowest", None

    def __init__(self, game, stops_at=None):
        self.game, self.asked, self.stops_at = game, [], stops_at

    def choose(self, states, plies, seeds):
        if len(self.asked) == self.stops_at:
            raise KeyboardInterrupt
        self.asked.append((states.copy(), plies, seeds))
        return Choices(np.array([self.game.legal_actions(state)[0] for state in states]), None)


class TestByHand:
    def test_one_box_is_won_by_who_moves_second(self, capsys):
        # Four moves in turn, and the fourth takes the box.
        numbers, _ = run([*BOX, "a=random", "b=exact", "games=20"], capsys)
        assert numbers["points"] == 0.5
        first, second = numbers["seats"]["first"], numbers["seats"]["second"]
        assert [first[key] for key in ("games", "wins", "draws", "losses", "margin")] == [10, 0, 0, 10, -1]
        assert [second[key] for key in ("games", "wins", "draws", "losses", "margin")] == [10, 10, 0, 0, 1]

    def test_exact_play_of_3x3_is_won_by_the_second_by_3(self, capsys):
        numbers, _ = run(["a=exact", "b=exact", "games=20"], capsys)
        assert (numbers["wins"], numbers["losses"], numbers["points"]) == (10, 10, 0.5)
        assert [numbers["seats"][seat]["points"] for seat in ("first", "second")] == [0, 1]
        assert [numbers["seats"][seat]["margin"] for seat in ("first", "second")] == [-3, 3]
        assert numbers["elo_difference"] == numbers["margin"] == 0

    def test_report(self):
        # Two pairs: won both; drew and lost. Points 2.5 of 4.
        results = np.array([[1, 1], [0, -1]], np.int8)
        margins = np.array([[3, 1], [0, -5]], np.int16)
        numbers = match.report(Played(results, margins, [(1, 2), (1, 2), (2, 1), (3, 1)]))
        assert [numbers[key] for key in ("games", "wins", "draws", "losses", "points")] == [4, 2, 1, 1, 0.625]
        assert numbers["margin"] == -0.25
        assert numbers["seats"]["first"] == {
            **{"games": 2, "wins": 1, "draws": 1, "losses": 0, "points": 0.75},
            "margin": 1.5,
        }
        assert numbers["seats"]["second"] == {
            **{"games": 2, "wins": 1, "draws": 0, "losses": 1, "points": 0.5},
            "margin": -2.0,
        }
        assert numbers["distinct_games"] == 0.75
        assert numbers["elo_difference"] == pytest.approx(88.74, abs=0.01)  # 400 log10(0.625 / 0.375)

    def test_a_perfect_score_has_no_elo(self):
        ones = np.ones((50, 2), np.int8)
        numbers = match.report(Played(ones, ones, [(i,) for i in range(100)]))
        assert numbers["elo_difference"] is None
        assert numbers["elo_difference_95"][0] > 400
        assert numbers["elo_difference_95"][1] is None


class TestLockStep:
    def test_pairs_share_an_opening_and_swap_seats(self):
        game = games.make("dots", rows=2, cols=2)
        starts = openings(game, 8, 3, seed=5)
        a, b = Lowest(game), Lowest(game)
        played = play_match(game, a, b, starts, seed=1)
        assert len(played.histories) == 16
        for k, start in enumerate(starts):  # both players play alike, so the games of a pair are the same …
            assert played.histories[2 * k] == played.histories[2 * k + 1]
            assert list(played.histories[2 * k][:3]) == start
            assert sorted(played.histories[2 * k]) == list(range(12))
        assert (played.results[:, 0] == -played.results[:, 1]).all()  # … and the seats are not
        assert (played.margins[:, 0] == -played.margins[:, 1]).all()
        assert set(played.margins.ravel()) > {0}

    def test_a_player_is_asked_once_a_step_about_its_own_states(self):
        game = games.make("dots", rows=2, cols=2)
        a, b = Lowest(game), Lowest(game)
        play_match(game, a, b, [[]] * 4, seed=1)
        for player, first_rows in ((a, {0}), (b, {0})):
            assert len(player.asked) <= game.max_plies
            states, plies, _ = player.asked[0]
            assert len(states) == 4  # the games in which it has the seat that starts
            assert set(plies) == first_rows
            assert len(np.unique(np.concatenate([seeds for _, _, seeds in player.asked]))) == sum(
                len(states) for states, _, _ in player.asked
            )

    def test_games_do_not_depend_on_the_others(self, monkeypatch):
        game = games.make("dots", rows=2, cols=2)
        starts = openings(game, 6, 2, seed=3)
        together = play_match(game, *players(game, "rollout:10", "random"), starts, seed=9)
        monkeypatch.setattr(lockstep, "AT_ONCE", 4)
        in_waves = play_match(game, *players(game, "rollout:10", "random"), starts, seed=9)
        fewer = play_match(game, *players(game, "rollout:10", "random"), starts[:2], seed=9)
        assert together.histories == in_waves.histories
        assert together.histories[:4] == fewer.histories
        other = play_match(game, *players(game, "rollout:10", "random"), starts, seed=10)
        assert together.histories != other.histories

    def test_ctrl_c_keeps_the_pairs_that_are_finished(self, monkeypatch):
        monkeypatch.setattr(lockstep, "AT_ONCE", 4)
        game = games.make("dots", rows=1, cols=1)
        done = []
        a = Lowest(game, stops_at=6)  # two games to start in, two moves in each: four calls a wave
        played = play_match(game, a, Lowest(game), [[]] * 6, seed=0, tell=done.append)
        assert played.results.tolist() == [[-1, 1]] * 2
        assert done == sorted(done)

    def test_ctrl_c_in_games_of_unequal_length(self):
        # Tic-tac-toe, lowest moves. From the empty board who starts wins with the seventh move, by 2, 4, 6; after
        # 2 0 4 1 come 3 5 6 and the same line, so that after four steps only the second pair is over.
        game = games.make("tictactoe")
        starts = [[], [2, 0, 4, 1]]
        played = play_match(game, Lowest(game, stops_at=4), Lowest(game), starts, seed=0)
        assert played.results.tolist() == played.margins.tolist() == [[1, -1]]
        assert played.histories == [(2, 0, 4, 1, 3, 5, 6)] * 2


class TestOpenings:
    def test_they_are_distinct_legal_and_unfinished(self):
        game = games.make("dots", rows=2, cols=2)
        found = openings(game, 200, 4, seed=0)
        states = [game.replay(history) for history in found]
        assert {len(history) for history in found} == {4}
        assert len({game.key(state) for state in states}) == 200
        assert not any(game.is_terminal(state) for state in states)
        assert found[:50] == openings(game, 50, 4, seed=0)
        assert found != openings(game, 200, 4, seed=1)

    def test_finished_ones_are_left_out(self):
        # After seven moves of tic-tac-toe many random games are over.
        game = games.make("tictactoe")
        for history in openings(game, 50, 7, seed=0):
            assert not game.is_terminal(game.replay(history))

    def test_few_are_repeated_in_turn(self):
        game = games.make("tictactoe")
        found = openings(game, 21, 1, seed=0)
        assert sorted(history[0] for history in found[:9]) == list(range(9))
        assert found[9:18] == found[:9]
        assert openings(game, 3, 0, seed=0) == [[], [], []]

    def test_too_many_plies(self):
        with pytest.raises(UserError, match="a game has at most 4 moves, so an opening of 4 leaves none"):
            openings(games.make("dots", rows=1, cols=1), 1, 4, seed=0)
        # A line of three in three moves ends connect4 2×2 with in_row 2 before its fourth.
        with pytest.raises(UserError, match="no game was found that goes on after 3 random moves"):
            openings(games.make("connect4", rows=2, cols=2, in_row=2), 1, 3, seed=0)


class TestCommand:
    def test_it_says_what_it_played(self, capsys):
        game = ["game.rows=2", "game.cols=2", "mcts.c_init=1.25"]
        arguments = [*game, "a=rollout:10", "b=greedy", "games=12", "openings=2", "seed=4"]
        numbers, _ = run(arguments, capsys)
        assert [
            numbers[key] for key in ("a", "b", "games", "games_given", "openings", "distinct_openings", "seed")
        ] == [*("rollout:10", "greedy", 12, 12, 2, 6, 4)]
        assert numbers["num_simulations"] == {"a": 10, "b": None}
        assert numbers["game"] == {"name": "dots", "rows": 2, "cols": 2, "history": 1, "version": 1}
        assert numbers["mcts"]["c_init"] == 1.25
        assert {"machine", "seconds"} < numbers.keys()
        low, high = numbers["interval_95"]
        assert 0 <= low <= numbers["points"] <= high <= 1
        again, _ = run(arguments, capsys)
        assert again | {"seconds": 0} == numbers | {"seconds": 0}

    def test_ctrl_c(self, capsys, monkeypatch):
        game = games.make("dots", rows=1, cols=1)
        monkeypatch.setattr(lockstep, "AT_ONCE", 4)
        monkeypatch.setattr(match, "make_player", lambda name, *_, **__: Lowest(game, stops_at=len(name)))
        numbers, said = run([*BOX, "a=sixsix", "b=nevernever", "games=12"], capsys)
        assert (numbers["games"], numbers["games_given"], numbers["points"]) == (4, 12, 0.5)
        assert "stopped after 4 of 12 games" in said
        with pytest.raises(SystemExit) as stopped:
            run([*BOX, "a=s", "b=nevernever", "games=12"], capsys)
        assert stopped.value.code == 130
        assert capsys.readouterr().out == ""

    def test_it_says_when_the_games_are_the_same(self, capsys):
        numbers, said = run(["game.rows=2", "game.cols=2", "a=rollout:5", "b=uniform:5", "games=20"], capsys)
        assert numbers["distinct_games"] == 0.1
        assert "only 2 of 20 games differ" in said

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["a=random"], "b must be given"),
            (["a=random", "b=random", "games=7"], "games must be even, since each opening is played from both seats"),
            (["a=random", "b=random", "games=0"], "games must be greater than or equal to 2, not 0"),
            (["a=random", "b=random", "openings=-1"], "openings must be greater than or equal to 0, not -1"),
            (["a=random", "b=random", "openings=24"], "dots 3×3: a game has at most 24 moves"),
            (["a=random", "b=nobody"], "there is no player 'nobody'"),
            (["game=connect4", "a=exact", "b=random"], "exact play of connect4 6×7 needs a later position"),
        ],
    )
    def test_a_mistake_gets_one_sentence_and_status_2(self, arguments, sentence, capsys):
        with pytest.raises(SystemExit) as stopped:
            run(arguments, capsys)
        printed = capsys.readouterr()
        assert stopped.value.code == 2
        assert printed.out == ""
        assert sentence in printed.err
        assert "Traceback" not in printed.err
