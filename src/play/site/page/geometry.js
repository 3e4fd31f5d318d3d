// Moving over a board with the arrow keys: from one place to the nearest in a direction.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function isArrow(key) {
  return Object.hasOwn(DIRECTIONS, key);
}

/**
 * The place that the arrow `key` leads to from `from`, or null where none lies there. places: [{ x, y, … }]; what
 * lies straight ahead counts as nearer than what lies aside.
 */
export function nearest(places, from, key) {
  const [dx, dy] = DIRECTIONS[key];
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    if (along <= 1) continue;
    const distance = along + 2 * aside;
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}
