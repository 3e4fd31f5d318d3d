"""What a campaign's models come from, as its journal says: which games each learnt from, and which model each was."""

from typing import Any

from src.records.window import window_generations
from src.tracking.journal import Event

_WINDOW = "train.window."  # of the flat settings


def records_of(parts: list[Event]) -> dict[int, str]:
    """The SHA-256 of each generation's game records, in hex."""
    return {part["generation"]: part["numbers"]["records"] for part in parts if part["part"] == "selfplay"}


def models_of(parts: list[Event]) -> dict[int, Event]:
    """The part that made each generation's model."""
    return {part["generation"]: part for part in parts if part["part"] in ("begin", "train")}


def lacks_records(parts: list[Event]) -> bool:
    """Whether a model learnt from games that are not told of (yet: DVC brought them back, its last stage tells)."""
    played = records_of(parts)
    return any(each not in played for each in range(1, max(models_of(parts), default=0) + 1))


def champion_of(parts: list[Event]) -> int | None:
    """The generation that is champion after all of them; None before there is a model."""
    judged = [part["numbers"]["champion"] for part in parts if part["part"] == "arena"]
    return judged[-1] if judged else (0 if models_of(parts) else None)


def window_of(settings: dict[str, Any], parts: list[Event], generation: int) -> range:
    """The generations whose games the model of `generation` learnt from; none for the untrained one."""
    if generation == 0:
        return range(0)
    played = {part["generation"]: part["numbers"] for part in parts if part["part"] == "selfplay"}
    window = {key.removeprefix(_WINDOW): value for key, value in settings.items() if key.startswith(_WINDOW)}
    num_samples = [played[each]["num_positions"] for each in range(1, generation + 1)]
    return window_generations(generation, num_samples=num_samples, **window)
