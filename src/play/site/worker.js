// The machine's mind, beside the page so that the page never waits: it searches in slices and hears "stop" between
// them.
//
// In:  { kind: "think", id, board: { name, sizes }, champion, history, simulations, temperature }
//      { kind: "load", id, board, champion }
//      { kind: "stop" }
//      champion: the address of its description, or null: rollouts judge
// Out: { kind: "loading", id }            the judge of this board is being made
//      { kind: "ready", id, judge }       "net" or "rollouts"; and error, where a champion could not be loaded
//      { kind: "progress", id, thought }
//      { kind: "decided", id, thought, action }
//      { kind: "failed", id, error }
//
// thought: { root, opinion, simulations, wanted, seconds, paths }: what Search.root says; what a net says of the
// position itself, { value, margin }, else null; and the simulations since the last message, each as Search.lastPath
// says it.

import { makeGame } from "./games/index.js";
import { Search } from "./search/search.js";
import { rollouts } from "./rollouts.js";

const SLICE = 40; // milliseconds
const judges = new Map(); // by board and champion: a promise of { judge, kind, settings }
let wanted = 0; // the request that counts; older ones end at their next slice

const nextTask = (() => {
  const { port1, port2 } = new MessageChannel();
  const waiting = [];
  port1.onmessage = () => waiting.shift()();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(0);
    }); // timers would wait longer
})();

/** The judge for a board; a champion that cannot be loaded is replaced by rollouts, and `error` says why. */
async function makeJudge(game, champion) {
  const byRollouts = { judge: rollouts(game), kind: "rollouts", settings: { c_init: 1.25 } };
  if (!champion) return byRollouts;
  try {
    const { fetched, loadNetwork } = await import("./network.js");
    const description = await (await fetched(champion)).json();
    return { judge: await loadNetwork(description), kind: "net", settings: description.search };
  } catch (error) {
    return { ...byRollouts, error: String(error.message ?? error) };
  }
}

function judgeFor(game, champion) {
  const key = `${game} ${JSON.stringify(game.sizes)} ${champion}`;
  if (!judges.has(key)) judges.set(key, makeJudge(game, champion));
  return judges.get(key);
}

/** Makes the game and its judge, and says so. */
async function load({ id, board, champion }) {
  const game = makeGame(board.name, board.sizes);
  postMessage({ kind: "loading", id });
  const made = await judgeFor(game, champion);
  postMessage({ kind: "ready", id, judge: made.kind, error: made.error });
  return { game, ...made };
}

async function think(request) {
  const { game, judge, kind, settings } = await load(request);
  if (wanted !== request.id) return;
  const search = new Search(game, settings);
  search.reset(game.fromHistory(request.history));
  await searchInSlices(search, judge, kind === "net", request);
}

async function searchInSlices(search, judge, isNet, { id, simulations, temperature }) {
  const started = performance.now();
  let opinion = null;
  let paths = [];
  const thought = () => {
    const seconds = (performance.now() - started) / 1000;
    const told = { root: search.root(), opinion, simulations: search.simulations, wanted: simulations, seconds, paths };
    paths = [];
    return told;
  };
  let sliceEnds = started + SLICE;
  // The root's own evaluation comes before the first simulation.
  for (let isFirst = true; isFirst || search.simulations < simulations; isFirst = false) {
    const leaf = search.select();
    if (search.isFinished) break;
    if (leaf) {
      const answer = await judge(leaf);
      search.expand(answer);
      if (isFirst && isNet) opinion = { value: answer.value, margin: answer.margin };
    }
    if (search.simulations > 0) paths.push(search.lastPath());
    if (performance.now() < sliceEnds) continue;
    await nextTask();
    if (wanted !== id) return;
    postMessage({ kind: "progress", id, thought: thought() });
    sliceEnds = performance.now() + SLICE;
  }
  postMessage({ kind: "decided", id, action: search.choose(temperature), thought: thought() });
}

const ANSWERS = { think, load };

onmessage = async ({ data }) => {
  wanted = data.id ?? 0;
  try {
    await ANSWERS[data.kind]?.(data);
  } catch (error) {
    postMessage({ kind: "failed", id: data.id, error: String(error.message ?? error) });
  }
};
