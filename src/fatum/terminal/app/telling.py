"""What stands in the log, in the question and in the line about the keys."""

from typing import Final

from fatum.terminal.session import Happened, Session
from fatum.terminal.wording import Wording

_NEWS: Final = frozenset({"away", "back", "left", "taken_over", "returned"})


def log_lines(happened: Happened, wording: Wording) -> list[str]:
    """Sentences about the game, and about people who come, go and talk."""
    lines = [wording.say(line) for line in wording.narrator.tell(happened.events)]
    news = happened.news
    if news is None or news.seat is None:
        return lines
    name = wording.seat(int(news.seat[1:]) - 1)
    if news.what in _NEWS:
        lines.append(wording.text(f"news.{news.what}", name=name))
    elif news.what in {"chat", "reaction"}:
        said = news.text or ""
        if news.what == "reaction":
            said = wording.text(f"react.{said}")
        lines.append(wording.text("line.chat", name=name, text=said))
    return lines


def key_line(session: Session, wording: Wording) -> str:
    """The keys that do something at this table."""
    text = wording.text
    keys = [("h", text("table.hint")), ("r", text("home.rules")), ("l", text("table.log"))]
    if session.aid is not None:
        keys.append(("a", text("line.app.aid")))
    if session.info.settings.chat:
        keys.append(("c", text("table.chat")))
    keys.append(("q", text("net.home")))
    return "   ".join(f"{key} {name}" for key, name in keys)


def lobby_entries(session: Session, wording: Wording) -> list[tuple[str, str]]:
    """What the host can do before the game."""
    if session.phase != "lobby" or not session.you.host:
        return []
    free = sum(seat.kind == "empty" for seat in session.info.seats)
    key = "lobby.start.fill" if free else "lobby.start"
    return [("go:start", wording.text(key, count=free))]


def question_of(session: Session, wording: Wording) -> str:
    """What is asked of the player, or who is waited for; and the strength of the own hand."""
    view = session.view
    if session.phase == "lobby":
        return wording.text("line.wait.lobby", code=session.info.id)
    if view is None or session.over:
        return ""
    asked = wording.say(wording.narrator.prompt(view, session.legal, session.acting))
    if session.aid is None:
        return asked
    hand = wording.text(f"hand.{session.aid.hand}")
    return f"{asked}\n{wording.text('line.combination', hand=hand, count=session.aid.value)}"
