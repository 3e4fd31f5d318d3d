"""The rules in the page are those of `src/games`: whole random games, state by state and number by number."""

import pytest

from src import games
from src.files.errors import UserError
from src.games.draw import draw
from tests.games.random_games import play_randomly
from tests.games.sizes import SIZES
from tests.play.node import ask, ask_all, task_of

OTHERS = {  # boards that a page shows and the list has not
    "dots": [{"rows": 4, "cols": 4}, {"rows": 5, "cols": 4}],
    "connect4": [],
    "tictactoe": [],
}
BOARDS = [(name, sizes) for name, others in OTHERS.items() for sizes in [*SIZES[name], *others]]
SMALL = [("dots", {"rows": 2, "cols": 2}), ("tictactoe", {}), ("connect4", {})]


def expected(game, state, history):
    """What the driver's `seen` says, from Python's rules."""
    return {
        "board": state.tolist(),
        "legal": game.legal_actions(state),
        "toPlay": game.to_play(state),
        "isTerminal": game.is_terminal(state),
        "returns": [game.returns(state, player) for player in (0, 1)],
        "margins": [game.score(state, player) for player in (0, 1)],
        "observation": game.observe(state).ravel().tolist(),
        "drawing": draw(game, state, history),
        "history": history,
    }


@pytest.mark.parametrize(("name", "sizes"), BOARDS, ids=str)
def test_random_games(name, sizes):
    game = games.make(name, **sizes)
    num_games = max(1, 400 // game.max_plies)
    played = play_randomly(game, num_games, seed=5)
    histories = [played.history(i) for i in range(num_games)]
    answers = ask_all([task_of(game, "play", history=history) for history in histories])["answers"]
    for i, (history, states) in enumerate(zip(histories, answers, strict=True)):
        reached = played.reached(i)
        assert len(states) == len(reached)
        for ply, found in enumerate(states):
            if ply:  # a copy stays as it was when the state goes on
                assert found.pop("before") == reached[ply - 1].tolist()
            assert found == expected(game, reached[ply], history[:ply])


@pytest.mark.parametrize(("name", "sizes"), BOARDS, ids=str)
def test_facts(name, sizes):
    game = games.make(name, **sizes)
    assert ask(game, "facts") == {
        "name": game.name,
        "sizes": game.sizes,
        "shape": list(game.planes),
        "numActions": game.num_actions,
        "actionNames": list(game.action_names),
        "actionCells": game.action_cells.tolist(),
        "maxScore": game.max_score,
        "cellSymmetries": game.cell_symmetries.tolist(),
        "actionSymmetries": game.action_symmetries.tolist(),
        "parsed": list(range(game.num_actions)),
    }


def test_usual_sizes():
    usual = ask_all([{"task": "facts", "game": name, "sizes": {}} for name in OTHERS])["answers"]
    assert [facts["sizes"] for facts in usual] == [games.make(name).sizes for name in OTHERS]


def test_a_board_that_was_read_is_the_one_that_was_played():
    game = games.make("dots", rows=2, cols=2)
    history = [0, 2, 6, 7, 1]  # the fourth move completes the box at the top left
    assert ask(game, "read", history=history) == expected(game, game.replay(history), history)


@pytest.mark.parametrize(
    ("name", "sizes", "history"),
    [
        ("dots", {"rows": 1, "cols": 1}, [0, 1, 1]),
        ("dots", {"rows": 1, "cols": 1}, [0, 1, 2, 3, 0]),
        ("dots", {"rows": 2, "cols": 2}, [12]),
        ("dots", {"rows": 2, "cols": 2}, [0, -1]),
        ("tictactoe", {}, [4, 4]),
        ("tictactoe", {}, [0, 3, 1, 4, 2, 5]),
        ("connect4", {"rows": 2, "cols": 3, "in_row": 3}, [1, 1, 1]),
        ("connect4", {"rows": 2, "cols": 3, "in_row": 3}, [3]),
    ],
)
def test_wrong_histories_are_refused_in_the_same_words(name, sizes, history):
    game = games.make(name, **sizes)
    with pytest.raises(UserError) as refused:
        game.replay(history)
    assert ask(game, "read", history=history) == {"error": str(refused.value)}


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("dots", {"rows": 11}),
        ("dots", {"cols": 0}),
        ("dots", {"rows": 2.5}),
        ("dots", {"depth": 3}),
        ("tictactoe", {"rows": 9}),
        ("tictactoe", {"in_row": 4}),
        ("connect4", {"cols": True}),
        ("connect4", {"in_row": 0}),
    ],
    ids=str,
)
def test_wrong_sizes_are_refused_in_the_same_words(name, sizes):
    with pytest.raises(UserError) as refused:
        games.make(name, **sizes)
    asked = [{"task": "facts", "game": name, "sizes": sizes}]
    spelled = str(refused.value).replace("True", "true")
    assert ask_all(asked)["answers"] == [{"error": spelled}]


def test_an_unknown_game_is_refused():
    answers = ask_all([{"task": "facts", "game": name, "sizes": {}} for name in ("chess", "toString")])["answers"]
    assert all("there is no game" in answer["error"] for answer in answers)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("tictactoe", "c2", 5),
        ("tictactoe", "8", 8),
        ("connect4", "6", 6),
        ("dots", "11", 11),
        ("dots", "12", "dots 2×2: '12' is not a move; moves are 0 to 11"),
        ("dots", "01", "dots 2×2: '01' is not a move; moves are 0 to 11"),
        ("tictactoe", "d1", "tictactoe 3×3: 'd1' is not a move; moves are 0 to 8 or a1 to c3"),
        ("tictactoe", "", "tictactoe 3×3: '' is not a move; moves are 0 to 8 or a1 to c3"),
    ],
)
def test_moves_as_text(name, text, said):
    game = games.make(name, **dict(SMALL)[name])
    answer = ask(game, "parse", text=text)
    assert answer == (said if isinstance(said, int) else {"error": said})
