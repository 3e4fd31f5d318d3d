"""The games under way, side by side in arrays: one row a table."""

from dataclasses import dataclass, field

import numpy as np

from src.files.compiled import allocating, kernel
from src.games.hashing import next_seed, uniform
from src.games.rules import (
    INIT_AT,
    IS_TERMINAL_AT,
    LEGAL_MASK_AT,
    STEP_AT,
    Game,
    call_init,
    call_is_terminal,
    call_legal_mask,
    call_step,
)
from src.records.schema import PlayedGame
from src.search.rollout import random_legal
from src.selfplay.curriculum import Openings


@allocating
def open_games(rules, spec, states, moves, plies, chosen, seeds, share, least_plies, most_plies, mask):
    """Set up the tables `chosen` `[N]`: a share of them after `least_plies` to `most_plies` random moves, each
    number alike.

    Each draw follows from its table's seed `[N]`. At least one move is left to play.
    """
    for i in range(chosen.shape[0]):
        b = chosen[i]
        state = states[b]
        call_init(rules[INIT_AT], spec, state)
        plies[b] = 0
        seed = next_seed(seeds[i])
        if uniform(seed) >= share:
            continue
        seed = next_seed(seed)
        num_opening = least_plies + np.int64(uniform(seed) * (1 + most_plies - least_plies))
        for _ in range(num_opening):
            seed = next_seed(seed)
            call_legal_mask(rules[LEGAL_MASK_AT], spec, state, mask)
            action = random_legal(mask, seed)
            before = state.copy()
            call_step(rules[STEP_AT], spec, state, action)
            if call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
                state[:] = before
                break
            moves[b, plies[b]] = action
            plies[b] += 1


@kernel
def play_moves(rules, spec, states, moves, plies, chosen, actions, ended):
    """Play `actions` `[N]` at the tables `chosen` `[N]`; write which games they end."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        call_step(rules[STEP_AT], spec, states[b], actions[i])
        moves[b, plies[b]] = actions[i]
        plies[b] += 1
        ended[i] = call_is_terminal(rules[IS_TERMINAL_AT], spec, states[b])


@dataclass
class Tables:
    """B games of up to P plies."""

    game: Game
    size: int
    num_playing: int = field(init=False, default=0)
    game_ids: np.ndarray = field(init=False)  # [B] int64
    seeds: np.ndarray = field(init=False)  # [B] uint64
    states: np.ndarray = field(init=False)  # [B, S]
    moves: np.ndarray = field(init=False)  # [B, P] int16
    plies: np.ndarray = field(init=False)  # [B] int64
    num_opening: np.ndarray = field(init=False)  # [B] int64
    num_simulations: np.ndarray = field(init=False)  # [B, P] int32
    root_values: np.ndarray = field(init=False)  # [B, P] float32
    policies: list = field(init=False)  # of each table, for each ply played: actions, probs, visits

    def __post_init__(self):
        shape = self.size, self.game.max_plies
        self.game_ids = np.zeros(self.size, np.int64)
        self.seeds = np.zeros(self.size, np.uint64)
        self.states = np.zeros((self.size, self.game.state_size), np.int8)
        self.moves = np.zeros(shape, np.int16)
        self.plies, self.num_opening = np.zeros((2, self.size), np.int64)
        self.num_simulations = np.zeros(shape, np.int32)
        self.root_values = np.zeros(shape, np.float32)
        self.policies = [[] for _ in range(self.size)]

    def open(self, chosen: np.ndarray, games: list, opening_seeds: np.ndarray, openings: Openings) -> None:
        """Begin `games`, (number, seed) each, at the tables `chosen`; for the rest see `open_games`."""
        for b, (game_id, seed) in zip(chosen.tolist(), games, strict=True):
            self.game_ids[b], self.seeds[b] = game_id, seed
            self.policies[b] = []
        self.num_playing += len(games)
        mask = np.zeros(self.game.num_actions, np.bool_)
        rules, spec = self.game.rules, self.game.spec
        open_games(rules, spec, self.states, self.moves, self.plies, chosen, opening_seeds, *openings, mask)
        self.num_opening[chosen] = self.plies[chosen]

    def play(self, chosen: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Play a move at each table. Returns `[N]` which games ended."""
        ended = np.zeros(len(chosen), np.bool_)
        play_moves(self.game.rules, self.game.spec, self.states, self.moves, self.plies, chosen, actions, ended)
        return ended

    def note(self, chosen: np.ndarray, target: np.ndarray, visits: np.ndarray, num_simulations, root_values) -> None:
        """Write down what a search found before its move is played: the moves with a share of `target` `[N, A]`."""
        self.num_simulations[chosen, self.plies[chosen]] = num_simulations
        self.root_values[chosen, self.plies[chosen]] = root_values
        rows, actions = np.nonzero(target)
        entries = np.searchsorted(rows, np.arange(len(chosen) + 1)).tolist()
        actions, probs, visits = actions.astype(np.int16), target[rows, actions], visits[rows, actions]
        for i, b in enumerate(chosen.tolist()):
            own = slice(entries[i], entries[i + 1])
            self.policies[b].append((actions[own], probs[own], visits[own]))

    def leave(self, b: int) -> PlayedGame:
        """The record of the game that ended at a table, which is free from now on; opening plies are no targets."""
        game, plies, opening = self.game, self.plies[b], int(self.num_opening[b])
        actions, probs, visits = zip(*self.policies[b], strict=True)
        sizes = np.zeros(plies, np.int16)
        sizes[opening:] = [len(each) for each in actions]
        record = PlayedGame(
            game_id=int(self.game_ids[b]),
            seed=int(self.seeds[b]),
            num_opening=opening,
            moves=self.moves[b, :plies].copy(),
            is_target=sizes > 0,
            num_simulations=np.where(np.arange(plies) < opening, 0, self.num_simulations[b, :plies]),
            root_value=np.where(np.arange(plies) < opening, np.float32(0), self.root_values[b, :plies]),
            policy_sizes=sizes,
            policy_actions=np.concatenate(actions),
            policy_probs=np.concatenate(probs).astype(np.float32),
            visit_counts=np.concatenate(visits).astype(np.int32),
            result=game.returns(self.states[b], 0),
            margin=game.score(self.states[b], 0),
        )
        self.num_playing -= 1
        return record
