"""The page of an analysed game: the curve, the game to step through, and every move with what is said of it."""

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from src.games.rules import Game, sign
from src.play.analysis import JudgedMove
from src.records.schema import PlayedGame, gathered
from src.reports.house_style import BLUE, GREEN, RED, house_style, label_right, new_figure, png_and_svg
from src.reports.page import render, svg_uri
from src.reports.sample_games import pick_games

HEAD = ["", "by", "move", "before", "after", "exact before", "exact after", "", "better"]
NUMERIC = [0, 3, 4, 5, 6]
REMARK = (
    "Target: the share of the search's visits. Values are from −1, all lost, to +1, all won, for the player to move."
)


def curve(letter: str, player: str, moves: list[JudgedMove]) -> Figure:
    """How the game went for player 0, called `letter`: the player's value after each move, and the exact result."""
    figure = new_figure(3.0)
    axes = figure.subplots()
    plies = np.arange(1, len(moves) + 1)
    side = np.array([1 if move.mover == 0 else -1 for move in moves])
    values = side * np.array([np.nan if move.value_after is None else move.value_after for move in moves])
    exact = [np.nan if move.exact is None else sign(int(move.exact.margins[move.action])) for move in moves]
    labels = []
    for line, name, colour, style, form in (
        (values, player, BLUE, "-", "default"),
        (side * np.array(exact), "exact play", GREEN, "--", "steps-mid"),  # a result changes at once
    ):
        known = np.flatnonzero(~np.isnan(line))
        if len(known):
            axes.plot(plies, line, style, color=colour, drawstyle=form, marker="o" if len(known) == 1 else None)
            labels.append((float(line[known[-1]]), name[:24], colour))
    wrong = np.flatnonzero([bool(move.is_mistake) for move in moves])
    heights = np.where(np.isnan(values), side * np.array(exact), values)
    axes.plot(plies[wrong], heights[wrong], "v", color=RED, markersize=6)
    axes.set_ylim(-1.08, 1.08)
    axes.set_xlim(0.5, len(moves) + 0.5)
    axes.set_xlabel("moves played; triangles are mistakes")
    axes.set_ylabel(f"for {letter}")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    label_right(figure, {axes: labels})
    return figure


def page(game: Game, letters: str, player: str, history: list[int], moves: list[JudgedMove], rows: list[dict]) -> bytes:
    """The page as HTML that asks nothing of a network; `rows` as `analysis.told` gives them."""
    with house_style():
        _, svg = png_and_svg(curve(letters[0], player, moves))
    mistakes = [sum(bool(move.is_mistake) for move in moves if move.mover == seat) for seat in (0, 1)]
    final = game.replay(history)
    return render(
        "analysis.html",
        board=str(game),
        player=player,
        num_moves=len(moves),
        num_exact=sum(move.exact is not None for move in moves),
        mistakes=[{"letter": letter, "count": count} for letter, count in zip(letters, mistakes, strict=True)],
        picture={"title": "How it went", "uri": svg_uri(svg), "caption": _caption(letters[0], player)},
        games=_stepped(game, history, moves) if all(move.thoughts.candidates for move in moves) else None,
        is_over=game.is_terminal(final),
        head=HEAD,
        numeric=NUMERIC,
        rows=[_row(row) for row in rows],
    )


def _caption(letter: str, player: str) -> str:
    return (
        f"The value that {player} gives the position after each move, for {letter}, from −1, all lost, to +1, all won; "
        "and, dashed, the result under best play by both where it is known."
    )


def _row(row: dict[str, Any]) -> list[str]:
    def number(value: float | None, form: str) -> str:
        return "" if value is None else (format(value, form) if value else "0").replace("-", "−")

    verdict = {True: "mistake", False: "", None: "not judged"}[row["mistake"]]
    if row["mistake"] and row["judged_by"] != "exact play":
        verdict = "seems a mistake"
    values = [number(row[key], "+.2f") for key in ("value_before", "value_after")]
    exact = [number(row[key], "+d") for key in ("exact_before", "exact_after")]
    return [str(row["ply"]), row["player"], row["move"], *values, *exact, verdict, row["better"] or ""]


def _stepped(game: Game, history: list[int], moves: list[JudgedMove]) -> dict[str, Any]:
    """The game with its searches, as the viewer of reports steps through it."""
    found = [move.thoughts for move in moves]
    candidates = [candidate for thoughts in found for candidate in thoughts.candidates]
    totals = np.array([sum(candidate.visits for candidate in thoughts.candidates) for thoughts in found])
    sizes = np.array([len(thoughts.candidates) for thoughts in found])
    visits = np.array([candidate.visits for candidate in candidates])
    final = game.replay(history)
    played = PlayedGame(
        game_id=1,
        seed=0,
        num_opening=0,
        moves=np.array(history),
        is_target=np.ones(len(moves), np.bool_),
        num_simulations=totals,
        root_value=np.array([thoughts.value for thoughts in found]),
        policy_sizes=sizes,
        policy_actions=np.array([candidate.action for candidate in candidates]),
        policy_probs=visits / np.repeat(totals, sizes),
        visit_counts=visits,
        result=game.returns(final, 0),
        margin=game.score(final, 0),
    )
    shown = pick_games(game, gathered([played])) | {"remark": REMARK}
    if not game.is_terminal(final):
        shown["games"][0]["end"] = "not played to its end"
    return shown
