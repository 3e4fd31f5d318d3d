"""Players with a trained model, and in which form their net sees a position."""

import numpy as np
import pytest

from src import games
from src.arena.model_players import net_player, search_player
from src.arena.players import make_player
from src.files.errors import UserError
from src.models.folder import Lineage, save_model
from src.nets import make_net

DOTS = games.make("dots", rows=2, cols=2)
SEARCH = {"num_simulations": 1, "margin_weight": 0.25, "inference": {"inference": "onnxruntime", "batch_size": 8}}


@pytest.fixture
def model(tmp_path):
    """An untrained net, which judges each form of a position in its own way."""
    save_model(tmp_path / "model", make_net("mlp", DOTS), DOTS, Lineage())
    return tmp_path / "model"


@pytest.fixture
def one_form_model(tmp_path):
    save_model(tmp_path / "model", make_net("mlp", DOTS), DOTS, Lineage(data={"canonical": True}))
    return tmp_path / "model"


def chosen_by(player, states):
    return player.choose(states, np.zeros(len(states), np.int64), np.zeros(len(states), np.uint64))


def images(state):
    """A position and its seven images: edges lie in the state as actions do."""
    found = np.stack([state] * len(DOTS.action_symmetries))
    for image, actions in zip(found, DOTS.action_symmetries, strict=True):
        image[actions] = state[: DOTS.num_actions]
    return found


def test_the_net_alone_judges_all_forms_of_a_position_alike_where_it_sees_one_of_them(model):
    state = DOTS.replay([0, 3, 7])
    canonical, plain = (chosen_by(net_player("net", model, DOTS, canonical=c, **SEARCH), images(state)) for c in (1, 0))
    assert len(set(canonical.values.tolist())) == 1 < len(set(plain.values.tolist()))
    edges = [
        images_edges.tolist().index(action)
        for images_edges, action in zip(DOTS.action_symmetries, canonical.actions, strict=True)
    ]
    assert len(set(edges)) == 1  # the same move, turned with the board


@pytest.mark.parametrize("canonical", [True, False])
def test_the_net_alone_plays_what_a_search_would_try_first(model, canonical):
    states = np.stack(
        [DOTS.replay(history) for history in ([], [0], [3, 5], [0, 6, 2], [1, 4, 7, 9, 11], [2, 8, 3, 0])]
    )
    search = search_player("s", model, DOTS, canonical=canonical, prove=False, **SEARCH)
    alone = chosen_by(net_player("n", model, DOTS, canonical=canonical, **SEARCH), states)
    assert alone.actions.tolist() == chosen_by(search, states).actions.tolist()


@pytest.mark.parametrize("name", ["{}:5", "net:{}"])
def test_a_net_that_knows_one_form_of_each_position_is_not_shown_others(one_form_model, name):
    name = name.format(one_form_model)
    with pytest.raises(UserError, match=r"one of its symmetric forms alone; play it with mcts\.canonical=true"):
        make_player(name, DOTS, canonical=False, **SEARCH)
    assert make_player(name, DOTS, canonical=True, **SEARCH).name == name
