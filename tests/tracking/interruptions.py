"""Deaths of a publisher at any of its requests."""

import pytest

WRITES = (  # the requests by which a publisher changes something
    *("create_experiment", "create_run", "log_batch", "log_dict", "log_artifacts", "log_inputs"),
    *("set_terminated", "update_run", "create_registered_model", "create_model_version"),
    *("set_model_version_tag", "delete_model_version_tag", "set_registered_model_alias"),
)


class Killed(BaseException):
    """As if the process ended here: nothing of ours catches it."""


class Interruption:
    """Counts a publisher's requests, and kills it before or after the one of that number."""

    def __init__(self, patch: pytest.MonkeyPatch, number: int | None = None, *, after: bool = False):
        from mlflow import MlflowClient

        self.requests: list[str] = []
        self.number = number
        self.after = after
        for name in WRITES:
            patch.setattr(MlflowClient, name, self._watched(name, getattr(MlflowClient, name)))

    def _watched(self, name, method):
        def watched(client, *arguments, **keywords):
            self.requests.append(name)
            fatal = len(self.requests) - 1 == self.number
            if fatal and not self.after:
                raise Killed
            answer = method(client, *arguments, **keywords)
            if fatal:
                raise Killed
            return answer

        return watched
