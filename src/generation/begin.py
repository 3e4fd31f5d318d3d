"""Generation 0: the model to begin with, champion for want of another; and what `auto` means in this campaign."""

import time
from collections.abc import Callable

from src.games.random_play import random_observations
from src.games.rules import Game
from src.generation.campaign import Campaign, write_json
from src.generation.found import found_begin
from src.generation.part import CHOSEN, NUM_CALIBRATING, Part, Settings
from src.generation.promote import crown
from src.models.engines import settled_engine
from src.models.folder import Lineage, save_model
from src.models.start import first_net

ENGINE_KEYS = ("inference", "precision", "device")


def begin(
    campaign: Campaign,
    game: Game,
    *,
    net: Settings,
    inference: Settings,
    train: Settings,
    seed: int,
    say: Callable[[str], None],
    start: str | None = None,
) -> Part:
    """Make the model, with random weights or those of the model in the folder `start`, see `first_net`.

    inference: as for `make_engine`, where the engine may be `auto`, as may its device, and the device and precision
    of `train`. What these mean here holds for the campaign, on whatever machine it goes on; `say` hears what was
    measured.
    """
    started = time.perf_counter()
    measured = {}
    if not campaign.has_champion(0):
        from src.nets.devices import settled_training  # imports torch

        training = settled_training(train["accelerator"], train["precision"])
        made, parent = first_net(game, net=net, start=start, seed=seed)
        calibration = random_observations(game, NUM_CALIBRATING, seed)
        engine = settled_engine({key: inference[key] for key in ENGINE_KEYS if key in inference})
        if engine["inference"] == "auto":
            from src.models.choice import choose_engine  # imports every engine

            engine = choose_engine(made, game, calibration, batch_size=inference["batch_size"], say=say)
        save_model(
            campaign.model(0),
            made,
            game,
            Lineage(seed=seed, parent=parent),
            calibration=calibration if engine["precision"] == "int8" else None,
        )
        write_json(campaign.generation(0) / CHOSEN, {"inference": engine, "train": training})
        crown(campaign, 0, champion=0)
        measured = {"seconds": time.perf_counter() - started}
    return found_begin(campaign).timed(measured)
