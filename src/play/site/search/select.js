// Which edge a simulation follows: PUCT or UCT with a prior, first-play urgency, and what is proven.
//
// The formulas, their sources and the order of all operations are those of src/search/select.py.

/** Marks that the best untried move is to be tried. */
export const UNTRIED = Symbol("untried");

/** What the second term of all scores of a node has in common. */
function explorationScale(visits, { rule, c_init: cInit, c_base: cBase }) {
  if (rule === "uct") return cInit * Math.sqrt(Math.log(visits));
  return (Math.log((1 + visits + cBase) / cBase) + cInit) * Math.sqrt(visits);
}

/** The second term of an edge's score. */
function exploration(scale, prior, visits, rule) {
  return rule === "uct" ? (scale * prior) / Math.sqrt(1 + visits) : (scale * prior) / (1 + visits);
}

/** The value an untried edge is given. */
function firstPlayUrgency(node, triedPrior, { fpu, fpu_value: fpuValue }) {
  if (fpu === "constant") return fpuValue;
  return Math.max(node.value - fpuValue * Math.sqrt(triedPrior), -1);
}

/** Whether an edge with these bounds cannot change what is known of its node. */
function isHopeless(lower, upper, node, isRoot) {
  if (isRoot) return upper < node.lower || (node.isProven && lower === upper);
  return upper <= node.lower && lower < node.lower;
}

/** The edge to follow from an expanded node, or UNTRIED; null if nothing is left to find out (at the root only). */
export function chooseEdge(node, settings) {
  const isRoot = node.parent === null;
  const scale = explorationScale(node.visits, settings);
  let best = null;
  let bestScore = -Infinity;
  let triedPrior = 0;
  for (const edge of node.edges) {
    triedPrior += edge.prior;
    if (isHopeless(edge.lower, edge.upper, node, isRoot)) continue;
    const score = edge.value + exploration(scale, edge.prior, edge.visits, settings.rule);
    if (score > bestScore) {
      best = edge;
      bestScore = score;
    }
  }
  if (node.hasUntried && !isHopeless(-1, 1, node, isRoot)) {
    const prior = node.priors[node.edges.length];
    const score = firstPlayUrgency(node, triedPrior, settings) + exploration(scale, prior, 0, settings.rule);
    if (score > bestScore) best = UNTRIED;
  }
  return best;
}
