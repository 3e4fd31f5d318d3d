// Boards of cells on which stones stand: a cell is played at, or in Connect Four a column.

import { Board, UNIT } from "./board.js";
import { svg } from "./elements.js";

const MARGIN = 16;
const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1]]; // rows down, columns right

export class StoneBoard extends Board {
  constructor(game, play) {
    super(game, { width: game.cols * UNIT, height: game.rows * UNIT, margin: MARGIN }, play);
    this.stones = Array.from({ length: game.rows * game.cols }, (_, cell) => this.makeStone(cell));
  }

  center(cell) {
    return { x: ((cell % this.game.cols) + 0.5) * UNIT, y: (Math.floor(cell / this.game.cols) + 0.5) * UNIT };
  }

  makeStone(cell) {
    const { x, y } = this.center(cell);
    const [left, top] = [x - UNIT / 2, y - UNIT / 2];
    this.under.append(svg("rect", { class: "cell", x: left + 3, y: top + 3, width: UNIT - 6, height: UNIT - 6, rx: 14 }));
    const stone = svg("g", { class: "stone" });
    this.over.append(stone);
    return stone;
  }

  makePlaces() {
    return this.game.actionCells.map((cell, action) => {
      const { x, y } = this.center(cell);
      const side = UNIT - 6;
      const target = svg("rect", { class: "target", x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 14 });
      return { action, x, y, element: svg("g", { class: "place" }, target) };
    });
  }

  spot(state, action) {
    return this.center(this.game.actionCells[action]);
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

/** Connect Four: a column is chosen, and the stone falls. */
export class ColumnBoard extends StoneBoard {
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
