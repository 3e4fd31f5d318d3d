"""Rules of search side by side: `python -m src.reports.searches game=dots players=[champion,rollout] simulations=[50]`.

Each rule, a file of conf/mcts, moves in the same positions with exact values, with the same judge of leaves and as many
simulations. The table goes to `out`, the numbers behind it as one JSON object to standard output.
"""

import sys
import time
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from src import commands, entry, games, settings
from src.arena.audit import audit
from src.arena.players import KINDS, make_player, parse
from src.arena.positions import Position, load_positions
from src.arena.search_players import slots_for
from src.files.errors import UserError
from src.files.machine import describe_machine
from src.files.whole import whole_file
from src.games.rules import Game
from src.reports.wording import decimal, percent, percent_range, whole
from src.workers.progress import meter

USAGE = "usage: python -m src.reports.searches game=dots players=[champion,rollout] simulations=[25,100] out=FILE"


def rules_of(chosen: commands.SearchesSettings, arguments: list[str]) -> dict[str, settings.MctsSettings]:
    """Each rule's settings, with what `arguments` say of the search. Raises UserError for a rule that is no file."""
    return {
        rule: entry.compose("searches", commands.SearchesSettings, [*arguments, f"mcts={rule}"]).mcts
        for rule in chosen.rules
    }


def is_searching(name: str) -> bool:
    """Whether a player of that name takes a number of simulations."""
    try:
        return KINDS[parse(f"{name}:1").kind].counts == "simulations"
    except UserError:
        return False


def check(chosen: commands.SearchesSettings) -> None:
    """Raises UserError for players that do not search, and for simulations that are none."""
    for name in chosen.players:
        if not is_searching(name):
            raise UserError(f"players are champion, priors:champion, rollout, uniform or FOLDER, not {name!r}")
    for number in chosen.simulations:
        if number < 1:
            raise UserError(f"simulations must be whole numbers from 1 on, not {number}")


def measure(
    game: Game,
    positions: Sequence[Position],
    rules: dict[str, settings.MctsSettings],
    chosen: commands.SearchesSettings,
) -> list[dict[str, Any]]:
    """What each player with each rule and each number of simulations did in the positions."""
    found = []
    cases = list(product(chosen.players, rules, chosen.simulations))
    with meter(f"searches on {game}", len(cases), "searches") as line:
        for name, rule, number in cases:
            search = rules[rule].model_dump() | {"num_simulations": number}
            player = make_player(f"{name}:{number}", game, inference=chosen.inference.engine, **search)
            size = slots_for(game, number, search["leaves_per_step"])
            counts = audit(player, positions, batch_size=size, seed=chosen.seed)
            if counts.positions < len(positions):
                raise KeyboardInterrupt
            model = getattr(player.evaluator, "name", None)
            found.append({"player": name, "model": model, "rule": rule, "num_simulations": number} | counts.report())
            line.add(searches=1, positions=counts.positions)
    return found


def cell(numbers: dict[str, Any]) -> str:
    """`1.2 % (0.9–1.6 %), 0.07`: mistakes and their interval, and what a move gives away on average."""
    regret = decimal(numbers["mean_regret"], 3)
    return f"{percent(numbers['mistake_rate'])} ({percent_range(numbers['mistake_rate_95'])}), {regret}"


def table(found: list[dict[str, Any]], rules: dict[str, settings.MctsSettings], facts: list[str]) -> str:
    """The page: a table for each player, a row a rule and a column a number of simulations."""
    numbers = list(dict.fromkeys(each["num_simulations"] for each in found))
    lines = ["# Rules of search side by side", "", *facts]
    for player in dict.fromkeys(each["player"] for each in found):
        mine = [each for each in found if each["player"] == player]
        lines += ["", f"## Leaves judged by {mine[0]['model']}", ""]
        lines += [f"| rule | {' | '.join(f'{number} simulations' for number in numbers)} |"]
        lines += ["|---" * (1 + len(numbers)) + "|"]
        for rule in rules:
            cells = [cell(each) for each in mine if each["rule"] == rule]
            lines.append(f"| {rule} | {' | '.join(cells)} |")
    lines += ["", "## The rules' settings", "", f"| setting | {' | '.join(rules)} |", "|---" * (1 + len(rules)) + "|"]
    values = {rule: chosen.model_dump() for rule, chosen in rules.items()}
    keys = [key for key in next(iter(values.values())) if key != "num_simulations"]
    lines += [f"| {key} | {' | '.join(str(values[rule][key]) for rule in rules)} |" for key in keys]
    return "\n".join(lines) + "\n"


def facts_of(game: Game, positions: Sequence[Position], chosen: commands.SearchesSettings, command: str) -> list[str]:
    """What the numbers are of."""
    machine = describe_machine()
    return [
        f"{whole(len(positions))} positions of {game} ({chosen.positions}, seed {chosen.seed}): how often a move",
        "worsened the game's result where one could, with the 95 % interval, and how many points a move gave away on",
        f"average. On {machine['processor']}, {machine['cores']} cores, by",
        "",
        f"    {command}",
    ]


def main(chosen: commands.SearchesSettings, arguments: list[str]) -> None:
    started = time.perf_counter()
    check(chosen)
    rules = rules_of(chosen, arguments)
    game = games.make(chosen.game.name, **chosen.game.sizes)
    positions = load_positions(chosen.positions, game, chosen.seed, big_table=chosen.big_table)
    found = measure(game, positions, rules, chosen)
    command = " ".join(["python -m src.reports.searches", *arguments])
    with whole_file(Path(chosen.out)) as file:
        file.write(table(found, rules, facts_of(game, positions, chosen, command)).encode())
    report = {"positions": len(positions), "positions_from": chosen.positions, "searches": found, "out": chosen.out}
    entry.tell(report | {"rules": {rule: each.model_dump() for rule, each in rules.items()}}, chosen, game, started)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    entry.enter(partial(main, arguments=arguments), "searches", commands.SearchesSettings, USAGE, arguments)
