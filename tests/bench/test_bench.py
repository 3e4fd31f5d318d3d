"""The bench measures everything it names, and says on what."""

import json

import pytest

from src import games
from src.bench.__main__ import main


def test_search(tmp_path, capsys):
    file = tmp_path / "bench.json"
    main(["search", "games=4", "repeats=1", f"json={file}"])
    numbers = json.loads(file.read_text())
    assert numbers["game"] == "dots 3×3"
    assert numbers["games"] == 4
    assert numbers["search_us_per_leaf"] > 0
    assert numbers["search_us_per_leaf_800"] > 0
    assert numbers["bytes_per_edge"] <= 64
    assert {"processor", "cores", "memory_gib", "python", "numpy", "numba"} <= numbers["machine"].keys()
    assert all(time["median"] <= time["slowest"] for time in numbers["solver_seconds"].values() if "median" in time)
    assert "search_us_per_leaf" in capsys.readouterr().out


def test_rules(tmp_path, capsys):
    file = tmp_path / "bench.json"
    main(["rules", "repeats=1", f"json={file}"])
    rates = json.loads(file.read_text())["states_per_second"]
    assert rates.keys() == {str(games.make(name)) for name in games.GAMES}
    assert all(rate > 1e5 for rate in rates.values())
    assert "states_per_second: connect4 6×7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serach"], "there is no bench part 'serach'; there are search, rules"),
        (["search", "games=0"], "games must be greater than or equal to 1, not 0"),
        (["search", "games=1", "repeats=1", "json=/nowhere/x.json"], "/nowhere/"),
    ],
)
def test_mistakes(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert sentence in capsys.readouterr().err


def test_help(capsys):
    main([])
    assert "parts: search, rules" in capsys.readouterr().out
