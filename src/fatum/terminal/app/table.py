"""The table on the screen."""

from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input, RichLog, Static

from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.wire_messages import from_wire
from fatum.terminal.app.feed import AppPlace
from fatum.terminal.app.moments import moment_of
from fatum.terminal.app.picture import TablePicture, picture_of
from fatum.terminal.app.result import result_lines
from fatum.terminal.app.styles import TABLE_CSS
from fatum.terminal.app.telling import key_line, lobby_entries, log_lines, question_of
from fatum.terminal.app.widgets import Buttons, CardRow, SeatBox
from fatum.terminal.lines.choices import explained
from fatum.terminal.session import Happened
from fatum.terminal.wording import Wording

if TYPE_CHECKING:
    from fatum.terminal.app.fatum_app import FatumApp

WIDE: Final = 108
TALL: Final = 30


class TableScreen(Screen[str]):
    """One table; dismissed with what comes next: ``home``, ``again``, ``replay`` or ``analysis``."""

    CSS = TABLE_CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "across(-1)", show=False),
        Binding("right", "across(1)", show=False),
        Binding("up", "along(-1)", show=False),
        Binding("down", "along(1)", show=False),
        Binding("tab", "across(1)", show=False, priority=True),
        Binding("enter", "choose", show=False),
        Binding("space", "skip", show=False),
        Binding("escape", "cancel", show=False),
        Binding("q", "leave", show=False),
        Binding("h", "hint", show=False),
        Binding("r", "rules", show=False),
        Binding("l", "fold", show=False),
        Binding("a", "aid", show=False),
        Binding("c", "chat", show=False),
        *[Binding(str(n), f"press({n})", show=False) for n in range(1, 10)],
    ]

    def __init__(self, place: AppPlace, language: str) -> None:
        super().__init__()
        self.place: Final = place
        self.session: Final = place.session
        self._language = language
        self.wording = self._new_wording()
        self.pending: list[str] = []
        self.picture = TablePicture("", [], [], [], [], [])
        self._row = 0
        self._column = 0
        self._asked_at: int | None = None
        self._logged: str | None = None
        self._sending = False

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
            yield Horizontal(id="seats")
            yield Static(classes="filler")
            with Horizontal(id="cards"):
                yield CardRow("middle")
                yield CardRow("own")
            yield Static(id="text")
            yield RichLog(id="low", wrap=True, min_width=20, auto_scroll=True)
            yield Static(classes="filler")
            yield Static(id="moment")
            yield Static(id="question")
            yield CardRow("hand")
            yield Buttons("buttons")
            yield Static(id="detail")
            yield Input(id="chat")
            yield Static(id="keys")
        yield RichLog(id="side", wrap=True, min_width=20, auto_scroll=True)

    def on_mount(self) -> None:
        for log in self.query(RichLog):
            log.can_focus = False
        self.query_one("#chat", Input).can_focus = False
        self.session.changed = self._heard
        self.session.take_news()
        for happened in self.session.past:
            self._log(happened)
        self._renew()
        if self.session.over:
            self._end()

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= WIDE, "wide")
        self._renew()

    # --- what happens ----------------------------------------------------------------------------

    def _heard(self, message: m.ServerMessage) -> None:
        if not self.is_mounted or not self.is_attached:
            return
        self.wording.view = self.session.view
        for happened in self.session.take_news():
            if happened.news is not None and happened.news.what in {"sat", "bot", "started"}:
                self.wording = self._new_wording()
            self._log(happened)
            self._show_moment(happened)
        self._renew()
        if isinstance(message, m.Updates | m.Picture):
            self.fatum.table_changed(self)
        if self.session.over:
            self._end()

    def _log(self, happened: Happened) -> None:
        lines = log_lines(happened, self.wording)
        news = happened.news
        if not lines:
            return
        actor = None if news is None else news.seat
        for log in self.query(RichLog):
            if actor is not None and actor != self._logged:
                log.write(Text(self.wording.seat(int(actor[1:]) - 1), Style(bold=True)))
            for line in lines:
                log.write(Text(f"  {line}" if actor else line))
        self._logged = actor

    def _show_moment(self, happened: Happened) -> None:
        said, large = moment_of(happened, self.wording, self.session.seat)
        if said:
            moment = self.query_one("#moment", Static)
            moment.update(said)
            moment.set_class(large, "large")

    # --- the picture -----------------------------------------------------------------------------

    def _renew(self) -> None:
        """Draw the table as it is now."""
        session = self.session
        prompt = None if session.prompt is None else session.prompt.seq
        if prompt != self._asked_at:
            self._asked_at, self.pending = prompt, []
            self._row, self._column = -1, 0
        if any(move not in session.legal for move in self.pending):
            self.pending = []
        self.picture = picture = picture_of(session, self.wording, self.pending)
        self.query_one("#header", Static).update(picture.header)
        self._show_seats()
        tall = self.size.height >= TALL
        asked = bool(session.legal)
        self.query_one("#middle", CardRow).show(
            picture.middle,
            asked=any(item.moves for item in picture.middle),
            height=5 if tall else 4,
        )
        self.query_one("#own", CardRow).show(
            picture.own, asked=any(item.moves for item in picture.own), height=5 if tall else 4
        )
        hand = self.query_one("#hand", CardRow)
        hand.show(picture.hand, asked=asked, height=5 if self.size.height >= 22 else 3)
        text = self.query_one("#text", Static)
        text.update("\n".join(picture.text))
        text.display = bool(picture.text)
        if not session.over:
            entries = [(move, self.wording.move(move)) for move in picture.buttons]
            self.query_one("#buttons", Buttons).show(
                entries or lobby_entries(session, self.wording)
            )
        self.query_one("#question", Static).update(self._question())
        self.query_one("#keys", Static).update(self._keys())
        self._point()

    def _show_seats(self) -> None:
        strip = self.query_one("#seats", Horizontal)
        boxes = list(strip.query(SeatBox))
        if len(boxes) != len(self.picture.seats):
            strip.remove_children()
            boxes = [SeatBox(seat) for seat in self.picture.seats]
            strip.mount(*boxes)
        for box, seat in zip(boxes, self.picture.seats, strict=True):
            box.show(seat)

    def _question(self) -> str:
        return question_of(self.session, self.wording)

    def _keys(self) -> str:
        return key_line(self.session, self.wording)

    # --- choosing --------------------------------------------------------------------------------

    def _rows(self) -> list[tuple[Any, list[int]]]:
        """Where something can be chosen, from top to bottom."""
        rows: list[tuple[Any, list[int]]] = []
        for name in ("middle", "own", "hand"):
            row = self.query_one(f"#{name}", CardRow)
            rows.append((row, [n for n, item in enumerate(row.items) if item.moves]))
        buttons = self.query_one("#buttons", Buttons)
        rows.append((buttons, list(range(len(buttons.keys)))))
        return [(widget, places) for widget, places in rows if places]

    def _point(self) -> None:
        rows = self._rows()
        for name in ("middle", "own", "hand"):
            self.query_one(f"#{name}", CardRow).point(None)
        self.query_one("#buttons", Buttons).point(None)
        detail = self.query_one("#detail", Static)
        if not rows:
            detail.update("")
            return
        if self._row < 0:  # the hand, where there is one
            names = [widget.id for widget, _ in rows]
            self._row = names.index("hand") if "hand" in names else 0
        self._row = min(self._row, len(rows) - 1)
        widget, places = rows[self._row]
        self._column = min(max(self._column, 0), len(places) - 1)
        widget.point(places[self._column])
        detail.update(self._about(self._moves_here()))

    def _moves_here(self) -> list[str]:
        rows = self._rows()
        if not 0 <= self._row < len(rows):
            return []
        widget, places = rows[self._row]
        place = places[min(self._column, len(places) - 1)]
        if isinstance(widget, Buttons):
            return [widget.keys[place]]
        return list(widget.items[place].moves)

    def _about(self, moves: list[str]) -> str:
        if not moves or moves[0].startswith("go:"):
            return ""
        return self._with_story(self.wording.move(moves[0]), moves[0])

    def _with_story(self, name: str, move: str) -> str:
        story = explained(move, self.wording, self.session.options)
        return name if story is None else f"{name} · {self.wording.say(story)}"

    def action_across(self, step: int) -> None:
        rows = self._rows()
        if rows:
            self._column = (self._column + step) % len(rows[min(self._row, len(rows) - 1)][1])
            self._point()

    def action_along(self, step: int) -> None:
        rows = self._rows()
        if rows:
            self._row = (self._row + step) % len(rows)
            self._column = 0
            self._point()

    def action_choose(self) -> None:
        if not self.query_one("#chat", Input).display:
            self.choose(self._moves_here())

    def action_press(self, number: int) -> None:
        keys = self.query_one("#buttons", Buttons).keys
        if number <= len(keys):
            self.choose([keys[number - 1]])

    def on_card_row_chosen(self, event: CardRow.Chosen) -> None:
        self.choose(list(event.row.items[event.place].moves))

    def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        self.choose([event.key])

    def on_card_row_pointed(self, event: CardRow.Pointed) -> None:
        detail = self.query_one("#detail", Static)
        if event.card is None or event.card == "?":
            detail.update(self._about(self._moves_here()))
            return
        name = self.wording.card(event.card)
        detail.update(self._with_story(name, f"play {event.card}"))

    def choose(self, moves: list[str]) -> None:
        """One move is made; of several the player chooses one more time."""
        if not moves or self._sending:
            return
        if moves[0] == "go:start":
            self.run_worker(self._start())
        elif moves[0].startswith("go:"):
            self.dismiss(moves[0].removeprefix("go:"))
        elif len(moves) > 1:
            self.pending = moves
            self._row, self._column = 0, 0
            self._renew()
        else:
            self._sending = True
            self.run_worker(self._move(moves[0]), exclusive=False)

    async def _start(self) -> None:
        reply = await self.place.ask(r.Start("normal", id=self.session.number()))
        if isinstance(reply, m.Failure):
            self._refuse(reply)

    async def _move(self, move: str) -> None:
        try:
            self.pending = []
            seq = self.session.seq or 0
            reply = await self.place.ask(r.Move(move, seq, id=self.session.number()))
        finally:
            self._sending = False
        if isinstance(reply, m.Failure):
            self._refuse(reply)

    def _refuse(self, failure: m.Failure) -> None:
        reason = self.wording.say(from_wire(failure.message))
        rule = f" ({failure.rule})" if failure.rule else ""
        self.notify(f"{reason}{rule}", severity="warning")

    # --- keys ------------------------------------------------------------------------------------

    def action_cancel(self) -> None:
        chat = self.query_one("#chat", Input)
        if chat.display:
            chat.display = chat.can_focus = False
        elif self.pending:
            self.pending = []
            self._row, self._column = -1, 0
            self._renew()

    def action_skip(self) -> None:
        self.place.skip()

    def action_leave(self) -> None:
        self.dismiss("home")

    def action_fold(self) -> None:
        side = self.query_one("#side", RichLog)
        side.display = not side.display
        self.query_one("#low", RichLog).display = not side.display

    def action_hint(self) -> None:
        self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        reply = await self.place.ask(m.Hint(id=self.session.number()))
        if isinstance(reply, m.Advice):
            self.notify(self.wording.say(from_wire(reply.message)), timeout=12)
        elif isinstance(reply, m.Failure):
            self._refuse(reply)

    def action_rules(self) -> None:
        self.fatum.show_rules(self.session.game.name)

    def action_aid(self) -> None:
        if self.session.aid is not None:
            self.fatum.show_aid(self.wording, self.session.options)

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
            reply = await self.place.ask(r.Chat(text[:300], id=self.session.number()))
            if isinstance(reply, m.Failure):
                self._refuse(reply)

    # --- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        text = self.wording.text
        said, lines = result_lines(self.session, self.wording)
        moment = self.query_one("#moment", Static)
        moment.update("\n".join([said, *lines]))
        moment.set_class(True, "large")
        entries = [("go:again", text("end.rematch")), ("go:replay", text("end.replay"))]
        entries += [("go:analysis", text("end.analysis")), ("go:home", text("net.home"))]
        self.query_one("#buttons", Buttons).show(entries)
        self._row, self._column = -1, 0
        self._point()
