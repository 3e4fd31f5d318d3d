"""A game in the terminal: `python -m src.play terminal game=dots player=champion:50`.

A line is a move, by its name, or a command; `help` lists them.
"""

import sys

import numpy as np

from src import commands, entry, games
from src.arena.player import RESIGN, HistoryPlayer, Player
from src.files.errors import UserError
from src.games.draw import OWNERS, STONES
from src.games.history import parse_history
from src.games.rules import Game
from src.play.course import Course
from src.play.judged import find_referee, values_of
from src.play.picture import labelled
from src.play.seat import seated
from src.play.thinking import Thinker, Thoughts
from src.solvers.referee import Referee

USAGE = "usage: python -m src.play terminal game=dots game.rows=3 game.cols=3 player=champion:50 side=first"
HELP = """a move by its name, or
  hint      what the other side would play in your place
  analyse   what it thinks of each move, and what exact play says where it can be known
  undo      take your last move back
  sides     change sides
  new       begin again
  quit      stop"""
SIDES = {"first": (0,), "second": (1,), "both": (0, 1), "none": ()}  # the seats of the person
NUM_SHOWN = 8  # moves of an analysis


class Terminal:
    """A person against a player."""

    def __init__(self, game: Game, player: Player | HistoryPlayer, judge: Referee | None, *, side: str, seed: int):
        self.game = game
        self.letters = OWNERS if game.picture == "edges" else STONES
        self.name = player.name
        self._thinker = Thinker(game, player)
        self._judge = judge
        self._seats = SIDES[side]
        self._seeds = np.random.default_rng(seed)
        self._course = Course(game)
        self._is_given_up = False
        self._commands = {
            "hint": self._hint, "analyse": self._analyse, "undo": self._undo, "sides": self._change_sides,
            "new": self._new, "help": lambda: print(HELP),
        }  # fmt: skip

    def play(self) -> None:
        """Until the person quits, or, if nobody can type, until the game is over."""
        print(f"{self.game}; {self.letters[0]} begins. Type help for what can be typed.\n")
        self._show()
        while True:
            if self._is_over:
                if not self._seats:
                    return
                prompt = "new, undo or quit: "
            elif self._course.to_play in self._seats:
                prompt = f"{self.letters[self._course.to_play]}, your move: "
            else:
                self._answer()
                continue
            typed = _typed(prompt)
            if typed is None or typed == "quit":
                return
            self._obey(typed)

    @property
    def _is_over(self) -> bool:
        return self._is_given_up or self._course.is_over

    def _obey(self, typed: str) -> None:
        """One line of the person's; a mistake in it is told and changes nothing."""
        try:
            if typed.lower() in self._commands:
                self._commands[typed.lower()]()
            elif typed:
                self._play_typed(typed)
        except UserError as error:
            print(error)

    def _play_typed(self, typed: str) -> None:
        names = {name.lower(): name for name in self.game.action_names}
        history = parse_history(self.game, names.get(typed.lower(), typed))
        if len(history) != 1 or self._is_over:
            raise UserError("the game is over; new begins another" if self._is_over else "type one move at a time")
        if not self.game.legal_mask(self._course.state)[history[0]]:
            legal = " ".join(self.game.action_names[action] for action in self.game.legal_actions(self._course.state))
            raise UserError(f"{typed} cannot be played now; what can: {legal}")
        self._course.play(*history)
        self._show()

    def _answer(self) -> None:
        """The player's move."""
        letter = self.letters[self._course.to_play]
        thoughts = self._think()
        if thoughts.action == RESIGN:
            self._is_given_up = True
            print(f"{letter} ({self.name}) gives the game up\n")
            return
        self._course.play(thoughts.action)
        value = "" if thoughts.value is None else f", and thinks {thoughts.value:+.2f}"
        print(f"{letter} ({self.name}) plays {self.game.action_names[thoughts.action]}{value}\n")
        self._show()

    def _think(self) -> Thoughts:
        course = self._course
        if self._is_over:
            raise UserError("the game is over; new begins another")
        return self._thinker.think(course.state, course.history, int(self._seeds.integers(2**63)))

    def _show(self) -> None:
        print(labelled(self.game, self._course.state, self._course.history) + "\n")

    # ---- commands -----------------------------------------------------------------------------------------------

    def _hint(self) -> None:
        thoughts = self._think()
        name = (
            "nothing more: it would give up" if thoughts.action == RESIGN else self.game.action_names[thoughts.action]
        )
        print(f"{self.name} would play {name}" + ("" if thoughts.value is None else f" ({thoughts.value:+.2f})"))

    def _analyse(self) -> None:
        thoughts, exact = self._think(), values_of(self._judge, self._course.state)
        if not thoughts.candidates and exact is None:
            raise UserError(f"{self.name} looks at no moves one by one, and exact play is not known here")
        if thoughts.candidates:
            print(f"  move   visits  prior  value{'  exact' if exact else ''}  what is expected")
        for found in thoughts.candidates[:NUM_SHOWN]:
            name, *rest = (self.game.action_names[action] for action in found.line)
            known = f"  {int(exact.margins[found.action]):+5d}" if exact else ""
            told = f"  {name:5}{found.visits:8}{found.prior:7.2f}{found.value:+7.2f}{known}  {' '.join(rest)}"
            print(told.rstrip())
        if exact:
            best = " ".join(self.game.action_names[action] for action in exact.optimal_actions)
            print(f"exact play: {exact.margin:+d} with {best}")

    def _undo(self) -> None:
        """Back to where the person may choose again, past what the player answered."""
        self._course.undo()
        self._is_given_up = False
        while self._seats and self._course.history and self._course.to_play not in self._seats:
            self._course.undo()
        self._show()

    def _change_sides(self) -> None:
        if len(self._seats) != 1:
            raise UserError("both sides are yours already")
        self._seats = (1 - self._seats[0],)

    def _new(self) -> None:
        self._course = Course(self.game)
        self._is_given_up = False
        self._show()


def _typed(prompt: str) -> str | None:
    """A line of the person's without blanks around it; None when there are no more."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def main(chosen: commands.TerminalSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    player = seated(chosen.player, game, say=lambda sentence: print(sentence, file=sys.stderr), **chosen.seat)
    judge = find_referee(game, chosen.big_table)
    Terminal(game, player, judge, side=chosen.side, seed=chosen.seed).play()


if __name__ == "__main__":
    entry.enter(main, "terminal", commands.TerminalSettings, USAGE, sys.argv[1:])
