"""`python -m src.play NAME`: one door to all that a person plays with."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from src.play.__main__ import COMMANDS, main


def test_every_command_is_a_module_that_can_be_run():
    for module in COMMANDS.values():
        assert '__name__ == "__main__"' in Path(find_spec(module).origin).read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore:'src.play.web' found in sys.modules")  # in a process of its own it is not
def test_the_rest_of_the_line_goes_to_the_command(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["play"])
    main(["web", "--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("usage: python -m src.play web")
    assert "port=8000" in printed


def test_without_a_name_the_names_are_listed(capsys):
    main([])
    printed = capsys.readouterr().out
    assert all(name in printed for name in COMMANDS)


@pytest.mark.parametrize(
    ("name", "sentence"), [("wbe", "there is no wbe; did you mean web?"), ("zzz", "there is no zzz; usage: ")]
)
def test_another_name_is_one_sentence(name, sentence, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([name])
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"error: {sentence}")
    assert said.count("\n") == 1
