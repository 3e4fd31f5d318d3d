"""What a net runs on: the processor, or a GPU where torch finds one."""

import torch

from src.files.errors import UserError
from src.files.machine import resolve_precision

DEVICES = ("cpu", "cuda", "auto")


def chosen_device(device: str) -> torch.device:
    """`auto` is the GPU where there is one. Raises UserError for what is not there."""
    if device not in DEVICES:
        raise UserError(f"inference.device must be one of {', '.join(DEVICES)}, not {device!r}")
    has_gpu = torch.cuda.is_available()
    if device == "cuda" and not has_gpu:
        raise UserError("inference.device=cuda needs a GPU, and torch finds none here; use auto or cpu")
    return torch.device("cuda" if device != "cpu" and has_gpu else "cpu")


def trains_on_gpu(accelerator: str) -> bool:
    """Whether training is on a GPU here. Raises UserError where it is asked for and not there."""
    has_gpu = torch.cuda.is_available()
    if accelerator == "gpu" and not has_gpu:
        raise UserError("train.accelerator=gpu needs a GPU, and torch finds none here; use auto or cpu")
    return accelerator != "cpu" and has_gpu


def settled_training(accelerator: str, precision: str) -> dict[str, str]:
    """`accelerator` and `precision`, where `auto` is what this machine has. Raises UserError as `trains_on_gpu`."""
    if not trains_on_gpu(accelerator):
        return {"accelerator": "cpu", "precision": resolve_precision(precision)}
    best = "bfloat16" if torch.cuda.is_bf16_supported(including_emulation=False) else "float32"
    return {"accelerator": "gpu", "precision": best if precision == "auto" else precision}
