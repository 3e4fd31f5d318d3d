"""Batched Monte Carlo tree search: many games in lock-step, one evaluator for all of them."""
