"""Batched Monte Carlo tree search: B slots, a game each, in lock-step; one evaluator call a step for all.

A slot may begin and end its search at any step, so that a batch stays full whatever the others do; with more slots
than the evaluator's batch has rows it is always full. What a slot finds depends on its state, its seed and the
settings alone.
"""

from dataclasses import dataclass

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.batch import are_terminal
from src.games.rules import Game
from src.search.cache import FOUND, keep, make_cache
from src.search.evaluator import Evaluator, EvaluatorError
from src.search.gumbel import best_of_most_visited, improved_policy
from src.search.root import policy_target, without_forced
from src.search.select import FPU_CONSTANT, FPU_PARENT, PUCT, SETTINGS, UCT, UCT_PRIOR
from src.search.simulate import TASK, advance, begin_all, follow_all, make_batch
from src.search.symmetry import make_forms
from src.search.tree import FINISHED, IDLE, ROOT, Forest

RULES = {"puct": PUCT, "uct": UCT, "uct_prior": UCT_PRIOR}
FPU_MODES = {"constant": FPU_CONSTANT, "parent": FPU_PARENT}


@dataclass(frozen=True)
class SearchResult:
    """What a search found, a row a slot; every value for the player to move at the root, in [-1, 1]."""

    visit_counts: np.ndarray  # [B, A] int32
    prior_probs: np.ndarray  # [B, A] float32, with noise and temperature; 0 on illegal moves
    q_values: np.ndarray  # [B, A] float32, NaN where a move was not tried
    action_lower: np.ndarray  # [B, A] float32 proven bounds of each move; -1 and 1 where nothing is known
    action_upper: np.ndarray
    node_value: np.ndarray  # [B] float32, the search's opinion, inside the proven bounds
    raw_value: np.ndarray  # [B] float32, the evaluator's
    lower: np.ndarray  # [B] float32 proven bounds of the root
    upper: np.ndarray
    num_simulations: np.ndarray  # [B] int32, those kept from an earlier search included
    policy_target: np.ndarray  # [B, A] float32, see `root.policy_target`
    move_weights: np.ndarray  # [B, A] float32, what the move is drawn by: the target, or `gumbel.best_of_most_visited`

    @property
    def tie_break(self) -> np.ndarray:
        """`[B, A]` what decides between moves with equal targets: the mean value."""
        return np.nan_to_num(self.q_values, nan=-2.0)

    @property
    def is_proven(self) -> np.ndarray:
        return self.lower == self.upper


@kernel
def read_roots(nodes, moves, edges, chosen, visits, priors, q_values, lower, upper, values):
    """Write what the roots of the slots `chosen` `[B]` know; `values` `[B, 5]` as `result` unpacks them."""
    for i in range(chosen.shape[0]):
        b = chosen[i]
        node = nodes[b, ROOT]
        untried = node["first_edge"] + node["num_tried"]
        for e in range(untried, node["first_edge"] + node["num_edges"]):
            priors[i, moves[b, e]["action"]] = moves[b, e]["prior"]
        for e in range(node["first_edge"], untried):
            edge = edges[b, e]
            action = edge["action"]
            visits[i, action] = edge["visits"]
            priors[i, action] = edge["prior"]
            lower[i, action] = edge["lower"]
            upper[i, action] = edge["upper"]
            if edge["visits"] > 0:
                q_values[i, action] = min(max(edge["value_sum"] / edge["visits"], edge["lower"]), edge["upper"])
        values[i, 0] = min(max(node["value_sum"] / node["visits"], node["lower"]), node["upper"])
        values[i, 1] = node["raw_value"]
        values[i, 2] = node["lower"]
        values[i, 3] = node["upper"]
        values[i, 4] = node["visits"] - 1


