"""The audit counts what it says, on positions small enough to count by hand."""

import json

import numpy as np
import pytest

from src import commands, entry, games
from src.arena import audit
from src.arena.audit import Audit
from src.arena.player import Choices
from src.arena.players import make_player
from src.arena.positions import Position, random_positions, read_positions
from src.files.errors import UserError
from src.solvers.referee import referee
from tests.search.test_search import positions as some_states

SEARCH = {"num_simulations": 20, "margin_weight": 0.0}


def run(arguments, capsys):
    """What the command prints, read as JSON."""
    entry.enter(audit.main, "audit", commands.AuditSettings, audit.USAGE, arguments)
    return json.loads(capsys.readouterr().out)


def position(**move_values):
    values = {int(action[1:]): value for action, value in move_values.items()}
    return Position([], np.zeros(1, np.int8), values)


class TestCounts:
    def test_by_hand(self):
        counts = Audit()
        counts.add(position(m0=3, m1=-1), 1, 0.4)  # a mistake: from won to lost, regret 4; right about who is ahead
        counts.add(position(m0=3, m1=1), 1, -0.1)  # still won, so no mistake was possible; regret 2; wrong opinion
        counts.add(position(m0=0, m1=-2), 0, 0.9)  # a mistake was possible; regret 0; an even position has no sign
        counts.add(position(m0=-2, m1=-4), 0, -0.2)  # lost either way; regret 0; right opinion
        numbers = counts.report()
        assert numbers["positions"] == 4
        assert numbers["mistakes_possible"] == 2
        assert numbers["mistakes"] == 1
        assert numbers["mistake_rate"] == 0.5
        assert numbers["mean_regret"] == (4 + 2 + 0 + 0) / 4
        assert numbers["value_sign_agreement"] == 2 / 3
        assert "value_differences" not in numbers
        assert numbers["by_ply"] == [
            {"plies": [0, 3], "positions": 4, "mistakes_possible": 2, "mistakes": 1, "mean_regret": 1.5}
        ]

    def test_by_ply_by_hand(self):
        counts = Audit()
        for plies, action in ((8, 0), (0, 1), (3, 0), (11, 1), (4, 1)):
            values = {0: 3, 1: -1}
            counts.add(Position(list(range(plies)), np.zeros(1, np.int8), values), action, None)
        found = [(s["plies"], s["positions"], s["mistakes"], s["mean_regret"]) for s in counts.report()["by_ply"]]
        assert found == [([0, 3], 2, 1, 2.0), ([4, 7], 1, 1, 4.0), ([8, 11], 2, 1, 2.0)]

    def test_interval_is_wilsons(self):
        # Wilson 1927 for 1 of 10: centre (0.1 + 1.9208 / 10) / (1 + 3.8415 / 10) = 0.2111, half-width 0.1932
        assert audit.wilson(1, 10) == pytest.approx([0.0179, 0.4042], abs=1e-4)
        assert audit.wilson(0, 0) is None

    def test_a_player_without_an_opinion_has_no_agreement(self):
        counts = Audit()
        counts.add(position(m0=3, m1=-1), 0, None)
        assert counts.report()["value_sign_agreement"] is None


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path):
        # Dots 1×1: three edges drawn, the fourth takes the box. With two drawn, either edge gives it away.
        path = tmp_path / "positions.jsonl"
        path.write_text(
            '{"history": [0, 1, 2], "move_values": {"3": 1}}\n{"history": [0, 1], "move_values": {"2": -1, "3": -1}}\n'
        )
        return path

    def test_exact_player(self, file, capsys):
        numbers = run(["game.rows=1", "game.cols=1", "player=exact", f"positions={file}"], capsys)
        assert numbers["positions"] == 2
        assert numbers["mistakes_possible"] == numbers["mistakes"] == 0
        assert numbers["value_differences"] == 0
        assert numbers["value_sign_agreement"] == 1
        assert numbers["game"] == {"name": "dots", "rows": 1, "cols": 1, "history": 1, "version": 1}

    def test_a_wrong_file_is_seen(self, file, capsys):
        file.write_text('{"history": [0, 1, 2], "move_values": {"3": -1}}')
        numbers = run(["game.rows=1", "game.cols=1", "player=exact", f"positions={file}"], capsys)
        assert numbers["value_differences"] == 1

    @pytest.mark.parametrize("player", ["random", "rollout:30", "uniform:30", "exact"])
    def test_random_positions(self, player, capsys):
        arguments = ["game.rows=2", "game.cols=2", f"player={player}", "positions=random:60"]
        numbers = run(arguments, capsys)
        assert numbers["positions"] == numbers["mistakes_possible"] == 60
        assert numbers == run(arguments, capsys) | {"seconds": numbers["seconds"]}
        if player == "random":
            assert numbers["mistakes"] > 10
        if player == "exact":
            assert numbers["mistakes"] == numbers["mean_regret"] == numbers["value_differences"] == 0

    def test_settings_reach_the_search(self, capsys):
        base = ["game.rows=2", "game.cols=2", "player=rollout:60", "positions=random:200"]

        def numbers(*overrides):
            report = run([*base, *overrides], capsys)
            return [report[name] for name in ("mistakes", "mean_regret", "value_sign_agreement")]

        plain = numbers()
        for override in ("prove=false", "margin_weight=0.0", "rule=uct", "leaves_per_step=8"):
            assert numbers(f"mcts.{override}") != plain, override

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["player=exact"], "positions must be given"),
            (["player=exact", "positions=nowhere"], "there is no positions file nowhere"),
            (
                ["player=exakt", "positions=random:5"],
                "there is no player 'exakt'; a player is exact, random, greedy, alphabeta:4, rollout:1000",
            ),
            (["player=rollout:0", "positions=random:5"], "player 'rollout:0' needs a whole number of simulations"),
            (["player=exact:3", "positions=random:5"], "there is no player 'exact:3'"),
            (["player=random", "positions=random:x"], "positions=random:x needs a whole number"),
            (["game.rows=0", "player=random", "positions=random:5"], "game.rows of dots must be a whole number from 1"),
            (["game.cols=99", "player=random", "positions=random:5"], "game.cols of dots must be a whole number"),
            (["game=chess"], "there is no game=chess; there are connect4, "),
            (["game.rowz=3"], "there is no setting game.rowz; did you mean game.rows?"),
            (
                ["mcts.c_init=-1", "player=random", "positions=random:5"],
                "mcts.c_init must be greater than or equal to 0",
            ),
            (["+game.in_row=3", "player=random", "positions=random:5"], "game.in_row is no size of dots"),
            (
                ["game=connect4", "game.rows=8", "game.cols=8", "player=exact", "positions=random:5"],
                "connect4 8×8 cannot be judged",
            ),
            (["game.rows=1", "game.cols=1", "player=random", "positions=random:5"], "ask for fewer than 5"),
        ],
    )
    def test_a_mistake_gets_one_sentence_and_status_2(self, arguments, sentence, capsys):
        with pytest.raises(SystemExit) as stopped:
            run(arguments, capsys)
        printed = capsys.readouterr()
        assert stopped.value.code == 2
        assert printed.out == ""
        assert sentence in printed.err
        assert "Traceback" not in printed.err

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ('{"history": [0, 1', "line 2: expected an object like"),
            ('{"history": [0, 1]}', "line 2: expected an object like"),
            ("[1, 2]", "line 2: expected an object like"),
            ('{"history": ["a"], "move_values": {"2": 1}}', "line 2: expected an object like"),
            (
                '{"history": [0, 0], "move_values": {"2": 1}}',
                "line 2: dots 1×1: move 0 is illegal here; legal are 1, 2, 3",
            ),
            ('{"history": [0, 1, 2, 3], "move_values": {}}', "line 2: dots 1×1: the game is over"),
            ('{"history": [0, 1, 2, 3, 0], "move_values": {}}', "line 2: dots 1×1: the game is over, so move 0"),
            ('{"history": [0, 1, 2], "move_values": {}}', "line 2: dots 1×1: move_values lacks the legal move 3"),
            (
                '{"history": [0, 1, 2], "move_values": {"2": 1, "3": 1}}',
                "line 2: dots 1×1: move_values holds the illegal",
            ),
        ],
    )
    def test_a_broken_line_is_named(self, file, line, sentence):
        file.write_text(file.read_text().splitlines()[0] + "\n" + line + "\n")
        with pytest.raises(UserError, match="positions.jsonl, " + sentence.replace("(", r"\(")):
            read_positions(file, games.make("dots", rows=1, cols=1))

    def test_an_empty_file(self, file):
        file.write_text("\n")
        with pytest.raises(UserError, match="holds no positions"):
            read_positions(file, games.make("dots", rows=1, cols=1))

    def test_ctrl_c_keeps_what_is_done(self, capsys):
        game = games.make("dots", rows=2, cols=2)

        class Impatient:
            calls = 0

            def choose(self, states, plies, seeds):
                self.calls += 1
                if self.calls == 3:
                    raise KeyboardInterrupt
                return make_player("random", game, **SEARCH).choose(states, plies, seeds)

        counts = audit.audit(
            Impatient(), random_positions(game, referee(game), count=50, seed=0), batch_size=10, seed=0
        )
        assert counts.positions == 20
        assert "stopped after 20 of 50 positions" in capsys.readouterr().err


