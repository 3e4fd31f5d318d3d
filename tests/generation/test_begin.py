"""What `auto` means is settled when a campaign begins, and stays."""

import json

import pytest

from src import games
from src.generation.begin import begin
from src.generation.campaign import Campaign
from src.generation.part import CHOSEN, chosen_for, plays_in_int8
from src.models import choice
from src.models.description import INT8
from src.nets import make_net

GAME = games.make("dots", rows=2, cols=2)
NET = {"kind": "resnet_small", "channels": 8, "blocks": 1}


def begun(folder, inference: str, precision: str, said: list) -> Campaign:
    campaign = Campaign(folder, {})
    asked = {"inference": inference, "precision": precision, "batch_size": 16}
    begin(campaign, GAME, net=NET, seed=0, inference=asked, train_precision="float32", say=said.append)
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
        "train": {"precision": "float32"},
    }
    assert (campaign.model(0) / INT8).exists()


def test_the_fastest_that_agrees_is_chosen(monkeypatch):
    """Rates and differences are given: int8 is the fastest but off, bfloat16 or else float32 comes next."""
    rates, off = {"float32": 20.0, "bfloat16": 30.0, "int8": 90.0}, {"float32": 0.0, "bfloat16": 0.01, "int8": 0.5}
    made = {"now": None}

    def some(net, game, observations):
        assert all(block.two.norm.weight.all() for block in net.trunk), "idle blocks were measured"
        for precision in rates:
            made["now"] = precision
            yield "openvino", precision, Silent

    class Silent:
        def __init__(self, batch_size):
            self.batch_size = batch_size

        def run(self, observations):
            return made["now"]

    monkeypatch.setattr(choice, "candidates", some)
    monkeypatch.setattr(choice, "rate", lambda engine, batch: rates[made["now"]])
    monkeypatch.setattr(choice, "differences", lambda answers, wanted: (off[made["now"]], 0.0))
    said: list[str] = []
    observations = choice.np.zeros((4, *GAME.planes), choice.np.float32)
    net = make_net(game=GAME, **NET)
    found = choice.choose_engine(net, GAME, observations, batch_size=4, say=said.append)
    assert found == {"inference": "openvino", "precision": "bfloat16", "batch_size": 4}
    assert said[2].endswith("too much")


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
    assert choice.fitting_batch(lambda rows: rows, None, said.append) == expected
    assert "512: " in said[0]
