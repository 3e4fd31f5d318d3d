"""All that MLflow remembers, without the ids and times it chose itself, so that two stores can be compared."""

from typing import Any

from src.tracking.store import prepare_store


def remembered(uri: str, board: str | None = None) -> dict[str, Any]:
    """Runs, by campaign and generation, and the versions of registered models; of one board or of all."""
    client = prepare_store(uri)
    experiments = [each for each in client.search_experiments() if each.name == board or not board]
    experiments = [each for each in experiments if each.name != "Default"]
    models = [each for each in client.search_registered_models() if each.name == board or not board]
    runs = client.search_runs([each.experiment_id for each in experiments], max_results=5000)
    place = {run.info.run_id: _place(run) for run in runs}
    return {
        "experiments": sorted(each.name for each in experiments),
        "places": sorted(place.values()),
        "runs": {place[run.info.run_id]: _run(client, run, place) for run in runs},
        "models": {model.name: _model(client, model, place) for model in models},
    }


def _place(run) -> tuple[str, str]:
    return run.data.tags["campaign"], run.data.tags.get("generation", "")


def _run(client, run, place: dict[str, tuple]) -> dict[str, Any]:
    run_id = run.info.run_id
    histories = {key: client.get_metric_history(run_id, key) for key in run.data.metrics}
    tags = dict(run.data.tags)
    parent = tags.pop("mlflow.parentRunId", None)
    inputs = client.get_run(run_id).inputs.dataset_inputs
    return {
        "info": (run.info.run_name, run.info.status, run.info.start_time, run.info.end_time),
        "parent": place.get(parent),
        "params": run.data.params,
        "tags": tags,
        "latest": run.data.metrics,
        "points": {key: sorted((m.step, m.timestamp, m.value) for m in points) for key, points in histories.items()},
        "inputs": sorted((i.dataset.name, i.dataset.digest, *(tag.value for tag in i.tags)) for i in inputs),
        "files": files(client, run_id),
    }


def files(client, run_id: str, folder: str = "") -> list[str]:
    """The files of a run, by their paths."""
    found = []
    for each in client.list_artifacts(run_id, folder):
        found += files(client, run_id, each.path) if each.is_dir else [each.path]
    return sorted(found)


def _model(client, model, place: dict[str, tuple]) -> dict[str, Any]:
    versions = client.search_model_versions(f"name = '{model.name}'", order_by=["version_number ASC"])
    return {
        "versions": [(str(each.version), place[each.run_id], each.tags) for each in versions],
        "aliases": {alias: str(version) for alias, version in model.aliases.items()},
    }
