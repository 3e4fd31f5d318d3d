"""An engine that speaks the Go Text Protocol, version 2 (Farnebäck 2002), for every game: one line in, one answer out.

A vertex is a name of a move as `vertices` spells it. Where the colour of a command is not to move, a pass that is
legal comes first, as when a player of Go moves twice; else the command fails. `analyze` answers as Leela Zero's
`lz-analyze` does, which Sabaki and Lizzie read: a line of all moves each so often, until another command comes.
"""

import inspect
import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from src.arena.player import RESIGN, HistoryPlayer, Player
from src.files.errors import UserError
from src.games import make
from src.games.rules import Game, sign
from src.games.vertices import COLOURS, actions_by_vertex, player_of, vertex
from src.play.clock import Clock
from src.play.course import Course
from src.play.lines import plain
from src.play.picture import labelled
from src.play.thinking import Candidate, Thinker, Thoughts, ready_thinker

NAME = "Zerolab"
INTERVAL = 100  # hundredths of a second between two lines of an analysis, where none is asked for
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_COMMAND = re.compile(r"(?:([0-9]+)(?: |$))? *(.*)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SYNTAX = "syntax error"


@dataclass(frozen=True)
class Listener:
    """Who hears an analysis while it is made."""

    tell: Callable[[str], None]  # a line, at once
    is_impatient: Callable[[], bool]  # whether another command has come
    wait: Callable[[], None]  # until one comes, or the end


class GtpEngine:
    """One conversation. `seat` makes the player of a board, and is asked again for each other board."""

    def __init__(
        self, game: Game, seat: Callable[[Game], Player | HistoryPlayer], listener: Listener, *, version: str, seed: int
    ):
        self._seat, self._listener, self._version = seat, listener, version
        self._seeds = np.random.default_rng(seed)
        self._clocks: dict[int, Clock] = {}  # of each player, once limits are set
        self._thinker: Thinker | None = None
        self.has_quit = False
        self._set_up(Course(game))

    def answer(self, line: str) -> str | None:
        """The answer to a line, with the empty line that ends it; None for a line that says nothing."""
        text = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].strip()
        if not text:
            return None
        number, rest = _COMMAND.fullmatch(text).groups(default="")
        name, *given = rest.split() or [""]
        try:
            if name in ("analyze", "lz-analyze"):
                self._analyze(number, given)
                return "\n"
            said = self._run(name, given)
        except UserError as error:
            return f"?{number} {plain(str(error))}\n\n"
        return f"={number} {said}".rstrip() + "\n\n"

    def _run(self, name: str, given: list[str]) -> str:
        if name not in COMMANDS:
            raise UserError("unknown command")
        try:
            inspect.signature(COMMANDS[name]).bind(self, *given)
        except TypeError:
            raise UserError(_SYNTAX) from None
        return COMMANDS[name](self, *given) or ""

    def _set_up(self, course: Course) -> None:
        """Play on with another board. Raises UserError, and changes nothing, where nobody can play on it."""
        self._thinker = ready_thinker(course.game, self._seat, self._thinker)
        self._course = course

    # ---- the protocol itself ------------------------------------------------------------------------------------

    def protocol_version(self) -> str:
        return "2"

    def name(self) -> str:
        return NAME

    def version(self) -> str:
        return self._version

    def list_commands(self) -> str:
        return "\n".join([*COMMANDS, "analyze", "lz-analyze"])

    def known_command(self, name: str = "") -> str:
        return str(name in COMMANDS or name in ("analyze", "lz-analyze")).lower()

    def quit(self) -> None:
        self.has_quit = True

    # ---- the board ----------------------------------------------------------------------------------------------

    def boardsize(self, columns: str, rows: str = "") -> None:
        """A square, or the board as it is if it has so many columns: Connect Four's has 7, and 6 rows."""
        cols = _whole(columns)
        sizes = self._course.game.sizes
        rows_then = _whole(rows) if rows else (sizes["rows"] if cols == sizes["cols"] else cols)
        try:
            game = make(self._course.game.name, **sizes | {"rows": rows_then, "cols": cols})
        except UserError as error:
            raise UserError(f"unacceptable size: {error}") from None
        self._set_up(Course(game))

    def clear_board(self) -> None:
        self._course = Course(self._course.game)

    def komi(self, points: str) -> None:
        """Of Go. Other games have none, and whoever asks for it means no harm."""
        try:
            komi = float(points)
        except ValueError:
            raise UserError(_SYNTAX) from None
        if not math.isfinite(komi):
            raise UserError(_SYNTAX)
        game = self._course.game
        if "komi" in game.sizes:
            self._set_up(self._course.on(make(game.name, **game.sizes | {"komi": komi})))

    def play(self, colour: str, move: str) -> None:
        before = self._passes_before(_player(colour), "illegal move: ")
        action = actions_by_vertex(self._course.game).get(move.lower())
        if action is None:
            raise UserError(f"illegal move: {move[:40]} is no move of {self._course.game}")
        try:
            self._course.play(*before, action)
        except UserError:
            raise UserError("illegal move") from None

    def undo(self) -> None:
        try:
            self._course.undo()
        except UserError:
            raise UserError("cannot undo") from None

    def showboard(self) -> str:
        course = self._course
        return "\n" + labelled(course.game, course.state, course.history)

    def final_score(self) -> str:
        """By the points of a game that has any. In Go the board counts as it stands, dead stones and all."""
        game, state = self._course.game, self._course.state
        if not (self._course.is_over or "komi" in game.sizes):
            raise UserError("cannot score")
        margin = game.score(state, 0)
        result = sign(margin) if game.max_score else game.returns(state, 0)
        if result == 0:
            return "0"
        points = f"{abs(margin) / (2 if 'komi' in game.sizes else 1):g}" if game.max_score else ""
        return f"{'BW'[result < 0]}+{points}"

    # ---- moves --------------------------------------------------------------------------------------------------

    def genmove(self, colour: str) -> str:
        before, thoughts = self._move_of(_player(colour))
        if thoughts.action == RESIGN:
            return "resign"
        self._course.play(*before, thoughts.action)
        return vertex(self._course.game, thoughts.action)

    def reg_genmove(self, colour: str) -> str:
        _, thoughts = self._move_of(_player(colour))
        return "resign" if thoughts.action == RESIGN else vertex(self._course.game, thoughts.action)

    def time_settings(self, main: str, period: str, stones: str) -> None:
        numbers = _whole(main), _whole(period), _whole(stones)
        self._clocks = {player: Clock(*numbers) for player in (0, 1)}

    def time_left(self, colour: str, seconds: str, stones: str) -> None:
        player = _player(colour)
        left = _whole(seconds), _whole(stones)
        self._clocks.setdefault(player, Clock(left[0], 0, 0)).set_left(*left)

    def _move_of(self, player: int) -> tuple[list[int], Thoughts]:
        """The passes that must come first, and the move with what is thought of it, in the time there is."""
        before, state, history = self._position_for(player)
        clock = self._clocks.get(player)
        seconds = clock.seconds(self._course.game.max_plies - len(history)) if clock else None
        start = time.monotonic()
        thoughts = self._thinker.think(
            state, history, self._seed(), lambda: seconds is None or time.monotonic() < start + seconds
        )
        if clock:
            clock.spend(time.monotonic() - start)
        return before, thoughts

    def _analyze(self, number: str, given: list[str]) -> None:
        player, interval = self._course.to_play, INTERVAL / 100
        for word in given:
            if player_of(word) is not None:
                player = player_of(word)
            elif word != "interval":
                interval = max(_whole(word), 1) / 100
        _, state, history = self._position_for(player)
        game, listener = self._course.game, self._listener
        if not self._thinker.is_searching:
            thoughts = self._thinker.think(state, history, self._seed())
            if thoughts.value is None:
                raise UserError(f"{self._thinker.player.name} does not say what it thinks of its moves")
            listener.tell(f"={number}")
        else:
            listener.tell(f"={number}")
            told = time.monotonic()

            def goes_on() -> bool:
                nonlocal told
                if time.monotonic() >= told + interval:
                    listener.tell(info(game, self._thinker.so_far()))
                    told = time.monotonic()
                return not listener.is_impatient()

            thoughts = self._thinker.think(state, history, self._seed(), goes_on)
        listener.tell(info(game, thoughts))
        listener.wait()

    def _seed(self) -> int:
        return int(self._seeds.integers(2**63))

    def _position_for(self, player: int) -> tuple[list[int], np.ndarray, list[int]]:
        """The passes that let `player` move, the state after them, and its history."""
        course = self._course
        if course.is_over:
            raise UserError("the game is over")
        before = self._passes_before(player, "")
        state = course.state
        for action in before:
            state = course.game.step(state, action)
        if course.game.is_terminal(state):
            raise UserError("the game is over")
        return before, state, [*course.history, *before]

    def _passes_before(self, player: int, kind: str) -> list[int]:
        """The pass of the other player, if it is not the turn of `player` and the other may pass."""
        course = self._course
        if course.is_over or course.to_play == player:
            return []
        passes = [a for a in course.game.legal_actions(course.state) if course.game.action_names[a] == "pass"]
        if not passes:
            raise UserError(f"{kind}{COLOURS[course.to_play]} is to move")
        return passes


