// What games share in which two players put stones on a grid and the first line of them wins.
//
// Board: rows * cols cells from the top left (0 empty, 1 player 0, 2 player 1), then the player to move and the winner
// (0 while the game goes on, else as in the cells, or DRAWN).

import { Game, status } from "./game.js";
import { checkSize, range } from "./grid.js";

const DRAWN = 3;
const NUM_PLANES = 3; // own stones, the other's, empty cells
const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1]]; // rows down, columns right

export class Stones extends Game {
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
    this.numCells = sizes.rows * sizes.cols;
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

  legalActions(state) {
    const actions = [];
    if (this.isTerminal(state)) return actions;
    for (let action = 0; action < this.numActions; action++) if (state.board[action] === 0) actions.push(action);
    return actions;
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

  observe({ board }) {
    const size = this.numCells;
    const planes = new Float32Array(NUM_PLANES * size);
    const own = board[size] + 1;
    for (let cell = 0; cell < size; cell++) {
      const plane = board[cell] === 0 ? 2 : board[cell] === own ? 0 : 1;
      planes[plane * size + cell] = 1;
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
    const cells = range(game.cols).map((col) => ".XO"[state.board[row * game.cols + col] & 3]);
    return slant.repeat(row) + cells.join(" ");
  });
  return [...lines, status(game, state, "XO")].join("\n");
}

/** The sizes, or UserError: sides from 1 to `maxSide`, a line no longer than the longer side. */
export function checkedSizes(name, { rows, cols, in_row }, maxSide) {
  checkSize(name, "rows", rows, 1, maxSide);
  checkSize(name, "cols", cols, 1, maxSide);
  checkSize(name, "in_row", in_row, 1, Math.max(rows, cols));
  return { rows, cols, in_row };
}
