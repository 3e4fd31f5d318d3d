// Connect Four: stones fall to the lowest empty cell of a column; the first line of `in_row` wins.
//
// Action `col`, from 0, drops a stone into that column. Its observation cell is the column's top one.

import { mirrorSymmetries, range } from "./grid.js";
import { checkedSizes, Stones } from "./stones.js";

export class Connect4 extends Stones {
  constructor({ rows = 6, cols = 7, in_row = 4 }) {
    super({
      name: "connect4",
      sizes: checkedSizes("connect4", { rows, cols, in_row }, 10),
      actionNames: range(cols).map(String),
      cellSymmetries: mirrorSymmetries(rows, cols),
    });
  }

  step(board, action) {
    this.put(board, this.landing(board, action));
  }

  /** The cell on which a stone in column `col` comes to rest. */
  landing(board, col) {
    let cell = (this.rows - 1) * this.cols + col;
    while (board[cell] !== 0) cell -= this.cols;
    return cell;
  }
}
