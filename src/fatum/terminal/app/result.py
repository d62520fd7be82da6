"""How a game has ended, for the player who looks at it."""

from fatum.terminal.session import Session, seat_number
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
            text("line.allin.runes", name=wording.seat(seat), count=points[seat]) for seat in order
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
        if number == session.seat:
            return text("karma.result.lost"), []
        if session.seat is None:
            return text("karma.result.other", name=wording.seat(number)), []
        return text("karma.result.won"), [text("karma.result.other", name=wording.seat(number))]
    if session.game.name == "karma":
        return text("karma.result.undecided"), []
    return text("prompt.over"), []
