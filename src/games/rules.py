"""The contract of a game: nine compiled pure functions on a flat state, and the facts about it.

A state is one C-contiguous `[S]` int8 row. `spec` is one `[K]` int32 array of a game at one size: sizes
first, then tables, so that one compilation serves every board. Players are 0, who starts, and 1.

    init(spec, state)                    writes the first state
    legal_mask(spec, state, mask)        writes `[A]` bool, true is legal; none is legal in a final state
    step(spec, state, action)            plays a legal action in place
    to_play(spec, state) -> 0 or 1       who moves; may stay the same after a step
    is_terminal(spec, state) -> bool
    returns(spec, state, player)         result for that player: 1 won, 0 drawn or unfinished, -1 lost
    score(spec, state, player)           margin in the game's points so far, 0 in games without points
    observe(spec, state, planes)         writes `[C, H, W]` float32, as the player to move sees it
    key(spec, state) -> uint64           equal for equal states; states differ where the game can go on differently

A compiled search calls a game by the addresses of these functions (`Game.rules`), so that it is compiled
once for all games. Passing the functions themselves costs 43 µs each time a kernel is entered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numba import types

from src.files.compiled import COMPILED, allocating, kernel
from src.files.errors import UserError

SPEC = types.Array(types.int32, 1, "C")
STATE = types.Array(types.int8, 1, "C")
MASK = types.Array(types.boolean, 1, "C")
PLANES = types.Array(types.float32, 3, "C")

INIT = types.void(SPEC, STATE)
LEGAL_MASK = types.void(SPEC, STATE, MASK)
STEP = types.void(SPEC, STATE, types.int64)
TO_PLAY = types.int64(SPEC, STATE)
IS_TERMINAL = types.boolean(SPEC, STATE)
RETURNS = types.int64(SPEC, STATE, types.int64)
SCORE = types.int64(SPEC, STATE, types.int64)
OBSERVE = types.void(SPEC, STATE, PLANES)
KEY = types.uint64(SPEC, STATE)

SIGNATURES = {
    "init": INIT,
    "legal_mask": LEGAL_MASK,
    "step": STEP,
    "to_play": TO_PLAY,
    "is_terminal": IS_TERMINAL,
    "returns": RETURNS,
    "score": SCORE,
    "observe": OBSERVE,
    "key": KEY,
}
INIT_AT, LEGAL_MASK_AT, STEP_AT, TO_PLAY_AT, IS_TERMINAL_AT, RETURNS_AT, SCORE_AT, OBSERVE_AT, KEY_AT = range(9)

NO_CELL = -1  # the observation cell of an action that has none, as a pass

if COMPILED:
    from numba.core import cgutils
    from numba.extending import intrinsic

    def _calls(signature):
        """An intrinsic `call(address, *args)` for functions of this signature; what they raise arrives."""

        @intrinsic
        def call(typing_context, address, *args):
            def codegen(context, builder, sig, values):
                kind = context.call_conv.get_function_type(signature.return_type, signature.args)
                pointer = builder.inttoptr(values[0], kind.as_pointer())
                arguments = list(cgutils.unpack_tuple(builder, values[1]))
                status, result = context.call_conv.call_function(
                    builder, pointer, signature.return_type, signature.args, arguments
                )
                with cgutils.if_unlikely(builder, status.is_error):
                    context.call_conv.return_status_propagate(builder, status)
                return result

            return signature.return_type(types.int64, types.StarArgTuple(signature.args)), codegen

        return call

    RULES = types.Array(types.int64, 1, "C")

    def _address(function, signature) -> int:
        compiled = function.get_compile_result(signature)
        return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)

else:

    def _calls(signature):
        return lambda function, *args: function(*args)


call_init = _calls(INIT)
call_legal_mask = _calls(LEGAL_MASK)
call_step = _calls(STEP)
call_to_play = _calls(TO_PLAY)
call_is_terminal = _calls(IS_TERMINAL)
call_returns = _calls(RETURNS)
call_score = _calls(SCORE)
call_observe = _calls(OBSERVE)
call_key = _calls(KEY)


@kernel
def sign(margin):
    """The result that a final margin means: 1, 0 or -1."""
    if margin > 0:
        return 1
    return -1 if margin < 0 else 0


def rule(name: str, *, makes_arrays: bool = False):
    """`@rule("step")`: compiles a function of the contract with the contract's signature."""
    return (allocating if makes_arrays else kernel)(SIGNATURES[name])


def functions_of(module: dict[str, object], **own: Callable) -> dict[str, Callable]:
    """The contract's functions by name: those of a module's `globals()`, and in their place the ones given."""
    return {name: own.get(name) or module[name] for name in SIGNATURES if name in own or name in module}


