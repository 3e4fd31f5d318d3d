// Exact play beside the page: what each move is worth, where the board is small enough to know it.
//
// In:  { id, board: { name, sizes }, history }
// Out: { id, share }    how much of the table is made, from 0 to 1
//      { id, moves }    [{ action, value }], the final result for the player to move; null where nobody knows
//
// Only the newest question is answered. A table that is being made for its board is made to the end.

import { makeGame } from "./games/index.js";
import { exactMoves } from "./search/exact.js";

let newest = null;
let working = Promise.resolve();

async function answer(question) {
  if (question !== newest) return;
  const game = makeGame(question.board.name, question.board.sizes);
  const onProgress = (share) => {
    postMessage({ id: newest.id, share });
    return JSON.stringify(newest.board) === JSON.stringify(question.board);
  };
  const moves = await exactMoves(game, game.fromHistory(question.history), { onProgress });
  if (question === newest) postMessage({ id: question.id, moves });
}

onmessage = ({ data }) => {
  newest = data;
  working = working.then(() => answer(data));
};
