// The page's side of the workers: one request at a time, and an older one ends when a new one begins.

/** The search. Its callbacks hear only of the request that counts. */
export class Brain {
  constructor() {
    this.worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.listeners?.failed?.(event.message || "the worker could not be loaded");
    this.id = 0;
    this.listeners = null;
  }

  /** listeners: loading(), ready(judge, error), progress(thought), decided(action, thought), failed(sentence). */
  think(request, listeners) {
    this.ask("think", request, listeners);
  }

  /** Has the judge of a board made before it is needed. */
  load(request, listeners) {
    this.ask("load", request, listeners);
  }

  ask(kind, request, listeners) {
    this.listeners = listeners;
    this.worker.postMessage({ kind, id: ++this.id, ...request });
  }

  stop() {
    if (!this.listeners) return;
    this.listeners = null;
    this.worker.postMessage({ kind: "stop" });
  }

  hear({ kind, id, judge, error, thought, action }) {
    const listeners = this.listeners;
    if (id !== this.id || !listeners) return;
    if (kind === "loading") listeners.loading?.();
    if (kind === "ready") listeners.ready?.(judge, error);
    if (kind === "progress") listeners.progress?.(thought);
    if (kind === "decided" || kind === "failed") this.listeners = null;
    if (kind === "decided") listeners.decided?.(action, thought);
    if (kind === "failed") listeners.failed?.(error);
  }
}

/** Exact values, from a worker that is started when they are first asked for. */
export class Referee {
  constructor() {
    this.id = 0;
    this.known = new Map(); // by position, so that going back and forth asks once
  }

  /** told({ share }) while a table is made, then told({ moves }), null where nobody knows. */
  ask(board, history, told) {
    const key = JSON.stringify([board, history]);
    this.id++;
    if (this.known.has(key)) {
      told({ moves: this.known.get(key) });
      return;
    }
    this.worker ??= new Worker(new URL("../exact_worker.js", import.meta.url), { type: "module" });
    const asked = this.id;
    this.worker.onmessage = ({ data }) => {
      if (data.id !== this.id) return;
      if ("moves" in data) this.known.set(key, data.moves);
      told(data);
    };
    this.worker.postMessage({ id: asked, board, history });
  }
}
