"""A match: `python -m src.arena.match game=dots a=rollout:1000 b=greedy games=200 openings=4`.

Games 2k and 2k + 1 begin from the same `openings` random moves, with the seats swapped, so `games` must be even.
One JSON object goes to standard output, all else to standard error.
"""

import sys
import time

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeRemainingColumn

from src import commands, entry, games
from src.arena.gtp_player import GtpPlayer
from src.arena.lockstep import FEW_DISTINCT, Played, play_match
from src.arena.openings import openings
from src.arena.players import make_player
from src.arena.points import counts, elo, score
from src.files.errors import UserError
from src.games.rules import Game

USAGE = "usage: python -m src.arena.match game=dots game.rows=3 game.cols=3 a=PLAYER b=PLAYER games=200 openings=0"


def report(played: Played) -> dict:
    """The numbers, for player `a`: interval and Elo from pairs of games, see `points`."""
    total = score(played.results)
    return total | {
        "margin": float(played.margins.mean()),
        "seats": {
            name: counts(played.results[:, seat]) | {"margin": float(played.margins[:, seat].mean())}
            for seat, name in enumerate(("first", "second"))
        },
        "distinct_games": played.distinct_games,
        "elo_difference": elo(total["points"]),
        "elo_difference_95": [elo(bound) for bound in total["interval_95"]],
    }


def play_with_progress(game: Game, chosen: commands.MatchSettings) -> tuple[Played, dict]:
    """The match, and what is worth reporting of the players and the openings."""
    players = [make_player(name, game, **chosen.seat) for name in (chosen.a, chosen.b)]
    starts = openings(game, chosen.games // 2, chosen.openings, chosen.seed)
    columns = (
        *Progress.get_default_columns()[:3],
        TextColumn("{task.completed:.0f}/{task.total}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{chosen.a} against {chosen.b} on {game}", total=chosen.games)

        def tell(done: float) -> None:
            progress.update(task, completed=done)

        played = play_match(game, *players, starts, seed=chosen.seed, tell=tell)
        progress.update(task, completed=len(played.histories))
    facts = {
        "a": chosen.a,
        "b": chosen.b,
        "num_simulations": {"a": players[0].num_simulations, "b": players[1].num_simulations},
        "openings": chosen.openings,
        "distinct_openings": len({game.key(game.replay(start)) for start in starts}),
    }
    programs = {player.name: player.version for player in players if isinstance(player, GtpPlayer)}
    facts |= {"programs": programs} if programs else {}
    return played, facts


def main(chosen: commands.MatchSettings) -> None:
    started = time.perf_counter()
    if chosen.games % 2:
        raise UserError(f"games must be even, since each opening is played from both seats, not {chosen.games}")
    game = games.make(chosen.game.name, **chosen.game.sizes)
    played, facts = play_with_progress(game, chosen)
    finished = len(played.histories)
    if finished < chosen.games:
        print(f"stopped after {finished} of {chosen.games} games", file=sys.stderr)
    if finished == 0:
        sys.exit(130)
    numbers = report(played)
    if numbers["distinct_games"] < FEW_DISTINCT:
        print(
            f"only {len(set(played.histories))} of {finished} games differ, so the interval says too much; "
            "more random moves, as openings=4, make more of them",
            file=sys.stderr,
        )
    entry.tell(numbers | facts | {"games_given": chosen.games}, chosen, game, started)


if __name__ == "__main__":
    entry.enter(main, "match", commands.MatchSettings, USAGE, sys.argv[1:])
