// One tree that is searched simulation by simulation, equal to the play-time search of src/search: no noise, no cache.
//
//   const search = new Search(game, settings);
//   search.reset(state);
//   while (!search.isFinished && search.simulations < 50) {
//     const leaf = search.select();                          // null: backed up already, the leaf was final or proven
//     if (leaf) search.expand(await judge(leaf.observation)); // { policyLogits, value, margin }
//   }
//   const action = search.choose(0);
//   search.advance(action);                                  // keeps the subtree

import { UserError } from "../games/errors.js";
import { chooseAction, expectedLine } from "./choice.js";
import { chooseEdge, UNTRIED } from "./select.js";
import { smallestForm, turned, turnedBack } from "./symmetry.js";
import { backUp, blend, expand, EXPANDED, Node, PENDING, tellParents, TERMINAL, tryMove } from "./tree.js";

/** What a search is told, by the names that conf/mcts/default.yaml gives and with its values. */
export const SETTINGS = {
  rule: "puct", // or "uct"
  c_init: 0.5,
  c_base: 19652,
  fpu: "parent", // or "constant": fpu_value is the value of an untried move, else the reduction
  fpu_value: 0.1,
  prove: true, // proven results travel up as bounds
  margin_weight: 0.5, // share of the margin in the utility, in games with points
  canonical: true, // positions are shown to the evaluator in one of their symmetric forms
};

export class Search {
  /** settings: those of SETTINGS that differ; others of conf/mcts are left out of account. */
  constructor(game, settings = {}) {
    this.game = game;
    this.settings = { ...SETTINGS, ...settings };
    this.tree = null;
  }

  /** Starts a search of `state` from nothing. Throws UserError where the game is over. */
  reset(state) {
    if (this.game.isTerminal(state)) {
      throw new UserError(`${this.game}: the game is over in this position, so there is no move to search for`);
    }
    this.plant(new Node(this.game, this.game.copy(state), null, this.settings.margin_weight));
  }

  /** Goes on after `action`, with the visits the tree has there. Throws UserError if it is illegal or ends the game. */
  advance(action) {
    this.game.checkLegal(this.tree.state, action);
    const edge = this.tree.edges.find((tried) => tried.action === action);
    if (edge?.child.status !== EXPANDED) {
      const after = this.game.copy(this.tree.state);
      this.game.apply(after, action);
      this.reset(after);
      return;
    }
    edge.child.parent = edge.child.parentEdge = null;
    this.plant(edge.child);
  }

  plant(root) {
    this.tree = root;
    this.leaf = null; // waits for its evaluation
    this.form = 0; // the symmetry it is shown in
    this.last = null; // the node that the last simulation ended in
    this.lastValue = 0;
    this.isFinished = false; // true once nothing is left to find out
  }

  /** Simulations of the root after its own evaluation, those kept from an earlier search included. */
  get simulations() {
    return Math.max(this.tree.visits - 1, 0);
  }

  /**
   * Begins a simulation; the first is the root's own evaluation. Returns what is to be judged for `expand`,
   * { state, observation: Float32Array C*H*W, legalActions }; or null where the leaf was final or proven and is backed
   * up already, or where nothing is left to find out (`isFinished`).
   */
  select() {
    if (this.leaf) throw new Error("the last leaf still waits for its evaluation; call expand first");
    const leaf = this.walk();
    if (leaf === null) {
      this.isFinished = true;
      return null;
    }
    if (leaf.status !== PENDING) {
      this.settle(leaf, leaf.lower);
      return null;
    }
    this.leaf = leaf;
    return { state: leaf.state, observation: this.observation(leaf), legalActions: this.game.legalActions(leaf.state) };
  }

  /** Follows the best edges to a node to back up from, a new one where an untried move is followed; null if none. */
  walk() {
    let node = this.tree;
    while (true) {
      const isRoot = node === this.tree;
      if (node.status !== PENDING && !isRoot && node.isProven) return node;
      if (node.status === PENDING || node.status === TERMINAL) return node;
      const edge = chooseEdge(node, this.settings);
      if (edge === null) return null;
      if (edge === UNTRIED) {
        const child = tryMove(this.game, node, this.settings.margin_weight);
        if (this.settings.prove && child.status === TERMINAL) tellParents(child);
        return child;
      }
      node = edge.child;
    }
  }

  observation(leaf) {
    const observation = this.game.observe(leaf.state);
    const { cellSymmetries } = this.game;
    this.form = this.settings.canonical ? smallestForm(observation, cellSymmetries) : 0;
    return this.form ? turned(observation, cellSymmetries[this.form]) : observation;
  }

  /**
   * Takes in the judgement of the leaf that `select` gave, as the net says it: policyLogits Float32Array `[A]`, for the
   * observation that was shown; value and margin in [-1, 1], for the player to move (margin: a share of all points).
   */
  expand({ policyLogits, value, margin = 0 }) {
    const { game, leaf } = this;
    const weight = game.maxScore ? this.settings.margin_weight : 0;
    const utility = blend(value, margin, weight, 1);
    const legal = game.legalActions(leaf.state);
    const logits = this.form ? turnedBack(policyLogits, game.actionSymmetries[this.form]) : policyLogits;
    if (!(utility >= -1.0001 && utility <= 1.0001 && legal.every((action) => logits[action] < Infinity))) {
      throw new Error("the evaluator gave a value outside [-1, 1], or a logit that is not a number below infinity");
    }
    expand(leaf, legal, logits, utility);
    this.leaf = null;
    this.settle(leaf, Math.min(Math.max(utility, -1), 1));
  }

  settle(node, value) {
    backUp(node, value);
    this.last = node;
    this.lastValue = value;
  }

  /**
   * What the root knows, all values for the player to move there, in [-1, 1]. moves: every legal one, the most visited
   * first; value is null where a move was not tried; lower and upper are proven bounds, proven where they are equal.
   */
  root() {
    const { visits, toPlay, edges, actions, priors, lower, upper, rawValue } = this.tree;
    if (visits === 0) {
      return { visits: 0, value: null, rawValue: null, toPlay, lower, upper, proven: false, moves: [], line: [] };
    }
    const tried = edges.map((edge) => ({
      action: edge.action,
      prior: edge.prior,
      visits: edge.visits,
      value: edge.visits > 0 ? edge.value : null, // its first evaluation may be under way
      lower: edge.lower,
      upper: edge.upper,
      proven: edge.lower === edge.upper,
    }));
    const untried = Array.from(actions.subarray(edges.length), (action, i) => ({
      action,
      prior: priors[edges.length + i],
      visits: 0,
      value: null,
      lower: -1,
      upper: 1,
      proven: false,
    }));
    const moves = [...tried, ...untried].sort((a, b) => b.visits - a.visits || b.prior - a.prior);
    const line = expectedLine(this.tree, this.game.numActions);
    return { visits, value: this.tree.value, rawValue, toPlay, lower, upper, proven: this.tree.isProven, moves, line };
  }

  /** The move: see `chooseAction`. Before the first simulation it is chosen by the net's priors alone. */
  choose(temperature = 0, random = Math.random) {
    return chooseAction(this.tree, this.game.numActions, temperature, random);
  }

  /** The last simulation from the root on: [{ action, toPlay, value }], value for `toPlay`, who chose the move. */
  lastPath() {
    const steps = [];
    let value = this.lastValue;
    for (let node = this.last; node?.parent; node = node.parent) {
      if (node.parent.toPlay !== node.toPlay) value = -value;
      steps.push({ action: node.parentEdge.action, toPlay: node.parent.toPlay, value });
    }
    return steps.reverse();
  }
}
