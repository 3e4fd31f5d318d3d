// What the page says, in English and Chinese: say("new"), say("points", 3, 2).

import { CHINESE } from "./chinese.js";
import { ENGLISH } from "./english.js";

export const LANGUAGES = { en: "English", zh: "中文" };

const WORDS = { en: ENGLISH, zh: CHINESE };

let language = "en";

export function chooseLanguage(name) {
  language = Object.hasOwn(WORDS, name) ? name : "en";
}

export function chosenLanguage() {
  return language;
}

/** What `key` says, with `values` put in where it takes some; tables of words are given as they are. */
export function say(key, ...values) {
  const word = WORDS[language][key];
  return typeof word === "function" ? word(...values) : word;
}

/** Fills in the words of all elements that name one: data-word, data-word-label and data-word-title. */
export function sayAll(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = say(element.dataset.word);
  for (const element of root.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
  for (const element of root.querySelectorAll("[data-word-title]")) element.title = say(element.dataset.wordTitle);
}

/** Every key, for whoever checks that both languages say the same. */
export const KEYS = { en: Object.keys(ENGLISH), zh: Object.keys(CHINESE) };

/** How a player is called on a board. */
export function playerName(game, player) {
  return (game.name === "dots" ? "AB" : "✕○")[player];
}

/** How a move is called in tables and lines: as the game calls it, but columns count from 1. */
export function shortName(game, action) {
  return game.name === "connect4" ? String(action + 1) : game.actionName(action);
}

/** How a move is called aloud. */
export function moveName(game, action) {
  const names = say("moveName");
  return (names[game.name] ?? names.other)(shortName(game, action));
}

/** A value with its sign: +0.42, −1.00. */
export function signed(value, digits = 2) {
  const rounded = Number(value.toFixed(digits));
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${Math.abs(rounded).toFixed(digits)}`;
}
