"""The page's files: what is in them, and one sentence where they cannot be made."""

import json

import numpy as np
import pytest

from src import commands, entry, games
from src.files.errors import UserError
from src.models.champions import point_to
from src.models.folder import Lineage, save_model
from src.nets import make_net
from src.nets.onnxruntime_engine import OnnxRuntimeEngine
from src.play import make_site, page_models
from src.play.page_models import PRESETS, find_models, page_model

PRESET = PRESETS / "dots-3x3"


@pytest.fixture(autouse=True)
def runs(tmp_path, monkeypatch):
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.fixture
def tictactoe(runs):
    """A model of another board, untrained, and champion there."""
    game = games.make("tictactoe")
    folder = runs / "g000" / "model"
    save_model(folder, make_net("mlp", game), game, Lineage())
    point_to(game, folder)
    return folder


def test_the_preset_is_small_and_whole(search):
    assert sum(path.stat().st_size for path in PRESET.iterdir()) <= 1_300_000
    description = json.loads((PRESET / "model.json").read_bytes())
    assert page_model(PRESET, search).description["name"] == description["name"] == "dots-3x3-mlp-s0-g028-d7aa45"


def test_a_model_for_the_page_says_what_the_model_says(search):
    game = games.make("dots", rows=3, cols=3)
    model = page_model(PRESET, search)
    positions = np.random.default_rng(0).standard_normal((5, *game.planes), np.float32)
    ours = OnnxRuntimeEngine(model.onnx, game, batch_size=1).run(positions)
    theirs = OnnxRuntimeEngine(PRESET / "model.onnx", game, batch_size=5).run(positions)
    for found, expected in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-4)
    assert model.description["sizes"] == {"rows": 3, "cols": 3}
    assert model.description["maxScore"] == 9
    assert model.description["search"] == search


def test_which_models_are_found(tictactoe, tmp_path):
    assert find_models([]) == [PRESET, tictactoe]
    assert find_models(["tictactoe-3x3x3", "dots-3x3", str(tictactoe)]) == [tictactoe, PRESET, tictactoe]
    point_to(games.make("dots", rows=3, cols=3), tmp_path / "own")  # a champion of one's own takes the preset's place
    point_to(games.make("go"), tmp_path / "unknown")  # the page has no rules of Go
    assert find_models([]) == [tmp_path / "own", tictactoe]
    with pytest.raises(UserError, match="'dots-9x9' is neither a model's folder nor a board that has a champion"):
        find_models(["dots-9x9"])


@pytest.mark.parametrize(
    ("name", "sizes", "sentence"),
    [
        ("go", {"rows": 5, "cols": 5}, "the page does not know the game go of the model in"),
        ("dots", {"rows": 2, "cols": 2, "history": 3}, "sees earlier boards (game.history), and the page shows it one"),
    ],
)
def test_a_model_that_the_page_cannot_show_is_one_sentence(runs, search, name, sizes, sentence):
    game = games.make(name, **sizes)
    save_model(runs / "model", make_net("mlp", game), game, Lineage())
    with pytest.raises(UserError) as refused:
        page_model(runs / "model", search)
    assert sentence in str(refused.value)


def test_a_net_of_one_form_is_not_shown_others(runs, search):
    game = games.make("dots", rows=2, cols=2)
    save_model(runs / "model", make_net("mlp", game), game, Lineage(data={"canonical": True}))
    assert page_model(runs / "model", search | {"canonical": True}).board == "dots-2x2"
    with pytest.raises(UserError, match=r"play it with mcts\.canonical=true"):
        page_model(runs / "model", search | {"canonical": False})


def test_the_files_of_a_site(site, search):
    found = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert {
        "index.html",
        "worker.js",
        "games/dots.js",
        "champions.json",
        "champions/dots-3x3.onnx",
        "vendor/onnxruntime-web/ort-wasm-simd-threaded.wasm",
    } <= found
    assert not [name for name in found if "package" in name or "node_modules" in name]
    [listed] = json.loads((site / "champions.json").read_text())["champions"]
    assert listed["board"] == "dots-3x3"
    described = json.loads((site / listed["description"]).read_text())
    assert (site / described["onnx"]).read_bytes() == page_model(PRESET, search).onnx


def test_an_older_site_is_replaced_and_another_folder_is_not(tmp_path, search, monkeypatch):
    engine = tmp_path / "engine"
    engine.mkdir()
    for name in make_site.ENGINE:
        (engine / name).write_bytes(b"engine")
    monkeypatch.setattr(make_site, "fetch_engine", lambda: engine)
    out, said = tmp_path / "site", []
    make_site.make_site(out, [str(PRESET)], search, said.append)
    assert said[0] == "dots-3x3: dots-3x3-mlp-s0-g028-d7aa45"
    (out / "stale.js").write_text("")
    make_site.make_site(out, [str(PRESET)], search, said.append)
    assert not (out / "stale.js").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["engine", "site"]
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(UserError, match="other exists and is no site of ours; choose another folder"):
        make_site.make_site(other, [], search, said.append)
    assert (other / "mine.txt").read_text() == "mine"


def test_where_there_is_no_npm_one_sentence_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make_site, "ROOT", tmp_path)  # nothing was fetched before
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit) as stopped:
        entry.enter(make_site.main, "site", commands.SiteSettings, make_site.USAGE, [f"out={tmp_path / 'site'}"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "error: the page needs npm once, to fetch onnxruntime-web; install Node.js 20 or newer and try again"
    )
    assert not (tmp_path / "site").exists()


def test_every_game_of_the_page_has_rules_here_and_words():
    names = {path.stem for path in (page_models.PAGE / "games").glob("*.js")} & games.GAMES.keys()
    assert {"dots", "tictactoe", "connect4"} <= names
    assert all(page_models.knows(name) for name in names)
    assert not page_models.knows("game")
