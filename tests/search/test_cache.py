"""Answers that are remembered, and positions that are shown in one of their forms: neither changes what is found."""

import numpy as np
import pytest

from src import games
from src.games import batch
from src.search.cache import NO_KEY, UNKNOWN, WAYS, first_way, keep, key_words, look_up, make_cache, write_key
from src.search.mcts import Search
from src.selfplay.play import SelfPlay
from src.selfplay.seeds import game_seed
from tests.games.random_games import play_randomly
from tests.search.bookkeeper import Bookkeeper
from tests.search.test_search import NOISY, positions, same


@pytest.fixture(scope="module", params=[("dots", {"rows": 2, "cols": 2}), ("connect4", {})], ids=lambda p: p[0])
def game(request):
    name, sizes = request.param
    return games.make(name, **sizes)


def keys_of(observations):
    """`[R, K]` the keys of observations `[R, C, H*W]`, and `[R]` their hashes."""
    bits = np.array(observations, np.float32).view(np.uint32)
    keys = np.zeros((len(bits), key_words((*bits.shape[1:], 1))), np.uint64)
    return keys, np.array([write_key(one, key) for one, key in zip(bits, keys, strict=True)], np.uint64)


class TestNothingChanges:
    """Bit for bit what a search without a cache finds, though the evaluator is asked less."""

    @pytest.mark.parametrize("canonical", [False, True])
    @pytest.mark.parametrize("leaves_per_step", [1, 4])
    @pytest.mark.parametrize("megabytes", [8, 0.3])  # 0.3: a few hundred entries, which drive each other out
    def test_in_a_search(self, game, leaves_per_step, megabytes, canonical):
        settings = NOISY | {"num_simulations": 50, "leaves_per_step": leaves_per_step, "canonical": canonical}
        states = positions(game, 12)
        searches = [
            Search(game, Bookkeeper(game), num_slots=6, cache_megabytes=memory, **settings) for memory in (0, megabytes)
        ]
        for repeat in range(3):
            for part in (states[:6], states[6:]):
                seeds = np.arange(6) + repeat
                plain, cached = (search.run(part, seeds) for search in searches)
                assert all(same(plain, cached, row, row) for row in range(6))
        plain, cached = searches
        assert plain.num_remembered == 0
        assert cached.num_remembered > 0
        if leaves_per_step == 1:
            assert cached.num_evaluations + cached.num_remembered == plain.num_evaluations

    @pytest.mark.parametrize("reuse_tree", [False, True])
    def test_in_self_play(self, game, reuse_tree):
        records, asked = [], []
        for memory in (0, 8):
            evaluator = Bookkeeper(game)
            worker = SelfPlay(
                game, evaluator, num_slots=4, num_simulations=12, reuse_tree=reuse_tree, cache_megabytes=memory
            )
            played = worker.play((game_id, game_seed(0, 1, game_id)) for game_id in range(10))
            found = sorted((record for ended in played for record in ended), key=lambda record: record.game_id)
            records.append([(each.moves.tolist(), each.policy_probs.tobytes(), each.root_value) for each in found])
            asked.append(len(evaluator.shown))
        assert repr(records[0]) == repr(records[1])
        assert asked[1] < asked[0]


class TestMemory:
    def test_the_same_search_again_asks_nothing(self, game):
        evaluator = Bookkeeper(game)
        search = Search(game, evaluator, num_slots=8, num_simulations=40, cache_megabytes=8)
        states = positions(game, 8)
        search.run(states, np.arange(8))
        before = len(evaluator.shown)
        search.run(states, np.arange(8))
        assert len(evaluator.shown) == before

    @pytest.mark.parametrize("megabytes", [0.001, 0.1, 3, 100])
    def test_is_bounded(self, game, megabytes):
        cache = make_cache(game, megabytes)
        used = sum(array.nbytes for array in (cache.hashes, cache.keys, cache.prior_logits, cache.values))
        assert used <= megabytes * 1e6
        assert len(cache.hashes) == 0 or used > megabytes * 1e6 / 2

    def test_none_is_made_for_an_evaluator_that_reads_states(self, game):
        from src.search.evaluator import HashEvaluator

        search = Search(game, HashEvaluator(game), num_slots=1, num_simulations=4, cache_megabytes=8)
        assert len(search.cache.hashes) == 0

    @pytest.mark.plain
    def test_new_answers_take_the_place_of_old_ones_when_all_ways_are_taken(self):
        game = games.make("dots", rows=1, cols=1)
        cache = make_cache(game, 0.0007)
        assert len(cache.hashes) == WAYS
        rows = WAYS + 1
        keys, hashes = keys_of(np.arange(rows)[:, None, None] * np.ones(game.planes).reshape(game.planes[0], -1))
        keep(cache, keys, hashes, rows, np.zeros((rows, 4), np.float32), np.arange(rows, dtype=np.float32))
        entries = [look_up(cache, keys[row], np.uint64(hashes[row])) for row in range(rows)]
        assert entries.count(UNKNOWN) == 1
        assert entries[-1] != UNKNOWN
        assert all(cache.values[entry] == row for row, entry in enumerate(entries) if entry != UNKNOWN)


