"""Print whole games as one seat's browser receives them: a list of {name, snapshot, updates}."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from record import GAMES, record


def main() -> None:
    games = [record(name, game, options, 3)[1] for name, game, options in GAMES]
    sys.stdout.buffer.write(b"[" + b",".join(games) + b"]")


if __name__ == "__main__":
    main()
