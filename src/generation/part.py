"""What the parts of a generation have in common: what they tell, their seeds, their checksums."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from src.games.hashing import mixed
from src.generation.campaign import Campaign, read_json

Settings = dict[str, Any]  # one group of the settings, as keyword arguments
TRAINING, OPENINGS, MATCH, RESET = range(4)  # streams of a campaign's seed
CHOSEN = "chosen.json"
NUM_CALIBRATING = 512  # observations that a net in 8 bits takes its ranges from
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


def chosen_for(campaign: Campaign, group: str) -> dict[str, str]:
    """What was chosen for `group`, inference or train, when the campaign began, as keyword arguments."""
    return read_json(campaign.generation(0) / CHOSEN)[group]


def plays_in_int8(campaign: Campaign) -> bool:
    """Whether the campaign's models are written in 8 bits, too."""
    return chosen_for(campaign, "inference")["precision"] == "int8"
