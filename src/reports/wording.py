"""Numbers as people read them; a number that is not there is a dash."""

import json
from datetime import UTC, datetime
from typing import Any

NONE = "–"
_SPACE = "\u00a0"  # does not break
LEVEL = f"95{_SPACE}%"  # of all intervals


def percent(share: float | None, unit: bool = True) -> str:
    """`0.53 %`, `12.4 %`, `100 %`: two decimals below one per cent, and none where all is meant."""
    if share is None:
        return NONE
    value = 100 * share
    digits = 0 if value in (0, 100) else 2 if value < 1 else 1
    return f"{value:.{digits}f}{_SPACE + '%' if unit else ''}"


def percent_range(interval: tuple[float, float] | None) -> str:
    """`0.44–0.65 %`."""
    return f"{percent(interval[0], unit=False)}–{percent(interval[1])}" if interval else NONE


def elo(rating: float | None) -> str:
    return NONE if rating is None else signed(round(rating))


def elo_range(low: float | None, high: float | None) -> str:
    return NONE if low is None or high is None else f"{signed(round(low))} to {signed(round(high))}"


def signed(number: int) -> str:
    """With a real minus."""
    return f"{number:,}".replace("-", "−")


def decimal(number: float | None, digits: int = 2) -> str:
    return NONE if number is None else f"{number:,.{digits}f}".replace("-", "−")


def whole(number: int | None) -> str:
    return NONE if number is None else f"{number:,}"


def counted(number: int, thing: str) -> str:
    """`1 game`, `24,576 games`."""
    return f"{number:,}{_SPACE}{thing}{'' if number == 1 else 's'}"


def day(milliseconds: int) -> str:
    """`30 November 2025, 04:12 UTC`."""
    when = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{when.day} {when:%B %Y, %H:%M} UTC"


def setting(value: Any) -> str:
    """A setting as it is written on a command line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
