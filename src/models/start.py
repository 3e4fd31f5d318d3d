"""The net that a campaign begins with: random weights, or those that another model has learnt."""

from typing import TYPE_CHECKING, Any

from src.files.compiled import PROJECT_ROOT
from src.files.errors import UserError
from src.games.rules import Game
from src.models.description import read_description
from src.models.folder import load_model
from src.nets import make_net

if TYPE_CHECKING:
    from src.nets.net import Net


def first_net(game: Game, *, net: dict[str, Any], start: str | None, seed: int) -> tuple["Net", str | None]:
    """The net of the settings `net` (kind and what the kind has), and the name of the model its weights are from.

    start: None for random weights of `seed`, else that model's folder, as it is or below the project; its board may be
    another of the same game if the weights are free of the board's size. Raises UserError as `load_model`, and for a
    model whose net has other settings.
    """
    made = make_net(game=game, seed=seed, **net)
    if start is None:
        return made, None
    folder = PROJECT_ROOT / start
    description = read_description(folder)
    found, asked = ({"kind": kind, **told} for kind, told in (description.net.values(), (made.kind, made.settings)))
    for key in asked | found:
        if found.get(key) != asked.get(key):
            raise UserError(
                f"the model in {folder} has net.{key}={found.get(key)}, and net.{key}={asked.get(key)} was asked for; "
                "give the net as it is there, or name another start"
            )
    return load_model(folder, game, any_size=True), description.name
