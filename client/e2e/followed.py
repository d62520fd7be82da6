"""A table with seeded chance and seeded opponents, spoken to line by line: for ``follow.test.ts``.

    followed.py GAME PLAYERS SEED

It reads the moves of the first seat, one a line, and answers each with a line of JSON: the updates
that follow until that seat is asked again or the game is over. The first line is the snapshot.
"""

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from crowded import SHORT, begun, entry
from record import choose

from fatum.core.rng import Rng
from fatum.protocol.snapshots import Update
from fatum.protocol.table_settings import TableSettings
from fatum.table import log
from fatum.table.projection import snapshot, update
from fatum.table.roles import Caller

OWN: Final = 0


def _write(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.flush()


def main() -> None:
    game, players, number = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    seed = number.to_bytes(4, "big") * 8
    bots = dict.fromkeys(range(1, players), "greedy")
    state = begun(game, {"players": players}, seed, SHORT, bots, TableSettings())
    who = state.who(Caller(token=f"token-{OWN}"))
    rng = Rng(number + 7)
    assert state.match is not None
    truth = state.match.state

    def play(seat: int, text: str) -> Update:
        fact = log.Moved(seat, text, "bot" if seat in bots else "person")
        return update(state, state.apply(entry(state.seq + 1, fact)), who)

    def opponents() -> list[Update]:
        made: list[Update] = []
        while (actors := truth.to_act()) and OWN not in actors:
            seat = actors[0]
            legal = [truth.game.moves[move] for move in truth.legal_moves(seat)]
            made.append(play(seat, choose(game, legal, rng, state.seq)))
        return made

    opponents()
    _write(snapshot(state, who))
    for line in sys.stdin:
        _write([play(OWN, line.strip()), *opponents()])


if __name__ == "__main__":
    main()
