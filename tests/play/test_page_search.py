"""The search in the page is the one of `src/search` as players run it: equal after each of the first 30 simulations,
and after every 30 more."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from src import games
from src.nets.evaluator import NetEvaluator
from src.search.mcts import Search
from src.search.root import choose_actions
from src.solvers.negamax import Negamax
from tests.games.random_games import play_randomly
from tests.play.hashed import HashEngine
from tests.play.node import ask, ask_by_name

DEFAULTS = yaml.safe_load((Path(__file__).resolve().parents[2] / "conf/mcts/default.yaml").read_text(encoding="utf-8"))
KEYS = ("rule", "c_init", "c_base", "fpu", "fpu_value", "prove", "margin_weight", "canonical")
PLAY = {key: DEFAULTS[key] for key in KEYS}
DRAWS = [(0.0, 0.0), (1.0, 0.1), (1.0, 0.75), (0.5, 0.4), (2.0, 0.9)]  # temperatures and random numbers
BOARDS = [
    ("dots", {"rows": 1, "cols": 1}, 40),
    ("dots", {"rows": 1, "cols": 3}, 150),
    ("dots", {"rows": 2, "cols": 2}, 200),
    ("dots", {"rows": 3, "cols": 3}, 150),
    ("dots", {"rows": 4, "cols": 4}, 60),
    ("dots", {"rows": 5, "cols": 5}, 60),
    ("tictactoe", {}, 200),
    ("tictactoe", {"rows": 3, "cols": 4, "in_row": 3}, 100),
    ("connect4", {"rows": 4, "cols": 5, "in_row": 3}, 150),
    ("connect4", {}, 100),
    ("othello", {"rows": 4, "cols": 4}, 100),
    ("othello", {"rows": 6, "cols": 6}, 60),
    ("hex", {"rows": 3, "cols": 3, "swap": True}, 100),
    ("hex", {"rows": 7, "cols": 7, "swap": False}, 60),
    ("gomoku", {"rows": 9, "cols": 9, "in_row": 5, "exact": True}, 60),
]
OTHER_SETTINGS = [
    {"prove": False},
    {"canonical": False},
    {"rule": "uct", "c_init": 1.4},
    {"fpu": "constant", "fpu_value": 0.0, "c_init": 3.0, "c_base": 10.0},
    {"margin_weight": 0.0},
    {"margin_weight": 0.9, "fpu_value": 0.0},
]


def some_histories(game, count, seed):
    """Histories of random games, each cut somewhere before its end; the first is the start."""
    rng = np.random.default_rng(seed)
    played = play_randomly(game, count, seed)
    whole = [played.history(i) for i in range(count)]
    return [[], *[history[: rng.integers(len(history))] for history in whole]]


def searcher(game, settings, num_simulations, is_coarse=False):
    evaluator = NetEvaluator(HashEngine(game, is_coarse), game, settings["margin_weight"])
    return Search(game, evaluator, num_slots=1, num_simulations=num_simulations, **settings)


def expected(game, found):
    """What the driver says of a search, from Python's; moves by action, numbers as float32."""
    weights = found.move_weights
    return {
        "visitCounts": found.visit_counts[0].tolist(),
        "simulations": int(found.num_simulations[0]),
        "value": found.node_value[0],
        "rawValue": found.raw_value[0],
        "lower": found.lower[0],
        "upper": found.upper[0],
        "priors": found.prior_probs[0].tolist(),
        "q_values": [None if np.isnan(q) else float(q) for q in found.q_values[0]],
        "action_lower": found.action_lower[0].tolist(),
        "action_upper": found.action_upper[0].tolist(),
        "chosen": [
            int(choose_actions(weights, np.array([temperature]), np.array([number]), tie_break=found.tie_break)[0])
            for temperature, number in DRAWS
        ],
    }


def answered(game, said):
    """The driver's answer in the same shape."""
    moves = {move["action"]: move for move in said["moves"]}

    def by_action(key, missing):
        return [moves[action][key] if action in moves else missing for action in range(game.num_actions)]

    assert all(move["proven"] == (move["lower"] == move["upper"]) for move in said["moves"])
    assert said["proven"] == (said["lower"] == said["upper"])
    return {
        **{key: said[key] for key in ("visitCounts", "simulations", "chosen")},
        **{key: np.float32(said[key]) for key in ("value", "rawValue", "lower", "upper")},
        "priors": by_action("prior", 0.0),
        "q_values": [None if q is None else float(np.float32(q)) for q in by_action("value", None)],
        "action_lower": by_action("lower", -1.0),
        "action_upper": by_action("upper", 1.0),
    }


def check_search(game, settings, history, num_simulations, is_coarse=False):
    counts = [*range(1, 31), *range(30, num_simulations + 1, 30)[1:]]
    search = searcher(game, settings, num_simulations, is_coarse)
    state = game.replay(history)
    asked = {"settings": settings, "simulations": counts, "draws": DRAWS, "isCoarse": is_coarse}
    said = ask(game, "search", history=history, **asked)
    for count, step in zip(counts, said["steps"], strict=True):
        found = search.run(state[None], [0], count)
        assert answered(game, step) == expected(game, found), f"after {count} simulations of {history}"


@pytest.mark.parametrize(("name", "sizes", "num_simulations"), BOARDS, ids=str)
def test_every_simulation(name, sizes, num_simulations):
    game = games.make(name, **sizes)
    for history in some_histories(game, 3, seed=num_simulations):
        check_search(game, PLAY, history, num_simulations)


@pytest.mark.parametrize("settings", OTHER_SETTINGS, ids=str)
@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 2}), ("tictactoe", {})], ids=str)
def test_other_settings(name, sizes, settings):
    game = games.make(name, **sizes)
    for history in some_histories(game, 2, seed=3):
        check_search(game, PLAY | settings, history, 100)


