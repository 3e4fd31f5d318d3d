// The panel that shows what the machine thinks of a position.
//
// A thought, as `Table` keeps it: { game, moves, root, opinion, simulations, wanted, paths, judge, played, exact }:
// the moves that led to the position, what worker.js tells of it, the move that was played then (or null), and exact
// values by action (or null).

import { html } from "./elements.js";
import { Replay } from "./replay.js";
import { chosenLanguage, moveName, playerName, say, signed } from "./words.js";

const LABELS = ["visits", "prior", "value", "exact", "name", "none"];

export class Thoughts {
  /**
   * changed(): the board should be drawn anew; pointed(action): it should point out a move, or null.
   * What can be pressed stays the same element, whatever is updated.
   */
  constructor(container, changed, pointed) {
    this.changed = changed;
    this.label = "visits";
    this.showsIts = false; // its last move, else the position on the table
    this.showsLine = false;
    this.replay = new Replay(changed);
    this.tabs = { now: this.makeTab(false), its: this.makeTab(true) };
    this.summary = html("div", { id: "summary" });
    this.lineButton = html("button", { type: "button", class: "best-line" });
    this.lineButton.onclick = () => this.change({ showsLine: !this.showsLine });
    this.labels = html("select", { id: "labels" });
    this.labels.onchange = () => this.change({ label: this.labels.value });
    this.labelChoice = html("label", { class: "choice" }, html("span", { class: "small" }), this.labels);
    this.moves = html("div", { class: "moves", tabindex: "0" });
    this.moves.onpointerover = (event) => pointed(rowAction(event.target));
    this.moves.onpointerleave = () => pointed(null);
    this.exactSaid = html("p", { id: "exact-line" });
    const tabs = html("div", { class: "tabs" }, this.tabs.now, this.tabs.its);
    container.append(tabs, this.summary, this.lineButton, this.exactSaid, this.labelChoice, this.moves, this.replay.element);
  }

  makeTab(isIts) {
    const button = html("button", { type: "button" });
    button.onclick = () => {
      this.leave();
      this.change({ showsIts: isIts });
    };
    return button;
  }

  change(values) {
    Object.assign(this, values);
    this.changed();
  }

  /** Back to the position on the table, when something was played. */
  leave() {
    this.showsLine = this.showsIts = false;
    this.replay.leave();
  }

  /** The thought to show, of { now, its }; null where there is none yet. */
  chosen({ now, its }) {
    return this.showsIts ? its : now;
  }

  update(thoughts, isOver) {
    const thought = this.chosen(thoughts);
    const isThere = Boolean(thought?.root?.moves.length);
    for (const [word, button] of Object.entries(this.tabs)) {
      button.textContent = say(word);
      button.setAttribute("aria-pressed", String(this.showsIts === (word === "its")));
    }
    this.tabs.its.disabled = !thoughts.its;
    for (const element of [this.lineButton, this.exactSaid, this.labelChoice, this.moves]) element.hidden = !isThere;
    this.replay.update(isThere ? thought : null);
    if (!isThere) {
      this.summary.replaceChildren(html("p", { class: "small" }, say(isOver && !this.showsIts ? "over" : "nothingYet")));
      return;
    }
    this.summary.replaceChildren(...summary(thought));
    this.updateLine(thought);
    this.updateExact(thought);
    this.updateLabels(thought);
    this.moves.replaceChildren(this.table(thought));
  }

  updateLine({ game, root }) {
    const names = root.line.map((action) => game.actionName(action));
    this.lineButton.hidden = !names.length;
    this.lineButton.title = say("showLine");
    this.lineButton.setAttribute("aria-pressed", String(this.showsLine));
    this.lineButton.replaceChildren(html("span", { class: "small" }, say("expectedLine")), ` ${names.slice(0, 12).join(" → ")}`);
  }

  updateLabels({ exact }) {
    this.labelChoice.firstChild.textContent = say("onBoard");
    const offered = LABELS.filter((label) => label !== "exact" || exact);
    const key = `${chosenLanguage()} ${offered}`;
    if (this.labels.dataset.offered !== key) {
      this.labels.dataset.offered = key;
      this.labels.replaceChildren(...offered.map((label) => html("option", { value: label }, say("labels")[label])));
    }
    this.labels.value = offered.includes(this.label) ? this.label : "visits";
  }

