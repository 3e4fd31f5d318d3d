// What games share whose players put stones on cells: who may move where, who won, what a net sees.
//
// Board: rows * cols cells from the top left, 0 if empty, else the colour (1 player 0, 2 player 1) in the lowest two bits;
// then the player to move and the winner's colour (0 while the game goes on, or another number for a draw).

import { Game, status } from "./game.js";
import { range } from "./grid.js";

export const COLOUR = 3; // the bits of a cell's number that say whose stone it is
export const NUM_PLANES = 3; // own stones, the other's, empty cells

export class Cells extends Game {
  constructor(described) {
    super(described);
    this.numCells = this.rows * this.cols;
  }

  /** Stones go where the action's cell is empty; an action without a cell is none of these. */
  legalActions(state) {
    if (this.isTerminal(state)) return [];
    return range(this.numActions).filter((action) => state.board[this.actionCells[action]] === 0);
  }

  toPlay({ board }) {
    return board[this.numCells];
  }

  isTerminal({ board }) {
    return board[this.numCells + 1] !== 0;
  }

  returns({ board }) {
    const winner = board[this.numCells + 1];
    return winner === 1 ? [1, -1] : winner === 2 ? [-1, 1] : [0, 0];
  }

  /** The planes that all these games have; what else a game shows comes after them. */
  observe({ board }) {
    const planes = new Float32Array(this.shape[0] * this.numCells);
    const own = board[this.numCells] + 1;
    for (let cell = 0; cell < this.numCells; cell++) {
      const plane = board[cell] === 0 ? 2 : (board[cell] & COLOUR) === own ? 0 : 1;
      planes[plane * this.numCells + cell] = 1;
    }
    return planes;
  }

  drawing(state) {
    return stonesDrawing(this, state);
  }
}

/** X of player 0 and O of player 1; `slant` stands before each row once more than before the row above. */
export function stonesDrawing(game, state, slant = "") {
  const lines = range(game.rows).map((row) => {
    const cells = range(game.cols).map((col) => ".XO"[state.board[row * game.cols + col] & COLOUR]);
    return slant.repeat(row) + cells.join(" ");
  });
  return [...lines, status(game, state, "XO")].join("\n");
}
