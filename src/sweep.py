"""Many campaigns: `python -m src.train -m net=mlp,resnet_small seed=0,1`, one for each combination.

Hydra makes the combinations and starts them, one after the other, or side by side with another of its launchers; a file
like conf/sweep_dots2x2.yaml searches for good settings. Each campaign has its own folder, named after its settings.
"""

import sys
from typing import Any

from src import entry
from src.files.errors import UserError, sentence_of
from src.settings import TrainSettings
from src.tracking.store import prepare_store, store_uri

FLAGS = {"-m", "--multirun"}
PLACE = "hydra.sweep.dir=runs/sweeps/${now:%Y-%m-%d_%H-%M-%S}"  # what Hydra writes of its own
QUIET = ("hydra.output_subdir=null", "hydra/job_logging=none")


def is_sweep(arguments: list[str]) -> bool:
    return bool(FLAGS & set(arguments))


def combinations(arguments: list[str]) -> list[list[str]]:
    """The overrides of each campaign. Raises UserError for what is no override."""
    from hydra._internal.core_plugins.basic_sweeper import BasicSweeper
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    typed = [each for each in arguments if not each.startswith("-")]
    try:
        parsed = OverridesParser.create().parse_overrides(typed)
    except HydraException as error:
        raise UserError(f"{' '.join(typed)} cannot be read: {str(error).splitlines()[0]}") from None
    own = [each for each in parsed if not each.get_key_element().lstrip("+~").startswith("hydra")]
    return [list(each) for batch in BasicSweeper.split_arguments(own, None) for each in batch]


def check(arguments: list[str]) -> None:
    """Raises UserError for a mistake in any campaign's settings, before the first begins; makes MLflow's database,
    since several processes must not make it at once."""
    if any(each.startswith(("--config-name", "-cn", "hydra/sweeper")) for each in arguments):
        return  # a search draws its settings while it runs
    for overrides in combinations(arguments):
        chosen = entry.compose("config", TrainSettings, overrides)
        if chosen.tracking.kind == "mlflow":
            prepare_store(store_uri(chosen.tracking.uri))


def job(config: Any) -> float:
    """One campaign; its last mistake rate is what a search makes small."""
    from omegaconf import OmegaConf

    from src.train import main

    try:
        found = main(entry.checked(TrainSettings, OmegaConf.to_container(config, resolve=True), "the sweep's settings"))
    except (UserError, OSError) as error:
        print(f"error: {sentence_of(error) if isinstance(error, OSError) else error}", file=sys.stderr)
        sys.exit(2)
    return 1.0 if found is None else found


def run(arguments: list[str]) -> None:
    """Run all campaigns of the command line."""
    import hydra

    try:
        check(arguments)
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    place = [] if any(each.startswith("hydra.sweep.dir=") for each in arguments) else [PLACE]
    sys.argv = [sys.argv[0], *arguments, *place, *QUIET]
    hydra.main(config_path=str(entry.CONF), config_name="config", version_base="1.3")(job)()
