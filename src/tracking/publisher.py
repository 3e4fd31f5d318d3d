"""Send a campaign's journal to MLflow, as often as one likes: what has arrived is not sent again, and what is sent
again is not doubled.

How far MLflow has come stands in MLflow itself, as a tag of the campaign's run, and is written after what it speaks
of. So a publisher may be killed anywhere, and a store that was lost, or brought back from a copy, is filled again.
"""

from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from src.tracking.inputs import log_inputs
from src.tracking.journal import Event, read_journal
from src.tracking.lineage import lacks_records
from src.tracking.measures import points_of
from src.tracking.registry import register_models
from src.tracking.runs import SENT, Runs
from src.tracking.store import is_server, prepare_store, shown, told


@dataclass(frozen=True)
class Published:
    """What one publication did."""

    num_events_sent: int
    models_registered: list[str]
    models_missing: list[str]  # named in the journal, and not in the campaign's folder (any more)
    where: str  # a page of the server, or the database


def publish(journal: Path, campaign_folder: Path, uri: str, *, ended: bool = True) -> Published:
    """Bring MLflow at `uri` (of `store.store_uri`) up to the journal; models are read from the campaign's folder.

    ended: whether the campaign is over, as far as one knows; else its run is shown as running.
    Nothing is sent of a journal that lacks games which a model learnt from; it is when they stand in it.
    Raises store.Unreachable where the store is away (then or half-way; the next call goes on), and UserError for a
    torn journal and for what MLflow refuses.
    """
    with FileLock(f"{journal}.lock"), told(uri):  # two publishers would make the same runs twice
        begun, parts = read_journal(journal)
        if lacks_records(parts):
            return Published(0, [], [], shown(uri))
        runs = Runs(prepare_store(uri), begun, parts, uri)
        if not ended:
            runs.go_on()
        first = runs.num_sent
        for index in range(first, len(parts)):
            _send(runs, begun, parts, index)
        registered, missing = register_models(runs, campaign_folder)
        if ended:
            runs.end(runs.campaign, max(part["at"] for part in [begun, *parts]))
    return Published(max(0, len(parts) - first), registered, missing, _where(runs, uri))


def _send(runs: Runs, begun: Event, parts: list[Event], index: int) -> None:
    """One part: to the run of its generation, then to that of the campaign, which notes that it has arrived."""
    part = parts[index]
    run = runs.generation(part["generation"])
    points = points_of(parts, index)
    if part["part"] == "arena":
        runs.client.log_dict(run.info.run_id, part["numbers"], "arena.json")
    runs.log(run, points, part["at"], _tags(part))
    log_inputs(runs.client, run, begun, parts, index)
    if part["part"] in ("begin", "arena"):
        runs.end(run, part["at"])
    runs.log(runs.campaign, points, part["at"], {SENT: str(index + 1)})


def _tags(part: Event) -> dict[str, str]:
    """What is said of a generation beside its numbers."""
    numbers = part["numbers"]
    if part["part"] == "selfplay":
        return {"played_by": numbers["model"], "records": numbers["records"]}
    if part["part"] == "arena":
        verdict = numbers["verdict"]
        return {"promoted": "true" if verdict["promote"] else "false", "verdict": verdict["reason"]}
    tags = {"model": numbers["model"]}
    if part["part"] == "train":
        if numbers["parent"]:
            tags["parent"] = numbers["parent"]
        if numbers["warnings"]:
            tags["warnings"] = "; ".join(numbers["warnings"])
    return tags


def _where(runs: Runs, uri: str) -> str:
    if is_server(uri):
        return f"{shown(uri)}/#/experiments/{runs.experiment}/runs/{runs.campaign.info.run_id}"
    return shown(uri)
