"""The champion chooses the same moves in the page, by onnxruntime-web, as here by ONNX Runtime."""

import numpy as np
import pytest

from src import games
from src.arena.model_players import search_player
from src.play.page_models import PRESETS
from tests.games.random_games import play_randomly

pytestmark = pytest.mark.slow

NUM_POSITIONS, SIMULATIONS, MOST_DIFFERENT = 100, 50, 1  # floats differ in their last bits

# Asks the page's worker for the moves of positions, one after the other.
ASK = """async ([histories, simulations]) => {
    const worker = new Worker("worker.js", { type: "module" });
    const ask = (history, id) => new Promise((answer, refuse) => {
        worker.onmessage = ({ data }) => {
            if (data.kind === "ready" && data.judge !== "net") refuse(new Error(data.error));
            if (data.kind === "failed") refuse(new Error(data.error));
            if (data.kind === "decided") answer([data.action, data.thought.simulations, data.thought.root.value]);
        };
        const board = { name: "dots", sizes: { rows: 3, cols: 3 } };
        const champion = "champions/dots-3x3.json";
        worker.postMessage({ kind: "think", id, board, champion, history, simulations, temperature: 0 });
    });
    const answers = [];
    for (const [i, history] of histories.entries()) answers.push(await ask(history, i + 1));
    worker.terminate();
    return answers;
}"""


def random_positions(game, count: int) -> list[list[int]]:
    """Histories of random games, of every length alike."""
    rng = np.random.default_rng(0)
    played = play_randomly(game, count, seed=0)
    return [played.history(i)[: rng.integers(game.num_actions - 1)] for i in range(count)]


def test_the_page_and_python_choose_the_same_moves(visitor, search):
    game = games.make("dots", rows=3, cols=3)
    histories = random_positions(game, NUM_POSITIONS)
    inference = {"inference": "onnxruntime", "precision": "float32", "batch_size": 1}
    player = search_player(
        "preset", PRESETS / "dots-3x3", game, inference=inference, **search | {"num_simulations": SIMULATIONS}
    )
    states = np.stack([game.replay(history) for history in histories])
    chosen = player.choose(states, np.zeros(len(states), np.int64), np.zeros(len(states), np.uint64))
    visitor.visit()
    answers = visitor.page.evaluate(ASK, [histories, SIMULATIONS])
    actions, simulations, values = (np.array(column) for column in zip(*answers, strict=True))
    assert simulations.max() == SIMULATIONS
    assert (actions != chosen.actions).sum() <= MOST_DIFFERENT
    same = actions == chosen.actions
    np.testing.assert_allclose(values[same], chosen.values[same], atol=0.02)
