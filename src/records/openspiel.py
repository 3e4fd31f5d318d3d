"""Games of Dots and Boxes as OpenSpiel keeps them and as Kaggle's matches on it do, into moves of ours and out again.

OpenSpiel numbers the edges as we do, so a game is its size and a list of actions. Read are OpenSpiel's own text of a
game and state, with an action a line; a replay of Kaggle, JSON whose steps hold what each player submitted, -1 for
nothing; and JSON with all in one list, as `"history_player_action": [[player, action], …]`. Written is the text.
"""

import json
import re
from pathlib import Path
from typing import Any

from src.files.errors import UserError
from src.files.whole import whole_file
from src.games import make
from src.games.rules import Game

Moves = list[tuple[int | None, int]]  # who moved, where the file says it, and the action

USUAL_SIDE = 2  # OpenSpiel's, where rows or columns are not given
_NAME = re.compile(r"dots_and_boxes(?:_proxy)?(?:\((?P<parameters>[^()]*)\))?")
_TEXT = re.compile(r"\[Game\]\n(?P<name>.*)\n\[State\]\n(?P<actions>[-\d\s]*)", re.MULTILINE)
_NOTHING = -1  # submitted by a player who is not to move


def read_openspiel(path: Path) -> tuple[Game, list[int]]:
    """The game in a file, and its actions. Raises UserError for another file, and an illegal move, which it names."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UserError(f"{path} cannot be read: {reason}; give a game of OpenSpiel or Kaggle") from None
    try:
        return parse_openspiel(text)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def parse_openspiel(text: str) -> tuple[Game, list[int]]:
    """The game in the text of a file, see `read_openspiel`."""
    name, moves = _of_kaggle(text) if text.lstrip().startswith("{") else _of_openspiel(text)
    game = _game_of(name)
    history, state = [], game.initial_state()
    for player, action in moves:
        number = len(history) + 1
        if player not in (None, game.to_play(state)) and not game.is_terminal(state):
            raise UserError(f"{game}: move {number} is by player {player}, who is not to move")
        try:
            state = game.step(state, action)
        except UserError as error:
            raise UserError(f"{error} (move {number} of the file)") from None
        history.append(action)
    return game, history


def write_openspiel(path: Path, game: Game, history: list[int]) -> None:
    """Write a game as OpenSpiel's text. Raises UserError for another game, and for an illegal move."""
    if game.name != "dots":
        raise UserError(f"{game.name} cannot be written as OpenSpiel's text; dots can")
    game.replay(history)
    name = f"dots_and_boxes(num_cols={game.sizes['cols']},num_rows={game.sizes['rows']})"
    lines = ["[Meta]", "Version: 1", "", "[Game]", name, "[State]", *map(str, history), ""]
    with whole_file(path) as file:
        file.write("\n".join(lines).encode())


def _of_openspiel(text: str) -> tuple[str, Moves]:
    found = _TEXT.search(text)
    if not found:
        raise UserError("this is no game of OpenSpiel: a [Game] and a [State] with an action a line were expected")
    return found["name"], [(None, int(action)) for action in found["actions"].split()]


def _of_kaggle(text: str) -> tuple[str, Moves]:
    try:
        record = json.loads(text)
        name = record.get("configuration", record.get("config"))["openSpielGameString"]
        moves = record["history_player_action"] if "history_player_action" in record else _submitted(record)
        return str(name), [(int(player), int(action)) for player, action in moves]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError(
            "this is no whole replay of Kaggle: openSpielGameString, and steps or history_player_action were expected"
        ) from None


def _submitted(record: dict[str, Any]) -> Moves:
    """The moves of a replay, from the steps in which a player submitted one."""
    submissions = [[player["action"]["submission"] for player in step] for step in record["steps"]]
    return [(player, action) for step in submissions for player, action in enumerate(step) if action != _NOTHING]


def _game_of(name: str) -> Game:
    found = _NAME.fullmatch(name.strip())
    if not found:
        raise UserError(f"{name!r} is none of the games that are read: dots_and_boxes(num_rows=…,num_cols=…)")
    parameters = dict(re.findall(r"(\w+)=(\w+)", found["parameters"] or ""))
    sides = {key: parameters.get(f"num_{key}", str(USUAL_SIDE)) for key in ("rows", "cols")}
    if not all(side.isdecimal() for side in sides.values()):
        raise UserError(f"{name!r} must have whole numbers of rows and columns")
    return make("dots", **{key: int(side) for key, side in sides.items()})
