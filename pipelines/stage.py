"""What all stages of a generation share: settings, campaign, journal, and what a person is told."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rich.console import Console

from pipelines.guard import end_with_dvc
from pipelines.params import ROOT, read_params, training_settings
from src import games
from src.files.commit import describe_commit
from src.files.errors import UserError, sentence_of
from src.files.machine import describe_machine
from src.games.rules import Game
from src.generation.campaign import SETTINGS, Campaign, alone
from src.generation.part import Part
from src.models.name import board_name
from src.settings import PipelineSettings, TrainSettings
from src.tracking.journal import Journal, read_journal

SAY = Console(stderr=True, soft_wrap=True)
PATIENCE = 10.0  # seconds for a stage of a killed DVC to end


def folder_of(chosen: PipelineSettings) -> Path:
    """Where DVC keeps a campaign's parts. Raises UserError where `src.train` does."""
    folder = ROOT / "runs" / chosen.run
    if (folder / SETTINGS).exists():
        raise UserError(f"{folder} was made by src.train; name another with run=…")
    return folder


@dataclass(frozen=True)
class Stage:
    """One part of one generation."""

    chosen: TrainSettings
    campaign: Campaign
    number: int

    @cached_property
    def game(self) -> Game:
        return games.make(self.chosen.game.name, **self.chosen.game.sizes)

    @cached_property
    def groups(self) -> dict:
        return self.chosen.model_dump()

    @cached_property
    def journal(self) -> Journal:
        facts = {"name": self.campaign.folder.name, "board": board_name(self.game), "settings": self.campaign.settings}
        return Journal(self.campaign.journal, **facts, **describe_commit(), machine=describe_machine())


def make_stage(number: int) -> Stage:
    params = read_params()
    chosen = training_settings(params)
    return Stage(chosen, Campaign(folder_of(params), chosen.model_dump()), number)


def expectation(stage: Stage, part: str) -> str:
    """How long the part took in the generation before, if that was measured."""
    before = [
        each["measured"]["seconds"]
        for each in read_journal(stage.journal.path)[1]
        if each["part"] == part and each["generation"] == stage.number - 1 and each["measured"]
    ]
    return f", about {before[0]:.0f} s as before" if before else ""


@contextmanager
def one_sentence() -> Iterator[None]:
    """A person's mistake ends the stage with one sentence and status 2; Ctrl-C ends it with what is done kept."""
    try:
        yield
    except UserError as error:
        SAY.print(f"error: {error}", markup=False, highlight=False)
        sys.exit(2)
    except OSError as error:
        SAY.print(f"error: {sentence_of(error)}", markup=False, highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        SAY.print("stopped; the same command goes on from here")
        sys.exit(130)


@contextmanager
def at_work() -> Iterator[Stage]:
    """The stage that the command line names by its generation, as `python -m pipelines.train 003`."""
    with one_sentence():
        end_with_dvc()
        stage = make_stage(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
        with alone(stage.campaign.folder, patience=PATIENCE):
            yield stage


def run(main: Callable[[Stage], Part], part: str) -> None:
    """The command of a stage that makes a part."""
    with at_work() as stage:
        of = f" of {stage.chosen.generations}" if stage.number else ""
        SAY.print(f"generation {stage.number}{of}: {part}{expectation(stage, part)} → {stage.campaign.folder}")
        stage.journal.done(stage.number, part, main(stage))


def run_last(main: Callable[[Stage], None]) -> None:
    """The command of the stage that tells of all generations."""
    with at_work() as stage:
        main(stage)
