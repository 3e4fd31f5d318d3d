"""The sizes at which games are tested; one that is not in the list is tested at its usual size."""

SIZES = {  # the first of each game is small: it also runs as plain Python
    "dots": [
        *({"rows": r, "cols": c} for r, c in [(2, 2), (1, 1), (1, 3), (3, 2), (3, 3), (5, 5), (8, 8), (10, 10)]),
        {"rows": 2, "cols": 2, "history": 8},
    ],
    "connect4": [
        {"rows": 4, "cols": 5, "in_row": 3},
        {"rows": 6, "cols": 7, "in_row": 4},
        {"rows": 1, "cols": 1, "in_row": 1},
        {"rows": 2, "cols": 2, "in_row": 2},
        {"rows": 10, "cols": 10, "in_row": 5},
        {"rows": 4, "cols": 4, "in_row": 3, "history": 2},
    ],
    "tictactoe": [
        {"rows": 3, "cols": 3, "in_row": 3},
        {"rows": 3, "cols": 4, "in_row": 3},
        {"rows": 5, "cols": 5, "in_row": 4},
        {"rows": 1, "cols": 1, "in_row": 1},
        {"rows": 8, "cols": 8, "in_row": 8},
        {"rows": 3, "cols": 3, "in_row": 3, "history": 8},
    ],
    "othello": [
        *({"rows": r, "cols": c} for r, c in [(4, 4), (4, 10), (6, 6), (8, 6), (8, 8), (10, 10)]),
        {"rows": 6, "cols": 4, "history": 3},
    ],
    "hex": [
        {"rows": 3, "cols": 3, "swap": True},
        {"rows": 2, "cols": 2, "swap": False},
        {"rows": 2, "cols": 5, "swap": False},
        {"rows": 5, "cols": 5, "swap": False},
        {"rows": 11, "cols": 11, "swap": True},
        {"rows": 13, "cols": 13, "swap": False},
        {"rows": 4, "cols": 4, "swap": True, "history": 8},
    ],
    "gomoku": [
        {"rows": 5, "cols": 5, "in_row": 4, "exact": True},
        {"rows": 15, "cols": 15, "in_row": 5, "exact": False},
        {"rows": 1, "cols": 1, "in_row": 1, "exact": False},
        {"rows": 6, "cols": 9, "in_row": 3, "exact": False},
        {"rows": 19, "cols": 19, "in_row": 5, "exact": True},
        {"rows": 5, "cols": 6, "in_row": 4, "exact": False, "history": 5},
    ],
    "go": [
        {"rows": 3, "cols": 3, "komi": 0.5, "history": 3},
        {"rows": 9, "cols": 9},
        {"rows": 1, "cols": 1, "komi": 0},
        {"rows": 4, "cols": 5, "komi": -2, "suicide": True, "history": 1, "plies_per_point": 4},
        {"rows": 5, "cols": 5, "komi": 6, "suicide": True, "plies_per_point": 10},
        {"rows": 19, "cols": 19, "plies_per_point": 1},
    ],
}
