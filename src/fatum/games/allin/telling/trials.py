"""What trial games say about a move of All In: how does the round end?"""

from typing import Final

from fatum.core.events import Event
from fatum.core.messages import declare
from fatum.core.options import Options
from fatum.core.parts import Trials
from fatum.games.allin.rules.options import SIDE_B
from fatum.games.allin.telling.totals import strongest

_SAID: Final = declare(
    "allin.trial",
    {
        "strongest": "Your hand is then the strongest in {percent}% of the trial games instead of {instead}%.",
        "right": "Your prediction is then right in {percent}% of the trial games instead of {instead}%.",
    },
)


def happened(options: Options, seat: int, events: list[Event]) -> frozenset[str] | None:
    best = strongest(events, options.text("side") == SIDE_B)
    if best < 0:
        return None
    found = {"strongest"} if best == seat else set()
    for event in events:
        if event.kind == "prediction" and event.seat == seat and event.other == best:
            found.add("right")
    return frozenset(found)


TRIALS: Final = Trials(_SAID, happened)
