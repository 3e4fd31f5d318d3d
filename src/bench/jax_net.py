"""A residual net of ours as a function of JAX, so that peers that run on JAX are asked the same."""

from collections.abc import Callable
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn

from src.files.errors import UserError
from src.games.rules import Game
from src.models.folder import load_model
from src.nets.net import folded
from src.nets.resnet import ResNet

Weights = dict[str, jax.Array]
Forward = Callable[[jax.Array], tuple[jax.Array, jax.Array]]
LAYOUT = ("NHWC", "HWIO", "NHWC")  # planes innermost, the fastest on a processor


def load(folder: Path, game: Game) -> Forward:
    """`[B, H, W, C]` float32 observations → `(prior_logits [B, A], values [B])`. Raises UserError for other nets."""
    net = load_model(folder, game)
    if not isinstance(net, ResNet):
        raise UserError(f"bench peers runs residual nets, not net={net.kind}; add net=resnet_small")
    tensors = {name: tensor.numpy() for name, tensor in folded(net).state_dict().items()}
    weights = {
        name: jnp.asarray(tensor.transpose(2, 3, 1, 0) if tensor.ndim == 4 else tensor.T)
        for name, tensor in tensors.items()
    }
    places = np.asarray(net.policy.places)
    return lambda observations: forward(weights, len(net.trunk), places, observations)


def forward(weights: Weights, num_blocks: int, places: np.ndarray, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    """As `ResNet.forward`, without the margin."""
    x = nn.relu(conv(weights, "first.0.map", x))
    for i in range(num_blocks):
        inner = nn.relu(conv(weights, f"trunk.{i}.one.map", x))
        x = nn.relu(x + conv(weights, f"trunk.{i}.two.map", inner))
    overall = linear(weights, "policy.overall", pooled(x))
    hidden = nn.relu(conv(weights, "policy.local.map", x) + overall[:, None, None, :])
    logits = conv(weights, "policy.logit", hidden).reshape(len(x), -1)[:, places]
    outcome = pooled(nn.relu(conv(weights, "outcome.local.map", x)))
    outcome = nn.relu(linear(weights, "outcome.hidden", outcome))
    return logits, jnp.tanh(linear(weights, "outcome.outcome.linear", outcome))[:, 0]


def conv(weights: Weights, name: str, x: jax.Array) -> jax.Array:
    return lax.conv_general_dilated(
        x, weights[f"{name}.weight"], (1, 1), "SAME", dimension_numbers=LAYOUT
    ) + weights.get(f"{name}.bias", 0.0)


def linear(weights: Weights, name: str, x: jax.Array) -> jax.Array:
    return x @ weights[f"{name}.weight"] + weights[f"{name}.bias"]


def pooled(x: jax.Array) -> jax.Array:
    """`[B, H, W, C]` → `[B, 2C]`, as `nets.net.pooled`."""
    return jnp.concatenate([x.mean((1, 2)), x.max((1, 2))], 1)
