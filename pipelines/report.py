"""Stage `report`: the journal is completed and goes to MLflow, pictures go to reports/, a table to the person."""

from collections.abc import Iterator

from rich.table import Table

from pipelines.params import ROOT
from pipelines.stage import SAY, Stage, run_last
from src.generation.campaign import write_json
from src.generation.found import found_arena, found_begin, found_selfplay, found_train
from src.generation.part import Part
from src.models.champions import point_to
from src.reports.clock import is_timed, minutes
from src.reports.headline import headline
from src.reports.report import write_report
from src.reports.story import CampaignStory, read_campaign
from src.reports.wording import decimal, elo, elo_range, percent, percent_range
from src.tracking.crowning import challenge
from src.tracking.tracked import tracked


def found(stage: Stage) -> Iterator[tuple[int, str, Part]]:
    """All parts that are there, by generation and name."""
    yield 0, "begin", found_begin(stage.campaign)
    for number in range(1, stage.number + 1):
        yield number, "selfplay", found_selfplay(stage.campaign, number)
        yield number, "train", found_train(stage.campaign, number)
        yield number, "arena", found_arena(stage.campaign, number)


def table(story: CampaignStory, folder: str) -> Table:
    """What came of it, and what to do next."""
    champion, numbers = story.champion, headline(story)
    rows = {"champion": champion.model}
    if numbers["rating"] is not None:
        interval = elo_range(numbers["rating_low"], numbers["rating_high"])
        rows["rating"] = f"{elo(numbers['rating'])} Elo ({interval}) above {story.anchor}"
    if champion.search:
        rows["mistakes"] = f"{percent(champion.search.rate)} ({percent_range(champion.search.interval)}) with search"
    if champion.search and champion.net:
        rows["net alone"] = f"{percent(champion.net.rate)} ({percent_range(champion.net.interval)})"
    rows["minutes"] = decimal(float(minutes(story)[-1]), 1) + ("" if is_timed(story) else ", without what was restored")
    board = " ".join(f"game.{key}={value}" for key, value in story.game.sizes.items())
    rows["look"] = f"reports/{folder}/report.html; make ui"
    rows["play"] = f"python -m src.play terminal game={story.game.name} {board} player=champion:50"
    shown = Table(show_header=False, title=f"{story.name}: {story.board}, {len(story.judged)} generations")
    for name, value in rows.items():
        shown.add_row(name, value)
    return shown


def main(stage: Stage) -> None:
    campaign, journal = stage.campaign, stage.journal
    for number, part, made in found(stage):
        journal.done(number, part, made)
    point_to(stage.game, campaign.model(campaign.champion(stage.number)))
    with tracked(campaign.folder, journal, **stage.groups["tracking"], say=SAY.print):
        story = read_campaign(campaign.folder, journal.path)
        folder = ROOT / "reports" / campaign.folder.name
        folder.mkdir(parents=True, exist_ok=True)
        write_report(story, folder)
    groups = {group: stage.groups[group] for group in ("tracking", "mcts", "arena")}
    engine, seed = stage.chosen.inference.engine, stage.chosen.seed
    challenge(campaign, stage.game, stage.number, **groups, inference=engine, seed=seed, say=SAY.print)
    numbers = headline(story)
    write_json(folder / "metrics.json", numbers)
    write_json(campaign.folder / "reported.json", {"champion": numbers["model"]})
    SAY.print(table(story, campaign.folder.name))


if __name__ == "__main__":
    run_last(main)
