"""An engine that speaks the protocol of Gomocup and the manager Piskvork (Laštovička), for Gomoku.

A point is `x,y`, column and row from 0 at the top left. Commands without an answer of their own are INFO and END.
What the protocol leaves to the engine: a game with a time limit is searched until it is over, and rule 1 of INFO (five
in a row exactly) changes the game; Renju and continuous games are not played, which is said once.
"""

import re
import time
from collections.abc import Callable

import numpy as np

from src.arena.player import RESIGN, HistoryPlayer, Player
from src.files.errors import UserError
from src.games import make
from src.games.rules import Game
from src.play.clock import FEWEST_MOVES, SHARE
from src.play.course import Course
from src.play.lines import plain
from src.play.thinking import Thinker, ready_thinker

SMALLEST = 5  # side of a board on which five in a row fit
EXACT, OTHER_RULES = 1, 2 | 4 | 8  # bits of INFO rule: exactly five; continuous, Renju, Caro
_POINT = re.compile(r" *([0-9]{1,3}) *, *([0-9]{1,3}) *")
_STONE = re.compile(r" *([0-9]{1,3}) *, *([0-9]{1,3}) *, *([0-9]) *")
_OWN, _OTHERS = "1", "2"


class GomocupEngine:
    """One conversation; `seat` makes the player of a board, and `say` hears what a person should know."""

    def __init__(
        self,
        game: Game,
        seat: Callable[[Game], Player | HistoryPlayer],
        *,
        version: str,
        seed: int,
        say: Callable[[str], None],
    ):
        self._seat, self._version, self._say = seat, version, say
        self._seeds = np.random.default_rng(seed)
        self._game = game  # as it will be at the next START
        self._course: Course | None = None
        self._thinker: Thinker | None = None
        self._stones: list[tuple[int, str]] | None = None  # of a BOARD that is being told: cell, whose
        self._fault = ""  # of that board
        self._limits = {"timeout_turn": None, "timeout_match": 0, "time_left": None}  # in milliseconds
        self.has_quit = False

    def answer(self, line: str) -> str | None:
        """The answer to a line, without its end; None where the protocol has none."""
        text = line.strip()
        if self._stones is not None and not re.match(r"[A-Za-z]", text):
            self._take_stone(text)
            return None
        command, _, given = text.partition(" ")
        if not command:
            return None
        try:
            if self._stones is not None and command.upper() != "DONE":
                self._stones = None
                self._say("a BOARD without DONE was left out")
            return self._run(command.upper(), given.strip())
        except UserError as error:
            return plain(f"ERROR {error}")

    def _run(self, command: str, given: str) -> str | None:
        if command not in COMMANDS:
            return plain(f"UNKNOWN there is no command {command[:40]!r} here")
        return COMMANDS[command](self, given)

    # ---- the board ----------------------------------------------------------------------------------------------

    def start(self, given: str) -> str:
        size = _whole(given)
        return self._begin(size, size)

    def rectstart(self, given: str) -> str:
        cols, rows = _point(given)
        return self._begin(rows, cols)

    def restart(self, given: str) -> str:
        self._course = Course(self._started().game)
        return "OK"

    def _begin(self, rows: int, cols: int) -> str:
        if min(rows, cols) < SMALLEST:
            raise UserError(f"a board has at least {SMALLEST} rows and columns")
        self._game = make(self._game.name, **self._game.sizes | {"rows": rows, "cols": cols})
        self._set_up(Course(self._game))
        return "OK"

    def _set_up(self, course: Course) -> None:
        self._thinker = ready_thinker(course.game, self._seat, self._thinker)
        self._course = course

    def _started(self) -> Course:
        if self._course is None:
            raise UserError("no board yet; send START and its size first")
        return self._course

    def board(self, given: str) -> None:
        self._started()
        self._stones, self._fault = [], ""

    def _take_stone(self, text: str) -> None:
        found = _STONE.fullmatch(text)
        if found and found[3] in (_OWN, _OTHERS):
            try:
                self._stones.append((self._cell(int(found[1]), int(found[2])), found[3]))
            except UserError as error:
                self._fault = self._fault or str(error)
        elif text:
            self._fault = self._fault or f"a line of BOARD must be x,y,1 or x,y,2, not {text[:40]!r}"

    def done(self, given: str) -> str:
        """The board is told, and the move on it is ours."""
        if self._stones is None:
            raise UserError("DONE ends a BOARD, and none was begun")
        stones, self._stones = self._stones, None
        if self._fault:
            raise UserError(self._fault)
        cells = {whose: [cell for cell, of in stones if of == whose] for whose in (_OWN, _OTHERS)}
        course = self._started()
        behind = len(cells[_OTHERS]) - len(cells[_OWN])
        if behind not in (0, 1):
            raise UserError("as many stones of each side must stand there, or one more of the other's")
        first, second = (cells[_OTHERS], cells[_OWN]) if behind else (cells[_OWN], cells[_OTHERS])
        told = Course(course.game)
        for turn in range(len(stones)):
            told.play((first, second)[turn % 2][turn // 2])
        self._course = told
        return self._move()

    # ---- moves --------------------------------------------------------------------------------------------------

    def begin(self, given: str) -> str:
        if self._started().history:
            raise UserError("BEGIN is for an empty board; send RESTART first")
        return self._move()

    def turn(self, given: str) -> str:
        self._started().play(self._cell(*_point(given)))
        return self._move()

    def play(self, given: str) -> str:
        """A move that the other side has chosen for us."""
        point = _point(given)
        self._started().play(self._cell(*point))
        return "{},{}".format(*point)

    def takeback(self, given: str) -> str:
        course, cell = self._started(), self._cell(*_point(given))
        if course.history[-1:] != [cell]:
            raise UserError("only the last stone can be taken back; send BOARD for another position")
        course.undo()
        return "OK"

    def _move(self) -> str:
        course = self._started()
        if course.is_over:
            raise UserError("the game is over")
        seconds, start = self._seconds(), time.monotonic()
        seed = int(self._seeds.integers(2**63))
        thoughts = self._thinker.think(
            course.state, course.history, seed, lambda: seconds is None or time.monotonic() < start + seconds
        )
        if thoughts.action == RESIGN:
            raise UserError(f"{self._thinker.player.name} gives the game up")
        course.play(thoughts.action)
        row, col = divmod(thoughts.action, course.game.sizes["cols"])
        return f"{col},{row}"

    def _cell(self, x: int, y: int) -> int:
        sizes = self._started().game.sizes
        if not (x < sizes["cols"] and y < sizes["rows"]):
            raise UserError(f"{x},{y} is not on the board")
        return y * sizes["cols"] + x

    # ---- time and rules -----------------------------------------------------------------------------------------

    def info(self, given: str) -> None:
        """Unknown keys are the manager's own business; so are values that cannot be."""
        key, _, value = given.partition(" ")
        if not re.fullmatch(r"-?[0-9]{1,12}", value.strip()):
            return
        number = int(value)
        if key.lower() in self._limits:
            self._limits[key.lower()] = max(number, 0)
        elif key.lower() == "rule":
            try:
                self._set_rule(number)
            except UserError as error:  # the game so far cannot be played by the rule
                self._say(f"rule {number} was not taken over: {error}")

    def _set_rule(self, rule: int) -> None:
        if rule & OTHER_RULES:
            self._say(f"rule {rule} is not played here; five in a row win")
        game = make(self._game.name, **self._game.sizes | {"exact": bool(rule & EXACT)})
        if self._course:
            self._set_up(self._course.on(game))
        self._game = game

    def _seconds(self) -> float | None:
        """For the next move; None where no limit was told."""
        turn, left = self._limits["timeout_turn"], self._limits["time_left"]
        limits = [] if turn is None else [SHARE * turn / 1000]
        if left is not None and self._limits["timeout_match"]:
            limits.append(SHARE * left / 1000 / FEWEST_MOVES)
        return min(limits, default=None)

    def about(self, given: str) -> str:
        return f'name="Zerolab", version="{self._version}", author="Zerolab", country="International"'

    def end(self, given: str) -> None:
        self.has_quit = True


COMMANDS = {
    command.__name__.upper(): command
    for command in (
        *(GomocupEngine.start, GomocupEngine.rectstart, GomocupEngine.restart, GomocupEngine.board, GomocupEngine.done),
        *(GomocupEngine.begin, GomocupEngine.turn, GomocupEngine.play, GomocupEngine.takeback, GomocupEngine.info),
        *(GomocupEngine.about, GomocupEngine.end),
    )
}


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise UserError(f"a number is needed, not {text[:40]!r}")
    return int(text)


def _point(text: str) -> tuple[int, int]:
    found = _POINT.fullmatch(text)
    if not found:
        raise UserError(f"a point is needed, as 10,10, not {text[:40]!r}")
    return int(found[1]), int(found[2])