@pytest.mark.parametrize("settings", [{}, {"fpu": "constant", "fpu_value": 0.0, "canonical": False}], ids=str)
@pytest.mark.parametrize(
    ("name", "sizes"),
    [("dots", {"rows": 2, "cols": 2}), ("tictactoe", {}), ("connect4", {"rows": 4, "cols": 5, "in_row": 3})],
    ids=str,
)
def test_equal_priors_and_values(name, sizes, settings):
    """Of equal moves both take the same first."""
    game = games.make(name, **sizes)
    for history in some_histories(game, 2, seed=4):
        check_search(game, PLAY | settings, history, 120, is_coarse=True)


@pytest.mark.parametrize(
    ("name", "sizes"), [("dots", {"rows": 3, "cols": 3}), ("tictactoe", {}), ("connect4", {})], ids=str
)
def test_a_kept_tree(name, sizes):
    """After a move the search goes on with the visits below it, or anew where there are none."""
    game = games.make(name, **sizes)
    asked = {"settings": PLAY, "simulations": [30], "draws": DRAWS}
    all_kept = []
    for history in some_histories(game, 2, seed=11):
        state = game.replay(history)
        for action in game.legal_actions(state):
            if not game.is_terminal(game.step(state, action)):
                search = searcher(game, PLAY, 30)
                search.run(state[None], [0])
                search.follow(0, action, seed=0)
                kept = max(int(search.forest.nodes[0, 0]["visits"]) - 1, 0)
                while not len(search.step()):
                    pass
                said = ask(game, "search", history=history, follow=action, **asked)
                assert said["kept"] == kept
                assert answered(game, said["after"]) == expected(game, search.result(np.array([0])))
                all_kept.append(kept)
    assert min(all_kept) == 0
    assert max(all_kept) > 0


def utility_of_leaf(game, state, evaluator):
    """For the player to move in `state`: of the result where it is final, else as the net says."""
    player = game.to_play(state)
    if not game.is_terminal(state):
        return evaluator.evaluate(game.observe(state)[None])[1][0]
    weight = evaluator.margin_weight
    margin = game.score(state, player) / game.max_score if game.max_score else 0
    return np.float32((1 - weight) * game.returns(state, player) + weight * margin)


@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 2}), ("connect4", {})], ids=str)
def test_paths_of_the_simulations(name, sizes):
    """Each leads to a new or final position, and carries its value up; the root's value is the mean of all of them."""
    game = games.make(name, **sizes)
    settings = PLAY | {"canonical": False, "prove": False}
    evaluator = NetEvaluator(HashEngine(game), game, settings["margin_weight"])
    history = [0, 1, 2]
    state = game.replay(history)
    total, seen = 0.0, set()
    steps = ask(game, "paths", history=history, settings=settings, simulations=150)
    assert len(steps) == 151
    for count, step in enumerate(steps):
        actions = [move["action"] for move in step["path"]]
        states = [game.replay(history + actions[:ply]) for ply in range(len(actions) + 1)]
        assert tuple(actions) not in seen or game.is_terminal(states[-1])
        seen.add(tuple(actions))
        leaf = float(utility_of_leaf(game, states[-1], evaluator))
        mine = {game.to_play(states[-1]): leaf, 1 - game.to_play(states[-1]): -leaf}
        for move, before in zip(step["path"], states[:-1], strict=True):
            assert move["toPlay"] == game.to_play(before)
            assert move["value"] == mine[move["toPlay"]]
        total += mine[game.to_play(state)]
        assert step["value"] == pytest.approx(total / (count + 1), abs=1e-9)


def test_a_move_under_way_is_not_read():
    """While the first move's leaf waits, none was tried; the line is empty and the choice the prior's."""
    game = games.make("tictactoe")
    first, second, third = ask(game, "paths", history=[], settings=PLAY, simulations=2)
    assert [step["waiting"]["tried"] for step in (first, second, third)] == [0, 0, 1]
    assert [step["waiting"]["line"] for step in (first, second)] == [[], []]
    logits = HashEngine(game).run(game.observe(game.initial_state())[None])[0][0]
    assert ask(game, "chooseWhileWaiting", settings=PLAY) == logits.argmax()


def test_the_expected_line_is_best_play_where_that_is_proven():
    """No move of it gives anything away."""
    game = games.make("tictactoe")
    judge = Negamax(game)
    histories = [history for history in some_histories(game, 30, seed=8) if len(history) >= 4]
    asked = {"settings": PLAY, "simulations": [300], "draws": []}
    num_moves = 0
    for history in histories:
        (step,) = ask(game, "search", history=history, **asked)["steps"]
        state, value = game.replay(history), step["value"]
        for action in step["line"] if step["proven"] else []:
            moves = judge.move_values(state)
            assert moves.margin == value
            assert action in moves.optimal_actions
            state, value, num_moves = game.step(state, action), -value, num_moves + 1
    assert num_moves > 10


@pytest.mark.parametrize(
    ("history", "action", "sentence"),
    [
        ([0, 1, 2, 3], 0, "the game is over in this position, so there is no move to search for"),
        ([0, 1, 2], 3, "the game is over in this position, so there is no move to search for"),
        ([0], 0, "move 0 is illegal here; legal are 1, 2, 3"),
        ([0], 4, "move 4 is illegal here; legal are 1, 2, 3"),
    ],
)
def test_what_cannot_be_searched(history, action, sentence):
    game = games.make("dots", rows=1, cols=1)
    assert ask(game, "refuse", history=history, action=action) == {"error": f"dots 1×1: {sentence}"}


def test_the_page_plays_with_the_settings_of_players():
    assert ask_by_name("dots", {}, "settings") == PLAY
