"""Stage `begin`: the model to begin with."""

from pipelines.stage import SAY, Stage, run
from src.generation.begin import begin
from src.generation.part import Part


def main(stage: Stage) -> Part:
    groups = stage.groups
    return begin(
        stage.campaign,
        stage.game,
        net=groups["net"],
        train=groups["train"],
        start=stage.chosen.start,
        seed=stage.chosen.seed,
        inference=stage.chosen.inference.asked,
        say=SAY.print,
    )


if __name__ == "__main__":
    run(main, "begin")
