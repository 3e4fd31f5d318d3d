// Dots and Boxes: draw an edge; who completes a box owns it and moves again; more boxes win.
//
// Edges are numbered row by row, all horizontal ones first (r*C + c), then the vertical ones ((R+1)*C + r*(C+1) + c).
// Board: a byte per edge (1 drawn), the player to move, and each player's boxes.

import { Game, status } from "./game.js";
import { allSymmetries, checkSize, range } from "./grid.js";

const MAX_SIDE = 10; // 100 boxes: scores fit a byte
const NUM_PLANES = 9;
const FREE_PLANE = 1; // behind the plane of drawn edges
const DEGREE_PLANE = 2; // and the next four: boxes with 0, 1, 2, 3, 4 edges drawn
const LEAD_PLANE = 7; // constant: own boxes minus the other's over all boxes
const LEFT_PLANE = 8; // constant: boxes left over all boxes
const OWNERS = "AB";

/** `[boxes][4]` the edges round each box: top, bottom, left, right. */
function edgesOfBoxes(rows, cols) {
  return range(rows * cols).map((box) => {
    const [r, c] = [Math.floor(box / cols), box % cols];
    const left = (rows + 1) * cols + r * (cols + 1) + c;
    return [r * cols + c, (r + 1) * cols + c, left, left + 1];
  });
}

/** `[edges]` the cell of each edge in the picture of dots, edges and boxes. */
function cellsOfEdges(rows, cols) {
  const width = 2 * cols + 1;
  const level = range((rows + 1) * cols).map((i) => 2 * Math.floor(i / cols) * width + 2 * (i % cols) + 1);
  const upright = range(rows * (cols + 1)).map(
    (i) => (2 * Math.floor(i / (cols + 1)) + 1) * width + 2 * (i % (cols + 1)),
  );
  return [...level, ...upright];
}

export class Dots extends Game {
  constructor({ rows = 3, cols = 3 }) {
    checkSize("dots", "rows", rows, 1, MAX_SIDE);
    checkSize("dots", "cols", cols, 1, MAX_SIDE);
    const [height, width] = [2 * rows + 1, 2 * cols + 1];
    const cells = cellsOfEdges(rows, cols);
    super({
      name: "dots",
      sizes: { rows, cols },
      shape: [NUM_PLANES, height, width],
      stateSize: cells.length + 3,
      actionNames: cells.map((_, edge) => String(edge)),
      actionCells: cells,
      cellSymmetries: allSymmetries(height, width),
      maxScore: rows * cols,
    });
    this.numBoxes = rows * cols;
    this.boxEdges = edgesOfBoxes(rows, cols);
    this.boxCells = this.boxEdges.map(([, , left]) => cells[left] + 1);
    this.edgeBoxes = cells.map((_, edge) => range(this.numBoxes).filter((box) => this.boxEdges[box].includes(edge)));
  }

  legalActions({ board }) {
    const actions = [];
    for (let edge = 0; edge < this.numActions; edge++) if (board[edge] === 0) actions.push(edge);
    return actions;
  }

  /** How many edges of the box are drawn. */
  degree(board, box) {
    const [top, bottom, left, right] = this.boxEdges[box];
    return board[top] + board[bottom] + board[left] + board[right];
  }

  step(board, action) {
    const tail = this.numActions;
    board[action] = 1;
    let completed = 0;
    for (const box of this.edgeBoxes[action]) if (this.degree(board, box) === 4) completed++;
    const player = board[tail];
    if (completed) board[tail + 1 + player] += completed;
    else board[tail] = 1 - player;
  }

  toPlay({ board }) {
    return board[this.numActions];
  }

  isTerminal({ board }) {
    return board[this.numActions + 1] + board[this.numActions + 2] === this.numBoxes;
  }

  margins({ board }) {
    const lead = board[this.numActions + 1] - board[this.numActions + 2];
    return [lead, 0 - lead];
  }

  returns(state) {
    if (!this.isTerminal(state)) return [0, 0];
    const [lead] = this.margins(state);
    return lead > 0 ? [1, -1] : lead < 0 ? [-1, 1] : [0, 0];
  }

  observe({ board }) {
    const [, height, width] = this.shape;
    const size = height * width;
    const planes = new Float32Array(NUM_PLANES * size);
    const player = board[this.numActions];
    const own = board[this.numActions + 1 + player];
    const other = board[this.numActions + 2 - player];
    planes.fill((own - other) / this.numBoxes, LEAD_PLANE * size, LEFT_PLANE * size);
    planes.fill((this.numBoxes - own - other) / this.numBoxes, LEFT_PLANE * size);
    for (let edge = 0; edge < this.numActions; edge++) {
      planes[(board[edge] ? 0 : FREE_PLANE * size) + this.actionCells[edge]] = 1;
    }
    for (let box = 0; box < this.numBoxes; box++) {
      planes[(DEGREE_PLANE + this.degree(board, box)) * size + this.boxCells[box]] = 1;
    }
    return planes;
  }

  /** `[boxes]` who completed each box, row by row: player 0, player 1, or -1 for nobody. */
  owners(state) {
    const owner = new Array(this.numBoxes).fill(-1);
    const played = this.initialState();
    for (const action of this.history(state)) {
      const player = this.toPlay(played);
      this.step(played.board, action);
      for (const box of this.edgeBoxes[action]) if (this.degree(played.board, box) === 4) owner[box] = player;
    }
    return owner;
  }

  /** Dots, drawn edges and the owners' letters: A is player 0. */
  drawing(state) {
    const [, height, width] = this.shape;
    const lines = range(height).map((row) => [...(row % 2 ? "    " : "*   ").repeat(this.cols + 1)]);
    const write = (cell, text) => {
      const col = cell % width;
      lines[Math.floor(cell / width)].splice(2 * col - (col % 2), text.length, ...text);
    };
    this.actionCells.forEach((cell, edge) => {
      if (state.board[edge]) write(cell, Math.floor(cell / width) % 2 ? "|" : "---");
    });
    this.owners(state).forEach((owner, box) => {
      if (owner >= 0) write(this.boxCells[box], ` ${OWNERS[owner]} `);
    });
    const [a, b] = state.board.slice(this.numActions + 1);
    const last = this.isTerminal(state) ? `, ${OWNERS[this.toPlay(state)]} moved last` : "";
    const standing = `A ${a}, B ${b}, ${status(this, state, OWNERS)}${last}`;
    return [...lines.map((line) => line.join("").trimEnd()), standing].join("\n");
  }
}
