"""Another program in a process of its own, asked in the Go Text Protocol (GTP version 2, Farnebäck 2002) over pipes."""

import os
import select
import shlex
import signal
import subprocess
import tempfile
import time
import weakref
from typing import IO

from src.files.errors import UserError

END = b"\n\n"  # of an answer
MOST_BYTES = 1_000_000  # of an answer
SECONDS_TO_QUIT = 2.0  # before it is killed


class RefusalError(UserError):
    """The program answered that it cannot do what was asked."""


class OutsideProgram:
    """A running program. It ends with `close`, or with the last reference to this object, or with this process.

    command: as typed in a shell, without its expansions. seconds: within which each answer must be whole.
    Raises UserError where it cannot be started, and from `ask` where it dies, hangs, or says what is no answer.
    """

    def __init__(self, command: str, *, seconds: float):
        self.command = command
        self.seconds = seconds
        self._heard = b""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the program)
        # A session of its own, so that Ctrl-C reaches this process alone, which then ends the program.
        self._process = _start(command, self._errors)
        self._end = weakref.finalize(self, _end, self._process, self._errors)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Until `close`, or an answer that did not come."""
        return self._end.alive

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not. A second call does nothing."""
        self._end()

    def knows(self, command: str) -> bool:
        try:
            return self.ask(f"known_command {command}").lower() == "true"
        except RefusalError:
            return False

    def ask(self, command: str) -> str:
        """What the program answers, without its mark. Raises RefusalError where it answers with a question mark."""
        try:
            answer = self._exchange(command)
        except BaseException:  # Ctrl-C, too: what comes later would be taken for the answer to the next command
            self.close()
            raise
        text = answer[1:].lstrip("0123456789").strip()
        if answer[0] == "?":
            raise RefusalError(f"{self.command} refuses {command!r}: {text or 'it does not say why'}")
        return text

    def _exchange(self, command: str) -> str:
        try:
            self._process.stdin.write(command.encode() + b"\n")
        except OSError:
            raise self._died(command) from None
        deadline = time.monotonic() + self.seconds
        while END not in self._heard.lstrip(b"\n"):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise UserError(f"{self.command} did not answer {command!r} within {self.seconds:g} seconds")
            heard = os.read(self._process.stdout.fileno(), 65536)
            if not heard:
                raise self._died(command)
            self._heard += heard.replace(b"\r", b"")
            if len(self._heard) > MOST_BYTES:
                raise UserError(f"{self.command} answered {command!r} with more than {MOST_BYTES} bytes")
        answer, _, self._heard = self._heard.lstrip(b"\n").partition(END)
        text = answer.decode(errors="replace")
        if text[0] not in "=?":
            raise UserError(f"{self.command} answered {command!r} with {text[:60]!r}, which is not in GTP")
        return text

    def _died(self, command: str) -> UserError:
        """What to say when the pipes are closed."""
        try:
            status = f" with status {self._process.wait(SECONDS_TO_QUIT)}"
        except subprocess.TimeoutExpired:
            status = ""
        self._errors.seek(0)
        last = self._errors.read().decode(errors="replace").strip().splitlines()[-1:]
        said = f": {last[0][:200]}" if last else ""
        return UserError(f"{self.command} ended{status} when asked {command!r}{said}")


def _start(command: str, errors: IO[bytes]) -> subprocess.Popen:
    try:
        words = shlex.split(command)
        if not words:
            raise ValueError("no program is named")
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0, start_new_session=True
        )
    except (OSError, ValueError) as error:
        errors.close()
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UserError(f"the program {command!r} cannot be started: {reason}") from None


def _end(process: subprocess.Popen, errors: IO[bytes]) -> None:
    """Let the program quit, or kill it with all that it has started."""
    try:
        process.stdin.write(b"quit\n")
        process.stdin.close()
    except OSError:
        pass  # it has ended already
    try:
        process.wait(SECONDS_TO_QUIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    process.stdin.close()
    process.stdout.close()
    errors.close()
