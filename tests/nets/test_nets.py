"""Every kind on every game and board: shapes, ranges, seeds, and settings that cannot be."""

import inspect
from pathlib import Path

import pytest
import torch
import yaml

from src import games
from src.files.errors import UserError
from src.nets import NETS, make_net, net_class
from src.nets.net import Normed, awake, folded
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


class TestAlphaGoLite:
    """Two nets that share nothing, or their convolutions, on one plane of stones."""

    def moved(self, part, **settings):
        """Which of trunk, value_trunk, value_hidden have a gradient of this answer."""
        net = lived_net("alphago_lite", games.make("othello", rows=4, cols=4), **settings)
        answer = net(torch.from_numpy(random_observations(games.make("othello", rows=4, cols=4), 8)))
        getattr(answer, part).square().sum().backward()
        names = {name.partition(".")[0] for name, p in net.named_parameters() if p.grad is not None and p.grad.any()}
        return names & {"trunk", "value_trunk", "value_hidden"}

    def test_apart_neither_net_learns_from_the_other(self):
        assert self.moved("prior_logits") == {"trunk"}
        assert self.moved("value") == self.moved("margin") == {"value_trunk", "value_hidden"}

    def test_with_a_shared_trunk_both_do(self):
        assert self.moved("prior_logits", shared_trunk=True) == {"trunk"}
        assert self.moved("value", shared_trunk=True) == {"trunk", "value_hidden"}

    @pytest.mark.parametrize(
        ("rates", "shaken", "kept"),
        [
            ({"policy_dropout": 0.5, "dropout": 0.0}, "prior_logits", "value"),
            ({"policy_dropout": 0.0, "dropout": 0.5}, "value", "prior_logits"),
        ],
    )
    def test_each_net_has_a_dropout_of_its_own(self, rates, shaken, kept):
        """In training the answer with a dropout differs from time to time, and the other does not."""
        game = games.make("tictactoe")
        net, seen = lived_net("alphago_lite", game, **rates), torch.from_numpy(random_observations(game, 6))
        for module in net.modules():
            if isinstance(module, torch.nn.Dropout):
                module.train()
        one, other = net(seen), net(seen)
        assert torch.equal(getattr(one, kept), getattr(other, kept))
        assert not torch.equal(getattr(one, shaken), getattr(other, shaken))

    def test_stones_are_seen_on_one_plane_with_signs(self):
        """Own stones, the other's and free cells are 1, -1 and 0: planes with the same difference are the same."""
        game = games.make("tictactoe")
        net, other = lived_net("alphago_lite", game), lived_net("alphago_lite", game, signed_plane=False)
        assert net.trunk[0].map.in_channels == 1
        assert other.trunk[0].map.in_channels == 3
        seen = torch.from_numpy(random_observations(game, 6))
        blurred = seen + torch.tensor([0.5, 0.5, 7.0])[:, None, None]
        torch.testing.assert_close(net(blurred).prior_logits, net(seen).prior_logits)
        assert not torch.allclose(other(blurred).prior_logits, other(seen).prior_logits)
        assert not torch.allclose(net(seen.flip(1)).prior_logits, net(seen).prior_logits)

    @pytest.mark.parametrize(("name", "planes"), [("dots", 9), ("hex", 4)])
    def test_what_is_more_than_stones_is_seen_as_it_is(self, name, planes):
        assert make_net("alphago_lite", games.make(name)).trunk[0].map.in_channels == planes


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
        (
            "resent",
            {},
            "there is no net 'resent'; there are alphago_lite, cnn, mlp, resnet, resnet_gpool, resnet_small",
        ),
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


@pytest.mark.parametrize("kind", ["resnet_small", "resnet_gpool"])
def test_a_fresh_net_awakes(kind):
    """Every block of the copy changes what passes through; of the net itself none does, and it stays as it is."""
    game = games.make("dots", rows=2, cols=2)
    fresh = make_net(kind, game, channels=8, blocks=2).eval()
    woken = awake(fresh)
    x = torch.rand(3, 8, *game.planes[1:])
    for block, same in zip(woken.trunk, fresh.trunk, strict=True):
        assert torch.equal(same(x), x)
        assert not torch.allclose(block(x), x)
    assert torch.equal(awake(woken).trunk[0](x), woken.trunk[0](x))
