"""The smallest campaign that has every part of a real one."""

PRESET = "dots2x2_smoke"
SMALLER = [  # than any smoke preset
    "net.channels=8",
    "net.blocks=1",
    "selfplay.num_games=48",
    "selfplay.shard_games=16",
    "selfplay.num_slots=16",
    "inference.batch_size=16",
    "train.batch_size=64",
    "train.threads=1",
    "arena.games=8",
    "arena.num_simulations=12",
    "arena.audit_positions=40",
    "mcts.num_simulations=12",
    "arena.baseline_games=4",
]
SMALL = [f"experiment={PRESET}", *SMALLER]
