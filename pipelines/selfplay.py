"""Stage `selfplay@…`: a generation's games."""

from pipelines.stage import SAY, Stage, run
from src.generation.generate import generate
from src.generation.part import Part


def main(stage: Stage) -> Part:
    chosen, groups = stage.chosen, stage.groups
    return generate(
        stage.campaign,
        stage.game,
        stage.number,
        mcts=groups["mcts"],
        selfplay=groups["selfplay"],
        inference=chosen.inference.engine,
        seed=chosen.seed,
        num_workers=chosen.num_workers,
        say=SAY.print,
    )


if __name__ == "__main__":
    run(main, "selfplay")
