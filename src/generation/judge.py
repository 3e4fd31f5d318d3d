"""Candidate against champion, against fixed players, and against exact play."""

import time
from collections.abc import Callable
from dataclasses import KW_ONLY, asdict, dataclass
from functools import partial
from threading import Event

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
from src.files.machine import num_cores
from src.games.rules import Game
from src.generation.campaign import Campaign, write_json
from src.generation.found import found_arena
from src.generation.part import MATCH, OPENINGS, Part, Settings, chosen_for, stream
from src.generation.promote import promote
from src.solvers.referee import referee
from src.workers.threads import run_jobs

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
    num_workers: int = 0,
) -> Part:
    """Play the matches and the audit on `positions`, and say who is champion.

    num_workers: 0: one a core; changes no result.
    """
    path = campaign.arena_report(number)
    measured = {}
    if not path.exists():
        started = time.perf_counter()
        search = mcts | {"num_simulations": arena["num_simulations"]}
        engine = inference | chosen_for(campaign, "inference")
        trial = Trial(campaign, game, number, search=search, engine=engine, arena=arena, big_table=big_table, seed=seed)
        write_json(path, trial.report(positions, num_workers or num_cores()))
        measured = {"seconds": time.perf_counter() - started}
    promote(campaign, game, number)
    return found_arena(campaign, number).timed(measured)


@dataclass(frozen=True)
class Trial:
    """What a candidate has to go through. Matches and audits know nothing of each other, so they share the cores."""

    campaign: Campaign
    game: Game
    number: int
    _: KW_ONLY
    search: Settings
    engine: Settings
    arena: Settings
    big_table: bool
    seed: int

    def report(self, positions: list[Position], num_workers: int) -> Settings:
        opponent = self.campaign.champion(self.number - 1)
        kinds = ("audit", "audit_net") if positions else ()
        jobs = [
            partial(self.match, opponent),
            *(partial(self.baseline, name) for name in self.arena["baselines"]),
            *(partial(self.audit, kind, positions) for kind in kinds),
        ]
        match, *found = run_jobs(jobs, num_workers)
        num_baselines = len(self.arena["baselines"])
        return match | {
            "pairings": match["pairings"] + found[:num_baselines],
            **dict(zip(kinds, found[num_baselines:], strict=True)),
        }

    def match(self, opponent: int, stop: Event) -> Settings:
        """The match with the champion, and its verdict."""
        candidate, champion = self.player(self.number), self.player(opponent)
        met = self.pairing(candidate, champion, self.arena["games"], stop)
        return {
            "opponent": opponent,
            "num_simulations": self.search["num_simulations"],
            "distinct_games": met.distinct_games,
            "verdict": asdict(decide(met.results, **self.arena["gate"])),
            "pairings": [{"a": candidate.name, "b": champion.name, **score(met.results)}],
        }

    def baseline(self, name: str, stop: Event) -> Settings:
        """The match with a fixed player."""
        candidate = self.player(self.number)
        fixed = make_player(name, self.game, big_table=self.big_table, inference=self.small, **self.search)
        met = self.pairing(candidate, fixed, self.arena["baseline_games"], stop)
        return {"a": candidate.name, "b": name, **score(met.results)}

    def audit(self, kind: str, positions: list[Position], stop: Event) -> Settings:
        """Mistakes on `positions`, with search or by the net alone."""
        make = search_player if kind == "audit" else net_player
        player = make(kind, self.campaign.model(self.number), self.game, inference=self.engine, **self.search)
        found = audit(player, positions, batch_size=256, seed=self.seed, tell=stops(stop))
        stop_if_short(found.positions, len(positions))
        return found.report()

    @property
    def small(self) -> Settings:
        """About half of the games wait for the same player, so a larger batch would be filled up with nothing."""
        return self.engine | {"batch_size": min(self.engine["batch_size"], self.arena["games"] // 2)}

    def player(self, number: int) -> Player:
        """The model of a generation with a search."""
        folder = self.campaign.model(number)
        return search_player(f"g{number:03d}", folder, self.game, inference=self.small, **self.search)

    def pairing(self, a: Player, b: Player, num_games: int, stop: Event) -> Played:
        """A match on random openings, both seats each."""
        starts = openings(self.game, num_games // 2, self.arena["openings"], stream(self.seed, self.number, OPENINGS))
        seed = stream(self.seed, self.number, MATCH)
        played = play_match(self.game, a, b, starts, seed=seed, tell=stops(stop))
        stop_if_short(len(played.histories), num_games)
        return played


def stops(stop: Event) -> Callable[[float], None]:
    """Hears of progress, and ends the work as Ctrl-C would once another part of it was stopped."""

    def tell(done: float) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    return tell


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
