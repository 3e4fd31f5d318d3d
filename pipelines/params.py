"""params.yaml: the composed settings, the only ones that stages read."""

import shlex
from pathlib import Path

import yaml

from pipelines.plugins.hydra_plugins.zerolab import chain, conf_digest, last, model_digest
from src import entry
from src.files.errors import UserError
from src.settings import PipelineSettings, TrainSettings

ROOT = Path(__file__).resolve().parents[1]
PARAMS = ROOT / "params.yaml"
COMMAND = "python -m pipelines.repro"
NOTE = f"# Composed by: {COMMAND}"


def compose(overrides: list[str]) -> PipelineSettings:
    """Write params.yaml: conf/pipeline.yaml with `overrides`. Raises UserError for any mistake, and writes nothing."""
    chosen = entry.compose("pipeline", PipelineSettings, overrides)
    from dvc.utils.hydra import compose_and_dump  # the same way as in `dvc exp run`, so that bytes agree

    new = PARAMS.with_suffix(".new.yaml")
    compose_and_dump(new, str(entry.CONF), None, "pipeline", str(ROOT / "pipelines/plugins"), overrides)
    said = " ".join([NOTE, *map(shlex.quote, overrides)])
    new.write_text(f"{said}\n{new.read_text(encoding='utf-8')}", encoding="utf-8")
    new.replace(PARAMS)
    return chosen


def mending_command() -> str:
    """The command that composes params.yaml anew as it was composed before."""
    first = PARAMS.read_text(encoding="utf-8").partition("\n")[0]
    return f"{COMMAND}{first.removeprefix(NOTE)}" if first.startswith(NOTE) else COMMAND


def read_params() -> PipelineSettings:
    """The settings of all stages. Raises UserError for any mistake in them."""
    try:
        values = yaml.safe_load(PARAMS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(f"there is no params.yaml; {COMMAND} writes it") from None
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        line = f", line {place.line + 1}" if place else ""
        raise UserError(f"params.yaml is no YAML{line}; {mending_command()} writes it anew") from None
    return entry.checked(PipelineSettings, values, source="params.yaml")


def training_settings(chosen: PipelineSettings) -> TrainSettings:
    """The same settings as `src.train` has them."""
    return TrainSettings.model_validate(chosen.model_dump(include=set(TrainSettings.model_fields)))


def check_fresh(chosen: PipelineSettings) -> None:
    """Raises UserError if conf/ was edited since params.yaml was composed, or its chain does not fit."""
    if chosen.composed_from != conf_digest():
        raise UserError(f"params.yaml was composed from an older conf/; compose it anew: {mending_command()}")
    if chosen.started_from != model_digest(chosen.start):
        raise UserError(
            f"the model in {chosen.start} is another than when params.yaml was composed; compose it anew: "
            f"{mending_command()}"
        )
    if (chosen.chain, chosen.last) != (dict(chain(chosen.generations)), last(chosen.generations)):
        raise UserError(
            f"params.yaml has generations: {chosen.generations}, but a chain of {len(chosen.chain)}; "
            f"compose it anew: {COMMAND} generations={chosen.generations}"
        )
