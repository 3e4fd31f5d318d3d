"""A sweep: one campaign for each combination, and a mistake in any is told before the first begins."""

import pytest

from src import sweep
from src.files.errors import UserError


def test_each_combination_is_a_campaign():
    found = sweep.combinations(["-m", "net=mlp,resnet_small", "seed=0,1", "generations=2", "hydra/launcher=basic"])
    assert sorted(map(tuple, found)) == [
        ("net=mlp", "seed=0", "generations=2"),
        ("net=mlp", "seed=1", "generations=2"),
        ("net=resnet_small", "seed=0", "generations=2"),
        ("net=resnet_small", "seed=1", "generations=2"),
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["seed=0,1", "mcts.c_inti=1"], "there is no setting mcts.c_inti; did you mean mcts.c_init?"),
        (["train.lr=0.001,-1"], "train.lr must be greater than 0, not -1"),
        (["net=mlp,transformer"], "there is no net=transformer"),
        (["seed=[0"], "tracking=none seed=[0 cannot be read"),
    ],
)
def test_a_mistake_is_told_before_anything_begins(arguments, sentence):
    with pytest.raises(UserError) as refused:
        sweep.check(["-m", "tracking=none", *arguments])
    assert str(refused.value).startswith(sentence)


def test_what_asks_for_a_sweep():
    assert sweep.is_sweep(["--multirun", "seed=0,1"])
    assert sweep.is_sweep(["seed=0,1", "-m"])
    assert not sweep.is_sweep(["seed=0"])
