"""Programs of others at the arena's table: a small one that can go wrong in every way, GNU Go and Rhino."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from src import commands, entry, games
from src.arena import ladder, match
from src.arena.gtp_player import GtpPlayer
from src.arena.lockstep import play_match
from src.arena.player import RESIGN
from src.arena.players import Asked, make_player, parse
from src.arena.simple_players import RandomPlayer
from src.files.errors import UserError

PROGRAM = Path(__file__).with_name("gtp_program.py")
PROJECT = PROGRAM.parents[2]
SEEDS = np.array([7], np.uint64)


@pytest.fixture
def log(tmp_path) -> Path:
    return tmp_path / "log"


def command(log: Path, how: str = "well") -> str:
    return f"{sys.executable} {PROGRAM} '{how}' {log}"


def player(log: Path, how: str = "well", game=None, seconds: float = 20.0) -> GtpPlayer:
    return GtpPlayer("gtp:x", game or games.make("tictactoe"), command(log, how), seconds=seconds)


def has_ended(pid: int) -> bool:
    """Whether the process is gone, or is only waiting for its parent to notice; it is given a while."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.05)
    return False


def installed(program: str) -> str:
    """The program's path; games are not in everyone's PATH."""
    found = shutil.which(program, path=os.environ["PATH"] + ":/usr/games")
    if found is None:
        pytest.skip(f"{program} is not installed; apt install {'grhino' if program == 'gtp-rhino' else program}")
    return found


class TestName:
    def test_what_it_asks_for(self):
        assert parse("gtp:gnugo --mode gtp") == Asked("gtp:gnugo --mode gtp", "gtp", None)

    @pytest.mark.parametrize("name", ["gtp", "gtp:", "gtp: "])
    def test_a_program_must_be_named(self, name):
        with pytest.raises(UserError, match=r"^there is no player 'gtp.*gtp:PROGRAM"):
            parse(name)

    @pytest.mark.parametrize(
        ("program", "reason"),
        [("no-such-program --fast", "No such file or directory"), ("a 'b", "No closing quotation")],
    )
    def test_a_program_that_cannot_be_started(self, program, reason):
        with pytest.raises(UserError) as refused:
            make_player(f"gtp:{program}", games.make("tictactoe"), num_simulations=1, margin_weight=0.0)
        assert str(refused.value) == f"the program {program!r} cannot be started: {reason}"


class TestConversation:
    def test_what_is_said_for_a_move(self, log):
        # a1 b1 c1 / a2 …: after a1 and b1 the first free cell is c1, and after b2 then a2.
        outside = player(log)
        assert outside.choose_after([[0, 1]], SEEDS).actions.tolist() == [2]
        assert outside.choose_after([[0, 1, 2, 4]], SEEDS).actions.tolist() == [3]
        outside.close()
        first, second = ["play black a1", "play white b1"], ["play white b2"]
        draw = ["set_random_seed 7", "genmove black"]
        setup = ["known_command set_random_seed", "boardsize 3", "name", "version"]
        said = log.read_text().splitlines()[1:]
        assert said == [*setup, "clear_board", *first, *draw, *second, *draw, "quit"]
        assert outside.version == "Firstfree 1.0"

    def test_games_in_turn(self, log):
        """A game that does not go on from the program's board is played anew on it."""
        outside = player(log)
        histories = [[0], [4], [0, 1, 2], [4, 0]]
        assert outside.choose_after(histories, np.arange(4, dtype=np.uint64)).actions.tolist() == [1, 0, 3, 1]

    def test_lines_may_end_with_cr_lf(self, log):
        assert player(log, "ends lines with CR LF").choose_after([[]], SEEDS).actions.tolist() == [0]

    def test_a_program_that_was_closed_begins_again(self, log):
        outside = player(log)
        outside.close()
        assert outside.choose_after([[0]], SEEDS).actions.tolist() == [1]

    @pytest.mark.parametrize(
        ("how", "history", "sentence"),
        [
            ("dies", [0], "ended with status 1 when asked 'genmove white': the sky has fallen"),
            ("hangs", [0], "did not answer 'genmove white' within 2 seconds"),
            ("takes a1", [0], "answered 'a1' after 1 moves of tictactoe 3×3, which is no legal move there"),
            ("floods", [0], "answered 'genmove white' with more than 1000000 bytes"),
            ("chatters", [0], "answered 'genmove white' with 'I think about it', which is not in GTP"),
            ("refuses", [0], "refuses 'play black a1': illegal move (move 1); does it play tictactoe 3×3 by the same"),
        ],
    )
    def test_whatever_goes_wrong_is_one_sentence(self, log, how, history, sentence):
        outside = player(log, how, seconds=2.0)
        with pytest.raises(UserError) as refused:
            outside.choose_after([history], SEEDS)
        assert str(refused.value).startswith(f"{command(log, how)} {sentence}")
        assert "\n" not in str(refused.value)
        outside.close()
        assert has_ended(int(log.read_text().split()[0]))

    def test_a_board_that_it_refuses(self, log):
        with pytest.raises(
            UserError, match=r"refuses 'boardsize 4': unacceptable size; tictactoe 4×4 cannot be played"
        ):
            player(log, game=games.make("tictactoe", rows=4, cols=4))

    def test_one_that_does_not_quit_is_killed(self, log):
        outside = player(log, "stays")
        outside.close()
        assert has_ended(int(log.read_text().split()[0]))


