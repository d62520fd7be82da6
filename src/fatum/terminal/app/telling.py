"""What stands in the log, in the question and in the line about the keys."""

from typing import Final

from rich.console import RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.text import Text

from fatum.core.seats import seat_number
from fatum.terminal.lines.choices import explained
from fatum.terminal.session import Happened, Session
from fatum.terminal.wording import Wording

_NEWS: Final = frozenset({"away", "back", "left", "taken_over", "returned"})


def log_lines(happened: Happened, wording: Wording) -> list[str]:
    """Sentences about the game, and about people who come, go and talk."""
    lines = [wording.say(line) for line in wording.narrator.tell(happened.events)]
    news = happened.news
    if news is None or news.seat is None:
        return lines
    name = wording.seat(seat_number(news.seat))
    if news.what in _NEWS:
        lines.append(wording.text(f"news.{news.what}", name=name))
    elif news.what in {"chat", "reaction"}:
        said = news.text or ""
        if news.what == "reaction":
            said = wording.text(f"react.{said}")
        if seat_number(news.seat) == wording.viewer:
            lines.append(wording.text("line.chat.you", text=said))
        else:
            lines.append(wording.text("line.chat", name=name, text=said))
    return lines


def turn_lines(
    happened: Happened, wording: Wording, before: str | None
) -> tuple[list[RenderableType], str | None]:
    """One entry of the log under the name of who acts, unless that is who acted ``before``."""
    lines = log_lines(happened, wording)
    if not lines:
        return [], before
    actor = None if happened.news is None else happened.news.seat
    if actor is None:
        return [Text(line) for line in lines], None
    told: list[RenderableType] = [Padding(Text(line), (0, 0, 0, 2)) for line in lines]
    if actor != before:
        told.insert(0, Text(wording.seat(seat_number(actor)), Style(bold=True)))
    return told, actor


def key_line(session: Session, wording: Wording) -> str:
    """The keys that do something at this table."""
    text = wording.text
    keys = [("h", text("table.hint")), ("r", text("home.rules")), ("l", text("table.log"))]
    if session.aid is not None:
        keys.append(("a", text("line.app.aid")))
    if session.info.settings.chat:
        keys.append(("c", text("table.chat")))
    if may_hand_over(session):
        keys.append(("b", text("line.app.browser")))
    keys.append(("q", text("net.home")))
    return "   ".join(f"{key} {name}" for key, name in keys)


def may_hand_over(session: Session) -> bool:
    """Whether this game can go on in the browser: a running one in this process."""
    return session.local and session.phase == "playing"


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
    if not session.connected:
        return wording.text("net.lost")
    if session.phase == "lobby":
        return wording.text("line.wait.lobby", code=session.info.id)
    if view is None or session.over:
        return ""
    asked = wording.say(wording.narrator.prompt(view, session.legal, session.acting))
    if session.aid is None:
        return asked
    hand = wording.text(f"hand.{session.aid.hand}")
    return f"{asked}\n{wording.text('line.combination', hand=hand, count=session.aid.value)}"


def with_story(name: str, move: str, session: Session, wording: Wording) -> str:
    """A name, and what the move or card does."""
    story = explained(move, wording, session.options)
    return name if story is None else f"{name} · {wording.say(story)}"
