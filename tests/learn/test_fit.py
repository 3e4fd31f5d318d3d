"""Training: it learns what exact play teaches, resumes bit for bit, and says when it does not learn."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from omegaconf import OmegaConf

from src.files.errors import UserError
from src.files.machine import num_cores
from src.games import make
from src.learn.alarms import Alarm, check_taken, policy_warnings
from src.learn.averaging import decay_at
from src.learn.fit import FitResult, useful_threads
from src.learn.fit import fit as fit_by_recipe
from src.learn.optimizers import make_optimizer
from src.learn.recipe import Recipe
from src.learn.state import load_training_state, save_training_state
from src.nets import make_net
from src.records.samples import make_window
from src.records.schema import gathered
from src.records.window import window_generations
from tests.learn.windows import made_up_window, solved_window
from tests.records.played import made_up_games

ROOT = Path(__file__).resolve().parents[2]
GAME = make("dots", rows=2, cols=2)
QUICK = {"threads": 1, "batch_size": 32, "accelerator": "cpu", "max_samples_per_position": 1e6}


def fit(net, window, *, num_steps, state=None, seed=0, skip_steps=0, progress=False, **settings) -> FitResult:
    order = {"state": state, "seed": seed, "skip_steps": skip_steps, "progress": progress}
    return fit_by_recipe(net, window, Recipe(**settings), num_steps=num_steps, **order)


def small_net(seed: int = 0, **settings):
    return make_net("resnet_small", GAME, seed=seed, **({"channels": 8, "blocks": 1, "head_channels": 8} | settings))


def same_weights(a, b) -> bool:
    return a.keys() == b.keys() and all(torch.equal(a[name], b[name]) for name in a)


def test_exact_play_is_learnt():
    """2×2, labelled by the solver. The policy finds an optimal move nearly always, the value who wins."""
    window = solved_window(GAME, 300, holdout=0.1)
    net = small_net(channels=24, blocks=2, head_channels=16)
    before = {name: value.clone() for name, value in net.state_dict().items()}
    schedule = {"lr": 0.005, "schedule": "cosine", "schedule_steps": 400, "final_lr": 1e-4}
    found = fit(net, window, num_steps=400, ema_decay=0.95, **schedule, **(QUICK | {"batch_size": 128}))
    first, last = found.curve[0], found.curve[-1]
    assert last["policy_accuracy"] > 0.95 > first["policy_accuracy"]
    assert last["policy_kl"] < 0.2 < 2 * last["policy_kl"] < first["policy_kl"]
    assert last["value_loss"] < 0.15 < 0.4 < first["value_loss"]
    assert last["margin_loss"] < 0.08 < 0.16 < first["margin_loss"]
    assert found.metrics["held_out_policy_accuracy"] > 0.93
    assert found.metrics["held_out_value_loss"] < 0.2
    assert found.warnings == []
    assert same_weights(net.state_dict(), before), "the net that is given stays as it is"
    assert not found.net.training
    assert found.num_steps == found.state.global_step == 400
    assert found.samples_per_position == pytest.approx(400 * 128 / len(window.train))


@pytest.mark.parametrize(
    "settings",
    [
        {"optimizer": "adamw", "ema_decay": 0.9, "schedule": "cosine", "schedule_steps": 60, "warmup_steps": 10},
        {"optimizer": "sgd", "accumulate": 2, "grad_clip": 0.5},
        {"optimizer": "adam", "net": {"dropout": 0.3}},
    ],
    ids=["adamw-ema-cosine", "sgd-accumulate-clip", "adam-dropout"],
)
def test_two_halves_are_the_whole_bit_for_bit(tmp_path, settings):
    shape = settings.get("net", {})
    settings = {name: value for name, value in settings.items() if name != "net"} | {"seed": 5, **QUICK}
    net, window = small_net(**shape), made_up_window(GAME)
    whole = fit(net, window, num_steps=50, **settings)
    half = fit(net, window, num_steps=25, **settings)
    save_training_state(tmp_path / "state", half.state)
    state = load_training_state(tmp_path / "state")
    fresh = small_net(seed=9, **shape).eval()  # its weights and its mode do not matter
    rest = fit(fresh, window, num_steps=25, state=state, skip_steps=25, **settings)
    save_training_state(tmp_path / "whole", whole.state)
    save_training_state(tmp_path / "rest", rest.state)
    assert (tmp_path / "whole").read_bytes() == (tmp_path / "rest").read_bytes()
    assert same_weights(whole.net.state_dict(), rest.net.state_dict())
    other = fit(net, window, num_steps=50, **(settings | {"seed": 6}))
    assert not same_weights(whole.net.state_dict(), other.net.state_dict())


def test_nothing_of_the_callers_is_changed():
    torch.manual_seed(1)
    expected = torch.rand(3)
    torch.manual_seed(1)
    threads, handler = torch.get_num_threads(), signal.getsignal(signal.SIGINT)
    fit(small_net(), made_up_window(GAME), num_steps=2, **(QUICK | {"threads": threads + 1}))
    assert torch.equal(torch.rand(3), expected)
    assert torch.get_num_threads() == threads
    assert signal.getsignal(signal.SIGINT) is handler


def test_dense_nets_train_on_one_thread_and_convolutions_on_all_cores():
    assert useful_threads(make_net("mlp", GAME)) == 1
    assert useful_threads(small_net()) == num_cores()


def test_the_average_is_what_is_played_with():
    """One step from a fresh net: the average is d * before + (1 - d) * after, with d of step 1."""
    net, window = small_net(), made_up_window(GAME)
    found = fit(net, window, num_steps=1, ema_decay=0.99, **QUICK)
    d, name = decay_at(1, 0.99), "first.0.map.weight"
    before, after = net.state_dict()[name], found.state.weights[name]
    assert not torch.equal(before, after)
    assert torch.allclose(found.net.state_dict()[name], d * before + (1 - d) * after, atol=1e-7)
    assert same_weights(found.net.state_dict(), found.state.average)
    plain = fit(net, window, num_steps=1, **QUICK)
    assert same_weights(plain.net.state_dict(), plain.state.weights)
    assert plain.state.average == {}


def test_one_step_of_sgd_by_hand():
    """No batch norm, no momentum: weights - lr * gradient of the whole loss, clipped, over two batches."""
    window = made_up_window(GAME, holdout=0.0)
    net = make_net("mlp", GAME, units=8, layers=1, batch_norm=False)
    settings = {"optimizer": "sgd", "lr": 0.5, "weight_decay": 0.1, "momentum": 0.0, "grad_clip": 0.01}
    weights = {"value_loss_weight": 0.7, "margin_loss_weight": 0.2}
    found = fit(net, window, num_steps=1, accumulate=2, **settings, **weights, **QUICK)

    from src.learn.datamodule import TrainBatches

    total = 0.0
    for batch in TrainBatches(window.train, batch_size=32, num_batches=2, first=0, seed=0):
        output = net(batch.observations)
        log_probs = output.prior_logits.where(batch.legal_mask, torch.tensor(-torch.inf)).softmax(1).clamp(1e-30).log()
        total = total - (batch.policy_target * log_probs).sum() / 64
        total = total + 0.7 * ((output.value - batch.result) ** 2).sum() / 64
        total = total + 0.2 * ((output.margin - batch.margin) ** 2).sum() / 64
    total.backward()
    norm = torch.cat([p.grad.flatten() for p in net.parameters()]).norm()
    assert found.curve[0]["grad_norm"] == pytest.approx(norm.item(), rel=1e-4)
    for name, p in net.named_parameters():
        decay = 0.1 if p.ndim > 1 else 0.0
        expected = p.detach() - 0.5 * (0.01 * p.grad / norm + decay * p.detach())
        assert torch.allclose(found.state.weights[name], expected, atol=1e-6), name


def test_the_learning_rate_follows_the_global_step():
    settings = {"schedule": "step", "schedule_steps": 3, "lr": 0.1, "final_lr": 0.0, "optimizer": "sgd"}
    net, window = small_net(), made_up_window(GAME)
    first = fit(net, window, num_steps=2, **settings, **QUICK)
    second = fit(net, window, num_steps=2, state=first.state, **settings, **QUICK)
    assert first.curve[-1]["lr"] == pytest.approx(0.1)
    assert (second.state.global_step, second.curve[-1]["lr"]) == (4, pytest.approx(0.01))


def test_biases_and_norms_are_not_decayed():
    optimizer = make_optimizer(small_net(), weight_decay=0.3)
    decay = {p.ndim > 1: group["weight_decay"] for group in optimizer.param_groups for p in group["params"]}
    assert decay == {True: 0.3, False: 0.0}
    assert sum(len(group["params"]) for group in optimizer.param_groups) == len(list(small_net().parameters()))


def test_a_curve_a_validation_and_bfloat16():
    window = made_up_window(GAME, 40, holdout=0.3)
    found = fit(small_net(), window, num_steps=120, precision="bfloat16", **QUICK)
    assert [point["global_step"] for point in found.curve] == [50, 100, 120]
    assert found.metrics["train_policy_loss"] >= found.metrics["train_target_entropy"]
    assert all(np.isfinite(value) for value in found.metrics.values())
    assert {name.removeprefix("held_out_") for name in found.metrics} >= {"policy_kl", "value_error_early"}
    assert all(value.dtype != torch.bfloat16 for value in found.state.weights.values())
    alone = fit(small_net(), made_up_window(GAME, 40, holdout=0.0), num_steps=1, **QUICK)
    assert not any(name.startswith("held_out") for name in alone.metrics)
    assert alone.seconds > 0


def test_validation_is_of_the_net_that_is_returned():
    window = made_up_window(GAME, 60, holdout=0.3)
    found = fit(small_net(), window, num_steps=30, ema_decay=0.9, **QUICK)
    rows = np.arange(len(window.held_out))
    batch = window.held_out.batch(rows, rows * 0)
    with torch.inference_mode():
        value = found.net(torch.from_numpy(batch.observations)).value.numpy()
    assert found.metrics["held_out_value_loss"] == pytest.approx(((value - batch.result) ** 2).mean(), rel=1e-4)


def test_the_settings_file_has_a_key_for_all_of_a_recipe():
    found = OmegaConf.load(Path(__file__).resolve().parents[2] / "conf" / "train" / "default.yaml")
    games = {
        "samples_per_new_position",
        "holdout",
        "merge_duplicates",
        "value_lambda",
        "window",
        "epochs",
        "start",
        "reset_generations",
    }
    assert set(found) == games | set(Recipe.__dataclass_fields__)
    assert found.precision == "auto"  # which the command resolves
    found.precision = "bfloat16"
    Recipe(**{name: value for name, value in found.items() if name not in games})
    assert window_generations(9, **found.window)[-1] == 9


def test_alarms():
    net, window = small_net(), made_up_window(GAME)
    quick = {name: value for name, value in QUICK.items() if name != "max_samples_per_position"}
    with pytest.raises(Alarm, match=r"training would take 0 optimiser steps; raise train\.samples_per_new_position"):
        fit(net, window, num_steps=0, **QUICK)
    with pytest.raises(Alarm, match="the window holds no position to learn from"):
        fit(net, make_window(GAME, gathered([])), num_steps=1, **QUICK)
    with pytest.raises(Alarm, match=r"use each position of the window \d+\.\d times, and .*position is 3; play more"):
        fit(net, window, num_steps=50, max_samples_per_position=3.0, **quick)
    with pytest.raises(Alarm, match=r"the loss is nan at step 50; lower train\.lr"):
        fit(net, window, num_steps=60, optimizer="sgd", lr=1e30, **QUICK)
    with pytest.raises(Alarm, match="took 3 steps instead of 4"):
        check_taken(4, 3)


def test_warnings():
    collapsed = policy_warnings({"policy_entropy": 0.05, "target_entropy": 0.6})
    assert collapsed == ["the policy has collapsed: its entropy is 0.050 nats, and that of its targets 0.600"]
    assert policy_warnings({"policy_entropy": 0.07, "target_entropy": 0.6}) == []
    assert policy_warnings({"policy_entropy": 0.0, "target_entropy": 0.0}) == []
    game = made_up_games(GAME, 1)[0]
    copies = gathered([game] * 5)
    found = fit(small_net(), make_window(GAME, copies, holdout=0.0), num_steps=1, **QUICK)
    assert "of 5 games in the window only 1 are different" in found.warnings


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
def test_a_gpu_that_is_not_there():
    with pytest.raises(UserError, match=r"train\.accelerator=gpu needs a GPU, and torch finds none here"):
        Recipe(accelerator="gpu")


def test_what_cannot_be_is_said():
    net, window = small_net(), made_up_window(GAME)
    for settings, sentence in [
        ({"optimizer": "lion"}, "train.optimizer must be one of sgd, adam, adamw, not 'lion'"),
        ({"schedule": "linear"}, "train.schedule must be one of constant, cosine, step, not"),
        ({"accelerator": "tpu"}, "train.accelerator must be one of auto, cpu, gpu, not 'tpu'"),
        ({"devices": 3}, "train.batch_size=256 has no equal shares for train.devices=3; choose a multiple of it"),
        ({"precision": "float16"}, "train.precision must be one of float32, bfloat16, not 'float16'"),
    ]:
        with pytest.raises(UserError, match=sentence):
            Recipe(**settings)
    state = fit(net, window, num_steps=1, optimizer="sgd", **QUICK).state
    with pytest.raises(UserError, match="remembers momentum_buffer, and this optimiser needs exp_avg"):
        fit(net, window, num_steps=1, state=state, **QUICK)
    with pytest.raises(UserError, match="not of a net like this one"):
        fit(small_net(channels=4), window, num_steps=1, state=state, **QUICK)


STOPPED = """
import os, signal, threading
from src.models.export import to_onnx
from src.nets.openvino_engine import OpenVinoEngine
from tests.learn.test_fit import GAME, QUICK, fit, made_up_window, small_net
onnx = to_onnx(small_net(), GAME)
engines = [OpenVinoEngine(onnx, GAME, batch_size=16) for _ in range(2)]
while engines:
    del engines[0]
