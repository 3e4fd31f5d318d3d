"""Losses by numbers computed by hand, and the gradient of what is illegal."""

import math

import pytest
import torch

from src.learn.losses import agrees, masked_log_probs, policy_entropy, policy_loss, squared_error, target_entropy

# Two legal moves with logits 0 and ln 3, so probabilities 1/4 and 3/4; the illegal one is a trap.
LOGITS = torch.tensor([[0.0, math.log(3), 50.0], [1.0, -7.0, 1.0]])
MASK = torch.tensor([[True, True, False], [True, False, True]])
TARGET = torch.tensor([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])


def test_the_policy_is_over_legal_moves_only():
    log_probs = masked_log_probs(LOGITS, MASK)
    assert (log_probs.exp() * MASK).tolist() == [pytest.approx([0.25, 0.75, 0]), pytest.approx([0.5, 0, 0.5])]
    first = -0.5 * math.log(0.25) - 0.5 * math.log(0.75)  # 0.837
    assert policy_loss(log_probs, TARGET).item() == pytest.approx((first + math.log(2)) / 2)


@pytest.mark.parametrize("illegal", [50.0, -50.0, 1e30, math.inf])
def test_illegal_logits_have_no_say_and_no_gradient(illegal):
    logits = LOGITS.clone()
    logits[~MASK] = illegal
    logits.requires_grad_()
    loss = policy_loss(masked_log_probs(logits, MASK), TARGET)
    loss.backward()
    assert loss.item() == pytest.approx(policy_loss(masked_log_probs(LOGITS, MASK), TARGET).item())
    assert (logits.grad[~MASK] == 0).all()
    assert logits.grad[0].tolist() == pytest.approx([-0.125, 0.125, 0])  # (p - target) / 2
    assert logits.grad[1].tolist() == pytest.approx([-0.25, 0, 0.25])


def test_a_single_legal_move_costs_nothing():
    only = torch.tensor([[False, True, False]])
    assert policy_loss(masked_log_probs(LOGITS[:1], only), only.float()).item() == 0.0


def test_half_precision_answers_are_judged_in_single():
    assert masked_log_probs(LOGITS.bfloat16(), MASK).dtype == torch.float32
    assert squared_error(torch.tensor([0.5]).bfloat16(), torch.tensor([-1.0])).item() == 2.25


def test_squared_errors():
    assert squared_error(torch.tensor([0.5, -1.0]), torch.tensor([1.0, 1.0])).item() == pytest.approx((0.25 + 4) / 2)


def test_entropies():
    assert target_entropy(TARGET).tolist() == pytest.approx([math.log(2), 0])
    expected = -0.25 * math.log(0.25) - 0.75 * math.log(0.75)
    assert policy_entropy(masked_log_probs(LOGITS, MASK), MASK).tolist() == pytest.approx([expected, math.log(2)])


def test_agreement_counts_any_of_the_best_moves():
    log_probs = masked_log_probs(torch.tensor([[0.0, 1.0, 9.0]]).repeat(3, 1), torch.tensor([[True, True, False]] * 3))
    mask = torch.tensor([[True, True, False]] * 3)
    targets = torch.tensor([[0.5, 0.5, 0], [0.6, 0.4, 0], [0.1, 0.9, 0]])
    assert agrees(log_probs, mask, targets).tolist() == [True, False, True]
