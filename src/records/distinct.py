"""Positions that are one: equal up to a symmetry of the board, and what is learnt from all of them together.

Training draws a symmetry for every sample, so that images of a position are the same lesson. Where a position was
reached often, its targets are averaged, each visit with the same weight, and the mean counts as one sample: early
positions, which are in nearly every game, would crowd out the rest otherwise.
"""

import numpy as np

from src.files.compiled import allocating, kernel
from src.games.rules import INIT_AT, KEY_AT, STEP_AT, TO_PLAY_AT, call_init, call_key, call_step, call_to_play


@kernel
def find_positions(
    rules, spec, state, action_symmetries, moves, move_offsets, is_target, game_index, plies, keys, symmetries, to_play
):
    """Write for each of the T target plies: game, ply, player to move, and the position's canonical key.

    That is the smallest key among the images of the position; `symmetries` says which image. `keys` start at the
    largest uint64. An image is reached by playing the images of the moves.
    """
    first = 0  # target ply of the game
    for g in range(move_offsets.shape[0] - 1):
        begin, end = move_offsets[g], move_offsets[g + 1]
        t = first
        for k in range(action_symmetries.shape[0]):
            call_init(rules[INIT_AT], spec, state)
            t = first
            for m in range(begin, end):
                if is_target[m]:
                    key = call_key(rules[KEY_AT], spec, state)
                    if k == 0:
                        game_index[t] = g
                        plies[t] = m - begin
                        to_play[t] = call_to_play(rules[TO_PLAY_AT], spec, state)
                    if key < keys[t]:
                        keys[t] = key
                        symmetries[t] = k
                    t += 1
                call_step(rules[STEP_AT], spec, state, np.int64(action_symmetries[k, moves[m]]))
        first = t


@allocating
def average_groups(
    order, starts, symmetries, back, action_symmetries, offsets, actions, probs, outcomes, sizes, out_actions,
    out_probs, out_outcomes
):  # fmt: skip
    """Write each group's mean targets as the first of its members sees the board; returns the entries written.

    Members of group i are `order[starts[i]:starts[i + 1]]`. A position's entries `[offsets[t], offsets[t + 1])` of
    `actions` and `probs` are carried over the canonical image by `action_symmetries` and `back`, its inverses.
    `outcomes` `[T, 2]`: result and margin for the player to move.
    """
    dense = np.zeros(action_symmetries.shape[1])
    at = 0
    for i in range(starts.shape[0] - 1):
        count = starts[i + 1] - starts[i]
        home = symmetries[order[starts[i]]]
        result, margin = 0.0, 0.0
        dense[:] = 0.0
        for j in range(starts[i], starts[i + 1]):
            t = order[j]
            result += outcomes[t, 0]
            margin += outcomes[t, 1]
            for e in range(offsets[t], offsets[t + 1]):
                action = back[home, action_symmetries[symmetries[t], actions[e]]]
                dense[action] += probs[e] / count
        before = at
        for action in range(dense.shape[0]):
            if dense[action] > 0.0:
                out_actions[at] = action
                out_probs[at] = dense[action]
                at += 1
        sizes[i] = at - before
        out_outcomes[i, 0] = result / count
        out_outcomes[i, 1] = margin / count
    return at


def groups_of(keys: np.ndarray, merge: bool) -> tuple[np.ndarray, np.ndarray]:
    """`[T]` keys → order `[T]` and starts `[G + 1]`: equal keys stand together, or with `merge` off each alone."""
    if not merge:
        return np.arange(len(keys)), np.arange(len(keys) + 1)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    is_first = np.concatenate([np.ones(min(1, len(keys)), np.bool_), ordered[1:] != ordered[:-1]])
    return order, np.append(np.flatnonzero(is_first), len(keys))
