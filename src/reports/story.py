"""A campaign as plain facts: the one place here that knows how a journal is written. Nothing is measured again.

    begun, then for each generation what its parts found: self-play, training, arena

Numbers follow from settings and data alone; only `Generation.measured` and `begun_at` depend on the clock.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from src import games
from src.arena.ratings import Pairing, Ratings, rate
from src.files.errors import UserError
from src.games.rules import Game
from src.generation.judge import warnings_of
from src.records.schema import PlayedGames, joined
from src.records.shards import read_shard
from src.reports.calibration import Calibration, calibrate
from src.reports.sample_games import pick_games
from src.tracking.journal import PARTS, read_journal

ANCHOR = "random"  # rated 0
Interval = tuple[float, float]  # 95 %


@dataclass(frozen=True)
class Stage:
    """An audit's positions after `first` to `last` moves."""

    first: int
    last: int
    mistakes_possible: int
    mistakes: int


@dataclass(frozen=True)
class Audit:
    """A player's moves against exact play, see `src.arena.audit`."""

    positions: int
    mistakes_possible: int
    mistakes: int
    rate: float
    interval: Interval
    regret: float  # margin given away, a move
    stages: list[Stage]


@dataclass(frozen=True)
class Verdict:
    """Candidate against champion."""

    opponent: int  # generation
    games: int
    points: float | None  # share, in [0, 1]
    interval: Interval
    promote: bool
    reason: str


@dataclass(frozen=True)
class Training:
    """What training saw; losses by name, see `src.learn.measures`."""

    global_step: int
    metrics: dict[str, float]
    curve: list[dict[str, float]]


@dataclass
class Generation:
    """What is done of a generation; a part that is not done leaves its fields as they are here."""

    number: int
    model: str | None = None
    parent: str | None = None
    num_games: int = 0
    training: Training | None = None
    verdict: Verdict | None = None
    search: Audit | None = None  # as the candidate plays; None without exact play
    net: Audit | None = None  # the net alone
    num_simulations: int | None = None  # a move, in match and audit
    pairings: list[Pairing] = field(default_factory=list)
    champion: int | None = None  # the generation that is champion after this one
    warnings: list[str] = field(default_factory=list)
    measured: dict[str, dict[str, float]] = field(default_factory=dict)  # by part done; empty where it was restored

    @property
    def name(self) -> str:
        """As in pairings."""
        return f"g{self.number:03d}"


@dataclass(frozen=True)
class CampaignStory:
    """All that pictures and pages need of one campaign."""

    name: str
    campaign: str
    board: str
    game: Game
    settings: dict[str, Any]
    begun_at: int  # milliseconds since 1970
    commit: str | None
    clean: bool | None
    machine: dict[str, Any]
    generations: list[Generation]  # from 0 on, as far as anything is done
    ratings: Ratings | None  # over all pairings; None before the first
    anchor: str  # the player rated 0
    calibration: Calibration | None  # of the last generation's games; None where they are not at hand
    games: dict[str, Any] | None  # to step through, see `pick_games`
    games_from: int | None  # generation

    @property
    def champion(self) -> Generation:
        """The champion's generation: the one that learnt its model."""
        judged = [generation.champion for generation in self.generations if generation.champion is not None]
        return self.generations[judged[-1] if judged else 0]

    @property
    def judged(self) -> list[Generation]:
        """The generations that met the champion."""
        return [generation for generation in self.generations if generation.verdict]


def read_campaign(folder: Path, journal: Path) -> CampaignStory:
    """The story of a campaign from its journal, and from the records in its folder where they are at hand.

    Raises UserError for a missing, torn or foreign journal, and for torn records.
    """
    begun, parts = read_journal(journal)
    try:
        generations = _generations(parts)
        settings = begun["settings"]
        sizes = {key[5:]: value for key, value in settings.items() if key.startswith("game.") and key != "game.name"}
        game = games.make(settings["game.name"], **sizes)
        ratings, anchor = _ratings([pairing for each in generations for pairing in each.pairings])
        number, records = _last_records(folder, generations, game)
        return CampaignStory(
            **{key: begun[key] for key in ("name", "campaign", "board", "settings", "commit", "clean", "machine")},
            game=game,
            begun_at=begun["at"],
            generations=generations,
            ratings=ratings,
            anchor=anchor,
            calibration=calibrate(game, records, settings.get("mcts.margin_weight", 0.0)) if records else None,
            games=pick_games(game, records) if records else None,
            games_from=number,
        )
    except KeyError as missing:
        raise UserError(f"{journal} says nothing of {missing}; it is of another version, begin a new one") from None


def _generations(parts: list[dict[str, Any]]) -> list[Generation]:
    found: list[Generation] = []
    for event in sorted(parts, key=lambda event: (event["generation"], PARTS.index(event["part"]))):
        if event["generation"] == len(found):
            found.append(Generation(event["generation"]))
        if event["generation"] >= len(found):
            raise UserError(f"the journal says nothing of generation {len(found)}, but of later ones; begin a new one")
        _add(found[event["generation"]], event["part"], event["numbers"])
        found[event["generation"]].measured[event["part"]] = event["measured"]
    if not found:
        raise UserError("the campaign has not made its first model yet; report on it later")
    return found


def _add(generation: Generation, part: str, numbers: dict[str, Any]) -> None:
    generation.warnings += numbers.get("warnings", [])
    if part == "begin":
        generation.model = numbers["model"]
    elif part == "selfplay":
        generation.num_games = numbers["num_games"]
    elif part == "train":
        generation.model, generation.parent = numbers["model"], numbers["parent"]
        generation.training = Training(numbers["global_step"], numbers["metrics"], numbers["curve"])
    else:
        generation.warnings += warnings_of(numbers)
        verdict = numbers["verdict"]
        generation.verdict = Verdict(
            numbers["opponent"],
            interval=tuple(verdict["interval_95"]),
            **{key: verdict[key] for key in ("games", "points", "promote", "reason")},
        )
        generation.search, generation.net = _audit(numbers.get("audit")), _audit(numbers.get("audit_net"))
        generation.num_simulations, generation.champion = numbers["num_simulations"], numbers["champion"]
        generation.pairings = [Pairing(*(each[key] for key in Pairing._fields)) for each in numbers["pairings"]]


def _audit(found: dict[str, Any] | None) -> Audit | None:
    """None without one, and where no move could have been a mistake."""
    if found is None or found["mistake_rate"] is None:
        return None
    return Audit(
        found["positions"],
        found["mistakes_possible"],
        found["mistakes"],
        found["mistake_rate"],
        tuple(found["mistake_rate_95"]),
        found["mean_regret"],
        [Stage(*each["plies"], each["mistakes_possible"], each["mistakes"]) for each in found["by_ply"]],
    )


def _ratings(pairings: list[Pairing]) -> tuple[Ratings | None, str]:
    """Over all pairings, with random play at 0; the untrained model where random play was not met."""
    anchor = ANCHOR if any(ANCHOR in pairing[:2] for pairing in pairings) else "g000"
    return (rate(pairings, anchor=anchor) if pairings else None), anchor


def _last_records(folder: Path, generations: list[Generation], game: Game) -> tuple[int | None, PlayedGames | None]:
    """The games of the last generation that has played, if its shards are in the folder."""
    played = [generation for generation in generations if generation.num_games]
    if not played:
        return None, None
    shards = sorted((folder / played[-1].name / "selfplay").glob("shard-*.parquet"))
    records = joined([read_shard(shard, game) for shard in shards])
    return (played[-1].number, records) if len(records) else (None, None)
