"""What the parts of a generation have in common: what they tell, their seeds, their checksums."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from src.games.hashing import mixed
from src.generation.campaign import Campaign, read_json

Settings = dict[str, Any]  # one group of the settings, as keyword arguments
TRAINING, OPENINGS, MATCH = range(3)  # streams of a campaign's seed
PRECISION = "precision.json"
REPORT = "training.json"


@dataclass(frozen=True)
class Part:
    """What a part came to, for the journal; see `src.tracking.journal`."""

    content: str
    numbers: dict[str, Any]
    measured: dict[str, float] = field(default_factory=dict)  # by the clock; empty for what was there already

    def timed(self, measured: dict[str, float]) -> "Part":
        return replace(self, measured=measured)


def stream(seed: int, generation: int, kind: int) -> int:
    """A seed of 32 bits for one part of one generation."""
    return int(mixed((seed << 24) + (generation << 2) + kind)) & 0xFFFFFFFF


def sha256_of(paths: Iterable[Path]) -> str:
    """A checksum over the files' bytes, in their order."""
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()


def precision_of(campaign: Campaign, group: str) -> dict[str, str]:
    """The arithmetic of `group`, inference or train, that was chosen when the campaign began, as a setting."""
    return {"precision": read_json(campaign.generation(0) / PRECISION)[group]}
