"""What is measured of a net on a batch, as sums that add up over batches, and the means people read."""

import numpy as np
import torch
from torch import Tensor

from src.learn.losses import agrees, policy_entropy, target_entropy
from src.records.samples import NUM_STAGES, Batch

STAGES = ("early", "middle", "late")  # thirds of a game
_MEANS = ("policy_loss", "value_loss", "margin_loss", "target_entropy", "policy_entropy", "policy_accuracy")


@torch.no_grad()
def sums(losses: tuple[Tensor, Tensor, Tensor], log_probs: Tensor, value: Tensor, batch: Batch) -> Tensor:
    """`[13]` float32: samples, sums of what `_MEANS` names, absolute errors of the value and samples by stage.

    `losses` are the batch's means of policy, value and margin; `log_probs` `[B, A]` the masked ones.
    """
    size = len(batch.result)
    stages = (batch.stage[:, None] == torch.arange(NUM_STAGES, device=batch.stage.device)).float()
    errors = (value.float() - batch.result).abs() @ stages
    return torch.cat(
        [
            torch.stack(
                [
                    value.new_full((), size, dtype=torch.float32),  # filled where it is: nobody waits for a copy
                    *(loss.detach() * size for loss in losses),
                    target_entropy(batch.policy_target).sum(),
                    policy_entropy(log_probs, batch.legal_mask).sum(),
                    agrees(log_probs, batch.legal_mask, batch.policy_target).float().sum(),
                ]
            ),
            errors,
            stages.sum(0),
        ]
    )


def means(total: np.ndarray) -> dict[str, float]:
    """What the sums `[13]` come to, by name; a stage without samples is left out.

    Losses, entropies and `policy_kl` (loss above the least possible one) are in nats; `value_error_early`, … are the
    mean distances of value and result, from 0 to 2.
    """
    found = dict(zip(_MEANS, (total[1 : 1 + len(_MEANS)] / total[0]).tolist(), strict=True))
    found["policy_kl"] = found["policy_loss"] - found["target_entropy"]
    errors, counts = total[-2 * NUM_STAGES : -NUM_STAGES], total[-NUM_STAGES:]
    for stage, error, count in zip(STAGES, errors.tolist(), counts.tolist(), strict=True):
        if count:
            found[f"value_error_{stage}"] = error / count
    return found
