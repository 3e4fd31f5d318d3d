"""Games to step through on a page: each position's search, and what was then played, as plain JSON.

A cell is a place in the game's picture (`Game.planes`); `where` of a move is the cell that its stone or edge takes, or
None where it takes none, as a pass. Since stones can change hands, games of stones come with all their boards.
"""

from typing import Any

import numpy as np

from src.games import dots
from src.games.draw import OWNERS, STONES, stones_of
from src.games.rules import Game
from src.records.schema import PlayedGame, PlayedGames, offsets

NUM_GAMES = 4
NUM_TOP = 6  # moves of a policy target that are shown


def pick_games(game: Game, games: PlayedGames) -> dict[str, Any]:
    """Up to four different games: those with the fewest random moves at their start, mostly none, by their numbers."""
    order = np.lexsort([games.arrays["game_id"], games.arrays["num_opening"]])
    picked: dict[bytes, PlayedGame] = {}
    for i in order.tolist():
        played = games[i]
        picked.setdefault(played.moves.tobytes(), played)
        if len(picked) == NUM_GAMES:
            break
    _, height, width = game.planes
    return {
        "picture": game.picture,
        "height": height,
        "width": width,
        "players": list(OWNERS if game.picture == "edges" else STONES),
        "games": [_told(game, played) for played in picked.values()],
    }


def _told(game: Game, played: PlayedGame) -> dict[str, Any]:
    """One game: a dict for each of its plies, and how it ended."""
    state = game.initial_state()
    boards = [_board(game, state)]
    starts = offsets(played.policy_sizes)
    plies = []
    for ply, action in enumerate(played.moves.tolist()):
        after = game.step(state, action)
        plies.append(
            {
                "player": game.to_play(state),
                "move": game.action_names[action],
                "where": _where(game, state, after, action),
                "boxes": _completed(game, state, after),
                "is_opening": ply < played.num_opening,
                "simulations": int(played.num_simulations[ply]),
                "value": round(float(played.root_value[ply]), 3) if played.num_simulations[ply] else None,
                "top": _top(game, state, played, slice(starts[ply], starts[ply + 1])),
            }
        )
        state = after
        boards.append(_board(game, state))
    return {
        "id": played.game_id,
        "opening": played.num_opening,
        "plies": plies,
        "boards": boards,
        "end": _end(game, state),
    }


def _board(game: Game, state: np.ndarray) -> list[int]:
    """Whose stone is on each cell, 0 nobody's, 1 and 2 the players'; nothing where edges are drawn."""
    return [] if game.picture == "edges" else stones_of(game, state).ravel().tolist()


def _where(game: Game, state: np.ndarray, after: np.ndarray, action: int) -> int | None:
    """The cell a move fills: an edge's own; a stone's follows from the board, as in a game with gravity."""
    if game.picture == "edges":
        return int(game.action_cells[action])
    filled = np.flatnonzero((stones_of(game, state) == 0) & (stones_of(game, after) != 0))
    return int(filled[0]) if len(filled) else None


def _completed(game: Game, state: np.ndarray, after: np.ndarray) -> list[int]:
    """The cells of the boxes that the move completed."""
    if game.picture != "edges":
        return []
    rows, cols = game.sizes["rows"], game.sizes["cols"]
    edges = dots.box_edges(rows, cols)
    return dots.box_cells(rows, cols)[after[edges].all(1) & ~state[edges].all(1)].tolist()


def _top(game: Game, state: np.ndarray, played: PlayedGame, entries: slice) -> list[dict[str, Any]]:
    """The moves with the largest shares of the policy target; none where the ply is no target."""
    actions, probs = played.policy_actions[entries], played.policy_probs[entries]
    visits = played.visit_counts[entries]
    best = np.argsort(-probs, kind="stable")[:NUM_TOP]
    return [
        {
            "move": game.action_names[actions[i]],
            "where": _where(game, state, game.step(state, int(actions[i])), int(actions[i])),
            "share": round(float(probs[i]), 4),
            "visits": int(visits[i]),
        }
        for i in best.tolist()
    ]


def _end(game: Game, state: np.ndarray) -> str:
    """`A wins 6–3`, `X wins`, `O wins by 8`, `a draw`."""
    result = game.returns(state, 0)
    names = OWNERS if game.picture == "edges" else STONES
    said = f"{names[0 if result > 0 else 1]} wins" if result else "a draw"
    if game.picture != "edges":
        return f"{said} by {abs(game.score(state, 0))}" if result and game.max_score else said
    scores = state[game.num_actions + dots.SCORES :][:2].tolist()
    return f"{said} {max(scores)}–{min(scores)}"
