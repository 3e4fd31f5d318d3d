"""Positions as links, pasted games, and taking moves back: the page's JavaScript, asked by way of Node."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from src import games
from src.models.name import board_name
from tests.games.random_games import play_randomly

DRIVER = Path(__file__).with_name("links.mjs")
BOARDS = [
    ("dots", {"rows": 3, "cols": 4}),
    ("tictactoe", {}),
    ("connect4", {}),
    ("gomoku", {"exact": True}),
    ("othello", {}),
]


def ask(questions: list[dict]) -> list:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's JavaScript is tested with Node, and there is no `node`; install Node 20 or newer")
    done = subprocess.run([node, str(DRIVER)], input=json.dumps(questions), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def link_of(game, history) -> str:
    moves = ".".join(map(str, history))
    return f"#{board_name(game)}" + (f"/{moves}" if moves else "")


@pytest.mark.parametrize(("name", "sizes"), BOARDS)
def test_a_link_is_the_board_and_the_moves(name, sizes):
    game = games.make(name, **sizes)
    played = play_randomly(game, 20, seed=0)
    links = [link_of(game, played.history(i)[: 2 * i]) for i in range(20)]
    assert ask([{"link": link} for link in links]) == [{"link": link} for link in links]


def test_a_link_may_leave_sizes_out_and_be_written_in_percents():
    links = ["", "#", "#connect4", "#tictactoe-3x3/4", "#dots%2D2x2/1", "#dots-3x3/"]
    found = ask([{"link": link} for link in links])
    assert [each["link"] for each in found] == [
        None,
        None,
        "#connect4-6x7x4",
        "#tictactoe-3x3x3/4",
        "#dots-2x2/1",
        "#dots-3x3",
    ]


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("#chess-8x8", "there is no game 'chess'; there are connect4, dots, gomoku, hex, othello, tictactoe"),
        ("#dots-3x3/5.5", "dots 3×3: move 5 is illegal here"),
        ("#dots-3x3/24", "dots 3×3: '24' is not a move; moves are 0 to 23"),
        ("#dots-3x3/1..2", "dots 3×3: '' is not a move"),
        ("#dots-0x3", "game.rows"),
        ("#dots-3x3x3", "'dots-3x3x3' is no board; one is dots-3x3"),
        ("#dots-3x3/1/2", "a link has one '/', before the moves"),
        ("#%E0%A4%A", "the link has a broken % in it"),
        ("#connect4/0.0.0.0.0.0.0", "connect4 6×7: move 0 is illegal here"),
        ("#tictactoe/0.1.4.2.8.3", "tictactoe 3×3: the game is over"),
        ("#" + "x" * 5000, "a link has at most 4000 characters, not 5001"),
    ],
)
def test_a_broken_link_is_one_sentence(link, sentence):
    [found] = ask([{"link": link}])
    assert found["kind"] == "UserError"
    assert sentence in found["error"]
    assert "\n" not in found["error"]


def garbage(rng: random.Random) -> str:
    """Half a link, or none: pieces of right ones, control characters, other scripts, and long lines."""
    pieces = [
        "#",
        "dots",
        "-3x3",
        "/",
        "1",
        ".",
        "%",
        "\x00",
        "\n",
        "é",
        "九",
        "-",
        "connect4",
        "constructor",
        "9" * 30,
        " ",
    ]
    return "".join(rng.choice(pieces) for _ in range(rng.randrange(rng.choice([3, 12, 4000]))))


def test_a_thousand_lines_of_garbage_are_answered_each_and_the_next_right_link_is_read():
    rng = random.Random(0)
    questions = []
    for _ in range(500):
        questions += [{"link": garbage(rng)}, {"pasted": garbage(rng), "board": "dots-3x3"}]
    *found, last = ask([*questions, {"link": "#dots-3x3/1.2"}])
    assert last == {"link": "#dots-3x3/1.2"}
    wrong = [each for each in found if "error" in each]
    assert {each["kind"] for each in wrong} == {"UserError"}
    assert len(wrong) > 800
    assert max(len(each["error"]) for each in wrong) < 5000


@pytest.mark.parametrize(
    ("board", "text", "link"),
    [
        ("dots-3x3", "1 8 11 9", "#dots-3x3/1.8.11.9"),
        ("dots-3x3", " [1, 8,\n11, 9] ", "#dots-3x3/1.8.11.9"),
        ("dots-3x3", "12", "#dots-3x3/12"),
        ("dots-3x3", "", "#dots-3x3"),
        ("connect4", "4455", "#connect4-6x7x4/3.3.4.4"),
        ("connect4", "4 4", "#connect4-6x7x4/4.4"),
        ("connect4", "0", "#connect4-6x7x4/0"),
        ("tictactoe", "b2 a1", "#tictactoe-3x3x3/4.0"),
        ("dots-3x3", "https://example.org/page/#connect4-6x7x4/3", "#connect4-6x7x4/3"),
        ("connect4", "dots-2x2/1.2", "#dots-2x2/1.2"),
    ],
)
def test_a_pasted_game(board, text, link):
    assert ask([{"pasted": text, "board": board}]) == [{"link": link}]


def test_moves_that_were_taken_back_come_again_until_another_is_played():
    # In dots 3×3 nobody can close a box yet, so the players alternate; undo and redo go to player 0's next turn.
    steps = [0, 1, 2, "undo", "undo", 0, "redo", 5, "redo"]
    [told] = ask([{"board": "dots-3x3", "record": steps}])
    assert told == [
        ["0", ""],
        ["0.1", ""],
        ["0.1.2", ""],
        ["0.1", "2"],
        ["", "2.1.0"],
        ["0", "2.1"],  # the same move again: the others wait on
        ["0.1", "2"],
        ["0.1.5", ""],  # another move
        ["0.1.5", ""],
    ]


def test_both_languages_say_the_same_things():
    [keys] = ask([{"words": True}])
    assert sorted(keys["en"]) == sorted(keys["zh"])


@pytest.mark.parametrize(
    ("board", "value", "text"),
    [
        ("dots-3x3", -3, "−3"),
        ("dots-2x2", 0, "0"),
        ("tictactoe", -1, "loses"),
        ("tictactoe", 0, "draws"),
        ("connect4", 5, "wins +5"),  # the sooner the more
        ("hex", 1, "wins"),
    ],
)
def test_exact_values_in_words(board, value, text):
    assert ask([{"board": board, "exact": value}]) == [text]
