// What games share in which two players put stones on a grid and the first line of them wins.
//
// Board: see `Cells`; the winner of a draw is DRAWN.

import { Cells, NUM_PLANES } from "./cells.js";
import { checkSize, range } from "./grid.js";

const DRAWN = 3;
const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1]]; // rows down, columns right

export class Stones extends Cells {
  /** sizes: rows, cols, in_row and, where the game has it, exact: whether a longer row does not win. */
  constructor({ name, sizes, actionNames, cellSymmetries }) {
    super({
      name,
      sizes,
      shape: [NUM_PLANES, sizes.rows, sizes.cols],
      stateSize: sizes.rows * sizes.cols + 2,
      actionNames,
      actionCells: range(actionNames.length),
      cellSymmetries,
    });
  }

  /** Whether the stone on `cell` stands in a line of its colour that wins. */
  lineThrough(board, cell) {
    const { rows, cols } = this;
    const { in_row: inRow, exact = false } = this.sizes;
    const stone = board[cell];
    for (const [down, right] of DIRECTIONS) {
      let length = 1;
      for (const sign of [1, -1]) {
        let r = Math.floor(cell / cols) + sign * down;
        let c = (cell % cols) + sign * right;
        while (r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] === stone) {
          length++;
          r += sign * down;
          c += sign * right;
        }
      }
      if (length === inRow || (length > inRow && !exact)) return true;
    }
    return false;
  }

  /** Puts a stone of the player to move on an empty cell, sees whether it ends the game, and passes the turn. */
  put(board, cell) {
    const tail = this.numCells;
    const player = board[tail];
    board[cell] = player + 1;
    if (this.lineThrough(board, cell)) board[tail + 1] = player + 1;
    else if (board.indexOf(0) >= tail) board[tail + 1] = DRAWN; // the winner's own place holds a 0
    board[tail] = 1 - player;
  }

  step(board, action) {
    this.put(board, action);
  }
}

/** The sizes, or UserError: sides from 1 to `maxSide`, a line no longer than the longer side. */
export function checkedSizes(name, { rows, cols, in_row }, maxSide) {
  checkSize(name, "rows", rows, 1, maxSide);
  checkSize(name, "cols", cols, 1, maxSide);
  checkSize(name, "in_row", in_row, 1, Math.max(rows, cols));
  return { rows, cols, in_row };
}
