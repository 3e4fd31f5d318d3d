// Language and colours: as the browser wishes, until a person chooses.

import { byId } from "./elements.js";
import { chooseLanguage, chosenLanguage, LANGUAGES, say, sayAll } from "./words.js";

/** What was kept under a name in an earlier visit; null for nothing, or where the browser keeps nothing. */
export function kept(name) {
  try {
    return localStorage.getItem(`zerolab-${name}`);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`zerolab-${name}`, value);
  } catch {
    // The page works without a memory.
  }
}

function paint(theme) {
  document.documentElement.style.colorScheme = theme ?? "light dark";
}

function isDark() {
  return (kept("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
}

function otherLanguage() {
  return Object.keys(LANGUAGES).find((name) => name !== chosenLanguage());
}

function showLanguage() {
  document.documentElement.lang = chosenLanguage();
  byId("language").textContent = LANGUAGES[otherLanguage()];
  byId("language").lang = otherLanguage();
  sayAll(document);
  for (const button of document.querySelectorAll("[data-key]"))
    button.title = `${say(button.dataset.word)} (${button.dataset.key})`;
}

/** changed(): the page is to be drawn anew, in another language. */
export function startLook(changed) {
  const wished = navigator.languages.some((name) => name.startsWith("zh")) ? "zh" : "en";
  chooseLanguage(kept("language") ?? wished);
  paint(kept("theme"));
  byId("theme").onclick = () => {
    const theme = isDark() ? "light" : "dark";
    keep("theme", theme);
    paint(theme);
  };
  byId("language").onclick = () => {
    chooseLanguage(otherLanguage());
    keep("language", chosenLanguage());
    showLanguage();
    changed();
  };
  showLanguage();
}
