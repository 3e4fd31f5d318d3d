"""Windows to learn from."""

import numpy as np

from src.games.rules import Game
from src.records.samples import Window, make_window
from src.records.schema import PlayedGame, gathered
from src.solvers.referee import referee
from tests.games.random_games import play_randomly
from tests.records.played import made_up_games


def made_up_window(game: Game, num_games: int = 20, **settings) -> Window:
    return make_window(game, gathered(made_up_games(game, num_games)), **settings)


def solved_game(game: Game, judge, game_id: int, opening: list[int]) -> PlayedGame:
    """After the opening both play exactly; each later ply's target is uniform over the moves of the best margin."""
    state, moves, policies = game.replay(opening), list(opening), [[] for _ in opening]
    while not game.is_terminal(state):
        best = judge.move_values(state).optimal_actions
        policies.append(best)
        moves.append(int(best[game_id % len(best)]))
        state = game.step(state, moves[-1])
    sizes = np.array([len(policy) for policy in policies])
    entries = int(sizes.sum())
    return PlayedGame(
        game_id=game_id,
        seed=0,
        num_opening=len(opening),
        moves=np.array(moves),
        is_target=sizes > 0,
        num_simulations=np.zeros(len(moves)),
        root_value=np.zeros(len(moves)),
        policy_sizes=sizes,
        policy_actions=np.concatenate(policies),
        policy_probs=np.concatenate([np.full(size, 1 / size) for size in sizes if size]),
        visit_counts=np.ones(entries),
        result=game.returns(state, 0),
        margin=game.score(state, 0),
    )


def solved_window(game: Game, num_games: int, **settings) -> Window:
    """Random openings of up to half the plies, then exact play."""
    judge, played = referee(game), play_randomly(game, num_games, seed=1)
    openings = [played.history(i)[: i % (game.max_plies // 2)] for i in range(num_games)]
    games = [solved_game(game, judge, i, opening) for i, opening in enumerate(openings)]
    return make_window(game, gathered(games), **settings)
