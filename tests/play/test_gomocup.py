"""The engine for Gomocup by transcripts: `> ` is the manager's line, and below it stands the answer, if any."""

import re

import pytest

from src import commands, entry, games
from src.arena.players import make_player
from src.play import gomocup
from src.play.gomocup_engine import COMMANDS, GomocupEngine
from tests.play.conversations import exchanges, garbage


def engine(player: str = "greedy", said: list[str] | None = None, num_simulations: int = 20) -> GomocupEngine:
    def seat(board):
        return make_player(player, board, num_simulations=num_simulations, margin_weight=0.0)

    say = [].append if said is None else said.append
    return GomocupEngine(games.make("gomoku"), seat, version="1.2.3", seed=0, say=say)


def check(speaker: GomocupEngine, text: str) -> None:
    for command, expected in exchanges(text):
        assert (speaker.answer(command) or "") == expected, command


class TestTranscripts:
    def test_four_in_a_row_become_five(self):
        """x counts columns and y rows, from 0: own stones in row 2, columns 1 to 4, and the other's at column 0."""
        check(
            engine(),
            """
> START 7
OK
> BOARD
> 1,2,1
> 0,2,2
> 2,2,1
> 6,6,2
> 3,2,1
> 6,4,2
> 4,2,1
> 5,0,2
> DONE
5,2
> TURN 0,0
ERROR gomoku 7x7: the game is over, so move 0 cannot be played
> RESTART
OK
> TURN 7,0
ERROR 7,0 is not on the board
> TURN 2
ERROR a point is needed, as 10,10, not '2'
> ABOUT
name="Zerolab", version="1.2.3", author="Zerolab", country="International"
> SWAP2BOARD
UNKNOWN there is no command 'SWAP2BOARD' here
> END
""",
        )

    def test_moves_go_back_and_forth(self):
        speaker = engine()
        assert speaker.answer("START 5") == "OK"
        first = speaker.answer("BEGIN")
        assert re.fullmatch(r"[0-4],[0-4]", first)
        assert speaker.answer(f"TURN {first}").startswith("ERROR")  # the point is taken
        other = "0,0" if first != "0,0" else "4,4"
        reply = speaker.answer(f"turn {other}")
        assert re.fullmatch(r"[0-4],[0-4]", reply)
        assert reply not in (first, other)
        assert speaker.answer("BEGIN").startswith("ERROR BEGIN is for an empty board")
        assert speaker.answer(f"TAKEBACK {other}").startswith("ERROR only the last stone can be taken back")
        assert speaker.answer(f"TAKEBACK {reply}") == "OK"
        assert speaker.answer(f"PLAY {reply}") == reply

    def test_a_rectangle(self):
        """12 columns and 6 rows: column 11 is there, row 6 is not."""
        speaker = engine("random")
        assert speaker.answer("RECTSTART 12,6") == "OK"
        assert re.fullmatch(r"\d+,[0-5]", speaker.answer("TURN 11,5"))
        assert speaker.answer("TURN 0,6") == "ERROR 0,6 is not on the board"

    def test_the_tournaments_board_of_twenty_lines(self):
        speaker = engine("random")
        assert speaker.answer("START 20") == "OK"
        assert re.fullmatch(r"\d+,\d+", speaker.answer("TURN 19,19"))

    @pytest.mark.parametrize("size", ["4", "21", "-1", "x", "", "9" * 5000])
    def test_sizes_that_cannot_be(self, size):
        speaker = engine()
        assert speaker.answer(f"START {size}").startswith("ERROR ")
        assert speaker.answer("BEGIN") == "ERROR no board yet; send START and its size first"
        assert speaker.answer("START 7") == "OK"

    @pytest.mark.parametrize(
        ("stones", "reason"),
        [
            (["1,1,3"], "a line of BOARD must be x,y,1 or x,y,2, not '1,1,3'"),
            (["1;1;1"], "a line of BOARD must be x,y,1 or x,y,2, not '1;1;1'"),
            (["9,9,1"], "9,9 is not on the board"),
            (["1,1,1"], "as many stones of each side must stand there, or one more of the other's"),
            (["1,1,1", "1,1,2"], "gomoku 7x7: move 8 is illegal here"),
        ],
    )
    def test_a_board_that_cannot_be_changes_nothing(self, stones, reason):
        speaker = engine()
        speaker.answer("START 7")
        speaker.answer("PLAY 3,3")
        assert [speaker.answer(line) for line in ("BOARD", *stones)] == [None] * (1 + len(stones))
        assert speaker.answer("DONE").startswith(f"ERROR {reason}")
        assert speaker.answer("TAKEBACK 3,3") == "OK"
        assert speaker.answer("DONE") == "ERROR DONE ends a BOARD, and none was begun"

    def test_a_board_without_its_end_is_left_out(self):
        said = []
        speaker = engine(said=said)
        check(speaker, "> START 7\nOK\n> BOARD\n> 1,1,1\n> RESTART\nOK\n> PLAY 1,1\n1,1")
        assert said == ["a BOARD without DONE was left out"]


