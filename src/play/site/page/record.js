// A game as it was played: its moves, and those that were taken back.

export class GameRecord {
  constructor(game, moves = []) {
    this.game = game;
    this.moves = [...moves];
    this.undone = []; // the last one taken back stands last
    this.state = game.fromHistory(this.moves);
  }

  get isOver() {
    return this.game.isTerminal(this.state);
  }

  get toPlay() {
    return this.game.toPlay(this.state);
  }

  isLegal(action) {
    return this.game.legalActions(this.state).includes(action);
  }

  /** Plays a legal move. It keeps the moves that were taken back only if it is the next of them. */
  play(action) {
    if (this.undone.at(-1) === action) this.undone.pop();
    else this.undone = [];
    this.game.apply(this.state, action);
    this.moves.push(action);
  }

  /** Takes moves back, at least one, until `stops()` is true or none is left. */
  undo(stops) {
    do {
      if (!this.moves.length) return;
      this.undone.push(this.moves.pop());
      this.state = this.game.fromHistory(this.moves);
    } while (!stops());
  }

  /** Plays moves again that were taken back, at least one, until `stops()` is true or none is left. */
  redo(stops) {
    do {
      if (!this.undone.length) return;
      this.play(this.undone.at(-1));
    } while (!stops());
  }
}
