"""What is there of a generation, for the journal: the numbers that follow from settings and data alone."""

from src.generation.campaign import Campaign, read_json
from src.generation.part import REPORT, Part, sha256_of
from src.models.description import read_description
from src.records.shards import read_about


def found_begin(campaign: Campaign) -> Part:
    """The model it began with, and whose weights these are where they are not random."""
    found = read_description(campaign.model(0))
    return Part(found.name, {"model": found.name} | ({"parent": found.parent} if found.parent else {}))


def found_selfplay(campaign: Campaign, number: int) -> Part:
    """The records."""
    shards = sorted(campaign.selfplay(number).glob("shard-*.parquet"))
    about = [read_about(shard) for shard in shards]
    content = sha256_of(shards)
    numbers = {
        "num_games": sum(each["num_games"] for each in about),
        "num_positions": sum(each["num_targets"] for each in about),
        "num_bytes": sum(shard.stat().st_size for shard in shards),
        "records": content,
        "model": about[0]["model"],
    }
    return Part(content, numbers)


def found_train(campaign: Campaign, number: int) -> Part:
    """The candidate, and the report of its training."""
    candidate = read_description(campaign.model(number))
    report = read_json(campaign.generation(number) / REPORT)
    return Part(candidate.name, report | {"model": candidate.name, "parent": candidate.parent})


def found_arena(campaign: Campaign, number: int) -> Part:
    """The arena's report, and who is champion."""
    report = campaign.arena_report(number)
    content = sha256_of([report, campaign.champion_file(number)])
    return Part(content, read_json(report) | {"champion": campaign.champion(number)})
