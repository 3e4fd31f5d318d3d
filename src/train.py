"""Generations in one process: `python -m src.train game=dots net=resnet_small generations=10 seed=0`.

The same command goes on where it was stopped, and with more generations where it had ended. With `-m`, a campaign for
each combination of settings, as `-m net=mlp,resnet_small seed=0,1`. With `curriculum`, a campaign for each board.
"""

import sys
import time
from pathlib import Path

from rich.console import Console

from src import entry, games, settings, sweep
from src.curriculum import boards, on_board, start_of
from src.files.commit import describe_commit
from src.files.machine import describe_machine
from src.games.rules import Game
from src.generation.begin import begin
from src.generation.campaign import Campaign, digest, opened
from src.generation.generate import generate
from src.generation.judge import arena_for, judge, warnings_of
from src.models.champions import runs_folder
from src.models.name import board_name
from src.tracking.crowning import challenge
from src.tracking.journal import Journal
from src.tracking.tracked import tracked

USAGE = "usage: python -m src.train game=dots game.rows=3 game.cols=3 net=resnet_small generations=10 seed=0"


def name_of(chosen: settings.TrainSettings, game: Game) -> str:
    """`dots-3x3-resnet_small-s0-3fa9c1d2`: a campaign's own folder for each set of settings."""
    campaign = Campaign(runs_folder(), chosen.model_dump())
    return chosen.run or f"{board_name(game)}-{chosen.net.kind}-s{chosen.seed}-{digest(campaign.settings)}"


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


def main(chosen: settings.TrainSettings) -> float | None:
    """Run the campaign of each board. Returns the mistake rate of the last candidate of all, see `train`."""
    mistake_rate, start = None, chosen.start
    for board in boards(chosen):
        mistake_rate, champion = train(on_board(chosen, board, start))
        start = start_of(champion)
    return mistake_rate


def train(chosen: settings.TrainSettings) -> tuple[float | None, Path]:
    """Run a campaign. Returns the last candidate's mistake rate with search, None where it was not measured, and the
    folder of the champion."""
    say = Console(stderr=True, soft_wrap=True)
    game = games.make(chosen.game.name, **chosen.game.sizes)
    name = name_of(chosen, game)
    with opened(runs_folder() / name, chosen.model_dump()) as campaign:
        facts = {"name": name, "board": board_name(game), "settings": campaign.settings}
        journal = Journal(campaign.journal, **facts, **describe_commit(), machine=describe_machine())
        say.print(f"campaign {campaign.folder}")
        with tracked(campaign.folder, journal, **chosen.tracking.model_dump(), say=say.print):
            mistake_rate = turn(chosen, game, campaign, journal, say)
        groups = {group: getattr(chosen, group).model_dump() for group in ("tracking", "mcts", "arena")}
        engine = chosen.inference.engine
        challenge(campaign, game, chosen.generations, **groups, inference=engine, seed=chosen.seed, say=say.print)
        return mistake_rate, campaign.model(campaign.champion(chosen.generations))


def turn(
    chosen: settings.TrainSettings, game: Game, campaign: Campaign, journal: Journal, say: Console
) -> float | None:
    """The wheel."""
    started = time.perf_counter()
    groups, seed = chosen.model_dump(), chosen.seed
    mcts, selfplay, train, inference = groups["mcts"], groups["selfplay"], groups["train"], chosen.inference.engine
    begun = begin(
        campaign,
        game,
        net=groups["net"],
        train=train,
        start=chosen.start,
        seed=seed,
        inference=chosen.inference.asked,
        say=say.print,
    )
    journal.done(0, "begin", begun)
    arena, positions = arena_for(game, groups["arena"], big_table=chosen.big_table, seed=seed, say=say.print)
    found, num_there = {}, campaign.num_done(chosen.generations)
    for number in range(1, chosen.generations + 1):
        played = generate(
            campaign,
            game,
            number,
            mcts=mcts,
            selfplay=selfplay,
            inference=inference,
            seed=seed,
            num_workers=chosen.num_workers,
            say=say.print,
        )
        journal.done(number, "selfplay", played)
        from src.generation.fit import fit  # Lightning takes seconds to import, and the first games need not wait

        learnt = fit(campaign, game, number, selfplay=selfplay, train=train, canonical=mcts["canonical"], seed=seed)
        journal.done(number, "train", learnt)
        judged = judge(
            campaign,
            game,
            number,
            mcts=mcts,
            arena=arena,
            inference=inference,
            positions=positions,
            big_table=chosen.big_table,
            seed=seed,
            num_workers=chosen.num_workers,
        )
        journal.done(number, "arena", judged)
        found = judged.numbers
        if number == num_there:
            say.print(f"generations 1 to {number} are there")
        if number < num_there:
            continue
        say.print(line(number, found, (time.perf_counter() - started) / 60))
        for warning in learnt.numbers["warnings"] + warnings_of(found):
            say.print(f"[yellow]warning:[/] {warning}")
    return found.get("audit", {}).get("mistake_rate")


if __name__ == "__main__":
    if sweep.is_sweep(sys.argv[1:]):
        sweep.run(sys.argv[1:])
    else:
        entry.enter(main, "config", settings.TrainSettings, USAGE, sys.argv[1:])
