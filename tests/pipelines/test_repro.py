"""DVC's generations: the bytes of one process, only what an edit touches made again, one sentence for mistakes."""

import re

STAGES = ("begin", "selfplay@001", "train@001", "arena@001", "selfplay@002", "train@002", "arena@002")


def ran(printed: str) -> list[str]:
    """The stages of generations that ran."""
    return [stage for stage in re.findall(r"Running stage '([^']+)'", printed) if stage not in ("check", "report")]
