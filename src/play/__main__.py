"""All doors to the players: `python -m src.play NAME key=value…`."""

import difflib
import runpy
import sys

COMMANDS = {  # name → the module that `python -m` would run
    "analyse": "src.play.analyse",
    "explain": "src.play.explain",
    "gomocup": "src.play.gomocup",
    "gtp": "src.play.gtp",
    "site": "src.play.make_site",
    "terminal": "src.play.terminal",
    "watch": "src.play.watch",
    "web": "src.play.web",
}


def main(arguments: list[str]) -> None:
    """Run the command that is named first, with the rest as its arguments."""
    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        sys.argv[1:] = arguments[1:]
        runpy.run_module(COMMANDS[name], run_name="__main__", alter_sys=True)
        return
    usage = f"usage: python -m src.play NAME key=value…, where NAME is one of {', '.join(sorted(COMMANDS))}"
    if name in ("", "-h", "--help"):
        print(usage)
        return
    close = difflib.get_close_matches(name, COMMANDS, n=1, cutoff=0.5)
    print(f"error: there is no {name}; " + (f"did you mean {close[0]}?" if close else usage), file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1:])