@pytest.mark.plain
def test_two_positions_with_one_hash_are_not_taken_for_each_other():
    """The hash of one is planted at the entry of the other, as a collision would."""
    game = games.make("dots", rows=1, cols=2)
    keys, hashes = keys_of([game.observe(state).reshape(game.planes[0], -1) for state in positions(game, 2)])
    cache = make_cache(game, 0.1)
    keep(cache, keys, hashes, 1, np.zeros((1, game.num_actions), np.float32), np.ones(1, np.float32))
    mine, other = hashes
    assert look_up(cache, keys[0], mine) == first_way(cache, mine)

    for array in (cache.hashes, cache.keys, cache.values):
        array[first_way(cache, other)] = array[first_way(cache, mine)]
    cache.hashes[first_way(cache, other)] = other
    assert look_up(cache, keys[1], other) == UNKNOWN


def read_key(key, num_planes, num_cells):
    """The observation that a key stands for, read word by word as `cache` describes keys."""
    planes = []
    for words in key.reshape(num_planes, -1):
        if int(words[0]) >> 63:
            planes.append(np.full(num_cells, np.array(int(words[0]) & 0xFFFFFFFF, np.uint32).view(np.float32)))
        else:
            bits = "".join(f"{int(word):063b}"[::-1] for word in words)
            planes.append(np.array([float(bit) for bit in bits[:num_cells]]))
    return np.array(planes, np.float32)


class TestKeys:
    @pytest.mark.parametrize(
        ("name", "sizes"),
        [("dots", {}), ("dots", {"rows": 5, "cols": 4}), ("go", {"rows": 9, "cols": 9}), ("othello", {})],
    )
    def test_the_observation_can_be_read_from_its_key(self, name, sizes):
        game = games.make(name, **sizes)
        seen = [game.observe(state).reshape(game.planes[0], -1) for state in positions(game, 40)]
        keys, hashes = keys_of(seen)
        assert all(hashes != NO_KEY)
        for key, observation in zip(keys, seen, strict=True):
            assert read_key(key, *observation.shape).tobytes() == observation.tobytes()
        assert len(set(hashes.tolist())) == len({observation.tobytes() for observation in seen})

    @pytest.mark.plain
    @pytest.mark.parametrize(
        ("plane", "has_key"),
        [
            ([0, 0, 0, 0], True),
            ([0, 1, 1, 0], True),
            ([0.3, 0.3, 0.3, 0.3], True),
            ([-0.0, -0.0, -0.0, -0.0], True),
            ([0, 1, 2, 0], False),
            ([1, 1, 1, 0.5], False),
            ([0, -0.0, 1, 0], False),  # equal as numbers, not as bits
        ],
    )
    def test_what_has_a_key(self, plane, has_key):
        observation = np.array([plane, [1, 0, 0, 1]], np.float32)
        keys, hashes = keys_of([observation])
        assert (hashes[0] != NO_KEY) == has_key
        if has_key:
            assert read_key(keys[0], 2, 4).tobytes() == observation.tobytes()

    def test_what_has_no_key_is_not_remembered(self, game):
        cache = make_cache(game, 1)
        keys, hashes = np.zeros((2, key_words(game.planes)), np.uint64), np.array([NO_KEY, NO_KEY])
        keep(cache, keys, hashes, 2, np.zeros((2, game.num_actions), np.float32), np.zeros(2, np.float32))
        assert not cache.hashes.any()
        assert look_up(cache, keys[0], hashes[0]) == UNKNOWN


def images(game, state, history):
    """The state's image under each symmetry: its moves, moved."""
    for actions in game.action_symmetries:
        yield actions, game.replay([int(actions[action]) for action in history])


@pytest.mark.parametrize(("name", "sizes"), [("dots", {"rows": 2, "cols": 2}), ("connect4", {}), ("tictactoe", {})])
def test_all_forms_of_a_position_are_shown_as_one_and_judged_alike(name, sizes):
    game = games.make(name, **sizes)
    evaluator = Bookkeeper(game)
    search = Search(game, evaluator, num_slots=1, num_simulations=1, canonical=True, prove=False)
    played = play_randomly(game, 6, seed=3)
    num_compared = 0
    for i in range(6):
        history = played.history(i)
        for ply, state in enumerate(played.reached(i)[:-1]):
            evaluator.shown.clear()
            shown, answers = set(), []
            for actions, image in images(game, state, history[:ply]):
                evaluator.shown.clear()
                found = search.run(image[None], [0])
                shown.add(evaluator.shown[0])
                answers.append((found.raw_value[0], found.prior_probs[0][actions]))
            assert len(shown) == 1
            assert len({value for value, _ in answers}) == 1
            observations = {game.observe(image).tobytes() for _, image in images(game, state, history[:ply])}
            if len(observations) == len(game.action_symmetries):  # else several forms are the smallest
                num_compared += 1
                assert all(np.array_equal(probs, answers[0][1]) for _, probs in answers)
    assert num_compared > 10


def test_a_batch_of_observations_is_what_the_evaluator_is_shown(game):
    """Without forms: the observations of the states as they are."""
    states = positions(game, 5)
    evaluator = Bookkeeper(game)
    Search(game, evaluator, num_slots=5, num_simulations=1, prove=False).run(states, np.arange(5))
    expected = np.zeros((5, *game.planes), np.float32)
    batch.observe_all(game.rules, game.spec, states, expected)
    assert evaluator.shown[:5] == [each.tobytes() for each in expected]
