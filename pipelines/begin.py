"""Stage `begin`: the untrained model."""

from pipelines.stage import Stage, run
from src.generation.begin import begin
from src.generation.part import Part


def main(stage: Stage) -> Part:
    groups = stage.groups
    precision = {group: groups[group]["precision"] for group in ("inference", "train")}
    return begin(stage.campaign, stage.game, net=groups["net"], seed=stage.chosen.seed, precision=precision)


if __name__ == "__main__":
    run(main, "begin")