class TestMatch:
    def run(self, module, entry_name, schema, arguments, capsys):
        entry.enter(module.main, entry_name, schema, module.USAGE, ["game=tictactoe", *arguments])
        return json.loads(capsys.readouterr().out)

    def test_the_program_quits_when_the_match_is_over(self, log, capsys):
        # The first free cell against itself: a1 b1 c1 a2 b2 c2 a3, and who starts has a3 b2 c1.
        names = [f'a="gtp:{command(log)}"', f'b="gtp:{command(log)}"']
        numbers = self.run(match, "match", commands.MatchSettings, [*names, "games=4"], capsys)
        assert [numbers["seats"][seat]["points"] for seat in ("first", "second")] == [1, 0]
        assert numbers["programs"] == {numbers["a"]: "Firstfree 1.0"}
        said = log.read_text().splitlines()
        assert said.count("quit") == 2
        assert all(has_ended(int(line)) for line in said if line.isdecimal())

    def test_one_that_resigns_has_lost(self, log):
        game = games.make("tictactoe")
        outside = player(log, "resigns")
        assert outside.choose_after([[0]], SEEDS).actions.tolist() == [RESIGN]
        played = play_match(game, outside, RandomPlayer(game), [[], [4, 0]], seed=1)
        assert played.results.tolist() == played.margins.tolist() == [[-1, -1], [-1, -1]]
        assert [len(history) for history in played.histories] == [0, 1, 2, 3]

    def test_a_ladder_rates_it(self, log, capsys, monkeypatch):
        monkeypatch.setattr(ladder, "champions_of", lambda run: {})
        arguments = ["run=none", f'baselines=[exact,"gtp:{command(log)}"]', "games=6"]
        numbers = self.run(ladder, "ladder", commands.LadderSettings, arguments, capsys)
        assert numbers["ratings"].keys() == {"random", "exact", f"gtp:{command(log)}"}
        assert len(numbers["pairings"]) == 3

    def test_it_quits_on_ctrl_c(self, log, tmp_path):
        """The match is killed as Ctrl-C does it, by SIGINT, while the program thinks for a minute."""
        arguments = ["game=tictactoe", f'a="gtp:{command(log, "hangs")}"', "b=random", "games=4"]
        running = subprocess.Popen(
            [sys.executable, "-m", "src.arena.match", *arguments], cwd=PROJECT, stderr=subprocess.DEVNULL
        )
        for _ in range(1200):
            if log.exists() and "genmove" in log.read_text():
                break
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        assert running.wait(60) == 130
        assert has_ended(int(log.read_text().split()[0]))

    def test_it_ends_when_the_match_is_killed(self, log):
        """Nobody can tell it to quit then, but it sees the end of its input."""
        arguments = ["game=tictactoe", f'a="gtp:{command(log)}"', "b=random", "games=2000"]
        running = subprocess.Popen(
            [sys.executable, "-m", "src.arena.match", *arguments], cwd=PROJECT, stderr=subprocess.DEVNULL
        )
        for _ in range(1200):
            if log.exists() and "genmove" in log.read_text():
                break
            time.sleep(0.1)
        running.kill()
        running.wait(60)
        assert has_ended(int(log.read_text().split()[0]))
        assert log.read_text().splitlines()[-1] == "end of input"


class TestPrograms:
    """Whole games, every move of which both sides must find legal."""

    def meets_random(self, name: str, game, num_games: int = 2):
        rival = make_player(name, game, num_simulations=1, margin_weight=0.0)
        found = play_match(game, rival, RandomPlayer(game), [[]] * (num_games // 2), seed=3)
        rival.close()
        return found

    def test_gnugo_on_5x5(self):
        options = "--mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead"
        played = self.meets_random(f"gtp:{installed('gnugo')} {options}", games.make("go", rows=5, cols=5))
        assert played.results.shape == (1, 2)

    def test_rhino_beats_random_play(self):
        """Rhino passes by itself where it must and knows no such move, so these games need one, as they have."""
        played = self.meets_random(f"gtp:{installed('gtp-rhino')}", games.make("othello"), num_games=4)
        assert played.results.tolist() == [[1, 1], [1, 1]]
        assert any(64 in history for history in played.histories)

    def test_the_same_seeds_give_the_same_games_of_gnugo(self):
        name = f"gtp:{installed('gnugo')} --mode gtp --level 1 --chinese-rules --positional-superko"
        game = games.make("go", rows=5, cols=5)
        assert self.meets_random(name, game).histories == self.meets_random(name, game).histories

    @pytest.mark.slow
    def test_gnugo_on_9x9(self):
        options = "--mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead"
        played = self.meets_random(f"gtp:{installed('gnugo')} {options}", games.make("go"), num_games=4)
        assert played.results.tolist() == [[1, 1], [1, 1]]
