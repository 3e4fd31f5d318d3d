"""Games that people played, as records to learn moves from: WTHOR's tournaments of Othello, and files in SGF.

A record's policy target is the move that was played. Plies with one legal move are none: they teach nothing, and would
count as foreseen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.files.compiled import kernel
from src.files.errors import UserError
from src.games.rules import INIT_AT, LEGAL_MASK_AT, STEP_AT, Game, call_init, call_legal_mask, call_step, sign
from src.games.wthor import SIDE, read_wthor
from src.records.schema import PlayedGame, PlayedGames, gathered
from src.records.sgf import NUMBERS, SgfGame, read_sgf

WTHOR, SGF = ".wtb", ".sgf"
_RESULTS = {"B": 1, "W": -1, "0": 0, "D": 0}  # first letters of what SGF says, for player 0
_FREE_SIZES = ("komi",)  # of no account to which moves are legal, and every file has its own


@dataclass(frozen=True, eq=False)
class HumanGames:
    """The games of a folder's files."""

    games: PlayedGames
    num_files: int
    left_out: list[str]  # a sentence for each file or game that could not be used


@kernel
def find_choices(rules, spec, state, mask, moves, has_choice):
    """Write `[P]` bool: whether the player had more than one legal move."""
    call_init(rules[INIT_AT], spec, state)
    for ply in range(moves.shape[0]):
        call_legal_mask(rules[LEGAL_MASK_AT], spec, state, mask)
        has_choice[ply] = mask.sum() > 1
        call_step(rules[STEP_AT], spec, state, np.int64(moves[ply]))


def record(game: Game, game_id: int, history: list[int], result: int, margin: int) -> PlayedGame:
    """A game as a record; `result` and `margin` for player 0. Its moves must be legal."""
    moves = np.array(history, np.int16)
    has_choice = np.zeros(len(moves), np.bool_)
    mask = np.zeros(game.num_actions, np.bool_)
    find_choices(game.rules, game.spec, game.initial_state(), mask, moves, has_choice)
    num_targets = int(has_choice.sum())
    return PlayedGame(
        game_id=game_id,
        seed=0,
        num_opening=0,
        moves=moves,
        is_target=has_choice,
        num_simulations=np.zeros(len(moves), np.int32),
        root_value=np.zeros(len(moves), np.float32),
        policy_sizes=has_choice.astype(np.int16),
        policy_actions=moves[has_choice],
        policy_probs=np.ones(num_targets, np.float32),
        visit_counts=np.ones(num_targets, np.int32),
        result=result,
        margin=margin,
    )


def suffixes(game: Game) -> list[str]:
    """Endings of the files that hold games of this game and board."""
    is_wthor = game.name == "othello" and set(game.sizes[key] for key in ("rows", "cols")) == {SIDE}
    return [WTHOR] * is_wthor + [SGF] * (game.name in NUMBERS)


def read_human_games(folder: Path, game: Game) -> HumanGames:
    """The games of all files in `folder` and below, in the order of their paths.

    A file that cannot be read, of another board, or without a result is left out with a sentence. Raises UserError
    where the game has no such files, and where no game is left.
    """
    known = suffixes(game)
    if not known:
        raise UserError(
            f"games of people can be read for othello 8×8 (WTHOR's .wtb) and for {', '.join(NUMBERS)} (.sgf), "
            f"not for {game}; train without them"
        )
    said = " or ".join(f"*{suffix}" for suffix in known)
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}; give one with games of {game} ({said})")
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in known and path.is_file())
    if not paths:
        raise UserError(f"{folder} holds no games of {game}; {said} files were expected there or below")
    left_out: list[str] = []
    found = [record(game, number, *told) for number, told in enumerate(_histories(paths, game, left_out))]
    if not found:
        raise UserError(f"no game in {folder} can be used; the first: {left_out[0]}")
    return HumanGames(gathered(found), len(paths), left_out)


def _histories(paths: list[Path], game: Game, left_out: list[str]) -> Iterator[tuple[list[int], int, int]]:
    """History, result and margin of each game."""
    for path in paths:
        try:
            if path.suffix.lower() == WTHOR:
                yield from _wthor(path)
            else:
                yield _sgf(path, game)
        except UserError as error:
            left_out.append(str(error))


def _wthor(path: Path) -> Iterator[tuple[list[int], int, int]]:
    """Tournaments count the stones of games that were given up, too."""
    found = read_wthor(path)
    for history, stones in zip(found.histories, found.records["stones"].tolist(), strict=True):
        if history:
            margin = 2 * stones - SIDE * SIDE
            yield history, sign(margin), margin


def _sgf(path: Path, game: Game) -> tuple[list[int], int, int]:
    sizes = {key: value for key, value in game.sizes.items() if key not in _FREE_SIZES}
    found = read_sgf(path, **sizes)
    if found.game.name != game.name:
        raise UserError(f"{path} holds a game of {found.game}, not of {game}")
    state = game.replay(found.history)
    if not found.history:
        raise UserError(f"{path} holds no move")
    return found.history, _result(path, found, game, state), game.score(state, 0)


def _result(path: Path, found: SgfGame, game: Game, state: np.ndarray) -> int:
    """As the file says it, else as the board does."""
    if found.result[:1].upper() in _RESULTS:
        return _RESULTS[found.result[:1].upper()]
    if game.is_terminal(state):
        return game.returns(state, 0)
    raise UserError(f"{path} says no result, and the game is not over")
