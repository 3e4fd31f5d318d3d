"""A small program that speaks GTP and plays the first free cell of tic-tac-toe; its argument says how it goes wrong.

It imports nothing of ours, so that it starts at once and shares no mistake with what asks it.
"""

import os
import sys
import time

CELLS = [f"{col}{row}" for row in (1, 2, 3) for col in "abc"]
KNOWN = ("boardsize", "clear_board", "genmove", "known_command", "name", "play", "quit", "set_random_seed", "version")


def answered(words: list[str], taken: set[str], before: set[str], wrong: str) -> str:
    command, *given = words
    if command == "genmove":
        if wrong == "dies":
            sys.exit("the sky has fallen")
        if wrong == "hangs":
            time.sleep(60)
        if wrong == "resigns":
            return "= resign"
        if wrong == "takes a1":
            return "= A1"
        if wrong == "floods":
            return "= " + 2_000_000 * "x"
        if wrong == "chatters":
            return "I think about it"
        taken.add(next(cell for cell in CELLS if cell not in taken))
        return f"= {(taken - before).pop()}"
    if command == "play":
        if wrong == "refuses":
            return "? illegal move"
        taken.add(given[1].lower())
    if command == "clear_board":
        taken.clear()
    if command == "boardsize" and given != ["3"]:
        return "? unacceptable size"
    if command == "known_command":
        return f"= {str(given[0] in KNOWN).lower()}"
    return {"name": "= Firstfree", "version": "= 1.0"}.get(command, "=")


if __name__ == "__main__":
    how, log = sys.argv[1], open(sys.argv[2], "a")  # noqa: SIM115 (to the end)
    print(os.getpid(), file=log, flush=True)
    board: set[str] = set()
    for line in sys.stdin:
        print(line.rstrip(), file=log, flush=True)
        print(
            answered(line.split(), board, set(board), how),
            end="\r\n\r\n" if how == "ends lines with CR LF" else "\n\n",
            flush=True,
        )
        if line.strip() == "quit":
            break
    else:
        print("end of input", file=log, flush=True)
    if how == "stays":
        time.sleep(60)
