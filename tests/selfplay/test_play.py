"""Self-play: every game is finished and sound, and follows from its seed alone."""

import itertools

import numpy as np
import pytest

from src import games
from src.search.evaluator import HashEvaluator, UniformEvaluator
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import MOVE, TREE, game_seed, ply_seeds, ply_uniforms

FIELDS = ("moves", "is_target", "num_simulations", "root_value", "policy_sizes", "policy_actions", "policy_probs")
VARIED = {"noise_fraction": 0.25, "opening_share": 0.5, "opening_plies": 6, "temperature_plies": 4}


def played(name="dots", num_games=12, num_slots=4, num_simulations=16, seed=0, sizes=None, **settings):
    game = games.make(name, **(sizes or ({"rows": 2, "cols": 2} if name == "dots" else {})))
    worker = SelfPlay(
        game, HashEvaluator(game), num_slots=num_slots, num_simulations=num_simulations, **(VARIED | settings)
    )
    asked = ((game_id, game_seed(seed, 1, game_id)) for game_id in range(num_games))
    return game, sorted(itertools.chain(*worker.play(asked)), key=lambda record: record.game_id)


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in FIELDS)


@pytest.mark.parametrize("name", ["dots", "connect4", "tictactoe", "othello"])
@pytest.mark.parametrize("reuse_tree", [False, True])
def test_games_are_finished_and_sound(name, reuse_tree):
    game, records = played(name, reuse_tree=reuse_tree)
    assert [record.game_id for record in records] == list(range(12))
    for record in records:
        end = game.replay(record.moves.tolist())
        assert game.is_terminal(end)
        assert (record.result, record.margin) == (game.returns(end, 0), game.score(end, 0))
        assert record.is_target.sum() == len(record.moves) - record.num_opening
        starts = np.concatenate([[0], np.cumsum(record.policy_sizes)])
        for ply in range(len(record.moves)):
            entries = slice(starts[ply], starts[ply + 1])
            legal = game.legal_actions(game.replay(record.moves[:ply].tolist()))
            assert set(record.policy_actions[entries]) <= set(legal)
            if record.is_target[ply]:
                assert record.policy_probs[entries].sum() == pytest.approx(1, abs=1e-5)
                assert 1 <= record.num_simulations[ply] <= 16
                assert -1 <= record.root_value[ply] <= 1
            else:
                assert record.policy_sizes[ply] == record.num_simulations[ply] == 0


@pytest.mark.parametrize("reuse_tree", [False, True])
def test_a_game_does_not_depend_on_what_is_played_beside_it(reuse_tree):
    _, together = played(reuse_tree=reuse_tree)
    for num_slots in (1, 3, 12):
        _, others = played(num_slots=num_slots, reuse_tree=reuse_tree)
        assert all(same(one, other) for one, other in zip(together, others, strict=True))


def test_seeds_differ_by_campaign_generation_and_game():
    seeds = {int(game_seed(*each)) for each in itertools.product(range(5), range(20), range(100))}
    assert len(seeds) == 5 * 20 * 100
    _, one = played(seed=0)
    _, other = played(seed=1)
    assert not any(same(*pair) for pair in zip(one, other, strict=True))


def test_streams_and_plies_have_seeds_of_their_own():
    seeds = np.full(50, game_seed(0, 1, 2))
    plies = np.arange(50)
    trees, moves = ply_seeds(seeds, plies, TREE), ply_seeds(seeds, plies, MOVE)
    assert len({*trees.tolist(), *moves.tolist()}) == 100
    uniforms = ply_uniforms(np.array([game_seed(0, 0, i) for i in range(4000)]), np.zeros(4000, np.int64), MOVE)
    # mean ½ and variance 1/12: five standard errors of 4,000 numbers are 5 / sqrt(12 * 4000) = 0.0228
    assert uniforms.mean() == pytest.approx(0.5, abs=0.0228)


def test_openings_are_random_and_leave_a_move():
    _, records = played(num_games=200, num_slots=50, opening_share=1.0, opening_plies=12, num_simulations=1)
    lengths = np.bincount([record.num_opening for record in records], minlength=13)
    assert lengths[0] == 0
    assert lengths[12] == 0  # 2×2 has 12 edges, and one move is left to play
    assert (lengths[1:11] > 0).all()
    assert len({tuple(record.moves[: record.num_opening]) for record in records}) > 150
    _, records = played(num_games=50, opening_share=0.0)
    assert {record.num_opening for record in records} == {0}


