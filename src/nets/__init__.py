"""Networks: `[B, C, H, W]` observations to move priors, results and margins; and the engines that run them.

Nothing here imports torch before a net is made, so that who runs a model by ONNX Runtime or OpenVINO starts fast.
"""

from importlib import import_module
from inspect import Parameter, signature

from src.files.errors import UserError
from src.games.rules import Game

NETS = {  # kind in the settings → its module and class
    "mlp": ("src.nets.mlp", "Mlp"),
    "cnn": ("src.nets.cnn", "Cnn"),
    "resnet_small": ("src.nets.resnet", "SmallResNet"),
    "resnet": ("src.nets.resnet", "ResNet"),
    "alphago_lite": ("src.nets.alphago_lite", "AlphaGoLite"),
    "resnet_gpool": ("src.nets.resnet_gpool", "PoolingResNet"),
}


def net_class(kind: str) -> type:
    """The class of that kind. Raises UserError for a kind that does not exist."""
    if kind not in NETS:
        raise UserError(f"there is no net {kind!r}; there are {', '.join(sorted(NETS))}")
    module, name = NETS[kind]
    return getattr(import_module(module), name)


def make_net(kind: str, game: Game, *, seed: int = 0, **settings):
    """A fresh `src.nets.net.Net` in training mode; the same seed gives the same bytes.

    `settings` are those of the kind (channels, blocks, …). Raises UserError for a kind or setting that cannot be.
    """
    made = net_class(kind)
    allowed = {name: p for name, p in signature(made).parameters.items() if p.kind is Parameter.KEYWORD_ONLY}
    for key, value in settings.items():
        if key not in allowed:
            raise UserError(f"net.{key} is no setting of {kind}; its settings are {', '.join(allowed)}")
        _check(f"net.{key}", value, allowed[key].default)
    settings = {name: settings.get(name, parameter.default) for name, parameter in allowed.items()}

    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        net = made(game, **settings)
    net.kind, net.settings = kind, settings
    return net


def _check(key: str, value, default) -> None:
    """A setting is of its default's type: true or false, a rate in [0, 1), or a whole number from 1."""
    if isinstance(default, bool):
        fits, wanted = isinstance(value, bool), "true or false"
    elif isinstance(default, float):
        fits, wanted = type(value) in (int, float) and 0 <= value < 1, "a number from 0 to below 1"
    else:
        fits, wanted = type(value) is int and value >= 1, "a whole number from 1"
    if not fits:
        raise UserError(f"{key} must be {wanted}, not {value!r}")
