"""A campaign's runs in MLflow: one for the campaign, one below it for each generation.

They are found by their tags, never by an id that was kept, so that whoever publishes next finds the same ones.
"""

import json
from typing import TYPE_CHECKING, Any

from src.files.errors import UserError
from src.tracking.journal import Event
from src.tracking.measures import Point
from src.tracking.store import artifact_location

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run

CAMPAIGN, GENERATION, KIND = "campaign", "generation", "kind"  # tags
SENT = "journal_parts_sent"  # tag of the campaign's run: so many parts of the journal have arrived whole
_MOST_POINTS = 900  # a request takes 1000 entities, tags among them
_MOST_PARAMS = 90
_LONGEST_VALUE = 6000  # characters that MLflow keeps of a parameter


def experiment_id(client: "MlflowClient", name: str, uri: str) -> str:
    """The experiment of a board, made if there is none. Raises UserError if it was deleted."""
    from mlflow.exceptions import MlflowException

    found = client.get_experiment_by_name(name)
    if found is None:
        try:
            return client.create_experiment(name, artifact_location(uri, name))
        except MlflowException:  # another campaign of this board may have made it in this moment
            found = client.get_experiment_by_name(name)
            if found is None:
                raise
    if found.lifecycle_stage != "active":
        raise UserError(
            f"the experiment {name} was deleted in MLflow; restore it: "
            f"mlflow experiments restore --experiment-id {found.experiment_id}"
        )
    return found.experiment_id


class Runs:
    """The runs of one campaign; those that are missing are made. `begun` and `parts` are its journal's."""

    def __init__(self, client: "MlflowClient", begun: Event, parts: list[Event], uri: str):
        self.client = client
        self.begun = begun
        self.parts = parts
        self.experiment = experiment_id(client, begun["board"], uri)
        self._generations: dict[int, Run] = {}
        self.campaign = self._found("campaign") or self._begin()
        if SENT not in self.campaign.data.tags:
            self._describe()

    @property
    def num_sent(self) -> int:
        """How many parts of the journal have arrived whole."""
        return int(self.campaign.data.tags.get(SENT, 0))

    def generation(self, number: int) -> "Run":
        """The run of one generation."""
        if number not in self._generations:
            found = self._found("generation", number)
            self._generations[number] = found or self._begin_generation(number)
        return self._generations[number]

    def _found(self, kind: str, number: int | None = None) -> "Run | None":
        """The oldest run of that kind: a request that was repeated may have made two."""
        wanted = f"tags.{CAMPAIGN} = '{self.begun['campaign']}' and tags.{KIND} = '{kind}'"
        if number is not None:
            wanted += f" and tags.{GENERATION} = '{number}'"
        found = self.client.search_runs([self.experiment], wanted, order_by=["start_time", "run_id"], max_results=1)
        return found[0] if found else None

    def _begin(self) -> "Run":
        return self.client.create_run(
            self.experiment,
            start_time=min([self.begun["at"], *(_started(part) for part in self.parts[:1])]),
            run_name=self.begun["name"],
            tags={CAMPAIGN: self.begun["campaign"], KIND: "campaign"},
        )

    def _begin_generation(self, number: int) -> "Run":
        first = next(part for part in self.parts if part["generation"] == number)
        return self.client.create_run(
            self.experiment,
            start_time=_started(first),
            run_name=f"g{number:03d}",
            tags={
                "mlflow.parentRunId": self.campaign.info.run_id,
                CAMPAIGN: self.begun["campaign"],
                KIND: "generation",
                GENERATION: str(number),
            },
        )

    def _describe(self) -> None:
        """Settings, commit and machine of the campaign."""
        from mlflow.entities import Param, RunTag

        run_id = self.campaign.info.run_id
        params = [Param(key, _text(value)[:_LONGEST_VALUE]) for key, value in self.begun["settings"].items()]
        for first in range(0, len(params), _MOST_PARAMS):
            self.client.log_batch(run_id, params=params[first : first + _MOST_PARAMS])
        self.client.log_dict(run_id, nested(self.begun["settings"]), "settings.yaml")
        tags = {"clean": _text(self.begun["clean"]), SENT: "0"}
        tags |= {f"machine.{key}": _text(value) for key, value in self.begun["machine"].items()}
        if self.begun["commit"]:
            tags |= {"commit": self.begun["commit"], "mlflow.source.git.commit": self.begun["commit"]}
        self.client.log_batch(run_id, tags=[RunTag(key, value) for key, value in tags.items()])

    def log(self, run: "Run", points: list[Point], at: int, tags: dict[str, str]) -> None:
        """Send points, then tags. Each point carries the time `at`: one that is sent again is the same one."""
        from mlflow.entities import Metric, RunTag

        metrics = [Metric(point.key, point.value, at, point.step) for point in points]
        for first in range(0, len(metrics), _MOST_POINTS):
            self.client.log_batch(run.info.run_id, metrics=metrics[first : first + _MOST_POINTS])
        if tags:
            self.client.log_batch(run.info.run_id, tags=[RunTag(key, value) for key, value in tags.items()])

    def end(self, run: "Run", at: int) -> None:
        """Say that a run is over since `at`."""
        if (run.info.status, run.info.end_time) != ("FINISHED", at):
            self.client.set_terminated(run.info.run_id, "FINISHED", at)

    def go_on(self) -> None:
        """Say that the campaign is running, if it was said to be over."""
        if self.campaign.info.status != "RUNNING":
            self.client.update_run(self.campaign.info.run_id, "RUNNING")


def _started(part: Event) -> int:
    """When a part began, in milliseconds since 1970; one that was found and not made took no time."""
    return part["at"] - round(1000 * part["measured"].get("seconds", 0))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def nested(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings by groups, from those by dotted keys."""
    found: dict[str, Any] = {}
    for key, value in settings.items():
        *groups, name = key.split(".")
        place = found
        for group in groups:
            place = place.setdefault(group, {})
        place[name] = value
    return found
