"""Self-play as pgx's own example has it: games of pgx, Gumbel AlphaZero's search of mctx, all compiled by JAX."""

from collections.abc import Callable
from pathlib import Path

import jax
import jax.numpy as jnp
import mctx
import pgx
from pgx.experimental import auto_reset

from src import games
from src.bench import jax_net

NUM_GAMES = 64  # side by side


def make(model: Path, num_simulations: int, seed: int) -> Callable[[], int]:
    """What plays a move in each game. Returns how many positions the net was asked about, at the root and below."""
    env = pgx.make("connect_four")
    forward = jax_net.load(model, games.make("connect4"))

    def judged(state):
        """Logits and values of `[B]` states for the player to move; a game that is over is worth nothing more."""
        stones = state.observation.astype(jnp.float32)
        logits, values = forward(jnp.concatenate([stones, 1.0 - stones.sum(-1, keepdims=True)], -1))
        logits = jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min)
        return logits, jnp.where(state.terminated, 0.0, values)

    def follow(_, key, actions, state):
        """One move in the tree."""
        del key
        mover = state.current_player
        state = jax.vmap(env.step)(state, actions)
        logits, values = judged(state)
        rewards = jnp.take_along_axis(state.rewards, mover[:, None], 1)[:, 0]
        discount = jnp.where(state.terminated, 0.0, -1.0)
        return mctx.RecurrentFnOutput(reward=rewards, discount=discount, prior_logits=logits, value=values), state

    @jax.jit
    def move(state, key):
        key, search_key, reset_key = jax.random.split(key, 3)
        logits, values = judged(state)
        found = mctx.gumbel_muzero_policy(
            (),
            search_key,
            mctx.RootFnOutput(prior_logits=logits, value=values, embedding=state),
            follow,
            num_simulations,
            invalid_actions=~state.legal_action_mask,
        )
        keys = jax.random.split(reset_key, NUM_GAMES)
        return jax.vmap(auto_reset(env.step, env.init))(state, found.action, keys), key

    key = jax.random.key(seed)
    now = jax.jit(jax.vmap(env.init))(jax.random.split(key, NUM_GAMES)), key

    def step() -> int:
        nonlocal now
        now = jax.block_until_ready(move(*now))
        return NUM_GAMES * (num_simulations + 1)

    return step
