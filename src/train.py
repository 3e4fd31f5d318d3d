"""Generations in one process: `python -m src.train game=dots net=resnet_small generations=10 seed=0`.

The same command goes on where it was stopped, and with more generations where it had ended.
"""

import sys
import time

from rich.console import Console

from src import entry, games, generation, settings
from src.arena.positions import Position, random_positions
from src.campaign import Campaign
from src.files.errors import UserError
from src.files.machine import resolve_precision
from src.games.rules import Game
from src.models.champions import runs_folder
from src.models.name import board_name
from src.solvers.referee import referee
from src.workers.threads import num_cores

USAGE = "usage: python -m src.train game=dots game.rows=3 game.cols=3 net=resnet_small generations=10 seed=0"


def audit_positions(game: Game, count: int, *, seed: int, big_table: bool, say: Console) -> list[Position]:
    """Random positions with exact values, or none where no referee can give them."""
    try:
        return random_positions(game, referee(game, big_table=big_table), count, seed) if count else []
    except UserError as error:
        say.print(f"no audit against exact play: {error}")
        return []


def line(number: int, found: dict, minutes: float) -> str:
    """A generation in one line."""
    verdict = found["verdict"]
    text = (
        f"generation {number}: {verdict['wins']}–{verdict['draws']}–{verdict['losses']} against "
        f"g{found['opponent']:03d}, {'promoted' if verdict['promote'] else 'kept'} ({verdict['reason']})"
    )
    for name, key in (("search", "audit"), ("net alone", "audit_net")):
        if key in found and found[key]["mistake_rate"] is not None:
            text += f"; {name}: {found[key]['mistake_rate']:.2%} mistakes, regret {found[key]['mean_regret']:.2f}"
    return f"{text}; {minutes:.1f} min"


def main(chosen: settings.TrainSettings) -> None:
    started = time.perf_counter()
    say = Console(stderr=True, soft_wrap=True)
    game = games.make(chosen.game.name, **chosen.game.sizes)
    groups = chosen.model_dump()
    net, mcts, selfplay = groups["net"], groups["mcts"], groups["selfplay"]
    inference, train, arena = chosen.inference.engine, groups["train"], groups["arena"]
    for group in (groups["inference"], train):  # the choice is the campaign's, whatever machine goes on with it
        group["precision"] = resolve_precision(group["precision"])
    name = chosen.run or f"{board_name(game)}-{net['kind']}-s{chosen.seed}"
    campaign = Campaign(runs_folder() / name, groups)
    selfplay["num_workers"] = selfplay["num_workers"] or num_cores()
    say.print(f"campaign {campaign.folder}")

    generation.begin(campaign, game, net=net, seed=chosen.seed)
    positions = audit_positions(game, arena["audit_positions"], seed=chosen.seed, big_table=chosen.big_table, say=say)
    for number in range(1, chosen.generations + 1):
        generation.generate(campaign, game, number, mcts=mcts, selfplay=selfplay, inference=inference, seed=chosen.seed)
        generation.fit(campaign, game, number, selfplay=selfplay, train=train, seed=chosen.seed)
        generation.judge(
            campaign,
            game,
            number,
            mcts=mcts,
            arena=arena,
            inference=inference,
            positions=positions,
            seed=chosen.seed,
        )
        found = generation.promote(campaign, game, number)
        say.print(line(number, found, (time.perf_counter() - started) / 60))
        for warning in generation.warnings_of(campaign, number, found):
            say.print(f"[yellow]warning:[/] {warning}")


if __name__ == "__main__":
    entry.enter(main, "config", settings.TrainSettings, USAGE, sys.argv[1:])
