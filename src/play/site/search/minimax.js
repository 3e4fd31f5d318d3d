// Plain minimax for games of stones on a grid: what the result is under best play by both, remembered for every board.

export const MOST_EMPTY = 12; // 3^12 boards: half a megabyte
const UNKNOWN = 2;

/** [{ action, value }]: the result after each move and best play by both, for who moves: 1 won, 0 drawn, -1 lost. */
export function minimaxMoves(game, state) {
  const empty = game.legalActions(state);
  const weights = new Map(empty.map((cell, place) => [cell, 3 ** place])); // a board is a number to the base 3
  const known = new Int8Array(3 ** empty.length).fill(UNKNOWN);

  /** The value of the board `name` for the player to move there. */
  function value(node, name) {
    if (known[name] === UNKNOWN) known[name] = game.isTerminal(node) ? standing(node) : best(node, name);
    return known[name];
  }

  const standing = (node) => game.returns(node)[game.toPlay(node)];
  const best = (node, name) => Math.max(...game.legalActions(node).map((action) => valueAfter(node, name, action)));

  /** The value of a move for who makes it; the turn always passes. */
  function valueAfter(node, name, action) {
    const after = game.copy(node);
    game.apply(after, action);
    return 0 - value(after, name + weights.get(action) * (game.toPlay(node) + 1));
  }

  return empty.map((action) => ({ action, value: valueAfter(state, 0, action) }));
}
