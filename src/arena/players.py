"""Who plays: a name in the settings becomes a player. One table, from the kind of player to who makes it.

`champion` is the champion of the board, and a model's folder may stand wherever it does: `champion:50` and
`FOLDER:50` search with so many simulations, `net:champion` and `net:FOLDER` play the net's first choice, and
`priors:champion:50` searches with the net's priors and with rollouts in the place of its values. `gtp:` and a command,
as `gtp:"gnugo --mode gtp"`, is another program.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from src.arena.gtp_player import SECONDS, GtpPlayer
from src.arena.model_players import net_player, search_player
from src.arena.player import HistoryPlayer, Player
from src.arena.search_players import AlphaBetaPlayer, SearchPlayer
from src.arena.simple_players import ExactPlayer, RandomPlayer
from src.files.errors import UserError
from src.games.rules import Game
from src.models.champions import champion
from src.models.engines import make_engine
from src.nets.evaluator import PriorsWithRollouts
from src.search.evaluator import Evaluator, UniformEvaluator
from src.search.rollout import RolloutEvaluator
from src.solvers.referee import referee


@dataclass(frozen=True)
class Asked:
    """What a player's name says: `rollout:1000` is Asked("rollout:1000", "rollout", 1000)."""

    name: str
    kind: str  # a key of KINDS
    number: int | None  # after the colon: simulations, or plies; None where there was none
    folder: str | None = None  # of a model, if not the champion's


@dataclass(frozen=True)
class Kind:
    """A line of the table. `make` takes what is asked, the game, and the keywords of `make_player`."""

    example: str
    counts: str | None  # what the number after the colon counts; None if there is none
    make: Callable[..., Player]
    needs_number: bool = False


def _searching(
    asked: Asked,
    game: Game,
    evaluator: Evaluator,
    *,
    num_simulations: int,
    big_table: bool,
    inference: dict,
    engine_seconds: float,
    **search,
) -> Player:
    return SearchPlayer(asked.name, game, evaluator, num_simulations=asked.number or num_simulations, **search)


def _with_rollouts(asked: Asked, game: Game, *, margin_weight: float, **given) -> Player:
    evaluator = RolloutEvaluator(game, margin_weight=margin_weight)
    return _searching(asked, game, evaluator, margin_weight=margin_weight, **given)


def _uniform(asked: Asked, game: Game, **given) -> Player:
    return _searching(asked, game, UniformEvaluator(game), **given)


def _model_folder(asked: Asked, game: Game) -> Path:
    return Path(asked.folder) if asked.folder else champion(game)


def _with_net(
    asked: Asked, game: Game, *, big_table: bool, engine_seconds: float, num_simulations: int, **given
) -> Player:
    simulations = asked.number or num_simulations
    return search_player(asked.name, _model_folder(asked, game), game, num_simulations=simulations, **given)


def _net_alone(asked: Asked, game: Game, **given) -> Player:
    return net_player(asked.name, _model_folder(asked, game), game, **given)


def _priors(
    asked: Asked, game: Game, *, inference: dict, margin_weight: float, canonical: bool = False, **given
) -> Player:
    engine = make_engine(_model_folder(asked, game), game, **inference)
    evaluator = PriorsWithRollouts(engine, game, margin_weight, canonical=canonical)
    return _searching(asked, game, evaluator, inference=inference, margin_weight=margin_weight, **given)


def _exact(asked: Asked, game: Game, *, big_table: bool, **_) -> Player:
    return ExactPlayer(referee(game, big_table=big_table))


def _random(asked: Asked, game: Game, **_) -> Player:
    return RandomPlayer(game)


def _greedy(asked: Asked, game: Game, **_) -> Player:
    """Takes the points, or the win, that one move brings; else moves at random."""
    return AlphaBetaPlayer(asked.name, game, depth=1)


def _alphabeta(asked: Asked, game: Game, **_) -> Player:
    return AlphaBetaPlayer(asked.name, game, depth=asked.number)


def _outside(asked: Asked, game: Game, *, engine_seconds: float, **_) -> Player:
    return GtpPlayer(asked.name, game, asked.name.partition(":")[2], seconds=engine_seconds)


CHAMPION, NET, PRIORS, OUTSIDE = "champion", "net", "priors", "gtp"
KINDS = {
    "exact": Kind("exact", None, _exact),
    "random": Kind("random", None, _random),
    "greedy": Kind("greedy", None, _greedy),
    "alphabeta": Kind("alphabeta:4", "plies", _alphabeta, needs_number=True),
    "rollout": Kind("rollout:1000", "simulations", _with_rollouts),
    "uniform": Kind("uniform:1000", "simulations", _uniform),
    CHAMPION: Kind("champion:50", "simulations", _with_net),
    NET: Kind("net:champion", None, _net_alone),
    PRIORS: Kind("priors:champion:50", "simulations", _priors),
    OUTSIDE: Kind("gtp:PROGRAM", None, _outside),
}


def no_player(name: str) -> UserError:
    *most, last = (kind.example for kind in KINDS.values())
    return UserError(
        f"there is no player {name!r}; a player is {', '.join(most)} or {last}, or a model's folder for champion"
    )


def parse(name: str) -> Asked:
    """What `name` asks for: see above. Raises UserError for what is no player."""
    head, colon, number = name.partition(":")
    if head == NET:
        return Asked(name, NET, None, None if number == CHAMPION else _folder(name, number))
    if head == OUTSIDE and number.strip():
        return Asked(name, OUTSIDE, None)
    if head == PRIORS:
        model = parse(number) if number else None
        if model is None or model.kind != CHAMPION:
            raise no_player(name)
        return Asked(name, PRIORS, model.number, model.folder)
    kind = KINDS.get(head)
    if kind is None:
        return _parse_folder(name)
    if kind.counts is None and (colon or head == OUTSIDE):
        raise no_player(name)
    if not colon and not kind.needs_number:
        return Asked(name, head, None)
    if not (number.isdecimal() and int(number) >= 1):
        raise UserError(f"player {name!r} needs a whole number of {kind.counts} from 1 on, as {kind.example}")
    return Asked(name, head, int(number))


def _parse_folder(name: str) -> Asked:
    """A model's folder, with or without a number of simulations; a path may hold colons of its own."""
    head, _, number = name.rpartition(":")
    has_number = head and number.isdecimal() and int(number) >= 1 and not Path(name).is_dir()
    folder, simulations = (head, int(number)) if has_number else (name, None)
    return Asked(name, CHAMPION, simulations, _folder(name, folder))


def _folder(name: str, folder: str) -> str:
    if folder and Path(folder).is_dir():
        return folder
    raise UserError(f"there is no model folder {folder}") if os.sep in folder else no_player(name)


def make_player(
    name: str,
    game: Game,
    *,
    num_simulations: int,
    margin_weight: float,
    big_table: bool = False,
    inference: dict | None = None,
    engine_seconds: float = SECONDS,
    **search,
) -> Player | HistoryPlayer:
    """The player of that name.

    num_simulations: where the name has none. margin_weight and `search`: as for `Search`. inference: as for
    `make_engine`. engine_seconds: within which a program of others must answer. Raises UserError for what is no player.
    """
    asked = parse(name)
    return KINDS[asked.kind].make(
        asked,
        game,
        num_simulations=num_simulations,
        margin_weight=margin_weight,
        big_table=big_table,
        inference=inference or {},
        engine_seconds=engine_seconds,
        **search,
    )
