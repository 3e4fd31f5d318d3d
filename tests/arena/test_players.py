"""Players in positions made by hand, and the names that ask for them."""

import numpy as np
import pytest

from src import games
from src.arena.players import Asked, make_player, parse
from src.arena.search_players import SearchPlayer
from src.files.errors import UserError
from src.search.alphabeta import FINISHED, FRAME, best_moves
from src.search.evaluator import UniformEvaluator
from src.solvers.negamax import Negamax

SEARCH = {"num_simulations": 20, "margin_weight": 0.0}


def moves(name, game, history, count=60):
    """The moves a player makes in one position over many seeds, and its opinion."""
    states = np.stack([game.replay(history)] * count)
    seeds = np.arange(count, dtype=np.uint64)
    chosen = make_player(name, game, **SEARCH).choose(states, np.full(count, len(history)), seeds)
    return set(chosen.actions.tolist()), None if chosen.values is None else float(chosen.values[0])


def best_ahead(game, state, depth):
    """The value of a state `depth` plies ahead for the player to move, and the moves that reach it, by brute force."""
    mover = game.to_play(state)
    values = {}
    for action in game.legal_actions(state):
        after = game.step(state, action)
        if game.is_terminal(after):
            values[action] = game.score(after, mover) + game.returns(after, mover) * FINISHED
        elif depth == 1:
            values[action] = game.score(after, mover)
        else:
            value, _ = best_ahead(game, after, depth - 1)
            values[action] = value if game.to_play(after) == mover else -value
    best = max(values.values())
    return best, [action for action, value in values.items() if value == best]


class TestGreedy:
    # 2×2 boxes:   *-0-*-1-*
    #              6   7   8
    #              *-2-*-3-*
    #              9  10  11
    #              *-4-*-5-*
    dots = games.make("dots", rows=2, cols=2)

    def test_it_completes_a_box(self):
        assert moves("greedy", self.dots, [0, 6, 2])[0] == {7}

    def test_it_takes_two_boxes_rather_than_one(self):
        # Edge 7 completes both upper boxes; edge 9 only the lower left one.
        history = [0, 6, 2, 4, 1, 8, 3, 10]
        assert moves("greedy", self.dots, history)[0] == {7}

    def test_without_a_box_every_move_is_alike(self):
        assert moves("greedy", self.dots, [0, 6], count=400)[0] == set(range(12)) - {0, 6}

    def test_it_wins_at_once_or_moves_at_random(self):
        # 0 1 .      X to move wins with 2, and does not see that O threatens 5.
        # 3 4 .
        game = games.make("tictactoe")
        assert moves("greedy", game, [0, 3, 1, 4])[0] == {2}
        assert moves("greedy", game, [0, 3, 8, 4], count=400)[0] == {1, 2, 5, 6, 7}


class TestAlphaBeta:
    dots = games.make("dots", rows=2, cols=2)

    def test_it_does_not_give_a_box_away(self):
        # Two edges of the upper left box are drawn: a third would give it away, as two plies show.
        assert moves("greedy", self.dots, [0, 6], count=400)[0] >= {2, 7}
        assert moves("alphabeta:2", self.dots, [0, 6], count=400)[0] == set(range(12)) - {0, 6, 2, 7}

    def test_it_blocks_and_sees_the_result(self):
        game = games.make("tictactoe")
        assert moves("alphabeta:2", game, [0, 3, 8, 4])[0] == {5}
        assert moves("alphabeta:1", game, [0, 3, 1, 4]) == ({2}, 1.0)

    def test_it_wins_sooner_and_loses_later(self):
        # X has 0 and 1 and wins at once with 2; with 4 X would make three threats and win later.
        game = games.make("tictactoe")
        assert moves("alphabeta:5", game, [0, 3, 1, 6])[0] == {2}
        # X has 0 and 4 against O's 1: O is lost, but a block on 8 makes X threaten twice before it wins.
        assert moves("alphabeta:6", game, [0, 1, 4]) == ({8}, -1.0)

    def test_its_opinion_is_its_lead(self):
        # The first box is taken, and one ply ahead nothing more is: +1 of 4 boxes for who took it.
        assert moves("alphabeta:1", self.dots, [0, 6, 2, 7])[1] == 0.25

    def test_with_enough_depth_it_is_exact(self):
        judge = Negamax(self.dots)
        rng = np.random.default_rng(0)
        for _ in range(400):
            history = rng.permutation(12)[: rng.integers(4, 12)].tolist()
            state = self.dots.replay(history)
            truth = judge.move_values(state)
            values, best = np.zeros(1, np.int64), np.zeros((1, 12), np.bool_)
            frames = np.zeros(12 - len(history), FRAME)
            best_moves(self.dots.rules, self.dots.spec, state[None], frames, best, values)
            assert np.flatnonzero(best[0]).tolist() == truth.optimal_actions.tolist()
            finished = np.sign(truth.margin) * (FINISHED - (len(frames) - 1))
            assert values[0] == finished + truth.margin

    def test_it_counts_the_positions_it_looks_at(self):
        # One ply ahead there is nothing to cut off: a position for each of the 8 free edges. Two plies ahead at most
        # 8 + 8 * 7; the first move is followed in full, and each other until one answer is as good as the best so far.
        state = self.dots.replay([0, 6, 4, 8])
        counts = []
        for depth in (1, 2):
            frames = np.zeros(depth, FRAME)
            best, values = np.zeros((1, 12), np.bool_), np.zeros(1, np.int64)
            best_moves(self.dots.rules, self.dots.spec, state[None], frames, best, values)
            counts.append(frames["visits"].tolist())
        assert counts[0] == [8]
        assert counts[1][0] == 8
        assert 7 + 7 <= counts[1][1] < 8 * 7

    @pytest.mark.parametrize("sizes", [{"rows": 2, "cols": 2}, {"rows": 1, "cols": 4}])
    def test_a_horizon_hides_the_rest(self, sizes):
        # Against a search of all moves, without windows.
        game = games.make("dots", **sizes)
        rng = np.random.default_rng(0)
        for depth in (1, 2, 3):
            for _ in range(60):
                history = rng.permutation(game.num_actions)[: rng.integers(2, game.num_actions)].tolist()
                state = game.replay(history)
                value, expected = best_ahead(game, state, depth)
                values, best = np.zeros(1, np.int64), np.zeros((1, game.num_actions), np.bool_)
                best_moves(game.rules, game.spec, state[None], np.zeros(depth, FRAME), best, values)
                assert np.flatnonzero(best[0]).tolist() == expected
                plies = game.num_actions - len(history) - 1  # below the first move; the end is worth less for each
                assert values[0] == value - np.sign(value) * plies * (abs(value) > 100)

    @pytest.mark.plain
    @pytest.mark.parametrize(
        ("name", "sizes"),
        [
            ("tictactoe", {}),
            ("connect4", {"rows": 3, "cols": 3, "in_row": 3}),
            ("hex", {"rows": 3, "cols": 3, "swap": True}),
        ],
    )
    def test_results_of_whole_games(self, name, sizes):
        game = games.make(name, **sizes)
        judge = Negamax(game)
        rng = np.random.default_rng(0)
        for plies in (3, 4, 5, 5, 6):
            history, state = [], game.initial_state()
            while len(history) < plies and not game.is_terminal(state):
                history.append(int(rng.choice(game.legal_actions(state))))
                state = game.step(state, history[-1])
            if not game.is_terminal(state):
                played, opinion = moves("alphabeta:9", game, history, count=20)
                truth = judge.move_values(state)
                assert opinion == truth.margin
                assert played <= set(truth.optimal_actions.tolist())


