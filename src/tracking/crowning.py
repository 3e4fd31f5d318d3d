"""The end of a campaign: its champion challenges the board's, in a match."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from src.arena.lockstep import play_match
from src.arena.model_players import search_player
from src.arena.openings import openings
from src.arena.points import score
from src.files.errors import UserError
from src.games.rules import Game
from src.generation.campaign import Campaign
from src.generation.part import chosen_for
from src.tracking.journal import read_journal
from src.tracking.registry import Beats, crown
from src.tracking.store import store_uri

Settings = dict[str, Any]


def match(game: Game, *, mcts: Settings, arena: Settings, inference: Settings, seed: int) -> Beats:
    """A match as the arena's between candidate and champion."""
    search = mcts | {"num_simulations": arena["num_simulations"]}

    def beats(challenger: Path, holder: Path) -> dict[str, Any]:
        players = [search_player(path.name, path, game, inference=inference, **search) for path in (challenger, holder)]
        starts = openings(game, arena["games"] // 2, arena["openings"], seed)
        return score(play_match(game, *players, starts, seed=seed).results)

    return beats


def challenge(
    campaign: Campaign,
    game: Game,
    number: int,
    *,
    tracking: Settings,
    mcts: Settings,
    arena: Settings,
    inference: Settings,
    seed: int,
    say: Callable[[str], None],
) -> None:
    """Let the champion after generation `number` of a published campaign meet the board's champion.

    Where MLflow is away, `say` hears so and nothing else happens.
    """
    if tracking["kind"] == "none":
        return
    engine = inference | chosen_for(campaign, "inference")
    beats = match(game, mcts=mcts, arena=arena, inference=engine, seed=seed)
    begun, _ = read_journal(campaign.journal)
    model = campaign.model(campaign.champion(number))
    try:
        say(crown(store_uri(tracking["uri"]), begun["board"], begun["campaign"], model, beats))
    except UserError as error:
        say(f"{error}; the board's champion stays as it is")
