"""The engine for GTP by transcripts: `> ` is what the other side says, the lines below it are the answer."""

import re
import sys

import numpy as np
import pytest

from src import games
from src.arena.gtp_player import GtpPlayer
from src.arena.lockstep import play_match
from src.arena.players import make_player
from src.arena.simple_players import RandomPlayer
from src.play.gtp_engine import COMMANDS, GtpEngine, Listener
from tests.play.conversations import exchanges, garbage


def engine(name: str, player: str = "random", told: list[str] | None = None, is_impatient=lambda: False, **sizes):
    listener = Listener([].append if told is None else told.append, is_impatient, lambda: None)

    def seat(board):
        return make_player(player, board, num_simulations=20, margin_weight=0.0)

    return GtpEngine(games.make(name, **sizes), seat, listener, version="1.2.3", seed=0)


def check(speaker: GtpEngine, text: str) -> None:
    for command, expected in exchanges(text):
        answer = speaker.answer(command)
        assert answer.endswith("\n\n"), command
        assert answer.rstrip("\n") == expected, command


class TestProtocol:
    def test_who_it_is(self):
        check(
            engine("tictactoe"),
            """
> protocol_version
= 2
> name
= Zerolab
> version
= 1.2.3
> 12 name
=12 Zerolab
> known_command genmove
= true
> 3 known_command Genmove
=3 false
> known_command
= false
> fly
? unknown command
> 7 fly
?7 unknown command
> 7
?7 unknown command
> play b
? syntax error
> play b a1 a2
? syntax error
> play red a1
? syntax error
> genmove
? syntax error
> komi much
? syntax error
> time_left b 5
? syntax error
""",
        )

    def test_it_lists_what_it_knows(self):
        speaker = engine("tictactoe")
        listed = speaker.answer("list_commands").removeprefix("= ").split()
        wanted = """name version protocol_version list_commands known_command boardsize clear_board komi play genmove
        reg_genmove undo showboard final_score time_settings time_left quit analyze"""
        assert set(wanted.split()) <= set(listed)
        assert all(speaker.answer(f"known_command {name}") == "= true\n\n" for name in listed)

    def test_control_characters_comments_and_empty_lines(self):
        speaker = engine("tictactoe")
        assert speaker.answer("na\x07me\r") == "= Zerolab\n\n"
        assert speaker.answer("4\tname # who are you?") == "=4 Zerolab\n\n"
        assert [speaker.answer(line) for line in ("", "  \t ", "# a remark", "\x01\x02")] == [None] * 4

    def test_quit(self):
        speaker = engine("tictactoe")
        assert speaker.answer("quit") == "=\n\n"
        assert speaker.has_quit


