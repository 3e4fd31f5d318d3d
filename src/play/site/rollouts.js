// Who judges where there is no champion: a game of random moves to the end. Every move has the same prior.

/** The judge that a search asks, as `loadNetwork` makes one. random: () → number in [0, 1). */
export function rollouts(game, random = Math.random) {
  const policyLogits = new Float32Array(game.numActions);
  return async ({ state }) => {
    const played = game.copy(state);
    const player = game.toPlay(state);
    while (!game.isTerminal(played)) {
      const legal = game.legalActions(played);
      game.apply(played, legal[Math.floor(random() * legal.length)]);
    }
    const margin = game.maxScore ? game.margins(played)[player] / game.maxScore : 0;
    return { policyLogits, value: game.returns(played)[player], margin };
  };
}