class TestPlayers:
    @pytest.mark.parametrize("name", ["random", "exact", "greedy", "alphabeta:3", "rollout:20", "uniform:20"])
    def test_moves_do_not_depend_on_the_batch(self, name):
        game = games.make("dots", rows=2, cols=2)
        states = some_states(game, 12)
        plies, seeds = np.zeros(12, int), np.arange(12, dtype=np.uint64)
        player = make_player(name, game, **SEARCH)
        together: Choices = player.choose(states, plies, seeds)
        for row in reversed(range(12)):
            alone = player.choose(states[row : row + 1], plies[:1], seeds[row : row + 1])
            assert alone.actions[0] == together.actions[row]

    def test_random_player_plays_every_legal_move_alike(self):
        # 3×3 with 20 edges drawn leaves 4: each should come 1,000 times of 4,000; five standard deviations are 137.
        game = games.make("dots")
        state = game.replay(list(range(20)))
        seeds = np.arange(4000, dtype=np.uint64)
        actions = (
            make_player("random", game, **SEARCH).choose(np.stack([state] * 4000), np.zeros(4000, int), seeds).actions
        )
        assert np.abs(np.bincount(actions, minlength=24)[20:] - 1000).max() < 137
        assert set(actions) == {20, 21, 22, 23}

    def test_exact_player_shares_its_moves_among_the_best(self):
        # Of 3×3 all 24 openings are equal.
        game = games.make("dots")
        states = np.stack([game.initial_state()] * 500)
        chosen = make_player("exact", game, **SEARCH).choose(
            states, np.zeros(500, int), np.arange(500, dtype=np.uint64)
        )
        assert set(chosen.actions) == set(range(24))
        assert (chosen.values == -1).all()  # 3×3 is lost by 3 for who starts


