"""A model as the page reads it: an ONNX file for one position at a time, and what it is as JSON."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from src import games
from src.files.errors import UserError
from src.models.champions import runs_folder
from src.models.description import ONNX, check_forms, check_game, read_description
from src.models.folder import read_checked
from src.models.name import board_name
from src.nets.engine import OBSERVATIONS, OUTPUTS

PAGE = Path(__file__).parent / "site"
PRESETS = Path(__file__).parent / "preset"
CHAMPIONS = "champions"  # the folder of the site that holds them


@dataclass(frozen=True)
class PageModel:
    """What the page loads for one board."""

    board: str
    onnx: bytes
    description: dict[str, Any]


def knows(name: str) -> bool:
    """Whether the page has the rules of a game."""
    return name in games.GAMES and (PAGE / "games" / f"{name}.js").is_file()


def find_models(asked: list[str]) -> list[Path]:
    """The folders of the models that are asked for: folders, or boards whose champions are meant, as dots-4x4.

    None asked for: the champion of each board that the page knows, and the preset where there is none. Raises
    UserError for a name that is neither.
    """
    if asked:
        return [_folder(name) for name in asked]
    found = {path.name: path for path in sorted(PRESETS.iterdir()) if path.is_dir()}
    found |= {path.stem: _pointed_to(path) for path in sorted(_pointers().glob("*.json"))}
    return [folder for board, folder in found.items() if knows(board.partition("-")[0])]


def _pointers() -> Path:
    return runs_folder() / "champions"


def _pointed_to(pointer: Path) -> Path:
    return Path(json.loads(pointer.read_bytes())["model"])


def _folder(name: str) -> Path:
    pointer = _pointers() / f"{name}.json"
    if pointer.is_file():
        return _pointed_to(pointer)
    for folder in (Path(name), PRESETS / name):
        if folder.is_dir():
            return folder
    raise UserError(f"{name!r} is neither a model's folder nor a board that has a champion, as dots-3x3")


def page_model(folder: Path, search: dict[str, Any]) -> PageModel:
    """The model in `folder` for the page, which plays it with the settings `search`, as `mcts` has them.

    Raises UserError for a game that the page does not know, for a net that sees earlier boards, and as
    `read_description`, `check_forms` and `read_checked`.
    """
    description = read_description(folder)
    name = description.game["name"]
    if not knows(name):
        raise UserError(f"the page does not know the game {name} of the model in {folder}; leave the model out")
    if description.game["sizes"].get("history", 1) > 1:
        raise UserError(
            f"the net in {folder} sees earlier boards (game.history), and the page shows it one; "
            "name the models for the page with models=[…]"
        )
    game = games.make(name, **description.game["sizes"])
    check_game(description, game, folder)
    check_forms(description, folder, canonical=search["canonical"])
    board = board_name(game)
    written = {
        "board": board,
        "name": description.name,
        "game": name,
        "sizes": dict(game.sizes),
        "planes": list(game.planes),
        "numActions": game.num_actions,
        "maxScore": game.max_score,
        "input": OBSERVATIONS,
        "outputs": list(OUTPUTS),
        "search": search,
        "onnx": f"{CHAMPIONS}/{board}.onnx",
    }
    return PageModel(board, _for_one_position(read_checked(folder, ONNX, description)), written)


def _for_one_position(onnx_bytes: bytes) -> bytes:
    """The same net with a batch of one position: its shapes are fixed, which the browser's engine likes best."""
    import onnx  # what takes a second to import is needed here alone
    from onnxruntime.tools.onnx_model_utils import fix_output_shapes, make_dim_param_fixed

    model = onnx.load_from_string(onnx_bytes)
    make_dim_param_fixed(model.graph, "batch", 1)
    fix_output_shapes(model)
    return model.SerializeToString()
