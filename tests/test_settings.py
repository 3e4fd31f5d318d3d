"""Every file in conf/ composes and fits the schema; every key has help; every mistake gets one sentence."""

import ast
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest
from pydantic import BaseModel

import pipelines.params  # noqa: F401 (what conf/pipeline.yaml computes)
from src import commands, entry, games, settings
from src.files.errors import UserError

ENTRIES = {
    "audit": (commands.AuditSettings, ["player=exact", "positions=random:1"]),
    "bench": (commands.BenchSettings, []),
    "bench_report": (commands.BenchReportSettings, ["files=[a]"]),
    "explain": (commands.ExplainSettings, ["position=1 8"]),
    "positions": (commands.PositionsSettings, ["out=x"]),
    "match": (commands.MatchSettings, ["a=exact", "b=random"]),
    "ladder": (commands.LadderSettings, ["run=c"]),
    "searches": (commands.SearchesSettings, []),
    "watch": (commands.WatchSettings, []),
    "gtp": (commands.EngineSettings, []),
    "gomocup": (commands.EngineSettings, []),
    "analyse": (commands.AnalyseSettings, ["record=1"]),
    "terminal": (commands.TerminalSettings, []),
    "config": (settings.TrainSettings, []),
    "pipeline": (settings.PipelineSettings, []),
    "curriculum": (commands.CurriculumSettings, ["curricula=[[a,b]]", "alone=[c]"]),
    "pretrain": (settings.PretrainSettings, ["data=x"]),
    "reports": (commands.ReportSettings, ["runs=[c]"]),
    "resend": (commands.ResendSettings, ["run=c"]),
    "site": (commands.SiteSettings, []),
    "sweep_dots2x2": (settings.TrainSettings, []),
    "ui": (commands.UiSettings, []),
    "web": (commands.WebSettings, []),
}
COMMON = ("game", "mcts", "inference")  # groups of every entry with a game; the others belong to training
TRAINING = ("config", "pipeline")
FIXED = (
    "bench_report",
    "curriculum",
    "reports",
    "resend",
    "site",
    "sweep_dots2x2",
    "ui",
    "web",
)  # no game, or one of their own
GROUPS = [(group.name, file.stem) for group in entry.CONF.iterdir() if group.is_dir() for file in group.glob("*.yaml")]


@pytest.mark.parametrize(
    ("command", "group", "choice"),
    [
        (command, *each)
        for command in ENTRIES
        for each in GROUPS
        if command in TRAINING or (each[0] in COMMON and command not in FIXED)
    ],
)
def test_every_entry_composes_with_every_choice(command, group, choice):
    schema, given = ENTRIES[command]
    chosen = entry.compose(command, schema, [*given, f"{group}={choice}"])
    game = games.make(chosen.game.name, **chosen.game.sizes)
    assert game.sizes.items() <= chosen.game.sizes.items()


def test_every_entry_is_tested():
    assert {path.stem for path in entry.CONF.glob("*.yaml")} == {"base", "players", *ENTRIES}


def test_every_game_has_its_settings_and_they_are_its_usual_size():
    for name in games.GAMES:
        chosen = entry.compose("config", settings.TrainSettings, [f"game={name}"])
        usual = signature(import_module(games.GAMES[name]).make).parameters
        assert chosen.game.sizes == {key: parameter.default for key, parameter in usual.items()}


