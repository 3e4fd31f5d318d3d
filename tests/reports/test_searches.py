"""Rules of search side by side: each number is the audit's, and the page says what it is of."""

import json
from functools import partial

import pytest

from src import commands, entry
from src.arena import audit
from src.reports import searches

BOARD = ["game.rows=2", "game.cols=2", "positions=random:80"]


def run(*arguments):
    main = partial(searches.main, arguments=list(arguments))
    entry.enter(main, "searches", commands.SearchesSettings, searches.USAGE, list(arguments))


@pytest.fixture
def page(tmp_path):
    return tmp_path / "searches.md"


def test_every_number_is_the_audits(page, capsys):
    small = ["rules=[default,uct_prior,gumbel]", "players=[rollout]", "simulations=[6,12]", "mcts.prove=false"]
    run(*BOARD, *small, f"out={page}")
    told = json.loads(capsys.readouterr().out)
    assert [(each["rule"], each["num_simulations"]) for each in told["searches"]] == [
        *(("default", 6), ("default", 12), ("uct_prior", 6), ("uct_prior", 12), ("gumbel", 6), ("gumbel", 12))
    ]
    for each in told["searches"]:
        player = f"player=rollout:{each['num_simulations']}"
        arguments = [*BOARD, player, f"mcts={each['rule']}", "mcts.prove=false"]
        entry.enter(audit.main, "audit", commands.AuditSettings, audit.USAGE, arguments)
        alone = json.loads(capsys.readouterr().out)
        same = ("positions", "mistakes", "mistake_rate", "mistake_rate_95", "mean_regret", "by_ply")
        assert {name: each[name] for name in same} == {name: alone[name] for name in same}
    assert len({each["mean_regret"] for each in told["searches"]}) > 3
    text = page.read_text()
    assert "80 positions of dots 2×2 (random:80, seed 0)" in text
    assert "python -m src.reports.searches game.rows=2" in text
    assert "| rule | 6 simulations | 12 simulations |" in text
    assert "| prove | False | False | False |" in text
    assert "| considered_moves | 0 | 0 | 16 |" in text


def test_a_cell_by_hand():
    # 3 of 200 mistakes are 1.5 %; Wilson's interval is given; 0.0254 points a move
    numbers = {"mistake_rate": 3 / 200, "mistake_rate_95": [0.0051, 0.0431], "mean_regret": 0.0254}
    assert searches.cell(numbers).replace("\u00a0", " ") == "1.5 % (0.51–4.3 %), 0.025"


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ("rules=[puct,best]", "there is no mcts=best; there are blog, default, gumbel, puct, tutorial, uct_prior"),
        (
            "players=[rollout:50]",
            "players are champion, priors:champion, rollout, uniform or FOLDER, not 'rollout:50'",
        ),
        ("simulations=[0]", "simulations must be whole numbers from 1 on, not 0"),
    ],
)
def test_a_mistake_gets_one_sentence(argument, sentence, page, capsys):
    with pytest.raises(SystemExit) as stopped:
        run(*BOARD, argument, f"out={page}")
    assert stopped.value.code == 2
    assert f"error: {sentence}" in capsys.readouterr().err
    assert not page.exists()
