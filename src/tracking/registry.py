"""The line of models in MLflow's registry: each generation's a version of the model that is named after its board.

A version says in its tags which campaign made it, from which version it was trained, and on which games. The alias
`candidate` is the newest version, the tag `campaign_champion` marks each campaign's best, and the alias `champion` is
the board's best, which only a win moves.
"""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.files.errors import UserError
from src.models.description import read_description
from src.tracking.journal import Event
from src.tracking.lineage import champion_of, models_of, records_of, window_of
from src.tracking.runs import CAMPAIGN, GENERATION, Runs
from src.tracking.store import prepare_store, told

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities.model_registry import ModelVersion

MODEL, PARENT, PARENT_VERSION, DATA = "model", "parent", "parent_version", "data"  # tags of a version
CAMPAIGN_CHAMPION = "campaign_champion"
CANDIDATE, CHAMPION = "candidate", "champion"  # aliases
FOLDER = "model"  # of a run's files
Beats = Callable[[Path, Path], dict[str, Any]]


def register_models(runs: Runs, campaign_folder: Path) -> tuple[list[str], list[str]]:
    """Register what is not registered yet, and set aliases and tags right.

    Returns the names of the models registered now, and of those that the folder does not hold (any more).
    """
    client, board = runs.client, runs.begun["board"]
    models = models_of(runs.parts)
    if not models:
        return [], []
    _make_registered_model(client, board)
    versions = versions_of(client, board, runs.begun["campaign"])
    registered, missing = [], []
    for generation, part in models.items():
        name = part["numbers"]["model"]
        if name in versions:
            continue
        folder = campaign_folder / f"g{generation:03d}" / "model"
        if _holds(folder, name):
            versions[name] = _register(runs, part, folder, versions)
            registered.append(name)
        else:
            missing.append(name)
    _mend_parents(client, versions)
    _mark_champion(runs, versions)
    _mark_candidate(client, board, versions)
    return registered, missing


def versions_of(client: "MlflowClient", board: str, campaign: str) -> "dict[str, ModelVersion]":
    """A campaign's versions of its board's model, by the model's name."""
    wanted, token = f"name = '{board}' and tags.{CAMPAIGN} = '{campaign}'", None
    versions: list[ModelVersion] = []
    while True:
        page = client.search_model_versions(wanted, order_by=["version_number DESC"], page_token=token)
        versions += page
        token = page.token
        if not token:
            return {version.tags[MODEL]: version for version in versions}


def _make_registered_model(client: "MlflowClient", board: str) -> None:
    from mlflow.exceptions import MlflowException

    if client.search_registered_models(f"name = '{board}'", max_results=1):
        return
    try:
        client.create_registered_model(board, description=f"models that play {board}")
    except MlflowException:  # another campaign of this board may have made it in this moment
        client.get_registered_model(board)


def _holds(folder: Path, name: str) -> bool:
    """Whether the folder holds the model of that name, and not none or another campaign's."""
    try:
        return read_description(folder).name == name
    except UserError:
        return False


def _register(runs: Runs, part: Event, folder: Path, versions: "dict[str, ModelVersion]") -> "ModelVersion":
    """Upload the model's files to its generation's run, then make the version, with all its tags at once."""
    numbers, generation = part["numbers"], part["generation"]
    run = runs.generation(generation)
    runs.client.log_artifacts(run.info.run_id, str(folder), FOLDER)
    records = records_of(runs.parts)
    window = window_of(runs.begun["settings"], runs.parts, generation)
    tags = {
        CAMPAIGN: runs.begun["campaign"],
        GENERATION: str(generation),
        MODEL: numbers["model"],
        DATA: json.dumps({f"g{each:03d}": records[each] for each in window}),
    }
    parent = numbers.get("parent")
    if parent:
        tags[PARENT] = parent
    if parent in versions:
        tags[PARENT_VERSION] = str(versions[parent].version)
    return runs.client.create_model_version(
        runs.begun["board"], f"{run.info.artifact_uri}/{FOLDER}", run_id=run.info.run_id, tags=tags
    )


def _mend_parents(client: "MlflowClient", versions: "dict[str, ModelVersion]") -> None:
    """Link the versions that were registered before their parent was."""
    for version in versions.values():
        parent = versions.get(version.tags.get(PARENT))
        if parent and PARENT_VERSION not in version.tags:
            client.set_model_version_tag(version.name, str(version.version), PARENT_VERSION, str(parent.version))


