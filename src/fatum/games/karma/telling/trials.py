"""What trial games say about a move of Karma: who takes the pile before the seat has had its next turn?"""

from typing import Final

from fatum.core.events import Event
from fatum.core.messages import declare
from fatum.core.options import Options
from fatum.core.parts import Trials

_SAID: Final = declare(
    "karma.trial",
    {
        "self": "You then take the pile on your next turn in {percent}% of the trial games instead of {instead}%.",
        "others": "Another player then takes the pile before your next turn in {percent}% of the trial games instead of {instead}%.",
        "lose": "You then lose before your next turn in {percent}% of the trial games instead of {instead}%.",
    },
)


def happened(options: Options, seat: int, events: list[Event]) -> frozenset[str] | None:
    """From the next turn of anyone to the end of this seat's own."""
    found: set[str] = set()
    turn = -1
    for event in events:
        if event.kind == "turn":
            if turn == seat:
                return frozenset(found)
            turn = event.seat
        elif event.kind == "lose":
            return frozenset({*found, "lose"} if event.seat == seat else found)
        elif event.kind == "take" and turn >= 0:
            found.add("self" if event.seat == seat else "others")
        elif event.kind == "give" and turn >= 0:
            found.add("self" if event.other == seat else "others")
    return None


TRIALS: Final = Trials(_SAID, happened, bad=frozenset({"self", "lose"}))
