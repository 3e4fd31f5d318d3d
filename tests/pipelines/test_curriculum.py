"""Board after board as stages of DVC: each begins with the champion before it, and only what an edit touches runs."""

import json

import pytest

from pipelines.plugins.hydra_plugins.zerolab import model_digest
from src.models.description import read_description
from tests.pipelines.test_repro import ran

LESSONS = ["curriculum=[{rows: 1, cols: 2, generations: 1}]", "generations=1"]
NET = ["net=resnet_gpool", "net.pool_channels=4", "train.max_samples_per_position=5000", "selfplay.opening_plies=4"]
ONE = ["begin", "selfplay@001", "train@001", "arena@001"]


def test_another_model_in_the_folder_has_another_checksum(tmp_path):
    (tmp_path / "model.json").write_text("one")
    first = model_digest(str(tmp_path))
    (tmp_path / "model.json").write_text("another")
    assert first != model_digest(str(tmp_path))
    assert model_digest(None) is model_digest(str(tmp_path / "nowhere")) is None


@pytest.mark.slow
def test_a_curriculum_board_after_board(changed):
    printed = changed.repro(*NET, *LESSONS, "run=c")
    assert ran(printed) == [*ONE, *ONE]
    champion = json.loads((changed.folder / "runs/c-1x2/g001/champion.json").read_text())["generation"]
    before = read_description(changed.folder / f"runs/c-1x2/g{champion:03d}/model")
    begun = read_description(changed.folder / "runs/c-2x2/g000/model")
    assert begun.parent == before.name
    assert begun.files["weights.safetensors"] == before.files["weights.safetensors"]
    assert ran(changed.repro(*NET, *LESSONS, "run=c")) == []
    # Other weights on the small board are other weights to begin with on the large one.
    printed = changed.repro(*NET, *LESSONS, "run=c", "train.lr=0.001")
    assert ran(printed) == [*ONE[2:], *ONE]


@pytest.mark.slow
def test_a_start_that_was_changed_since_is_named(changed):
    changed.repro(*NET, "run=a", "generations=1")
    changed.repro(*NET, "run=b", "generations=1", "start=runs/a/g001/model")
    description = changed.folder / "runs/a/g001/model/model.json"
    description.chmod(0o644)
    description.write_text(description.read_text().replace('"seed": 0', '"seed": 1'))
    printed = changed.run("pipelines.check", status=2)
    assert "the model in runs/a/g001/model is another than when params.yaml was composed; compose it anew" in printed
