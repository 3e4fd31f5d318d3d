"""Compiled once for all sizes, and the same as the plain Python functions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from src.files.compiled import COMPILED
from src.games import batch, make
from tests.games.playout_digest import digests
from tests.games.random_games import play_randomly
from tests.games.sizes import SIZES

BATCHES = [batch.step_all, batch.legal_masks, batch.are_terminal, batch.observe_all]


def play_and_observe(name: str, sizes: dict[str, int]) -> list:
    """Play through all kernels, and return them."""
    game = make(name, **sizes)
    played = play_randomly(game, 2, seed=0)
    batch.observe_all(game.rules, game.spec, played.states[-1], np.zeros((2, *game.planes), np.float32))
    for function in (game.key, game.to_play, game.observe, game.is_terminal):
        function(played.states[-1, 0])
    return [*game.functions.values(), *BATCHES]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("name", SIZES)
def test_a_second_size_compiles_nothing(name):
    def compilations(kernels: list) -> list[tuple]:
        return [(k, len(k.signatures), k.stats.cache_hits.total(), k.stats.cache_misses.total()) for k in kernels]

    first = compilations(play_and_observe(name, SIZES[name][0]))
    for sizes in SIZES[name][1:]:
        assert compilations(play_and_observe(name, sizes)) == first


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
def test_plain_python_gives_the_same_bytes():
    """States, masks, observations, keys and results of a few games, of a process that compiles nothing."""
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "tests.games.playout_digest"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"compiled": False, "digests": digests()}
