"""Recorded games: OpenSpiel's playthroughs, and an 8×8 game of Dots and Boxes between two programs."""

import json
import re

import pytest

from src.games import dots, make
from src.games.draw import owners

PLAYTHROUGHS = {
    "dots_and_boxes": ("dots", {"rows": 2, "cols": 2}),
    "connect_four": ("connect4", {}),
    "tic_tac_toe": ("tictactoe", {}),
    "othello": ("othello", {}),
}
FACTS = re.compile(r"^(IsTerminal|History|CurrentPlayer|Returns|LegalActions)\(\) = (.*)$", re.MULTILINE)
THEIR_TERMINAL_PLAYER = -4


def recorded_states(text: str) -> list[dict]:
    """The facts of each state, by name. Some states were recorded as a move without facts."""
    sections = (FACTS.findall(section) for section in text.split("\n# State "))
    states = [{name: json.loads(value.lower()) for name, value in facts} for facts in sections]
    return [facts for facts in states if "History" in facts]


@pytest.mark.parametrize("recorded", PLAYTHROUGHS)
def test_a_recorded_game_agrees_at_every_state(truth, recorded):
    name, sizes = PLAYTHROUGHS[recorded]
    game = make(name, **sizes)
    states = recorded_states((truth / "playthroughs" / f"{recorded}.txt").read_text(encoding="utf-8"))
    assert states[0]["History"] == []
    assert states[-1]["IsTerminal"]
    for facts in states:
        state = game.replay(facts["History"])
        is_terminal = game.is_terminal(state)
        assert is_terminal == facts["IsTerminal"], facts
        assert (THEIR_TERMINAL_PLAYER if is_terminal else game.to_play(state)) == facts["CurrentPlayer"], facts
        assert game.legal_actions(state) == facts.get("LegalActions", []), facts
        assert [game.returns(state, player) for player in (0, 1)] == facts["Returns"], facts


def test_an_8x8_game_of_two_programs_replays(truth):
    record = json.loads((truth / "kaggle" / "dots_8x8.json").read_text(encoding="utf-8"))
    game = make("dots", rows=8, cols=8)
    state = game.initial_state()
    for player, action in record["history_player_action"]:
        assert game.to_play(state) == player
        state = game.step(state, action)
    assert game.is_terminal(state)
    assert [game.returns(state, player) for player in (0, 1)] == record["rewards"]

    seen = json.loads(record["final_observation"])
    assert state[game.num_actions + dots.SCORES :].tolist() == seen["scores"]
    whose = owners(game, [action for _, action in record["history_player_action"]])
    assert (whose.reshape(8, 8) + 1).tolist() == seen["boxes"]
