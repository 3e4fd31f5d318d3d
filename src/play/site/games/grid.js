// Coordinates on a picture of H×W cells, and the symmetries that keep its shape; as in src/games/grid.py.
//
// A cell (row, col), both from 0 at the top left, has the flat number row * width + col. Names are the column's
// letter and the row's number from 1 at the top: cell 2 of a 3×3 board is c1.

import { UserError } from "./errors.js";

export const NO_CELL = -1; // the cell of an action that has none, as a pass

/** The names of all cells in the order of their numbers. */
export function cellNames(height, width) {
  return range(height * width).map((cell) => String.fromCharCode(97 + (cell % width)) + (Math.floor(cell / width) + 1));
}

/** `[K][H*W]` where each cell goes: 8 symmetries of a square, 4 of a rectangle; the first is the identity. */
export function allSymmetries(height, width) {
  const found = [];
  for (const transpose of height === width ? [false, true] : [false]) {
    for (const flipRows of [false, true]) {
      for (const flipCols of [false, true]) {
        found.push(
          range(height * width).map((cell) => {
            const [row, col] = [Math.floor(cell / width), cell % width];
            const [r, c] = transpose ? [col, row] : [row, col];
            return (flipRows ? height - 1 - r : r) * width + (flipCols ? width - 1 - c : c);
          }),
        );
      }
    }
  }
  return found;
}

/** `[2][H*W]` the identity and left against right, for games with gravity. */
export function mirrorSymmetries(height, width) {
  return allSymmetries(height, width).slice(0, 2);
}

/** `[K][A]` where each action goes when its cell goes where the symmetry takes it; one without a cell stays. */
export function actionSymmetries(cellSymmetries, actionCells) {
  const actionAt = new Map(actionCells.map((cell, action) => [cell, action]));
  return cellSymmetries.map((symmetry) =>
    actionCells.map((cell, action) => (cell === NO_CELL ? action : actionAt.get(symmetry[cell]))),
  );
}

/** The whole numbers from 0 to below `end`. */
export function range(end) {
  return Array.from({ length: end }, (_, i) => i);
}

/** Throws UserError unless `value` is a whole number in [low, high]. */
export function checkSize(game, key, value, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new UserError(`game.${key} of ${game} must be a whole number from ${low} to ${high}, not ${value}`);
  }
}

/** Throws UserError unless `value` is true or false. */
export function checkSwitch(game, key, value) {
  if (typeof value !== "boolean") {
    throw new UserError(`game.${key} of ${game} must be true or false, not ${value}`);
  }
}
