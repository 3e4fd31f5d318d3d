// Dots and Boxes: dots, lines between them, and boxes in their owner's colour with the owner's letter.

import { Board, UNIT } from "./board.js";
import { svg } from "./elements.js";

const MARGIN = 30;
const LETTERS = "AB";

export class EdgeBoard extends Board {
  constructor(game, play) {
    super(game, { width: game.cols * UNIT, height: game.rows * UNIT, margin: MARGIN }, play);
    this.boxes = Array.from({ length: game.numBoxes }, (_, box) => this.makeBox(box));
    for (let row = 0; row <= game.rows; row++) {
      for (let col = 0; col <= game.cols; col++) {
        this.over.append(svg("circle", { class: "dot", cx: col * UNIT, cy: row * UNIT, r: 8.5 }));
      }
    }
  }

  makeBox(box) {
    const [x, y] = [(box % this.game.cols) * UNIT, Math.floor(box / this.game.cols) * UNIT];
    const letter = svg("text", { x: x + UNIT / 2, y: y + UNIT / 2 + 14 });
    const group = svg("g", { class: "box" }, svg("rect", { x, y, width: UNIT, height: UNIT }), letter);
    this.under.append(group);
    return { group, letter };
  }

  /** Each line is chosen in the rhombus round it, which is as large as it can be without meeting another's. */
  makePlaces() {
    const width = this.game.shape[2];
    const half = UNIT / 2;
    return this.game.actionCells.map((cell, action) => {
      const [x, y] = [(cell % width) * half, Math.floor(cell / width) * half];
      const [dx, dy] = Math.floor(cell / width) % 2 ? [0, half] : [half, 0];
      const corners = [
        [x - half, y],
        [x, y - half],
        [x + half, y],
        [x, y + half],
      ];
      const ends = { x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy };
      const element = svg(
        "g",
        { class: "place" },
        svg("polygon", { class: "target", points: corners.join(" ") }),
        svg("line", { class: "guide", ...ends }),
        svg("line", { class: "line", ...ends }),
      );
      return { action, x, y, element };
    });
  }

  spot(state, action) {
    return this.byAction.get(action);
  }

  paint({ state, last }) {
    const { game } = this;
    for (const { action, element } of this.places) {
      element.classList.toggle("drawn", state.board[action] === 1);
      element.classList.toggle("last", action === last);
    }
    game.owners(state).forEach((owner, box) => {
      this.boxes[box].group.setAttribute("class", owner < 0 ? "box" : `box player${owner}`);
      this.boxes[box].letter.textContent = owner < 0 ? "" : LETTERS[owner];
    });
    this.element.dataset.toPlay = game.toPlay(state);
  }
}
