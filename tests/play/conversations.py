"""Conversations written down as people read them, and lines that no one would send."""

import string

import numpy as np

CONTROL = "".join(map(chr, (0, 1, 7, 8, 9, 11, 12, 13, 27, 127)))


def exchanges(text: str) -> list[tuple[str, str]]:
    """`> command` lines, each with the answer below it, which may have several lines or none."""
    found: list[tuple[str, list[str]]] = []
    for line in text.strip("\n").split("\n"):
        if line.startswith("> "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [(command, "\n".join(answer)) for command, answer in found]


def garbage(words: list[str], count: int, seed: int) -> list[str]:
    """Lines of random characters, of half commands and of commands with wrong arguments; some are very long."""
    rng = np.random.default_rng(seed)
    letters = string.printable.replace("\n", "") + CONTROL + "é碁"
    lines = []
    for _ in range(count):
        kind = rng.integers(4)
        if kind == 0:
            lines.append("".join(rng.choice(list(letters), rng.integers(0, 60))))
        elif kind == 1:
            word = str(rng.choice(words))
            lines.append(word[: rng.integers(0, len(word) + 1)] + str(rng.choice(list(letters))))
        elif kind == 2:
            given = rng.choice([*words, "-1", "999999999999", "1e9", "nan", "b", "z99", ",,", "3,", "#", "\x00"], 4)
            lines.append(" ".join(given[: rng.integers(1, 5)]))
        else:
            lines.append(str(rng.choice(words)) + " " + str(rng.choice(list(letters))) * int(rng.integers(1, 20000)))
    return lines
