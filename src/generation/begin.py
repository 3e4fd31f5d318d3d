"""Generation 0: the untrained model, champion for want of another."""

import time

from src.files.machine import resolve_precision
from src.games.rules import Game
from src.generation.campaign import Campaign, write_json
from src.generation.found import found_begin
from src.generation.part import PRECISION, Part, Settings
from src.generation.promote import crown
from src.models.folder import Lineage, save_model
from src.nets import make_net


def begin(campaign: Campaign, game: Game, *, net: Settings, seed: int, precision: dict[str, str]) -> Part:
    """Make the model with random weights.

    precision: as asked for, by group; what `auto` means here holds for the campaign, on whatever machine it goes on.
    """
    started = time.perf_counter()
    measured = {}
    if not campaign.has_champion(0):
        save_model(campaign.model(0), make_net(game=game, seed=seed, **net), game, Lineage(seed=seed))
        chosen = {group: resolve_precision(asked) for group, asked in precision.items()}
        write_json(campaign.generation(0) / PRECISION, chosen)
        crown(campaign, 0, champion=0)
        measured = {"seconds": time.perf_counter() - started}
    return found_begin(campaign).timed(measured)