  table(thought) {
    const { game, root, played, exact } = thought;
    const counts = this.replay.counts(thought);
    const most = Math.max(1, ...root.moves.map((move) => counts?.get(move.action)?.visits ?? move.visits));
    const keys = ["move", "prior", "visits", "value", ...(exact ? ["exact"] : [])];
    const head = html("tr", {}, ...keys.map((key) => html("th", { scope: "col", title: say("columnNotes")[key] ?? null }, say("columns")[key])));
    const best = exact ? Math.max(...exact.values()) : null;
    const rows = root.moves.map((move) => {
      const counted = counts ? (counts.get(move.action) ?? { visits: 0, value: null }) : move;
      const row = html("tr", { class: move.action === played ? "played" : null, "data-action": move.action });
      row.append(html("th", { scope: "row" }, game.actionName(move.action)), barCell(move.prior, percent(move.prior)));
      row.append(barCell(counted.visits / most, String(counted.visits)));
      row.append(html("td", {}, counted.value === null ? "" : signed(counted.value), counts || !move.proven ? null : "✓"));
      if (exact) {
        const value = exact.get(move.action);
        row.append(html("td", { class: value === best ? "exact best" : "exact" }, exactText(game, value)));
      }
      return row;
    });
    return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  }

  /** Whether its choice is as good as exact play's, in one sentence. */
  updateExact({ game, root, exact, share, played }) {
    this.exactSaid.hidden = !exact && share === null;
    this.exactSaid.className = "small";
    if (!exact) {
      this.exactSaid.textContent = share === null ? "" : say("exactMaking", Math.round(100 * share));
      return;
    }
    const chosen = played ?? root.line[0] ?? root.moves[0].action;
    const [best, bestValue] = [...exact].reduce((a, b) => (b[1] > a[1] ? b : a));
    const value = exact.get(chosen);
    const [name, bestName] = [moveName(game, chosen), moveName(game, best)];
    this.exactSaid.className = value === bestValue ? "agrees" : "errs";
    this.exactSaid.textContent =
      value === bestValue
        ? say("exactAgrees", name, exactText(game, value))
        : say("exactDiffers", name, exactText(game, value), bestName, exactText(game, bestValue));
  }

  /** What the board should show of it: labels by action, and a numbered line. */
  onBoard(thought) {
    const marks = new Map();
    if (!thought?.root) return { marks, line: [] };
    const line = this.replay.line(thought) ?? (this.showsLine ? thought.root.line : []);
    const label = this.label === "exact" && !thought.exact ? "visits" : this.label;
    if (label === "none") return { marks, line };
    const { root, exact } = thought;
    const mostVisits = Math.max(1, ...root.moves.map((move) => move.visits));
    const mostPrior = Math.max(...root.moves.map((move) => move.prior));
    const best = exact ? Math.max(...exact.values()) : null;
    for (const move of root.moves) {
      const mark = {
        visits: () => ({ text: String(move.visits), share: move.visits / mostVisits, isBest: move === root.moves[0] }),
        prior: () => ({ text: percent(move.prior), share: move.prior / mostPrior, isBest: move.prior === mostPrior }),
        value: () => (move.value === null ? null : { text: signed(move.value), share: (1 + move.value) / 2, isBest: move === root.moves[0] }),
        name: () => ({ text: thought.game.actionName(move.action), share: 0, isBest: false }),
        exact: () => ({ text: exactText(thought.game, exact.get(move.action)), share: exact.get(move.action) === best ? 1 : 0, isBest: exact.get(move.action) === best }),
      }[label]();
      if (mark && (label !== "visits" || move.visits)) marks.set(move.action, mark);
    }
    return { marks, line };
  }

  /** What a place says of itself: its name, and prior, visits and value where they are known. */
  nameOf(thought, action) {
    const move = thought?.root?.moves.find((each) => each.action === action);
    if (!move) return "";
    const { prior, visits, value } = say("columns");
    const known = move.value === null ? "" : `, ${value} ${signed(move.value)}`;
    return `, ${prior} ${percent(move.prior)}, ${visits} ${move.visits}${known}`;
  }
}

/** The expected score, the value, and how far the search is. */
function summary({ game, root, opinion, exact, simulations, wanted }) {
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
function rowAction(element) {
  const row = element.closest("tr[data-action]");
  return row ? Number(row.dataset.action) : null;
}

function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** Margins with their sign in games with points, else words. */
export function exactText(game, value) {
  return game.maxScore ? signed(value, 0) : say("results")[value];
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
    const element = html("span", { class: `player${player}` }, `${playerName(game, player)} ${points[player].toFixed(1)}`);
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
