// The page: what is pressed goes to the table, and what the table knows is drawn.

import { NO_CELL } from "../games/grid.js";
import { makeGame } from "../games/index.js";
import { Controls } from "./controls.js";
import { drawBoard } from "./drawing.js";
import { byId } from "./elements.js";
import { linkOf, readLink, readPasted } from "./link.js";
import { keep, kept, startLook } from "./look.js";
import { showScore, statusOf } from "./standing.js";
import { Table } from "./table.js";
import { Thoughts } from "./thoughts.js";
import { chosenLanguage, moveName, say, sayAll, shortName } from "./words.js";

let board = null;
let isDue = false; // whether the page will be drawn at the next frame
let written = null; // what this page last wrote behind the address's #

/** The champions by board, as champions.json lists them; none where there is no such file. */
async function readChampions() {
  try {
    const { champions } = await (await fetch("champions.json")).json();
    return new Map(champions.map((champion) => [champion.board, champion]));
  } catch {
    return new Map();
  }
}

function notice(sentence) {
  byId("notice").hidden = !sentence;
  byId("notice").firstElementChild.textContent = sentence;
}

/** The game that the address names; a broken link is told, and a new game begins. */
function gameOfAddress() {
  try {
    return readLink(location.hash);
  } catch (error) {
    written = null;
    notice(say("brokenLink", error.message));
    return null;
  }
}

startLook(() => changed());
const champions = readChampions();
const table = new Table(makeGame("dots"), champions, () => changed());
const thoughts = new Thoughts(
  byId("inside"),
  () => changed(),
  (action) => board.point(action),
);
const controls = new Controls(table, (game) => begin(game, []));

function begin(game, moves) {
  if (moves.length && table.seat in { first: 0, second: 1 }) {
    const state = game.fromHistory(moves);
    table.seat = game.isTerminal(state) || game.toPlay(state) === 0 ? "first" : "second"; // a person is to move
  }
  thoughts.leave();
  notice("");
  table.start(game, moves);
}

function changed() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    draw();
  });
}

function draw() {
  const { record } = table;
  const { game } = record;
  if (board?.game !== game) {
    board = drawBoard(game, (action) => act(() => table.play(action)));
    byId("board").replaceChildren(board.element);
  }
  const isInside = byId("thinking").checked;
  const known = { now: table.now, its: table.its };
  const thought = isInside ? thoughts.chosen(known) : null;
  board.update(viewOf(thought));
  showScore(table);
  byId("status").textContent = thoughts.showsIts && thought ? say("before") : statusOf(table);
  byId("rules").textContent = say("rules")[game.name] ?? "";
  controls.update(game);
  byId("inside").hidden = !isInside;
  if (isInside) thoughts.update(known, record.isOver);
  showButtons();
  writeLink(linkOf(game, record.moves));
}

/** Only a new position is written, so that an address that a person is changing is left alone. */
function writeLink(link) {
  if (link === written) return;
  written = link;
  history.replaceState(null, "", link);
}

/** What the board shows: the position on the table, or the one that a thought of the past is about. */
function viewOf(thought) {
  const { record } = table;
  const { game } = record;
  const isPast = thoughts.showsIts && thought !== null;
  const state = isPast ? game.fromHistory(thought.moves) : record.state;
  const moves = isPast ? thought.moves : record.moves;
  const legal = new Set(game.legalActions(state));
  const name = (action) => {
    const spoken = moveName(game, action);
    return legal.has(action) ? spoken + thoughts.nameOf(thought, action) : say("drawnPlace", spoken);
  };
  const isPlayable = !isPast && table.isPersonsTurn;
  return { state, legal, name, isPlayable, last: moves.at(-1) ?? null, hint: table.hint, ...thoughts.onBoard(thought) };
}

/** A legal move that has no place on the board, as a pass; null where there is none. */
function extraAction({ game, state }) {
  return game.legalActions(state).find((action) => game.actionCells[action] === NO_CELL) ?? null;
}

function showButtons() {
  const { record, seat } = table;
  byId("undo").disabled = !table.canUndo;
  byId("redo").disabled = !record.undone.length;
  byId("hint").disabled = !table.isPersonsTurn;
  byId("swap").disabled = !(seat in { first: 0, second: 1 });
  const extra = extraAction(record);
  byId("extra").hidden = extra === null || !table.isPersonsTurn;
  if (extra !== null) byId("extra").textContent = say("extra")[record.game.actionName(extra)];
  byId("pause").hidden = seat !== "watch";
  byId("pause").textContent = say(table.isPaused ? "goOn" : "pause");
  const speed = table.its?.seconds > 0.02 && table.its.simulations ? table.its.simulations / table.its.seconds : null;
  byId("speed").textContent = speed ? say("speed", Math.round(speed)) : "";
}

/** Whatever is done on the table ends the look at the past. */
function act(what) {
  thoughts.leave();
  notice("");
  what();
}

const ACTIONS = {
  new: () => act(() => table.start(table.record.game, [])),
  undo: () => act(() => table.undo()),
  redo: () => act(() => table.redo()),
  hint: () => act(() => table.askHint()),
  swap: () => act(() => table.swap()),
  extra: () => act(() => table.play(extraAction(table.record))),
  pause: () => act(() => table.pause(!table.isPaused)),
  share: copyLink,
  paste: openPaste,
};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).onclick = action;

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    notice(say("copied"));
  } catch {
    notice(say("notCopied"));
  }
}

function openPaste() {
  const { game, moves } = table.record;
  byId("paste-help").textContent = say(
    "pasteHelp",
    moves.map((action) => shortName(game, action)).join(game.name === "connect4" ? "" : " ") || "–",
  );
  byId("paste-error").textContent = "";
  byId("paste-dialog").showModal();
}

byId("paste-go").onclick = (event) => {
  try {
    const { game, moves } = readPasted(byId("pasted").value, table.record.game);
    begin(game, moves);
  } catch (error) {
    event.preventDefault(); // the dialog stays, with the text that was wrong
    byId("paste-error").textContent = error.message;
  }
};

byId("notice").lastElementChild.onclick = () => notice("");

byId("thinking").checked = kept("thinking") === "1";
byId("thinking").onchange = () => {
  keep("thinking", byId("thinking").checked ? "1" : "0");
  thoughts.leave();
  table.set({ looksInside: byId("thinking").checked });
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key.toUpperCase())}"]`);
  if (button && !button.disabled && !byId("paste-dialog").open) button.click();
});

addEventListener("hashchange", () => {
  const asked = gameOfAddress();
  if (asked) begin(asked.game, asked.moves);
  else changed();
});

champions.then((found) => {
  controls.champions = found;
  controls.championsKnown = true;
  changed();
});

sayAll(document);
table.looksInside = byId("thinking").checked;
const asked = gameOfAddress();
if (asked) begin(asked.game, asked.moves);
else table.start(table.record.game, []);
draw();
document.documentElement.lang = chosenLanguage();
document.documentElement.dataset.ready = String(Math.round(performance.now())); // ms since it was asked for
