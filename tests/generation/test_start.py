"""What a candidate is trained from: the model before, the champion, or fresh weights; and for how long."""

import numpy as np
import pytest
import torch

from src import games
from src.generation import fit
from src.generation.campaign import Campaign, write_json
from src.generation.promote import crown
from src.learn.schedules import steps_for
from src.learn.state import TrainingState, save_training_state, tensors_of
from src.models.folder import Lineage, save_model
from src.nets import make_net
from tests.learn.windows import made_up_window

GAME = games.make("dots", rows=2, cols=2)
NET = {"units": 8, "layers": 1}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory) -> Campaign:
    """Generation 1 is champion, also after 2 and 3; each model has weights of its own and a state of its number."""
    campaign = Campaign(tmp_path_factory.mktemp("campaign"), {})
    for number in range(4):
        net = make_net("mlp", GAME, seed=100 + number, **NET)
        save_model(campaign.model(number), net, GAME, Lineage(generation=number))
        if number:
            save_training_state(campaign.generation(number) / fit.STATE, TrainingState(number, tensors_of(net)))
        crown(campaign, number, champion=min(number, 1))
    return campaign


def begun(campaign: Campaign, number: int, **changes) -> tuple[list[int], int | None]:
    """Whose weights generation `number` begins with, and the global step it goes on from."""
    train = {"start": "latest", "reset_generations": 0} | changes
    found = fit.start_of(campaign, GAME, number, train=train, seed=0)
    nets = [make_net("mlp", GAME, seed=100 + each, **NET).state_dict() for each in range(4)]
    weights = found.net.state_dict()
    equal = [each for each, other in enumerate(nets) if all(torch.equal(weights[key], other[key]) for key in other)]
    names = [None if found.parent is None else found.parent.split("-")[-2]]
    assert names == ([f"g{equal[0]:03d}"] if equal else [None])
    return equal, None if found.state is None else found.state.global_step


def test_training_goes_on_from_the_latest_weights_or_from_the_champions(campaign):
    assert begun(campaign, 1) == ([0], None)  # an untrained model has no state
    assert begun(campaign, 4) == ([3], 3)
    assert begun(campaign, 4, start="champion") == ([1], 1)


def test_the_net_is_reset_after_so_many_generations(campaign):
    # Every second: generations 1 and 2 go on, 3 begins anew, 4 goes on from 3.
    resets = {number: begun(campaign, number, reset_generations=2) for number in (1, 2, 3, 4)}
    assert resets == {1: ([0], None), 2: ([1], 1), 3: ([], None), 4: ([3], 3)}
    fresh = fit.start_of(campaign, GAME, 3, train={"start": "latest", "reset_generations": 2}, seed=0)
    same = fit.start_of(campaign, GAME, 3, train={"start": "latest", "reset_generations": 2}, seed=0)
    other = fit.start_of(campaign, GAME, 3, train={"start": "latest", "reset_generations": 2}, seed=1)
    weights = [start.net.state_dict()["layers.0.map.weight"] for start in (fresh, same, other)]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_epochs_are_passes_over_the_window(campaign):
    window = made_up_window(GAME, holdout=0.0)
    write_json(campaign.generation(0) / "chosen.json", {"train": {"precision": "float32"}})
    recipe = {"batch_size": 16, "accumulate": 1, "accelerator": "cpu", "threads": 1, "precision": "float32"}
    start = fit.start_of(campaign, GAME, 1, train={"start": "latest", "reset_generations": 0}, seed=0)
    for epochs, expected in ((2.0, int(np.ceil(2 * len(window.train) / 16))), (0.0, 5)):  # 20 new, 4 times, by 16
        train = recipe | {"samples_per_new_position": 4.0, "epochs": epochs, "max_samples_per_position": 100.0}
        done = fit.fit_window(campaign, 1, start, window, 20, train=train, canonical=False, seed=0)
        assert done.num_steps == expected
    assert steps_for(20, len(window.train), samples_per_new_position=4.0, batch_size=16) == 5
