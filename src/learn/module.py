"""The net as Lightning trains it: losses, the optimiser's step, and what is measured on the way."""

import time

import numpy as np
import torch
from pytorch_lightning import LightningModule
from torch import Tensor, nn

from src.learn.alarms import check_finite
from src.learn.averaging import Average
from src.learn.losses import masked_log_probs, policy_loss, squared_error
from src.learn.measures import means, sums
from src.learn.optimizers import restore_moments
from src.learn.recipe import Recipe
from src.learn.state import TrainingState
from src.records.samples import Batch

REPORT_EVERY = 50  # steps between two points of the curve; on a GPU each waits for the device


class Learner(LightningModule):
    """Trains `net`, and follows it with `average` where there is one; both stay the caller's.

    After training, `curve` has a point every `REPORT_EVERY` steps, `train_means` are over all of them, and
    `held_out_means` are of the net to play with.
    """

    def __init__(
        self,
        net: nn.Module,
        average: Average | None,
        recipe: Recipe,
        *,
        state: TrainingState | None = None,
        seed: int = 0,
    ):
        super().__init__()
        self.net, self.average = net, average
        self.averaged_net = average.net if average else None  # a part of the module, so that it moves to the device
        self.recipe, self.seed = recipe, seed
        self.moments = state.moments if state else {}
        self.first_step = self.steps_done = state.global_step if state else 0
        self.seconds = 0.0  # of the steps, without validation
        self.curve: list[dict[str, float]] = []
        self._new_sums: list[Tensor] = []  # since the last point of the curve, as are the norms
        self._new_norms: list[Tensor] = []
        self._train_sums: list[np.ndarray] = []
        self._held_out_sums: list[Tensor] = []

    def _losses(self, net: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
        """The loss, and the batch's sums."""
        output = net(batch.observations)
        log_probs = masked_log_probs(output.prior_logits, batch.legal_mask)
        parts = (
            policy_loss(log_probs, batch.policy_target),
            squared_error(output.value, batch.result),
            squared_error(output.margin, batch.margin),
        )
        loss = parts[0] + self.recipe.value_loss_weight * parts[1] + self.recipe.margin_loss_weight * parts[2]
        return loss, sums(parts, log_probs, output.value, batch)

    def on_train_start(self) -> None:
        self.net.train()
        self.seconds = -time.perf_counter()

    def training_step(self, batch: Batch, batch_index: int) -> Tensor:
        self._seed_dropout(batch_index)
        loss, new_sums = self._losses(self.net, batch)
        self._new_sums.append(new_sums)
        return loss

    def _seed_dropout(self, batch_index: int) -> None:
        """Its draws belong to the step, and so do not depend on where training was interrupted.

        `torch.manual_seed` says the same, but formats the stack for a GPU that is not there, which takes 0.7 ms.
        """
        part = batch_index % self.recipe.accumulate
        bits = np.random.SeedSequence([self.seed, self.steps_done, part]).generate_state(1, np.uint64)
        torch.default_generator.manual_seed(int(bits[0]))
        if self.device.type == "cuda":
            torch.cuda.manual_seed(int(bits[0]))

    def validation_step(self, batch: Batch, batch_index: int) -> None:
        net = self.averaged_net if self.average else self.net
        self._held_out_sums.append(self._losses(net, batch)[1])

    def configure_optimizers(self) -> torch.optim.Optimizer:
        optimizer = self.recipe.make_optimizer(self.net)
        restore_moments(optimizer, self.net, self.moments)
        return optimizer

    def configure_gradient_clipping(self, optimizer, gradient_clip_val=None, gradient_clip_algorithm=None) -> None:
        """Clips the norm of the whole gradient, and remembers what it was."""
        limit = torch.inf if gradient_clip_val is None else gradient_clip_val
        self._new_norms.append(torch.nn.utils.clip_grad_norm_(self.net.parameters(), limit))

    def optimizer_step(self, epoch: int, batch_index: int, optimizer, optimizer_closure=None) -> None:
        for group in optimizer.param_groups:
            group["lr"] = self.recipe.rate(self.steps_done)
        optimizer.step(closure=optimizer_closure)
        self.steps_done += 1
        if self.average:
            self.average.update(self.net, self.steps_done)
        if (self.steps_done - self.first_step) % REPORT_EVERY == 0:
            self._report()

    def on_validation_start(self) -> None:
        self._end_steps()

    def on_train_end(self) -> None:
        self._end_steps()

    def _end_steps(self) -> None:
        """The last point of the curve, and the seconds; without held-out games there is no validation."""
        self._report()
        if self.seconds < 0:
            self.seconds += time.perf_counter()

    def _report(self) -> None:
        """A point of the curve from what is new. Raises Alarm for what is not finite."""
        if not self._new_norms:
            return
        of_all = self.trainer.strategy.reduce(torch.stack(self._new_sums), reduce_op="sum")  # of all devices
        total = of_all.cpu().double().sum(0).numpy()
        norm = torch.stack(self._new_norms).mean().item()
        found = means(total)
        check_finite("loss", sum(found[name] for name in ("policy_loss", "value_loss", "margin_loss")), self.steps_done)
        check_finite("gradient", norm, self.steps_done)
        point = {"global_step": self.steps_done, "lr": self.recipe.rate(self.steps_done - 1), "grad_norm": norm}
        self.curve.append(point | found)
        self._train_sums.append(total)
        self._new_sums, self._new_norms = [], []

    @property
    def train_means(self) -> dict[str, float]:
        return means(np.sum(self._train_sums, 0))

    @property
    def held_out_means(self) -> dict[str, float]:
        """Empty without held-out games."""
        if not self._held_out_sums:
            return {}
        return means(torch.stack(self._held_out_sums).cpu().double().sum(0).numpy())
