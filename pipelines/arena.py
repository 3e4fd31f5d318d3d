"""Stage `arena@…`: candidate against champion, fixed players and exact play. Meanwhile MLflow hears of what is done."""

from pipelines.stage import SAY, Stage, run
from src.generation.judge import arena_for, judge
from src.generation.part import Part
from src.tracking.tracked import tracked

PAUSE = 60.0  # seconds between two looks into the journal for MLflow; the report's stage sends what is left


def main(stage: Stage) -> Part:
    chosen, groups = stage.chosen, stage.groups
    arena, positions = arena_for(
        stage.game, groups["arena"], big_table=chosen.big_table, seed=chosen.seed, say=SAY.print
    )
    with tracked(stage.campaign.folder, stage.journal, **groups["tracking"], say=SAY.print, pause=PAUSE):
        return judge(
            stage.campaign,
            stage.game,
            stage.number,
            mcts=groups["mcts"],
            arena=arena,
            inference=chosen.inference.engine,
            positions=positions,
            big_table=chosen.big_table,
            seed=chosen.seed,
            num_workers=chosen.num_workers,
        )


if __name__ == "__main__":
    run(main, "arena")
