// The exact value of every move, where the board is small enough: the page's referee.

import { DotsTable, MOST_EDGES } from "./dots_table.js";
import { isLate, minimaxMoves } from "./minimax.js";

let table = null; // the last one of dots: it also holds the positions that follow

/**
 * [{ action, value }] for each legal move: the final margin after it and best play by both, for who moves (boxes in
 * dots, stones in Othello, elsewhere as `minimaxMoves` says). null where too much of the game is left, or it is over.
 *
 * onProgress(share done): called some dozens of times, awaited each time, while a table is made (dots 3×3: seconds);
 * so a worker can answer others meanwhile. Where it gives false the work is given up, and the answer is null.
 */
export async function exactMoves(game, state, { onProgress = () => {} } = {}) {
  if (game.isTerminal(state)) return null;
  if (game.name === "dots") return dotsMoves(game, state, onProgress);
  return isLate(game, state) ? minimaxMoves(game, state) : null;
}

async function dotsMoves(game, state, onProgress) {
  const free = game.legalActions(state);
  if (free.length > MOST_EDGES) return null;
  if (!table?.holds(game, state)) {
    // A board that fits is taken whole, so that its table serves every game on it.
    const edges = game.numActions <= MOST_EDGES ? game.legalActions(game.initialState()) : free;
    table = null; // only one is in memory at a time
    const made = new DotsTable(game, edges);
    const report = async (share) => {
      await new Promise((resolve) => setTimeout(resolve)); // messages to a worker come in here
      return onProgress(share);
    };
    if (!(await made.fill(report))) return null;
    table = made;
  }
  return table.moves(state);
}