COMMANDS = {
    command.__name__: command
    for command in (
        *(GtpEngine.protocol_version, GtpEngine.name, GtpEngine.version, GtpEngine.known_command),
        *(GtpEngine.list_commands, GtpEngine.quit, GtpEngine.boardsize, GtpEngine.clear_board, GtpEngine.komi),
        *(GtpEngine.play, GtpEngine.genmove, GtpEngine.reg_genmove, GtpEngine.undo, GtpEngine.showboard),
        *(GtpEngine.final_score, GtpEngine.time_settings, GtpEngine.time_left),
    )
}


def info(game: Game, thoughts: Thoughts) -> str:
    """A line of an analysis: chances of winning and priors in ten thousandths, the best move first."""
    alone = Candidate(thoughts.action, 1, 1.0, thoughts.value, [thoughts.action])
    told = [
        f"info move {vertex(game, found.action)} visits {found.visits} winrate {round(5000 * (1 + found.value))} "
        f"prior {round(10000 * found.prior)} order {order} pv {' '.join(vertex(game, a) for a in found.line)}"
        for order, found in enumerate(thoughts.candidates or [alone])
    ]
    return " ".join(told)


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise UserError(_SYNTAX)
    return int(text)


def _player(word: str) -> int:
    player = player_of(word)
    if player is None:
        raise UserError(_SYNTAX)
    return player
