"""Batches against a replay in plain Python, turned by the tables of symmetries; and merged positions."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from src.games import make
from src.records.samples import is_held_out, make_window
from src.records.schema import gathered
from src.search.mcts import Search
from tests.records.played import made_up_games, recorded
from tests.search.bookkeeper import Bookkeeper

GAMES = [("dots", {"rows": 2, "cols": 2}), ("dots", {"rows": 3, "cols": 2}), ("connect4", {}), ("tictactoe", {})]
GAMES += [("othello", {"rows": 4, "cols": 4}), ("hex", {"rows": 3, "cols": 3, "swap": True})]
GAMES += [("go", {"rows": 4, "cols": 4})]


def targets(game, games):
    """Each target ply of the games: state, policy `[A]`, result and margin for the player to move, third."""
    for played in games:
        state, entry = game.initial_state(), 0
        for ply, move in enumerate(played.moves.tolist()):
            if played.is_target[ply]:
                policy = np.zeros(game.num_actions)
                size = int(played.policy_sizes[ply])
                policy[played.policy_actions[entry : entry + size]] = played.policy_probs[entry : entry + size]
                entry += size
                final = game.replay(played.moves.tolist())
                mover = game.to_play(state)
                margin = game.score(final, mover) / max(1, game.max_score)
                yield state, policy, game.returns(final, mover), margin, 3 * ply // len(played.moves)
            state = game.step(state, move)


@pytest.mark.plain
@pytest.mark.parametrize(("name", "sizes"), GAMES)
def test_a_batch_is_what_a_replay_gives_under_every_symmetry(name, sizes):
    game = make(name, **sizes)
    games = made_up_games(game, 6)
    samples = make_window(game, gathered(games), holdout=0.0, merge_duplicates=False).train
    expected = list(targets(game, games))
    assert len(samples) == len(expected) > 20
    for k, (cells, actions) in enumerate(zip(game.cell_symmetries, game.action_symmetries, strict=True)):
        batch = samples.batch(np.arange(len(samples)), np.full(len(samples), k))
        for b, (state, policy, result, margin, stage) in enumerate(expected):
            seen = batch.observations[b].reshape(game.planes[0], -1)
            assert np.array_equal(seen[:, cells], game.observe(state).reshape(game.planes[0], -1))
            assert np.array_equal(batch.legal_mask[b][actions], game.legal_mask(state))
            assert np.array_equal(batch.policy_target[b][actions], policy.astype(np.float32))
            assert (batch.result[b], batch.margin[b], batch.stage[b]) == (result, np.float32(margin), stage)


def test_the_value_is_the_movers_also_after_an_extra_turn():
    """1×2, both boxes fall to B, who moves twice in the end:

    *-0-*-1-*    A 0, B 1, A 2, B 4, A 3, and B completes the left box by 5 and the right one by 6
    4   5   6
    *-2-*-3-*
    """
    game = make("dots", rows=1, cols=2)
    samples = make_window(game, gathered([recorded(game, [0, 1, 2, 4, 3, 5, 6])]), holdout=0.0).train
    batch = samples.batch(np.arange(7), np.zeros(7, np.int64))
    order = np.argsort(samples.plies)
    assert batch.result[order].tolist() == batch.margin[order].tolist() == [-1, 1, -1, 1, -1, 1, 1]


def test_a_batch_depends_on_nothing_but_its_rows():
    game = make("dots")
    samples = make_window(game, gathered(made_up_games(game, 10))).train
    rows, symmetries = np.array([3, 60, 3, 17]), np.array([0, 5, 7, 2])
    whole = samples.batch(rows, symmetries)
    for b in range(4):
        single = samples.batch(rows[b : b + 1], symmetries[b : b + 1])
        assert all(a[b].tobytes() == s[0].tobytes() for a, s in zip(whole, single, strict=True))
    assert whole.policy_target.sum(1) == pytest.approx(1)
    assert not whole.policy_target[~whole.legal_mask].any()


@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 3, "history": 3}), ("connect4", {})])
def test_without_symmetries_all_images_come_in_the_smallest_form(name, sizes):
    game = make(name, **sizes)
    first = made_up_games(game, 1)[0]
    images = [
        replace(first, game_id=k, moves=actions[first.moves], policy_actions=actions[first.policy_actions])
        for k, actions in enumerate(game.action_symmetries)
    ]
    samples = make_window(game, gathered(images), holdout=0.0, merge_duplicates=False).train
    rows = np.arange(len(samples))
    shown = samples.batch(rows, None)
    turned = [samples.batch(rows, np.full(len(rows), k)) for k in range(len(images))]
    for b in range(len(samples)):
        forms = [
            (batch.observations[b].ravel().tolist(), batch.legal_mask[b].tolist(), batch.policy_target[b].tolist())
            for batch in turned
        ]
        found = (shown.observations[b].ravel().tolist(), shown.legal_mask[b].tolist(), shown.policy_target[b].tolist())
        assert found in forms
        assert found[0] == min(form[0] for form in forms)
    of_first = shown.observations[samples.game_index == 0]
    for k in range(1, len(images)):
        assert np.array_equal(shown.observations[samples.game_index == k], of_first)


def test_a_net_learns_what_a_search_shows_it():
    game = make("dots", rows=2, cols=3)
    evaluator = Bookkeeper(game)
    search = Search(game, evaluator, num_slots=1, num_simulations=1, canonical=True, prove=False)
    samples = make_window(game, gathered(made_up_games(game, 20)), holdout=0.0).train
    for row in range(0, len(samples), 7):
        history = samples.moves[samples.move_offsets[samples.game_index[row]] :][: samples.plies[row]]
        evaluator.shown.clear()
        search.run(game.replay(history.tolist())[None], [0])
        assert evaluator.shown[0] == samples.batch(np.array([row]), None).observations[0].tobytes()


def canonical(game, state, policy):
    """The image with the smallest key, by playing no move: edges and stones lie in the state as actions do."""
    images = []
    for actions in game.action_symmetries:
        image, turned = state.copy(), np.zeros(game.num_actions)
        image[actions] = state[: game.num_actions]
        turned[actions] = policy
        images.append((game.key(image), image.tobytes(), turned))
    return min(images, key=lambda image: image[0])[1:]


@pytest.mark.plain
@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 1, "cols": 1}), ("tictactoe", {})])
def test_positions_that_are_one_are_averaged(name, sizes):
    game = make(name, **sizes)
    games = made_up_games(game, 40)
    found = defaultdict(list)
    for state, policy, result, margin, _ in targets(game, games):
        image, _ = canonical(game, state, policy)
        found[image].append((result, margin, policy))
    window = make_window(game, gathered(games), holdout=0.0)
    samples = window.train
    assert len(samples) == window.num_distinct_positions == len(found) < window.num_positions
    assert window.num_positions == sum(map(len, found.values()))
    batch = samples.batch(np.arange(len(samples)), np.zeros(len(samples), np.int64))
    assert not batch.policy_target[~batch.legal_mask].any()
    assert batch.policy_target.sum(1) == pytest.approx(1, abs=1e-6)
    for b in range(len(samples)):
        history = samples.moves[samples.move_offsets[samples.game_index[b]] :][: samples.plies[b]]
        image, _ = canonical(game, game.replay(history.tolist()), batch.policy_target[b])
        results, margins, _ = zip(*found[image], strict=True)
        assert batch.result[b] == pytest.approx(np.mean(results), abs=1e-6)
        assert batch.margin[b] == pytest.approx(np.mean(margins), abs=1e-6)


def test_policies_of_turned_games_meet_on_the_same_move():
    """One game and its seven images, each with its turned policies: merged they are the one game again."""
    game = make("dots", rows=2, cols=2)
    first = made_up_games(game, 1)[0]
    images = [
        replace(first, game_id=k, moves=actions[first.moves], policy_actions=actions[first.policy_actions])
        for k, actions in enumerate(game.action_symmetries)
    ]
    alone = make_window(game, gathered([first]), holdout=0.0).train
    merged = make_window(game, gathered(images), holdout=0.0)
    assert merged.num_positions == 8 * len(alone)
    assert merged.num_distinct_positions == len(alone) == len(merged.train)
    assert merged.num_distinct_games > 1
    rows = np.arange(len(alone))
    # Where a position is its own image, its policies meet on several moves.
    images = [alone.batch(rows, np.full(len(rows), k)).observations for k in range(8)]
    differ = np.array([len({image[row].tobytes() for image in images}) == 8 for row in rows])
    a, b = alone.batch(rows, rows * 0), merged.train.batch(rows, rows * 0)
    assert differ.sum() >= 4
    assert np.allclose(a.policy_target[differ], b.policy_target[differ], atol=1e-6)
    assert np.array_equal(a.result, b.result)


def test_an_average_by_hand():
    """Two visits of the empty board with 3 : 1 and 1 : 3 on the same two moves, one won and one lost: 1 : 1 and 0."""
    game = make("connect4", rows=4, cols=5, in_row=3)
    won = next(p for p in made_up_games(game, 200) if p.is_target[0] and p.policy_sizes[0] >= 2 and p.result == 1)
    lost = next(p for p in made_up_games(game, 200) if p.is_target[0] and p.policy_sizes[0] >= 2 and p.result == -1)

    def only_first(played, probs, game_id):
        plies = len(played.moves)
        return replace(
            played,
            game_id=game_id,
            is_target=np.arange(plies) == 0,
            policy_sizes=np.where(np.arange(plies) == 0, 2, 0),
            policy_actions=np.array([1, 2]),
            policy_probs=np.array(probs),
            visit_counts=np.array([1, 1]),
        )

    games = gathered([only_first(won, [0.75, 0.25], 0), only_first(lost, [0.25, 0.75], 1)])
    batch = make_window(game, games, holdout=0.0).train.batch(np.zeros(1, np.int64), np.zeros(1, np.int64))
    assert batch.policy_target.tolist() == [[0, 0.5, 0.5, 0, 0]]
    assert (batch.result.tolist(), batch.margin.tolist()) == ([0.0], [0.0])
    apart = make_window(game, games, holdout=0.0, merge_duplicates=False)
    assert (len(apart.train), apart.num_distinct_positions) == (2, 1)
    assert apart.train.outcomes[:, 0].tolist() == [1, -1]


def test_games_are_held_out_whole_and_always_the_same():
    game = make("dots", rows=2, cols=2)
    games = made_up_games(game, 300)
    ids = np.arange(300)
    held_out = is_held_out(ids, 0.2)
    assert 30 < held_out.sum() < 90
    assert np.array_equal(is_held_out(ids[::-1], 0.2)[::-1], held_out)
    assert not (is_held_out(ids, 0.1) & ~held_out).any()
    assert not is_held_out(ids, 0.0).any()
    window = make_window(game, gathered(games), holdout=0.2, merge_duplicates=False)
    assert set(window.held_out.game_index) == set(np.flatnonzero(held_out))
    assert set(window.train.game_index) == set(np.flatnonzero(~held_out))
    assert window.num_positions == len(window.train) + len(window.held_out) == sum(p.is_target.sum() for p in games)
    assert (window.num_games, window.num_distinct_games) == (300, len({p.moves.tobytes() for p in games}))


def test_a_window_keeps_no_observations():
    game = make("dots")
    window = make_window(game, gathered(made_up_games(game, 50)))
    observations = window.num_positions * int(np.prod(game.planes)) * 4
    assert window.num_bytes < observations / 20


def test_an_empty_window():
    game = make("dots")
    window = make_window(game, gathered([]))
    assert (len(window.train), len(window.held_out), window.num_positions, window.num_distinct_positions) == (
        0,
        0,
        0,
        0,
    )
