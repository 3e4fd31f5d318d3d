// What all boards share: places to play at, by pointer and by keyboard, labels on them, and lines of moves.
//
// A board is drawn once and then only told what changed, so that the focus stays where it is.

import { svg } from "./elements.js";
import { isArrow, nearest } from "./geometry.js";

export const UNIT = 100; // side of a box or cell in the drawing

/** A board for one game. Kinds of boards add `makePlaces`, `paint`, `spot` and what lies under and over the places. */
export class Board {
  /** play: hears of the action that a person chooses. */
  constructor(game, { width, height, margin }, play) {
    this.game = game;
    this.play = play;
    this.element = svg("svg", {
      class: `board ${game.name}`,
      viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`,
      role: "group",
    });
    this.element.style.setProperty("--ratio", (width + 2 * margin) / (height + 2 * margin));
    this.under = svg("g");
    this.middle = svg("g");
    this.over = svg("g", { class: "over" });
    this.labels = svg("g", { class: "over labels" });
    this.element.append(this.under, this.middle, this.over, this.labels);
    this.places = this.makePlaces(); // [{ action, x, y, element }]
    for (const place of this.places) this.prepare(place);
    this.byAction = new Map(this.places.map((place) => [place.action, place]));
  }

  prepare(place) {
    const { element } = place;
    element.setAttribute("role", "button");
    element.dataset.action = place.action;
    place.title = svg("title");
    element.prepend(place.title);
    element.addEventListener("click", () => this.choose(place));
    element.addEventListener("keydown", (event) => this.hearKey(event, place));
    element.addEventListener("focus", () => this.rove(place));
    this.middle.append(element);
  }

  choose(place) {
    if (this.view?.isPlayable && this.isOpen(place)) this.play(place.action);
  }

  isOpen(place) {
    return this.view.legal.has(place.action);
  }

  hearKey(event, place) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const next =
        nearest(this.openPlaces(place), place, "ArrowRight") ?? nearest(this.openPlaces(place), place, "ArrowDown");
      this.choose(place);
      (next ?? place).element.focus();
    } else if (isArrow(event.key)) {
      event.preventDefault();
      nearest(this.openPlaces(place), place, event.key)?.element.focus();
    }
  }

  openPlaces(but) {
    return this.places.filter((place) => place !== but && this.isOpen(place));
  }

  /** One place at a time is reached by Tab; the arrows lead on from there. */
  rove(current) {
    for (const place of this.places) place.element.setAttribute("tabindex", place === current ? "0" : "-1");
  }

  /**
   * view: { state, last, legal: Set, isPlayable, marks: Map(action → see marks.js), line: [actions],
   * hint: action or null, name: action → what it is called aloud }.
   */
  update(view) {
    this.view = view;
    this.element.classList.toggle("playable", view.isPlayable);
    for (const place of this.places) {
      const isOpen = this.isOpen(place);
      place.element.classList.toggle("open", isOpen);
      place.element.classList.toggle("hint", view.hint === place.action);
      place.element.setAttribute("aria-label", view.name(place.action));
      place.element.setAttribute("aria-disabled", String(!(isOpen && view.isPlayable)));
      place.title.textContent = isOpen ? view.name(place.action) : "";
    }
    const focused = this.places.find((place) => place.element === document.activeElement);
    const reachable = focused ?? this.places.find((place) => this.isOpen(place));
    if (reachable) this.rove(reachable);
    this.paint(view);
    this.paintLabels(view);
  }

  /** Points a place out, as the table of moves asks; null: none. */
  point(action) {
    for (const place of this.places) place.element.classList.toggle("pointed", place.action === action);
  }

  paintLabels({ state, marks, line }) {
    this.labels.replaceChildren();
    for (const [action, mark] of line.length ? [] : marks) {
      const at = this.spot(state, action);
      if (at === null) continue; // a pass has no place
      const label = markShape(at, mark);
      label.dataset.action = action;
      this.labels.append(label);
    }
    const played = this.game.copy(state);
    line.forEach((action, i) => {
      const at = this.spot(played, action);
      if (at !== null) this.labels.append(stepShape(at, i + 1, this.game.toPlay(played)));
      this.game.apply(played, action);
    });
  }
}

/** A label: lines of text in a box that is the stronger coloured the larger `share`. */
function markShape({ x, y }, { lines, share, isBest }) {
  const isOne = lines.length === 1;
  const width = isOne ? 20 + 9.5 * lines[0].length : 52;
  const height = isOne ? 28 : 6 + 14 * lines.length;
  const box = svg("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: isOne ? 14 : 9 });
  box.style.setProperty("--share", `${Math.round(100 * share)}%`);
  const top = isOne ? y + 6 : y - height / 2 + 15;
  const texts = lines.map((text, i) => svg("text", { x, y: top + 14 * i, class: isOne ? null : "dense" }, text));
  return svg("g", { class: isBest ? "mark best" : "mark" }, box, ...texts);
}

/** The number of a move in a line, in its player's colour. */
function stepShape({ x, y }, number, player) {
  const circle = svg("circle", { cx: x, cy: y, r: 17 });
  return svg("g", { class: `step player${player}` }, circle, svg("text", { x, y: y + 6 }, String(number)));
}
