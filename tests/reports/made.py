"""Small campaigns to report on: journals written by hand in their format, games played by a search that knows nothing.

Of the generations 1 to 3, the second does not become champion.
"""

import json
import math
from pathlib import Path
from typing import Any

from src import games
from src.models.name import board_name
from src.reports.story import CampaignStory, read_campaign
from src.search.evaluator import HashEvaluator
from src.selfplay.generate import generate

BEGUN = 1_764_475_200_000  # 30 November 2025, 04:00 UTC
POSITIONS = 200  # audited
MISTAKES = {1: 60, 2: 40, 3: 10}  # of the search
NET_MISTAKES = {1: 120, 2: 70, 3: 30}
POINTS = {1: (50, 4, 6), 2: (20, 10, 30), 3: (40, 10, 10)}  # wins, draws, losses against the champion
AGAINST_RANDOM = {1: (55, 0, 5), 2: (56, 0, 4), 3: (60, 0, 0)}
SECONDS = {"begin": 6.0, "selfplay": 30.0, "train": 20.0, "arena": 10.0}
PROMOTED = {1: True, 2: False, 3: True}


def model(generation: int) -> str:
    return f"m-g{generation:03d}"


def wilson(successes: int, trials: int) -> list[float]:
    """The 95 % interval of a share, by its formula."""
    z, share = 1.959963984540054, successes / trials
    middle, spread = share + z * z / (2 * trials), z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    return [(middle - spread) / (1 + z * z / trials), (middle + spread) / (1 + z * z / trials)]


def audit(mistakes: int) -> dict[str, Any]:
    """Half of the positions after 0 to 3 moves, with three in four mistakes among them."""
    half = {"positions": POSITIONS // 2, "mistakes_possible": POSITIONS // 2, "mean_regret": 0.0}
    return {
        "positions": POSITIONS,
        "mistakes_possible": POSITIONS,
        "mistakes": mistakes,
        "mean_regret": 2 * mistakes / POSITIONS,
        "mistake_rate": mistakes / POSITIONS,
        "mistake_rate_95": wilson(mistakes, POSITIONS),
        "value_sign_agreement": 0.5,
        "by_ply": [
            {"plies": [0, 3], "mistakes": mistakes - mistakes // 4} | half,
            {"plies": [4, 7], "mistakes": mistakes // 4} | half,
        ],
    }


def pairing(a: str, b: str, results: tuple[int, int, int]) -> dict[str, Any]:
    wins, draws, losses = results
    points = (wins + draws / 2) / sum(results)
    counts = {"games": sum(results), "wins": wins, "draws": draws, "losses": losses, "points": points}
    return {"a": a, "b": b, **counts, "interval_95": [points - 0.1, points + 0.1]}


class MadeCampaign:
    """A folder with a journal; a test may change `lines` before it is written."""

    def __init__(self, folder: Path, *, game: str = "dots", sizes: dict[str, int] | None = None, **settings: Any):
        self.folder = folder
        self.game = games.make(game, **({"rows": 2, "cols": 2} if sizes is None else sizes))
        sized = {f"game.{key}": value for key, value in self.game.sizes.items()}
        self.settings = {"game.name": game, **sized, "seed": 0, "mcts.num_simulations": 8, "net.kind": "mlp"} | settings
        self.lines: list[dict[str, Any]] = [
            {
                "event": "begun",
                "campaign": "9f3c0a77d2e1",
                "name": "made",
                "board": board_name(self.game),
                "at": BEGUN,
                "settings": self.settings,
                "commit": "949c384a11bd5e0f",
                "clean": True,
                "machine": {"processor": "a processor", "cores": 2},
            }
        ]
        self.done(0, "begin", {"model": model(0)})

    def done(self, generation: int, part: str, numbers: dict[str, Any], **measured: float) -> None:
        line = {"event": "done", "generation": generation, "part": part, "content": "x", "at": BEGUN}
        self.lines.append(line | {"measured": {"seconds": SECONDS[part]} | measured, "numbers": numbers})

    def grow(self, number: int, *, has_audit: bool = True, against_random: bool = True) -> None:
        """All parts of a generation."""
        champion = max([0, *(each for each in range(1, number) if PROMOTED[each])])
        played = {"num_games": 24, "num_positions": 200, "num_bytes": 999, "records": "ab", "model": model(champion)}
        self.done(number, "selfplay", played, games_per_second=8.0 * number, evaluations_per_second=1e4)
        self.done(number, "train", self._training(number), samples_per_second=5e3)
        name, rival = f"g{number:03d}", f"g{champion:03d}"
        first = pairing(name, rival, POINTS[number])
        verdict = {"promote": PROMOTED[number], "reason": "so it is", "kind": "not_worse"}
        found = {
            "opponent": champion,
            "num_simulations": 8,
            "distinct_games": 1.0,
            "verdict": verdict | {key: first[key] for key in first if key not in ("a", "b")},
            "pairings": [first] + [pairing(name, "random", AGAINST_RANDOM[number])] * against_random,
            "champion": number if PROMOTED[number] else champion,
        }
        if has_audit:
            found |= {"audit": audit(MISTAKES[number]), "audit_net": audit(NET_MISTAKES[number])}
        self.done(number, "arena", found)

    def _training(self, number: int) -> dict[str, Any]:
        losses = {"policy_loss": 2 / number, "value_loss": 1 / number, "margin_loss": 0.5 / number}
        metrics = {f"held_out_{name}": 1.1 * value for name, value in losses.items()}
        return {
            "num_games": 24,
            "global_step": 100 * number,
            "warnings": [],
            "metrics": metrics | {"held_out_target_entropy": 0.5},
            "curve": [{"global_step": 100 * number - 50, **losses}, {"global_step": 100 * number, **losses}],
            "model": model(number),
            "parent": model(number - 1),
        }

    def play(self, number: int) -> None:
        """The records of a generation's games, half of which begin on the empty board."""
        generate(
            self.game,
            lambda: HashEvaluator(self.game),
            self.folder / f"g{number:03d}" / "selfplay",
            num_games=24,
            shard_games=16,
            seed=0,
            generation=number,
            model=model(0),
            num_workers=1,
            num_slots=8,
            num_simulations=self.settings["mcts.num_simulations"],
            opening_share=0.5,
            opening_plies=3,
        )

    @property
    def journal(self) -> Path:
        return self.folder / "journal-1a2b3c4d.jsonl"

    def read(self) -> CampaignStory:
        """Write the journal, and read it back."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.journal.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return read_campaign(self.folder, self.journal)


def made(folder: Path, generations: int = 3, *, plays: bool = True, **how: Any) -> MadeCampaign:
    """A campaign of so many generations, with the last one's records."""
    grown = {key: how.pop(key) for key in ("has_audit", "against_random") if key in how}
    campaign = MadeCampaign(folder, **how)
    for number in range(1, generations + 1):
        campaign.grow(number, **grown)
    if plays and generations:
        campaign.play(generations)
    return campaign
