// The simulations of one search, one after the other: where each went, and how the visits grew.

import { html } from "./elements.js";
import { playerName, say, shortName, signed } from "./words.js";

const PACE = 450; // milliseconds a step

export class Replay {
  /** changed(): another step is to be shown. */
  constructor(changed) {
    this.changed = changed;
    this.step = 0; // 0: no replay, else the simulation that is shown
    this.last = 0;
    this.timer = null;
    this.title = html("h3");
    this.said = html("p", { class: "small", id: "replay-said" });
    this.slider = html("input", { type: "range", min: 0, id: "replay-slider" });
    this.slider.oninput = () => this.goTo(Number(this.slider.value));
    this.buttons = {
      back: this.makeButton("◀", () => this.goTo(this.step - 1)),
      play: this.makeButton("▶", () => (this.timer ? this.end() : this.start())),
      forward: this.makeButton("▶|", () => this.goTo(this.step + 1)),
      leave: this.makeButton("×", () => {
        this.leave();
        this.changed();
      }),
    };
    const buttons = html("div", { class: "tabs" }, ...Object.values(this.buttons));
    this.element = html("div", { class: "replay" }, this.title, buttons, this.slider, this.said);
  }

  makeButton(sign, press) {
    const button = html("button", { type: "button" }, sign);
    button.onclick = press;
    return button;
  }

  get isOn() {
    return this.step > 0;
  }

  leave() {
    this.stop();
    this.step = 0;
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  }

  show(step) {
    this.step = step;
    this.changed();
  }

  goTo(step) {
    this.stop();
    this.show(Math.min(Math.max(step, 0), this.last));
  }

  start() {
    if (this.step >= this.last) this.step = 0;
    this.timer = setInterval(() => (this.step < this.last ? this.show(this.step + 1) : this.end()), PACE);
    this.show(this.step + 1);
  }

  end() {
    this.stop();
    this.changed();
  }

  /** The actions of the simulation that is shown; null without one. */
  line({ paths }) {
    return this.isOn ? (paths[this.step - 1] ?? []).map(({ action }) => action) : null;
  }

  /** Visits and mean values of the first moves up to the step that is shown, by action; null without one. */
  counts({ paths }) {
    if (!this.isOn) return null;
    const counts = new Map();
    for (const path of paths.slice(0, this.step)) {
      if (!path.length) continue;
      const [{ action, value }] = path;
      const before = counts.get(action) ?? { visits: 0, value: 0 };
      const visits = before.visits + 1;
      counts.set(action, { visits, value: before.value + (value - before.value) / visits });
    }
    return counts;
  }

  /** Shows what there is to steer; null: nothing. */
  update(thought) {
    this.last = thought?.paths.length ?? 0;
    this.element.hidden = this.last === 0;
    if (this.last === 0) return;
    this.title.textContent = say("replay");
    for (const [key, button] of Object.entries(this.buttons)) {
      const word = say(key === "play" && this.timer ? "stop" : key);
      button.title = word;
      button.setAttribute("aria-label", word);
    }
    this.buttons.play.textContent = this.timer ? "❚❚" : "▶";
    this.buttons.leave.disabled = !this.isOn;
    this.slider.max = this.last;
    this.slider.value = this.step;
    this.slider.setAttribute("aria-label", say("replay"));
    this.said.textContent = this.isOn ? this.sentence(thought) : say("replayHelp", this.last);
  }

  sentence({ game, paths }) {
    const path = paths[this.step - 1] ?? [];
    const where = say("replayAt", this.step, this.last);
    if (!path.length) return where;
    const line = path.map(({ action }) => shortName(game, action)).join(" → ");
    return `${where}. ${say("replayPath", line, playerName(game, path[0].toPlay), signed(path[0].value))}`;
  }
}
