"""What the rules cost: states of random play a second on one core, for every game at its usual size."""

from collections.abc import Callable

import numpy as np

from src import games
from src.bench.clock import seconds
from src.files.compiled import allocating
from src.games.hashing import next_seed
from src.games.rules import (
    IS_TERMINAL_AT,
    LEGAL_MASK_AT,
    STEP_AT,
    Game,
    call_is_terminal,
    call_legal_mask,
    call_step,
)
from src.search.rollout import random_legal

NUM_STATES = 200_000


@allocating
def play_randomly(rules, spec, start, num_states, mask, seed):
    """Step, mask and terminal test of `num_states` states in a row of random games."""
    state = start.copy()
    for _ in range(num_states):
        call_legal_mask(rules[LEGAL_MASK_AT], spec, state, mask)
        seed = next_seed(seed)
        call_step(rules[STEP_AT], spec, state, random_legal(mask, seed))
        if call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
            state[:] = start
    return seed


def states_per_second(game: Game, repeats: int, seed: int) -> float:
    """States of random play a second: one step, one mask, one terminal test each."""
    mask = np.zeros(game.num_actions, np.bool_)
    start = game.initial_state()

    def play():
        return play_randomly(game.rules, game.spec, start, NUM_STATES, mask, np.uint64(seed))

    return NUM_STATES / seconds(play, repeats)


def measure(_: Game, *, repeats: int, seed: int, tell: Callable[[str], None], **others) -> dict:
    """The rate of each game there is, whichever was asked for; `tell` hears what is being measured."""
    rates = {}
    for name in games.GAMES:
        game = games.make(name)
        tell(f"rules of {game}")
        rates[str(game)] = states_per_second(game, repeats, seed)
    return {"states": NUM_STATES, "repeats": repeats, "states_per_second": rates}
