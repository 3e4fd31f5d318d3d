"""A player that is another program: `gtp:"gnugo --mode gtp --level 1"`.

The program plays on a board of its own, on which the moves of the game it is asked about are played first. It is told
a seed before each move if it knows `set_random_seed`, as GNU Go does; else it may play another game each time.
"""

import numpy as np

from src.arena.outside import OutsideProgram, RefusalError
from src.arena.player import RESIGN, Choices
from src.files.errors import UserError
from src.games.rules import NO_CELL, Game
from src.games.vertices import COLOURS, actions_by_vertex, vertex

SECONDS = 60.0  # for an answer
RESIGNS = "resign"


class GtpPlayer:
    """The moves of the program that `command` starts; see `OutsideProgram` for `seconds` and what is raised.

    Raises UserError, too, for a program that refuses the board or a move, or answers with a move that is illegal.
    """

    num_simulations = None

    def __init__(self, name: str, game: Game, command: str, *, seconds: float = SECONDS):
        self.name = name
        self.game = game
        self.command = command
        self.seconds = seconds
        self._actions = actions_by_vertex(game)
        self._program: OutsideProgram | None = None
        self._takes_seeds = False
        self._played: list[int] | None = None  # on its board, if that is known
        self.version = self._begin()  # a program that cannot play should be refused before the match

    def choose_after(self, histories: list[list[int]], seeds: np.ndarray) -> Choices:
        """A move after each of B `histories`, `RESIGN` where the program gives the game up; without opinions."""
        actions = [self._choose(list(history), int(seed)) for history, seed in zip(histories, seeds, strict=True)]
        return Choices(np.array(actions, np.int64), None)

    def close(self) -> None:
        """End the program; the next move would start it again."""
        if self._program:
            self._program.close()

    def _begin(self) -> str:
        """Start the program and set the board. Returns its name and version."""
        self._program = program = OutsideProgram(self.command, seconds=self.seconds)
        self._takes_seeds = program.knows("set_random_seed")
        sizes = self.game.sizes
        rows, cols = sizes["rows"], sizes["cols"]
        setup = [f"boardsize {cols}" if rows == cols else f"boardsize {cols} {rows}"]
        setup += [f"komi {sizes['komi']:g}"] if "komi" in sizes else []
        try:
            for command in setup:
                program.ask(command)
            self._played = None
            return f"{program.ask('name')} {program.ask('version')}"
        except RefusalError as error:
            raise UserError(f"{error}; {self.game} cannot be played with it") from None

    def _choose(self, history: list[int], seed: int) -> int:
        if not self._program.is_running:
            self._begin()
        state = self._catch_up(history)
        if self._takes_seeds:
            self._program.ask(f"set_random_seed {seed % 2**31}")
        self._played = None  # until the answer is known
        answer = self._program.ask(f"genmove {COLOURS[self.game.to_play(state)]}").lower()
        if answer == RESIGNS:
            return RESIGN
        action = self._actions.get(answer)
        if action is None or not self.game.legal_mask(state)[action]:
            raise UserError(
                f"{self.command} answered {answer[:40]!r} after {len(history)} moves of {self.game}, which is no legal "
                "move there; does it play by the same rules?"
            )
        self._played = [*history, action]
        return action

    def _catch_up(self, history: list[int]) -> np.ndarray:
        """Play on the program's board what is not yet there. Returns the state."""
        game, known = self.game, self._played
        if known is None or history[: len(known)] != known:
            self._program.ask("clear_board")
            known = []
        state = game.initial_state()
        for ply, action in enumerate(history):
            if ply >= len(known):
                self._play(state, action, ply)
            state = game.step(state, action)
        return state

    def _play(self, state: np.ndarray, action: int, ply: int) -> None:
        try:
            self._program.ask(f"play {COLOURS[self.game.to_play(state)]} {vertex(self.game, action)}")
        except RefusalError as error:
            if self.game.legal_actions(state) == [action] and self.game.action_cells[action] == NO_CELL:
                return  # a pass that had to be: programs as Rhino do it by themselves
            raise UserError(f"{error} (move {ply + 1}); does it play {self.game} by the same rules?") from None
