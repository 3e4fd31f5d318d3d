"""What the journal's parts come to as points of curves, by hand."""

import pytest

from src.tracking.journal import read_journal
from src.tracking.measures import Point, points_of, seconds_so_far
from tests.tracking.campaigns import MadeCampaign


def curves(parts) -> dict[str, list[tuple[int, float]]]:
    """All points of a campaign, by curve."""
    found = {}
    for index in range(len(parts)):
        for point in points_of(parts, index):
            found.setdefault(point.key, []).append((point.step, point.value))
    return found


@pytest.fixture
def parts(campaign):
    return read_journal(campaign.journal)[1]


def test_curves_of_generations(parts):
    found = curves(parts)
    arenas = [part["numbers"] for part in parts if part["part"] == "arena"]
    for name, place in (("champion", 0), ("random", 1), ("greedy", 2), ("alphabeta:4", 3)):
        assert found[f"points/{name}"] == [(i + 1, a["pairings"][place]["points"]) for i, a in enumerate(arenas)]
        assert found[f"points/{name}_low"] == [(1, 0.3), (2, 0.3)]
        assert found[f"points/{name}_high"] == [(1, 0.9), (2, 0.9)]
    for audit, player in (("audit", "search"), ("audit_net", "net")):
        assert found[f"mistakes/{player}"] == [(i + 1, a[audit]["mistake_rate"]) for i, a in enumerate(arenas)]
        assert found[f"mistakes/{player}_low"] == [
            (i + 1, a[audit]["mistake_rate_95"][0]) for i, a in enumerate(arenas)
        ]
        assert found[f"regret/{player}"] == [(i + 1, a[audit]["mean_regret"]) for i, a in enumerate(arenas)]
    assert found["champion"] == [(0, 0), (1, 1), (2, 1)]
    assert found["promoted"] == [(1, 1), (2, 0)]
    assert found["window/games"] == [(1, 48), (2, 96)]
    assert found["window/positions"] == [(1, 500), (2, 1000)]
    assert found["throughput/games_per_second"] == [(1, 1.5), (2, 1.5)]
    assert found["throughput/samples_per_second"] == [(1, 9000.5), (2, 9000.5)]
    trained = [part["numbers"]["metrics"] for part in parts if part["part"] == "train"]
    assert found["held_out/policy_loss"] == [(i + 1, each["held_out_policy_loss"]) for i, each in enumerate(trained)]
    assert found["train/warnings"] == [(1, 0), (2, 2)]


def test_the_training_curve_goes_by_optimiser_steps(parts):
    found = curves(parts)
    rows = [row for part in parts if part["part"] == "train" for row in part["numbers"]["curve"]]
    assert [row["global_step"] for row in rows] == [100, 110, 120, 200, 210, 220]
    for curve, key in {
        "loss/policy": "policy_loss",
        "loss/value": "value_loss",
        "loss/margin": "margin_loss",
        "entropy/policy": "policy_entropy",
        "value_error/late": "value_error_late",
        "policy_accuracy": "policy_accuracy",
        "grad_norm": "grad_norm",
        "lr": "lr",
    }.items():
        assert found[curve] == [(row["global_step"], row[key]) for row in rows]


def test_time_is_that_of_all_parts_so_far(parts):
    found = curves(parts)
    arenas = [part["numbers"] for part in parts if part["part"] == "arena"]
    assert found["minutes"] == [(1, 60.75 / 60), (2, 120.5 / 60)]  # begin takes a second, a generation 59.75
    rates = [each["audit"]["mistake_rate"] for each in arenas]
    assert found["mistakes/search_by_second"] == [(61, rates[0]), (120, rates[1])]
    assert [step for step, _ in found["rating_by_second"]] == [61, 120]
    assert found["seconds/selfplay"] == [(1, 30.0), (2, 30.0)]


def test_a_rating_uses_all_matches_up_to_its_generation(parts):
    found = curves(parts)
    for step, elo in found["rating"]:
        low, high = dict(found["rating_low"])[step], dict(found["rating_high"])[step]
        assert low < elo < high
    first = parts[:4]
    assert points_of(first, 3) == points_of(parts, 3)  # what came later changes nothing
    for match in first[3]["numbers"]["pairings"]:
        match |= {"wins": 20, "draws": 0, "losses": 0}
    changed = curves(parts)
    assert changed["rating"][0][1] > found["rating"][0][1]
    assert changed["rating"][1] != found["rating"][1]


def test_without_random_play_there_is_no_rating(parts):
    for part in parts:
        if part["part"] == "arena":
            part["numbers"]["pairings"] = part["numbers"]["pairings"][:1]
    found = curves(parts)
    assert not [key for key in found if key.startswith("rating")]
    assert len(found["points/champion"]) == 2


def test_without_a_referee_there_are_no_mistakes(tmp_path, models):
    campaign = MadeCampaign(tmp_path, models=models)
    campaign.grow(audit=False)
    found = curves(read_journal(campaign.journal)[1])
    assert not [key for key in found if key.startswith(("mistakes", "regret"))]
    assert len(found["rating_by_second"]) == 1


def test_what_could_not_be_counted_is_left_out(parts):
    parts[3]["numbers"]["audit"] |= {"mistake_rate": None, "mistake_rate_95": None, "mean_regret": None}
    keys = {point.key for point in points_of(parts, 3)}
    assert not keys & {"mistakes/search", "mistakes/search_low", "regret/search", "mistakes/search_by_second"}
    assert "mistakes/net" in keys


def test_a_restored_part_has_no_times_and_hides_those_that_follow(tmp_path, models):
    measured, restored = (MadeCampaign(tmp_path / kind, models=models) for kind in ("measured", "restored"))
    for campaign in (measured, restored):
        campaign.grow()
        campaign.grow(restored=campaign is restored)
        campaign.grow()
    timed, untimed = (curves(read_journal(each.journal)[1]) for each in (measured, restored))
    clocked = {key for key in timed if timed[key] != untimed.get(key)}
    assert clocked == {
        *("seconds/selfplay", "seconds/train", "seconds/arena", "minutes"),
        *("throughput/games_per_second", "throughput/evaluations_per_second", "throughput/samples_per_second"),
        *("selfplay/evaluations", "mistakes/search_by_second", "rating_by_second"),
    }
    assert [step for step, _ in untimed["seconds/train"]] == [1, 3]
    assert [step for step, _ in untimed["minutes"]] == [1]  # how long it took until then is not known any more
    parts = read_journal(restored.journal)[1]
    assert seconds_so_far(parts, 3) == 60.75
    assert seconds_so_far(parts, 9) is None


def test_values_are_numbers_that_a_store_can_compare(parts):
    points = [point for index in range(len(parts)) for point in points_of(parts, index)]
    assert all(type(point.value) is float and type(point.step) is int for point in points)
    assert len({(point.key, point.step) for point in points}) == len(points)
    assert Point("promoted", 1.0, 1) in points
