"""The moves of a game as text: `1 8 11 9`."""

from src.files.errors import UserError
from src.games.rules import Game


def history_text(history: list[int]) -> str:
    return " ".join(map(str, history))


def parse_history(game: Game, text: str) -> list[int]:
    """The actions in `text`, numbers or the game's names of moves, between blanks or commas, in brackets or not.

    Whether they are legal one after the other is seen by `game.replay`. Raises UserError for what is no move.
    """
    actions = {str(action): action for action in range(game.num_actions)}
    actions |= {name: action for action, name in enumerate(game.action_names)}
    history = []
    for token in text.strip().removeprefix("[").removesuffix("]").replace(",", " ").split():
        if token not in actions:
            names = f" or {game.action_names[0]} to {game.action_names[-1]}" if game.action_names[0] != "0" else ""
            raise UserError(f"{game}: {token!r} is not a move; moves are 0 to {game.num_actions - 1}{names}")
        history.append(actions[token])
    return history


def parse_columns(game: Game, text: str) -> list[int]:
    """The actions of Connect Four in the notation of its solvers: `4455`, a digit a move, columns from 1.

    Raises UserError for what is no column.
    """
    for digit in text:
        if not (digit in "123456789" and int(digit) <= game.num_actions):
            raise UserError(f"{game}: {digit!r} in {text!r} is not a column; columns are 1 to {game.num_actions}")
    return [int(digit) - 1 for digit in text]
