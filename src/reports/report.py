"""A campaign's report: pictures for folders, and one page with everything on it."""

from pathlib import Path
from typing import Any

from src.reports.clock import is_timed, minutes, num_parts, seconds
from src.reports.headline import headline, rating
from src.reports.page import render, svg_uri, write
from src.reports.pictures import LeftOut, Picture, draw_all
from src.reports.story import CampaignStory, Generation
from src.reports.wording import (
    LEVEL,
    NONE,
    counted,
    day,
    decimal,
    elo,
    elo_range,
    percent,
    percent_range,
    setting,
    whole,
)

PAGE = "report.html"
SHOWN_SETTINGS = {  # key → what it is
    "mcts.num_simulations": "simulations in self-play",
    "selfplay.num_games": "games a generation",
    "train.lr": "learning rate",
    "arena.gate.kind": "gate",
    "seed": "seed",
}
HEAD = (
    *("generation", "against", "points", LEVEL, "verdict", "mistakes", LEVEL),
    *("net alone", "Elo", "steps", "minutes"),
)
NUMERIC = (2, 3, 5, 6, 7, 8, 9, 10)  # columns that stand at the right


def write_report(story: CampaignStory, folder: Path) -> list[Path]:
    """Write PNG pictures and `report.html` into `folder`; returns the files.

    A picture that there is nothing for is left out, and an older one of that name is removed. Raises OSError.
    """
    drawn = draw_all(story)
    written = []
    for picture in drawn:
        path = folder / f"{picture.name}.png"
        if isinstance(picture, Picture):
            written.append(write(path, picture.png))
        else:
            path.unlink(missing_ok=True)
    return [*written, write(folder / PAGE, _page(story, drawn))]


def _page(story: CampaignStory, drawn: list[Picture | LeftOut]) -> bytes:
    done, timed = num_parts(story)
    return render(
        PAGE,
        name=story.name,
        board=story.board,
        begun=day(story.begun_at),
        commit=commit_text(story),
        champion=story.champion.model,
        generations=counted(len(story.judged), "generation"),
        cards=_cards(story),
        facts=_facts(story),
        is_timed=is_timed(story),
        num_parts=done,
        num_untimed=done - timed,
        warnings=[(each.number, sentence) for each in story.generations for sentence in each.warnings],
        pictures=[on_page(picture) for picture in drawn],
        games=story.games,
        games_from=story.games_from,
        head=HEAD,
        numeric=NUMERIC,
        rows=_rows(story),
        lineage=[_ancestor(story, generation) for generation in story.generations if generation.model],
        num_models=counted(sum(generation.model is not None for generation in story.generations), "model"),
        settings=_settings(story),
        num_settings=counted(len(story.settings), "setting"),
    )


def on_page(picture: Picture | LeftOut) -> dict[str, str | None]:
    if isinstance(picture, LeftOut):
        return {"title": picture.title, "uri": None, "reason": picture.reason}
    return {"title": picture.title, "uri": svg_uri(picture.svg), "caption": picture.caption}


def commit_text(story: CampaignStory) -> str | None:
    """The version of the program, and whether it was changed without saying so."""
    if not story.commit:
        return None
    return story.commit[:10] + (", changed" if story.clean is False else "")


def _cards(story: CampaignStory) -> list[dict[str, str]]:
    """The champion in numbers; only those that there are."""
    champion, found = story.champion, headline(story)
    cards = []
    if champion.search:
        audit, net = champion.search, champion.net
        positions = counted(audit.mistakes_possible, "position")
        label = f"mistakes, {counted(champion.num_simulations, 'simulation')}"
        cards.append((label, percent(audit.rate), f"{percent_range(audit.interval)} ({LEVEL}), {positions}"))
        if net:
            cards.append(("mistakes, net alone", percent(net.rate), f"{percent_range(net.interval)} ({LEVEL})"))
        alone = f"net alone {decimal(net.regret)}" if net else ""
        unit = ", points" if story.game.max_score else ""
        cards.append((f"regret{unit} a move", decimal(audit.regret), alone))
    if found["rating"] is not None:
        interval = elo_range(found["rating_low"], found["rating_high"])
        cards.append(("rating, Elo", elo(found["rating"]), f"{interval} ({LEVEL}), {story.anchor} is 0"))
    if num_parts(story)[1]:
        played = f"{counted(len(story.judged), 'generation')}, {counted(found['games'], 'game')}"
        cards.append(("minutes", decimal(float(minutes(story)[-1]), 1), played))
    return [{"label": label, "value": value, "detail": detail} for label, value, detail in cards]


def _facts(story: CampaignStory) -> list[tuple[str, str]]:
    """The machine, the net, and the settings that are asked for most; only those that there are."""
    machine, settings = story.machine, story.settings
    net = [f"{key[4:]} {setting(value)}" for key, value in settings.items() if key[:4] == "net." and key != "net.kind"]
    facts = [("machine", f"{machine.get('cores', NONE)} cores of {machine.get('processor', NONE)}")]
    if "net.kind" in settings:
        facts.append(("net", ", ".join([setting(settings["net.kind"]), *net])))
    return facts + [(said, setting(settings[key])) for key, said in SHOWN_SETTINGS.items() if key in settings]


def _rows(story: CampaignStory) -> list[tuple[str, ...]]:
    """The table by generation, see HEAD."""
    took = sum(seconds(story, part) for part in ("selfplay", "train", "arena")) / 60
    return [_row(story, generation, took[generation.number]) for generation in story.judged]


def _row(story: CampaignStory, generation: Generation, took: float) -> tuple[str, ...]:
    verdict, search, net = generation.verdict, generation.search, generation.net
    low, high = verdict.interval
    return (
        str(generation.number),
        story.generations[verdict.opponent].name,
        decimal(verdict.points),
        f"{decimal(low)}–{decimal(high)}",
        "promoted" if verdict.promote else "kept out",
        percent(search.rate) if search else NONE,
        percent_range(search.interval) if search else NONE,
        percent(net.rate) if net else NONE,
        elo(rating(story, generation.name)[0]),
        whole(generation.training.global_step) if generation.training else NONE,
        decimal(float(took)) if took == took else NONE,  # NaN: a part was not timed
    )


def _ancestor(story: CampaignStory, generation: Generation) -> dict[str, Any]:
    """A model in the lineage; its parent is told only where it is not the model before."""
    before = story.generations[generation.number - 1].model if generation.number else None
    said = []
    if generation.number == 0:
        said.append("untrained")
    elif generation.parent != before:
        said.append(f"from {generation.parent or 'fresh weights'}")
    if generation is story.champion:
        said.append("champion")
    elif generation.number and generation.verdict is None:
        said.append("has not met the champion yet")
    promoted = generation.number == 0 or (generation.verdict is not None and generation.verdict.promote)
    return {"name": generation.model, "promoted": promoted, "said": ", ".join(said)}


def _settings(story: CampaignStory) -> list[tuple[str, list[tuple[str, str]]]]:
    """All settings by group, in their order, those of no group first; and the machine."""
    groups: dict[str, list[tuple[str, str]]] = {"general": []}
    for key, value in story.settings.items():
        group, _, name = key.rpartition(".")
        groups.setdefault(group or "general", []).append((name, setting(value)))
    machine = [(key, setting(value)) for key, value in story.machine.items()]
    return [*groups.items(), ("machine", machine)]
