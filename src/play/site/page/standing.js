// How the game stands: the players with their points, and one sentence.

import { byId, html } from "./elements.js";
import { moveName, playerName, say } from "./words.js";

/** Boxes or stones of both players; null in games without points. */
function pointsOf(game, state) {
  if (!game.maxScore) return null;
  const owners = game.owners?.(state) ?? Array.from(state.board.subarray(0, game.numCells), (stone) => stone - 1);
  return [0, 1].map((player) => owners.filter((owner) => owner === player).length);
}

/** The players, whose turn it is, and their points. */
export function showScore(table) {
  const { game, state, isOver, toPlay } = table.record;
  const points = pointsOf(game, state);
  const player = (which) => {
    const who = say(table.isPerson(which) ? "person" : "machine");
    const parts = [html("b", { class: "letter" }, playerName(game, which)), html("span", {}, who)];
    if (points) parts.push(html("strong", {}, String(points[which])));
    const isNext = !isOver && toPlay === which;
    return html("div", { class: `player player${which}${isNext ? " next" : ""}` }, ...parts);
  };
  byId("score").replaceChildren(player(0), player(1));
}

function result({ game, state }, table) {
  const points = pointsOf(game, state);
  const [first] = game.returns(state);
  const winner = first > 0 ? 0 : 1;
  const isShared = table.seat === "both" || table.seat === "watch";
  const told = points ? say("points", ...(first < 0 ? points.toReversed() : points)) : say("noPoints");
  if (first === 0) return say("drawn") + told;
  if (isShared) return say("playerWins", playerName(game, winner)) + told;
  return say(table.isPerson(winner) ? "youWin" : "machineWins") + told;
}

/** Whether the player to move has just closed a box. */
function movesAgain({ game, moves, toPlay }) {
  return game.name === "dots" && moves.length > 0 && game.toPlay(game.fromHistory(moves.slice(0, -1))) === toPlay;
}

/** What is to be done now, or how the game ended. */
export function statusOf(table) {
  const { record, judge } = table;
  const { game } = record;
  if (record.isOver) return result(record, table);
  const player = playerName(game, record.toPlay);
  const again = movesAgain(record) ? `${say("again", player)} ` : "";
  if (table.isMachinesTurn) {
    if (judge.failure) return say("failed", judge.failure);
    if (table.isPaused) return say("paused");
    return judge.isLoading ? say("loading") : again + say("thinks", player);
  }
  if (table.hint !== null) return say("hinted", moveName(game, table.hint));
  return again || say(table.seat === "both" ? "toMove" : "yourMove", player);
}
