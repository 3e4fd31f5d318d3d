"""What a net is asked to get right: plain functions of its answers and the targets, each a mean over B samples.

The loss of AlphaZero (Silver et al. 2018): (z - v)^2 - pi . log p, with the weight decay left to the optimiser, and
the margin beside the result, as KataGo learns the score (Wu 2019).
"""

import torch
from torch import Tensor


def masked_log_probs(prior_logits: Tensor, legal_mask: Tensor) -> Tensor:
    """`[B, A]` logs of the policy over legal moves; 0 for illegal ones, whose logits get no gradient.

    They are -inf before the softmax, and 0 behind it, where a target of 0 times -inf would be NaN.
    """
    log_probs = prior_logits.float().masked_fill(~legal_mask, -torch.inf).log_softmax(1)
    return log_probs.masked_fill(~legal_mask, 0.0)


def policy_loss(log_probs: Tensor, policy_target: Tensor) -> Tensor:
    """Cross-entropy in nats of `[B, A]` masked log-probabilities against `[B, A]` targets."""
    return -(policy_target * log_probs).sum(1).mean()


def squared_error(answer: Tensor, target: Tensor) -> Tensor:
    """Of values or margins, `[B]` each, for the player to move."""
    return (answer.float() - target).square().mean()


def target_entropy(policy_target: Tensor) -> Tensor:
    """`[B]` in nats: the policy loss cannot fall below its mean."""
    return -torch.special.xlogy(policy_target, policy_target).sum(1)


def policy_entropy(log_probs: Tensor, legal_mask: Tensor) -> Tensor:
    """`[B]` in nats, of the net's policy over legal moves."""
    return -(log_probs.exp() * log_probs * legal_mask).sum(1)


def agrees(log_probs: Tensor, legal_mask: Tensor, policy_target: Tensor) -> Tensor:
    """`[B]` bool: the net's best move is a best move of the target, which may have several."""
    best = log_probs.masked_fill(~legal_mask, -torch.inf).argmax(1, keepdim=True)
    return policy_target.gather(1, best)[:, 0] >= policy_target.amax(1)
