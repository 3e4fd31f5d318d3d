// The labels on the board's places: what a thought says of each move.

import { exactText, percent } from "./figures.js";
import { shortName, signed } from "./words.js";

/**
 * What can stand on a place: all of prior, visits and value one below the other (of an untried move the prior alone), or
 * one thing.
 */
export const LABELS = ["all", "visits", "prior", "value", "exact", "name", "none"];

const UNTRIED = "–";

/** Labels by action: { lines of text, share: how strongly it is coloured, from 0 to 1, isBest }. */
export function marksOf(thought, label) {
  const marks = new Map();
  const mark = MARKS[label];
  if (mark) for (const move of thought.root.moves) marks.set(move.action, mark(move, thought));
  return marks;
}

function valueText({ value }) {
  return value === null ? UNTRIED : signed(value);
}

function shareOfVisits(move, { root }) {
  return move.visits / Math.max(1, root.moves[0].visits);
}

const MARKS = {
  all: (move, thought) => ({
    lines: move.visits ? [percent(move.prior), String(move.visits), valueText(move)] : [percent(move.prior)],
    share: shareOfVisits(move, thought),
    isBest: move === thought.root.moves[0],
  }),
  visits: (move, thought) => ({
    lines: [String(move.visits)],
    share: shareOfVisits(move, thought),
    isBest: move === thought.root.moves[0],
  }),
  prior: (move, { root }) => {
    const most = Math.max(...root.moves.map(({ prior }) => prior));
    return { lines: [percent(move.prior)], share: move.prior / most, isBest: move.prior === most };
  },
  value: (move, { root }) => ({
    lines: [valueText(move)],
    share: move.value === null ? 0 : (1 + move.value) / 2,
    isBest: move === root.moves[0],
  }),
  exact: ({ action }, { game, exact }) => {
    const isBest = exact.get(action) === Math.max(...exact.values());
    return { lines: [exactText(game, exact.get(action))], share: isBest ? 1 : 0, isBest };
  },
  name: ({ action }, { game }) => ({ lines: [shortName(game, action)], share: 0, isBest: false }),
};
