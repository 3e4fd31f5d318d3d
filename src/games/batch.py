"""The rules for many states at once: each row as the rule for one state gives it."""

from src.files.compiled import kernel
from src.games.rules import (
    IS_TERMINAL_AT,
    LEGAL_MASK_AT,
    OBSERVE_AT,
    STEP_AT,
    call_is_terminal,
    call_legal_mask,
    call_observe,
    call_step,
)


@kernel
def step_all(rules, spec, states, actions):
    """Play `actions` `[B]`, all legal, on `states` `[B, S]` in place."""
    for b in range(states.shape[0]):
        call_step(rules[STEP_AT], spec, states[b], actions[b])


@kernel
def legal_masks(rules, spec, states, masks):
    """Write `[B, A]` bool."""
    for b in range(states.shape[0]):
        call_legal_mask(rules[LEGAL_MASK_AT], spec, states[b], masks[b])


@kernel
def are_terminal(rules, spec, states, ended):
    """Write `[B]` bool."""
    for b in range(states.shape[0]):
        ended[b] = call_is_terminal(rules[IS_TERMINAL_AT], spec, states[b])


@kernel
def observe_all(rules, spec, states, observations):
    """Write `[B, C, H, W]` float32."""
    for b in range(states.shape[0]):
        call_observe(rules[OBSERVE_AT], spec, states[b], observations[b])
