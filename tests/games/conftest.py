"""The `game` fixture: every game of the table at several sizes, so that a new game inherits the contract's tests."""

import pytest

from src.games import GAMES, make
from src.games.rules import Game
from tests.games.sizes import SIZES

USUAL = {}


CASES = [
    pytest.param((name, sizes), id="-".join(map(str, [name, *sizes.values()])), marks=[pytest.mark.plain] * (i == 0))
    for name in GAMES
    for i, sizes in enumerate(SIZES.get(name, [USUAL]))
]


@pytest.fixture(params=CASES)
def game(request) -> Game:
    name, sizes = request.param
    return make(name, **sizes)
