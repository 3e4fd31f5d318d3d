"""Players with a trained model: with a search, or by the net alone."""

from pathlib import Path
from typing import Any

import numpy as np

from src.arena.player import Choices
from src.arena.search_players import SearchPlayer
from src.games.rules import Game
from src.models.engines import make_engine
from src.nets.evaluator import NetEvaluator

Settings = dict[str, Any]


class NetPlayer:
    """The legal move with the largest prior; its opinion is the net's utility."""

    num_simulations = None

    def __init__(self, name: str, game: Game, evaluator: NetEvaluator):
        self.name = name
        self.game = game
        self.evaluator = evaluator

    def choose(self, states: np.ndarray, plies: np.ndarray, seeds: np.ndarray) -> Choices:
        observations = np.stack([self.game.observe(state) for state in states])
        masks = np.stack([self.game.legal_mask(state) for state in states])
        prior_logits, values = self.evaluator.evaluate(observations)
        return Choices(np.where(masks, prior_logits, -np.inf).argmax(1), values)


def model_evaluator(folder: Path, game: Game, *, inference: Settings, margin_weight: float) -> NetEvaluator:
    """The model in `folder` as the judge of a search; `inference` as for `make_engine`."""
    return NetEvaluator(make_engine(folder, game, **inference), game, margin_weight)


def search_player(
    name: str, folder: Path, game: Game, *, inference: Settings, margin_weight: float, **search
) -> SearchPlayer:
    """The model in `folder` with a search, as for `SearchPlayer`."""
    evaluator = model_evaluator(folder, game, inference=inference, margin_weight=margin_weight)
    return SearchPlayer(name, game, evaluator, margin_weight=margin_weight, **search)


def net_player(name: str, folder: Path, game: Game, *, inference: Settings, margin_weight: float) -> NetPlayer:
    """The model in `folder` without a search."""
    evaluator = model_evaluator(folder, game, inference=inference, margin_weight=margin_weight)
    return NetPlayer(name, game, evaluator)
