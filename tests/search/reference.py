"""A slow search of one game in plain Python, written from the papers' formulas alone: the oracle of the fast one.

No arrays, no order of edges, every edge looked at; bounds are found anew from the children each time.
"""

import math

import numpy as np


class Reference:
    """One tree. `evaluate(state)` gives (logits, value for the player to move)."""

    def __init__(self, game, evaluate, *, c_init=1.25, c_base=19652.0, rule="puct", fpu_reduction=None, prove=True):
        self.game, self.evaluate = game, evaluate
        self.c_init, self.c_base, self.rule, self.fpu_reduction = c_init, c_base, rule, fpu_reduction
        self.prove = prove

    def node(self, state):
        return {"state": state, "player": self.game.to_play(state), "visits": 0, "sum": 0.0, "children": None}

    def search(self, state, num_simulations):
        """Visit counts by action, mean value and bounds of the root."""
        root = self.node(state)
        self.expand(root)
        root["visits"], root["sum"] = 1, root["raw"]
        for _ in range(num_simulations):
            if self.settled(root):
                break
            self.simulate(root, is_root=True)
        counts = [0] * self.game.num_actions
        for action, edge in root["children"].items():
            counts[action] = edge["visits"]
        return counts, root["sum"] / root["visits"], self.bounds(root)

    def expand(self, node):
        logits, value = self.evaluate(node["state"])
        actions = self.game.legal_actions(node["state"])
        weights = {a: math.exp(float(logits[a]) - max(float(logits[i]) for i in actions)) for a in actions}
        total = sum(weights.values())
        node["children"] = {
            a: {"prior": np.float32(np.float32(weights[a]) / total), "visits": 0, "sum": 0.0, "node": None}
            for a in actions
        }
        node["raw"] = float(value)

    def bounds(self, node):
        """Proven [lower, upper] for the player to move at the node."""
        if self.game.is_terminal(node["state"]):
            value = self.game.returns(node["state"], node["player"])
            return value, value
        if not self.prove or node["children"] is None:
            return -1, 1
        known = [self.edge_bounds(node, edge) for edge in node["children"].values()]
        return max(low for low, _ in known), max(high for _, high in known)

    def edge_bounds(self, node, edge):
        if edge["node"] is None or not self.prove:
            return -1, 1
        low, high = self.bounds(edge["node"])
        return (low, high) if edge["node"]["player"] == node["player"] else (-high, -low)

    def settled(self, root):
        low, high = self.bounds(root)
        if low != high:
            return False
        known = [self.edge_bounds(root, edge) for edge in root["children"].values()]
        return all(upper < low or upper == lower for lower, upper in known)

    def preference(self, node, action):
        """Score; of equal ones a tried edge before an untried, and then the larger prior."""
        edge = node["children"][action]
        return self.score(node, action), edge["visits"] > 0, edge["prior"]

    def score(self, node, action):
        edge = node["children"][action]
        n, big_n = edge["visits"], node["visits"]
        if self.rule == "uct_prior":
            u = self.c_init * edge["prior"] * math.sqrt(math.log(big_n) / n) if n else math.inf
        elif self.rule == "uct":
            u = self.c_init * edge["prior"] * math.sqrt(math.log(big_n) / (1 + n))
        else:
            c = math.log((1 + big_n + self.c_base) / self.c_base) + self.c_init
            u = c * edge["prior"] * math.sqrt(big_n) / (1 + n)
        if n:
            lower, upper = self.edge_bounds(node, edge)
            return min(max(edge["sum"] / n, lower), upper) + u
        if self.fpu_reduction is None:
            return 0.0 + u
        tried = sum(float(e["prior"]) for e in node["children"].values() if e["visits"])
        lower, upper = self.bounds(node)
        mean = min(max(node["sum"] / node["visits"], lower), upper)
        return max(mean - self.fpu_reduction * math.sqrt(tried), -1.0) + u

    def candidates(self, node, is_root):
        low, high = self.bounds(node)
        found = []
        for action, edge in node["children"].items():
            edge_low, edge_high = self.edge_bounds(node, edge)
            hopeless = edge_high <= low and edge_low < low
            if is_root:
                hopeless = edge_high < low or (low == high and edge_low == edge_high)
            if not hopeless:
                found.append(action)
        return found

    def simulate(self, node, is_root=False):
        """One simulation below `node`; its value for the player to move there."""
        low, high = self.bounds(node)
        if node["children"] is not None and not is_root and low == high:
            value = float(low)
        else:
            actions = self.candidates(node, is_root)
            action = max(actions, key=lambda a: self.preference(node, a))
            edge = node["children"][action]
            if edge["node"] is None:
                edge["node"] = child = self.node(self.game.step(node["state"], action))
                if self.game.is_terminal(child["state"]):
                    value = float(self.game.returns(child["state"], child["player"]))
                else:
                    self.expand(child)
                    value = child["raw"]
                child["visits"], child["sum"] = 1, value
            elif self.game.is_terminal(edge["node"]["state"]):
                value = float(self.game.returns(edge["node"]["state"], edge["node"]["player"]))
            else:
                value = self.simulate(edge["node"])
            if edge["node"]["player"] != node["player"]:
                value = -value
            edge["visits"] += 1
            edge["sum"] += value
        node["visits"] += 1
        node["sum"] += value
        return value
