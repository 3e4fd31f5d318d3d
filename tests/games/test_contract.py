"""What holds of every game at every size: the contract that `rules.py` states."""

import numpy as np
import pytest

from src.files.errors import UserError
from src.games import batch
from src.games.rules import NO_CELL, Game
from tests.games.random_games import Played, play_randomly


def a_few_games(game: Game, seed: int = 0) -> Played:
    """More of the short games than of the long ones."""
    return play_randomly(game, 2 + 200 // game.max_plies, seed)


def reached_states(game: Game):
    """Every state of a few games, the final ones too."""
    played = a_few_games(game)
    for i in range(played.states.shape[1]):
        yield from played.reached(i)


def test_the_facts_fit_the_arrays(game):
    state = game.initial_state()
    assert (state.dtype, state.shape, state.flags.c_contiguous) == (np.int8, (game.state_size,), True)
    assert (game.spec.dtype, game.spec.ndim, game.spec.flags.c_contiguous) == (np.int32, 1, True)
    assert not game.is_terminal(state)
    assert game.to_play(state) == 0
    assert len(game.action_cells) == game.num_actions == len(set(game.action_names))
    assert game.cell_symmetries.shape[1] == game.planes[1] * game.planes[2]
    assert game.action_symmetries.shape == (len(game.cell_symmetries), game.num_actions)
    assert all(cell == NO_CELL or 0 <= cell < game.planes[1] * game.planes[2] for cell in game.action_cells)


def test_a_move_is_legal_exactly_while_the_game_goes_on(game):
    played = a_few_games(game)
    assert (played.masks.any(2) == ~played.ended).all()
    assert played.ended[-1].all(), f"a game lasts longer than max_plies, {game.max_plies}"


def test_what_one_player_wins_the_other_loses(game):
    for state in reached_states(game):
        returns = [game.returns(state, player) for player in (0, 1)]
        assert sum(returns) == 0
        assert returns[0] in ((-1, 0, 1) if game.is_terminal(state) else (0,))
        assert game.score(state, 0) == -game.score(state, 1)
        assert abs(game.score(state, 0)) <= game.max_score
        assert game.to_play(state) in (0, 1)


def test_only_step_changes_a_state_and_nothing_changes_the_spec(game):
    spec = game.spec.copy()
    for state in reached_states(game):
        before = state.copy()
        game.legal_mask(state), game.observe(state), game.key(state), game.to_play(state), game.is_terminal(state)
        game.returns(state, 0), game.score(state, 1)
        for action in game.legal_actions(state)[:2]:
            assert game.step(state, action).tobytes() != state.tobytes()
        assert state.tobytes() == before.tobytes()
    assert game.spec.tobytes() == spec.tobytes()


def test_what_was_in_the_buffers_before_does_not_matter(game):
    for state in reached_states(game):
        dirty = np.ones(game.state_size, np.int8), np.ones(game.num_actions, np.bool_), np.ones(game.planes, np.float32)
        game.functions["init"](game.spec, dirty[0])
        game.functions["legal_mask"](game.spec, state, dirty[1])
        game.functions["observe"](game.spec, state, dirty[2])
        assert np.array_equal(dirty[0], game.initial_state())
        assert np.array_equal(dirty[1], game.legal_mask(state))
        assert np.array_equal(dirty[2], game.observe(state))
        assert np.isfinite(dirty[2]).all()


def test_a_batch_gives_what_the_singles_give(game):
    """All games of a ply at once; final states are among them, but are not stepped."""
    played = a_few_games(game)
    for ply, states in enumerate(played.states):
        observations = np.ones((len(states), *game.planes), np.float32)
        batch.observe_all(game.rules, game.spec, states, observations)
        for i, state in enumerate(states):
            assert np.array_equal(played.masks[ply, i], game.legal_mask(state))
            assert played.ended[ply, i] == game.is_terminal(state)
            assert observations[i].tobytes() == game.observe(state).tobytes()
            if not played.ended[ply, i]:
                after = game.step(state, int(played.actions[ply, i]))
                assert played.states[ply + 1, i].tobytes() == after.tobytes()


def test_symmetries_are_a_group_of_permutations(game):
    for table in (game.cell_symmetries, game.action_symmetries):
        numbers = np.arange(table.shape[1])
        assert np.array_equal(table[0], numbers)
        assert all(np.array_equal(np.sort(row), numbers) for row in table)
        members = {row.tobytes() for row in table}
        assert all(second[first].tobytes() in members for first in table for second in table)


def test_an_action_moves_with_its_cell(game):
    has_cell = game.action_cells != NO_CELL
    for cells, actions in zip(game.cell_symmetries, game.action_symmetries, strict=True):
        assert np.array_equal(game.action_cells[actions][has_cell], cells[game.action_cells[has_cell]])
        assert np.array_equal(actions[~has_cell], np.flatnonzero(~has_cell))


def test_a_moved_game_looks_moved_and_goes_the_same(game):
    """Play the moved moves beside the game: mask and every plane are moved, who is to move and wins is not."""
    planes = game.planes[0]
    played = a_few_games(game)
    for cells, actions in zip(game.cell_symmetries, game.action_symmetries, strict=True):
        for i in range(min(3, played.states.shape[1])):
            moved = game.initial_state()
            for ply, state in enumerate(played.reached(i)):
                assert np.array_equal(game.legal_mask(moved)[actions], game.legal_mask(state))
                seen, seen_moved = game.observe(state).reshape(planes, -1), game.observe(moved).reshape(planes, -1)
                assert np.array_equal(seen_moved[:, cells], seen)
                for fact in (game.to_play, game.is_terminal):
                    assert fact(moved) == fact(state)
                for fact in (game.returns, game.score):
                    assert fact(moved, 0) == fact(state, 0)
                if not game.is_terminal(state):
                    moved = game.step(moved, int(actions[played.actions[ply, i]]))


def test_keys_differ_where_states_differ(game):
    """Some 10,000 states: as many keys as there are different ones."""
    played = play_randomly(game, 2 + 10_000 // game.max_plies, seed=5)
    states = {state.tobytes(): state for state in played.states.reshape(-1, game.state_size)}
    assert len({game.key(state) for state in states.values()}) == len(states)


def test_illegal_moves_are_refused(game):
    played = a_few_games(game)
    for ply, states in enumerate(played.states[:-1]):
        illegal = np.flatnonzero(~played.masks[ply, 0])[:2].tolist()
        for action in [*illegal, -1, game.num_actions] if not played.ended[ply, 0] else []:
            with pytest.raises(UserError, match=rf"^{game}: move {action} is illegal here; legal are \d"):
                game.step(states[0], action)


def test_nothing_is_played_after_the_end(game):
    final = a_few_games(game).states[-1, 0]
    for action in range(game.num_actions):
        with pytest.raises(UserError, match=rf"^{game}: the game is over, so move {action} cannot be played$"):
            game.step(final, action)
