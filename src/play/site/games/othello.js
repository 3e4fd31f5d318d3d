// Othello: a stone turns over what it encloses; when nobody can move, more stones win.
//
// Action row * cols + col puts a stone on that cell; the last action is the pass. Board: the cells from the top left
// (0 empty, 1 player 0, 2 player 1), the player to move (0 when the game is over), and how it goes on.

import { stonesDrawing } from "./cells.js";
import { UserError } from "./errors.js";
import { Game } from "./game.js";
import { allSymmetries, cellNames, checkSize, NO_CELL, range } from "./grid.js";

const [MOVES, MUST_PASS, OVER] = [0, 1, 2]; // how it goes on
const NUM_PLANES = 4; // own stones, the other's, empty cells, legal moves
const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([d, r]) => d || r);

/** The four cells that are taken from the start. */
function middle(rows, cols) {
  const below = (rows / 2) * cols + cols / 2;
  return [below - cols - 1, below - cols, below - 1, below];
}

/** The symmetries that keep the start: each of its stones goes to one of its colour. */
function symmetries(rows, cols) {
  const [corner, , , opposite] = middle(rows, cols);
  return allSymmetries(rows, cols).filter((cells) => [corner, opposite].includes(cells[corner]));
}

export class Othello extends Game {
  constructor({ rows = 8, cols = 8 }) {
    for (const [side, value] of Object.entries({ rows, cols })) {
      checkSize("othello", side, value, 4, 10);
      if (value % 2) {
        throw new UserError(`game.${side} of othello must be even, for the four stones in the middle, not ${value}`);
      }
    }
    const size = rows * cols;
    super({
      name: "othello",
      sizes: { rows, cols },
      shape: [NUM_PLANES, rows, cols],
      stateSize: size + 2,
      actionNames: [...cellNames(rows, cols), "pass"],
      actionCells: [...range(size), NO_CELL],
      cellSymmetries: symmetries(rows, cols),
      maxScore: size,
    });
    this.numCells = size;
    this.rays = range(size).map((cell) => DIRECTIONS.map((direction) => this.ray(cell, direction)));
  }

  /** The cells from `cell`, which is not among them, to the rim. */
  ray(cell, [down, right]) {
    const cells = [];
    let [row, col] = [Math.floor(cell / this.cols) + down, (cell % this.cols) + right];
    for (; row >= 0 && row < this.rows && col >= 0 && col < this.cols; row += down, col += right) {
      cells.push(row * this.cols + col);
    }
    return cells;
  }

  begin(board) {
    const [corner, right, below, opposite] = middle(this.rows, this.cols);
    board[corner] = board[opposite] = 2;
    board[right] = board[below] = 1;
  }

  /** How many stones a stone of `player` on an empty cell turns over along a ray. */
  enclosed(board, ray, player) {
    let count = 0;
    while (count < ray.length && board[ray[count]] === 2 - player) count++;
    return count < ray.length && board[ray[count]] === player + 1 ? count : 0;
  }

  /** Whether `player` may put a stone on the cell. */
  isMove(board, cell, player) {
    return board[cell] === 0 && this.rays[cell].some((ray) => this.enclosed(board, ray, player) > 0);
  }

  canMove(board, player) {
    return this.rays.some((_, cell) => this.isMove(board, cell, player));
  }

  step(board, action) {
    const player = board[this.numCells];
    if (action < this.numCells) {
      for (const ray of this.rays[action]) {
        for (let i = this.enclosed(board, ray, player) - 1; i >= 0; i--) board[ray[i]] = player + 1;
      }
      board[action] = player + 1;
    }
    const next = 1 - player;
    const how = this.canMove(board, next) ? MOVES : this.canMove(board, player) ? MUST_PASS : OVER;
    board[this.numCells] = how === OVER ? 0 : next;
    board[this.numCells + 1] = how;
  }

  legalActions({ board }) {
    const [player, how] = board.subarray(this.numCells);
    if (how === MUST_PASS) return [this.numCells];
    return how === MOVES ? range(this.numCells).filter((cell) => this.isMove(board, cell, player)) : [];
  }

  toPlay({ board }) {
    return board[this.numCells];
  }

  isTerminal({ board }) {
    return board[this.numCells + 1] === OVER;
  }

  margins({ board }) {
    let margin = 0;
    for (let cell = 0; cell < this.numCells; cell++) margin += [0, 1, -1][board[cell]];
    return [margin, 0 - margin];
  }

  returns(state) {
    if (!this.isTerminal(state)) return [0, 0];
    const [margin] = this.margins(state);
    return margin > 0 ? [1, -1] : margin < 0 ? [-1, 1] : [0, 0];
  }

  observe(state) {
    const { board } = state;
    const size = this.numCells;
    const planes = new Float32Array(NUM_PLANES * size);
    const own = board[size] + 1;
    for (let cell = 0; cell < size; cell++) {
      const plane = board[cell] === 0 ? 2 : board[cell] === own ? 0 : 1;
      planes[plane * size + cell] = 1;
    }
    for (const action of this.legalActions(state)) if (action < size) planes[3 * size + action] = 1;
    return planes;
  }

  drawing(state) {
    return stonesDrawing(this, state);
  }
}
