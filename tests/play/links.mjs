// Answers questions about the page's links and records: a JSON list on standard input, one on standard output.
//
// { link } and { pasted, board } → { link } of what was read, or { error }; { board, record } → what a record says after
// each of its steps; { board, exact } → an exact value in words.

import { readFileSync } from "node:fs";
import { exactText } from "../../src/play/site/page/figures.js";
import { boardOf, linkOf, readLink, readPasted } from "../../src/play/site/page/link.js";
import { GameRecord } from "../../src/play/site/page/record.js";
import { KEYS } from "../../src/play/site/page/words.js";

function told(read) {
  try {
    const found = read();
    return found === null ? { link: null } : { link: linkOf(found.game, found.moves) };
  } catch (error) {
    return { error: error.message, kind: error.constructor.name };
  }
}

function steps({ board, record }) {
  const played = new GameRecord(boardOf(board));
  return record.map((step) => {
    if (typeof step === "number") played.play(step);
    else played[step](() => played.toPlay === 0);
    return [played.moves.join("."), played.undone.join(".")];
  });
}

function answer(question) {
  if ("words" in question) return KEYS;
  if ("record" in question) return steps(question);
  if ("exact" in question) return exactText(boardOf(question.board), question.exact);
  if ("link" in question) return told(() => readLink(question.link));
  return told(() => readPasted(question.pasted, boardOf(question.board)));
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
