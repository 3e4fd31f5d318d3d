// The full table of Dots and Boxes over the free edges of a position: the best future net boxes of every set of them.
//
// Future net boxes are those the player to move still takes minus those the other takes, under best play by both; they
// depend on the free edges alone. It tries all moves of all 2^E sets, as src/solvers/dots_table.py.

export const MOST_EDGES = 24; // 16 MB
const BLOCK = 1 << 18; // sets between two reports

/** `[boxes]` the masks of the table's `edges` round each box. */
function boxMasks(game, edges) {
  const bits = new Map(edges.map((edge, place) => [edge, 1 << place]));
  return Int32Array.from(game.boxEdges, (around) => around.reduce((mask, edge) => mask | (bits.get(edge) ?? 0), 0));
}

/** Writes `values` of the masks from `first` to below `last`; those of all their subsets stand already. */
function fill(boxes, values, first, last) {
  for (let left = first; left < last; left++) {
    let takesOne = 0; // edges that complete a box
    let takesTwo = 0; // … or two
    for (let box = 0; box < boxes.length; box++) {
      const bit = left & boxes[box];
      if ((bit & (bit - 1)) === 0) {
        takesTwo |= takesOne & bit;
        takesOne |= bit;
      }
    }
    let best = -128;
    for (let moves = left & ~takesOne; moves !== 0; moves &= moves - 1) {
      const value = -values[left ^ (moves & -moves)];
      if (value > best) best = value;
    }
    for (let moves = takesOne; moves !== 0; moves &= moves - 1) {
      const bit = moves & -moves;
      const value = values[left ^ bit] + ((takesTwo & bit) === 0 ? 1 : 2);
      if (value > best) best = value;
    }
    values[left] = best;
  }
}

export class DotsTable {
  /** Of a board's `edges`, at most MOST_EDGES, ascending; all others are drawn. `fill` it before it is asked. */
  constructor(game, edges) {
    this.game = game;
    this.edges = edges;
    this.boxes = boxMasks(game, edges);
    this.values = new Int8Array(1 << edges.length);
  }

  /** Fills the table; after each part `report(share done)` is awaited. Gives up, and says so, where that is false. */
  async fill(report) {
    const { length } = this.values;
    for (let first = 0; first < length; first += BLOCK) {
      const last = Math.min(first + BLOCK, length);
      fill(this.boxes, this.values, Math.max(first, 1), last);
      if ((await report(last / length)) === false) return false;
    }
    return true;
  }

  /** Whether the state lies in the table: on the same board, with no other free edges. */
  holds(game, state) {
    const isSameBoard = game.name === this.game.name && game.rows === this.game.rows && game.cols === this.game.cols;
    return isSameBoard && game.legalActions(state).every((edge) => this.edges.includes(edge));
  }

  /** [{ action, value }]: the final margin of boxes after each move and best play by both, for who moves. */
  moves(state) {
    const { game, edges, values } = this;
    const lead = game.margins(state)[game.toPlay(state)];
    const left = edges.reduce((mask, edge, place) => (state.board[edge] ? mask : mask | (1 << place)), 0);
    return game.legalActions(state).map((action) => {
      const bit = 1 << edges.indexOf(action);
      const taken = this.boxes.reduce((count, box) => count + ((left & box) === bit ? 1 : 0), 0);
      const future = values[left ^ bit];
      return { action, value: lead + taken + (taken ? future : -future) };
    });
  }
}
