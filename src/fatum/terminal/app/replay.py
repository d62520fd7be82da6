"""A finished game, step by step."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.binding import BindingType
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from fatum.core.seats import seat_name
from fatum.protocol import messages as m
from fatum.protocol.snapshots import SeatInfo, TableInfo, You
from fatum.protocol.table_settings import TableSettings
from fatum.records import Record, Replay
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.table import TableScreen
from fatum.terminal.local import past
from fatum.terminal.session import Happened, Session


class Scrubber(Widget):
    """The scrubber; a click jumps to that step."""

    DEFAULT_CSS = "Scrubber { height: 1; width: 1fr; padding: 0 1; }"

    @dataclass
    class Moved(Message):
        share: float

    def __init__(self) -> None:
        super().__init__(id="scrubber")
        self._share = 0.0

    def show(self, share: float) -> None:
        self._share = share
        self.refresh()

    def render(self) -> Text:
        width = max(self.content_size.width, 2)
        place = round(self._share * (width - 1))
        return Text("━" * place + "●" + "─" * (width - 1 - place), Style(bold=True))

    def on_click(self, event: Click) -> None:
        width = max(self.content_size.width - 1, 1)
        self.post_message(self.Moved(min(max((event.x - 1) / width, 0.0), 1.0)))


class RecordPlace:
    """The table of a record as one seat, or a spectator, saw it at each step."""

    def __init__(self, record: Record, seat: int | None) -> None:
        self.session: Final = Session()
        self._seat = seat
        self._past = past(record, seat)
        self._views: list[tuple[dict[str, Any], list[int]]] = []
        replay = Replay(record)
        self._note(replay)
        for _ in replay:
            self._note(replay)
        names = record.names or [seat_name(number) for number in range(record.options.players)]
        seats = [
            SeatInfo(seat_name(number), "bot", name, None, True, False, False, False)
            for number, name in enumerate(names)
        ]
        self.session.table = TableInfo(
            "",
            record.game.name,
            record.options.to_dict(),
            TableSettings(),
            "playing",
            seats,
            commitment=record.commitment,
            outcome=record.outcome,
            seed=None,
            previous=None,
            next=None,
        )
        self.session.you = You(None if seat is None else seat_name(seat), False)
        self.go(0)

    def _note(self, replay: Replay) -> None:
        state = replay.state
        self._views.append((state.view_for(self._seat).to_dict(), list(state.to_act())))

    @property
    def steps(self) -> int:
        return len(self._views) - 1

    def go(self, step: int) -> None:
        data, acting = self._views[step]
        self.session.show(data, [seat_name(seat) for seat in acting])
        self.session.past = self._past[: step + 1]

    async def ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        return None

    def skip(self) -> None:
        pass

    async def close(self) -> None:
        pass


class ReplayScreen(TableScreen):
    """Arrow keys go one step, Page Up and Page Down ten, Home and End to the ends; V changes the
    seat whose view is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            {
                "left": "by(-1)",
                "right": "by(1)",
                "space": "run",
                "v": "eyes",
                "escape,q": "leave",
            }
        ),
        *bindings(
            {
                "pageup": "by(-10)",
                "pagedown": "by(10)",
                "home": "by(-100000)",
                "end": "by(100000)",
            },
            priority=True,
        ),
    ]

    def __init__(self, record: Record, language: str, seat: int | None = None) -> None:
        self._record = record
        self._seat = person_of(record) if seat is None else seat
        place = RecordPlace(record, self._seat)
        super().__init__(place, language)
        self._places = place
        self._step = 0
        self._playing = False

    def on_mount(self) -> None:
        self.mount(Scrubber(), before=self.query_one("#detail"))
        self.set_interval(1.0, self._tick)
        self.call_after_refresh(self._go, 0)

    def _go(self, step: int) -> None:
        self._step = min(max(step, 0), self._places.steps)
        self._places.go(self._step)
        self.wording.view = self.session.view
        self._log_again()
        self._show_moment(self.session.past[-1])
        self._renew()
        steps = self._places.steps
        self.query_one(Scrubber).show(self._step / steps if steps else 0.0)

    def _told(self) -> list[Happened]:
        return self.session.past[-30:]

    def _idle(self) -> str:
        return self.wording.text("replay.step", step=self._step, steps=self._places.steps)

    def _question(self) -> str:
        eyes = self.wording.text("replay.eyes")
        return f"{eyes}: {self.wording.seat(self._seat)}"

    def _keys(self) -> str:
        text = self.wording.text
        keys = [("←", text("replay.back")), ("→", text("replay.next"))]
        keys += [("␣", text("replay.play")), ("v", text("replay.eyes")), ("q", text("net.home"))]
        return "   ".join(f"{key} {name}" for key, name in keys)

    def _tick(self) -> None:
        if self._playing and self._step < self._places.steps:
            self._go(self._step + 1)

    def on_scrubber_moved(self, event: Scrubber.Moved) -> None:
        self._go(round(event.share * self._places.steps))

    def action_by(self, steps: int) -> None:
        self._go(self._step + steps)

    def action_run(self) -> None:
        self._playing = not self._playing

    def action_eyes(self) -> None:
        seat = (self._seat + 1) % self._record.options.players
        self.app.switch_screen(ReplayScreen(self._record, self._language, seat))


def person_of(record: Record) -> int:
    """The seat of the person, else the first."""
    from fatum.bots import registry

    people = [n for n, name in enumerate(record.names or ()) if name not in registry.BOTS]
    return people[0] if people else 0
