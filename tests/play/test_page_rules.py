"""The rules in the page are those of `src/games`: whole random games, state by state and number by number."""

import pytest

from src import games
from src.files.errors import UserError
from src.games.draw import draw
from tests.games.random_games import play_randomly
from tests.games.sizes import SIZES
from tests.play.node import ask, ask_by_name

OTHERS = {  # boards that a page shows and the list has not
    "dots": [{"rows": 4, "cols": 4}, {"rows": 5, "cols": 4}],
    "connect4": [],
    "tictactoe": [],
    "othello": [],
    "hex": [{"rows": 7, "cols": 7, "swap": False}],
    "gomoku": [{"rows": 9, "cols": 9, "in_row": 5, "exact": False}],
}
BOARDS = [
    (name, sizes) for name, others in OTHERS.items() for sizes in [*SIZES[name], *others] if "history" not in sizes
]
SMALL = {
    "dots": {"rows": 2, "cols": 2},
    "tictactoe": {},
    "connect4": {},
    "othello": {"rows": 4, "cols": 4},
    "hex": {"rows": 3, "cols": 3, "swap": True},
}


def expected(game, state, history):
    """What the driver's `seen` says, from Python's rules; without the drawing, which takes longest."""
    return {
        "board": state.tolist(),
        "legal": game.legal_actions(state),
        "toPlay": game.to_play(state),
        "isTerminal": game.is_terminal(state),
        "returns": [game.returns(state, player) for player in (0, 1)],
        "margins": [game.score(state, player) for player in (0, 1)],
        "observation": game.observe(state).ravel().tolist(),
        "history": history,
    }


@pytest.mark.parametrize(("name", "sizes"), BOARDS, ids=str)
def test_random_games(name, sizes):
    game = games.make(name, **sizes)
    num_games = max(1, min(40, 400 // game.max_plies))
    played = play_randomly(game, num_games, seed=5)
    histories = [played.history(i) for i in range(num_games)]
    for i, history in enumerate(histories):
        reached = played.reached(i)
        states = ask(game, "play", history=history)
        assert len(states) == len(reached)
        for ply, found in enumerate(states):
            if ply:  # a copy stays as it was when the state goes on
                assert found.pop("before") == reached[ply - 1].tolist()
            drawing = found.pop("drawing")
            assert found == expected(game, reached[ply], history[:ply])
            if ply % 7 == 0 or found["isTerminal"]:
                assert drawing == draw(game, reached[ply], history[:ply])


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
    assert {*ask_by_name("dots", {}, "games")} == OTHERS.keys()
    for name in OTHERS:
        assert ask_by_name(name, {}, "facts")["sizes"] == games.make(name).sizes


def test_a_board_that_was_read_is_the_one_that_was_played():
    game = games.make("dots", rows=2, cols=2)
    history = [0, 2, 6, 7, 1]  # the fourth move completes the box at the top left
    read = ask(game, "read", history=history)
    assert read.pop("drawing").splitlines()[:3] == ["*---*---*", "| B |", "*---*   *"]
    assert read == expected(game, game.replay(history), history)


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
        ("othello", {}, [0]),
        ("othello", {}, [64]),
        ("hex", {"rows": 3, "cols": 3, "swap": True}, [9]),
        ("hex", {"rows": 3, "cols": 3, "swap": True}, [0, 9, 9]),
        ("gomoku", {}, [7, 225]),
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
        ("othello", {"rows": 5}),
        ("othello", {"cols": 12}),
        ("hex", {"rows": 1}),
        ("hex", {"swap": 1}),
        ("hex", {"rows": 3, "cols": 4, "swap": True}),
        ("gomoku", {"exact": 1}),
        ("gomoku", {"in_row": 16}),
    ],
    ids=str,
)
def test_wrong_sizes_are_refused_in_the_same_words(name, sizes):
    with pytest.raises(UserError) as refused:
        games.make(name, **sizes)
    spelled = str(refused.value).replace("True", "true")
    assert ask_by_name(name, sizes, "facts") == {"error": spelled}


def test_a_net_that_sees_earlier_boards_is_not_for_the_page():
    said = "game.history=8 is not for the page, whose nets see the present board alone"
    assert ask_by_name("dots", {"rows": 2, "history": 8}, "facts") == {"error": said}
    assert "error" not in ask_by_name("dots", {"rows": 2, "history": 1}, "facts")


@pytest.mark.parametrize("name", ["chess", "toString", ""])
def test_an_unknown_game_is_refused(name):
    listed = "connect4, dots, gomoku, hex, othello, tictactoe"
    assert ask_by_name(name, {}, "facts") == {"error": f"there is no game '{name}'; there are {listed}"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("tictactoe", "c2", 5),
        ("tictactoe", "8", 8),
        ("connect4", "6", 6),
        ("othello", "pass", 16),
        ("hex", "swap", 9),
        ("dots", "11", 11),
        ("dots", "12", "dots 2×2: '12' is not a move; moves are 0 to 11"),
        ("dots", "01", "dots 2×2: '01' is not a move; moves are 0 to 11"),
        ("tictactoe", "d1", "tictactoe 3×3: 'd1' is not a move; moves are 0 to 8 or a1 to c3"),
        ("tictactoe", "", "tictactoe 3×3: '' is not a move; moves are 0 to 8 or a1 to c3"),
    ],
)
def test_moves_as_text(name, text, said):
    game = games.make(name, **SMALL[name])
    answer = ask(game, "parse", text=text)
    assert answer == (said if isinstance(said, int) else {"error": said})
