"""Stage `train@…`: a generation's candidate."""

from pipelines.stage import Stage, run
from src.generation.fit import fit
from src.generation.part import Part


def main(stage: Stage) -> Part:
    groups = stage.groups
    return fit(
        stage.campaign,
        stage.game,
        stage.number,
        selfplay=groups["selfplay"],
        train=groups["train"],
        canonical=groups["mcts"]["canonical"],
        seed=stage.chosen.seed,
    )


if __name__ == "__main__":
    run(main, "train")
