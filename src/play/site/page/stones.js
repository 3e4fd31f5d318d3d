// Boards of cells on which stones stand: a cell is played at, or in Connect Four a column.

import { NO_CELL } from "../games/grid.js";
import { Board, UNIT } from "./board.js";
import { svg } from "./elements.js";

const MARGIN = 16;
const ROW = Math.sqrt(3) / 2; // of a cell's width: how far rows of hexagons lie apart
const DIRECTIONS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
]; // rows down, columns right

export class StoneBoard extends Board {
  constructor(game, play, extent = { width: game.cols * UNIT, height: game.rows * UNIT, margin: MARGIN }) {
    super(game, extent, play);
    this.stones = Array.from({ length: game.rows * game.cols }, (_, cell) => this.makeStone(cell));
  }

  center(cell) {
    return { x: ((cell % this.game.cols) + 0.5) * UNIT, y: (Math.floor(cell / this.game.cols) + 0.5) * UNIT };
  }

  /** What a cell looks like, empty. */
  cellShape(cell, name) {
    const { x, y } = this.center(cell);
    const side = UNIT - 6;
    return svg("rect", { class: name, x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 14 });
  }

  makeStone(cell) {
    this.under.append(this.cellShape(cell, "cell"));
    const stone = svg("g", { class: "stone" });
    this.over.append(stone);
    return stone;
  }

  makePlaces() {
    const places = this.game.actionCells.map((cell, action) => ({ action, cell }));
    return places
      .filter(({ cell }) => cell !== NO_CELL)
      .map(({ action, cell }) => {
        return { action, ...this.center(cell), element: svg("g", { class: "place" }, this.cellShape(cell, "target")) };
      });
  }

  spot(state, action) {
    const cell = this.game.actionCells[action];
    return cell === NO_CELL ? null : this.center(cell);
  }

  /** The cell on which the last move's stone stands. */
  lastCell({ last }) {
    return last === null ? null : this.game.actionCells[last];
  }

  paint(view) {
    const lastCell = this.lastCell(view);
    const winning = this.winningCells(view.state, lastCell);
    this.stones.forEach((stone, cell) => {
      const player = (view.state.board[cell] & 3) - 1;
      const marks = `${cell === lastCell ? " last" : ""}${winning.has(cell) ? " winning" : ""}`;
      stone.setAttribute("class", player < 0 ? "stone" : `stone player${player}${marks}`);
      if (stone.dataset.player === String(player)) return;
      stone.dataset.player = player;
      stone.replaceChildren(...(player < 0 ? [] : this.stoneShapes(cell, player)));
    });
    this.element.dataset.toPlay = this.game.toPlay(view.state);
  }

  /** A disc with the player's sign on it, so that colours are not needed to tell them apart. */
  stoneShapes(cell, player) {
    const { x, y } = this.center(cell);
    return [svg("circle", { class: "disc", cx: x, cy: y, r: 40 }), ...signShapes(x, y, player, 15)];
  }

  /** The cells of the lines that the last stone has finished, where the game is about lines. */
  winningCells({ board }, lastCell) {
    const { rows, cols, sizes } = this.game;
    const found = new Set();
    if (lastCell === null || !sizes.in_row) return found;
    for (const [down, right] of DIRECTIONS) {
      const line = [lastCell];
      for (const sign of [1, -1]) {
        let [r, c] = [Math.floor(lastCell / cols) + sign * down, (lastCell % cols) + sign * right];
        for (; r >= 0 && r < rows && c >= 0 && c < cols; r += sign * down, c += sign * right) {
          if (board[r * cols + c] !== board[lastCell]) break;
          line.push(r * cols + c);
        }
      }
      if (line.length >= sizes.in_row) for (const cell of line) found.add(cell);
    }
    return found;
  }
}

/** A cross for player 0, a ring for player 1. */
function signShapes(x, y, player, size) {
  if (player) return [svg("circle", { class: "sign", cx: x, cy: y, r: size })];
  const d = `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`;
  return [svg("path", { class: "sign", d })];
}

/** Tic-tac-toe and its kin: crosses and rings alone. */
export class SignBoard extends StoneBoard {
  stoneShapes(cell, player) {
    const { x, y } = this.center(cell);
    return signShapes(x, y, player, 26);
  }
}

/** Hex: a rhombus of hexagons, with each player's sides in the player's colour. */
export class HexBoard extends StoneBoard {
  constructor(game, play) {
    const width = (game.cols + (game.rows - 1) / 2) * UNIT;
    super(game, play, { width, height: ((game.rows - 1) * ROW + 1.16) * UNIT, margin: MARGIN });
    const corner = (row, col) => this.center(row * game.cols + col);
    const [a, b] = [corner(0, 0), corner(0, game.cols - 1)];
    const [c, d] = [corner(game.rows - 1, 0), corner(game.rows - 1, game.cols - 1)];
    const out = 0.62 * UNIT;
    this.side(0, [a.x - 20, a.y - out], [b.x + 20, b.y - out]);
    this.side(0, [c.x - 20, c.y + out], [d.x + 20, d.y + out]);
    this.side(1, [a.x - out, a.y], [c.x - out, c.y]);
    this.side(1, [b.x + out, b.y], [d.x + out, d.y]);
  }

  side(player, [x1, y1], [x2, y2]) {
    this.under.append(svg("line", { class: `side player${player}`, x1, y1, x2, y2 }));
  }

  center(cell) {
    const [row, col] = [Math.floor(cell / this.game.cols), cell % this.game.cols];
    return { x: (col + row / 2 + 0.5) * UNIT, y: (row * ROW + 0.58) * UNIT };
  }

  cellShape(cell, name) {
    const { x, y } = this.center(cell);
    const radius = (0.96 * UNIT) / (2 * ROW);
    const corners = [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = ((i + 0.5) * Math.PI) / 3;
      return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
    });
    return svg("polygon", { class: name, points: corners.join(" ") });
  }
}

/** Connect Four: a column is chosen, and the stone falls. */
export class ColumnBoard extends StoneBoard {
  cellShape(cell, name) {
    const { x, y } = this.center(cell);
    return svg("circle", { class: name, cx: x, cy: y, r: 42 });
  }

  makePlaces() {
    const height = this.game.rows * UNIT;
    return this.game.actionCells.map((_, column) => {
      const x = (column + 0.5) * UNIT;
      this.previews ??= [];
      this.previews[column] = svg("circle", { class: "preview", cx: x, cy: 0, r: 40 });
      const target = svg("rect", { class: "target", x: column * UNIT + 2, y: 0, width: UNIT - 4, height, rx: 14 });
      return { action: column, x, y: height / 2, element: svg("g", { class: "place" }, target, this.previews[column]) };
    });
  }

  spot(state, action) {
    return this.center(this.game.landing(state.board, action));
  }

  lastCell({ state, last }) {
    if (last === null) return null;
    let cell = last;
    while (state.board[cell] === 0) cell += this.game.cols;
    return cell;
  }

  paint(view) {
    super.paint(view);
    for (const column of view.legal) this.previews[column].setAttribute("cy", this.spot(view.state, column).y);
  }
}
