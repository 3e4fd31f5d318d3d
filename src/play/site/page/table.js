// A game between a person and the machine: whose turn it is, and what the machine is asked.

import { Brain, Referee } from "./brain.js";
import { boardName } from "./link.js";
import { GameRecord } from "./record.js";

const PAUSE = 500; // milliseconds at least before the machine's move, so that one sees it
const LEAST_LOOK = 50; // simulations for hints and for what is shown at a person's turn, however weak the machine

/** Who sits where: which players a person plays, by the name of the choice. */
export const SEATS = { first: [0], second: [1], both: [0, 1], watch: [] };

export class Table {
  /** champions: promise of Map(board → its line of champions.json). changed(): something is to be drawn. */
  constructor(game, champions, changed) {
    this.champions = champions;
    this.changed = changed;
    this.brain = new Brain();
    this.referee = new Referee();
    this.seat = "first";
    this.simulations = 50;
    this.temperature = 0;
    this.looksInside = false;
    this.isHintWanted = false;
    this.turn = 0; // counts requests, so that an answer to an older position is left alone
    this.record = new GameRecord(game);
    this.judge = {}; // see `tell`
    this.now = this.its = this.hint = null; // thoughts, see thoughts.js; and a move
    this.isPaused = false;
  }

  start(game, moves) {
    if (game !== this.record.game) this.judge = {};
    this.record = new GameRecord(game, moves);
    this.its = null;
    this.isPaused = false;
    this.go();
  }

  isPerson(player) {
    return SEATS[this.seat].includes(player);
  }

  get isPersonsTurn() {
    return !this.record.isOver && this.isPerson(this.record.toPlay);
  }

  get isMachinesTurn() {
    return !this.record.isOver && !this.isPerson(this.record.toPlay);
  }

  /** Whether a person has moved, and so has something to take back. */
  get canUndo() {
    const { game, moves } = this.record;
    if (this.seat === "watch") return moves.length > 0;
    const state = game.initialState();
    return moves.some((action) => {
      const isPerson = this.isPerson(game.toPlay(state));
      game.apply(state, action);
      return isPerson;
    });
  }

  play(action) {
    if (!this.isPersonsTurn || !this.record.isLegal(action)) return;
    this.record.play(action);
    this.go();
  }

  undo() {
    if (!this.canUndo) return;
    this.record.undo(() => this.seat === "watch" || this.isPersonsTurn);
    this.isPaused = this.seat === "watch";
    this.go();
  }

  redo() {
    this.record.redo(() => this.seat === "watch" || this.isPersonsTurn);
    this.isPaused = this.seat === "watch";
    this.go();
  }

  sit(seat) {
    this.seat = seat;
    this.isPaused = false;
    this.go();
  }

  swap() {
    if (this.seat in SWAPPED) this.sit(SWAPPED[this.seat]);
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.go();
  }

  /** Settings that change what the machine says of the position. */
  set(values) {
    Object.assign(this, values);
    this.go();
  }

  askHint() {
    if (!this.isPersonsTurn) return;
    this.isHintWanted = true;
    if (this.now?.decided != null) this.giveHint();
    else this.go({ isHintWanted: true });
  }

  giveHint() {
    this.isHintWanted = false;
    this.hint = this.now.decided;
    this.changed();
  }

  /** Whatever was asked before is dropped; the machine moves, or looks at the position, or rests. */
  async go({ isHintWanted = false } = {}) {
    const turn = ++this.turn;
    this.brain.stop();
    this.hint = null;
    this.isHintWanted = isHintWanted;
    this.now = null;
    const isMove = this.isMachinesTurn;
    const isAsked = isMove ? !this.isPaused : this.isPersonsTurn && (this.looksInside || isHintWanted);
    if (isAsked) this.now = this.newThought();
    this.changed();
    if (this.now) this.askReferee(this.now);
    const champion = (await this.champions).get(boardName(this.record.game)) ?? null;
    if (turn !== this.turn || this.record.isOver) return;
    if (this.now) this.ask(turn, this.now, isMove, champion);
    else this.brain.load(this.request(champion), this.loading());
  }

  newThought() {
    const { game, moves } = this.record;
    return {
      game,
      moves: [...moves],
      root: null,
      opinion: null,
      paths: [],
      played: null,
      exact: null,
      share: null,
      decided: null,
    };
  }

  /** What a worker is told of the position and of who judges it. */
  request(champion) {
    const { game, moves } = this.record;
    return {
      board: { name: game.name, sizes: game.sizes },
      champion: champion?.description ?? null,
      history: [...moves],
    };
  }

  loading() {
    return {
      loading: () => this.tell({ isLoading: true }),
      ready: (kind, error) => this.tell({ kind, error }),
      failed: (failure) => this.tell({ failure }),
    };
  }

  ask(turn, thought, isMove, champion) {
    const started = performance.now();
    const simulations = isMove ? this.simulations : Math.max(this.simulations, LEAST_LOOK);
    const temperature = isMove ? this.temperature : 0;
    const take = (told) => {
      Object.assign(thought, told, { paths: [...thought.paths, ...told.paths] });
      this.changed();
    };
    this.brain.think(
      { ...this.request(champion), simulations, temperature },
      {
        ...this.loading(),
        progress: take,
        decided: (action, told) => {
          thought.decided = action;
          take(told);
          if (isMove) this.playSoon(turn, thought, action, PAUSE - (performance.now() - started));
          else if (this.isHintWanted) this.giveHint();
        },
      },
    );
  }

  /** Who judges: { isLoading, kind: "net" or "rollouts", error of the champion's loading, failure }. */
  tell(judge) {
    this.judge = judge;
    this.changed();
  }

  playSoon(turn, thought, action, delay) {
    setTimeout(
      () => {
        if (turn !== this.turn) return;
        thought.played = action;
        this.its = thought;
        this.record.play(action);
        this.go();
      },
      Math.max(0, delay),
    );
  }

  /** Exact values for the position of a thought, where somebody looks inside. */
  askReferee(thought) {
    if (!this.looksInside) return;
    const { game, moves } = thought;
    this.referee.ask({ name: game.name, sizes: game.sizes }, moves, ({ share = null, moves: values }) => {
      thought.share = values === undefined ? share : null;
      if (values) thought.exact = new Map(values.map(({ action, value }) => [action, value]));
      this.changed();
    });
  }
}

const SWAPPED = { first: "second", second: "first" };