handler = signal.default_int_handler
signal.signal(signal.SIGINT, handler)  # who starts the tests in the background has it ignored
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    fit(small_net(), made_up_window(GAME), num_steps=100_000, progress=True, **QUICK)
except KeyboardInterrupt:
    assert signal.getsignal(signal.SIGINT) is handler
    print("interrupted")
"""


def test_ctrl_c_is_a_keyboard_interrupt_and_can_be_pressed_again():
    """In a process of its own, since a signal concerns all that a process has loaded: engines that came and went."""
    done = subprocess.run([sys.executable, "-c", STOPPED], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "interrupted\n")
    assert "training" in done.stderr
    assert "Lightning" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["ddp_spawn", "ddp_fork"])
def test_two_devices_learn_what_one_does(strategy):
    """Each learns from half of every batch. A net without batch norm sees no difference but the order of sums."""
    window = made_up_window(GAME)
    shape = {"units": 16, "layers": 2, "batch_norm": False}
    alone = fit(make_net("mlp", GAME, **shape), window, num_steps=12, ema_decay=0.9, **QUICK)
    both = fit(
        make_net("mlp", GAME, **shape), window, num_steps=12, ema_decay=0.9, devices=2, strategy=strategy, **QUICK
    )
    assert both.state.global_step == 12
    assert both.curve[-1].keys() == alone.curve[-1].keys()
    assert both.curve[-1]["policy_loss"] == pytest.approx(alone.curve[-1]["policy_loss"], rel=1e-4)
    assert both.metrics["held_out_value_loss"] == pytest.approx(alone.metrics["held_out_value_loss"], rel=1e-3)
    for part in ("weights", "average", "moments"):
        mine, theirs = getattr(both.state, part), getattr(alone.state, part)
        assert mine.keys() == theirs.keys()
        assert all(torch.allclose(mine[name].float(), theirs[name].float(), atol=1e-4) for name in theirs)
    assert same_weights(both.net.state_dict(), both.state.average)
