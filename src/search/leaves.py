"""Leaves on their way to the evaluator and back: its batch, what is written there, and what becomes of an answer."""

from typing import NamedTuple

import numpy as np

from src.files.compiled import copy_row, inlined
from src.games.rules import LEGAL_MASK_AT, OBSERVE_AT, Game, call_legal_mask, call_observe
from src.search.backup import back_up, expand
from src.search.bounds import tell_parents
from src.search.cache import FOUND, UNKNOWN, key_words, look_up, write_key
from src.search.evaluator import Evaluator
from src.search.root import prepare_root
from src.search.symmetry import smallest_form, turn, turn_back
from src.search.tree import ROOT


class Batch(NamedTuple):
    """What the evaluator is asked, at most R rows, and what it said of the rows before."""

    states: np.ndarray  # [R, S] int8, where it reads states, else no rows
    observations: np.ndarray  # [R, C, H, W] float32, where it reads these
    pictures: np.ndarray  # [R, C, H*W], the same memory
    bits: np.ndarray  # [R, C, H*W] uint32, the same memory
    keys: np.ndarray  # [R, K] uint64, of the cache
    hashes: np.ndarray  # [R] uint64, of the keys
    prior_logits: np.ndarray  # [R, A] float32
    values: np.ndarray  # [R] float32
    entries: np.ndarray  # [L] int64, of the cache, for the leaves of one slot


def make_batch(game: Game, evaluator: Evaluator, rows: int, leaves_per_step: int) -> Batch:
    observes = evaluator.reads == "observations"
    lent = getattr(evaluator, "rows", None) if observes else None
    if lent is None or len(lent) < rows:  # more leaves a step than the evaluator has rows
        lent = np.zeros((rows if observes else 0, *game.planes), np.float32)
    observations = lent[:rows]
    num_planes, height, width = game.planes
    return Batch(
        states=np.zeros((0 if observes else rows, game.state_size), np.int8),
        observations=observations,
        pictures=observations.reshape(-1, num_planes, height * width),
        bits=observations.reshape(-1, num_planes, height * width).view(np.uint32),
        keys=np.zeros((len(observations), key_words(game.planes)), np.uint64),
        hashes=np.zeros(len(observations), np.uint64),
        prior_logits=np.zeros((0, game.num_actions), np.float32),
        values=np.zeros(0, np.float32),
        entries=np.zeros(leaves_per_step, np.int64),
    )


@inlined
def hand_over(rules, spec, states, pending, b, i, row, batch, forms, settings):
    """Write the slot's leaf `i` into its row of the evaluator's batch."""
    index = pending[b, i]
    if not settings[0]["observes"]:
        copy_row(states[b, index], batch.states[row])
        return
    call_observe(rules[OBSERVE_AT], spec, states[b, index], batch.observations[row])
    k = smallest_form(batch.pictures[row], forms.cells)
    forms.pending[b, i] = k
    if k > 0:
        turn(batch.pictures[row], forms.cells[k], forms.seen)


@inlined
def take_in(
    rules, spec, slots, nodes, moves, edges, states, pending, scores, b, i, prior_logits, value, forms, mask, settings
):
    """Expand the slot's leaf `i` with its evaluation and back it up. Returns whether the evaluation can be used."""
    index = pending[b, i]
    logits = prior_logits
    if forms.pending[b, i] > 0:
        turn_back(prior_logits, forms.actions, forms.pending[b, i], forms.turned)
        logits = forms.turned
    call_legal_mask(rules[LEGAL_MASK_AT], spec, states[b, index], mask)
    if not expand(slots, nodes, moves, b, index, mask, logits, value):
        return False
    if index == ROOT:
        prepare_root(slots, nodes, moves, edges, scores, b, settings)
    back_up(nodes, edges, b, index, min(max(value, -1.0), 1.0), settings[0]["leaves_per_step"] > 1 and index != ROOT)
    if settings[0]["is_exact"] and index != ROOT:  # the root is proven by its moves, or it would name none
        nodes[b, index]["lower"] = value
        nodes[b, index]["upper"] = value
        tell_parents(nodes, edges, b, index)
    return True


@inlined
def recall(rules, spec, slots, nodes, moves, edges, states, pending, scores, b, batch, forms, cache, mask, settings):
    """Take in all pending leaves of the slot if the cache knows all of them. Returns whether it does.

    All or none, since the visits under way of one leaf bear on the choice of the next.
    """
    if cache.hashes.shape[0] == 0:
        return False
    slot = slots[b]
    knows_all = True
    for i in range(slot["num_pending"]):
        row = slot["first_row"] + i
        batch.hashes[row] = write_key(batch.bits[row], batch.keys[row])
        batch.entries[i] = look_up(cache, batch.keys[row], batch.hashes[row])
        knows_all &= batch.entries[i] != UNKNOWN
    if not knows_all:
        return False
    for i in range(slot["num_pending"]):
        logits, value = cache.prior_logits[batch.entries[i]], cache.values[batch.entries[i]]
        take_in(
            rules, spec, slots, nodes, moves, edges, states, pending, scores, b, i, logits, value, forms, mask, settings
        )
    cache.counts[FOUND] += slot["num_pending"]
    slot["num_pending"] = 0
    return True
