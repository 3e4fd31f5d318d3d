"""The model folder: `weights.safetensors`, `model.onnx`, `model.json`. Bytes that follow from settings and data."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from src.files.errors import UserError
from src.games.rules import Game
from src.models.description import (
    DESCRIPTION,
    INT8,
    ONNX,
    WEIGHTS,
    Description,
    check_game,
    describe_game,
    read_description,
    sha256,
    to_bytes,
)
from src.models.name import model_name
from src.models.whole_folder import write_folder
from src.nets import make_net

if TYPE_CHECKING:  # torch is imported only where a net is saved or loaded: engines start without it
    from src.nets.net import Net


@dataclass(frozen=True)
class Lineage:
    """Where a model comes from."""

    seed: int = 0  # of the campaign
    generation: int = 0  # 0 is the untrained model
    parent: str | None = None  # the name of the model it was trained from
    data: dict[str, Any] = field(default_factory=dict)  # what it was trained on; anything that JSON holds


def save_model(
    folder: Path,
    net: "Net",
    game: Game,
    lineage: Lineage,
    *,
    calibration: np.ndarray | None = None,
    overwrite: bool = False,
) -> Description:
    """Write the model whole or not at all; a folder that holds the same bytes stays. Returns what it is.

    calibration: observations `[N, C, H, W]`; with them the net is also written in 8 bits, see `int8`.
    Raises UserError if the folder holds something else, and `export.ParityError` if the ONNX file is not the net.
    """
    from safetensors.torch import save

    from src.models.export import to_onnx

    tensors = {name: tensor.detach().cpu().contiguous() for name, tensor in net.state_dict().items()}
    files = {WEIGHTS: save(tensors), ONNX: to_onnx(net, game)}
    if calibration is not None:
        from src.models.int8 import to_int8

        files[INT8] = to_int8(files[ONNX], calibration)
    checksums = {name: sha256(written) for name, written in files.items()}
    description = Description(
        name=model_name(game, net.kind, lineage.seed, lineage.generation, checksums[WEIGHTS]),
        game=describe_game(game),
        net={"kind": net.kind, "settings": net.settings},
        seed=lineage.seed,
        generation=lineage.generation,
        parent=lineage.parent,
        data=lineage.data,
        files=checksums,
    )
    write_folder(folder, {**files, DESCRIPTION: to_bytes(description)}, overwrite=overwrite)
    return description


def read_checked(folder: Path, name: str, description: Description) -> bytes:
    """The bytes of one of the model's files. Raises UserError if it is missing or not the one that was saved."""
    if name not in description.files:
        raise UserError(
            f"the model in {folder} was not written in 8 bits; use another inference.precision, or train one with int8"
        )
    try:
        found = (folder / name).read_bytes()
    except FileNotFoundError:
        raise UserError(f"the model in {folder} lacks {name}; copy it again or make it anew") from None
    if sha256(found) != description.files[name]:
        raise UserError(f"{folder / name} is torn or of another model; copy the model again or make it anew")
    return found


def load_model(folder: Path, game: Game, *, any_size: bool = False) -> "Net":
    """The net in `folder`, in evaluation mode.

    any_size: take a model of another board of the same game, if it has as many planes, and the weights are free of the
    board's size.
    Raises UserError for a model of another game, board or version of the rules, and for torn or missing files.
    """
    description = read_description(folder)
    check_game(description, game, folder, any_size=any_size)
    weights = read_checked(folder, WEIGHTS, description)
    net = make_net(description.net["kind"], game, **description.net["settings"])
    if not net.size_free:
        check_game(description, game, folder)

    from safetensors.torch import load

    try:
        net.load_state_dict(load(weights))
    except RuntimeError:
        raise UserError(f"the weights in {folder} do not fit its net {net.kind}; make the model anew") from None
    return net.eval()
