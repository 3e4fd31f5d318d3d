"""Ratings of a campaign's champions and of fixed players: `python -m src.arena.ladder run=NAME`.

Each champion meets the one before it and every fixed player. One JSON object goes to standard output, all else to
standard error.
"""

import sys
import time
from itertools import combinations, pairwise

from src import commands, entry, games
from src.arena.lockstep import play_match
from src.arena.openings import openings
from src.arena.player import Player
from src.arena.players import make_player
from src.arena.points import counts
from src.arena.ratings import Pairing, rate
from src.files.errors import UserError
from src.generation.campaign import read_json
from src.models.champions import runs_folder
from src.workers.progress import meter

USAGE = "usage: python -m src.arena.ladder run=NAME game=dots games=20 baselines=[random,greedy,exact]"
ANCHOR = "random"  # rated 0


def champions_of(run: str) -> dict[str, str]:
    """The campaign's champions in their order, `g003` → the model's folder. Raises UserError where there is none."""
    folder = runs_folder() / run
    pointers = sorted(folder.glob("g*/champion.json"))
    if not pointers:
        raise UserError(f"{folder} holds no campaign with a champion; name one by run=…")
    numbers = dict.fromkeys(read_json(pointer)["generation"] for pointer in pointers)
    return {f"g{number:03d}": str(folder / f"g{number:03d}" / "model") for number in numbers}


def pairs_of(champions: list[str], baselines: list[str]) -> list[tuple[str, str]]:
    """Who meets whom."""
    neighbours = list(pairwise(champions))
    against = [(champion, baseline) for champion in champions for baseline in baselines]
    return [*neighbours, *against, *combinations(baselines, 2)]


def main(chosen: commands.LadderSettings) -> None:
    started = time.perf_counter()
    game = games.make(chosen.game.name, **chosen.game.sizes)
    champions = champions_of(chosen.run)
    baselines = list(dict.fromkeys([ANCHOR, *chosen.baselines]))
    names = champions | {name: name for name in baselines}
    starts = openings(game, chosen.games // 2, chosen.openings, chosen.seed)
    players: dict[str, Player] = {name: make_player(spec, game, **chosen.seat) for name, spec in names.items()}
    pairings = []
    pairs = pairs_of(list(champions), baselines)
    with meter(f"ladder of {chosen.run}", len(pairs), "pairings") as line:
        for a, b in pairs:
            found = counts(play_match(game, players[a], players[b], starts, seed=chosen.seed).results)
            pairings.append(Pairing(a, b, found["wins"], found["draws"], found["losses"]))
            line.add(pairings=1, games=found["games"])
    ratings = rate(pairings, anchor=ANCHOR)
    report = {
        "ratings": {name: dict(zip(("elo", "interval_95"), ratings.rating(name), strict=True)) for name in names},
        "pairings": [pairing._asdict() for pairing in pairings],
        "anchor": ANCHOR,
        "games_each": chosen.games,
        "openings": chosen.openings,
    }
    entry.tell(report, chosen, game, started)


if __name__ == "__main__":
    entry.enter(main, "ladder", commands.LadderSettings, USAGE, sys.argv[1:])
