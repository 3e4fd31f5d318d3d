"""Where training stands between generations: one safetensors file, whose bytes follow from its content alone."""

from dataclasses import dataclass, field
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load, save
from torch import Tensor, nn

from src.files.errors import UserError
from src.files.whole import whole_file

_FORMAT = {"format": "zerolab training state 1"}  # one key: safetensors writes several in any order
_STEP = "global_step"
_AGAIN = "train again, or start without the state"


@dataclass(frozen=True, eq=False)
class TrainingState:
    """The last weights, not the averaged ones, and all that the next step depends on."""

    global_step: int  # optimiser steps so far, over all generations
    weights: dict[str, Tensor]
    average: dict[str, Tensor] = field(default_factory=dict)  # the averaged weights, where these are kept
    moments: dict[str, Tensor] = field(default_factory=dict)  # what the optimiser remembers


_PARTS = ("weights", "average", "moments")


def tensors_of(net: nn.Module) -> dict[str, Tensor]:
    """A net's weights as they are saved: a copy on the processor."""
    return {name: value.detach().cpu().contiguous().clone() for name, value in net.state_dict().items()}


def load_weights(net: nn.Module, weights: dict[str, Tensor]) -> None:
    """Put them into the net. Raises UserError where they are another net's."""
    try:
        net.load_state_dict(weights)
    except RuntimeError:
        raise UserError(f"the training state is not of a net like this one; {_AGAIN}") from None


def save_training_state(path: Path, state: TrainingState) -> None:
    """Write it whole or not at all. Raises OSError."""
    tensors = {_STEP: torch.tensor(state.global_step, dtype=torch.int64)}
    for part in _PARTS:
        tensors |= {f"{part}.{name}": value for name, value in getattr(state, part).items()}
    with whole_file(path) as file:
        file.write(save(tensors, _FORMAT))


def load_training_state(path: Path) -> TrainingState:
    """What `save_training_state` wrote. Raises UserError for a file that is absent, torn or something else."""
    try:
        with safe_open(path, framework="pt") as file:
            found = file.metadata()
        tensors = load(path.read_bytes())
    except FileNotFoundError:
        raise UserError(f"there is no training state {path}; {_AGAIN}") from None
    except (SafetensorError, OSError):
        raise UserError(f"{path} is torn or no training state; {_AGAIN}") from None
    if found != _FORMAT or _STEP not in tensors:
        raise UserError(f"{path} holds tensors, but no training state of this program; {_AGAIN}")
    parts = {part: {} for part in _PARTS}
    for key, value in tensors.items():
        part, _, name = key.partition(".")
        if part in parts:
            parts[part][name] = value
    return TrainingState(int(tensors[_STEP]), **parts)
