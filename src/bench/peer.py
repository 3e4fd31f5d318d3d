"""Another system's self-play in a process of its own, with one thread, that works when it is asked to."""

import os
from collections.abc import Callable
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from src.files.errors import UserError

ONE_THREAD = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "NPROC": "1", "JAX_PLATFORMS": "cpu"}


def serve(pipe: Connection, module: str, *arguments) -> None:
    """Say when `module.make(*arguments)` is done; then, for each word that comes, what a call of it did."""
    os.environ.update(ONE_THREAD)  # read when JAX is imported
    step: Callable[[], int] = import_module(module).make(*arguments)
    step()  # compiles
    pipe.send("ready")
    while pipe.recv() == "step":
        pipe.send(step())


class Peer:
    """`module` has `make(model, num_simulations, seed)`, whose result plays one move of all its games when called."""

    def __init__(self, module: str, model: Path, num_simulations: int, seed: int):
        context = get_context("spawn")
        self._module = module
        self._pipe, theirs = context.Pipe()
        arguments = (theirs, module, model, num_simulations, seed)
        self._process = context.Process(target=serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()  # or its end would not be heard

    def ready(self) -> "Peer":
        """Waits until it can begin."""
        self._answer()
        return self

    def step(self) -> int:
        """One move of all games. Returns how many positions the net was asked about."""
        self._pipe.send("step")
        return self._answer()

    def _answer(self) -> int | str:
        try:
            return self._pipe.recv()
        except EOFError:
            raise UserError(f"{self._module} ended; what it said stands above") from None

    def end(self) -> None:
        self._process.terminate()
        self._process.join()
