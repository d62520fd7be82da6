"""A game in line mode."""

from collections.abc import Callable
from typing import Final

from fatum.core.messages import Message, Value, seat
from fatum.core.seats import seat_name, seat_number
from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.wire_messages import from_wire
from fatum.terminal.lines.choices import choose, explained, is_move
from fatum.terminal.lines.commands import Commands
from fatum.terminal.lines.speech import PlayerLeft, read, say, sentence
from fatum.terminal.lines.texts import LINES, WORDS
from fatum.terminal.places import Place
from fatum.terminal.session import Happened, in_order
from fatum.terminal.standing import scores
from fatum.terminal.variants import variant_lines
from fatum.terminal.wording import Wording, level_name

_LONGEST: Final = 40
"""Letters that the protocol allows for a move."""
_TALK: Final = frozenset({"away", "back", "left", "taken_over", "returned"})


class LineGame:
    """Tells what happens and asks for choices; ``moved`` is called after each of the player's moves."""

    def __init__(
        self,
        place: Place,
        language: str,
        moved: Callable[[], None],
        *,
        friends: bool = False,
    ) -> None:
        self.place: Final = place
        self.session: Final = place.session
        self._moved = moved
        self._out = 0
        """How many of those who are out of cards have been told."""
        self._breaks = 0
        self._language = language
        self.wording = self._wording()
        self._commands = Commands(self, friends)

    def _wording(self) -> Wording:
        session = self.session
        names = {number: info.name for number, info in enumerate(session.info.seats)}
        wording = Wording(self._language, session.game, session.seat, names)
        wording.view = session.view
        return wording

    # --- telling ---------------------------------------------------------------------------------

    def say(self, line: str, **values: Value) -> None:
        say(self.wording.say(LINES[line](**values)))

    def tell(self, said: Message) -> None:
        """What a game says; not all of it ends as a sentence."""
        say(sentence(self.wording.say(said)))

    def introduce(self, resumed: bool, first: int | None) -> None:
        """Who sits where, and the promise that the cards are already fixed."""
        session = self.session
        own = session.seat
        others = [
            self._player(number) for number in range(len(session.info.seats)) if number != own
        ]
        if own is None:
            self.say("title.watch", title=session.game.title, others=tuple(others))
        else:
            self.say("title", title=session.game.title, seat=seat_name(own), others=tuple(others))
        if first is not None:
            self._tell_first(first)
        if session.info.commitment:
            self.say("commitment", commitment=session.info.commitment)
            self.say("commitment.about")
        for notice in self.wording.narrator.notices(session.options):
            self.tell(notice)
        for variant in variant_lines(self.wording, session.options):
            say(sentence(variant))
        self.say("type", help=WORDS["help"]())
        if resumed:
            moves = sum(
                each.news is not None and each.news.what == "moved" for each in session.past
            )
            self.say("resumed", count=moves, log=WORDS["log"]())
            self._out = len(session.out)

    def _player(self, number: int) -> Message:
        info = self.session.info.seats[number]
        name = self.wording.seat(number)
        if info.kind == "bot" and info.level:
            level = level_name(self._language, info.level)
            return LINES["player.bot"](name=name, seat=seat_name(number), level=level)
        return LINES["player"](name=name, seat=seat_name(number))

    def _tell_first(self, first: int) -> None:
        what = self.session.game.first_key
        own = ".you" if first == self.session.seat else ""
        key = f"first.{what}{own}"
        if key in LINES:
            values: dict[str, Value] = {} if own else {"seat": seat(first)}
            self.say(key, **values)
        else:
            self.say("first", what=what, seat=seat(first))

    def tell_news(self) -> None:
        """Tell what has happened since the last call."""
        self.wording.view = self.session.view
        for happened in self.session.take_news():
            if happened.news is not None and happened.news.what in {"sat", "bot", "started"}:
                self.wording = self._wording()
            self.tell_happened(happened)
        for number in self.session.out[self._out :]:
            own = number == self.session.seat
            self.say("out.you") if own else self.say("out", name=seat(number))
        self._out = len(self.session.out)
        if self.session.breaks > self._breaks:
            self._breaks = self.session.breaks
            say(self.wording.text("net.lost"))

    def tell_happened(self, happened: Happened) -> None:
        for line in self.wording.narrator.tell(happened.events):
            self.tell(line)
        news = happened.news
        if news is None or news.seat is None or news.seat == self.session.you.seat:
            return
        name = self.wording.seat(seat_number(news.seat))
        if news.what in _TALK:
            say(sentence(self.wording.text(f"news.{news.what}", name=name)))
        elif news.what == "chat":
            self.say("chat", name=name, text=news.text or "")
        elif news.what == "reaction":
            self.say("chat", name=name, text=self.wording.text(f"react.{news.text}"))

    # --- playing ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Play to the end, or raise ``PlayerLeft``."""
        session = self.session
        while not session.over:
            self.place.settle(self.tell_news)
            if session.bye is not None:
                self.say("gone", reason=from_wire(session.bye.message))
                raise PlayerLeft
            if session.phase == "lobby":
                self._wait_in_lobby()
            if session.prompt is not None and not session.over:
                self._ask()
        self.tell_news()
        self.tell_result()

    def _wait_in_lobby(self) -> None:
        """The host says when the game begins."""
        self.say("wait.lobby", code=self.session.info.id)
        self._commands.run(read() or WORDS["help"].text)
        self.wording = self._wording()

    def _ask(self) -> None:
        """Ask until a legal move is made."""
        session = self.session
        asked = session.prompt
        self.show_choices()
        while session.prompt is asked and not session.over:
            answer = read()
            if not answer:
                self.show_choices()
            elif not self._commands.run(answer):
                try:
                    move = choose(answer, session.legal, self.wording)
                except ValueError:
                    self.say("choice.number", most=len(session.legal))
                    continue
                if not self.knows(move):
                    self.say("choice.unknown", text=answer, help=WORDS["help"]())
                elif self.move(move):
                    return

    def knows(self, move: str) -> bool:
        """Whether it is a move of the game; who sees codes learns from the table how moves are written."""
        shown = self.wording.codes and len(move) <= _LONGEST
        return shown or move in self.session.legal or is_move(self.session.game, move)

    def move(self, move: str) -> bool:
        """Make a move; if it is refused the reason is said."""
        session = self.session
        assert session.seq is not None
        reply = self.place.ask(r.MakeMove(move, session.seq, id=session.number()))
        if isinstance(reply, m.Failure):
            self.refuse(reply)
        elif reply is not None:
            self._moved()
            return True
        else:
            self.tell_news()
        return False

    def refuse(self, failure: m.Failure) -> None:
        reason = from_wire(failure.message)
        if failure.rule is not None:
            self.say("refused", reason=reason, rule=failure.rule)
        else:
            self.say("unreadable", reason=reason)

    def show_choices(self) -> None:
        session = self.session
        view = session.view
        if view is None:
            return
        wording = self.wording
        wording.view = view
        say()
        for line in wording.narrator.situation(view):
            self.tell(line)
        if session.aid is not None:
            hand = wording.text(f"hand.{session.aid.hand}")
            self.say("combination", hand=hand, count=session.aid.value)
        self.tell(wording.narrator.prompt(view, session.legal, session.acting))
        self.say("choice")
        for number, move in enumerate(session.legal, 1):
            name = wording.move(move) + (f" ({move})" if wording.codes else "")
            about = explained(move, wording, session.options)
            if about is None:
                say(wording.say(LINES["choice.row"](number=number, move=name)), 3)
            else:
                row = LINES["choice.about"](number=number, move=name, about=about)
                say(sentence(wording.say(row)), 3)

    # --- the end ---------------------------------------------------------------------------------

    def tell_result(self) -> None:
        """Scores or the finishing order, and the seed."""
        session = self.session
        outcome = session.info.outcome
        points = scores(outcome)
        if points:
            told = [
                self.wording.text(
                    "line.allin.runes", name=self.wording.listed(number), count=points[number]
                )
                for number in sorted(range(len(points)), key=lambda number: -points[number])
            ]
            self.say("score", scores=tuple(told))
        elif session.out and outcome and "loser" in outcome:
            self.say("order", names=tuple(map(self.wording.listed, in_order(session))))
        if session.info.seed:
            self.say("seed", seed=session.info.seed)
