"""Train a net on a window: one call, which ends with a new net and the state to go on from."""

import copy
import logging
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from pytorch_lightning import Trainer
from pytorch_lightning.utilities.exceptions import MisconfigurationException
from torch import nn

from src.files.errors import UserError
from src.files.machine import num_cores
from src.learn.alarms import check_reuse, check_steps, check_taken, policy_warnings, window_warnings
from src.learn.averaging import Average
from src.learn.datamodule import WindowData
from src.learn.module import Learner
from src.learn.outcome import HandOver, handed_over, outcome
from src.learn.progress import ProgressLine
from src.learn.recipe import PRECISIONS, Recipe
from src.learn.state import TrainingState, load_weights
from src.records.samples import Window


@dataclass(frozen=True, eq=False)
class FitResult:
    """What training brought. All but the seconds follows from the arguments, on one machine with one thread count."""

    net: nn.Module  # to play with: the averaged weights where these are kept; in evaluation mode, on the processor
    state: TrainingState  # to go on from
    num_steps: int  # optimiser steps of this call
    samples_per_position: float  # of this call
    metrics: dict[str, float]  # `train_…` means over the steps, `held_out_…` of `net` after them; see `measures.means`
    curve: list[dict[str, float]]  # the same along the steps, with global_step, lr and grad_norm
    warnings: list[str]  # sentences for people; see `alarms`
    seconds: float  # of the steps, without validation
    samples_per_second: float


def fit(
    net: nn.Module,
    window: Window,
    recipe: Recipe,
    *,
    num_steps: int,
    state: TrainingState | None = None,
    seed: int = 0,
    skip_steps: int = 0,
    canonical: bool = False,
    progress: bool = False,
) -> FitResult:
    """Take `num_steps` optimiser steps; `net` itself stays as it is.

    state: go on from there, with its weights instead of the net's; None: from the net's weights, without memory.
    seed: of the order of positions, symmetries and dropout; derive it from campaign and generation.
    skip_steps: steps with the same window and seed that `state` has taken already, so that their batches are not
    drawn again.
    canonical: the net learns each position in the one form that a search with `canonical` shows it, and no other.
    Raises Alarm (see `alarms`), UserError for a state of another net or optimiser, KeyboardInterrupt on Ctrl-C.
    """
    check_steps(num_steps, len(window.train))
    samples_per_position = num_steps * recipe.samples_per_step / len(window.train)
    check_reuse(samples_per_position, recipe.max_samples_per_position)
    net, average = _prepared(net, state, recipe.ema_decay)
    learner = Learner(net, average, recipe, state=state, seed=seed)
    data = WindowData(
        window,
        batch_size=recipe.batch_size,
        num_batches=num_steps * recipe.accumulate,
        first=skip_steps * recipe.accumulate,
        seed=seed,
        canonical=canonical,
    )
    callbacks = [ProgressLine(num_steps, recipe.samples_per_step)] if progress else []
    threads = recipe.threads or max(1, useful_threads(net) // recipe.devices)
    with _own_settings(threads), TemporaryDirectory() as folder:
        several = [HandOver(Path(folder), threads)] if recipe.devices > 1 else []
        trainer = _trainer(recipe, [*callbacks, *several], validate=len(window.held_out) > 0)
        _train(trainer, learner, data)
        new_state, measured = handed_over(Path(folder)) if several else outcome(trainer, learner)
        check_taken(num_steps, new_state.global_step - learner.first_step)
    played = average.net if average else net
    load_weights(played, new_state.average or new_state.weights)
    metrics = {f"train_{name}": value for name, value in measured.train_means.items()}
    metrics |= {f"held_out_{name}": value for name, value in measured.held_out_means.items()}
    return FitResult(
        net=played.cpu().eval().requires_grad_(True),
        state=new_state,
        num_steps=num_steps,
        samples_per_position=samples_per_position,
        metrics=metrics,
        curve=measured.curve,
        warnings=window_warnings(window) + policy_warnings(measured.held_out_means or measured.train_means),
        seconds=measured.seconds,
        samples_per_second=num_steps * recipe.samples_per_step / measured.seconds,
    )


def _prepared(net: nn.Module, state: TrainingState | None, ema_decay: float) -> tuple[nn.Module, Average | None]:
    """Copies to train and to average, with the state's weights."""
    net = copy.deepcopy(net).to(memory_format=torch.channels_last)  # convolutions are a fifth faster
    if state:
        load_weights(net, state.weights)
    if ema_decay == 0.0:
        return net, None
    average = Average(net, ema_decay)
    if state and state.average:
        load_weights(average.net, state.average)
    return net, average


def useful_threads(net: nn.Module) -> int:
    """All cores for convolutions; one for dense layers, whose work two threads take longer to share than one to do."""
    return num_cores() if any(isinstance(module, nn.Conv2d) for module in net.modules()) else 1


@contextmanager
def _own_settings(threads: int) -> Iterator[None]:
    """Threads, random numbers and signals as training needs them; afterwards as they were. Lightning keeps quiet."""
    log, handler = logging.getLogger("pytorch_lightning"), signal.getsignal(signal.SIGINT)
    level, threads_before = log.level, torch.get_num_threads()
    was_deterministic = torch.are_deterministic_algorithms_enabled()
    try:
        torch.set_num_threads(threads)
        log.setLevel(logging.ERROR)
        with torch.random.fork_rng(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="pytorch_lightning")
            yield
    finally:
        torch.set_num_threads(threads_before)
        torch.use_deterministic_algorithms(was_deterministic)
        log.setLevel(level)
        if signal.getsignal(signal.SIGINT) is not handler:  # Lightning ignores Ctrl-C once it has seen one
            signal.signal(signal.SIGINT, handler)


def _trainer(recipe: Recipe, callbacks: list, *, validate: bool) -> Trainer:
    """Lightning without its files, its logs and its bar. Raises UserError for devices that are not there."""
    try:
        return Trainer(
            accelerator=recipe.accelerator,
            devices=recipe.devices,
            strategy=recipe.strategy if recipe.devices > 1 else "auto",
            precision=PRECISIONS[recipe.precision],
            max_epochs=1,
            accumulate_grad_batches=recipe.accumulate,
            gradient_clip_val=recipe.grad_clip or None,
            limit_val_batches=1.0 if validate else 0,
            num_sanity_val_steps=0,
            deterministic=torch.cuda.is_available(),  # on a processor it is so anyway
            callbacks=callbacks,
            logger=False,
            enable_checkpointing=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            use_distributed_sampler=False,  # each takes its share of a batch
        )
    except MisconfigurationException as error:
        asked = f"train.accelerator={recipe.accelerator}, train.devices={recipe.devices}"
        raise UserError(f"{asked}: {str(error).splitlines()[0]}") from None


def _train(trainer: Trainer, learner: Learner, data: WindowData) -> None:
    """Run the steps and the validation. Raises KeyboardInterrupt, where Lightning exits."""
    try:
        trainer.fit(learner, datamodule=data)
    except SystemExit:
        if not trainer.interrupted:
            raise
        raise KeyboardInterrupt from None
