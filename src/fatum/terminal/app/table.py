"""The table on the screen."""

from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Vertical
from textual.events import Resize
from textual.widgets import Input, Static

from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.wire_messages import from_wire
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.cursor import Cursor
from fatum.terminal.app.feed import AppPlace
from fatum.terminal.app.log import TurnLog
from fatum.terminal.app.moments import moment_of
from fatum.terminal.app.picture import TablePicture, picture_of
from fatum.terminal.app.result import end_entries, result_lines, wishes
from fatum.terminal.app.screens import FatumScreen
from fatum.terminal.app.seats import SeatBox, show_seats
from fatum.terminal.app.styles import classes_for
from fatum.terminal.app.telling import (
    key_line,
    lobby_entries,
    may_hand_over,
    question_of,
    with_story,
)
from fatum.terminal.app.widgets import Buttons, CardRow
from fatum.terminal.session import Happened
from fatum.terminal.variants import variant_lines
from fatum.terminal.wording import Wording

if TYPE_CHECKING:
    from fatum.terminal.app.fatum_app import FatumApp

TALL: Final = 38


class TableScreen(FatumScreen[str]):
    """One table; dismissed with what comes next: ``home``, ``again``, ``replay`` or ``analysis``."""

    AUTO_FOCUS = ""  # keys are the table's; only a chat that is being written takes them
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            {
                "left": "across(-1)",
                "right": "across(1)",
                "up": "along(-1)",
                "down": "along(1)",
                "enter": "choose",
                "space": "skip",
                "escape": "cancel",
                "q": "leave",
                "h": "hint",
                "r": "rules",
                "l": "log",
                "a": "aid",
                "c": "chat",
                "b": "browser",
                **{str(number): f"press({number})" for number in range(1, 10)},
            }
        ),
        *bindings({"tab": "across(1)"}, priority=True),
    ]

    def __init__(self, place: AppPlace, language: str) -> None:
        super().__init__()
        self.place: Final = place
        self.session: Final = place.session
        self._language = language
        self.wording = self._new_wording()
        self.pending: list[str] = []
        self.picture = TablePicture("", [], [], [], [], [])
        self._cursor = Cursor(self)
        self._asked_at: int | None = None
        self._sending = False
        self._texts: dict[str, str] = {}
        self._again = False
        """Whether the player has asked for a rematch at a server."""

    @property
    def fatum(self) -> "FatumApp":
        return cast("FatumApp", self.app)

    def _new_wording(self) -> Wording:
        names = {number: info.name for number, info in enumerate(self.session.info.seats)}
        wording = Wording(self._language, self.session.game, self.session.seat, names)
        wording.view = self.session.view
        return wording

    def compose(self) -> ComposeResult:
        with Vertical(id="main"):
            yield Static(id="header")
            yield Container(id="seats")
            with Container(id="round"):
                yield Container(id="left")
                with Vertical(id="centre"):
                    yield Static(classes="filler")
                    with Container(id="cards"):
                        yield CardRow("middle")
                        yield CardRow("own")
                    yield Static(id="text")
                    yield TurnLog("low")
                    yield Static(classes="filler")
                    yield Static(id="moment")
                yield Container(id="right")
            yield Static(id="question")
            yield CardRow("hand")
            yield Buttons("buttons")
            yield Static(id="detail")
            yield Input(id="chat")
            yield Static(id="keys")
        yield TurnLog("side")

    def on_mount(self) -> None:
        self.session.changed = self._heard
        self.session.broken = self._broken
        self.session.take_news()
        self._renew()
        if self.session.over:
            self._end()

    def on_resize(self, event: Resize) -> None:
        for name, fits in classes_for(*event.size).items():
            self.set_class(fits, name)
        self._renew()
        self.call_after_refresh(self._log_again)

    # --- what happens ----------------------------------------------------------------------------

    def _heard(self, message: m.ServerMessage) -> None:
        if not self.is_mounted or not self.is_attached:
            return
        self.wording.view = self.session.view
        for happened in self.session.take_news():
            if happened.news is not None and happened.news.what in {"sat", "bot", "started"}:
                self.wording = self._new_wording()
            for log in self.query(TurnLog):
                log.tell(happened, self.wording)
            self._show_moment(happened)
        self._renew()
        if isinstance(message, m.Updates | m.Picture):
            self.fatum.table_changed(self)
        if self.session.over:
            self._end()
            if self._again and self.session.info.next is not None:
                self.dismiss("next")

    def _broken(self) -> None:
        """The connection is lost; the place connects again by itself."""
        if self.is_attached:
            self._renew()

    def _log_again(self) -> None:
        first = variant_lines(self.wording, self.session.options)
        for log in self.query(TurnLog):
            log.tell_again(self._told(), self.wording, first)

    def _told(self) -> list[Happened]:
        return self.session.past[-200:]

    def _show_moment(self, happened: Happened) -> None:
        said, large = moment_of(happened, self.wording, self.session.seat)
        if said:
            self._announce(said, large=large)

    # --- the picture -----------------------------------------------------------------------------

    def _renew(self) -> None:
        """Draw the table as it is now."""
        session = self.session
        prompt = None if session.prompt is None else session.prompt.seq
        if prompt != self._asked_at:
            self._asked_at, self.pending = prompt, []
            self._cursor.reset()
        if any(move not in session.legal for move in self.pending):
            self.pending = []
        self.picture = picture = picture_of(session, self.wording, self.pending)
        self._put("header", picture.header)
        show_seats(self, picture.seats, ring=self.has_class("around"))
        grand, lines = self.has_class("grand"), self.size.height
        tall = 5 if lines >= TALL else 4
        rows = {
            "middle": (picture.middle, 9 if grand else 5 if self.has_class("around") else tall),
            "own": (picture.own, tall),
            "hand": (picture.hand, 9 if grand else 5 if lines >= 22 else 3),
        }
        beside = {"middle": picture.own, "own": picture.middle}
        for name, (items, height) in rows.items():
            self.query_one(f"#{name}", CardRow).show(
                items, height=height, beside=beside.get(name, ())
            )
        self._put("text", "\n".join(picture.text), layout=True)
        self.query_one("#text", Static).display = bool(picture.text)
        if not session.over:
            entries = [(move, self.wording.move(move)) for move in picture.buttons]
            self.query_one("#buttons", Buttons).show(
                entries or lobby_entries(session, self.wording)
            )
        self._put("question", self._question(), layout=True)
        self._put("keys", self._keys())
        self._point()

    def _put(self, name: str, text: str, *, layout: bool = False) -> None:
        """Change a text if it is another one: what is drawn again for nothing flickers."""
        if self._texts.get(name) != text:
            self._texts[name] = text
            self.query_one(f"#{name}", Static).update(text, layout=layout)

    def _question(self) -> str:
        return question_of(self.session, self.wording)

    def _keys(self) -> str:
        return key_line(self.session, self.wording)

    # --- choosing --------------------------------------------------------------------------------

    def _point(self) -> None:
        chosen = self._cursor.show()
        self._put("detail", self._about(self._cursor.moves()) if chosen else self._idle())

    def _idle(self) -> str:
        """What stands there while there is nothing to choose."""
        return ""

    def _about(self, moves: list[str]) -> str:
        if not moves or moves[0].startswith("go:"):
            return ""
        return with_story(self.wording.move(moves[0]), moves[0], self.session, self.wording)

    def action_across(self, step: int) -> None:
        self._cursor.across(step)
        self._point()

    def action_along(self, step: int) -> None:
        self._cursor.along(step)
        self._point()

    def action_choose(self) -> None:
        if not self.query_one("#chat", Input).display:
            self.choose(self._cursor.moves())

    def action_press(self, number: int) -> None:
        keys = self.query_one("#buttons", Buttons).keys
        if number <= len(keys):
            self.choose([keys[number - 1]])

    def on_card_row_chosen(self, event: CardRow.Chosen) -> None:
        self.choose(list(event.row.items[event.place].moves))

    def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        self.choose([event.key])

    def on_card_row_pointed(self, event: CardRow.Pointed) -> None:
        item = event.item
        if item is None or (item.card in {None, "?"} and not item.about):
            self._point_out("")
        elif item.card is None or item.card == "?":
            self._point_out(item.about)
        else:
            name = item.about or self.wording.card(item.card)
            move = f"play {item.card}"
            self._point_out(with_story(name, move, self.session, self.wording))

    def on_seat_box_pointed(self, event: SeatBox.Pointed) -> None:
        seat = event.seat
        lines = [] if seat is None else [seat.name, *seat.lines, *seat.about]
        self._point_out(" · ".join(lines))

    def _point_out(self, text: str) -> None:
        """What the mouse is over; without it, the choice that the arrow keys have reached."""
        self._put("detail", text or self._about(self._cursor.moves()))

    def choose(self, moves: list[str]) -> None:
        """One move is made; of several the player chooses one more time."""
        if not moves or self._sending:
            return
        if moves[0] == "go:start":
            self.run_worker(self._start())
        elif moves[0] == "go:again" and not self.session.local:
            self.run_worker(self._rematch())
        elif moves[0].startswith("go:"):
            self.dismiss(moves[0].removeprefix("go:"))
        elif len(moves) > 1:
            self.pending = moves
            self._cursor.reset(top=True)
            self._renew()
        else:
            self._sending = True
            self.run_worker(self._move(moves[0]), exclusive=False)

    async def _ask(self, message: m.ClientMessage) -> m.ServerMessage | None:
        """The answer; a refusal is shown instead."""
        reply = await self.place.ask(message)
        if not isinstance(reply, m.Failure):
            return reply
        reason = self.wording.say(from_wire(reply.message))
        self._announce(f"{reason} ({reply.rule})" if reply.rule else reason)
        return None

    async def _start(self) -> None:
        await self._ask(r.Start("normal", id=self.session.number()))

    async def _rematch(self) -> None:
        """At a server's table the others have to want it too."""
        if self.session.info.next is None:
            if await self._ask(r.Rematch(id=self.session.number())) is None:
                return
        self._again = True
        if self.session.info.next is not None:
            self.dismiss("next")
        else:
            self._end()

    async def _move(self, move: str) -> None:
        try:
            self.pending = []
            seq = self.session.seq or 0
            await self._ask(r.MakeMove(move, seq, id=self.session.number()))
        finally:
            self._sending = False

    def _announce(self, text: str, *, large: bool = True) -> None:
        """Above the question, where it covers nothing."""
        self._put("moment", text, layout=True)
        self.query_one("#moment", Static).set_class(large, "large")

    # --- keys ------------------------------------------------------------------------------------

    def action_cancel(self) -> None:
        chat = self.query_one("#chat", Input)
        if chat.display:
            chat.display = chat.can_focus = False
        elif self.pending:
            self.pending = []
            self._cursor.reset()
            self._renew()

    def action_skip(self) -> None:
        self.place.skip()

    def action_leave(self) -> None:
        self.dismiss("home")

    def action_browser(self) -> None:
        if may_hand_over(self.session):
            self.dismiss("browser")

    def action_log(self) -> None:
        self.fatum.show_log(self.session.past, self.wording)

    def action_hint(self) -> None:
        self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        reply = await self._ask(m.Hint(id=self.session.number()))
        if isinstance(reply, m.Advice):
            self._announce(self.wording.say(from_wire(reply.message)))

    def action_rules(self) -> None:
        self.fatum.show_rules(self.session.game.name)

    def action_aid(self) -> None:
        if self.session.aid is not None:
            self.fatum.show_aid(self.wording, self.session.options, self.session.aid.hand)

    def action_chat(self) -> None:
        if self.session.info.settings.chat:
            chat = self.query_one("#chat", Input)
            chat.display = chat.can_focus = True
            chat.placeholder = self.wording.text("table.chat.say")
            chat.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        text, event.input.value = event.value.strip(), ""
        event.input.display = event.input.can_focus = False
        if text:
            await self._ask(r.Chat(text[:300], id=self.session.number()))

    # --- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        said, lines = result_lines(self.session, self.wording)
        if not self.session.local:
            lines += wishes(self.session, self.wording, self._again)
        self._announce("\n".join([said, *lines]))
        seated = self.session.seat is not None
        self.query_one("#buttons", Buttons).show(end_entries(self.wording, seated=seated))
        self._cursor.reset()
        self._point()
