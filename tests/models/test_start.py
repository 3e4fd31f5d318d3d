"""Who runs a model without torch does not wait for it; and nothing is loaded through pickle."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from src import games
from src.models.folder import Lineage, save_model
from tests.nets.lived import lived_net

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from pathlib import Path
import numpy as np
from src import games
from src.models.engines import make_engine
from src.nets.evaluator import NetEvaluator
game = games.make("dots", rows=2, cols=2)
engine = make_engine(Path(sys.argv[1]), game, inference=sys.argv[2], batch_size=4)
prior_logits, values = NetEvaluator(engine, game).evaluate(np.zeros((2, *game.planes), np.float32))
print(prior_logits.shape, values.shape, "torch" in sys.modules)
"""


@pytest.mark.parametrize(("inference", "has_torch"), [("onnxruntime", False), ("openvino", False), ("torch", True)])
def test_engines_without_torch_start_without_torch(tmp_path, inference, has_torch):
    game = games.make("dots", rows=2, cols=2)
    save_model(tmp_path / "model", lived_net("cnn", game), game, Lineage())
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "model"), inference],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.returncode) == (f"(2, 12) (2,) {has_torch}\n", 0), ran.stderr


def test_nothing_goes_through_pickle():
    loads = re.compile(r"\bpickle\b|torch\.(load|save)\b|joblib|allow_pickle|np\.load\b|\bshelve\b")
    assert [path for path in (ROOT / "src").rglob("*.py") if loads.search(path.read_text(encoding="utf-8"))] == []
