"""Candidate against champion, against fixed players, and against exact play."""

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from src.arena.audit import audit
from src.arena.gate import decide
from src.arena.lockstep import FEW_DISTINCT, Played, play_match
from src.arena.model_players import net_player, search_player
from src.arena.openings import openings
from src.arena.player import Player
from src.arena.players import make_player
from src.arena.points import score
from src.arena.positions import Position, random_positions, read_positions
from src.files.compiled import PROJECT_ROOT
from src.files.errors import UserError
from src.games.rules import Game
from src.generation.campaign import Campaign, write_json
from src.generation.found import found_arena
from src.generation.part import MATCH, OPENINGS, Part, Settings, chosen_for, stream
from src.generation.promote import promote
from src.solvers.referee import referee

RANDOM = "random"  # the audit's positions are drawn and judged here
UNLEARNT = 0.1  # share of points against the champion below which something is wrong


def arena_for(
    game: Game, arena: Settings, *, big_table: bool, seed: int, say: Callable[[str], None]
) -> tuple[Settings, list[Position]]:
    """The arena's settings and its positions with exact values.

    What needs exact play is left out where no referee can judge this board, and `say` is told. Raises UserError for a
    file of positions that cannot be read.
    """
    count, source = arena["audit_positions"], arena["audit_from"]
    is_random = source == RANDOM
    positions = [] if is_random else read_positions(PROJECT_ROOT / source, game)[:count]
    if "exact" not in arena["baselines"] and not (is_random and count):
        return arena, positions
    try:
        exact = referee(game, big_table=big_table)
    except UserError as error:
        say(f"no exact play in the arena: {error}")
        return without_exact(arena), positions
    if "exact" in arena["baselines"]:
        try:
            exact.values(game.replay(openings(game, 1, arena["openings"], seed)[0])[None])
        except UserError as error:
            say(f"exact play is no opponent in the arena: {error}")
            arena = without_exact(arena)
    return arena, random_positions(game, exact, count=count, seed=seed) if is_random and count else positions


def without_exact(arena: Settings) -> Settings:
    return arena | {"baselines": [name for name in arena["baselines"] if name != "exact"]}


def judge(
    campaign: Campaign,
    game: Game,
    number: int,
    *,
    mcts: Settings,
    arena: Settings,
    inference: Settings,
    positions: list[Position],
    big_table: bool,
    seed: int,
) -> Part:
    """Play the matches and the audit on `positions`, and say who is champion."""
    path = campaign.arena_report(number)
    measured = {}
    if not path.exists():
        started = time.perf_counter()
        search = mcts | {"num_simulations": arena["num_simulations"]}
        engine = inference | chosen_for(campaign, "inference")
        report = matches(
            campaign, game, number, search=search, engine=engine, arena=arena, big_table=big_table, seed=seed
        )
        report |= audits(campaign.model(number), game, positions, search=search, engine=engine, seed=seed)
        write_json(path, report)
        measured = {"seconds": time.perf_counter() - started}
    promote(campaign, game, number)
    return found_arena(campaign, number).timed(measured)


def matches(
    campaign: Campaign,
    game: Game,
    number: int,
    *,
    search: Settings,
    engine: Settings,
    arena: Settings,
    big_table: bool,
    seed: int,
) -> Settings:
    """The match with the champion and its verdict, and the matches with the fixed players."""
    # About half of the games wait for the same player, so a larger batch would be filled up with nothing.
    small = engine | {"batch_size": min(engine["batch_size"], arena["games"] // 2)}
    opponent = campaign.champion(number - 1)
    candidate, champion = (
        search_player(f"g{each:03d}", campaign.model(each), game, inference=small, **search)
        for each in (number, opponent)
    )
    met = pairing(game, candidate, champion, arena["games"], arena["openings"], seed, number)
    pairings = [{"a": candidate.name, "b": champion.name, **score(met.results)}]
    for name in arena["baselines"]:
        baseline = make_player(name, game, big_table=big_table, inference=small, **search)
        against = pairing(game, candidate, baseline, arena["baseline_games"], arena["openings"], seed, number)
        pairings.append({"a": candidate.name, "b": name, **score(against.results)})
    return {
        "opponent": opponent,
        "num_simulations": search["num_simulations"],
        "distinct_games": met.distinct_games,
        "verdict": asdict(decide(met.results, **arena["gate"])),
        "pairings": pairings,
    }


def pairing(game: Game, a: Player, b: Player, num_games: int, plies: int, seed: int, number: int) -> Played:
    """A match on random openings of so many plies, both seats each."""
    starts = openings(game, num_games // 2, plies, stream(seed, number, OPENINGS))
    played = play_match(game, a, b, starts, seed=stream(seed, number, MATCH))
    stop_if_short(len(played.histories), num_games)
    return played


def audits(
    model: Path, game: Game, positions: list[Position], *, search: Settings, engine: Settings, seed: int
) -> Settings:
    """Mistakes on `positions`, with search and by the net alone; nothing where there are none."""
    if not positions:
        return {}
    searching = search_player("search", model, game, inference=engine, **search)
    net = net_player("net", model, game, inference=engine, margin_weight=search["margin_weight"])
    report = {}
    for name, player in (("audit", searching), ("audit_net", net)):
        found = audit(player, positions, batch_size=256, seed=seed)
        stop_if_short(found.positions, len(positions))
        report[name] = found.report()
    return report


def stop_if_short(done: int, asked: int) -> None:
    """A match or audit that Ctrl-C has cut short ends the campaign's run, or its verdict would depend on the moment."""
    if done < asked:
        raise KeyboardInterrupt


def warnings_of(found: Settings) -> list[str]:
    """What people should hear of the arena's numbers: a candidate that has unlearnt, games that are all alike."""
    heard = []
    points = found["verdict"]["points"]
    if points is not None and points < UNLEARNT:
        heard.append(f"the candidate made {points:.0%} of the points against g{found['opponent']:03d}")
    if found["distinct_games"] < FEW_DISTINCT:
        heard.append(f"only {found['distinct_games']:.0%} of the match's games differ; use more arena.openings")
    return heard
