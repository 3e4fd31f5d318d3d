// Positions that are one up to symmetry are shown to the evaluator as one, and its answer is turned back.
//
// The one is the form whose observation comes first in the order of its numbers; see src/search/symmetry.py.

/** Which of the symmetries `cells` `[K][H*W]`, taken as sources, gives the smallest observation. */
export function smallestForm(observation, cells) {
  let smallest = 0;
  for (let k = 1; k < cells.length; k++) {
    if (comparedForms(observation, cells[k], cells[smallest]) < 0) smallest = k;
  }
  return smallest;
}

/** Below 0 where the observation turned by `ours` comes before the one turned by `best`, 0 where they are equal. */
function comparedForms(observation, ours, best) {
  const size = ours.length;
  for (let plane = 0; plane < observation.length; plane += size) {
    for (let cell = 0; cell < size; cell++) {
      const difference = observation[plane + ours[cell]] - observation[plane + best[cell]];
      if (difference !== 0) return difference;
    }
  }
  return 0;
}

/** The observation turned by the symmetry `cells` `[H*W]`. */
export function turned(observation, cells) {
  const size = cells.length;
  return observation.map((_, at) => observation[at - (at % size) + cells[at % size]]);
}

/** The logits of a turned position as those of the position itself; `actions` `[A]` is the symmetry. */
export function turnedBack(logits, actions) {
  const back = new Float32Array(logits.length);
  for (let action = 0; action < logits.length; action++) back[actions[action]] = logits[action];
  return back;
}
