"""A player's moves against exact play: `python -m src.arena.audit game=dots player=rollout:1000 positions=FILE`.

A mistake is a move that worsens the game's result; regret is the margin it gives away. One JSON object goes to
standard output, all else to standard error.
"""

import sys
import time
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeRemainingColumn

from src import commands, entry, games
from src.arena.player import RESIGN, Player, choose
from src.arena.players import make_player
from src.arena.positions import Position, load_positions
from src.arena.search_players import slots_for
from src.arena.simple_players import ExactPlayer
from src.files.errors import UserError
from src.games.rules import Game, sign
from src.solvers.referee import MoveValues

USAGE = "usage: python -m src.arena.audit game=dots game.rows=3 game.cols=3 player=PLAYER positions=FILE"
STAGE = 4  # plies that are counted together


@dataclass
class Moves:
    """Counts over the moves judged so far."""

    positions: int = 0
    mistakes_possible: int = 0
    mistakes: int = 0
    regret: int = 0

    def judge(self, position: Position, action: int) -> None:
        values = position.move_values
        self.positions += 1
        self.mistakes_possible += min(map(sign, values.values())) < sign(position.best)
        self.mistakes += sign(values[action]) < sign(position.best)
        self.regret += position.best - values[action]

    def numbers(self) -> dict:
        return {
            "positions": self.positions,
            "mistakes_possible": self.mistakes_possible,
            "mistakes": self.mistakes,
            "mean_regret": self.regret / self.positions if self.positions else None,
        }


@dataclass
class Audit(Moves):
    """Counts over the positions judged so far, and over those of each stage of the game."""

    stages: dict[int, Moves] = field(default_factory=dict)  # by their first ply
    opinions: int = 0  # positions that are not even, if the player has an opinion of its own
    right_opinions: int = 0
    value_differences: int | None = None

    def add(self, position: Position, action: int, value: float | None) -> None:
        """Judge a move, and the player's opinion of the position if it has one."""
        self.judge(position, action)
        first_ply = len(position.history) // STAGE * STAGE
        self.stages.setdefault(first_ply, Moves()).judge(position, action)
        if value is not None and position.best != 0:
            self.opinions += 1
            self.right_opinions += np.sign(value) == sign(position.best)

    def compare(self, position: Position, judged: MoveValues) -> None:
        """Count the moves whose value differs from the file's."""
        differences = sum(judged.margins[action] != value for action, value in position.move_values.items())
        self.value_differences = (self.value_differences or 0) + int(differences)

    def report(self) -> dict:
        """The numbers, with the 95 % interval of the mistake rate; `by_ply` counts moves played before the position."""
        numbers = self.numbers() | {
            "mistake_rate": self.mistakes / self.mistakes_possible if self.mistakes_possible else None,
            "mistake_rate_95": wilson(self.mistakes, self.mistakes_possible),
            "value_sign_agreement": self.right_opinions / self.opinions if self.opinions else None,
            "by_ply": [
                {"plies": [first, first + STAGE - 1]} | moves.numbers() for first, moves in sorted(self.stages.items())
            ],
        }
        if self.value_differences is not None:
            numbers["value_differences"] = self.value_differences
        return numbers


def wilson(successes: int, trials: int) -> list[float] | None:
    """The 95 % interval of a share (Wilson 1927)."""
    from scipy.stats import binomtest

    if trials == 0:
        return None
    interval = binomtest(successes, trials).proportion_ci(method="wilson")
    return [float(interval.low), float(interval.high)]


def batches(positions: list[Position], size: int) -> list[list[Position]]:
    return [positions[start : start + size] for start in range(0, len(positions), size)]


def audit(player: Player, positions: list[Position], *, batch_size: int, seed: int, tell=lambda done: None) -> Audit:
    """Let the player move in every position; Ctrl-C ends it with what is done. `tell` hears how many are."""
    counts = Audit()
    seeds = np.random.default_rng(seed).integers(2**63, size=len(positions), dtype=np.uint64)
    try:
        for batch in batches(positions, batch_size):
            first = counts.positions
            states = np.stack([position.state for position in batch])
            histories = [position.history for position in batch]
            chosen = choose(player, states, histories, seeds[first : first + len(batch)])
            if (chosen.actions == RESIGN).any():
                raise UserError(f"{player.name} gave a position up, and an audit needs a move; tell it never to resign")
            values = [None] * len(batch) if chosen.values is None else chosen.values
            for position, action, value in zip(batch, chosen.actions.tolist(), values, strict=True):
                counts.add(position, action, value)
                if isinstance(player, ExactPlayer):
                    counts.compare(position, player.referee.move_values(position.state))
            tell(counts.positions)
    except KeyboardInterrupt:
        print(f"stopped after {counts.positions} of {len(positions)} positions", file=sys.stderr)
    return counts


def main(chosen: commands.AuditSettings) -> None:
    started = time.perf_counter()
    game: Game = games.make(chosen.game.name, **chosen.game.sizes)
    player = make_player(chosen.player, game, **chosen.seat)
    positions = load_positions(chosen.positions, game, chosen.seed, big_table=chosen.big_table)
    size = slots_for(game, player.num_simulations or 0, chosen.mcts.leaves_per_step)
    columns = (*Progress.get_default_columns()[:3], TextColumn("{task.completed}/{task.total}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{chosen.player} on {game}", total=len(positions))

        def tell(done: int) -> None:
            progress.update(task, completed=done)

        counts = audit(player, positions, batch_size=size, seed=chosen.seed, tell=tell)
    report = counts.report() | {
        "player": chosen.player,
        "num_simulations": player.num_simulations,
        "positions_from": chosen.positions,
        "positions_given": len(positions),
    }
    entry.tell(report, chosen, game, started)


if __name__ == "__main__":
    entry.enter(main, "audit", commands.AuditSettings, USAGE, sys.argv[1:])
