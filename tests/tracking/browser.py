"""MLflow's pages as Chromium shows them: their text and a picture, without a window."""

import html
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions"),
    "--window-size=2400,2400",
)
PATIENCE = 30_000  # milliseconds of the page's own time, which stands still while it waits for the server


def pictures_folder(otherwise: Path) -> Path:
    """Where pictures of pages are kept: `ZEROLAB_SCREENSHOTS`, else `otherwise`."""
    folder = Path(os.environ.get("ZEROLAB_SCREENSHOTS") or otherwise)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class Browser:
    """Opens pages one after the other; pictures of them lie in `folder`."""

    def __init__(self, profile: Path, folder: Path):
        self.program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if self.program is None:
            pytest.skip(f"no browser is installed: there is none of {', '.join(NAMES)}")
        self.profile = profile
        self.folder = folder

    def text(self, address: str, name: str) -> str:
        """What the page says, which is also kept as NAME.txt; its picture becomes NAME.png."""
        command = [self.program, *FLAGS, f"--user-data-dir={self.profile}", f"--virtual-time-budget={PATIENCE}"]
        command += [f"--screenshot={self.folder / f'{name}.png'}", "--dump-dom", address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, done.stderr
        body = re.sub(r"<(script|style)\b.*?</\1>", " ", done.stdout, flags=re.DOTALL)
        text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())
        (self.folder / f"{name}.txt").write_text(text, encoding="utf-8")
        return text
