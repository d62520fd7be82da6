"""The result of a game, worded for the player."""

from fatum.core.seats import seat_number
from fatum.terminal.session import Session, in_order
from fatum.terminal.standing import scores
from fatum.terminal.wording import Wording


def result_lines(session: Session, wording: Wording) -> tuple[str, list[str]]:
    """The result in a sentence, and the scores."""
    outcome = session.info.outcome or {}
    text = wording.text
    points = scores(outcome)
    if points:
        order = sorted(range(len(points)), key=lambda seat: -points[seat])
        told = [
            text("line.allin.runes", name=wording.listed(seat), count=points[seat])
            for seat in order
        ]
        lines = [text("line.score", scores=wording.join(told))]
        winner = outcome.get("winner")
        if winner is None:
            return text("allin.result.nobody"), lines
        number = seat_number(str(winner))
        if number == session.seat:
            return text("allin.result.won"), lines
        return text("allin.result.other", name=wording.seat(number)), lines
    loser = outcome.get("loser")
    if loser is not None:
        number = seat_number(str(loser))
        names = wording.join([wording.listed(seat) for seat in in_order(session)])
        lines = [text("line.order", names=names)] if session.out else []
        if number == session.seat:
            return text("karma.result.lost"), lines
        other = text("karma.result.other", name=wording.seat(number))
        if session.seat is None:
            return other, lines
        return text("karma.result.won"), [other, *lines]
    if session.game.name == "karma":
        return text("karma.result.undecided"), []
    return text("prompt.over"), []


def wishes(session: Session, wording: Wording, wanted: bool) -> list[str]:
    """Who would like to play again at a server's table."""
    if wanted:
        return [wording.text("end.rematch.wait")]
    seats = enumerate(session.info.seats)
    names = [wording.seat(number) for number, info in seats if info.rematch]
    return [wording.text("end.rematch.wants", names=wording.join(names))] if names else []


def end_entries(wording: Wording, *, seated: bool) -> list[tuple[str, str]]:
    """What can be done after a game; only who has a seat can play again."""
    keys = {
        "again": "end.rematch",
        "replay": "end.replay",
        "analysis": "end.analysis",
        "home": "net.home",
    }
    if not seated:
        del keys["again"]
    return [(f"go:{name}", wording.text(key)) for name, key in keys.items()]
