"""Game records as datasets in MLflow: what a generation's run played, and what its model learnt from."""

import json
from typing import TYPE_CHECKING, Any

from src.tracking.journal import Event
from src.tracking.lineage import records_of, window_of

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import DatasetInput, Run

_DIGEST = 36  # characters that MLflow keeps of a digest


def log_inputs(client: "MlflowClient", run: "Run", begun: Event, parts: list[Event], index: int) -> None:
    """Tell MLflow of the records that part `index` made or read.

    After self-play a generation's own ("selfplay"), after training the older ones of its window ("training"): MLflow
    keeps a dataset once a run. One that is there already stays as it is.
    """
    from mlflow.exceptions import MlflowException

    part, number = parts[index], parts[index]["generation"]
    if part["part"] == "selfplay":
        wanted = {number: "selfplay"}
    elif part["part"] == "train":
        wanted = {each: "training" for each in window_of(begun["settings"], parts, number) if each != number}
    else:
        return
    played = {each["generation"]: each["numbers"] for each in parts if each["part"] == "selfplay"}
    records = records_of(parts)
    datasets = [_dataset(begun["name"], each, records[each], played[each], context) for each, context in wanted.items()]
    if not datasets:
        return
    try:
        client.log_inputs(run.info.run_id, datasets)
    except MlflowException:  # a campaign that played the same games may have named them in this moment
        client.log_inputs(run.info.run_id, datasets)


def _dataset(campaign: str, generation: int, records: str, played: dict[str, Any], context: str) -> "DatasetInput":
    from mlflow.entities import Dataset, DatasetInput, InputTag

    profile = {key: played[key] for key in ("num_games", "num_positions", "num_bytes")}
    return DatasetInput(
        Dataset(
            name=f"records-g{generation:03d}",
            digest=records[:_DIGEST],
            source_type="local",
            source=json.dumps({"campaign": campaign, "generation": generation, "sha256": records}),
            profile=json.dumps(profile),
        ),
        tags=[InputTag("mlflow.data.context", context)],
    )
