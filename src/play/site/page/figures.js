// The figures of a thought: the expected score, the table of moves, and what exact play says of it.

import { html } from "./elements.js";
import { moveName, playerName, say, shortName, signed } from "./words.js";

/** All moves with their figures. counts: visits and mean values so far by action, where a replay is on, else null. */
export function movesTable({ game, root, played, exact }, counts) {
  const most = Math.max(1, ...root.moves.map((move) => counts?.get(move.action)?.visits ?? move.visits));
  const keys = ["move", "prior", "visits", "value", ...(exact ? ["exact"] : [])];
  const head = html(
    "tr",
    {},
    ...keys.map((key) => html("th", { scope: "col", title: say("columnNotes")[key] ?? null }, say("columns")[key])),
  );
  const best = exact ? Math.max(...exact.values()) : null;
  const rows = root.moves.map((move) => {
    const counted = counts ? (counts.get(move.action) ?? { visits: 0, value: null }) : move;
    const row = html("tr", { class: move.action === played ? "played" : null, "data-action": move.action });
    row.append(html("th", { scope: "row" }, shortName(game, move.action)), barCell(move.prior, percent(move.prior)));
    row.append(barCell(counted.visits / most, String(counted.visits)));
    row.append(
      html("td", {}, counted.value === null ? "" : signed(counted.value), counts || !move.proven ? null : "✓"),
    );
    if (exact) {
      const value = exact.get(move.action);
      row.append(html("td", { class: value === best ? "exact best" : "exact" }, exactText(game, value)));
    }
    return row;
  });
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}

/** Whether its choice is as good as exact play's, in one sentence; { text, kind }, of which kind is a class. */
export function exactSentence({ game, root, exact, share, played }) {
  if (!exact) return { text: share === null ? "" : say("exactMaking", Math.round(100 * share)), kind: "small" };
  const chosen = played ?? root.line[0] ?? root.moves[0].action;
  const [best, bestValue] = [...exact].reduce((a, b) => (b[1] > a[1] ? b : a));
  const value = exact.get(chosen);
  const [told, toldBest] = [exactText(game, value), exactText(game, bestValue)];
  if (value === bestValue) return { text: say("exactAgrees", moveName(game, chosen), told), kind: "agrees" };
  return { text: say("exactDiffers", moveName(game, chosen), told, moveName(game, best), toldBest), kind: "errs" };
}

/** The expected score, the value, and how far the search is. */
export function summary({ game, root, opinion, exact, simulations, wanted }) {
  const parts = [];
  if (game.maxScore && opinion) parts.push(scoreBar(game, root.toPlay, opinion.margin, exact));
  if (root.value !== null) {
    const value = html("strong", { id: "root-value" }, signed(root.value));
    const proof = root.proven ? html("em", {}, ` ${say("proven")}`) : null;
    const note = html("span", { class: "small" }, ` ${say("valueNote", playerName(game, root.toPlay))}`);
    parts.push(html("p", {}, `${say("value")} `, value, proof, note));
  }
  if (simulations < wanted && !root.proven) {
    parts.push(html("progress", { max: wanted, value: simulations, "aria-label": say("simulations", simulations) }));
  }
  return parts;
}

/** The move of the row that an element is in; null outside of rows. */
export function rowAction(element) {
  const row = element.closest("tr[data-action]");
  return row ? Number(row.dataset.action) : null;
}

export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** Margins with their sign in games with points; else words, and the value where a sooner win is worth more. */
export function exactText(game, value) {
  if (game.maxScore) return signed(value, 0);
  const word = say("results")[Math.sign(value)];
  return Math.abs(value) > 1 ? `${word} ${signed(value, 0)}` : word;
}

function barCell(share, text) {
  const bar = html("span", { class: "bar" });
  bar.style.width = `${Math.round(100 * Math.max(0, share))}%`;
  return html("td", { class: "with-bar" }, bar, html("span", {}, text));
}

/**
 * Both players' expected points side by side. margin: of the player to move, as a share of all points; exact: final
 * margins by move, or null.
 */
function scoreBar(game, toPlay, margin, exact) {
  const pointsOf = (mine) => [0, 1].map((player) => (game.maxScore + (player === toPlay ? mine : -mine)) / 2);
  const points = pointsOf(margin * game.maxScore);
  const part = (player) => {
    const element = html(
      "span",
      { class: `player${player}` },
      `${playerName(game, player)} ${points[player].toFixed(1)}`,
    );
    element.style.flexGrow = Math.max(points[player], 0.15 * game.maxScore);
    return element;
  };
  const exactly = exact ? say("perfectPlay", ...pointsOf(Math.max(...exact.values()))) : null;
  return html(
    "div",
    { id: "expected" },
    html("span", { class: "small" }, say("expected")),
    html("div", { class: "score-bar" }, part(0), part(1)),
    exactly && html("span", { class: "small" }, exactly),
  );
}
