"""Games that were played, with what is to be said of each move."""

import json

import numpy as np
import pytest

from src import commands, entry, games
from src.files.errors import UserError
from src.play import analyse
from src.play.game_record import read_record
from src.reports.page import render
from tests.reports.pages import Page


@pytest.fixture
def analysed(monkeypatch, capsys, tmp_path):
    """Runs the command where there are no champions; returns its JSON and its page."""
    monkeypatch.setenv("ZEROLAB_RUNS", str(tmp_path))

    def run(*arguments: str) -> tuple[dict, Page]:
        out = tmp_path / "found"
        given = [*arguments, f"out={out}"]
        entry.enter(analyse.main, "analyse", commands.AnalyseSettings, analyse.USAGE, given)
        assert capsys.readouterr().out.split() == [f"{out}.json", f"{out}.html"]
        return json.loads((tmp_path / "found.json").read_text(), parse_constant=pytest.fail), Page(
            tmp_path / "found.html"
        )

    return run


class TestExactGames:
    def test_a_blunder_in_tictactoe(self, analysed):
        """O answers the corner a1 with b1, and only b2 draws: with a3 X threatens a2, and then both c1 and c3 by b2."""
        told, page = analysed("game=tictactoe", "record='a1 b1 a3'", "player=exact")
        moves = told["moves"]
        assert [move["player"] for move in moves] == ["X", "O", "X"]
        assert [(move["exact_before"], move["exact_after"]) for move in moves] == [(0, 0), (0, -1), (1, 1)]
        assert [move["mistake"] for move in moves] == [False, True, False]
        assert [move["better"] for move in moves] == [None, "b2", None]
        assert [move["judged_by"] for move in moves] == ["exact play"] * 3
        assert told["mistakes"] == {"X": 0, "O": 1}
        assert page.texts("value") == ["0", "1"]
        assert page.tables[0][2][-2:] == ["mistake", "b2"]

    def test_values_are_for_who_moved(self, analysed):
        """Dots 1×2: who completes a box moves again, so that values change their sign with the player, not the ply."""
        told, _ = analysed("game.rows=1", "game.cols=2", "record=[0,2,4,5,1,3,6]", "player=exact")
        moves = told["moves"]
        # A draws 0; B draws 2, the second edge of the left box; A draws 4, its third, and gives it away;
        # B takes it with 5 and must move again: 1; A answers 3, and B takes the other box with 6.
        assert "".join(move["player"] for move in moves) == "ABABBAB"
        for move in moves:
            assert move["value_before"] == np.sign(move["exact_before"])
            assert move["exact_after"] <= move["exact_before"]
        assert [move["exact_after"] for move in moves[-2:]] == [-2, 2]  # A has lost both boxes, B has won them

    def test_a_better_margin_with_the_same_result_is_no_mistake_but_is_told(self, analysed):
        """Connect Four: X has three at the bottom and wins with 3; elsewhere it is told what was better."""
        told, _ = analysed("game=connect4", "record=1122334", "player=random", "game.rows=4", "game.cols=5")
        last = told["moves"][-1]
        assert (last["move"], last["mistake"], last["better"]) == ("3", False, None)
        late, _ = analysed("game=connect4", "record=1122335", "player=random", "game.rows=4", "game.cols=5")
        assert late["moves"][-1]["exact_before"] == last["exact_before"]
        assert late["moves"][-1]["better"] == "3"


class TestOpinions:
    def test_a_search_looks_where_nobody_can_judge(self, analysed):
        """Gomoku 7×7: X has four in a row, open at both ends, and plays elsewhere; the search saw the win."""
        record = "record='b4 a1 c4 b1 d4 f1 e4 g1 a7'"
        told, page = analysed("game=gomoku", "game.rows=7", "game.cols=7", record, "player=uniform:400")
        moves = told["moves"]
        assert [move["judged_by"] for move in moves] == ["the player"] * 9
        assert moves[-1]["value_before"] == 1.0
        assert moves[-1]["mistake"]
        assert moves[-1]["better"] in ("a4", "f4")
        assert all(move["exact_before"] is None for move in moves)
        page.check_offline()
        stepped = page.data["games-data"]
        assert len(stepped["games"][0]["plies"]) == 9
        assert stepped["games"][0]["end"] == "not played to its end"
        assert [ply["move"] for ply in stepped["games"][0]["plies"]] == [move["move"] for move in moves]

    def test_the_same_seed_says_the_same(self, analysed):
        arguments = ["game.rows=2", "game.cols=2", "record='0 9 10 7'", "player=rollout:30", "seed=4"]
        assert analysed(*arguments)[0]["moves"] == analysed(*arguments)[0]["moves"]

    def test_who_has_no_opinion_judges_nothing(self, analysed):
        told, page = analysed("game=gomoku", "game.rows=6", "game.cols=6", "record='a1 b2'", "player=random")
        assert [move["mistake"] for move in told["moves"]] == [None, None]
        assert "not judged" in page.text
        assert "games-data" not in page.data


class TestRecords:
    connect4 = games.make("connect4")

    def test_digits_of_connect_four_count_columns_from_1_and_lists_from_0(self):
        assert read_record("4455", self.connect4)[1] == [3, 3, 4, 4]
        assert read_record("3 3 4 4", self.connect4)[1] == [3, 3, 4, 4]
        assert read_record("[3,3,4,4]", self.connect4)[1] == [3, 3, 4, 4]

    def test_a_file_of_moves(self, tmp_path):
        (tmp_path / "moves").write_text("c3\nd4 e5\n")
        game = games.make("gomoku", rows=9, cols=9)
        assert [game.action_names[action] for action in read_record(str(tmp_path / "moves"), game)[1]] == [
            "c3",
            "d4",
            "e5",
        ]

    def test_sgf_says_itself_which_game_it_is(self, tmp_path):
        (tmp_path / "game.sgf").write_text("(;GM[1]SZ[5]KM[0.5];B[cc];W[];B[])")
        game, history = read_record(str(tmp_path / "game.sgf"), games.make("go", suicide=True))
        assert (str(game), game.sizes["komi"], game.sizes["suicide"]) == ("go 5×5", 0.5, True)
        assert history == [12, 25, 25]
        game, _ = read_record("(;GM[4]SZ[7];B[cc])", games.make("dots"))
        assert str(game) == "gomoku 7×7"

    @pytest.mark.parametrize(
        ("record", "sentence"),
        [
            ("no/such/file", "there is no game record no/such/file"),
            ("game.sgf", "there is no game record game.sgf; give an SGF file, a file of moves, or the moves"),
            ("44x5", "connect4 6×7: '44x5' is not a move"),
            ("4444444", "connect4 6×7: move 3 is illegal here"),
            ("49", "connect4 6×7: '9' in '49' is not a column"),
            ("", "the record holds no moves"),
            ("(;GM[1]", "this is no whole SGF file"),
            ("(;GM[1]SZ[5])", "the record holds no moves"),
            ("x" * 5000, "connect4 6×7: 'xxx"),
        ],
    )
    def test_what_is_no_record(self, record, sentence):
        with pytest.raises(UserError) as refused:
            read_record(record, self.connect4)
        assert str(refused.value).startswith(sentence)


def test_a_page_escapes_what_it_is_told():
    empty = {
        "mistakes": [],
        "picture": {"title": "", "uri": "data:,", "caption": ""},
        "games": None,
        "head": [],
        "rows": [],
    }
    page = render(
        "analysis.html", board="b", player="<script>", num_moves=1, num_exact=0, is_over=True, numeric=[], **empty
    )
    assert b"<script>" not in page
    assert b"&lt;script&gt;" in page
