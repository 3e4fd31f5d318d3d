"""Heads: a logit belongs to its action's cell; the rest to the whole board; the same on every board size."""

import numpy as np
import pytest
import torch

from src import games
from src.games.rules import NO_CELL
from src.nets import NETS, make_net, net_class
from src.nets.heads import CellPolicy, Outcome
from tests.nets.lived import SMALL, WithPass, lived_net

CHANNELS = 6
CONVOLUTIONAL = [kind for kind in NETS if net_class(kind).size_free]


def policy_of(game) -> CellPolicy:
    torch.manual_seed(0)
    return CellPolicy(game, CHANNELS, head_channels=5).eval()


@pytest.mark.parametrize("name", games.GAMES)
def test_a_logit_reads_its_cell(name):
    """Without the pooled part, a feature map that is marked in one cell moves the logit of that cell's action alone.

    An action without a cell reads the pooled features, which every mark moves.
    """
    game = games.make(name)
    policy = policy_of(game)
    torch.nn.init.zeros_(policy.overall.weight)
    height, width = game.planes[1:]
    features = torch.zeros(height * width + 1, CHANNELS, height, width)  # marked in no cell, then in each
    for cell in range(height * width):
        features[cell + 1, :, cell // width, cell % width] = 3.0
    with torch.inference_mode():
        logits = policy(features)
    moved = (logits[1:] != logits[0]).numpy()
    expected = np.zeros_like(moved)
    has_cell = game.action_cells != NO_CELL
    expected[game.action_cells[has_cell], np.flatnonzero(has_cell)] = True
    expected[:, ~has_cell] = True
    assert np.array_equal(moved, expected)


def test_logits_follow_the_cells_with_the_pooled_part_too():
    game = games.make("dots", rows=2, cols=3)
    policy = policy_of(game)
    features = torch.randn(4, CHANNELS, *game.planes[1:])
    for cells, actions in zip(game.cell_symmetries, game.action_symmetries, strict=True):
        moved = torch.empty_like(features).flatten(2)
        moved[:, :, cells] = features.flatten(2)
        with torch.inference_mode():
            found, wanted = policy(moved.view_as(features)), policy(features)
        torch.testing.assert_close(found[:, actions], wanted)


def test_actions_without_a_cell_read_the_pooled_features():
    game = games.make("tictactoe")
    with_pass = WithPass(game)
    plain, policy = policy_of(game), policy_of(with_pass)
    policy.load_state_dict(plain.state_dict(), strict=False)
    features = torch.randn(3, CHANNELS, *game.planes[1:])
    shuffled = features.flatten(2)[:, :, torch.randperm(9)].view_as(features)  # the same pooled features
    with torch.inference_mode():
        logits, again = policy(features), policy(shuffled)
        assert logits.shape == (3, 11)
        torch.testing.assert_close(logits[:, [0, 1, *range(3, 10)]], plain(features))
    torch.testing.assert_close(logits[:, [2, 10]], again[:, [2, 10]])
    assert not torch.allclose(logits[:, 2], logits[:, 10])
    assert logits[:, 2].std() > 0


def test_games_without_points_have_margin_0_and_no_weights_for_it():
    assert Outcome(games.make("tictactoe"), 4).linear.out_features == 1
    outcome = Outcome(games.make("dots"), 4)
    value, margin = outcome(torch.randn(3, 4))
    assert not torch.equal(value, margin)


@pytest.mark.parametrize("kind", NETS)
@pytest.mark.parametrize("name", games.GAMES)
def test_nets_take_a_game_with_a_pass(kind, name):
    with_pass = WithPass(games.make(name))
    net = make_net(kind, with_pass, **SMALL[kind])
    assert net.eval()(torch.zeros(2, *with_pass.planes)).prior_logits.shape == (2, with_pass.num_actions)


@pytest.mark.parametrize("kind", CONVOLUTIONAL)
@pytest.mark.parametrize("to", [(3, 3), (5, 5), (2, 4)])
def test_weights_move_to_another_board_and_say_the_same_where_they_must(kind, to):
    """With convolutions that see one cell, a picture that is alike everywhere means the same on every board."""
    small, large = (games.make("dots", rows=rows, cols=cols) for rows, cols in ((2, 2), to))
    net = lived_net(kind, small)
    for module in net.modules():
        if isinstance(module, torch.nn.Conv2d) and module.kernel_size == (3, 3):
            centre = module.weight[:, :, 1, 1].clone()
            module.weight.data.zero_()
            module.weight.data[:, :, 1, 1] = centre
    moved = make_net(kind, large, seed=9, **SMALL[kind]).eval()
    moved.load_state_dict(net.state_dict(), strict=True)
    planes = torch.randn(3, small.planes[0], 1, 1)
    with torch.inference_mode():
        wanted = net(planes.expand(-1, *small.planes).contiguous())
        found = moved(planes.expand(-1, *large.planes).contiguous())
    torch.testing.assert_close(found.value, wanted.value)
    torch.testing.assert_close(found.margin, wanted.margin)
    torch.testing.assert_close(found.prior_logits, wanted.prior_logits[:, :1].expand(-1, large.num_actions))


def test_a_perceptron_belongs_to_its_board():
    small, large = (games.make("dots", rows=side, cols=side) for side in (2, 3))
    with pytest.raises(RuntimeError, match="size mismatch"):
        make_net("mlp", large).load_state_dict(make_net("mlp", small).state_dict())


@pytest.mark.parametrize("kind", ["cnn", "resnet"])
def test_dense_heads_belong_to_one_board_size(kind):
    """Each logit reads every cell of its planes: a mark in any cell moves the logits of all actions."""
    game = games.make("othello", rows=6, cols=6)
    net = lived_net(kind, game, dense_heads=True)
    assert not net.size_free
    assert make_net(kind, game, **SMALL[kind]).size_free
    assert net.policy.logits.weight.shape == (37, 2 * 36)  # 36 cells and the pass, from two planes
    assert net.outcome.hidden.weight.shape == (256, 36)
    width = SMALL[kind]["channels"]
    features = torch.zeros(37, width, 6, 6)  # marked in no cell, then in each
    for cell in range(36):
        features[cell + 1, :, cell // 6, cell % 6] = 3.0 * torch.randn(width, generator=torch.manual_seed(cell))
    with torch.inference_mode():
        logits, (value, margin) = net.policy(features), net.outcome(features)
    moved = logits[1:] != logits[0]
    assert moved.all(1).float().mean() > 0.8  # a ReLU may hide a mark from both planes
    assert (value[1:] != value[0]).float().mean() > 0.3
    assert margin.shape == (37,)
