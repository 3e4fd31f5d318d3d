"""The end of a campaign: its champion meets the board's in games that are really played; only a win moves the crown.

Nets with random weights play differently, and the better of two is whoever wins; nets with the same weights are equal.
"""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from src import entry, settings
from src.generation import part
from src.generation.campaign import Campaign, write_json
from src.models.description import DESCRIPTION, read_description, to_bytes
from src.tracking.crowning import challenge
from src.tracking.publisher import publish
from src.tracking.store import prepare_store
from tests.tracking.campaigns import BOARD, GAME, MadeCampaign

TYPED = ["game=dots", "game.rows=2", "game.cols=2", "arena.games=8", "arena.num_simulations=8", "inference=onnxruntime"]
CHOSEN = entry.compose("config", settings.TrainSettings, [*TYPED, "inference.batch_size=8"])
GAMES = 8


class Ended:
    """A campaign that is over: generation 0 alone, published, its model champion of the campaign."""

    def __init__(self, folder: Path, uri: str, models: Path, *, seed: int):
        made = MadeCampaign(folder, models=models, campaign=f"{seed:012x}", seed=seed, name=f"s{seed}")
        self.uri = uri
        self.campaign = Campaign(made.folder, CHOSEN.model_dump() | {"seed": seed})
        self.model = self.campaign.model(0)
        self.name = made.names[0]
        made.journal.rename(self.campaign.journal)
        write_json(self.campaign.champion_file(0), {"generation": 0})
        write_json(
            self.campaign.generation(0) / part.CHOSEN,
            {"inference": {"precision": "float32"}, "train": {"precision": "float32"}},
        )

    def challenge(self, **tracking) -> list[str]:
        """What is said when the campaign's champion challenges the board's."""
        publish(self.campaign.journal, self.campaign.folder, self.uri)
        heard: list[str] = []
        groups = {group: getattr(CHOSEN, group).model_dump() for group in ("mcts", "arena")}
        tracking = {"kind": "mlflow", "uri": self.uri} | tracking
        engine = CHOSEN.inference.engine
        challenge(self.campaign, GAME, 0, tracking=tracking, **groups, inference=engine, seed=0, say=heard.append)
        return heard


@pytest.fixture
def ended(tmp_path, uri, models):
    return lambda seed: Ended(tmp_path / "runs", uri, models, seed=seed)


def champion(uri: str) -> str | None:
    """The name of the board's champion."""
    client = prepare_store(uri)
    version = client.get_registered_model(BOARD).aliases.get("champion")
    return client.get_model_version(BOARD, version).tags["model"] if version else None


def points(uri: str, name: str) -> float:
    """What the model of that name made against the board's champion."""
    versions = prepare_store(uri).search_model_versions(f"name = '{BOARD}'")
    (verdict,) = [json.loads(each.tags["verdict"]) for each in versions if each.tags["model"] == name]
    assert verdict["games"] == GAMES
    return verdict["points"]


def test_the_first_model_of_a_board_is_crowned_and_never_meets_itself(ended, uri):
    first = ended(1)
    assert first.challenge() == [f"{first.name} is the first champion of dots-2x2"]
    assert champion(uri) == first.name
    assert first.challenge() == [f"{first.name} is the champion of dots-2x2 already"]


def test_whoever_challenges_the_better_one_is_crowned(ended, uri, tmp_path, empty_store, models):
    """The same match with the parts exchanged: what one makes the other lacks, and the same one wears the crown."""
    one, other = ended(1), ended(2)
    one.challenge()
    (heard,) = other.challenge()
    exchanged = f"sqlite:///{tmp_path / 'exchanged.db'}"
    shutil.copyfile(empty_store, tmp_path / "exchanged.db")
    holder, challenger = (Ended(tmp_path / "again", exchanged, models, seed=seed) for seed in (2, 1))
    holder.challenge()
    challenger.challenge()
    share = points(uri, other.name)
    assert points(exchanged, one.name) == pytest.approx(1 - share)
    assert share != 0.5
    better = other.name if share > 0.5 else one.name
    assert champion(uri) == champion(exchanged) == better
    assert heard.startswith(f"{better} {'is' if share > 0.5 else 'stays'} the champion of dots-2x2")


def test_an_equal_does_not_take_the_crown(ended, uri):
    holder, equal = ended(1), ended(2)
    shutil.rmtree(equal.model)
    shutil.copytree(holder.model, equal.model)
    described = read_description(equal.model)
    (equal.model / DESCRIPTION).write_bytes(to_bytes(replace(described, name=equal.name)))
    holder.challenge()
    assert equal.challenge() == [
        f"{holder.name} stays the champion of dots-2x2: {equal.name} made 50.0% of the points in 8 games against it"
    ]
    assert champion(uri) == holder.name


def test_a_holder_whose_files_are_gone_keeps_the_crown_until_a_person_takes_it(ended, uri, tmp_path):
    holder, challenger = ended(1), ended(2)
    holder.challenge()
    shutil.rmtree(tmp_path / "store" / "mlartifacts")
    assert challenger.challenge() == [
        f"{holder.name} stays the champion of dots-2x2, but its files are gone from MLflow; "
        "take the alias champion from it there, and the next challenger is crowned"
    ]
    assert champion(uri) == holder.name
    prepare_store(uri).delete_registered_model_alias(BOARD, "champion")
    assert challenger.challenge() == [f"{challenger.name} is the first champion of dots-2x2"]


def test_without_mlflow_nothing_is_challenged(ended, uri):
    assert ended(1).challenge(kind="none") == []
    assert champion(uri) is None


def test_a_store_that_is_away_ends_no_campaign(ended, unused_port):
    (heard,) = ended(1).challenge(uri=f"http://127.0.0.1:{unused_port}")
    assert heard == (f"MLflow at http://127.0.0.1:{unused_port} cannot be reached; the board's champion stays as it is")
