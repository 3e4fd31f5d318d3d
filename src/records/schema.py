"""What is recorded of a game, and how games lie in Parquet: one row a game, the policy targets sparse.

Every value carries its perspective: `root_value` is for the player to move at its ply, `result` and `margin` are
player 0's. Observations are never stored: they follow from the moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

VERSION = 1  # changes whenever the columns or their meaning do


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """One game of P plies whose policy targets have E entries in all."""

    game_id: int
    seed: int  # uint64, of whatever was random in the game
    num_opening: int  # plies played at random before play proper
    moves: np.ndarray  # [P] int16
    is_target: np.ndarray  # [P] bool, whether a net should learn from the ply
    num_simulations: np.ndarray  # [P] int32, 0 where there was no search
    root_value: np.ndarray  # [P] float32, the search's value for the player to move; 0 where there was no search
    policy_sizes: np.ndarray  # [P] int16 entries of each ply's target, 0 where the ply is none
    policy_actions: np.ndarray  # [E] int16, the plies' entries one after the other
    policy_probs: np.ndarray  # [E] float32, above 0, sum 1 over a ply
    visit_counts: np.ndarray  # [E] int32
    result: int  # for player 0: 1 won, 0 drawn, -1 lost
    margin: int  # for player 0, in the game's points; 0 in games without points


FACTS = {"game_id": np.int64, "seed": np.uint64, "num_opening": np.int16, "result": np.int8, "margin": np.int16}
PER_PLY = {
    "moves": np.int16,
    "is_target": np.bool_,
    "num_simulations": np.int32,
    "root_value": np.float32,
    "policy_sizes": np.int16,
}
PER_ENTRY = {"policy_actions": np.int16, "policy_probs": np.float32, "visit_counts": np.int32}


def _list_of(dtype: type) -> pa.DataType:
    return pa.list_(pa.field("item", pa.from_numpy_dtype(dtype), nullable=False))


SCHEMA = pa.schema(
    [pa.field(name, pa.from_numpy_dtype(dtype), nullable=False) for name, dtype in FACTS.items()]
    + [pa.field(name, _list_of(dtype), nullable=False) for name, dtype in (PER_PLY | PER_ENTRY).items()]
)


@dataclass(frozen=True, eq=False)
class PlayedGames(Sequence):
    """N games as flat arrays, M plies and E policy entries in all; a sequence of `PlayedGame`."""

    arrays: dict[str, np.ndarray]  # the columns by name: [N], [M] or [E]
    move_offsets: np.ndarray  # [N + 1] int64, where each game's plies begin
    entry_offsets: np.ndarray  # [N + 1] int64, where each game's policy entries begin

    def __len__(self) -> int:
        return len(self.move_offsets) - 1

    def __getitem__(self, i: int) -> PlayedGame:
        if not -len(self) <= i < len(self):
            raise IndexError(f"game {i} of {len(self)}")
        i %= len(self)
        plies = slice(self.move_offsets[i], self.move_offsets[i + 1])
        entries = slice(self.entry_offsets[i], self.entry_offsets[i + 1])
        return PlayedGame(
            **{name: self.arrays[name][i].item() for name in FACTS},
            **{name: self.arrays[name][plies] for name in PER_PLY},
            **{name: self.arrays[name][entries] for name in PER_ENTRY},
        )

    def __iter__(self) -> Iterator[PlayedGame]:
        return (self[i] for i in range(len(self)))

    @property
    def policy_offsets(self) -> np.ndarray:
        """`[M + 1]` int64 where each ply's policy entries begin."""
        return offsets(self.arrays["policy_sizes"])


def offsets(lengths: Sequence[int] | np.ndarray) -> np.ndarray:
    """`[N]` lengths → `[N + 1]` int64 where each of N pieces begins, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def gathered(games: Sequence[PlayedGame]) -> PlayedGames:
    """The games as flat arrays, in their order. Raises ValueError where a column of a game has another length."""
    for game in games:
        if any(len(getattr(game, name)) != len(game.moves) for name in PER_PLY):
            raise ValueError(f"game {game.game_id}: {', '.join(PER_PLY)} must have one entry a ply")
        if any(len(getattr(game, name)) != np.sum(game.policy_sizes) for name in PER_ENTRY):
            raise ValueError(f"game {game.game_id}: {', '.join(PER_ENTRY)} must have the sum of policy_sizes")
    arrays = {name: np.array([getattr(game, name) for game in games], dtype) for name, dtype in FACTS.items()}
    for name, dtype in (PER_PLY | PER_ENTRY).items():
        pieces = [np.zeros(0, dtype), *(np.asarray(getattr(game, name), dtype) for game in games)]
        arrays[name] = np.concatenate(pieces)
    return PlayedGames(
        arrays,
        offsets([len(game.moves) for game in games]),
        offsets([len(game.policy_actions) for game in games]),
    )


def joined(parts: Sequence[PlayedGames]) -> PlayedGames:
    """The games of all parts, one part after the other."""
    if not parts:
        return gathered([])
    return PlayedGames(
        {name: np.concatenate([part.arrays[name] for part in parts]) for name in parts[0].arrays},
        offsets(np.concatenate([np.diff(part.move_offsets) for part in parts])),
        offsets(np.concatenate([np.diff(part.entry_offsets) for part in parts])),
    )


def to_table(games: PlayedGames) -> pa.Table:
    """The games as an Arrow table of `SCHEMA`."""
    columns = [pa.array(games.arrays[name]) for name in FACTS]
    for names, starts in ((PER_PLY, games.move_offsets), (PER_ENTRY, games.entry_offsets)):
        for name in names:
            values = pa.array(games.arrays[name])
            columns.append(pa.ListArray.from_arrays(starts.astype(np.int32), values, type=SCHEMA.field(name).type))
    return pa.table(columns, schema=SCHEMA)


def from_table(table: pa.Table) -> PlayedGames:
    """The games of a table of `SCHEMA`. Raises ValueError where lists of one game differ in length."""
    arrays, starts = {}, {}
    for name in SCHEMA.names:
        column = table.column(name).combine_chunks()
        if name not in FACTS:
            starts[name] = column.offsets.to_numpy().astype(np.int64)
            column = column.values
        # copied, since Arrow's arrays are read-only, and kernels would be compiled once more for these
        arrays[name] = np.array(column.to_numpy(zero_copy_only=False))
    for names in (PER_PLY, PER_ENTRY):
        first, *others = (starts[name] for name in names)
        if not all(np.array_equal(first, other) for other in others):
            raise ValueError(f"{', '.join(names)} differ in length")
    return PlayedGames(arrays, starts["moves"], starts["policy_actions"])