def table(functions: dict[str, Callable]):
    """The `[9]` int64 addresses of a game's functions; in plain Python the functions themselves.

    Never stored, since addresses are new in each process. Keep the functions alive as long as it is used.
    """
    missing = SIGNATURES.keys() - functions.keys()
    if missing:
        raise TypeError(f"a game needs all functions of the contract; missing: {', '.join(sorted(missing))}")
    ordered = [functions[name] for name in SIGNATURES]
    if not COMPILED:
        return tuple(ordered)
    return np.array([_address(f, s) for f, s in zip(ordered, SIGNATURES.values(), strict=True)], np.int64)


@dataclass(frozen=True, eq=False)
class Game:
    """A game at one size: its compiled rules and what the rest needs to know about it."""

    name: str
    version: int  # changes whenever behaviour can
    sizes: dict[str, int | float | bool]  # as in the settings: rows, cols, …
    functions: dict[str, Callable]  # the contract's functions, by name
    spec: np.ndarray
    state_size: int
    num_actions: int
    max_plies: int
    planes: tuple[int, int, int]  # (C, H, W) of an observation
    action_cells: np.ndarray  # [A] flat cell of the H×W picture that belongs to each action, or NO_CELL
    action_names: tuple[str, ...]
    cell_symmetries: np.ndarray  # [K, H*W] where each cell goes under each symmetry; the first is the identity
    action_symmetries: np.ndarray  # [K, A] where each action goes
    max_score: int  # the largest margin, 0 in games without points
    picture: str  # how `draw` shows it: "stones", "rhombus" or "edges"
    assemble: Callable  # (cells, to_play, scores) -> state, checked; what `draw` reads a board with

    def __post_init__(self):
        object.__setattr__(self, "rules", table(self.functions))

    def __reduce__(self):
        """Another process makes the game anew: compiled functions and addresses are its own."""
        from src.games import make  # which imports this module

        return partial(make, **self.sizes), (self.name,)

    def __str__(self) -> str:
        return f"{self.name} {self.sizes['rows']}×{self.sizes['cols']}"

    def initial_state(self) -> np.ndarray:
        """`[S]` the first state."""
        state = np.zeros(self.state_size, np.int8)
        self.functions["init"](self.spec, state)
        return state

    def legal_mask(self, state: np.ndarray) -> np.ndarray:
        """`[A]` bool, true is legal."""
        mask = np.zeros(self.num_actions, np.bool_)
        self.functions["legal_mask"](self.spec, state, mask)
        return mask

    def legal_actions(self, state: np.ndarray) -> list[int]:
        return np.flatnonzero(self.legal_mask(state)).tolist()

    def step(self, state: np.ndarray, action: int) -> np.ndarray:
        """The state after `action`; `state` stays as it is. Raises UserError for an illegal action."""
        if self.is_terminal(state):
            raise UserError(f"{self}: the game is over, so move {action} cannot be played")
        if not (0 <= action < self.num_actions and self.legal_mask(state)[action]):
            legal = ", ".join(map(str, self.legal_actions(state)))
            raise UserError(f"{self}: move {action} is illegal here; legal are {legal}")
        after = state.copy()
        self.functions["step"](self.spec, after, action)
        return after

    def to_play(self, state: np.ndarray) -> int:
        return int(self.functions["to_play"](self.spec, state))

    def is_terminal(self, state: np.ndarray) -> bool:
        return bool(self.functions["is_terminal"](self.spec, state))

    def returns(self, state: np.ndarray, player: int) -> int:
        """Result for `player`: 1, 0 or -1."""
        return int(self.functions["returns"](self.spec, state, player))

    def score(self, state: np.ndarray, player: int) -> int:
        """Margin for `player` so far, in points."""
        return int(self.functions["score"](self.spec, state, player))

    def observe(self, state: np.ndarray) -> np.ndarray:
        """`[C, H, W]` float32, as the player to move sees it."""
        planes = np.zeros(self.planes, np.float32)
        self.functions["observe"](self.spec, state, planes)
        return planes

    def key(self, state: np.ndarray) -> int:
        return int(self.functions["key"](self.spec, state))

    def replay(self, history: list[int]) -> np.ndarray:
        """The state after the moves of `history`. Raises UserError that names the ply of a wrong move."""
        state = self.initial_state()
        for ply, action in enumerate(history):
            try:
                state = self.step(state, action)
            except UserError as error:
                raise UserError(f"{error} (ply {ply} of the history)") from None
        return state
