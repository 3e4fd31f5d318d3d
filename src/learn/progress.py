"""One line on stderr while a net trains: how far, how fast, how long still."""

from pytorch_lightning import Callback
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class ProgressLine(Callback):
    """Where stderr is no terminal, only the last state is printed."""

    def __init__(self, num_steps: int, samples_per_step: int):
        self.num_steps, self.samples_per_step = num_steps, samples_per_step

    def on_train_start(self, trainer, module) -> None:
        rate = TextColumn("{task.fields[rate]:,.0f} samples/s")
        columns = TextColumn("training"), BarColumn(), MofNCompleteColumn(), rate, TimeRemainingColumn()
        self.progress = Progress(*columns, console=Console(stderr=True), disable=not trainer.is_global_zero)
        self.task = self.progress.add_task("", total=self.num_steps, rate=0.0)
        self.progress.start()

    def on_train_batch_end(self, trainer, module, outputs, batch, batch_index) -> None:
        done = module.steps_done - module.first_step
        rate = (self.progress.tasks[self.task].speed or 0.0) * self.samples_per_step
        self.progress.update(self.task, completed=done, rate=rate)

    def on_train_end(self, trainer, module) -> None:
        self.progress.stop()

    def on_exception(self, trainer, module, exception) -> None:
        self.progress.stop()
