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
  const game = new MAKERS[name](sizes);
  for (const key of Object.keys(sizes)) {
    if (!Object.hasOwn(game.sizes, key)) {
      throw new UserError(`game.${key} is no size of ${name}; its sizes are ${Object.keys(game.sizes).join(", ")}`);
    }
  }
  return game;
}
