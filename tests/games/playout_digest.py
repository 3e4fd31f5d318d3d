"""`python -m tests.games.playout_digest` prints, game by game, a digest of all that a few random games show."""

import hashlib
import json

import numpy as np

from src.files.compiled import COMPILED
from src.games import GAMES, make


def digest(name: str) -> str:
    game, rng, shown = make(name), np.random.default_rng(7), hashlib.sha256()
    for _ in range(3):
        state = game.initial_state()
        while True:
            mask, planes = game.legal_mask(state), game.observe(state)
            for array in (state, mask, planes):
                shown.update(array.tobytes())
            facts = game.key(state), game.to_play(state), game.returns(state, 0), game.score(state, 1)
            shown.update(repr(facts).encode())
            if game.is_terminal(state):
                break
            state = game.step(state, int(rng.choice(np.flatnonzero(mask))))
    return shown.hexdigest()


def digests() -> dict[str, str]:
    return {name: digest(name) for name in GAMES}


if __name__ == "__main__":
    print(json.dumps({"compiled": COMPILED, "digests": digests()}))
