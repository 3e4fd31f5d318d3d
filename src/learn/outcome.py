"""What a training brought, in the process that trained: of several devices the first hands it over as files."""

import json
import logging
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from pytorch_lightning import Callback, Trainer

from src.learn.module import Learner
from src.learn.optimizers import moments_of
from src.learn.state import TrainingState, load_training_state, save_training_state, tensors_of

STATE, MEASURED = "state.safetensors", "measured.json"


@dataclass(frozen=True)
class Measured:
    """Numbers of a training; see `FitResult`."""

    train_means: dict[str, float]
    held_out_means: dict[str, float]
    curve: list[dict[str, float]]
    seconds: float


def outcome(trainer: Trainer, learner: Learner) -> tuple[TrainingState, Measured]:
    """What `learner` brought, in its own process."""
    state = TrainingState(
        learner.steps_done,
        tensors_of(learner.net),
        tensors_of(learner.average.net) if learner.average else {},
        moments_of(trainer.optimizers[0], learner.net),
    )
    return state, Measured(learner.train_means, learner.held_out_means, learner.curve, learner.seconds)


class HandOver(Callback):
    """In the processes of several devices: threads for each, no talk, and the first one's outcome into `folder`."""

    def __init__(self, folder: Path, threads: int):
        self.folder, self.threads = folder, threads

    def setup(self, trainer, module, stage) -> None:
        torch.set_num_threads(self.threads)
        logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
        warnings.filterwarnings("ignore", module="pytorch_lightning")

    def on_fit_end(self, trainer, module) -> None:
        if trainer.is_global_zero:
            state, measured = outcome(trainer, module)
            save_training_state(self.folder / STATE, state)
            (self.folder / MEASURED).write_text(json.dumps(asdict(measured)))


def handed_over(folder: Path) -> tuple[TrainingState, Measured]:
    """What `HandOver` wrote."""
    return load_training_state(folder / STATE), Measured(**json.loads((folder / MEASURED).read_text()))
