"""What a search is told once: one record, which its kernels read."""

import numpy as np

from src.games.rules import Game
from src.search.evaluator import Evaluator

PUCT, UCT, UCT_PRIOR = range(3)
FPU_CONSTANT, FPU_PARENT = range(2)

SETTINGS = np.dtype(
    [
        ("rule", "i8"),
        ("c_init", "f8"),
        ("c_base", "f8"),
        ("fpu", "i8"),
        ("fpu_value", "f8"),  # the constant, or the reduction
        ("root_temperature", "f8"),
        ("noise_fraction", "f8"),
        ("noise_alpha", "f8"),
        ("noise_total_alpha", "f8"),  # if above 0: alpha is this over the number of legal moves
        ("margin_weight", "f8"),
        ("max_score", "i8"),
        ("prove", "i8"),  # whether proven results travel up as bounds
        ("leaves_per_step", "i8"),
        ("is_exact", "i8"),  # whether the evaluator's values are proofs, too
        ("observes", "i8"),  # whether the evaluator reads observations, else states
        ("considered_moves", "i8"),  # of the root by sequential halving; 0: the rule holds there, too
        ("gumbel_scale", "f8"),
        ("forced_playouts", "f8"),
        ("stop_decided", "i8"),
    ]
)

RULES = {"puct": PUCT, "uct": UCT, "uct_prior": UCT_PRIOR}
FPU_MODES = {"constant": FPU_CONSTANT, "parent": FPU_PARENT}


def make_knobs(
    game: Game,
    evaluator: Evaluator,
    *,
    rule: str = "puct",
    c_init: float = 1.25,
    c_base: float = 19652.0,
    fpu: str = "constant",
    fpu_value: float = 0.0,
    noise_fraction: float = 0.0,
    noise_alpha: float = 0.3,
    noise_total_alpha: float = 0.0,
    root_temperature: float = 1.0,
    leaves_per_step: int = 1,
    prove: bool = True,
    margin_weight: float = 0.0,
    considered_moves: int = 0,
    gumbel_scale: float = 0.0,
    forced_playouts: float = 0.0,
    stop_decided: bool = False,
) -> np.ndarray:
    """`[1]` SETTINGS. All default to AlphaZero's (Silver et al. 2018), without noise.

    rule: "puct", "uct" or "uct_prior" (which tries every move first); c_init, c_base: see `select`.
    fpu: "constant" (fpu_value is the value of an untried move; AlphaZero: 0) or "parent" (fpu_value is the
        reduction; KataGo: 0.2).
    noise_fraction, noise_alpha: Dirichlet noise on the root's priors (AlphaZero in self-play: 0.25; 0.3 in chess).
    noise_total_alpha: alpha is this over the number of legal moves (KataGo: 10.83), in place of noise_alpha.
    root_temperature: priors at the root to the power 1 / it (KataGo: 1.25 early, 1.1 later; AlphaZero: 1).
    leaves_per_step: leaves of one slot in a batch; more than one needs virtual losses and searches a little
        less well (Chaslot et al. 2008).
    prove: proven results travel up as bounds (Cazenave and Saffidine 2010).
    margin_weight: share of the margin in the utility, see `utility`.
    considered_moves, gumbel_scale: above 0, the root spends its simulations by sequential halving on so many moves,
        see `gumbel` (Gumbel AlphaZero: 16, and 1 in self-play, else 0). Kept trees do not go with it.
    forced_playouts: every tried move of the root gets sqrt(it * prior * visits) visits, which the policy target leaves
        out unless they found something (KataGo in self-play: 2; 0: none).
    stop_decided: end a search when the visits that are left cannot change which move has the most.
    """
    settings = np.zeros(1, SETTINGS)
    settings[0] = (
        RULES[rule],
        c_init,
        c_base,
        FPU_MODES[fpu],
        fpu_value,
        root_temperature,
        noise_fraction,
        noise_alpha,
        noise_total_alpha,
        margin_weight,
        game.max_score,
        prove,
        leaves_per_step,
        prove and getattr(evaluator, "is_exact", False),
        evaluator.reads == "observations",
        considered_moves,
        gumbel_scale,
        forced_playouts,
        stop_decided,
    )
    return settings
