"""What a search thinks of one position, simulation by simulation, beside exact play and alpha-beta.

`python -m src.play explain game=dots position="1 8 11" player=champion:50`
"""

import sys
from contextlib import suppress
from pathlib import Path

import numpy as np

from src import commands, entry, games
from src.arena.players import make_player
from src.arena.search_players import SearchPlayer
from src.files.errors import UserError
from src.games.dots_array import parse_array, read_array, read_moves
from src.games.draw import draw, read
from src.games.history import parse_history
from src.games.rules import Game, sign
from src.search.alphabeta import FRAME, best_moves
from src.search.mcts import Search, SearchResult
from src.search.root import choose_actions
from src.search.trace import Simulation, trace
from src.solvers.referee import MoveValues, referee

USAGE = 'usage: python -m src.play explain game=dots position="1 8 11" player=champion:50'
MANY = 1_000_000  # positions after which alpha-beta looks no further ahead: each ply takes several times as many
OUTCOMES = ("loses", "draws", "wins")


def parse_position(game: Game, text: str) -> np.ndarray:
    """`[S]` the state that `text` shows: a drawing, which has lines; the blog post's array; or a history.

    A history of dots may hold the post's passes. Raises UserError for what is none of these.
    """
    if len(text.strip().splitlines()) > 1 and any(mark in text for mark in "*.XO"):
        return read(game, text)
    if game.name == "dots" and game.sizes["rows"] > 1:
        array = parse_array(game, text)
        if array is not None:
            return read_array(game, array)
        moves = text.replace(",", " ").split()
        if str(game.num_actions) in moves:
            return game.replay(read_moves(game, [int(move) if move.isdecimal() else -1 for move in moves]))
    return game.replay(parse_history(game, text))


def exact_values(game: Game, state: np.ndarray, *, big_table: bool) -> MoveValues | None:
    """What each move leads to, None where nobody can judge the position; then one line says why."""
    try:
        return referee(game, big_table=big_table).move_values(state)
    except UserError as error:
        print(f"no exact values: {error}", file=sys.stderr)
        return None


def move_lines(game: Game, legal: list[int], found: SearchResult, chosen: int, exact: MoveValues | None) -> list[str]:
    """A line a legal move, the most visited first: the net's prior, visits, mean value, and what exact play says."""
    visits, priors, values = found.visit_counts[0], found.prior_probs[0], found.q_values[0]
    lines = [f"{'move':>6}{'net':>9}{'visits':>8}{'value':>8}{'exact':>7}"]
    for action in sorted(legal, key=lambda a: (-visits[a], -priors[a])):
        value = f"{values[action]:+.2f}" if visits[action] else ""
        margin = f"{exact.margins[action]:+d}" if exact else "?"
        line = f"{game.action_names[action]:>6}{priors[action]:>9.2%}{visits[action]:>8}{value:>8}{margin:>7}"
        said = ["chosen"] * (action == chosen)
        said += ["best"] * (exact is not None and action in exact.optimal_actions)
        lines.append(f"{line}  {', '.join(said)}".rstrip())
    return lines


def simulation_lines(game: Game, raw_value: float, simulations: list[Simulation]) -> list[str]:
    """A line a simulation: what it found, for the player to move, and the moves that it followed."""
    lines = [f"{'simulation':>10}{'value':>8}  path", f"{0:>10}{raw_value:>+8.2f}  the position itself, by the net"]
    for number, (path, value) in enumerate(simulations, start=1):
        lines.append(f"{number:>10}{value:>+8.2f}  {' '.join(game.action_names[action] for action in path)}")
    return lines


def alphabeta_lines(game: Game, state: np.ndarray, depth: int) -> list[str]:
    """A line a ply up to `depth`: how many positions alpha-beta looks at, so far ahead, and the moves it deems best."""
    lines = [f"{'plies':>10}{'positions':>11}  best"]
    for plies in range(1, depth + 1):
        frames, best = np.zeros(plies, FRAME), np.zeros((1, game.num_actions), np.bool_)
        best_moves(game.rules, game.spec, state[None], frames, best, np.zeros(1, np.int64))
        looked_at = int(frames["visits"].sum())
        names = " ".join(game.action_names[action] for action in np.flatnonzero(best[0]))
        lines.append(f"{plies:>10}{looked_at:>11,}  {names}")
        if looked_at > MANY and plies < depth:
            lines.append(f"{plies + 1:>10}  and more plies would take too long")
            break
    return lines


def explain(game: Game, state: np.ndarray, player: SearchPlayer, seed: int, *, big_table: bool) -> str:
    """The whole page. Raises UserError where the game is over, and for a search that cannot be followed."""
    search = Search(game, player.evaluator, num_slots=1, **player.settings)
    simulations = trace(search, state, seed, player.num_simulations)
    found = search.run(state[None], [seed])
    chosen = int(choose_actions(found.move_weights, np.zeros(1), np.zeros(1), found.tie_break)[0])
    exact = exact_values(game, state, big_table=big_table)
    depth = max(len(simulation.path) for simulation in simulations)
    raw_value, value = float(found.raw_value[0]), float(found.node_value[0])
    lines = [draw(game, state, numbers=True), ""]
    lines += [f"{player.evaluator.name} gives the position {raw_value:+.3f}, from -1, lost, to 1, won."]
    if exact:
        outcome = OUTCOMES[sign(exact.margin) + 1]
        lines += [f"By exact play, who is to move {outcome}, with a final margin of {exact.margin:+d}."]
    lines += ["", *move_lines(game, game.legal_actions(state), found, chosen, exact), ""]
    lines += [f"{len(simulations)} simulations make it {value:+.3f} and choose {game.action_names[chosen]}.", ""]
    lines += [*simulation_lines(game, raw_value, simulations), ""]
    lines += [
        f"The search looked at {search.forest.slots[0]['num_nodes']} positions, up to {depth} plies ahead. "
        "Alpha-beta, which knows points and results alone, looks at:",
        "",
        *alphabeta_lines(game, state, depth),
    ]
    return "\n".join(lines)


def quoted(arguments: list[str]) -> list[str]:
    """The arguments with the position in quotes, since blanks, commas and lines mean something else to Hydra.

    The name of a file stands for what is in it.
    """
    found = []
    for argument in arguments:
        key, equals, value = argument.partition("=")
        if key == "position" and equals and value:
            with suppress(OSError):  # too long for a name
                value = Path(value).read_text(encoding="utf-8") if Path(value).is_file() else value
            value = value.replace("\\", "\\\\").replace('"', '\\"')
            argument = f'position="{value}"'
        found.append(argument)
    return found


def main(chosen: commands.ExplainSettings) -> None:
    game = games.make(chosen.game.name, **chosen.game.sizes)
    state = parse_position(game, chosen.position)
    if game.is_terminal(state):
        raise UserError(f"{game}: the game is over in this position, so there is nothing to explain")
    player = make_player(
        chosen.player, game, big_table=chosen.big_table, inference=chosen.inference.engine, **chosen.mcts.model_dump()
    )
    if not isinstance(player, SearchPlayer):
        raise UserError(f"player {chosen.player} does not search; give one that does, as champion:50 or rollout:1000")
    print(explain(game, state, player, chosen.seed, big_table=chosen.big_table))


if __name__ == "__main__":
    entry.enter(main, "explain", commands.ExplainSettings, USAGE, quoted(sys.argv[1:]))
