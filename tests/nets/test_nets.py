"""Every kind on every game and board: shapes, ranges, seeds, and settings that cannot be."""

import inspect
from pathlib import Path

import pytest
import torch
import yaml

from src import games
from src.files.errors import UserError
from src.nets import NETS, make_net, net_class
from src.nets.net import Normed, folded
from tests.games.sizes import SIZES
from tests.nets.lived import SMALL, lived_net, random_observations

BOARDS = [(name, sizes) for name in games.GAMES for sizes in SIZES.get(name, [{}])]
CONF = Path(__file__).resolve().parents[2] / "conf" / "net"


@pytest.mark.parametrize("kind", NETS)
@pytest.mark.parametrize(("name", "sizes"), BOARDS, ids=lambda value: str(value))
def test_answers_have_their_shapes_and_ranges(kind, name, sizes):
    game = games.make(name, **sizes)
    net = lived_net(kind, game)
    with torch.inference_mode():
        answer = net(torch.from_numpy(random_observations(game, 5)))
    assert answer.prior_logits.shape == (5, game.num_actions)
    assert answer.value.shape == answer.margin.shape == (5,)
    assert all(part.dtype == torch.float32 and part.isfinite().all() for part in answer)
    assert answer.value.abs().max() <= 1
    assert answer.margin.abs().max() <= 1
    assert (answer.margin != 0).any() == (game.max_score > 0)


@pytest.mark.parametrize("kind", NETS)
def test_a_net_tells_positions_apart_and_every_parameter_counts(kind):
    """All answers depend on the position, and each parameter has a gradient once the blocks' norms have left 0."""
    game = games.make("dots", rows=2, cols=2)
    net = lived_net(kind, game)
    answer = net(torch.from_numpy(random_observations(game, 16)))
    assert all(part.std(0).min() > 0 for part in answer)
    (answer.prior_logits.square().sum() + answer.value.sum() + answer.margin.sum()).backward()
    assert [name for name, p in net.named_parameters() if p.grad is None or not p.grad.any()] == []


@pytest.mark.parametrize("kind", NETS)
def test_the_same_seed_gives_the_same_net_and_leaves_torch_as_it_was(kind):
    game = games.make("dots", rows=2, cols=2)
    torch.manual_seed(7)
    before = torch.get_rng_state()
    first, same, other = (make_net(kind, game, seed=seed, **SMALL[kind]).state_dict() for seed in (0, 0, 1))
    assert torch.equal(torch.get_rng_state(), before)
    assert all(torch.equal(first[name], same[name]) for name in first)
    assert any(not torch.equal(first[name], other[name]) for name in first)


@pytest.mark.parametrize("kind", NETS)
def test_folding_leaves_no_norm_and_the_same_answers(kind):
    game = games.make("dots", rows=2, cols=2)
    net = lived_net(kind, game).train()  # a net in training mode is folded as it would be evaluated
    observations = torch.from_numpy(random_observations(game, 16))
    with torch.inference_mode():
        found, wanted = folded(net)(observations), net.eval()(observations)
    for part, expected in zip(found, wanted, strict=True):
        torch.testing.assert_close(part, expected, atol=2e-5, rtol=2e-5)
    assert any(isinstance(module, Normed) for module in net.modules())
    assert not any(isinstance(module, torch.nn.modules.batchnorm._BatchNorm) for module in folded(net).modules())


def test_a_fresh_deep_net_is_tame_before_it_has_seen_data():
    game = games.make("dots", rows=2, cols=2)
    net = make_net("resnet", game, channels=32, blocks=19).eval()
    answer = net(torch.from_numpy(random_observations(game, 8)))
    assert answer.prior_logits.std(1).max() < 3
    assert answer.value.abs().max() < 0.95


@pytest.mark.parametrize("kind", NETS)
def test_dropout_works_in_training_alone(kind):
    game = games.make("tictactoe")
    observations = torch.from_numpy(random_observations(game, 4))
    net = lived_net(kind, game, dropout=0.5)
    assert torch.equal(net(observations).value, net(observations).value)
    for module in net.modules():  # norms stay as they are; only dropout may differ
        if isinstance(module, torch.nn.Dropout):
            module.train()
    assert not torch.equal(net(observations).value, net(observations).value)


def test_settings_set_what_they_name():
    game = games.make("dots")
    net = make_net("resnet_gpool", game, channels=8, blocks=4, pool_channels=4, pool_every=4, head_channels=2)
    assert net.first[0].map.weight.shape[:2] == (8, game.planes[0])
    assert [hasattr(block, "to_pool") for block in net.trunk] == [False, False, False, True]
    assert net.trunk[3].to_pool.map.out_channels == 4
    assert net.policy.local.map.out_channels == net.outcome.local.map.out_channels == 2
    assert len(make_net("cnn", game, channels=8, layers=3).trunk) == 2  # and the first convolution
    assert not any(isinstance(m, Normed) for m in make_net("mlp", game, batch_norm=False).modules())
    narrowing = make_net("mlp", game, units=9, layers=3, half_last=True)
    assert [layer.map.out_features for layer in narrowing.layers] == [9, 9, 5]  # half of 9, rounded up
    assert narrowing.policy.in_features == narrowing.outcome.linear.in_features == 5
    assert net.settings == {
        **{"channels": 8, "blocks": 4, "pool_channels": 4, "pool_every": 4, "head_channels": 2, "dropout": 0.0}
    }


@pytest.mark.parametrize("kind", NETS)
def test_conf_names_every_setting_with_its_default(kind):
    written = yaml.safe_load((CONF / f"{kind}.yaml").read_text(encoding="utf-8"))
    parameters = inspect.signature(net_class(kind)).parameters
    defaults = {name: p.default for name, p in parameters.items() if p.kind is p.KEYWORD_ONLY}
    assert written == {"kind": kind, **defaults}


def test_every_net_in_conf_exists():
    assert {path.stem for path in CONF.glob("*.yaml")} == NETS.keys()


@pytest.mark.parametrize(
    ("kind", "settings", "sentence"),
    [
        ("resent", {}, "there is no net 'resent'; there are cnn, mlp, resnet, resnet_gpool, resnet_small"),
        (
            "mlp",
            {"channels": 8},
            "net.channels is no setting of mlp; its settings are units, layers, half_la",
        ),
        ("resnet", {"blocks": 0}, "net.blocks must be a whole number from 1, not 0"),
        ("resnet", {"channels": True}, "net.channels must be a whole number from 1, not True"),
        ("mlp", {"dropout": 1.0}, "net.dropout must be a number from 0 to below 1, not 1.0"),
        ("mlp", {"batch_norm": 1}, "net.batch_norm must be true or false, not 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(kind, settings, sentence):
    with pytest.raises(UserError) as error:
        make_net(kind, games.make("dots"), **settings)
    assert sentence in str(error.value)
