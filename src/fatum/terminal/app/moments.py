"""The line above the question that says what has just happened."""

from fatum.terminal.app.feed import MOMENTS
from fatum.terminal.session import Happened
from fatum.terminal.wording import Wording


def moment_of(happened: Happened, wording: Wording, seat: int | None) -> tuple[str, bool]:
    """The sentences of one turn, and whether it is one of the great moments."""
    lines = [wording.say(line) for line in wording.narrator.tell(happened.events)]
    if not lines:
        return "", False
    large = any(event.kind in MOMENTS for event in happened.events)
    if large:
        told = [event for event in happened.events if event.kind in MOMENTS]
        lines = [wording.say(line) for line in wording.narrator.tell(told)] or lines
    return " ".join(lines), large
