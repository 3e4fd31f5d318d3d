// What all games share. The rules are those of src/games, state by state and number by number.
//
// A state is { board, past }: the Int8Array that Python has, and the moves that led to it as a list of links from the
// last to the first, so that copies share it. Players are 0, who starts, and 1.

import { UserError } from "./errors.js";
import { actionSymmetries } from "./grid.js";

export class Game {
  /**
   * sizes: rows, cols, … as in the settings; shape: [C, H, W] of an observation; actionCells: the flat cell of the
   * picture that belongs to each action, or NO_CELL; maxScore: the largest margin, 0 in games without points.
   */
  constructor({ name, sizes, shape, stateSize, actionNames, actionCells, cellSymmetries, maxScore = 0 }) {
    Object.assign(this, { name, sizes, shape, stateSize, actionNames, actionCells, cellSymmetries, maxScore });
    this.rows = sizes.rows;
    this.cols = sizes.cols;
    this.numActions = actionNames.length;
    this.actionSymmetries = actionSymmetries(cellSymmetries, actionCells);
  }

  // What each game has of its own:
  //   begin(board)              writes the first board; it holds zeros
  //   legalActions(state)       ascending; none in a final state
  //   step(board, action)       plays a legal action in place
  //   toPlay(state)             0 or 1; may stay the same after a move
  //   isTerminal(state)
  //   returns(state)            [r0, r1], each player's result: 1 won, 0 drawn or unfinished, -1 lost
  //   observe(state)            Float32Array C*H*W, as the player to move sees it
  //   drawing(state)            the board as text, and a line that says how things stand

  begin(board) {}

  /** [m0, m1]: each player's margin so far in the game's points; zeros in games without points. */
  margins(state) {
    return [0, 0];
  }

  toString() {
    return `${this.name} ${this.rows}×${this.cols}`;
  }

  initialState() {
    const board = new Int8Array(this.stateSize);
    this.begin(board);
    return { board, past: null };
  }

  copy(state) {
    return { board: state.board.slice(), past: state.past };
  }

  /** Plays a legal action in place. */
  apply(state, action) {
    this.step(state.board, action);
    state.past = { action, before: state.past };
  }

  /** The actions that led to the state, from the first. */
  history(state) {
    const actions = [];
    for (let link = state.past; link; link = link.before) actions.push(link.action);
    return actions.reverse();
  }

  /** The state after the moves of `actions`. Throws UserError that names the ply of a wrong move. */
  fromHistory(actions) {
    const state = this.initialState();
    actions.forEach((action, ply) => {
      this.checkLegal(state, action, ` (ply ${ply} of the history)`);
      this.apply(state, action);
    });
    return state;
  }

  /** Throws UserError unless `action` is legal; `place` ends its sentence. */
  checkLegal(state, action, place = "") {
    if (this.isTerminal(state)) {
      throw new UserError(`${this}: the game is over, so move ${action} cannot be played${place}`);
    }
    const legal = this.legalActions(state);
    if (!legal.includes(action)) {
      throw new UserError(`${this}: move ${action} is illegal here; legal are ${legal.join(", ")}${place}`);
    }
  }

  actionName(action) {
    return this.actionNames[action];
  }

  /** The action that `text` names, by number or by the game's name of it. Throws UserError for what is no move. */
  parseAction(text) {
    const named = this.actionNames.indexOf(text);
    if (named >= 0) return named;
    if (/^(0|[1-9]\d*)$/.test(text) && Number(text) < this.numActions) return Number(text);
    const [first, last] = [this.actionNames[0], this.actionNames[this.numActions - 1]];
    const names = first === "0" ? "" : ` or ${first} to ${last}`;
    throw new UserError(`${this}: '${text}' is not a move; moves are 0 to ${this.numActions - 1}${names}`);
  }
}

/** Who won, or who is to move, in the players' letters. */
export function status(game, state, letters) {
  if (!game.isTerminal(state)) return `${letters[game.toPlay(state)]} to move`;
  const [result] = game.returns(state);
  return result ? `${letters[result > 0 ? 0 : 1]} wins` : "draw";
}
