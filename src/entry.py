"""How a command gets its settings: conf/ composed with what was typed, checked, or one sentence on what is wrong."""

import difflib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from src.files.errors import UserError, sentence_of
from src.files.machine import describe_machine
from src.settings import Settings

if TYPE_CHECKING:  # rules bring the compiler along, for which --help need not wait
    from src.games.rules import Game

CONF = Path(__file__).resolve().parents[1] / "conf"


def _composed(entry: str, overrides: list[str]) -> tuple[dict[str, Any], list[str]]:
    """conf/`entry`.yaml with overrides, as plain values; and the groups, folders of conf/, from which it takes a file.

    Hydra is imported here, since it takes a third of a second.
    """
    from hydra import compose as hydra_compose
    from hydra import initialize_config_dir
    from omegaconf import OmegaConf

    with initialize_config_dir(str(CONF), version_base="1.3"):
        config = hydra_compose(entry, overrides, return_hydra_config=True)
    groups = sorted(name for name in config.hydra.runtime.choices if not name.startswith("hydra/"))
    own = OmegaConf.masked_copy(config, [key for key in config if key != "hydra"])
    return OmegaConf.to_container(own, resolve=True), groups


def compose(entry: str, schema: type[Settings], overrides: list[str]) -> Settings:
    """conf/`entry`.yaml with `overrides` like `game=dots game.rows=2`, checked. Raises UserError for any mistake."""
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    usual, groups = _composed(entry, [])
    known = _keys(usual)
    try:
        values, _ = _composed(entry, overrides)
    except (HydraException, OmegaConfBaseException) as error:
        raise UserError(_hydra_sentence(overrides, known, groups, error)) from None
    _check_given(values)
    return _validated(schema, values, known)


def checked(schema: type[Settings], values: Any, source: str) -> Settings:
    """Settings that were read from `source`. Raises UserError for any mistake in them."""
    if not isinstance(values, dict):
        raise UserError(f"{source} should hold settings by name, not {values!r}")
    try:
        return _validated(schema, values, _schema_keys(schema))
    except UserError as error:
        raise UserError(f"{source}: {error}") from None


def _validated(schema: type[Settings], values: dict, known: list[str]) -> Settings:
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        raise UserError(_schema_sentence(error, known)) from None


def _keys(values: dict, prefix: str = "") -> list[str]:
    """All dotted keys of nested settings."""
    found = []
    for key, value in values.items():
        found += _keys(value, f"{prefix}{key}.") if isinstance(value, dict) else [f"{prefix}{key}"]
    return found


def _schema_keys(schema: type[BaseModel], prefix: str = "") -> list[str]:
    """All dotted keys that a schema names."""
    found = []
    for name, field in schema.model_fields.items():
        is_group = isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
        found += _schema_keys(field.annotation, f"{prefix}{name}.") if is_group else [f"{prefix}{name}"]
    return found


def _check_given(values: dict, prefix: str = "") -> None:
    for key, value in values.items():
        if isinstance(value, dict):
            _check_given(value, f"{prefix}{key}.")
        elif value == "???":
            raise UserError(f"{prefix}{key} must be given, as {prefix}{key}=…; --help says what it can be")


def _unknown(key: str, known: list[str]) -> str:
    close = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
    return f"there is no setting {key}; " + (f"did you mean {close[0]}?" if close else "--help lists the settings")


def _hydra_sentence(overrides: list[str], known: list[str], groups: list[str], error: Exception) -> str:
    """What is wrong with the overrides, in one sentence."""
    for override in overrides:
        key, equals, value = override.partition("=")
        group = CONF / key.lstrip("+~")
        if not equals:
            return f"settings are given as key=value, not {override!r}"
        if group.is_dir() and group.name not in groups:
            return f"this command takes no {group.name}=…; --help lists what it takes"
        if group.is_dir() and not (group / f"{value}.yaml").is_file():
            there = ", ".join(sorted(path.stem for path in group.glob("*.yaml")))
            return f"there is no {group.name}={value}; there are {there}"
        if not group.is_dir() and key.lstrip("+~") not in known:
            return _unknown(key.lstrip("+~"), known)
    first_line = str(error).strip().splitlines()[0]
    return f"the settings {' '.join(overrides)} cannot be read: {first_line}"


def _schema_sentence(error: ValidationError, known: list[str]) -> str:
    """The first thing the schema refuses, in one sentence."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return _unknown(key, known)
    if first["type"] == "value_error":  # the schema's own sentence
        return str(first["ctx"]["error"])
    if first["type"] == "missing":
        return f"{key} is missing; give it a value"
    wanted = first["msg"].replace("Input should be ", "").replace("a valid integer", "a whole number")
    return f"{key} must be {wanted.replace('a valid ', 'a ')}, not {first['input']!r}"


def help_text(entry: str, schema: type[BaseModel], usage: str) -> str:
    """Every key with its default and one line of help."""
    lines = [usage, "", "settings, with their defaults:"]

    def describe(model: type[BaseModel], values: dict[str, Any], prefix: str) -> None:
        for name, field in model.model_fields.items():
            key = field.alias or name
            if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
                describe(field.annotation, values[key], f"{key}.")
            else:
                lines.append(f"  {f'{prefix}{key}={values[key]}':34} {field.description}")

    values, groups = _composed(entry, [])
    describe(schema, values, "")
    for group in groups:
        choices = ", ".join(sorted(path.stem for path in (CONF / group).glob("*.yaml")))
        lines.append(f"  {group + '=…':34} one of {choices}")
    return "\n".join(lines)


def tell(numbers: dict[str, Any], chosen: Any, game: "Game", started: float) -> None:
    """Print one JSON object: the numbers, and what they were measured with; `started` is of `time.perf_counter`."""
    conditions = {
        "game": chosen.game.model_dump() | {"version": game.version},
        "mcts": chosen.mcts.model_dump(),
        "seed": chosen.seed,
        "seconds": round(time.perf_counter() - started, 2),
        "machine": describe_machine(),
    }
    print(as_json(numbers | conditions))


def as_json(numbers: dict[str, Any]) -> str:
    """Numbers as people and programs can read them. Raises ValueError for what JSON does not know, as NaN."""
    return json.dumps(numbers, indent=2, ensure_ascii=False, allow_nan=False)


def enter(main: Callable[[Any], None], entry: str, schema: type[Settings], usage: str, arguments: list[str]) -> None:
    """Run an entry point: its settings from the command line, one sentence and status 2 for a mistake in them."""
    if {"-h", "--help"} & set(arguments):
        print(help_text(entry, schema, usage))
        return
    try:
        main(compose(entry, schema, arguments))
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # who read our output, as `head`, has seen enough
            sys.stdout = None
            return
        print(f"error: {sentence_of(error)}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