def test_the_temperature_moves_the_games_and_not_the_targets():
    # From the same first position the first target is the same, whatever the temperature; the games differ.
    cold = played(opening_share=0.0, temperature=0.0)[1]
    hot = played(opening_share=0.0, temperature=3.0)[1]
    for one, other in zip(cold, hot, strict=True):
        assert np.array_equal(one.policy_probs[: one.policy_sizes[0]], other.policy_probs[: other.policy_sizes[0]])
    assert not all(np.array_equal(one.moves, other.moves) for one, other in zip(cold, hot, strict=True))


def test_fewer_games_than_slots_and_none_at_all():
    assert len(played(num_games=2, num_slots=8)[1]) == 2
    assert played(num_games=0)[1] == []


def test_kept_trees_save_evaluations():
    game = games.make("dots", rows=2, cols=2)
    counts = {}
    for reuse_tree in (False, True):
        worker = SelfPlay(game, UniformEvaluator(game), num_slots=8, num_simulations=40, reuse_tree=reuse_tree)
        list(worker.play((game_id, game_seed(0, 1, game_id)) for game_id in range(16)))
        counts[reuse_tree] = worker.search.num_evaluations
    assert counts[True] < 0.9 * counts[False]


def test_of_proven_positions_only_a_share_is_learnt_from():
    _, whole = played(num_games=60, num_simulations=60)
    _, some = played(num_games=60, num_simulations=60, proven_share=0.25)
    kept = proven = 0
    for one, other in zip(whole, some, strict=True):
        assert np.array_equal(one.moves, other.moves)  # the games are the same
        assert (one.is_target >= other.is_target).all()
        is_proven = one.is_target & (one.root_value == np.round(one.root_value))  # 2×2 by result: proven is -1, 0, 1
        assert (other.is_target | ~one.is_target | is_proven).all()  # what is not proven stays
        kept, proven = kept + (other.is_target & is_proven).sum(), proven + is_proven.sum()
    assert proven > 200
    assert kept / proven == pytest.approx(0.25, abs=5 * np.sqrt(0.25 * 0.75 / 200))


def test_random_moves_are_drawn_from_all_legal_ones_at_targets_alone():
    _, usual = played(num_games=60, proven_share=0.25, reuse_tree=False)
    _, records = played(num_games=60, proven_share=0.25, reuse_tree=False, random_share=0.5)
    _, never = played(num_games=60, proven_share=0.25, reuse_tree=False, random_share=0.0)
    assert all(np.array_equal(one.moves, other.moves) for one, other in zip(usual, never, strict=True))
    unvisited = targets = 0
    for record in records:
        entry = 0
        for ply in np.flatnonzero(record.is_target):
            entries = slice(entry, entry := entry + record.policy_sizes[ply])
            unvisited += record.moves[ply] not in record.policy_actions[entries][record.policy_probs[entries] > 0]
            targets += 1
    assert targets > 200
    assert 0.02 < unvisited / targets < 0.5  # without random moves there is none
    # A game is as it would have been up to its first random move.
    same = [
        np.flatnonzero(a.moves[: min(len(a.moves), len(b.moves))] != b.moves[: min(len(a.moves), len(b.moves))])
        for a, b in zip(usual, records, strict=True)
    ]
    firsts = [found[0] for found in same if len(found)]
    assert len(firsts) > 50
    assert all(
        record.is_target[first] for record, found in zip(usual, same, strict=True) if len(found) for first in found[:1]
    )


def test_with_a_playout_cap_only_full_searches_are_learnt_from():
    _, records = played(num_games=60, full_share=0.25, fast_simulations=3, reuse_tree=False)
    played_plies = full = 0
    for record in records:
        own = slice(record.num_opening, None)
        is_target, simulations = record.is_target[own], record.num_simulations[own]
        assert (simulations[~is_target] <= 3).all()
        played_plies, full = played_plies + len(is_target), full + is_target.sum()
    assert played_plies > 400
    assert full / played_plies == pytest.approx(0.25, abs=5 * np.sqrt(0.25 * 0.75 / 400))
