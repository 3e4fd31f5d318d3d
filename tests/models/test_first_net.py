"""What a campaign begins with: random weights, or a model's, also of another board."""

import pytest
import torch

from src import games
from src.files.errors import UserError
from src.models.folder import Lineage, save_model
from src.models.start import first_net
from src.nets import make_net
from tests.nets.lived import SMALL, lived_net

SMALL_BOARD, LARGE_BOARD = (games.make("dots", rows=side, cols=side) for side in (1, 2))


def settings_of(kind, **own):
    return {"kind": kind, **SMALL[kind], **own}


@pytest.fixture
def model(tmp_path):
    """A net with pooling that has lived on 1×1, and its folder."""
    net = lived_net("resnet_gpool", SMALL_BOARD)
    return net, tmp_path / "model", save_model(tmp_path / "model", net, SMALL_BOARD, Lineage(generation=3)).name


def test_without_a_start_the_seed_makes_the_weights():
    net, parent = first_net(LARGE_BOARD, net=settings_of("cnn"), start=None, seed=4)
    expected = make_net("cnn", LARGE_BOARD, seed=4, **SMALL["cnn"]).state_dict()
    assert parent is None
    assert all(torch.equal(weight, expected[name]) for name, weight in net.state_dict().items())


@pytest.mark.parametrize("board", [SMALL_BOARD, LARGE_BOARD], ids=str)
def test_weights_come_from_the_start_whatever_the_seed_and_the_board(model, board):
    before, folder, name = model
    net, parent = first_net(board, net=settings_of("resnet_gpool"), start=str(folder), seed=4)
    assert parent == name
    assert all(torch.equal(weight, before.state_dict()[key]) for key, weight in net.state_dict().items())
    assert net(torch.zeros(1, *board.planes)).prior_logits.shape == (1, board.num_actions)


def test_what_cannot_be_begun_with_is_refused_in_a_sentence(model, tmp_path):
    _, folder, _ = model
    for net, sentence in (
        (settings_of("resnet_gpool", channels=16), "has net.channels=12, and net.channels=16 was asked for"),
        (settings_of("cnn"), "has net.kind=resnet_gpool, and net.kind=cnn was asked for"),
    ):
        with pytest.raises(UserError, match=sentence):
            first_net(LARGE_BOARD, net=net, start=str(folder), seed=0)
    with pytest.raises(UserError, match="nowhere holds no model"):
        first_net(LARGE_BOARD, net=settings_of("cnn"), start=str(tmp_path / "nowhere"), seed=0)
    save_model(tmp_path / "mlp", lived_net("mlp", SMALL_BOARD), SMALL_BOARD, Lineage())
    with pytest.raises(UserError, match=r"a model of dots \(rows=1, cols=1, .* one of dots \(rows=2, cols=2"):
        first_net(LARGE_BOARD, net=settings_of("mlp"), start=str(tmp_path / "mlp"), seed=0)
