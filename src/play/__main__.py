"""All doors to the players: `python -m src.play NAME key=value …`."""

import difflib
import runpy
import sys

DOORS = {  # name → the module that is run
    "analyse": "src.play.analyse",
    "gomocup": "src.play.gomocup",
    "gtp": "src.play.gtp",
    "terminal": "src.play.terminal",
    "watch": "src.play.watch",
}


def main(arguments: list[str]) -> None:
    """Run the door that is named, with the other arguments; else say which there are, with status 2 for a mistake."""
    name = arguments[0] if arguments else "--help"
    if name in DOORS:
        sys.argv[1:] = arguments[1:]
        runpy.run_module(DOORS[name], run_name="__main__", alter_sys=True)
    elif name in ("-h", "--help"):
        print(f"usage: python -m src.play {{{','.join(DOORS)}}} key=value …; NAME --help says which keys")
    else:
        close = difflib.get_close_matches(name, DOORS, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(DOORS)}"
        print(f"error: there is no {name} to play with; {hint}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
