"""Who is champion after a generation."""

from src.games.rules import Game
from src.generation.campaign import Campaign, read_json, write_json
from src.models.champions import point_to
from src.models.description import WEIGHTS, read_description


def crown(campaign: Campaign, number: int, *, champion: int) -> None:
    """Write down that generation `champion`'s model is champion after generation `number`."""
    model = read_description(campaign.model(champion))
    facts = {"generation": champion, "model": model.name, "weights": model.files[WEIGHTS]}
    write_json(campaign.champion_file(number), facts)


def promote(campaign: Campaign, game: Game, number: int) -> int:
    """Make the candidate champion if the arena's verdict says so, and point players to the champion; returns its
    generation."""
    if not campaign.has_champion(number):
        verdict = read_json(campaign.arena_report(number))["verdict"]
        crown(campaign, number, champion=number if verdict["promote"] else campaign.champion(number - 1))
    champion = campaign.champion(number)
    point_to(game, campaign.model(champion))
    return champion
