"""What each command of `src` but training is told, by the file in conf/ that it reads; see `settings`."""

from typing import Any, Literal

from pydantic import Field

from src.settings import (
    Group,
    MctsSettings,
    NetSettings,
    SelfPlaySettings,
    Settings,
    TrackingSettings,
    TrainingSettings,
)

PLAYER = (
    "exact, random, greedy, alphabeta:4, rollout:1000, uniform:1000, champion:50, net:champion, priors:champion:50, "
    "FOLDER:50, gtp:PROGRAM"
)


class PlayerSettings(Settings):
    """What every entry with players by name has."""

    engine_seconds: float = Field(gt=0, le=86400, description="within which a program of others must answer")

    @property
    def seat(self) -> dict[str, Any]:
        """The keywords of `make_player`."""
        own = {"big_table": self.big_table, "inference": self.inference.engine, "engine_seconds": self.engine_seconds}
        return own | self.mcts.model_dump()


class AuditSettings(PlayerSettings):
    player: str = Field(description=PLAYER)
    positions: str = Field(description="a file of JSON lines, or random:1000")


class ExplainSettings(Settings):
    position: str = Field(description="a history, the blog post's array, a drawing, or a file of one of these")
    player: str = Field(description="one that searches: champion:50, FOLDER:50, rollout:1000, uniform:1000")


class PositionsSettings(Settings):
    plies: int | None = Field(ge=0, description="random moves before a position; null: any number")
    count: int = Field(ge=1, le=1_000_000, description="distinct positions in which the move matters")
    out: str = Field(description="the file, of JSON lines")


class BenchSettings(Settings):
    net: NetSettings
    selfplay: SelfPlaySettings
    train: TrainingSettings
    model: str | None = Field(description="a model's folder; null: an untrained net")
    games: int = Field(ge=1, le=65536, description="games searched side by side, each worker")
    num_workers: int = Field(ge=0, le=1024, description="threads with an engine each; 0: one a core")
    repeats: int = Field(ge=1, le=1000, description="measurements, of which the median counts")
    json_file: str | None = Field(alias="json", description="a file for the numbers")


class MatchSettings(PlayerSettings):
    a: str = Field(description=PLAYER)
    b: str = Field(description="the other player")
    games: int = Field(ge=2, le=1_000_000, description="an even number: each opening is played from both seats")
    openings: int = Field(ge=0, description="random moves before the players take over")


class LadderSettings(PlayerSettings):
    run: str = Field(description="the campaign, a folder below runs/")
    baselines: list[str] = Field(description="fixed players")
    games: int = Field(ge=2, multiple_of=2, description="games of each two players that meet")
    openings: int = Field(ge=0, description="random moves before the players take over")


class ResendSettings(Group):
    """What sends a journal again needs no game."""

    run: str = Field(description="the campaign, a folder below runs/")
    tracking: TrackingSettings


class UiSettings(Group):
    """What shows MLflow's pages needs no game."""

    port: int = Field(ge=1, le=65535, description="of the page, on this machine alone")
    tracking: TrackingSettings


class ReportSettings(Group):
    """Reports need no game either."""

    runs: list[str] = Field(min_length=1, description="campaigns, folders below runs/; several are also compared")


class CurriculumSettings(Group):
    """What compares campaigns needs no game."""

    curricula: list[list[str]] = Field(min_length=1, description="campaigns below runs/, board after board, of each")
    alone: list[str] = Field(min_length=1, description="campaigns below runs/ that began on the last board")
    out: str = Field(description="the table and the picture, without .md and .png")


class BenchReportSettings(Group):
    """What shows the bench's numbers needs no game."""

    files: list[str] = Field(min_length=1, description="what python -m src.bench PART json=FILE wrote")
    out: str = Field(description="the page, in Markdown")


class SearchesSettings(Settings):
    rules: list[str] = Field(min_length=1, description="rules of search to compare, files of conf/mcts")
    players: list[str] = Field(min_length=1, description="who judges the leaves: champion, priors:champion, rollout, …")
    simulations: list[int] = Field(min_length=1, description="simulations a move, the same for all rules")
    positions: str = Field(description="a file of JSON lines, or random:5000")
    out: str = Field(description="the file for the table, in Markdown")


class WatchSettings(PlayerSettings):
    a: str = Field(description="the player who starts")
    b: str = Field(description="the other player")


class SiteSettings(Group):
    """What makes the page's files needs no game: each model has its own."""

    mcts: MctsSettings
    out: str = Field(description="the folder of the site")
    models: list[str] = Field(description="models' folders, or boards, as dots-4x4; none: every champion")


class WebSettings(SiteSettings):
    host: str = Field(description="the address it listens at; 127.0.0.1: this machine alone")
    port: int = Field(ge=0, le=65535, description="of the page; 0: any that is free")


class EngineSettings(PlayerSettings):
    """Of what speaks a protocol: GTP, and that of Gomocup."""

    player: str = Field(description=f"who plays: {PLAYER}")


class TerminalSettings(PlayerSettings):
    player: str = Field(description=f"the other side: {PLAYER}")
    side: Literal["first", "second", "both", "none"] = Field(description="which side the person plays")


class AnalyseSettings(PlayerSettings):
    record: str | int | list[int | str] = Field(description="a file (SGF, or moves), or the moves themselves")
    player: str = Field(description=f"whose opinions are shown: {PLAYER}")
    out: str = Field(min_length=1, description="OUT.json and OUT.html are written")
