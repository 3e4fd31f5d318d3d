"""What each search is given when it begins: a seed, simulations, and whether it is for the move alone."""

import numpy as np

from src.files.errors import UserError

TASK = np.dtype(
    [
        ("seed", "u8"),  # of what is random at the root
        ("num_simulations", "i4"),
        ("is_quiet", "i1"),  # for the move alone: nothing random or forced at the root
    ],
    align=True,
)


def make_tasks(seeds, num_simulations, is_quiet, *, most: int) -> np.ndarray:
    """`[N]` TASK for N seeds; the others each as one value for all or as `[N]`.

    Raises UserError for fewer simulations than 1 or more than `most`.
    """
    tasks = np.zeros(len(seeds), TASK)
    tasks["seed"] = np.asarray(seeds, np.uint64)
    tasks["num_simulations"] = num_simulations
    tasks["is_quiet"] = is_quiet
    asked = tasks["num_simulations"]
    wrong = asked[(asked < 1) | (asked > most)]
    if len(wrong):
        raise UserError(f"a search of {wrong[0]} simulations was asked for; this one has room for 1 to {most}")
    return tasks
