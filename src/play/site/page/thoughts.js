// The panel that shows what the machine thinks of a position.
//
// A thought, as `Table` keeps it: { game, moves, root, opinion, simulations, wanted, paths, judge, played, exact }:
// the moves that led to the position, what worker.js tells of it, the move that was played then (or null), and exact
// values by action (or null).

import { html } from "./elements.js";
import { exactSentence, movesTable, percent, rowAction, summary } from "./figures.js";
import { LABELS, marksOf } from "./marks.js";
import { Replay } from "./replay.js";
import { chosenLanguage, say, shortName, signed } from "./words.js";

export class Thoughts {
  /**
   * changed(): the board should be drawn anew; pointed(action): it should point out a move, or null.
   * What can be pressed stays the same element, whatever is updated.
   */
  constructor(container, changed, pointed) {
    this.changed = changed;
    this.label = LABELS[0];
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
    container.append(
      tabs,
      this.summary,
      this.lineButton,
      this.exactSaid,
      this.labelChoice,
      this.moves,
      this.replay.element,
    );
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
      this.summary.replaceChildren(
        html("p", { class: "small" }, say(isOver && !this.showsIts ? "over" : "nothingYet")),
      );
      return;
    }
    this.summary.replaceChildren(...summary(thought));
    this.updateLine(thought);
    this.updateExact(thought);
    this.updateLabels(thought);
    this.moves.replaceChildren(movesTable(thought, this.replay.counts(thought)));
  }

  updateLine({ game, root }) {
    const names = root.line.map((action) => shortName(game, action));
    this.lineButton.hidden = !names.length;
    this.lineButton.title = say("showLine");
    this.lineButton.setAttribute("aria-pressed", String(this.showsLine));
    this.lineButton.replaceChildren(
      html("span", { class: "small" }, say("expectedLine")),
      ` ${names.slice(0, 12).join(" → ")}`,
    );
  }

  updateLabels({ exact }) {
    this.labelChoice.firstChild.textContent = say("onBoard");
    const offered = LABELS.filter((label) => label !== "exact" || exact);
    const key = `${chosenLanguage()} ${offered}`;
    if (this.labels.dataset.offered !== key) {
      this.labels.dataset.offered = key;
      this.labels.replaceChildren(...offered.map((label) => html("option", { value: label }, say("labels")[label])));
    }
    this.labels.value = this.labelFor({ exact });
  }

  /** The chosen label, or the first where there is nothing to say for it. */
  labelFor({ exact }) {
    return this.label === "exact" && !exact ? LABELS[0] : this.label;
  }

  updateExact(thought) {
    const { text, kind } = exactSentence(thought);
    this.exactSaid.hidden = !text;
    this.exactSaid.className = kind;
    this.exactSaid.textContent = text;
  }

  /** What the board should show of it: labels by action, and a numbered line. */
  onBoard(thought) {
    if (!thought?.root) return { marks: new Map(), line: [] };
    const line = this.replay.line(thought) ?? (this.showsLine ? thought.root.line : []);
    return { marks: marksOf(thought, this.labelFor(thought)), line };
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
