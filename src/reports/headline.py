"""The few numbers a campaign is judged by, of its champion: they follow from settings and data, not from the clock."""

from src.reports.story import Audit, CampaignStory

Number = str | int | float | None


def headline(story: CampaignStory) -> dict[str, Number]:
    """By name, for JSON; a number that the campaign does not have is None.

    mistake_rate: share of the audited positions in which the champion's search worsened the game's result, with its
    95 % interval; mean_regret: margin it gave away, a move; net_…: the same of the net alone; rating: in Elo above
    the anchor.
    """
    champion = story.champion
    numbers: dict[str, Number] = {
        "model": champion.model,
        "champion_generation": champion.number,
        "generations": len(story.judged),
        "games": sum(generation.num_games for generation in story.generations),
    }
    numbers |= _audited("", champion.search) | _audited("net_", champion.net)
    numbers["audit_positions"] = champion.search.positions if champion.search else None
    numbers["audit_simulations"] = champion.num_simulations
    elo, low, high = rating(story, champion.name)
    return numbers | {"rating": elo, "rating_low": low, "rating_high": high, "rating_anchor": story.anchor}


def _audited(prefix: str, audit: Audit | None) -> dict[str, Number]:
    low, high = audit.interval if audit else (None, None)
    return {
        f"{prefix}mistake_rate": audit.rate if audit else None,
        f"{prefix}mistake_rate_low": low,
        f"{prefix}mistake_rate_high": high,
        f"{prefix}mean_regret": audit.regret if audit else None,
    }


def rating(story: CampaignStory, name: str) -> tuple[float | None, float | None, float | None]:
    """A player's Elo and the bounds of its 95 % interval; Nones for one that has met nobody."""
    if story.ratings is None or name not in story.ratings.names:
        return None, None, None
    elo, (low, high) = story.ratings.rating(name)
    return elo, low, high