def test_a_search_in_parts_moves_as_in_one():
    game = games.make("dots", rows=2, cols=2)
    states = np.stack([game.replay(history) for history in ([0], [1, 2], [3, 5, 7], [4], [])])
    plies, seeds = np.array([1, 2, 3, 1, 0]), np.arange(5, dtype=np.uint64)
    settings = {"num_simulations": 30, "noise_fraction": 0.5}
    whole = SearchPlayer("uniform:30", game, UniformEvaluator(game), **settings)
    parts = SearchPlayer("uniform:30", game, UniformEvaluator(game), **settings)
    parts.most_slots = 2
    expected, found = whole.choose(states, plies, seeds), parts.choose(states, plies, seeds)
    assert expected.actions.tolist() == found.actions.tolist()
    assert expected.values.tolist() == found.values.tolist()


class TestNames:
    @pytest.mark.parametrize(
        ("name", "asked"),
        [
            ("exact", Asked("exact", "exact", None)),
            ("rollout", Asked("rollout", "rollout", None)),
            ("rollout:7", Asked("rollout:7", "rollout", 7)),
            ("alphabeta:3", Asked("alphabeta:3", "alphabeta", 3)),
        ],
    )
    def test_what_a_name_asks_for(self, name, asked):
        assert parse(name) == asked

    def test_folders(self, tmp_path):
        folder = tmp_path / "a:1"
        folder.mkdir()
        assert parse(str(folder)) == Asked(str(folder), "champion", None, str(folder))
        assert parse(f"{folder}:50") == Asked(f"{folder}:50", "champion", 50, str(folder))
        assert parse(f"net:{folder}") == Asked(f"net:{folder}", "net", None, str(folder))
        assert parse("net:champion") == Asked("net:champion", "net", None)
        assert parse("champion:9") == Asked("champion:9", "champion", 9)
        assert parse("priors:champion:9") == Asked("priors:champion:9", "priors", 9)
        assert parse(f"priors:{folder}") == Asked(f"priors:{folder}", "priors", None, str(folder))
        assert parse(f"priors:{folder}:7") == Asked(f"priors:{folder}:7", "priors", 7, str(folder))
        with pytest.raises(UserError, match=f"^there is no model folder {tmp_path}/b$"):
            parse(f"{tmp_path}/b:50")

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("", "there is no player ''"),
            ("greedy:2", "there is no player 'greedy:2'"),
            ("random:", "there is no player 'random:'"),
            ("nobody:5", "there is no player 'nobody:5'"),
            ("net:", "there is no player 'net:'"),
            ("net", "there is no player 'net'"),
            ("net:nobody", "there is no player 'net:nobody'"),
            ("priors", "there is no player 'priors'"),
            ("priors:rollout:5", "there is no player 'priors:rollout:5'"),
            ("priors:nobody:5", "there is no player 'nobody:5'"),
            ("tests", "tests holds no model: it has no model.json"),
            ("alphabeta", "player 'alphabeta' needs a whole number of plies from 1 on, as alphabeta:4"),
            ("alphabeta:0", "player 'alphabeta:0' needs a whole number of plies from 1 on"),
            ("rollout:", "player 'rollout:' needs a whole number of simulations from 1 on, as rollout:1000"),
            ("uniform:-3", "player 'uniform:-3' needs a whole number of simulations"),
        ],
    )
    def test_what_is_no_player(self, name, sentence):
        with pytest.raises(UserError) as refused:
            make_player(name, games.make("dots"), **SEARCH)
        assert str(refused.value).startswith(sentence)
        assert "\n" not in str(refused.value)
