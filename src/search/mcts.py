"""Batched Monte Carlo tree search: B slots, a game each, in lock-step; one evaluator call a step for all.

A slot may begin and end its search at any step, so that a batch stays full whatever the others do. What a slot
finds depends on its state, its seed and the settings alone.
"""

from dataclasses import dataclass

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.rules import Game
from src.search.evaluator import Evaluator, EvaluatorError
from src.search.reuse import child_of_root, keep_subtree
from src.search.root import policy_target, prepare_root
from src.search.select import FPU_CONSTANT, FPU_PARENT, PUCT, SETTINGS, UCT
from src.search.simulate import advance, begin
from src.search.tree import FINISHED, IDLE, NO_CHILD, ROOT, SEARCHING, Forest

RULES = {"puct": PUCT, "uct": UCT}
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

    @property
    def policy_target(self) -> np.ndarray:
        """`[B, A]` see `root.policy_target`."""
        return policy_target(self.visit_counts, self.action_lower, self.action_upper, self.lower, self.upper)

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
    rule: "puct" or "uct"; c_init, c_base: see `select`.
    fpu: "constant" (fpu_value is the value of an untried move; AlphaZero: 0) or "parent" (fpu_value is the
        reduction; KataGo: 0.2).
    noise_fraction, noise_alpha: Dirichlet noise on the root's priors (AlphaZero in self-play: 0.25; 0.3 in chess).
    noise_total_alpha: alpha is this over the number of legal moves (KataGo: 10.83), in place of noise_alpha.
    root_temperature: priors at the root to the power 1 / it (KataGo: 1.25 early, 1.1 later; AlphaZero: 1).
    leaves_per_step: leaves of one slot in a batch; more than one needs virtual losses and searches a little
        less well (Chaslot et al. 2008).
    prove: proven results travel up as bounds (Cazenave and Saffidine 2010).
    margin_weight: share of the margin in the utility, see `utility`.
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
        )
        rows = num_slots * leaves_per_step
        observes = evaluator.reads == "observations"
        self._leaf_states = np.zeros((0 if observes else rows, game.state_size), np.int8)
        self._observations = np.zeros((rows if observes else 0, *game.planes), np.float32)
        self._mask = np.zeros(game.num_actions, np.bool_)
        self._prior_logits = np.zeros((0, game.num_actions), np.float32)
        self._values = np.zeros(0, np.float32)
        self.num_evaluations = 0  # leaves judged since this search was made

    @property
    def num_slots(self) -> int:
        return len(self.forest.slots)

    def begin(self, slot: int, state: np.ndarray, seed: int, num_simulations: int | None = None) -> None:
        """Start a search of `state` in a slot, from nothing. `seed`: 64 bits, of the noise at the root."""
        if self.game.is_terminal(state):
            raise UserError(f"{self.game}: the game is over in this position, so there is no move to search for")
        self._check_budget(num_simulations)
        forest = self.forest
        forest.states[slot, ROOT] = state
        self._set_budget(slot, seed, num_simulations)
        begin(self.game.rules, self.game.spec, forest.slots, forest.nodes, forest.states, slot, self.settings)

    def follow(self, slot: int, action: int, seed: int, num_simulations: int | None = None) -> None:
        """Start the search after `action` was played, with the visits that the tree already has there."""
        self._check_budget(num_simulations)
        forest = self.forest
        child = child_of_root(forest.nodes, forest.edges, slot, action)
        if child == NO_CHILD:
            self.begin(slot, self.game.step(forest.states[slot, ROOT], action), seed, num_simulations)
            return
        keep_subtree(forest.slots, forest.nodes, forest.moves, forest.edges, forest.states, slot, child)
        self._set_budget(slot, seed, num_simulations)
        forest.slots[slot]["status"] = SEARCHING
        prepare_root(forest.slots, forest.nodes, forest.moves, forest.edges, slot, self.settings)

    def _check_budget(self, num_simulations: int | None) -> None:
        if num_simulations is not None and not 1 <= num_simulations <= self.num_simulations:
            raise UserError(
                f"a search of {num_simulations} simulations was asked for; "
                f"this one has room for 1 to {self.num_simulations}"
            )

    def _set_budget(self, slot: int, seed: int, num_simulations: int | None) -> None:
        record = self.forest.slots[slot]
        record["seed"] = np.uint64(seed)
        record["target_visits"] = 1 + (self.num_simulations if num_simulations is None else num_simulations)

    def step(self) -> np.ndarray:
        """Evaluate the leaves of the last step and find the next. Returns the slots that finished, which then rest."""
        forest = self.forest
        num_rows = advance(
            self.game.rules,
            self.game.spec,
            forest.slots,
            forest.nodes,
            forest.moves,
            forest.edges,
            forest.states,
            forest.pending,
            self._prior_logits,
            self._values,
            self._leaf_states,
            self._observations,
            self._mask,
            self.settings,
        )
        if num_rows < 0:
            self._refuse(-1 - num_rows)
        if num_rows > 0:
            self._evaluate(num_rows)
        finished = np.flatnonzero(forest.slots["status"] == FINISHED)
        forest.slots["status"][finished] = IDLE
        return finished

    def _evaluate(self, num_rows: int) -> None:
        leaves = self._observations if self.evaluator.reads == "observations" else self._leaf_states
        prior_logits, values = self.evaluator.evaluate(leaves[:num_rows])
        expected = ((num_rows, self.game.num_actions), (num_rows,))
        if (prior_logits.shape, values.shape) != expected:
            raise EvaluatorError(
                f"evaluator {self.evaluator.name} must answer with shapes {expected[0]} and {expected[1]}, "
                f"not {prior_logits.shape} and {values.shape}"
            )
        self._prior_logits = np.ascontiguousarray(prior_logits, np.float32)
        self._values = np.ascontiguousarray(values, np.float32)
        self.num_evaluations += num_rows

    def _refuse(self, row: int) -> None:
        value = self._values[row]
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
        )

    def run(self, states: np.ndarray, seeds: np.ndarray, num_simulations: int | None = None) -> SearchResult:
        """Search each of `states` `[B, S]`, at most a slot each, with `seeds` `[B]`, to the end."""
        for slot, (state, seed) in enumerate(zip(states, seeds, strict=True)):
            self.begin(slot, state, int(seed), num_simulations)
        num_left = len(states)
        while num_left > 0:
            num_left -= len(self.step())
        return self.result(np.arange(len(states)))
