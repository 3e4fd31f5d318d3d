"""Who sits opposite: a player by its name, or rollouts where the board has no champion yet."""

from collections.abc import Callable

from src.arena.player import HistoryPlayer, Player
from src.arena.players import CHAMPION, NET, make_player, parse
from src.games.rules import Game
from src.models.champions import pointer


def seated(name: str, game: Game, *, say: Callable[[str], None], **seat) -> Player | HistoryPlayer:
    """The player of that name, see `make_player` for `seat`; `say` hears that a champion is missing."""
    asked = parse(name)
    if asked.kind in (CHAMPION, NET) and asked.folder is None and not pointer(game).is_file():
        number = asked.number or seat["num_simulations"]
        say(f"there is no champion of {game} yet, so a search with {number} random rollouts a move plays in its place")
        name = f"rollout:{number}"
    return make_player(name, game, **seat)
