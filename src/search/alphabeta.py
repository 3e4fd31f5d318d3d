"""Alpha-beta to a fixed depth over the contract of the games (Knuth and Moore 1975), without a memory.

A position is worth the margin that stands; the end of the game is worth the result times FINISHED on top, won
sooner rather than later and lost later rather than sooner. Values are for the player to move, and signs change
where the player changes, which is not at every ply.
"""

import numpy as np

from src.files.compiled import allocating, copy_row, inlined, kernel
from src.games.rules import (
    IS_TERMINAL_AT,
    LEGAL_MASK_AT,
    RETURNS_AT,
    SCORE_AT,
    STEP_AT,
    TO_PLAY_AT,
    call_is_terminal,
    call_legal_mask,
    call_returns,
    call_score,
    call_step,
    call_to_play,
)

FINISHED = 1_000_000  # more than any margin and any number of plies
_INFINITY = 2 * FINISHED

FRAME = np.dtype(  # a position on the way down; written out, since the cache on disk cannot hold recursive kernels
    [
        ("alpha", "i8"),  # the window, and the best value so far, for the player to move
        ("beta", "i8"),
        ("best", "i8"),
        ("player", "i8"),
        ("next", "i8"),  # the first action not looked at
        ("visits", "i8"),  # positions that stood here, over all searches with these frames
    ]
)


@inlined
def enter(rules, spec, states, masks, frames, ply, alpha, beta):
    """Begin with the position at `states[ply]`. Returns whether its value is known at once; `best` then holds it."""
    state, frame = states[ply], frames[ply]
    frame["visits"] += 1
    player = call_to_play(rules[TO_PLAY_AT], spec, state)
    frame["player"], frame["alpha"], frame["beta"], frame["next"] = player, alpha, beta, 0
    frame["best"] = call_score(rules[SCORE_AT], spec, state, player)
    if call_is_terminal(rules[IS_TERMINAL_AT], spec, state):
        frame["best"] += call_returns(rules[RETURNS_AT], spec, state, player) * (FINISHED - ply)
        return True
    if ply == masks.shape[0]:
        return True
    frame["best"] = -_INFINITY
    call_legal_mask(rules[LEGAL_MASK_AT], spec, state, masks[ply])
    return False


@inlined
def next_action(mask, frame):
    """The next legal action to look at, -1 if there is none or the others cannot matter."""
    if frame["best"] < frame["beta"]:
        for action in range(frame["next"], mask.shape[0]):
            if mask[action]:
                frame["next"] = action + 1
                return action
    return -1


@kernel
def search(rules, spec, states, masks, frames, alpha, beta):
    """Value of `states[0]` for the player to move there, D plies ahead; exact inside (alpha, beta), else a bound.

    `states` `[D + 1, S]`, `masks` `[D, A]` and `frames` `[D + 1]` are room to work in, a row a ply.
    """
    ply = 0
    is_done = enter(rules, spec, states, masks, frames, 0, alpha, beta)
    while True:
        if is_done:
            if ply == 0:
                return frames[0]["best"]
            child, frame = frames[ply], frames[ply - 1]
            value = child["best"] if child["player"] == frame["player"] else -child["best"]
            frame["best"] = max(frame["best"], value)
            ply -= 1
        frame = frames[ply]
        action = next_action(masks[ply], frame)
        is_done = action < 0
        if is_done:
            continue
        copy_row(states[ply], states[ply + 1])
        call_step(rules[STEP_AT], spec, states[ply + 1], action)
        low, high = max(frame["alpha"], frame["best"]), frame["beta"]
        if call_to_play(rules[TO_PLAY_AT], spec, states[ply + 1]) != frame["player"]:
            low, high = -high, -low
        ply += 1
        is_done = enter(rules, spec, states, masks, frames, ply, low, high)


@allocating
def best_moves(rules, spec, roots, frames, best, values):
    """For each of `roots` `[B, S]`, none final: write its value `[B]` int64 and mark all moves that reach it `[B, A]`.

    The depth is the length of `frames`. A move is searched with a window that begins just below the best so far,
    so that equal moves are seen as equal.
    """
    states = np.empty((frames.shape[0], roots.shape[1]), np.int8)
    masks = np.empty((frames.shape[0] - 1, best.shape[1]), np.bool_)
    legal = np.empty(best.shape[1], np.bool_)
    for b in range(roots.shape[0]):
        player = call_to_play(rules[TO_PLAY_AT], spec, roots[b])
        call_legal_mask(rules[LEGAL_MASK_AT], spec, roots[b], legal)
        values[b] = -_INFINITY
        for action in range(best.shape[1]):
            best[b, action] = False
            if not legal[action]:
                continue
            states[0] = roots[b]
            call_step(rules[STEP_AT], spec, states[0], action)
            if call_to_play(rules[TO_PLAY_AT], spec, states[0]) == player:
                value = search(rules, spec, states, masks, frames, values[b] - 1, _INFINITY)
            else:
                value = -search(rules, spec, states, masks, frames, -_INFINITY, 1 - values[b])
            if value > values[b]:
                best[b, :action] = False
                values[b] = value
            best[b, action] = value == values[b]
