"""A copy of the project in which DVC can run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import smallest

ROOT = Path(__file__).resolve().parents[2]
PARTS = (
    ".dvc/config",
    ".dvc/.gitignore",
    ".dvcignore",
    ".gitignore",
    "conf",
    "dvc.yaml",
    "pipelines",
    "reports",
    "src",
)
SMALL = [*smallest.SMALL, "generations=2"]


@dataclass
class Project:
    """A project's folder, and how commands run in it."""

    folder: Path
    environment: dict[str, str]

    def start(self, *command: str, **options) -> subprocess.Popen:
        """`python -m …`, with both outputs in one stream."""
        return subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            **options,
        )

    def run(self, *command: str, status: int = 0) -> str:
        """What the command prints; it must end with `status`."""
        process = self.start(*command)
        printed, _ = process.communicate(timeout=600)
        assert process.returncode == status, printed
        return printed

    def repro(self, *overrides: str, status: int = 0) -> str:
        return self.run("pipelines.repro", *SMALL, *overrides, status=status)

    def git(self, *arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=self.folder, check=True, capture_output=True, text=True).stdout

    def bytes_of(self, campaign: str = "runs/repro") -> dict[str, bytes]:
        """All files of the parts, by name."""
        folder = self.folder / campaign
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.glob("g*/**/*"))
            if path.is_file() and not path.relative_to(folder).parts[1].startswith(".")
        }


def make_project(folder: Path) -> Project:
    folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        source, place = ROOT / part, folder / part
        place.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, place)
    here = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": f"{here}:{os.environ['PATH']}", "ZEROLAB_CACHE": str(folder / ".cache")}
    environment = {key: value for key, value in environment.items() if not key.startswith(("DVC_", "MLFLOW_"))}
    project = Project(folder, environment)
    project.git("init", "--quiet")
    project.git("config", "user.email", "test@localhost")
    project.git("config", "user.name", "test")
    project.git("add", "--all")
    project.git("commit", "--quiet", "--message", "begin")
    return project


@pytest.fixture(scope="session")
def made(tmp_path_factory) -> tuple[Project, Path]:
    """A project with two small generations, made by `python -m pipelines.repro`, and a copy to bring it back from."""
    project = make_project(tmp_path_factory.mktemp("pipeline") / "project")
    project.repro()
    project.git("add", "--all")
    project.git("commit", "--quiet", "--message", "two generations")
    kept = project.folder.with_name("kept")
    shutil.copytree(project.folder, kept, symlinks=True)
    return project, kept


@pytest.fixture
def project(made) -> Project:
    """The project, for tests that leave it as it is."""
    return made[0]


@pytest.fixture
def changed(made) -> Iterator[Project]:
    """The project, to change at will; afterwards it is brought back, where compiled kernels are found again."""
    project, kept = made
    yield project
    shutil.rmtree(project.folder)
    shutil.copytree(kept, project.folder, symlinks=True)


@pytest.fixture
def fresh(changed) -> Project:
    """The project with nothing made but compiled kernels."""
    for name in ("runs", "reports/repro", ".dvc/cache", ".dvc/tmp", "mlflow.db", "mlartifacts"):
        path = changed.folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return changed
