"""Batched Monte Carlo tree search: B slots, a game each, in lock-step; one evaluator call a step for all.

A slot may begin and end its search at any step, so that a batch stays full whatever the others do; with more slots
than the evaluator's batch has rows it is always full. What a slot finds depends on its state, its seed and the
settings alone.
"""

import numpy as np

from src.files.compiled import bound
from src.files.errors import UserError
from src.games.batch import are_terminal
from src.games.rules import Game
from src.search.cache import FOUND, keep, make_cache
from src.search.evaluator import Evaluator, EvaluatorError
from src.search.knobs import make_knobs
from src.search.leaves import make_batch
from src.search.result import SearchResult, read_result
from src.search.simulate import NUM_FINISHED, advance, begin_all, follow_all
from src.search.symmetry import make_forms
from src.search.task import make_tasks
from src.search.tree import ROOT, Forest


class Search:
    """B slots that search with one evaluator.

    num_simulations: visits of the root after its own evaluation, those kept from an earlier search included; at most
        so many can be asked for.
    leaves_per_step, settings: as for `make_knobs`.
    canonical: an evaluator that reads observations is shown each position in one of its symmetric forms, see
        `symmetry`.
    cache_megabytes: memory for what such an evaluator has said, see `cache`; changes no result.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        *,
        num_slots: int,
        num_simulations: int = 800,
        leaves_per_step: int = 1,
        canonical: bool = False,
        cache_megabytes: float = 0.0,
        **settings,
    ):
        self.game = game
        self.evaluator = evaluator
        self.num_simulations = num_simulations
        self.forest = Forest(game, num_slots, num_simulations, leaves_per_step)
        self.settings = make_knobs(game, evaluator, leaves_per_step=leaves_per_step, **settings)
        observes = evaluator.reads == "observations"
        self.cache = make_cache(game, cache_megabytes if observes else 0.0)
        self._forms = make_forms(game, num_slots, leaves_per_step, canonical=canonical and observes)
        most_rows = getattr(evaluator, "batch_size", num_slots * leaves_per_step)
        self.slots_a_batch = min(num_slots, max(1, most_rows // leaves_per_step))  # so many fill the evaluator's batch
        self._batch = make_batch(game, evaluator, self.slots_a_batch * leaves_per_step, leaves_per_step)
        self._turn = np.zeros(2, np.int64)
        self._finished = np.zeros(num_slots, np.int64)
        self._mask = np.zeros(game.num_actions, np.bool_)
        self._advance = None  # the kernel for the arrays of this search
        self.num_evaluations = 0  # leaves judged since this search was made

    @property
    def num_remembered(self) -> int:
        """Leaves that the cache judged in the evaluator's place."""
        return int(self.cache.counts[FOUND])

    @property
    def num_slots(self) -> int:
        return len(self.forest.slots)

    def begin(
        self, slot: int, state: np.ndarray, seed: int, num_simulations: int | None = None, *, quiet: bool = False
    ) -> None:
        """Start a search of `state` in a slot, from nothing. `seed`: 64 bits, of the noise at the root.

        quiet: for the move alone, without noise, temperature and forced playouts at the root.
        """
        self.begin_all(np.array([slot]), state[None], self.tasks([seed], num_simulations, quiet))

    def follow(
        self, slot: int, action: int, seed: int, num_simulations: int | None = None, *, quiet: bool = False
    ) -> None:
        """Start the search after `action` was played, with the visits that the tree already has there."""
        after = self.game.step(self.forest.states[slot, ROOT], action)
        tasks = self.tasks([seed], num_simulations, quiet)
        self.follow_all(np.array([slot]), np.array([action]), after[None], tasks)

    def tasks(self, seeds, num_simulations=None, quiet=False) -> np.ndarray:
        """`[N]` TASK: what N searches are given; the last two each as one value for all or as `[N]`."""
        asked = self.num_simulations if num_simulations is None else num_simulations
        return make_tasks(seeds, asked, quiet, most=self.num_simulations)

    def begin_all(self, slots: np.ndarray, states: np.ndarray, tasks: np.ndarray) -> None:
        """Start searches of `states` `[N, S]` in `slots` `[N]`, from nothing."""
        self._check_not_over(states)
        forest = self.forest
        begin_all(
            self.game.rules,
            self.game.spec,
            forest.slots,
            forest.nodes,
            forest.states,
            np.ascontiguousarray(slots, np.int64),
            np.ascontiguousarray(states),
            tasks,
            self.settings,
        )

    def follow_all(self, slots: np.ndarray, actions: np.ndarray, states: np.ndarray, tasks: np.ndarray) -> None:
        """Start the searches after `actions` `[N]` were played, which led to `states` `[N, S]`; see `follow`."""
        if self.settings[0]["considered_moves"]:
            raise UserError("sequential halving begins with an empty tree; set reuse_tree=false or considered_moves=0")
        self._check_not_over(states)
        forest = self.forest
        follow_all(
            self.game.rules,
            self.game.spec,
            forest.slots,
            forest.nodes,
            forest.moves,
            forest.edges,
            forest.states,
            forest.root_scores,
            np.ascontiguousarray(slots, np.int64),
            np.ascontiguousarray(actions, np.int64),
            np.ascontiguousarray(states),
            tasks,
            self.settings,
        )

    def _check_not_over(self, states: np.ndarray) -> None:
        ended = np.zeros(len(states), np.bool_)
        are_terminal(self.game.rules, self.game.spec, np.ascontiguousarray(states), ended)
        if ended.any():
            raise UserError(f"{self.game}: the game is over in this position, so there is no move to search for")

    def step(self) -> np.ndarray:
        """Evaluate the leaves of the last step and find the next. Returns the slots that finished, which then rest."""
        forest = self.forest
        arguments = (
            self._turn,
            self._finished,
            self.game.rules,
            self.game.spec,
            forest.slots,
            forest.nodes,
            forest.moves,
            forest.edges,
            forest.states,
            forest.pending,
            forest.root_scores,
            forest.trails,
            self._batch,
            self._forms,
            self.cache,
            self._mask,
            self.settings,
        )
        if self._advance is None:
            self._advance = bound(advance, *arguments)
        num_rows = self._advance(*arguments)
        if num_rows < 0:
            self._refuse(-1 - num_rows)
        if num_rows > 0:
            self._evaluate(int(num_rows))
        return self._finished[: self._turn[NUM_FINISHED]].copy()

    def _evaluate(self, num_rows: int) -> None:
        batch = self._batch
        leaves = batch.observations if self.evaluator.reads == "observations" else batch.states
        prior_logits, values = self.evaluator.evaluate(leaves[:num_rows])
        expected = ((num_rows, self.game.num_actions), (num_rows,))
        if (prior_logits.shape, values.shape) != expected:
            raise EvaluatorError(
                f"evaluator {self.evaluator.name} must answer with shapes {expected[0]} and {expected[1]}, "
                f"not {prior_logits.shape} and {values.shape}"
            )
        prior_logits, values = (np.ascontiguousarray(answer, np.float32) for answer in (prior_logits, values))
        self._batch = batch._replace(prior_logits=prior_logits, values=values)
        self.num_evaluations += num_rows
        if len(self.cache.hashes):
            keep(self.cache, batch.keys, batch.hashes, num_rows, prior_logits, values)

    def _refuse(self, row: int) -> None:
        value = self._batch.values[row]
        what = f"the value {value}" if not -1.0001 <= value <= 1.0001 else "a logit that is not a number"
        raise EvaluatorError(
            f"evaluator {self.evaluator.name} gave {what} for a position; "
            "values must be in [-1, 1] and the logits of legal moves numbers below infinity"
        )

    def result(self, slots: np.ndarray) -> SearchResult:
        """What the searches in `slots` `[B]` found."""
        return read_result(self.forest, self.game.num_actions, np.ascontiguousarray(slots, np.int64), self.settings)

    def run(self, states: np.ndarray, seeds: np.ndarray, num_simulations: int | None = None) -> SearchResult:
        """Search each of `states` `[B, S]`, at most a slot each, with `seeds` `[B]`, to the end."""
        self.begin_all(np.arange(len(states)), states, self.tasks(seeds, num_simulations))
        num_left = len(states)
        while num_left > 0:
            num_left -= len(self.step())
        return self.result(np.arange(len(states)))