def _mark_champion(runs: Runs, versions: "dict[str, ModelVersion]") -> None:
    """Let the tag be on the campaign's champion, and on no other version of it."""
    champion = champion_of(runs.parts)
    name = models_of(runs.parts)[champion]["numbers"]["model"] if champion is not None else None
    for each, version in versions.items():
        marked = CAMPAIGN_CHAMPION in version.tags
        if each == name and not marked:
            runs.client.set_model_version_tag(version.name, str(version.version), CAMPAIGN_CHAMPION, "true")
        elif each != name and marked:
            runs.client.delete_model_version_tag(version.name, str(version.version), CAMPAIGN_CHAMPION)


def _mark_candidate(client: "MlflowClient", board: str, versions: "dict[str, ModelVersion]") -> None:
    """Let the alias be on the newest version, whichever campaign's it is."""
    newest = max((int(version.version) for version in versions.values()), default=0)
    current = client.get_registered_model(board).aliases.get(CANDIDATE)
    if newest > int(current or 0):
        client.set_registered_model_alias(board, CANDIDATE, str(newest))


def crown(uri: str, board: str, campaign: str, model_folder: Path, beats: Beats) -> str:
    """Make a published model the board's champion, if there is none or it beats the one there is; says what came of it.

    beats: plays the model in the first folder against that in the second, and says of the first at least `points`, its
    share of them, with `games` and `interval_95`. If it raises UserError, as for a model of older rules, the champion
    stays.
    Raises store.Unreachable, and UserError for a model that is not in the registry.
    """
    name = read_description(model_folder).name
    with told(uri):
        client = prepare_store(uri)
        challenger = versions_of(client, board, campaign).get(name)
        if challenger is None:
            raise UserError(f"{name} is not in MLflow's registry; publish its campaign first")
        while True:
            holder = _holder(client, board)
            sentence, wins = _challenge(client, challenger, holder, model_folder, beats)
            now = _holder(client, board)
            if (now and now.version) == (holder and holder.version):  # else another campaign's was crowned meanwhile
                break
        if wins:
            client.set_registered_model_alias(board, CHAMPION, str(challenger.version))
    return sentence


def _holder(client: "MlflowClient", board: str) -> "ModelVersion | None":
    version = client.get_registered_model(board).aliases.get(CHAMPION)
    return client.get_model_version(board, version) if version else None


def _challenge(
    client: "MlflowClient",
    challenger: "ModelVersion",
    holder: "ModelVersion | None",
    model_folder: Path,
    beats: Beats,
) -> tuple[str, bool]:
    """What a challenge comes to, in a sentence, and whether the challenger wins it."""
    board, name = challenger.name, challenger.tags[MODEL]
    if holder is None:
        return f"{name} is the first champion of {board}", True
    theirs = holder.tags.get(MODEL, f"version {holder.version}")
    if theirs == name:
        return f"{name} is the champion of {board} already", False
    from mlflow.artifacts import download_artifacts, list_artifacts

    uri = client.tracking_uri
    if not list_artifacts(artifact_uri=holder.source, tracking_uri=uri):
        advice = "take the alias champion from it there, and the next challenger is crowned"
        return f"{theirs} stays the champion of {board}, but its files are gone from MLflow; {advice}", False
    with tempfile.TemporaryDirectory(prefix="zerolab-champion-") as place:
        folder = Path(download_artifacts(holder.source, dst_path=place, tracking_uri=uri, registry_uri=uri))
        try:
            verdict = beats(model_folder, folder)
        except UserError as error:
            return f"{theirs} stays the champion of {board}, since they cannot meet: {error}", False
    wins = verdict["points"] > 0.5
    told_as = {"holder": theirs, "won": wins, **verdict}
    client.set_model_version_tag(board, str(challenger.version), "verdict", json.dumps(told_as, ensure_ascii=False))
    score = f"{verdict['points']:.1%} of the points in {verdict['games']} games"
    if wins:
        return f"{name} is the champion of {board} now: {score} against {theirs}", True
    return f"{theirs} stays the champion of {board}: {name} made {score} against it", False
