// Answers what tests ask of the page's rules and search: a JSON task a line on standard input, a JSON answer a line on
// standard output.

import { createInterface } from "node:readline";

import { UserError } from "../../src/play/site/games/errors.js";
import { GAMES, makeGame } from "../../src/play/site/games/index.js";
import { exactMoves } from "../../src/play/site/search/exact.js";
import { Search, SETTINGS } from "../../src/play/site/search/search.js";

function mixed(bits) {
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** What tests/play/hashed.py says of an observation. */
function judge(observation, numActions, isCoarse) {
  const words = new Uint32Array(observation.buffer);
  let hash = 0;
  words.forEach((word, i) => (hash = (hash + mixed(word + Math.imul(i + 1, 0x9e3779b9))) >>> 0));
  const number = (i) => (mixed(hash + Math.imul(i + 1, 0x9e3779b9)) >>> 8) & (isCoarse ? 0xc00000 : 0xffffff);
  const policyLogits = Float32Array.from({ length: numActions }, (_, action) => number(action) / 2 ** 22 - 2);
  return { policyLogits, value: number(numActions) / 2 ** 23 - 1, margin: number(numActions + 1) / 2 ** 23 - 1 };
}

/** Everything the rules say of a state. */
function seen(game, state) {
  return {
    board: [...state.board],
    legal: game.legalActions(state),
    toPlay: game.toPlay(state),
    isTerminal: game.isTerminal(state),
    returns: game.returns(state),
    margins: game.margins(state),
    observation: [...game.observe(state)],
    drawing: game.drawing(state),
    history: game.history(state),
  };
}

function simulate(search, numSimulations, numActions, isCoarse) {
  while (!search.isFinished && search.simulations < numSimulations) {
    const leaf = search.select();
    if (leaf) search.expand(judge(leaf.observation, numActions, isCoarse));
  }
}

/** What the search found, and what it would play at each of [temperature, number]. */
function found(search, draws) {
  const { game } = search;
  const root = search.root();
  const visitCounts = new Array(game.numActions).fill(0);
  for (const { action, visits } of root.moves) visitCounts[action] = visits;
  const chosen = draws.map(([temperature, number]) => search.choose(temperature, () => number));
  return { ...root, simulations: search.simulations, visitCounts, chosen };
}

const TASKS = {
  facts(game) {
    const { name, sizes, shape, numActions, actionNames, actionCells, maxScore } = game;
    const { cellSymmetries, actionSymmetries } = game;
    const parsed = actionNames.map((text) => game.parseAction(text));
    const board = { name, sizes, shape, numActions, actionNames, actionCells, maxScore };
    return { ...board, cellSymmetries, actionSymmetries, parsed };
  },

  play(game, { history }) {
    const state = game.initialState();
    const states = [seen(game, state)];
    for (const action of history) {
      const before = game.copy(state);
      game.apply(state, action);
      states.push({ ...seen(game, state), before: [...before.board] });
    }
    return states;
  },

  read: (game, { history }) => seen(game, game.fromHistory(history)),

  parse: (game, { text }) => game.parseAction(text),

  /** After each number of simulations; then, where `follow` is given, after it was played. */
  search(game, { history, settings, simulations, draws, follow, isCoarse }) {
    const search = new Search(game, settings);
    search.reset(game.fromHistory(history));
    const steps = simulations.map((count) => {
      simulate(search, count, game.numActions, isCoarse);
      return found(search, draws);
    });
    if (follow === undefined) return { steps };
    search.advance(follow);
    const kept = search.simulations;
    simulate(search, Math.max(...simulations), game.numActions);
    return { steps, kept, after: found(search, draws) };
  },

  /** After each simulation its path and the root's value, and how the root is read while a leaf waits. */
  paths(game, { history, settings, simulations }) {
    const search = new Search(game, settings);
    search.reset(game.fromHistory(history));
    const paths = [];
    while (!search.isFinished && search.simulations < simulations) {
      const leaf = search.select();
      const { moves, line } = search.root();
      const waiting = { line, tried: moves.filter(({ value }) => value !== null).length };
      if (leaf) search.expand(judge(leaf.observation, game.numActions));
      paths.push({ path: search.lastPath(), value: search.root().value, waiting });
    }
    return paths;
  },

  /** How a search is refused that cannot be: after a move, where one is given. */
  refuse(game, { history, action }) {
    const search = new Search(game);
    search.reset(game.fromHistory(history));
    search.advance(action);
  },

  chooseWhileWaiting(game, { settings }) {
    const search = new Search(game, settings);
    search.reset(game.initialState());
    search.expand(judge(search.select().observation, game.numActions));
    search.select();
    return search.choose(0);
  },

  settings: () => SETTINGS,

  games: () => GAMES,

  /** Of each history, one after the other; the work is given up after `most` reports. */
  async exact(game, { histories, most = Infinity }) {
    const answers = [];
    for (const history of histories) {
      const progress = [];
      const onProgress = (share) => progress.push(share) < most;
      answers.push({ moves: await exactMoves(game, game.fromHistory(history), { onProgress }), progress });
    }
    return answers;
  },
};

/** The sentence of a UserError is an answer, too; of any other error the trace is. */
async function answer({ task, game, sizes, ...rest }) {
  try {
    return await TASKS[task](makeGame(game, sizes), rest);
  } catch (error) {
    return error instanceof UserError ? { error: error.message } : { crash: error.stack };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
