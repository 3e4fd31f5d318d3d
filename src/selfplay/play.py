"""Many games in lock-step: finished ones leave, new ones enter, and all that were started are finished.

Games that end early do not come to be preferred, since every game that was asked for is played to its end.
Searches that finished wait for each other while the rest fill the evaluator's batch: many moves then share the cost
of being played, and no game's record depends on when that is.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from src.games.batch import legal_masks
from src.games.rules import Game
from src.records.schema import PlayedGame
from src.search.evaluator import Evaluator
from src.search.mcts import Search
from src.search.root import choose_actions, move_temperature
from src.selfplay.curriculum import Openings, openings_at, simulations_at
from src.selfplay.seeds import FULL, KEEP, MOVE, OPENING, STRAY, TREE, ply_seeds, ply_uniforms
from src.selfplay.tables import Tables

NO_SLOTS = np.zeros(0, np.int64)


class SelfPlay:
    """Plays games with one evaluator, up to `num_slots` at a time.

    opening_share: share of games that begin with random moves, 1 to `opening_plies` of them, each number alike;
        exactness on all positions needs positions that good play never reaches.
    temperature, temperature_plies, temperature_final: see `root.move_temperature`; plies count from the game's start.
    random_share: share of the moves, of those in targets, that are drawn from all legal ones: what follows on an odd
        move is learnt, too, and training does not hold the odd move against what came before (`records.returns.trust`).
    reuse_tree: keep what a search found below the move played.
    proven_share: share of the positions with a proven result that become targets. They are most of all positions
        and soon known; what lies before them is where there is something to learn.
    generation, first_simulations, growth_generations, easy_generations: see `curriculum`.
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
        random_share: float = 0.0,
        reuse_tree: bool = False,
        proven_share: float = 1.0,
        generation: int | None = None,
        first_simulations: int = 1,
        growth_generations: int = 0,
        easy_generations: int = 0,
        full_share: float = 1.0,
        fast_simulations: int = 1,
        **search,
    ):
        self.game = game
        self.search = Search(game, evaluator, num_slots=num_slots, **search)
        self.openings = openings_at(
            generation,
            Openings(opening_share, 1, opening_plies),
            easy_generations=easy_generations,
            max_plies=game.max_plies,
        )
        self.num_simulations = simulations_at(
            generation,
            self.search.num_simulations,
            first=first_simulations,
            growth_generations=growth_generations,
        )
        self.schedule = {"temperature": temperature, "plies": temperature_plies, "final": temperature_final}
        self.random_share = random_share
        self.reuse_tree = reuse_tree
        self.proven_share = proven_share
        self.full_share = full_share
        self.fast_simulations = min(fast_simulations, self.num_simulations)
        self.tables = Tables(game, num_slots)  # one a slot

    def play(self, games: Iterable[tuple[int, np.uint64]]) -> Iterator[list[PlayedGame]]:
        """Play the games named by (number, seed); after each step of the search, the records of those that ended."""
        waiting = iter(games)
        self._seat(np.arange(self.search.num_slots), waiting)
        finished = NO_SLOTS
        while self.tables.num_playing > 0:
            finished = np.concatenate([finished, self.search.step()])
            records = []
            if self.tables.num_playing - len(finished) < self.search.slots_a_batch:
                ended, finished = self._move(finished), NO_SLOTS
                records = [self.tables.leave(slot) for slot in ended.tolist()]
                self._seat(ended, waiting)
            yield records

    def _seat(self, slots: np.ndarray, waiting: Iterator[tuple[int, np.uint64]]) -> None:
        """Begin the next games in the slots, as many as there are."""
        following = list(islice(waiting, len(slots)))
        if following:
            slots = slots[: len(following)]
            seeds = ply_seeds(np.array([seed for _, seed in following]), np.zeros(len(slots), np.int64), OPENING)
            self.tables.open(slots, following, seeds, self.openings)
            self.search.begin_all(slots, self.tables.states[slots], self._tasks(slots))

    def _tasks(self, slots: np.ndarray) -> np.ndarray:
        """What the searches in the slots are given."""
        draws = self._draws(slots)
        is_full = self._are_full(*draws)
        budgets = np.where(is_full, self.num_simulations, self.fast_simulations)
        return self.search.tasks(ply_seeds(*draws, TREE), budgets, ~is_full)

    def _draws(self, slots: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """`[B]` seeds of the games in the slots, and their plies."""
        return self.tables.seeds[slots], self.tables.plies[slots]

    def _are_full(self, seeds: np.ndarray, plies: np.ndarray) -> np.ndarray:
        """`[B]` which moves are searched in full."""
        return ply_uniforms(seeds, plies, FULL) < self.full_share

    def _move(self, slots: np.ndarray) -> np.ndarray:
        """Play the moves of the searches that finished. Returns the slots whose games ended."""
        if len(slots) == 0:
            return slots
        found = self.search.result(slots)
        seeds, plies = self._draws(slots)
        is_learnt = ~found.is_proven | (ply_uniforms(seeds, plies, KEEP) < self.proven_share)
        is_learnt &= self._are_full(seeds, plies)
        strays = is_learnt & (ply_uniforms(seeds, plies, STRAY) < self.random_share)
        temperature = move_temperature(plies, **self.schedule)
        draws = ply_uniforms(seeds, plies, MOVE)
        actions = choose_actions(found.move_weights, temperature, draws, found.tie_break)
        actions[strays] = self._any_moves(slots[strays], draws[strays])
        target = found.policy_target * is_learnt[:, None]
        self.tables.note(slots, target, found.visit_counts, found.num_simulations, found.node_value)
        ended = self.tables.play(slots, actions)
        self._think_on(slots[~ended], actions[~ended])
        return slots[ended]

    def _any_moves(self, slots: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """`[B]` a legal move for each draw, all alike."""
        masks = np.zeros((len(slots), self.game.num_actions), np.bool_)
        legal_masks(self.game.rules, self.game.spec, self.tables.states[slots], masks)
        return choose_actions(masks, np.ones(len(slots)), draws)

    def _think_on(self, slots: np.ndarray, actions: np.ndarray) -> None:
        """Begin the next searches, from nothing or from what the last ones found below the moves played."""
        if len(slots) == 0:
            return
        states, tasks = self.tables.states[slots], self._tasks(slots)
        if self.reuse_tree:
            self.search.follow_all(slots, actions, states, tasks)
        else:
            self.search.begin_all(slots, states, tasks)
