"""An engine for a model folder, by its name in the settings."""

from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from src.files.errors import UserError
from src.games.rules import Game
from src.models.description import INT8, ONNX, check_game, read_description
from src.models.folder import load_model, read_checked
from src.nets.engine import Engine

ENGINES = {  # name in the settings → its module and class
    "torch": ("src.nets.torch_engine", "TorchEngine"),
    "onnxruntime": ("src.nets.onnxruntime_engine", "OnnxRuntimeEngine"),
    "openvino": ("src.nets.openvino_engine", "OpenVinoEngine"),
}


def settled_engine(engine: dict[str, Any]) -> dict[str, Any]:
    """An engine's settings with the device that `auto` is here. Raises UserError for one that is not here."""
    if "device" not in engine:
        return engine
    from src.nets.devices import chosen_device

    return engine | {"device": chosen_device(engine["device"]).type}


def make_engine(folder: Path, game: Game, *, inference: str = "onnxruntime", **settings) -> Engine:
    """What runs the model in `folder`; torch is imported only for the engine of that name.

    settings: batch_size, precision, and for torch device. Raises UserError as `load_model`, and for settings that
    the engine does not have.
    """
    if inference not in ENGINES:
        raise UserError(f"there is no inference engine {inference!r}; there are {', '.join(ENGINES)}")
    module, name = ENGINES[inference]
    try:
        engine = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        raise UserError(f"inference={inference} needs {error.name}; install it or choose another engine") from None
    allowed = signature(engine).parameters.keys() - {"net", "model", "game", "name"}
    for key in settings.keys() - allowed:
        raise UserError(f"inference.{key} is no setting of {inference}; its settings are {', '.join(sorted(allowed))}")
    description = read_description(folder)
    check_game(description, game, folder)
    if inference == "torch":
        model = load_model(folder, game)
    else:
        model = read_checked(folder, INT8 if settings.get("precision") == "int8" else ONNX, description)
    return engine(model, game, name=description.name, **settings)
