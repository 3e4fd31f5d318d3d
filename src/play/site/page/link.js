// Positions as text: the part of an address behind #, and games that somebody pastes.
//
// #dots-3x3/1.8.11 is the game, its sizes in their order, those rules that are on, and the moves from the start.

import { UserError } from "../games/errors.js";
import { GAMES, makeGame } from "../games/index.js";

const LONGEST = 4000; // characters; no game on our boards comes near

/** The board's name, as `board_name` in src/models/name.py says it. */
export function boardName(game) {
  const sizes = Object.entries(game.sizes);
  const numbers = sizes.filter(([, size]) => typeof size !== "boolean").map(([, size]) => String(size));
  return [game.name, numbers.join("x"), ...sizes.filter(([, size]) => size === true).map(([key]) => key)].join("-");
}

/** The game that `boardName` names; sizes may be left out from the end. Throws UserError for what is no board. */
export function boardOf(name) {
  const [kind, numbers = "", ...flags] = name.split("-");
  const sizes = { ...makeGame(kind).sizes };
  const keys = Object.keys(sizes).filter((key) => typeof sizes[key] !== "boolean");
  const given = numbers === "" ? [] : numbers.split("x");
  if (given.length > keys.length || given.some((text) => !/^\d{1,3}(\.\d)?$/.test(text))) {
    throw new UserError(`'${name}' is no board; one is ${boardName(makeGame(kind))}`);
  }
  given.forEach((text, i) => (sizes[keys[i]] = Number(text)));
  for (const key of Object.keys(sizes)) if (typeof sizes[key] === "boolean") sizes[key] = flags.includes(key);
  return makeGame(kind, sizes);
}

/** What stands behind # for a game and its moves. */
export function linkOf(game, moves) {
  return `#${boardName(game)}${moves.length ? `/${moves.join(".")}` : ""}`;
}

/** The game and moves of a link; null for an empty one. Throws UserError for one that is broken. */
export function readLink(hash) {
  if (hash.length > LONGEST) throw new UserError(`a link has at most ${LONGEST} characters, not ${hash.length}`);
  const text = decoded(hash.replace(/^#/, ""));
  if (!text) return null;
  const [name, moves = "", ...rest] = text.split("/");
  if (rest.length) throw new UserError("a link has one '/', before the moves");
  const game = boardOf(name);
  const actions = moves === "" ? [] : moves.split(".").map((token) => game.parseAction(token));
  game.fromHistory(actions);
  return { game, moves: actions };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UserError("the link has a broken % in it");
  }
}

/**
 * The game and moves of a pasted text: a link, or moves of `game` between blanks or commas; for Connect Four also a
 * digit a move, with columns from 1. Throws UserError for what is neither.
 */
export function readPasted(text, game) {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) throw new UserError(`a game has at most ${LONGEST} characters, not ${trimmed.length}`);
  const link = trimmed.match(/#(.*)$/s)?.[1] ?? (GAMES.some((name) => trimmed.startsWith(`${name}-`)) ? trimmed : null);
  if (link !== null) {
    const found = readLink(link.trim());
    if (!found) throw new UserError("the link has nothing behind its '#'");
    return found;
  }
  const tokens = trimmed
    .replace(/^\[|\]$/g, "")
    .split(/[\s,.;]+/)
    .filter(Boolean);
  const isColumns =
    game.name === "connect4" && tokens.length === 1 && tokens[0].length > 1 && /^[1-9]+$/.test(tokens[0]);
  const moves = isColumns ? columns(tokens[0], game) : tokens.map((token) => game.parseAction(token));
  game.fromHistory(moves);
  return { game, moves };
}

function columns(digits, game) {
  return [...digits].map((digit) => {
    if (Number(digit) > game.cols)
      throw new UserError(`${game}: '${digit}' is not a column; they are 1 to ${game.cols}`);
    return Number(digit) - 1;
  });
}