class TestBoards:
    def test_a_game_of_tictactoe(self):
        check(
            engine("tictactoe", "greedy"),
            """
> play black a1
=
> play WHITE a2
=
> play b b1
=
> play b c1
? illegal move: white is to move
> play w a1
? illegal move
> play w d4
? illegal move: d4 is no move of tictactoe 3x3
> play w B2
=
> final_score
? cannot score
> showboard
= 
  a b c
1 X X .
2 O O .
3 . . .
X to move
> reg_genmove b
= c1
> genmove w
? black is to move
> genmove b
= c1
> genmove w
? the game is over
> play w c2
? illegal move
> final_score
= B+
> undo
=
> play b c3
=
> genmove w
= c2
> final_score
= W+
> clear_board
=
> undo
? cannot undo
""",
        )

    def test_go_has_its_own_letters_komi_and_moves_in_a_row(self):
        """White's turn in between is a pass, taken back with the second stone. Black has all 25 points, less komi."""
        check(
            engine("go", rows=5, cols=5),
            """
> boardsize 9
=
> play b J9
=
> play b I9
? illegal move: I9 is no move of go 9x9
> boardsize 5
=
> komi 0.5
=
> play b A1
=
> play b B1
=
> komi 6.5
=
> final_score
= B+18.5
> komi 6.25
? game.komi of go must be whole or half points from -361 to 361, not 6.25
> komi nan
? syntax error
> showboard
= 
  A B C D E
5 . . . . .
4 . . . . .
3 . . . . .
2 . . . . .
1 X X . . .
O to move
> undo
=
> showboard
= 
  A B C D E
5 . . . . .
4 . . . . .
3 . . . . .
2 . . . . .
1 X . . . .
O to move
> play w pass
=
> play b PASS
=
> genmove w
? the game is over
> final_score
= B+18.5
""",
        )

    @pytest.mark.parametrize(
        ("name", "size", "answer"),
        [
            ("go", "20", "? unacceptable size: game.rows of go must be a whole number from 1 to 19, not 20"),
            ("othello", "7", "? unacceptable size: game.rows of othello must be even, for the four stones in the"),
            ("othello", "0", "? unacceptable size"),
            ("dots", "11", "? unacceptable size"),
            ("hex", "-5", "? syntax error"),
            ("hex", "5.0", "? syntax error"),
            ("hex", "9" * 5000, "? syntax error"),
        ],
    )
    def test_sizes_that_cannot_be_change_nothing(self, name, size, answer):
        speaker = engine(name)
        before = speaker.answer("showboard")
        assert speaker.answer(f"boardsize {size}").startswith(answer)
        assert speaker.answer("showboard") == before

    def test_connect_four_keeps_its_six_rows(self):
        check(
            engine("connect4"),
            """
> boardsize 7
=
> play b 3
=
> play w 3
=
> showboard
= 
 0 1 2 3 4 5 6
 . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . O . . .
 . . . X . . .
X to move
> boardsize 4 5
=
> showboard
= 
 0 1 2 3
 . . . .
 . . . .
 . . . .
 . . . .
 . . . .
X to move
""",
        )

    def test_whoever_completes_a_box_moves_again(self):
        check(
            engine("dots", "greedy", rows=1, cols=2),
            """
> play b 0
=
> play w 2
=
> play b 4
=
> genmove w
= 5
> genmove b
? white is to move
> showboard
= 
*---* 1 *
| B |   6
*---* 3 *
A 0, B 1, B to move
> play w 1
=
> play b 3
=
> play w 6
=
> final_score
= W+2
""",
        )

    def test_hex_is_swapped_by_its_own_word(self):
        check(
            engine("hex", rows=3, cols=3, swap=True),
            """
> play b a2
=
> play w swap-pieces
=
> showboard
= 
  a b c
1 . O .
2  . . .
3   . . .
X to move
""",
        )

    def test_othello_passes_by_itself_where_somebody_must(self):
        """4×4 after these moves X cannot move and O goes on; the pass may be said or left out."""
        game = games.make("othello", rows=4, cols=4)
        moves = [4, 2, 3, 0, 11, 14, 1, 8, 12, 7]  # then X must pass
        speaker = engine("othello", rows=4, cols=4)
        for ply, action in enumerate(moves):
            speaker.answer(f"play {'bw'[ply % 2]} {game.action_names[action]}")
        assert game.legal_actions(game.replay(moves)) == [16]
        after = speaker.answer("showboard")
        check(speaker, "> genmove b\n= pass\n> undo\n=\n> play w d4\n=\n> undo\n=")
        assert speaker.answer("showboard") == after


