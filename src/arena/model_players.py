"""Players with a trained model: with a search, or by the net alone."""

from pathlib import Path
from typing import Any

import numpy as np

from src.arena.player import Choices
from src.arena.search_players import SearchPlayer
from src.games.rules import Game
from src.models.description import check_forms, read_description
from src.models.engines import make_engine
from src.nets.evaluator import NetEvaluator
from src.search.symmetry import shown_forms, turned_back

Settings = dict[str, Any]


class NetPlayer:
    """The legal move with the largest prior; its opinion is the net's utility.

    canonical: the net sees each position as a search with `canonical` would show it.
    """

    num_simulations = None

    def __init__(self, name: str, game: Game, evaluator: NetEvaluator, *, canonical: bool = False):
        self.name = name
        self.game = game
        self.evaluator = evaluator
        self.canonical = canonical

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        observations = np.stack([self.game.observe(state) for state in states])
        masks = np.stack([self.game.legal_mask(state) for state in states])
        if self.canonical:
            actions = shown_forms(self.game, observations)
        prior_logits, values = self.evaluator.evaluate(observations)
        if self.canonical:
            prior_logits = turned_back(prior_logits, actions)
        return Choices(np.where(masks, prior_logits, -np.inf).argmax(1), values)


def model_evaluator(
    folder: Path, game: Game, *, inference: Settings, margin_weight: float, canonical: bool
) -> NetEvaluator:
    """The model in `folder` as the judge of a search; `inference` as for `make_engine`. Raises as `check_forms`."""
    check_forms(read_description(folder), folder, canonical=canonical)
    return NetEvaluator(make_engine(folder, game, **inference), game, margin_weight)


def search_player(
    name: str, folder: Path, game: Game, *, inference: Settings, margin_weight: float, canonical: bool = False, **search
) -> SearchPlayer:
    """The model in `folder` with a search, as for `SearchPlayer`."""
    told = {"margin_weight": margin_weight, "canonical": canonical}
    return SearchPlayer(name, game, model_evaluator(folder, game, inference=inference, **told), **told, **search)


def net_player(
    name: str, folder: Path, game: Game, *, inference: Settings, margin_weight: float, canonical: bool = False, **_
) -> NetPlayer:
    """The model in `folder` without a search, of whose settings it heeds those that concern the net."""
    told = {"margin_weight": margin_weight, "canonical": canonical}
    return NetPlayer(name, game, model_evaluator(folder, game, inference=inference, **told), canonical=canonical)
