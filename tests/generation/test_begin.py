"""What `auto` means is settled when a campaign begins, and stays."""

import json

import pytest
import torch

from src import games
from src.files.errors import UserError
from src.files.machine import resolve_precision
from src.generation.begin import begin
from src.generation.campaign import Campaign
from src.generation.part import CHOSEN, chosen_for, plays_in_int8
from src.models import choice
from src.models.description import INT8
from src.nets import make_net

GAME = games.make("dots", rows=2, cols=2)
NET = {"kind": "resnet_small", "channels": 8, "blocks": 1}


def begun(folder, inference: str, precision: str, said: list, train: dict | None = None, **engine) -> Campaign:
    campaign = Campaign(folder, {})
    begin(
        campaign,
        GAME,
        net=NET,
        inference={"inference": inference, "precision": precision, "batch_size": 16} | engine,
        train={"precision": "float32", "accelerator": "cpu"} | (train or {}),
        seed=0,
        say=said.append,
    )
    return campaign


@pytest.fixture(autouse=True)
def short(monkeypatch):
    monkeypatch.setattr(choice, "TIMED_SECONDS", 0.01)


def test_auto_becomes_one_engine_which_is_written_down(tmp_path):
    said: list[str] = []
    campaign = begun(tmp_path, "auto", "auto", said)
    chosen = chosen_for(campaign, "inference")
    assert said[0].startswith("onnxruntime float32: ")
    assert said[-1] == f"the campaign plays with {chosen['inference']} {chosen['precision']} in batches of 16"
    assert chosen["batch_size"] == 16
    assert len(said) >= 3
    assert (campaign.model(0) / INT8).exists() == plays_in_int8(campaign)

    before = (campaign.generation(0) / CHOSEN).read_bytes()
    begun(tmp_path, "auto", "auto", [])  # is not asked again
    assert (campaign.generation(0) / CHOSEN).read_bytes() == before


def test_what_is_named_is_taken_as_it_is(tmp_path):
    said: list[str] = []
    campaign = begun(tmp_path, "onnxruntime", "int8", said)
    assert said == []
    assert json.loads((campaign.generation(0) / CHOSEN).read_bytes()) == {
        "inference": {"inference": "onnxruntime", "precision": "int8"},
        "train": {"precision": "float32", "accelerator": "cpu"},
    }
    assert (campaign.model(0) / INT8).exists()


@pytest.mark.parametrize("has_gpu", [False, True])
def test_a_device_that_is_not_named_is_the_one_that_is_here(tmp_path, monkeypatch, has_gpu):
    """So that a campaign goes on with the same bits, or says that it can't."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: has_gpu)
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: True)
    campaign = begun(tmp_path, "torch", "float32", [], {"accelerator": "auto", "precision": "auto"}, device="auto")
    assert chosen_for(campaign, "inference")["device"] == ("cuda" if has_gpu else "cpu")
    train = chosen_for(campaign, "train")
    assert train["accelerator"] == ("gpu" if has_gpu else "cpu")
    assert train["precision"] == ("bfloat16" if has_gpu else resolve_precision("auto"))


@pytest.mark.parametrize(
    ("train", "engine", "sentence"),
    [
        ({"accelerator": "gpu"}, {}, r"train\.accelerator=gpu needs a GPU"),
        ({}, {"device": "cuda"}, r"inference\.device=cuda needs a GPU"),
    ],
)
def test_a_gpu_that_is_not_there_is_said_before_anything_is_played(tmp_path, monkeypatch, train, engine, sentence):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(UserError, match=sentence):
        begun(tmp_path, "torch", "float32", [], train, **engine)
    assert not (tmp_path / "g000").exists()


@pytest.mark.parametrize(
    ("gpu_rate", "expected"),
    [
        (59.0, {"inference": "openvino", "precision": "bfloat16", "batch_size": 4}),
        (61.0, {"inference": "torch", "precision": "on a GPU", "device": "cuda", "batch_size": 4}),
    ],
)
def test_the_fastest_that_agrees_is_chosen(gpu_rate, expected, monkeypatch):
    """Rates and differences are given. int8 is the fastest but off; two cores with 30 each make 60, the GPU is one."""
    rates = {"float32": 20.0, "bfloat16": 30.0, "int8": 90.0, "on a GPU": gpu_rate}
    off = {"float32": 0.0, "bfloat16": 0.01, "int8": 0.5, "on a GPU": 0.01}
    made = {"now": None}

    def some(net, game, observations):
        assert all(block.two.norm.weight.all() for block in net.trunk), "idle blocks were measured"
        for precision in rates:
            made["now"] = precision
            engine = {"inference": "torch", "device": "cuda"} if precision == "on a GPU" else {"inference": "openvino"}
            yield choice.Candidate(engine | {"precision": precision}, Silent)

    class Silent:
        def __init__(self, batch_size):
            self.batch_size = batch_size

        def run(self, observations):
            return made["now"]

    monkeypatch.setattr(choice, "candidates", some)
    monkeypatch.setattr(choice, "num_cores", lambda: 2)
    monkeypatch.setattr(choice, "rate", lambda engine, batch: rates[made["now"]])
    monkeypatch.setattr(choice, "differences", lambda answers, wanted: (off[made["now"]], 0.0))
    said: list[str] = []
    observations = choice.np.zeros((4, *GAME.planes), choice.np.float32)
    net = make_net(game=GAME, **NET)
    found = choice.choose_engine(net, GAME, observations, batch_size=4, say=said.append)
    assert found == expected
    assert said[1].startswith("openvino bfloat16: 30 positions/s on a core, ")
    assert said[2].endswith("too much")
    assert said[3].startswith(f"torch on a GPU: {gpu_rate:.0f} positions/s on the GPU, ")


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({64: 98.0, 128: 109.0, 256: 100.0, 512: 101.0, 1024: 99.0}, 256),
        ({64: 50.0, 128: 70.0, 256: 80.0, 512: 100.0, 1024: 101.0}, 1024),
        ({64: 9.0, 128: 8.0, 256: 7.0, 512: 6.0, 1024: 5.0}, 64),
    ],
)
def test_a_batch_that_is_not_given_is_the_usual_one_unless_another_is_clearly_faster(rates, expected, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(choice, "rate", lambda engine, observations: rates[engine])
    assert choice.fitting_batch(choice.Candidate({}, lambda rows: rows), None, said.append) == expected
    assert "512: " in said[0]