class TestThinking:
    def test_an_analysis(self):
        told = []
        speaker = engine("dots", "rollout:50", told, rows=2, cols=2)
        assert speaker.answer("8 analyze b 1") == "\n"
        assert told[0] == "=8"
        line = told[-1]
        found = re.findall(
            r"info move (\d+) visits (\d+) winrate (\d+) prior (\d+) order (\d+) pv ([\d ]+?)(?= info|$)", line
        )
        assert (
            " ".join(f"info move {m} visits {v} winrate {w} prior {p} order {o} pv {pv}" for m, v, w, p, o, pv in found)
            == line
        )
        assert sum(int(visits) for _, visits, *_ in found) == 50
        assert [int(order) for *_, order, _ in found] == list(range(len(found)))
        assert len({move for move, *_ in found}) == len(found)
        assert all(0 <= int(winrate) <= 10000 and pv.split()[0] == move for move, _, winrate, _, _, pv in found)
        game = games.make("dots", rows=2, cols=2)
        for *_, pv in found:
            game.replay([int(move) for move in pv.split()])  # legal, or it raises

    def test_it_ends_with_the_next_command(self):
        told, asked = [], []

        def is_impatient():
            asked.append(1)
            return len(asked) > 30

        engine("dots", "rollout:100000", told, is_impatient, rows=2, cols=2).answer("lz-analyze 10000")
        visits = [int(visits) for visits in re.findall(r"visits (\d+)", told[-1])]
        assert 25 <= sum(visits) <= 40

    def test_a_player_without_opinions_says_so(self):
        assert engine("tictactoe").answer("1 analyze") == "?1 random does not say what it thinks of its moves\n\n"
        told = []
        engine("tictactoe", "greedy", told).answer("analyze")
        assert re.fullmatch(r"info move \w\d visits 1 winrate 5000 prior 10000 order 0 pv \w\d", told[1])

    def test_time_ends_a_search(self):
        """No time is left, so a search of a million simulations ends as soon as it can name a move."""
        speaker = engine("dots", "rollout:100000", rows=2, cols=2)
        check(speaker, "> time_settings 60 0 0\n=\n> time_left b 0 0\n=")
        assert re.fullmatch(r"= \d+\n\n", speaker.answer("genmove b"))

    def test_the_same_seed_plays_the_same_moves(self):
        for colour in "bw":
            first, second = (engine("dots", "rollout:20", rows=2, cols=2) for _ in range(2))
            assert first.answer(f"genmove {colour}") == second.answer(f"genmove {colour}")


@pytest.mark.parametrize(("name", "sizes"), [("go", {"rows": 5, "cols": 5}), ("dots", {"rows": 2, "cols": 2})])
def test_garbage_is_answered_and_the_next_command_works(name, sizes):
    told = []
    speaker = engine(name, told=told, **sizes)
    words = [*COMMANDS, "analyze", "b", "white", "a1", "pass", "5", "3"]
    for number, line in enumerate(garbage(words, 1000, seed=1)):
        answer = speaker.answer(line)
        if answer is not None:
            assert re.fullmatch(r"[=?]\d*( [^\n]*)?(\n[^\n]+)*\n\n", answer), line
            assert answer.isascii()
        if number % 50 == 0:
            assert speaker.answer(f"{number} protocol_version") == f"={number} 2\n\n"
    check(
        speaker,
        "> boardsize 5\n=\n> clear_board\n=\n> play b 3\n=" if name == "dots" else "> boardsize 5\n=\n> play b c3\n=",
    )
    assert told == []  # random moves have no opinions


PLAYED = [("dots", "rows=2 cols=2"), ("othello", "rows=4 cols=4"), ("hex", "rows=3 cols=3 swap=true"), ("connect4", "")]


@pytest.mark.parametrize(
    ("name", "sizes"), [PLAYED[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in PLAYED[1:])]
)
def test_whole_games_in_a_process_of_its_own(name, sizes):
    """The arena asks the engine over pipes, and each must find the other's moves legal: extra turns, passes, swaps."""
    given = [word.split("=") for word in sizes.split()]
    game = games.make(name, **{key: value == "true" if key == "swap" else int(value) for key, value in given})
    settings = " ".join(f"game.{key}={value}" for key, value in given)
    command = f"{sys.executable} -m src.play gtp game={name} {settings} player=greedy"
    rival = GtpPlayer("gtp:ours", game, command, seconds=300.0)
    played = play_match(game, rival, RandomPlayer(game), [[], [0 if name != "othello" else 4]], seed=5)
    assert played.results.shape == (2, 2)
    assert rival.version.startswith("Zerolab ")
    rival.close()
    assert np.isin(played.results, (-1, 0, 1)).all()
