// Tic-tac-toe, and its larger kin: the first line of `in_row` stones wins.

import { allSymmetries, cellNames } from "./grid.js";
import { checkedSizes, Stones } from "./stones.js";

export class TicTacToe extends Stones {
  constructor({ rows = 3, cols = 3, in_row = 3 }) {
    super({
      name: "tictactoe",
      sizes: checkedSizes("tictactoe", { rows, cols, in_row }, 8),
      actionNames: cellNames(rows, cols),
      cellSymmetries: allSymmetries(rows, cols),
    });
  }
}
