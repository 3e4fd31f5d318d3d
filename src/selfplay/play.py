"""Many games in lock-step: finished ones leave, new ones enter, and all that were started are finished.

Games that end early do not come to be preferred, since every game that was asked for is played to its end.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from src.games.rules import Game
from src.records.schema import PlayedGame
from src.search.evaluator import Evaluator
from src.search.mcts import Search, SearchResult
from src.search.root import choose_actions, move_temperature
from src.selfplay.seeds import FULL, KEEP, MOVE, OPENING, TREE, ply_seeds, ply_uniforms


@dataclass
class Table:
    """A game under way."""

    game_id: int
    seed: np.uint64
    state: np.ndarray
    num_opening: int
    moves: list[int]
    num_simulations: list[int] = field(default_factory=list)
    root_values: list[float] = field(default_factory=list)
    policies: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = field(default_factory=list)  # actions, probs, visits

    def record(self, game: Game) -> PlayedGame:
        """The finished game; plies of the opening are no targets."""
        opening = self.num_opening
        actions, probs, visits = zip(*self.policies, strict=True)
        return PlayedGame(
            game_id=self.game_id,
            seed=int(self.seed),
            num_opening=opening,
            moves=np.array(self.moves, np.int16),
            is_target=np.array([False] * opening + [len(each) > 0 for each in actions]),
            num_simulations=np.array([0] * opening + self.num_simulations, np.int32),
            root_value=np.array([0.0] * opening + self.root_values, np.float32),
            policy_sizes=np.array([0] * opening + [len(each) for each in actions], np.int16),
            policy_actions=np.concatenate(actions).astype(np.int16),
            policy_probs=np.concatenate(probs).astype(np.float32),
            visit_counts=np.concatenate(visits).astype(np.int32),
            result=game.returns(self.state, 0),
            margin=game.score(self.state, 0),
        )


class SelfPlay:
    """Plays games with one evaluator, up to `num_slots` at a time.

    opening_share: share of games that begin with random moves, 1 to `opening_plies` of them, each number alike;
        exactness on all positions needs positions that good play never reaches.
    temperature, temperature_plies, temperature_final: see `root.move_temperature`; plies count from the game's start.
    reuse_tree: keep what a search found below the move played.
    proven_share: share of the positions with a proven result that become targets. They are most of all positions
        and soon known; what lies before them is where there is something to learn.
    full_share, fast_simulations: share of the moves that are searched in full; the others get so few simulations,
        quietly, and are no targets (playout cap randomization, Wu 2019, section 3.1; KataGo: 0.25).
    search: as for `Search`.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        *,
        num_slots: int,
        opening_share: float = 0.0,
        opening_plies: int = 0,
        temperature: float = 1.0,
        temperature_plies: int = 30,
        temperature_final: float = 0.0,
        reuse_tree: bool = False,
        proven_share: float = 1.0,
        full_share: float = 1.0,
        fast_simulations: int = 1,
        **search,
    ):
        self.game = game
        self.search = Search(game, evaluator, num_slots=num_slots, **search)
        self.opening_share = opening_share
        self.opening_plies = opening_plies
        self.schedule = {"temperature": temperature, "plies": temperature_plies, "final": temperature_final}
        self.reuse_tree = reuse_tree
        self.proven_share = proven_share
        self.full_share = full_share
        self.fast_simulations = min(fast_simulations, self.search.num_simulations)
        self._tables: dict[int, Table] = {}  # by slot

    def play(self, games: Iterable[tuple[int, np.uint64]]) -> Iterator[list[PlayedGame]]:
        """Play the games named by (number, seed); after each step of the search, the records of those that ended."""
        waiting = iter(games)
        for slot in range(self.search.num_slots):
            self._seat(slot, waiting)
        while self._tables:
            slots = self.search.step()
            yield [self._leave(slot, waiting) for slot in self._move(slots)]

    def _seat(self, slot: int, waiting: Iterator[tuple[int, np.uint64]]) -> None:
        """Begin the next game in a slot, if there is one."""
        following = next(waiting, None)
        if following is not None:
            self._tables[slot] = self._open(*following)
            self._think([slot])

    def _leave(self, slot: int, waiting: Iterator[tuple[int, np.uint64]]) -> PlayedGame:
        """The record of the game that ended in a slot, where the next one begins."""
        record = self._tables.pop(slot).record(self.game)
        self._seat(slot, waiting)
        return record

    def _open(self, game_id: int, seed: np.uint64) -> Table:
        """A new game, perhaps after random moves; at least one move is left to play."""
        game = self.game
        rng = np.random.default_rng([int(seed), OPENING])
        state, moves = game.initial_state(), []
        num_opening = rng.integers(1, self.opening_plies + 1) if rng.random() < self.opening_share else 0
        for _ in range(num_opening):
            action = int(rng.choice(game.legal_actions(state)))
            after = game.step(state, action)
            if game.is_terminal(after):
                break
            state = after
            moves.append(action)
        return Table(game_id, seed, state, len(moves), moves)

    def _draws(self, slots: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """`[B]` seeds of the games in the slots, and their plies."""
        tables = [self._tables[slot] for slot in slots]
        return np.array([table.seed for table in tables]), np.array([len(table.moves) for table in tables])

    def _think(self, slots: list[int]) -> None:
        """Begin a search, from nothing or from what the last one found below the move played."""
        draws = self._draws(slots)
        for slot, seed, is_full in zip(slots, ply_seeds(*draws, TREE), self._are_full(*draws), strict=True):
            table = self._tables[slot]
            budget = {"num_simulations": None if is_full else self.fast_simulations, "quiet": not is_full}
            if self.reuse_tree and len(table.moves) > table.num_opening:
                self.search.follow(slot, table.moves[-1], int(seed), **budget)
            else:
                self.search.begin(slot, table.state, int(seed), **budget)

    def _are_full(self, seeds: np.ndarray, plies: np.ndarray) -> np.ndarray:
        """`[B]` which moves are searched in full."""
        return ply_uniforms(seeds, plies, FULL) < self.full_share

    def _move(self, slots: np.ndarray) -> list[int]:
        """Play the moves of the searches that finished. Returns the slots whose games ended."""
        if len(slots) == 0:
            return []
        found = self.search.result(slots)
        target = found.policy_target
        seeds, plies = self._draws(slots.tolist())
        actions = choose_actions(
            found.move_weights,
            move_temperature(plies, **self.schedule),
            ply_uniforms(seeds, plies, MOVE),
            found.tie_break,
        )
        kept = ~found.is_proven | (ply_uniforms(seeds, plies, KEEP) < self.proven_share)
        kept &= self._are_full(seeds, plies)
        ended, going_on = [], []
        for row, slot in enumerate(slots.tolist()):
            table = self._tables[slot]
            self._note(table, found, target[row] * kept[row], row)
            action = int(actions[row])
            table.moves.append(action)
            self.game.functions["step"](self.game.spec, table.state, action)
            (ended if self.game.is_terminal(table.state) else going_on).append(slot)
        if going_on:
            self._think(going_on)
        return ended

    def _note(self, table: Table, found: SearchResult, target: np.ndarray, row: int) -> None:
        """Write down what a search found: the moves with a share of the policy target `[A]`, which may be none."""
        actions = np.flatnonzero(target)
        table.policies.append((actions, target[actions], found.visit_counts[row, actions]))
        table.num_simulations.append(int(found.num_simulations[row]))
        table.root_values.append(float(found.node_value[row]))
