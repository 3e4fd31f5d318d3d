// Which board is drawn for a game.

import { EdgeBoard } from "./edges.js";
import { ColumnBoard, HexBoard, SignBoard, StoneBoard } from "./stones.js";

const BOARDS = { dots: EdgeBoard, tictactoe: SignBoard, connect4: ColumnBoard, hex: HexBoard };

/** The board of a game, see `Board`. */
export function drawBoard(game, play) {
  return new (BOARDS[game.name] ?? StoneBoard)(game, play);
}