class Search:
    """B slots that search with one evaluator. All settings default to AlphaZero's (Silver et al. 2018), without noise.

    num_simulations: visits of the root after its own evaluation, those kept from an earlier search included.
    rule: "puct", "uct" or "uct_prior" (which tries every move first); c_init, c_base: see `select`.
    fpu: "constant" (fpu_value is the value of an untried move; AlphaZero: 0) or "parent" (fpu_value is the
        reduction; KataGo: 0.2).
    noise_fraction, noise_alpha: Dirichlet noise on the root's priors (AlphaZero in self-play: 0.25; 0.3 in chess).
    noise_total_alpha: alpha is this over the number of legal moves (KataGo: 10.83), in place of noise_alpha.
    root_temperature: priors at the root to the power 1 / it (KataGo: 1.25 early, 1.1 later; AlphaZero: 1).
    leaves_per_step: leaves of one slot in a batch; more than one needs virtual losses and searches a little
        less well (Chaslot et al. 2008).
    prove: proven results travel up as bounds (Cazenave and Saffidine 2010).
    margin_weight: share of the margin in the utility, see `utility`.
    canonical: an evaluator that reads observations is shown each position in one of its symmetric forms, see
        `symmetry`.
    cache_megabytes: memory for what such an evaluator has said, see `cache`; changes no result.
    considered_moves, gumbel_scale: above 0, the root spends its simulations by sequential halving on so many moves,
        see `gumbel` (Gumbel AlphaZero: 16, and 1 in self-play, else 0). Kept trees do not go with it.
    forced_playouts: every tried move of the root gets sqrt(it * prior * visits) visits, which the policy target leaves
        out unless they found something (KataGo in self-play: 2; 0: none).
    stop_decided: end a search when the visits that are left cannot change which move has the most.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        *,
        num_slots: int,
        num_simulations: int = 800,
        rule: str = "puct",
        c_init: float = 1.25,
        c_base: float = 19652.0,
        fpu: str = "constant",
        fpu_value: float = 0.0,
        noise_fraction: float = 0.0,
        noise_alpha: float = 0.3,
        noise_total_alpha: float = 0.0,
        root_temperature: float = 1.0,
        leaves_per_step: int = 1,
        prove: bool = True,
        margin_weight: float = 0.0,
        canonical: bool = False,
        cache_megabytes: float = 0.0,
        considered_moves: int = 0,
        gumbel_scale: float = 0.0,
        forced_playouts: float = 0.0,
        stop_decided: bool = False,
    ):
        self.game = game
        self.evaluator = evaluator
        self.num_simulations = num_simulations
        self.forest = Forest(game, num_slots, num_simulations, leaves_per_step)
        self.settings = np.zeros(1, SETTINGS)
        self.settings[0] = (
            RULES[rule],
            c_init,
            c_base,
            FPU_MODES[fpu],
            fpu_value,
            root_temperature,
            noise_fraction,
            noise_alpha,
            noise_total_alpha,
            margin_weight,
            game.max_score,
            prove,
            leaves_per_step,
            prove and getattr(evaluator, "is_exact", False),
            evaluator.reads == "observations",
            considered_moves,
            gumbel_scale,
            forced_playouts,
            stop_decided,
        )
        observes = evaluator.reads == "observations"
        self.cache = make_cache(game, cache_megabytes if observes else 0.0)
        self._forms = make_forms(game, num_slots, leaves_per_step, canonical=canonical and observes)
        most_rows = max(leaves_per_step, getattr(evaluator, "batch_size", num_slots * leaves_per_step))
        self._batch = make_batch(game, min(num_slots * leaves_per_step, most_rows), leaves_per_step, observes=observes)
        self._turn = np.zeros(1, np.int64)
        self._mask = np.zeros(game.num_actions, np.bool_)
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
        tasks = np.zeros(len(seeds), TASK)
        tasks["seed"] = np.asarray(seeds, np.uint64)
        tasks["num_simulations"] = self.num_simulations if num_simulations is None else num_simulations
        tasks["is_quiet"] = quiet
        asked = tasks["num_simulations"]
        wrong = asked[(asked < 1) | (asked > self.num_simulations)]
        if len(wrong):
            raise UserError(
                f"a search of {wrong[0]} simulations was asked for; this one has room for 1 to {self.num_simulations}"
            )
        return tasks

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
        num_rows = advance(
            self._turn,
            self.game.rules,
            self.game.spec,
            forest.slots,
            forest.nodes,
            forest.moves,
            forest.edges,
            forest.states,
            forest.pending,
            forest.root_scores,
            self._batch,
            self._forms,
            self.cache,
            self._mask,
            self.settings,
        )
        if num_rows < 0:
            self._refuse(-1 - num_rows)
        if num_rows > 0:
            self._evaluate(int(num_rows))
        finished = np.flatnonzero(forest.slots["status"] == FINISHED)
        forest.slots["status"][finished] = IDLE
        return finished

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
            keep(self.cache, batch.words, num_rows, prior_logits, values)

    def _refuse(self, row: int) -> None:
        value = self._batch.values[row]
        what = f"the value {value}" if not -1.0001 <= value <= 1.0001 else "a logit that is not a number"
        raise EvaluatorError(
            f"evaluator {self.evaluator.name} gave {what} for a position; "
            "values must be in [-1, 1] and the logits of legal moves numbers below infinity"
        )

    def result(self, slots: np.ndarray) -> SearchResult:
        """What the searches in `slots` `[B]` found."""
        shape = (len(slots), self.game.num_actions)
        visits = np.zeros(shape, np.int32)
        priors, q_values = np.zeros(shape, np.float32), np.full(shape, np.nan, np.float32)
        lower, upper = np.full(shape, -1, np.float32), np.full(shape, 1, np.float32)
        values = np.zeros((len(slots), 5), np.float32)
        chosen = np.ascontiguousarray(slots, np.int64)
        forest = self.forest
        read_roots(forest.nodes, forest.moves, forest.edges, chosen, visits, priors, q_values, lower, upper, values)
        node_value, raw_value, root_lower, root_upper, simulations = values.T
        weights = self._target_weights(visits, priors, q_values, raw_value, simulations)
        target = policy_target(weights, visits, lower, upper, root_lower, root_upper)
        return SearchResult(
            visit_counts=visits,
            prior_probs=priors,
            q_values=q_values,
            action_lower=lower,
            action_upper=upper,
            node_value=node_value,
            raw_value=raw_value,
            lower=root_lower,
            upper=root_upper,
            num_simulations=simulations.astype(np.int32),
            policy_target=target,
            move_weights=self._move_weights(target, chosen, visits, q_values, lower, upper, root_lower, root_upper),
        )

    def _target_weights(self, visits, priors, q_values, raw_value, simulations) -> np.ndarray:
        """`[B, A]` what the policy target is made of."""
        knobs = self.settings[0]
        if knobs["considered_moves"]:
            return improved_policy(priors, visits, q_values, raw_value)
        if knobs["forced_playouts"] and knobs["rule"] == PUCT:
            num_visits = simulations + 1.0
            c = np.log((1.0 + num_visits + knobs["c_base"]) / knobs["c_base"]) + knobs["c_init"]
            return without_forced(visits, priors, q_values, c * np.sqrt(num_visits), knobs["forced_playouts"])
        return visits

    def _move_weights(self, target, slots, visits, q_values, lower, upper, root_lower, root_upper) -> np.ndarray:
        """`[B, A]` see `SearchResult.move_weights`."""
        if not self.settings[0]["considered_moves"]:
            return target
        is_known = (lower == upper) & (visits > 0)
        weights = best_of_most_visited(
            self.forest.root_scores[slots], visits, q_values, is_known, upper >= root_lower[:, None]
        )
        return np.where((root_lower == root_upper)[:, None], target, weights).astype(np.float32)

    def run(self, states: np.ndarray, seeds: np.ndarray, num_simulations: int | None = None) -> SearchResult:
        """Search each of `states` `[B, S]`, at most a slot each, with `seeds` `[B]`, to the end."""
        self.begin_all(np.arange(len(states)), states, self.tasks(seeds, num_simulations))
        num_left = len(states)
        while num_left > 0:
            num_left -= len(self.step())
        return self.result(np.arange(len(states)))
