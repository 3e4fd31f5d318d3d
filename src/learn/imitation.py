"""How often a net's first choices hold the move that was played: what a policy that imitates people is measured by."""

from collections.abc import Sequence

import torch
from torch import nn

from src.learn.datamodule import HeldOutBatches
from src.records.samples import Samples

BATCH = 512


@torch.no_grad()
def hits(net: nn.Module, samples: Samples, ranks: Sequence[int], *, canonical: bool = False) -> dict[int, int]:
    """For each k of `ranks`: in how many samples the move played is among the k legal moves of the largest priors.

    The move played is the target's largest; `net` is in evaluation mode, on the processor. canonical: it is shown
    each position in the form that it learnt.
    """
    found = dict.fromkeys(ranks, 0)
    for batch in HeldOutBatches(samples, BATCH, canonical):
        logits = net(batch.observations).prior_logits.masked_fill(~batch.legal_mask, -torch.inf)
        played = batch.policy_target.argmax(1, keepdim=True)
        place = (logits >= logits.gather(1, played)).sum(1)  # from 1; a net that knows nothing has it last
        for k in ranks:
            found[k] += int((place <= k).sum())
    return found


def hits_at_random(samples: Samples) -> float:
    """In how many samples a legal move drawn at random is expected to be the one played."""
    return sum(float((1 / batch.legal_mask.sum(1)).sum()) for batch in HeldOutBatches(samples, BATCH))
