"""Models as folders: what is saved comes back, equal models have equal bytes, and nothing foreign passes."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from src import games
from src.files.errors import UserError
from src.games.rules import Game
from src.models import export
from src.models.description import DESCRIPTION, FILES, ONNX, WEIGHTS, read_description
from src.models.engines import ENGINES, make_engine
from src.models.folder import Lineage, load_model, save_model
from src.models.whole_folder import content
from src.nets import NETS
from tests.nets.lived import lived_net, random_observations

GAME = games.make("dots", rows=2, cols=2)
LARGER = games.make("dots", rows=3, cols=3)
LINEAGE = Lineage(seed=3, generation=12, parent="dots-2x2-cnn-s3-g011-0a1b2c", data={"shards": ["a", "b"], "games": 7})


def saved(folder: Path, kind: str = "cnn", game: Game = GAME, seed: int = 0) -> Path:
    save_model(folder, lived_net(kind, game, seed), game, LINEAGE)
    return folder


def answers(net, game: Game) -> list[np.ndarray]:
    with torch.inference_mode():
        return [part.numpy() for part in net(torch.from_numpy(random_observations(game, 8)))]


@pytest.mark.parametrize("kind", NETS)
def test_what_is_saved_comes_back_bit_for_bit(tmp_path, kind):
    net = lived_net(kind, GAME).train()
    save_model(tmp_path / "a" / "model", net, GAME, LINEAGE)
    assert net.training
    loaded = load_model(tmp_path / "a" / "model", GAME)
    assert not loaded.training
    assert (loaded.kind, loaded.settings) == (net.kind, net.settings)
    wanted, found = net.state_dict(), loaded.state_dict()
    assert wanted.keys() == found.keys()
    assert all(torch.equal(wanted[name], found[name]) for name in wanted)
    assert all(np.array_equal(*pair) for pair in zip(answers(net.eval(), GAME), answers(loaded, GAME), strict=True))


@pytest.mark.parametrize("kind", NETS)
def test_equal_models_have_equal_bytes_and_others_have_not(tmp_path, kind):
    one, same, other = (saved(tmp_path / name, kind, seed=seed) for name, seed in (("a", 0), ("b", 0), ("c", 1)))
    assert content(one) == content(same)
    assert content(one).keys() == {DESCRIPTION, *FILES}
    assert all(content(one)[name] != content(other)[name] for name in content(one))
    save_model(tmp_path / "again", load_model(one, GAME), GAME, LINEAGE)
    assert content(tmp_path / "again") == content(one)
    channels_last = lived_net(kind, GAME).to(memory_format=torch.channels_last)
    save_model(tmp_path / "last", channels_last, GAME, LINEAGE)
    assert content(tmp_path / "last")[WEIGHTS] == content(one)[WEIGHTS]


def test_no_trace_of_the_machine_in_the_bytes(tmp_path):
    everything = b"".join(content(saved(tmp_path / "model")).values())
    for trace in (str(tmp_path), "/home", "/usr", ".py", "site-packages", str(Path(__file__).parents[2])):
        assert trace.encode() not in everything


def test_what_a_model_says_of_itself(tmp_path):
    description = read_description(saved(tmp_path / "model"))
    assert re.fullmatch(r"dots-2x2-cnn-s3-g012-[0-9a-f]{6}", description.name)
    assert description.game == {
        **{"name": "dots", "sizes": {"rows": 2, "cols": 2}, "version": GAME.version},
        **{"planes": list(GAME.planes), "num_actions": 12},
    }
    assert description.net == {
        "kind": "cnn",
        "settings": {"channels": 12, "layers": 2, "head_channels": 8, "dropout": 0.0, "dense_heads": False},
    }
    assert (description.seed, description.generation, description.parent) == (3, 12, LINEAGE.parent)
    assert description.data == LINEAGE.data


@pytest.mark.parametrize("kind", NETS)
@pytest.mark.parametrize("name", games.GAMES)
def test_the_onnx_file_says_what_the_net_says(kind, name):
    """`to_onnx` compares with its own noise; this one with positions of the game."""
    game = games.make(name)
    net = lived_net(kind, game)
    engine = export.OnnxRuntimeEngine(export.to_onnx(net, game), game, batch_size=8)
    for found, wanted in zip(engine.run(random_observations(game, 8)), answers(net, game), strict=True):
        assert np.abs(found - wanted).max() <= export.TOLERANCE


@pytest.mark.parametrize("wrong", [1e-3, float("nan")])
def test_a_net_that_its_onnx_file_does_not_match_is_not_saved(tmp_path, wrong):
    net = lived_net("cnn", GAME)
    onnx = export.to_onnx(net, GAME)
    net.policy.logit.bias.data += wrong
    with pytest.raises(export.ParityError, match="prior_logits of the ONNX file is off by"):
        export.check_parity(net, onnx, GAME)
    if wrong != wrong:
        with pytest.raises(export.ParityError):
            save_model(tmp_path / "model", net, GAME, LINEAGE)
        assert list(tmp_path.iterdir()) == []


def test_weights_move_to_a_larger_board_where_they_are_free_of_it(tmp_path):
    folder = saved(tmp_path / "cnn")
    with pytest.raises(UserError, match=r"of dots \(rows=2, cols=2, rules version 1\), and one of dots \(rows=3"):
        load_model(folder, LARGER)
    moved = load_model(folder, LARGER, any_size=True)
    mine, theirs = moved.state_dict(), load_model(folder, GAME).state_dict()
    assert all(torch.equal(mine[name], theirs[name]) for name in theirs)
    assert answers(moved, LARGER)[0].shape == (8, LARGER.num_actions)
    with pytest.raises(UserError, match="cols=2"):
        load_model(saved(tmp_path / "mlp", "mlp"), LARGER, any_size=True)
    with pytest.raises(UserError, match="one of tictactoe"):
        load_model(folder, games.make("tictactoe"), any_size=True)
    with pytest.raises(UserError, match=r"one of dots \(rows=3, cols=3, history=2"):
        load_model(folder, games.make("dots", history=2), any_size=True)
    edit(folder, lambda d: d["game"].update(version=99))
    with pytest.raises(UserError, match="rules version 99"):
        load_model(folder, LARGER, any_size=True)


@pytest.mark.parametrize("inference", ENGINES)
def test_every_engine_runs_a_folder_under_its_name(tmp_path, inference):
    folder = saved(tmp_path / "model")
    engine = make_engine(folder, GAME, inference=inference, batch_size=8)
    assert engine.name == read_description(folder).name
    assert engine.batch_size == 8
    for found, wanted in zip(
        engine.run(random_observations(GAME, 8)), answers(load_model(folder, GAME), GAME), strict=True
    ):
        assert np.abs(found - wanted).max() <= 1e-4
    with pytest.raises(UserError, match="rows=3"):
        make_engine(folder, LARGER, inference=inference)


def test_settings_of_engines_that_do_not_exist(tmp_path):
    folder = saved(tmp_path / "model")
    with pytest.raises(UserError, match="there is no inference engine 'tensorrt'; there are torch, onnxruntime, open"):
        make_engine(folder, GAME, inference="tensorrt")
    with pytest.raises(UserError, match=r"inference.device is no setting of openvino; its settings are batch"):
        make_engine(folder, GAME, inference="openvino", device="cpu")


def edit(folder: Path, change) -> None:
    """Change `model.json` as a dictionary."""
    found = json.loads((folder / DESCRIPTION).read_text())
    change(found)
    (folder / DESCRIPTION).write_text(json.dumps(found))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


BROKEN = {
    "it has no model.json": lambda folder: (folder / DESCRIPTION).unlink(),
    "model.json is torn": lambda folder: cut(folder / DESCRIPTION),
    "holds a model of schema 0, and this program reads 1": lambda folder: edit(folder, lambda d: d.update(schema=0)),
    "holds a model of schema None": lambda folder: (folder / DESCRIPTION).write_text("[]"),
    "model.json is not as it was written": lambda folder: edit(folder, lambda d: d["game"].pop("planes")),
    "rules version 99": lambda folder: edit(folder, lambda d: d["game"].update(version=99)),
    "there is no net 'vit'": lambda folder: edit(folder, lambda d: d["net"].update(kind="vit")),
    "do not fit its net cnn": lambda folder: edit(folder, lambda d: d["net"]["settings"].update(channels=13)),
    "lacks weights.safetensors": lambda folder: (folder / WEIGHTS).unlink(),
    "weights.safetensors is torn or of another": lambda folder: cut(folder / WEIGHTS),
}


@pytest.mark.parametrize("sentence", BROKEN)
def test_broken_models_are_named_in_one_sentence(tmp_path, sentence):
    folder = saved(tmp_path / "model")
    BROKEN[sentence](folder)
    before = content(folder)
    with pytest.raises(UserError) as error:
        load_model(folder, GAME)
    assert sentence in str(error.value)
    assert content(folder) == before
    if "there is no net" not in sentence:
        assert str(folder) in str(error.value)
    with pytest.raises(UserError, match=r"holds something else already|holds no model"):
        save_model(folder, lived_net("cnn", GAME, seed=5), GAME, LINEAGE)
    assert content(folder) == before


def test_broken_onnx_files_do_not_reach_an_engine(tmp_path):
    folder, other = saved(tmp_path / "model"), saved(tmp_path / "other", seed=1)
    shutil.copy(other / ONNX, folder / ONNX)
    for inference in ("onnxruntime", "openvino"):
        with pytest.raises(UserError, match=r"model.onnx is torn or of another model"):
            make_engine(folder, GAME, inference=inference)
    load_model(folder, GAME)


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(UserError, match="holds no model"):
        load_model(tmp_path / "nowhere", GAME)
