"""The state of training on disk."""

from dataclasses import replace

import pytest
import torch
from safetensors.torch import save

from src.files.errors import UserError
from src.learn.state import TrainingState, load_training_state, load_weights, save_training_state

STATE = TrainingState(
    2**40,
    {"a.weight": torch.randn(3, 2), "a.count": torch.tensor(7)},
    {"a.weight": torch.zeros(3, 2)},
    {"a.weight.exp_avg": torch.ones(3, 2), "a.weight.step": torch.tensor(5.0)},
)


def test_what_is_saved_is_loaded_and_the_bytes_follow_from_it(tmp_path):
    save_training_state(tmp_path / "a", STATE)
    found = load_training_state(tmp_path / "a")
    assert found.global_step == 2**40
    for part in ("weights", "average", "moments"):
        one, other = getattr(found, part), getattr(STATE, part)
        assert one.keys() == other.keys()
        assert all(torch.equal(one[name], other[name]) and one[name].dtype == other[name].dtype for name in one)
    backwards = replace(STATE, weights=dict(reversed(STATE.weights.items())))
    save_training_state(tmp_path / "b", backwards)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("kind", ["absent", "folder", "torn", "empty", "pickle", "model"])
def test_what_is_no_state_is_named(tmp_path, kind):
    path = tmp_path / "state"
    save_training_state(path, STATE)
    content = path.read_bytes()
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pickle":
        torch.save({"a": torch.ones(1)}, path)
    elif kind != "absent":
        path.write_bytes({"torn": content[:-9], "empty": b"", "model": save({"a": torch.ones(1)})}[kind])
    with pytest.raises(UserError, match=r"train again, or start without the state$") as error:
        load_training_state(path)
    assert str(path) in str(error.value)


def test_weights_of_another_net_are_refused():
    with pytest.raises(UserError, match=r"^the training state is not of a net like this one; train again"):
        load_weights(torch.nn.Linear(2, 2), {"weight": torch.ones(3, 3), "bias": torch.ones(2)})