def test_random_positions_are_judged_and_distinct():
    game = games.make("dots", rows=2, cols=2)
    judge = referee(game)
    found = random_positions(game, referee(game), count=100, seed=1)
    assert len({game.key(p.state) for p in found}) == 100
    for p in found:
        assert np.array_equal(game.replay(p.history), p.state)
        assert p.move_values == {a: judge.move_values(p.state).margins[a] for a in game.legal_actions(p.state)}
        assert len({np.sign(value) for value in p.move_values.values()}) > 1


class TestTruth:
    @pytest.mark.parametrize(
        ("name", "rows", "cols"), [("dots_2x2", 2, 2), ("dots_3x3", 3, 3), ("dots_4x4_mid_late", 4, 4)]
    )
    def test_exact_player_agrees_with_the_files(self, truth, name, rows, cols, capsys):
        path = truth / "audit" / f"{name}.jsonl"
        numbers = run([f"game.rows={rows}", f"game.cols={cols}", "player=exact", f"positions={path}"], capsys)
        assert numbers["value_differences"] == numbers["mistakes"] == 0
        assert numbers["value_sign_agreement"] == 1

    @pytest.mark.parametrize("name", ["connect4_L2_R1", "connect4_L3_R1"])
    def test_exact_player_agrees_with_the_files_of_connect4(self, truth, name, capsys):
        path = truth / "audit" / f"{name}.jsonl"
        numbers = run(["game=connect4", "player=exact", f"positions={path}"], capsys)
        assert numbers["positions"] == 1000
        assert numbers["value_differences"] == numbers["mistakes"] == numbers["mean_regret"] == 0
        assert numbers["value_sign_agreement"] == 1

    @pytest.mark.parametrize("name", ["connect4_L2_R1", "connect4_L3_R1"])
    def test_rollouts_on_connect4(self, truth, name, capsys):
        path = truth / "audit" / f"{name}.jsonl"
        numbers = run(["game=connect4", "player=rollout:200", f"positions={path}"], capsys)
        assert numbers["positions"] == 1000
        assert numbers["mistake_rate"] < 0.25
