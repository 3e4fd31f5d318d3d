// The tree of one search, as src/search keeps it: nodes, the edges of moves that were tried, values and proven bounds.
//
// A value says whose it is: in a node for the player to move there, in an edge for the player who chooses it. Signs
// change where the player changes. Sums are float64; priors, raw values and bounds are rounded to float32, as there.

const { fround } = Math;

export const PENDING = 0; // status of a node: waits for the evaluator
export const EXPANDED = 1; // … has its moves
export const TERMINAL = 2; // … ends the game

/** A move that was tried. */
class Edge {
  constructor(action, prior, child) {
    this.action = action;
    this.prior = prior;
    this.child = child;
    this.visits = 0;
    this.valueSum = 0; // over visits, for the player who chooses the edge
    this.lower = -1; // proven bounds of the child, for that player
    this.upper = 1;
  }

  /** Mean value of the visits, kept inside the proven bounds. */
  get value() {
    return clamped(this.valueSum / this.visits, this);
  }
}

export class Node {
  /** A node for `state`, which becomes its own; a final state is proven at once, with its utility. */
  constructor(game, state, parent, marginWeight) {
    this.state = state;
    this.parent = parent;
    this.parentEdge = null;
    this.toPlay = game.toPlay(state);
    this.visits = 0; // its own evaluation counts as one
    this.valueSum = 0;
    this.rawValue = 0; // what the evaluator said
    this.edges = []; // of the moves that were tried, in that order
    this.actions = null; // all legal moves, the largest prior first, of equal ones the lowest action
    this.priors = null; // theirs
    this.status = PENDING;
    this.lower = -1;
    this.upper = 1;
    if (game.isTerminal(state)) {
      this.status = TERMINAL;
      this.lower = this.upper = utility(game, state, this.toPlay, marginWeight);
    }
  }

  /** Mean value of the visits, kept inside the proven bounds. */
  get value() {
    return clamped(this.valueSum / this.visits, this);
  }

  get isProven() {
    return this.lower === this.upper;
  }

  get hasUntried() {
    return this.edges.length < this.actions.length;
  }
}

function clamped(value, { lower, upper }) {
  return Math.min(Math.max(value, lower), upper);
}

/** Utility of a final state for `player`: the result, and where the game has points some of the margin. */
function utility(game, state, player, marginWeight) {
  const result = game.returns(state)[player];
  const margin = game.margins(state)[player];
  return blend(result, margin, marginWeight, game.maxScore);
}

/** (1 - w) * result + w * margin / maxScore as float32, for one player. */
export function blend(result, margin, marginWeight, maxScore) {
  if (maxScore === 0 || marginWeight === 0) return fround(result);
  return fround((1 - marginWeight) * result + (marginWeight * margin) / maxScore);
}

/** Gives `node` its legal moves, priors the softmax of their logits; uniform if all of these are -Infinity. */
export function expand(node, legalActions, logits, value) {
  let highest = -Infinity;
  for (const action of legalActions) highest = Math.max(highest, logits[action]);
  const priors = new Map();
  let total = 0;
  for (const action of legalActions) {
    const weight = highest > -Infinity ? Math.exp(logits[action] - highest) : 1;
    total += weight;
    priors.set(action, fround(weight));
  }
  for (const action of legalActions) priors.set(action, fround(priors.get(action) / total));
  node.actions = Int16Array.from(legalActions).sort((a, b) => priors.get(b) - priors.get(a) || a - b);
  node.priors = Float32Array.from(node.actions, (action) => priors.get(action));
  node.rawValue = value;
  node.status = EXPANDED;
}

/** Turns the untried move of the largest prior into an edge with a new node behind it. Returns the node. */
export function tryMove(game, parent, marginWeight) {
  const place = parent.edges.length;
  const action = parent.actions[place];
  const state = game.copy(parent.state);
  game.apply(state, action);
  const child = new Node(game, state, parent, marginWeight);
  child.parentEdge = new Edge(action, parent.priors[place], child);
  parent.edges.push(child.parentEdge);
  return child;
}

/** Adds one visit with `value`, for the player to move at `node`, to it and to all above it. */
export function backUp(node, value) {
  for (; ; node = node.parent) {
    node.visits += 1;
    node.valueSum += value;
    if (!node.parent) return;
    if (node.parent.toPlay !== node.toPlay) value = -value;
    node.parentEdge.visits += 1;
    node.parentEdge.valueSum += value;
  }
}

/** Carries the bounds of `node` up as far as they change anything (Cazenave and Saffidine 2010). */
export function tellParents(node) {
  for (let { parent } = node; parent; node = parent, parent = node.parent) {
    const edge = node.parentEdge;
    const same = parent.toPlay === node.toPlay;
    edge.lower = same ? node.lower : -node.upper;
    edge.upper = same ? node.upper : -node.lower;
    const lower = Math.max(parent.lower, edge.lower);
    const upper = Math.min(parent.upper, bestUpper(parent));
    if (lower === parent.lower && upper === parent.upper) return;
    parent.lower = lower;
    parent.upper = upper;
  }
}

/** The best upper bound among a node's moves; an untried one may be worth anything. */
function bestUpper(node) {
  if (node.hasUntried) return 1;
  let highest = -1;
  for (const edge of node.edges) highest = Math.max(highest, edge.upper);
  return highest;
}
