"""Games of other programs in the Smart Game Format (FF[4]), into moves of ours and out again: Go, Gomoku and Hex.

Go and Gomoku name points by two letters, column and row from the top left, and Hex by its own names of cells. The
main line is read; black, B, is player 0. A file that begins with stones on the board has no history and is refused.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sgfmill import sgf_grammar

from src.files.errors import UserError
from src.files.whole import whole_file
from src.games import make
from src.games.rules import NO_CELL, Game

NUMBERS = {"go": "1", "gomoku": "4", "hex": "11"}  # of the games in the format's GM
COLOURS = "BW"
_SETUP = ("AB", "AW", "AE", "HA")  # stones that no move has put there; HA counts them
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, eq=False)
class SgfGame:
    """A game as a file tells it."""

    game: Game
    history: list[int]
    result: str  # as the file says it, as "B+3.5" or "W+R"; empty where it says nothing


def read_sgf(path: Path, **sizes: int | float | bool) -> SgfGame:
    """The game in a file. `sizes`: what the format does not tell, as suicide; those that it tells must agree.

    Raises UserError for what is no such file, for several games in one, and for an illegal move, which it names.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}; give an SGF file") from None
    try:
        return parse_sgf(content, **sizes)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def parse_sgf(content: bytes, **sizes: int | float | bool) -> SgfGame:
    """The game in the bytes of a file, see `read_sgf`."""
    try:
        trees = sgf_grammar.parse_sgf_collection(content)
    except ValueError as error:
        raise UserError(f"this is no whole SGF file: {error}") from None
    if len(trees) != 1:
        raise UserError(f"the file holds {len(trees)} games, and one was expected; split it")
    root, *nodes = sgf_grammar.main_sequence_iter(trees[0])
    game = _game_of(root, sizes)
    history, state = [], game.initial_state()
    for node in [root, *nodes]:
        _refuse_setup(node)
        for colour in COLOURS:
            if colour in node:
                action = _action(game, _text(node[colour][0]), len(history))
                if not game.is_terminal(state) and colour != COLOURS[game.to_play(state)]:
                    raise UserError(f"{game}: move {len(history) + 1} is by {colour}, who is not to move")
                try:
                    state = game.step(state, action)
                except UserError as error:
                    raise UserError(f"{error} (move {len(history) + 1} of the file)") from None
                history.append(action)
    return SgfGame(game, history, _text(root.get("RE", [b""])[0]))


def write_sgf(path: Path, game: Game, history: list[int]) -> None:
    """Write a game as SGF. Raises UserError for a game that the format does not know, and for an illegal move."""
    if game.name not in NUMBERS:
        raise UserError(f"{game.name} cannot be written as SGF; the games that can are {', '.join(NUMBERS)}")
    state = game.initial_state()
    final = game.replay(history)
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    root = {"FF": "4", "CA": "UTF-8", "GM": NUMBERS[game.name], "SZ": str(cols) if rows == cols else f"{cols}:{rows}"}
    if "komi" in game.sizes:
        root["KM"] = f"{game.sizes['komi']:g}"
    if game.is_terminal(final):
        root["RE"] = _result(game, final)
    nodes = [root]
    for action in history:
        nodes.append({COLOURS[game.to_play(state)]: _point(game, action)})
        state = game.step(state, action)
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = [{key: [value.encode()] for key, value in node.items()} for node in nodes]
    with whole_file(path) as file:
        file.write(sgf_grammar.serialise_game_tree(tree))


def _text(value: bytes) -> str:
    return value.decode("utf-8", errors="replace").strip()


def _game_of(root: dict[str, list[bytes]], sizes: dict[str, int | float | bool]) -> Game:
    """The game that the first node describes."""
    number = _text(root.get("GM", [b"1"])[0])
    names = {number: name for name, number in NUMBERS.items()}
    if number not in names:
        raise UserError(f"GM[{number}] is none of the games that are read: {', '.join(NUMBERS)}")
    told = _told_sizes(root, names[number])
    for key, value in told.items():
        if key in sizes and sizes[key] != value:
            raise UserError(f"the file's game has {key} {value}, and {key} {sizes[key]} was asked for")
    return make(names[number], **sizes | told)


def _told_sizes(root: dict[str, list[bytes]], name: str) -> dict[str, int | float]:
    size, komi = _text(root.get("SZ", [b"19" if name == "go" else b""])[0]), root.get("KM")
    cols, _, rows = size.partition(":")
    if not (cols.isdecimal() and (rows or cols).isdecimal()):
        raise UserError(f"SZ[{size}] must be a board's size, as SZ[9] or SZ[9:13]")
    told: dict[str, int | float] = {"rows": int(rows or cols), "cols": int(cols)}
    if name == "go" and komi:
        try:
            told["komi"] = float(_text(komi[0]))
        except ValueError:
            raise UserError(f"KM[{_text(komi[0])}] must be a number of points, as KM[7.5]") from None
    return told


def _refuse_setup(node: dict[str, list[bytes]]) -> None:
    for key in _SETUP:
        if key in node and _text(node[key][0]) != "0":
            raise UserError(f"{key} puts stones on the board without moves, which a history cannot hold")


def _point(game: Game, action: int) -> str:
    """How the format writes a move."""
    cell = int(game.action_cells[action])
    if game.name == "hex":
        name = game.action_names[action]
        return "swap-pieces" if name == "swap" else name
    return "" if cell == NO_CELL else _LETTERS[cell % game.sizes["cols"]] + _LETTERS[cell // game.sizes["cols"]]


def _action(game: Game, text: str, ply: int) -> int:
    """The action that the format writes so; `tt` is an old way to pass in Go, whose boards have 19 columns at most."""
    actions = {_point(game, action): action for action in range(game.num_actions)}
    wanted = text.lower() if game.name == "hex" else ("" if (game.name, text) == ("go", "tt") else text)
    if wanted not in actions:
        raise UserError(f"{game}: move {ply + 1} of the file is {text!r}, which is no move on this board")
    return actions[wanted]


def _result(game: Game, state: np.ndarray) -> str:
    """`B+3.5` in games with points, which count in halves; else `B+`; `0` is a draw."""
    result = game.returns(state, 0)
    if result == 0:
        return "0"
    margin = f"{abs(game.score(state, 0)) / 2:g}" if game.max_score else ""
    return f"{COLOURS[result < 0]}+{margin}"
