// Plain minimax with a memory, for late positions of games of stones: what each move leads to under best play by both.

const MOST_EMPTY = { tictactoe: 12, connect4: 12, gomoku: 12, hex: 12, othello: 8 }; // cells: a second at most

/** Whether the state is near enough to the end of its game. */
export function isLate(game, state) {
  const empty = state.board.subarray(0, game.rows * game.cols).filter((stone) => stone === 0);
  return empty.length <= (MOST_EMPTY[game.name] ?? -1);
}

/**
 * [{ action, value }] for who moves: the final margin in games with points, else the result (1 won, 0 drawn, -1 lost).
 * A win in Connect Four is worth more the sooner it comes: half the cells, rounded up, plus 1, less the stones of
 * the winner.
 */
export function minimaxMoves(game, state) {
  const known = new Map(); // by board

  function value(node) {
    const name = String.fromCharCode.apply(null, node.board);
    if (!known.has(name)) known.set(name, game.isTerminal(node) ? standing(game, node) : best(node));
    return known.get(name);
  }

  const best = (node) => Math.max(...game.legalActions(node).map((action) => valueAfter(node, action)));

  function valueAfter(node, action) {
    const after = game.copy(node);
    game.apply(after, action);
    return game.toPlay(after) === game.toPlay(node) ? value(after) : 0 - value(after);
  }

  return game.legalActions(state).map((action) => ({ action, value: valueAfter(state, action) }));
}

/** What a final state is worth to the player whom `toPlay` names. */
function standing(game, state) {
  const player = game.toPlay(state);
  if (game.maxScore) return game.margins(state)[player];
  const result = game.returns(state)[player];
  if (game.name !== "connect4" || result === 0) return result;
  const winner = result > 0 ? player : 1 - player;
  const stones = state.board.subarray(0, game.numCells).filter((stone) => stone === winner + 1).length;
  return result * (Math.ceil(game.numCells / 2) + 1 - stones);
}
