// The settings beside the board: which game, which board, who plays, and how well.

import { GAMES, makeGame } from "../games/index.js";
import { byId, html } from "./elements.js";
import { boardName } from "./link.js";
import { SEATS } from "./table.js";
import { say } from "./words.js";

const STRENGTHS = [0, 10, 25, 50, 100, 200, 400, 800, 1600]; // simulations; 0: the net alone
const TEMPERATURES = [0, 0.5, 1];
const SIDES = { dots: [2, 3, 4, 5], othello: [6, 8], hex: [5, 7, 9, 11], gomoku: [9, 15] }; // of the boards offered

/** How a board is called beside its game's name. */
export function boardTitle({ rows, cols }) {
  return `${rows}×${cols}`;
}

/** The boards of a game that are offered: some usual ones, and those of the champions. */
function boardsOf(name, champions) {
  const usual = SIDES[name]?.map((side) => makeGame(name, { rows: side, cols: side })) ?? [makeGame(name)];
  const boards = new Map(usual.map((game) => [boardName(game), game]));
  for (const [board, champion] of champions)
    if (champion.game === name) boards.set(board, makeGame(name, champion.sizes));
  return boards;
}

export class Controls {
  /** start(game): another board is chosen. table: see `Table`. */
  constructor(table, start) {
    this.table = table;
    this.champions = new Map();
    byId("strength").max = STRENGTHS.length - 1;
    byId("strength").value = STRENGTHS.indexOf(table.simulations);
    byId("game").onchange = () => start(makeGame(byId("game").value));
    byId("size").onchange = () => start(this.boards.get(byId("size").value));
    byId("seat").onchange = () => table.sit(byId("seat").value);
    byId("temperature").onchange = () => table.set({ temperature: Number(byId("temperature").value) });
    byId("strength").oninput = () => this.sayStrength();
    byId("strength").onchange = () => table.set({ simulations: STRENGTHS[byId("strength").value] });
  }

  fill(select, choices, chosen) {
    const key = JSON.stringify(choices);
    if (select.dataset.choices !== key) {
      select.dataset.choices = key;
      select.replaceChildren(...choices.map(([value, text]) => html("option", { value }, text)));
    }
    select.value = chosen;
  }

  sayStrength() {
    const simulations = STRENGTHS[byId("strength").value];
    const alone = say(this.table.judge.kind === "rollouts" ? "randomMoves" : "netAlone");
    byId("strength-said").textContent = simulations ? say("simulations", simulations) : alone;
  }

  /** Shows what is chosen, in the language that is chosen. */
  update(game) {
    const { table } = this;
    this.boards = boardsOf(game.name, this.champions);
    this.boards.set(boardName(game), game);
    const titles = [...this.boards].map(([board, { rows, cols }]) => [board, boardTitle({ rows, cols })]);
    this.fill(
      byId("game"),
      GAMES.map((name) => [name, say("games")[name] ?? name]),
      game.name,
    );
    this.fill(byId("size"), titles, boardName(game));
    this.fill(
      byId("seat"),
      Object.keys(SEATS).map((seat) => [seat, say(seat)]),
      table.seat,
    );
    this.fill(
      byId("temperature"),
      TEMPERATURES.map((each) => [String(each), say("temperature")[each]]),
      String(table.temperature),
    );
    this.sayStrength();
    byId("opponent").textContent = this.opponent(game);
  }

  /** Who the machine is, in one sentence; nothing before it is known. */
  opponent(game) {
    const { error, failure, isLoading } = this.table.judge;
    if (failure) return say("failed", failure);
    if (isLoading) return say("loading");
    if (error) return say("failedChampion", error);
    const champion = this.champions.get(boardName(game));
    if (champion) return say("champion", champion.name);
    return this.championsKnown ? say("noChampion", `${say("games")[game.name] ?? game.name} ${boardTitle(game)}`) : "";
  }
}