class TestRulesAndTime:
    def test_by_the_rule_of_exactly_five_six_do_not_win(self):
        """Own stones at columns 0 to 2 and 4, 5 of row 2: the one between them makes six."""
        text = """
> START 9
OK
> INFO rule {rule}
> BOARD
> 0,2,1
> 1,2,1
> 2,2,1
> 4,2,1
> 5,2,1
> 8,0,2
> 0,8,2
> 2,8,2
> 4,8,2
> 6,8,2
> DONE
"""
        freestyle, exact = engine("alphabeta:1"), engine("alphabeta:1")
        check(freestyle, text.format(rule=0).replace("> DONE\n", ""))
        check(exact, text.format(rule=1).replace("> DONE\n", ""))
        assert freestyle.answer("DONE") == "3,2"
        exact.answer("DONE")
        assert not exact._course.is_over
        assert exact._course.game.sizes["exact"]

    def test_rules_that_are_not_played_are_told_once(self):
        said = []
        speaker = engine(said=said)
        assert speaker.answer("INFO rule 4") is None
        assert said == ["rule 4 is not played here; five in a row win"]

    def test_no_time_is_left(self):
        """A search of a hundred thousand simulations ends when it can name a move."""
        speaker = engine("rollout:100000")
        check(speaker, "> START 5\nOK\n> INFO timeout_turn 0\n> INFO max_memory 1\n> INFO folder /x y\n> INFO")
        assert re.fullmatch(r"\d,\d", speaker.answer("BEGIN"))

    def test_time_for_a_move(self):
        """Nine tenths of a turn's time, or of a twelfth of the match's, whichever is less; without limits none."""
        speaker = engine()
        assert speaker._seconds() is None
        speaker.answer("INFO timeout_turn 5000")
        assert speaker._seconds() == pytest.approx(4.5)
        speaker.answer("INFO time_left 24000")
        assert speaker._seconds() == pytest.approx(4.5)  # no limit of the match, so what is left of it says nothing
        speaker.answer("INFO timeout_match 60000")
        assert speaker._seconds() == pytest.approx(0.9 * 24 / 12)


def test_garbage_is_answered_and_the_next_command_works():
    speaker = engine("random")
    words = [*COMMANDS, "5", "7", "1,1", "2,3,1", "timeout_turn", "rule"]
    for number, line in enumerate(garbage(words, 1000, seed=2)):
        answer = speaker.answer(line)
        if answer is not None:
            assert re.fullmatch(r"OK|\d+,\d+|(ERROR|UNKNOWN) [ -~]+|name=.*", answer), line
        if number % 50 == 0:
            assert speaker.answer("START 7") == "OK"
            assert re.fullmatch(r"\d,\d", speaker.answer("TURN 3,3"))


def test_other_games_are_refused(capsys):
    with pytest.raises(SystemExit):
        entry.enter(gomocup.main, "gomocup", commands.EngineSettings, gomocup.USAGE, ["game=go"])
    assert "the protocol of Gomocup is for gomoku, not go" in capsys.readouterr().err
