"""Names tell models apart."""

from src import games
from src.models.name import board_name, model_name

DIGEST = "3fa9c1" + 58 * "0"


def test_a_name_says_board_net_seed_generation_and_weights():
    assert model_name(games.make("dots"), "resnet_small", 0, 12, DIGEST) == "dots-3x3-resnet_small-s0-g012-3fa9c1"


def test_boards_that_differ_have_different_names():
    boards = [("dots", {"rows": 2, "cols": 3}), ("dots", {"rows": 3, "cols": 2}), ("connect4", {}), ("tictactoe", {})]
    boards += [("connect4", {"rows": 6, "cols": 7, "in_row": 5})]
    boards += [("gomoku", {"rows": 9, "cols": 9}), ("gomoku", {"rows": 9, "cols": 9, "exact": True})]
    boards += [("go", {}), ("go", {"komi": 7, "suicide": True})]
    boards += [("hex", {"rows": 7, "cols": 7, "swap": swap}) for swap in (False, True)]
    names = [board_name(games.make(name, **sizes)) for name, sizes in boards]
    assert names[:3] == ["dots-2x3", "dots-3x2", "connect4-6x7x4"]
    assert names[5:7] == ["gomoku-9x9x5", "gomoku-9x9x5-exact"]
    assert names[7] == "go-9x9x7.5x8x2"
    assert names[8] == "go-9x9x7.0x8x2-suicide"
    assert names[-2:] == ["hex-7x7", "hex-7x7-swap"]
    assert len(set(names)) == len(names)


def test_what_identifies_a_model_is_in_its_name():
    game = games.make("dots")
    variants = [("cnn", 0, 1, DIGEST), ("mlp", 0, 1, DIGEST), ("cnn", 1, 1, DIGEST), ("cnn", 0, 2, DIGEST)]
    variants += [("cnn", 0, 1, "4" + DIGEST)]
    assert len({model_name(game, *variant) for variant in variants}) == len(variants)
