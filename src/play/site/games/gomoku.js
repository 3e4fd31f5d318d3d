// Gomoku: the first line of `in_row` stones wins; with `exact` a longer line does not, else it does.

import { allSymmetries, cellNames, checkSwitch } from "./grid.js";
import { checkedSizes, Stones } from "./stones.js";

export class Gomoku extends Stones {
  constructor({ rows = 15, cols = 15, in_row = 5, exact = false }) {
    const sizes = checkedSizes("gomoku", { rows, cols, in_row }, 19);
    checkSwitch("gomoku", "exact", exact);
    super({
      name: "gomoku",
      sizes: { ...sizes, exact },
      actionNames: cellNames(rows, cols),
      cellSymmetries: allSymmetries(rows, cols),
    });
  }
}