def schemas(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The schema and those inside it."""
    inner = [f.annotation for f in model.model_fields.values() if isinstance(f.annotation, type)]
    return [model, *(found for each in inner if issubclass(each, BaseModel) for found in schemas(each))]


@pytest.mark.parametrize("command", ENTRIES)
def test_every_key_has_one_line_of_help(command):
    schema, _ = ENTRIES[command]
    text = entry.help_text(command, schema, "usage")
    for model in schemas(schema):
        for name, field in model.model_fields.items():
            assert (isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)) or field.description
            assert (field.alias or name) in text


@pytest.mark.parametrize(
    ("command", "groups"),
    [
        ("audit", ["game", "inference", "mcts"]),
        ("searches", ["game", "inference", "mcts"]),
        ("reports", []),
        ("config", ["arena", "experiment", "game", "inference", "mcts", "net", "selfplay", "tracking", "train"]),
    ],
)
def test_help_names_the_groups_that_a_command_takes_and_others_are_refused(command, groups):
    schema, given = ENTRIES[command]
    lines = entry.help_text(command, schema, "usage").splitlines()
    assert [line.split("=")[0].strip() for line in lines if "=…" in line] == groups
    if "experiment" not in groups:
        with pytest.raises(UserError, match=r"^this command takes no experiment=…; --help lists what it takes$"):
            entry.compose(command, schema, [*given, "experiment=connect4"])


def test_every_key_is_read():
    """Below the entry points a key is a keyword argument, an attribute, or what a group is subscripted with."""
    names = set()
    for path in entry.CONF.parent.glob("*/**/*.py"):
        if path.relative_to(entry.CONF.parent).parts[0] in ("src", "pipelines") and path.name not in (
            "settings.py",
            "commands.py",
            "entry.py",
        ):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names |= {node.attr} if isinstance(node, ast.Attribute) else set()
                names |= {arg.arg for arg in node.args.kwonlyargs} if isinstance(node, ast.FunctionDef) else set()
                if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                    names.add(node.slice.value)
    for schema, _ in ENTRIES.values():
        for model in schemas(schema):
            if model is not settings.GameSettings:
                assert model.model_fields.keys() <= names


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        (["mcts.num_simulations=0"], "mcts.num_simulations must be greater than or equal to 1, not 0"),
        (["mcts.num_simulations=many"], "mcts.num_simulations must be a whole number, not 'many'"),
        (["mcts.num_simulations=2.5"], "mcts.num_simulations must be a whole number, not 2.5"),
        (["mcts.rule=ucb"], "mcts.rule must be 'puct', 'uct' or 'uct_prior', not 'ucb'"),
        (["mcts.margin_weight=1"], "mcts.margin_weight must be less than 1, not 1"),
        (["mcts.c_inti=1"], "there is no setting mcts.c_inti; did you mean mcts.c_init?"),
        (["+mcts.noise=1"], "there is no setting mcts.noise"),
        (["zzz=1"], "there is no setting zzz; --help lists the settings"),
        (["seed=-1"], "seed must be greater than or equal to 0, not -1"),
        (["seed"], "settings are given as key=value, not 'seed'"),
        (["game=go9"], f"there is no game=go9; there are {', '.join(sorted(games.GAMES))}"),
        (["game.rows=[1"], "the settings game.rows=[1 cannot be read"),
        (["inference.batch_size=0"], "inference.batch_size=0 is for inference=auto, which times it; give a number"),
        (["game.rows=null"], "game.rows must be a whole number, not None"),
    ],
)
def test_a_mistake_gets_one_sentence(overrides, sentence):
    with pytest.raises(UserError) as refused:
        entry.compose("config", settings.TrainSettings, overrides)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


def test_experiments_change_the_default():
    names = [file.stem for file in (entry.CONF / "experiment").glob("*.yaml")]
    usual = entry.compose("config", settings.TrainSettings, [])
    for name in names:
        chosen = entry.compose("config", settings.TrainSettings, [f"experiment={name}", "seed=5"])
        assert chosen.seed == 5
        assert chosen.model_dump() != usual.model_dump() | {"seed": 5}
    assert entry.compose("config", settings.TrainSettings, ["experiment=tictactoe"]).game.name == "tictactoe"


def test_a_file_that_cannot_be_written_gets_one_sentence(capsys):
    def main(chosen):
        Path("/nowhere/at/all").write_text("")

    with pytest.raises(SystemExit) as stopped:
        entry.enter(main, "config", settings.TrainSettings, "usage", [])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "error: /nowhere/at/all cannot be used: No such file or directory\n"


def test_help_needs_no_settings(capsys):
    entry.enter(None, "audit", commands.AuditSettings, "usage: audit", ["--help"])
    printed = capsys.readouterr().out
    assert printed.startswith("usage: audit")
    assert "player=???" in printed
    assert f"one of {', '.join(sorted(games.GAMES))}" in printed
