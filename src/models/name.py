"""Names of models, which say where a model stands in its line."""

from src.games.rules import Game

_DIGITS = 6  # of the weights' checksum: two models that differ have different names


def board_name(game: Game) -> str:
    """`dots-3x3`, `hex-7x7-swap`, `go-9x9x7.5x8x2`: the game, its sizes in their order, and rules that are on."""
    numbers = [str(size) for size in game.sizes.values() if not isinstance(size, bool)]
    return "-".join([game.name, "x".join(numbers), *(key for key, size in game.sizes.items() if size is True)])


def model_name(game: Game, kind: str, seed: int, generation: int, weights_sha256: str) -> str:
    """`dots-3x3-resnet_small-s0-g012-3fa9c1`: board, net, seed of the campaign, generation, weights."""
    return f"{board_name(game)}-{kind}-s{seed}-g{generation:03d}-{weights_sha256[:_DIGITS]}"
