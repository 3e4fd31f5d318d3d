// Hex: stones on a rhombus of hexagons; player 0 (X) joins top and bottom, player 1 (O) left and right.
//
// Cell (row, col) touches the cells left and right of it, (row - 1, col), (row - 1, col + 1), (row + 1, col - 1) and
// (row + 1, col). With `swap` there is one more action, the last, that only player 1's first move may be: the first
// stone becomes his, mirrored.
//
// Board: see `Cells`; a cell's number is the colour plus the sides of its player that the stone is joined to (4 the top
// or left one, 8 the other), and behind the winner stands, with `swap`, how many plies it is until that is past.

import { COLOUR, Cells, NUM_PLANES, stonesDrawing } from "./cells.js";
import { UserError } from "./errors.js";
import { cellNames, checkSize, checkSwitch, NO_CELL, range } from "./grid.js";

const [FIRST_SIDE, SECOND_SIDE, BOTH_SIDES] = [4, 8, 12]; // beside the colour in a cell's number
const AROUND = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]]; // rows down, columns right

/** `[cells]` the cells that each one touches. */
function neighbours(rows, cols) {
  return range(rows * cols).map((cell) =>
    AROUND.map(([down, right]) => [Math.floor(cell / cols) + down, (cell % cols) + right])
      .filter(([row, col]) => row >= 0 && row < rows && col >= 0 && col < cols)
      .map(([row, col]) => row * cols + col),
  );
}

export class Hex extends Cells {
  constructor({ rows = 11, cols = 11, swap = false }) {
    checkSize("hex", "rows", rows, 2, 13);
    checkSize("hex", "cols", cols, 2, 13);
    checkSwitch("hex", "swap", swap);
    if (swap && rows !== cols) {
      throw new UserError(`game.swap of hex needs as many rows as columns, not ${rows} and ${cols}`);
    }
    const cells = range(rows * cols);
    super({
      name: "hex",
      sizes: { rows, cols, swap },
      shape: [NUM_PLANES + 1, rows, cols],
      stateSize: cells.length + 3,
      actionNames: [...cellNames(rows, cols), ...(swap ? ["swap"] : [])],
      actionCells: [...cells, ...(swap ? [NO_CELL] : [])],
      cellSymmetries: [cells, [...cells].reverse()], // all others give the players each other's sides
    });
    this.near = neighbours(rows, cols);
  }

  begin(board) {
    board[this.numCells + 2] = this.sizes.swap ? 2 : 0;
  }

  /** The sides of the player of `colour` that the cell lies at. */
  rimSides(cell, colour) {
    const { rows, cols } = this;
    const [place, last] = colour === 1 ? [Math.floor(cell / cols), rows - 1] : [cell % cols, cols - 1];
    return (place === 0 ? FIRST_SIDE : 0) | (place === last ? SECOND_SIDE : 0);
  }

  /** Lets all stones joined to the one on `cell` be joined to the sides that it is joined to. */
  spread(board, cell) {
    const stone = board[cell];
    const toSee = [cell];
    while (toSee.length > 0) {
      for (const near of this.near[toSee.pop()]) {
        if ((board[near] & COLOUR) === (stone & COLOUR) && board[near] !== stone) {
          board[near] = stone;
          toSee.push(near);
        }
      }
    }
  }

  put(board, cell, colour) {
    let sides = this.rimSides(cell, colour);
    for (const near of this.near[cell]) if ((board[near] & COLOUR) === colour) sides |= board[near] & BOTH_SIDES;
    board[cell] = colour | sides;
    this.spread(board, cell);
    if (sides === BOTH_SIDES) board[this.numCells + 1] = colour;
  }

  step(board, action) {
    const size = this.numCells;
    const player = board[size];
    if (action < size) this.put(board, action, player + 1);
    else this.swapFirst(board);
    board[size + 2] = Math.max(board[size + 2] - 1, 0);
    board[size] = 1 - player;
  }

  /** The only stone becomes player 1's, mirrored, joined to the same of his sides. */
  swapFirst(board) {
    const cell = board.findIndex((stone) => stone !== 0);
    const stone = board[cell];
    board[cell] = 0;
    board[(cell % this.cols) * this.cols + Math.floor(cell / this.cols)] = stone + 1;
  }

  legalActions(state) {
    const actions = super.legalActions(state);
    if (state.board[this.numCells + 2] === 1) actions.push(this.numCells); // a swap, which ends no game
    return actions;
  }

  /** One plane more, constant: 1 if the player to move joins top and bottom. */
  observe(state) {
    const planes = super.observe(state);
    if (state.board[this.numCells] === 0) planes.fill(1, NUM_PLANES * this.numCells);
    return planes;
  }

  drawing(state) {
    return stonesDrawing(this, state, " ");
  }
}
