"""The numbers of a campaign as points of curves: what each part of the journal says, by the step it belongs to.

Most curves have a point a generation. Those of training (`loss/…`, `lr`, …) go by optimiser steps over all
generations, and those named `…_by_second` by the seconds of work so far, which makes campaigns comparable at equal
times.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from src.arena.ratings import Pairing, rate
from src.files.errors import UserError
from src.tracking.journal import Event

ANCHOR = "random"  # the player whose rating is 0
PLAYERS = {"audit": "search", "audit_net": "net"}  # the arena's audits, by who moved
_AUDITED = {"mistakes": "mistake_rate", "regret": "mean_regret", "sign_agreement": "value_sign_agreement"}
_WINDOW = ("games", "positions", "distinct_positions", "distinct_games", "bytes")
_RATING_DIGITS = 2  # beyond them a rating depends on the machine that computes it, and would be sent as another point
_KINDS = ("loss", "entropy")  # of the training curve, put first so that curves of one kind stand together


class Point(NamedTuple):
    """One point of the curve `key`."""

    key: str
    value: float
    step: int


def points_of(parts: list[Event], index: int) -> list[Point]:
    """What part `index` says, given the parts before it. A part that was not measured has no times."""
    part = parts[index]
    make = {"begin": _begin, "selfplay": _selfplay, "train": _train, "arena": _arena}[part["part"]]
    found = [*make(parts, index), *_measured(part)]
    return [Point(key, float(value), step) for key, value, step in found if value is not None]


def seconds_so_far(parts: list[Event], index: int) -> float | None:
    """The seconds of work up to the end of part `index`; None if one of them was not measured."""
    measured = [part["measured"].get("seconds") for part in parts[: index + 1]]
    return None if None in measured else sum(measured)


def _measured(part: Event) -> Iterator[tuple[str, Any, int]]:
    step = part["generation"]
    for key, value in part["measured"].items():
        if key == "seconds":
            yield f"seconds/{part['part']}", value, step
        elif key.endswith("_per_second"):
            yield f"throughput/{key}", value, step
        else:
            yield f"{part['part']}/{key.removeprefix('num_')}", value, step


def _begin(parts: list[Event], index: int) -> Iterator[tuple[str, Any, int]]:
    yield "champion", 0, 0


def _selfplay(parts: list[Event], index: int) -> Iterator[tuple[str, Any, int]]:
    part = parts[index]
    for key in ("games", "positions", "bytes"):
        yield f"selfplay/{key}", part["numbers"][f"num_{key}"], part["generation"]


def _train(parts: list[Event], index: int) -> Iterator[tuple[str, Any, int]]:
    numbers, step = parts[index]["numbers"], parts[index]["generation"]
    for key in _WINDOW:
        yield f"window/{key}", numbers[f"num_{key}"], step
    for key in ("samples_per_position", "global_step"):
        yield f"train/{key}", numbers[key], step
    yield "train/warnings", len(numbers["warnings"]), step
    for key, value in numbers["metrics"].items():
        for group in ("train", "held_out"):
            if key.startswith(f"{group}_"):
                yield f"{group}/{key.removeprefix(f'{group}_')}", value, step
    for row in numbers["curve"]:
        for key, value in row.items():
            if key != "global_step":
                yield _curve_key(key), value, row["global_step"]


def _curve_key(key: str) -> str:
    """`policy_loss` → `loss/policy`, `value_error_early` → `value_error/early`; others stay."""
    for kind in _KINDS:
        if key.endswith(f"_{kind}"):
            return f"{kind}/{key.removesuffix(f'_{kind}')}"
    head, found, tail = key.partition("value_error_")
    return f"value_error/{tail}" if found and not head else key


def _arena(parts: list[Event], index: int) -> Iterator[tuple[str, Any, int]]:
    numbers, step = parts[index]["numbers"], parts[index]["generation"]
    yield "champion", numbers["champion"], step
    yield "promoted", int(numbers["verdict"]["promote"]), step
    yield "arena/distinct_games", numbers["distinct_games"], step
    for place, pairing in enumerate(numbers["pairings"]):
        name = "champion" if place == 0 else pairing["b"]
        yield from _with_bounds(f"points/{name}", pairing["points"], pairing["interval_95"], step)
    for audit, player in PLAYERS.items():
        found = numbers.get(audit, {})
        for key, source in _AUDITED.items():
            bounds = found.get("mistake_rate_95") if key == "mistakes" else None
            yield from _with_bounds(f"{key}/{player}", found.get(source), bounds, step)
    elo, bounds = rating(parts[: index + 1], step)
    yield from _with_bounds("rating", elo, bounds, step)
    seconds = seconds_so_far(parts, index)
    if seconds is not None:
        yield "minutes", seconds / 60, step
        yield "mistakes/search_by_second", numbers.get("audit", {}).get("mistake_rate"), round(seconds)
        yield "rating_by_second", elo, round(seconds)


def _with_bounds(key: str, value: float | None, bounds: list[float] | None, step: int) -> Iterator[tuple]:
    """A value and its 95 % interval, as three curves."""
    yield key, value, step
    if value is not None and bounds is not None:
        yield f"{key}_low", bounds[0], step
        yield f"{key}_high", bounds[1], step


def pairings_of(parts: Iterable[Event]) -> list[Pairing]:
    """All matches of a campaign's arena."""
    matches = [match for part in parts if part["part"] == "arena" for match in part["numbers"]["pairings"]]
    return [Pairing(*(match[key] for key in Pairing._fields)) for match in matches]


def rating(parts: list[Event], generation: int) -> tuple[float | None, list[float] | None]:
    """Elo of a generation's model above random play, from all matches in `parts`, and its 95 % interval.

    None where no chain of games leads to random play.
    """
    try:
        elo, (low, high) = rate(pairings_of(parts), anchor=ANCHOR).rating(f"g{generation:03d}")
    except UserError:
        return None, None
    return round(elo, _RATING_DIGITS), [round(low, _RATING_DIGITS), round(high, _RATING_DIGITS)]
