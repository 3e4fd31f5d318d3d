"""A net that is a hash: arbitrary answers that follow from an observation's bits, written alike in `driver.mjs`.

All numbers are whole multiples of 2^-22 or 2^-23, so that float32 holds them exactly.
"""

import numpy as np

from src.games.rules import Game

GOLDEN = 0x9E3779B9


def mixed(bits: np.ndarray) -> np.ndarray:
    """uint32 → uint32: every input bit changes every output bit (the finaliser of MurmurHash3, Appleby)."""
    bits = (bits ^ (bits >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    bits = (bits ^ (bits >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return bits ^ (bits >> np.uint32(16))


def steps(count: int) -> np.ndarray:
    """`[count]` uint32: GOLDEN once, twice, …"""
    return (np.arange(1, count + 1) * GOLDEN).astype(np.uint32)


class HashEngine:
    """An `Engine`: `[B, C, H, W]` → prior logits `[B, A]` in [-2, 2), values and margins `[B]` in [-1, 1).

    is_coarse: with four different numbers only, so that many are equal.
    """

    name = "hash"
    batch_size = 1

    def __init__(self, game: Game, is_coarse: bool = False):
        self.num_actions = game.num_actions
        self.rows = np.zeros((1, *game.planes), np.float32)
        self.kept_bits = np.uint32(0xC00000 if is_coarse else 0xFFFFFF)

    def run(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        words = np.ascontiguousarray(observations, np.float32).view(np.uint32).reshape(len(observations), -1)
        hashes = mixed(words + steps(words.shape[1])).sum(1, dtype=np.uint32)
        numbers = mixed(hashes[:, None] + steps(self.num_actions + 2)) >> np.uint32(8)
        numbers = (numbers & self.kept_bits).astype(np.float32)
        prior_logits = numbers[:, :-2] / np.float32(2**22) - np.float32(2)
        values, margins = (numbers[:, -2:] / np.float32(2**23) - np.float32(1)).T
        return prior_logits, values, margins
