// The games by name. The page, the worker and the tests know no other way to them.

import { Connect4 } from "./connect4.js";
import { Dots } from "./dots.js";
import { UserError } from "./errors.js";
import { Gomoku } from "./gomoku.js";
import { Hex } from "./hex.js";
import { Othello } from "./othello.js";
import { TicTacToe } from "./tictactoe.js";

const MAKERS = { dots: Dots, tictactoe: TicTacToe, connect4: Connect4, othello: Othello, hex: Hex, gomoku: Gomoku };

export const GAMES = Object.keys(MAKERS);

/** The game of that name, at its usual size or at `sizes` (rows, cols, …). Throws UserError for what cannot be. */
export function makeGame(name, sizes = {}) {
  if (!Object.hasOwn(MAKERS, name)) {
    throw new UserError(`there is no game '${name}'; there are ${[...GAMES].sort().join(", ")}`);
  }
  const { history = 1, ...others } = sizes;
  if (history !== 1) {
    throw new UserError(`game.history=${history} is not for the page, whose nets see the present board alone`);
  }
  const game = new MAKERS[name](others);
  for (const key of Object.keys(others)) {
    if (!Object.hasOwn(game.sizes, key)) {
      const known = [...Object.keys(game.sizes), "history"].join(", ");
      throw new UserError(`game.${key} is no size of ${name}; its sizes are ${known}`);
    }
  }
  return game;
}
