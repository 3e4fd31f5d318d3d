"""How a net is trained: everything but the net, the games and the number of steps."""

from dataclasses import dataclass

import torch
from torch import nn

from src.files.errors import UserError
from src.learn.optimizers import OPTIMIZERS, make_optimizer
from src.learn.schedules import SCHEDULES, learning_rate
from src.nets.devices import trains_on_gpu

PRECISIONS = {"float32": "32-true", "bfloat16": "bf16-mixed"}  # ours → Lightning's
ACCELERATORS = ("auto", "cpu", "gpu")
STRATEGIES = ("ddp_spawn", "ddp_fork")  # those of Lightning that come back to the process that called them


@dataclass(frozen=True)
class Recipe:
    """The settings of training, those of `train` in the settings' files. Raises UserError for what cannot be."""

    batch_size: int = 256  # samples; AlphaZero's 4096 are for windows of millions
    accumulate: int = 1  # batches whose gradients make one step
    optimizer: str = "adamw"  # see `make_optimizer`, as the next two
    weight_decay: float = 1e-4  # AlphaZero's
    momentum: float = 0.9  # of sgd, AlphaZero's
    lr: float = 2e-3  # see `learning_rate`, as the next four
    schedule: str = "constant"
    warmup_steps: int = 0
    schedule_steps: int = 20_000
    final_lr: float = 2e-4
    grad_clip: float = 0.0  # largest norm of the gradient; 0: none
    ema_decay: float = 0.0  # see `averaging`; 0: the last weights are played with
    value_loss_weight: float = 1.0  # beside the policy's 1, as AlphaZero's
    margin_loss_weight: float = 0.5  # of the final margin; nothing in games without points
    max_samples_per_position: float = 20.0  # in one fit; above it an Alarm
    precision: str = "float32"  # or bfloat16, for what torch's autocast deems safe
    accelerator: str = "auto"  # or cpu, gpu
    devices: int = 1  # of these; each learns from its share of every batch
    strategy: str = "ddp_spawn"  # Lightning's, of several devices
    threads: int | None = None  # of torch on a processor, None: see `useful_threads`; the last bits depend on it

    def __post_init__(self):
        for key, allowed in (
            ("optimizer", OPTIMIZERS),
            ("schedule", SCHEDULES),
            ("precision", PRECISIONS),
            ("accelerator", ACCELERATORS),
            ("strategy", STRATEGIES),
        ):
            if getattr(self, key) not in allowed:
                raise UserError(f"train.{key} must be one of {', '.join(allowed)}, not {getattr(self, key)!r}")
        if self.batch_size % self.devices:
            raise UserError(
                f"train.batch_size={self.batch_size} has no equal shares for train.devices={self.devices}; "
                "choose a multiple of it"
            )
        trains_on_gpu(self.accelerator)

    @property
    def samples_per_step(self) -> int:
        return self.batch_size * self.accumulate

    def rate(self, global_step: int) -> float:
        """The learning rate of the step that follows `global_step` others."""
        return learning_rate(
            global_step,
            lr=self.lr,
            schedule=self.schedule,
            warmup_steps=self.warmup_steps,
            schedule_steps=self.schedule_steps,
            final_lr=self.final_lr,
        )

    def make_optimizer(self, net: nn.Module) -> torch.optim.Optimizer:
        return make_optimizer(
            net, optimizer=self.optimizer, lr=self.lr, weight_decay=self.weight_decay, momentum=self.momentum
        )
