"""What a search found, read from the roots of its trees."""

from dataclasses import dataclass

import numpy as np

from src.files.compiled import kernel
from src.search.gumbel import best_of_most_visited, improved_policy
from src.search.knobs import PUCT
from src.search.root import policy_target, without_forced
from src.search.tree import ROOT, Forest


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


def read_result(forest: Forest, num_actions: int, slots: np.ndarray, settings: np.ndarray) -> SearchResult:
    """What the searches in `slots` `[B]` int64 found; `settings`: see `knobs`."""
    shape = (len(slots), num_actions)
    visits = np.zeros(shape, np.int32)
    priors, q_values = np.zeros(shape, np.float32), np.full(shape, np.nan, np.float32)
    lower, upper = np.full(shape, -1, np.float32), np.full(shape, 1, np.float32)
    values = np.zeros((len(slots), 5), np.float32)
    read_roots(forest.nodes, forest.moves, forest.edges, slots, visits, priors, q_values, lower, upper, values)
    node_value, raw_value, root_lower, root_upper, simulations = values.T
    weights = _target_weights(settings[0], visits, priors, q_values, raw_value, simulations)
    target = policy_target(weights, visits, lower, upper, root_lower, root_upper)
    move_weights = target
    if settings[0]["considered_moves"]:
        scores = forest.root_scores[slots]
        move_weights = _halved_weights(target, scores, visits, q_values, lower, upper, root_lower, root_upper)
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
        move_weights=move_weights,
    )


def _target_weights(knobs, visits, priors, q_values, raw_value, simulations) -> np.ndarray:
    """`[B, A]` what the policy target is made of."""
    if knobs["considered_moves"]:
        return improved_policy(priors, visits, q_values, raw_value)
    if knobs["forced_playouts"] and knobs["rule"] == PUCT:
        num_visits = simulations + 1.0
        c = np.log((1.0 + num_visits + knobs["c_base"]) / knobs["c_base"]) + knobs["c_init"]
        return without_forced(visits, priors, q_values, c * np.sqrt(num_visits), knobs["forced_playouts"])
    return visits


def _halved_weights(target, scores, visits, q_values, lower, upper, root_lower, root_upper) -> np.ndarray:
    """`[B, A]` what the move is drawn by after sequential halving."""
    is_known = (lower == upper) & (visits > 0)
    weights = best_of_most_visited(scores, visits, q_values, is_known, upper >= root_lower[:, None])
    return np.where((root_lower == root_upper)[:, None], target, weights).astype(np.float32)
