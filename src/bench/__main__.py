"""`python -m src.bench PART`: measure, print a table, write JSON; the parts stand in `PARTS`."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from src import commands, entry, games
from src.bench import growth, inference, page, peers, rules, search, selfplay, starts, training
from src.bench.streams import untrained_model
from src.files.errors import UserError
from src.files.machine import describe_machine, num_cores
from src.files.whole import whole_file
from src.games.rules import Game
from src.learn.recipe import Recipe
from src.models.engines import settled_engine
from src.reports.bench import flat, shown
from src.selfplay.room import fitting_workers

Tell = Callable[[str], None]


def _search(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    return search.measure(game, num_games=chosen.games, repeats=chosen.repeats, seed=chosen.seed, tell=tell)


def _rules(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    return rules.measure(game, num_games=chosen.games, repeats=chosen.repeats, seed=chosen.seed, tell=tell)


def _model(chosen: commands.BenchSettings, game: Game):
    """The model that was asked for, or an untrained one; a context."""
    return (
        nullcontext(Path(chosen.model)) if chosen.model else untrained_model(game, chosen.net.model_dump(), chosen.seed)
    )


def _workers(chosen: commands.BenchSettings) -> int:
    """As self-play has them with the engine that was asked for."""
    return chosen.num_workers or fitting_workers(settled_engine(chosen.inference.engine))


def _inference(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    with _model(chosen, game) as model:
        return inference.measure(
            game,
            model,
            num_workers=chosen.num_workers or num_cores(),
            repeats=chosen.repeats,
            seed=chosen.seed,
            tell=tell,
        )


def _play(chosen: commands.BenchSettings) -> dict:
    """The keywords of `SelfPlay`."""
    others = {"num_games", "shard_games", "num_slots"}
    return chosen.mcts.model_dump() | chosen.selfplay.model_dump(exclude=others) | {"num_slots": chosen.games}


def _selfplay(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    with _model(chosen, game) as model:
        return selfplay.measure(
            game,
            model,
            inference=chosen.inference.engine,
            play=_play(chosen),
            num_workers=_workers(chosen),
            repeats=chosen.repeats,
            seed=chosen.seed,
            tell=tell,
        )


def _peers(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    peers.check(game)
    with _model(chosen, game) as model:
        return peers.measure(
            game,
            model,
            batch_size=chosen.inference.batch_size,
            play=_play(chosen),
            num_workers=chosen.num_workers or num_cores(),
            repeats=chosen.repeats,
            seed=chosen.seed,
            tell=tell,
        )


def _training(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    recipe = {key: value for key, value in chosen.train.model_dump().items() if key in Recipe.__dataclass_fields__}
    with _model(chosen, game) as model:
        return training.measure(game, model, recipe=recipe, repeats=chosen.repeats, seed=chosen.seed, tell=tell)


def _stages(chosen: commands.BenchSettings, game: Game, tell: Tell, overrides: Sequence[str] = ()) -> dict:
    """overrides: what was typed, for programs that begin with the same."""
    with _model(chosen, game) as model:
        return starts.measure(game, model, list(overrides), repeats=chosen.repeats, seed=chosen.seed, tell=tell)


def _growth(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    return growth.measure(
        game,
        chosen.net.model_dump(),
        inference=chosen.inference.engine,
        play=_play(chosen),
        num_workers=_workers(chosen),
        repeats=chosen.repeats,
        seed=chosen.seed,
        tell=tell,
    )


def _page(chosen: commands.BenchSettings, game: Game, tell: Tell) -> dict:
    return page.measure(game, chosen.model, chosen.mcts.model_dump(), repeats=chosen.repeats, tell=tell)


PARTS = {
    "search": _search,
    "rules": _rules,
    "inference": _inference,
    "selfplay": _selfplay,
    "training": _training,
    "stages": _stages,
    "sweep": _growth,
    "peers": _peers,
    "page": _page,
}
USAGE = f"usage: python -m src.bench PART [json=FILE] …   parts: {', '.join(PARTS)}"


def run(part: str, chosen: commands.BenchSettings, overrides: Sequence[str]) -> None:
    errors = Console(stderr=True)
    measure = partial(_stages, overrides=overrides) if part == "stages" else PARTS[part]
    game = games.make(chosen.game.name, **chosen.game.sizes)
    with errors.status("") as status:
        numbers = measure(chosen, game, status.update)
    report = {"part": part} | numbers | {"seed": chosen.seed, "machine": describe_machine()}
    table = Table("what", "value", title=f"bench {part}", title_justify="left")
    for name, value in flat(report):
        table.add_row(name, shown(value))
    Console(width=100).print(table)
    if chosen.json_file:
        with whole_file(Path(chosen.json_file)) as file:
            file.write(json.dumps(report, indent=2, ensure_ascii=False).encode() + b"\n")
        errors.print(f"written to {chosen.json_file}")


def main(arguments: list[str]) -> None:
    asks_help = not arguments or arguments[0] in ("-h", "--help")
    part = "search" if asks_help else arguments[0]

    def measure(chosen: commands.BenchSettings) -> None:
        if part not in PARTS:
            raise UserError(f"there is no bench part {part!r}; there are {', '.join(PARTS)}")
        run(part, chosen, rest)

    rest = ["--help"] if asks_help else arguments[1:]
    entry.enter(measure, "bench", commands.BenchSettings, USAGE, rest)


if __name__ == "__main__":
    main(sys.argv[1:])
