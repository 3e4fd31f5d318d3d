// After a search: what a policy should play, the move, and the line that is expected.

const { fround } = Math;

/**
 * `[A]` shares of the root's visits, without moves that are proven worse than another. Where the root is proven,
 * uniform over the moves proven to reach its value; before the first simulation the priors.
 */
export function policyTarget(root, numActions) {
  const target = new Float64Array(numActions);
  for (const { action, visits, lower, upper } of root.edges) {
    if (root.isProven) target[action] = lower === root.lower && visits > 0 ? 1 : 0;
    else target[action] = upper >= root.lower ? visits : 0;
  }
  if (!isVisited(root)) root.actions.forEach((action, i) => (target[action] = root.priors[i]));
  const total = target.reduce((sum, weight) => sum + weight, 0);
  return target.map((weight) => fround(weight / total));
}

/**
 * A move with probability ~ target ** (1 / temperature); at 0 the largest, ties by the mean value.
 * random: () → number in [0, 1).
 */
export function chooseAction(root, numActions, temperature, random) {
  const target = policyTarget(root, numActions);
  return temperature > 0 ? drawn(target, temperature, random()) : firstBest(root, target);
}

function firstBest(root, target) {
  const values = new Float32Array(target.length).fill(-2);
  for (const edge of root.edges) if (edge.visits > 0) values[edge.action] = edge.value;
  const most = Math.max(...target);
  let best = -1;
  target.forEach((share, action) => {
    if (share === most && (best < 0 || values[action] > values[best])) best = action;
  });
  return best;
}

function drawn(target, temperature, uniform) {
  const most = Math.max(...target);
  let total = 0;
  const cumulative = target.map((share) => (total += (share / most) ** (1 / temperature)));
  return cumulative.filter((sum) => sum <= uniform * total).length;
}

/** The actions of the principal variation: from each node the move that a search there would choose. */
export function expectedLine(root, numActions) {
  const line = [];
  for (let node = root; isVisited(node); ) {
    const action = firstBest(node, policyTarget(node, numActions));
    line.push(action);
    node = node.edges.find((edge) => edge.action === action).child;
  }
  return line;
}

/** Whether a move was tried and evaluated; one may still wait. */
function isVisited(node) {
  return node.edges.some((edge) => edge.visits > 0);
}
