"""Line mode: every event one sentence, every choice one line. Made for screen readers too.

Everything is said in the player's language; moves and commands are the same in all of them.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fatum.core.errors import IllegalMove, InvalidMove
from fatum.core.messages import Message, Term, Value, declare, seat
from fatum.play.match import Chooser, Match
from fatum.play.narration import Narrator

_LINES: Final = declare(
    "line",
    {
        "title": "{title}. You are {seat}; {others}.",
        "player": "{seat}: {name}",
        "first": "{what}: {seat}.",
        "first.dealer": "{seat} deals.",
        "first.starter": "{seat} begins.",
        "commitment": "Commitment: {commitment}",
        "commitment.about": "It is the SHA-256 of the seed, which you get at the end to check every shuffle.",
        "type": "Type the number of a choice, a move, or help.",
        "resumed": (
            "The game continues after {count} move; type log to see what happened.",
            "The game continues after {count} moves; type log to see what happened.",
        ),
        "choice": "Your choice:",
        "choice.number": "Choose a number from 1 to {most}, or type a move",
        "choice.about": "{move}  ({about})",
        "refused": "{reason} ({rule}).",
        "unreadable": "{reason}.",
        "again": "Press Enter to see your choices again.",
        "saved": "The game is saved in {path}.",
        "continue": "Continue with: {command}",
        "unsaved": "The game continues without being saved: {error}",
        "seed": "Seed: {seed}",
        "record": "The record is in {path}; check it with: {command}",
    },
)
_COMMANDS: Final = declare(
    "line.help",
    {
        "help": "this list",
        "rules": "the rules of the game",
        "view": "everything you may know now",
        "log": "what has happened so far",
        "quit": "save the game and leave",
    },
)


class Left(Exception):
    """The player leaves before the end."""


@dataclass
class LineGame:
    """One person at a table of choosers, talking in lines."""

    match: Match
    seat: int
    choosers: Mapping[int, Chooser]
    rules: Callable[[], str]
    save: Callable[[], None]
    speak: Callable[[Message], str] = str

    def __post_init__(self) -> None:
        self._narrator = Narrator(self.match.game, self.seat)
        self._told = 0

    def introduce(self, resumed: bool) -> None:
        """Who sits where, and the promise that the cards are already fixed."""
        match = self.match
        others = [
            _LINES["player"](seat=seat(other), name=name)
            for other, name in enumerate(match.names or ())
            if other != self.seat
        ]
        self._say("title", title=match.game.title, seat=seat(self.seat), others=tuple(others))
        self._tell_first(seat(match.state.first_seat()))
        self._say("commitment", commitment=match.commitment or "")
        self._say("commitment.about")
        for notice in self._narrator.notices(match.options):
            self._tell(notice)
        self._say("type")
        if resumed:
            self._told = len(match.events_since(0))
            self._say("resumed", count=len(match.moves))

    def _tell_first(self, first: Term) -> None:
        what = self.match.game.first_key
        known = f"first.{what}" in _LINES
        self._tell(
            _LINES[f"first.{what}"](seat=first) if known else _LINES["first"](what=what, seat=first)
        )

    def play(self) -> None:
        """Play to the end, or raise ``Left``."""
        match = self.match
        while acting := match.state.to_act():
            self._tell_news()
            if self.seat in acting:
                self._ask()
                self.save()
            else:
                seat = acting[0]
                chooser = self.choosers[seat]
                match.make(seat, match.choose(seat, chooser, match.decision_rng()))
        self._tell_news()

    def _tell_news(self) -> None:
        news = self.match.events_since(self._told)
        self._told += len(news)
        for line in self._narrator.tell(news):
            self._tell(line)

    def _ask(self) -> None:
        """Ask until a legal move is made."""
        match = self.match
        legal = match.state.legal_moves(self.seat)
        texts = [match.game.format_move(move) for move in legal]
        self._show_choices(texts)
        while True:
            answer = " ".join(_read().split())
            command = self._commands().get(answer.lower())
            if command is not None:
                command()
            elif answer:
                try:
                    match.make(self.seat, self._move(answer, legal))
                except (InvalidMove, IllegalMove) as error:
                    self._tell(_refusal(error))
                else:
                    return
            else:
                self._show_choices(texts)

    def _show_choices(self, texts: list[str]) -> None:
        view = self.match.state.view_for(self.seat)
        _print("")
        for line in self._narrator.situation(view):
            self._tell(line)
        self._tell(self._narrator.prompt(view, texts, (self.seat,)))
        self._say("choice")
        for number, text in enumerate(texts, 1):
            about = self._narrator.explain(text, self.match.options)
            shown = text
            if about is not None:
                shown = self.speak(_LINES["choice.about"](move=text, about=about))
            _print(f"  {number}  {shown}", 5)

    def _move(self, answer: str, legal: list[int]) -> int:
        if answer.isascii() and answer.isdigit() and len(answer) < 9:
            number = int(answer)
            if not 1 <= number <= len(legal):
                raise InvalidMove(_LINES["choice.number"](most=len(legal)))
            return legal[number - 1]
        for text in self.match.game.moves:
            if text.casefold() == answer.casefold():
                return self.match.game.parse_move(text)
        return self.match.game.parse_move(answer)

    # --- commands ----------------------------------------------------------------------------

    def _commands(self) -> Mapping[str, Callable[[], None]]:
        return {
            "help": self._help,
            "?": self._help,
            "rules": lambda: print(self.rules(), flush=True),
            "view": self._view,
            "log": self._log,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _help(self) -> None:
        commands = [(name, about()) for name, about in _COMMANDS.items()]
        for form, meaning in (*self._narrator.moves(), *commands):
            _print(f"  {form:<14}  {self.speak(meaning)}", 18)
        self._say("again")

    def _view(self) -> None:
        for line in self._narrator.screen(self.match.state.view_for(self.seat)):
            self._tell(line)

    def _log(self) -> None:
        for line in self._narrator.tell(self.match.events_since(0)):
            self._tell(line)

    def _quit(self) -> None:
        raise Left

    # --- leaving -----------------------------------------------------------------------------

    def saved(self, path: Path, command: str) -> None:
        """Where the game is, and how to go on with it."""
        self._say("saved", path=str(path))
        self._say("continue", command=command)

    def unsaved(self, error: str) -> str:
        """What is said once if the game cannot be saved."""
        return self.speak(_LINES["unsaved"](error=error))

    def ended(self, record: Path | None) -> None:
        """What anyone needs to check the game."""
        self._say("seed", seed=self.match.seed.hex())
        if record is not None:
            self._say("record", path=str(record), command=f"fatum verify {record}")

    def _say(self, line: str, **values: Value) -> None:
        self._tell(_LINES[line](**values))

    def _tell(self, said: Message) -> None:
        text = self.speak(said)
        _print(text[:1].upper() + text[1:])


def _refusal(error: InvalidMove | IllegalMove) -> Message:
    if isinstance(error, IllegalMove):
        return _LINES["refused"](reason=error.message, rule=error.rule)
    return _LINES["unreadable"](reason=error.message)


def _print(line: str, indent: int = 0) -> None:
    """On a screen broken between words; whole for everything else that reads it."""
    if sys.stdout.isatty():
        line = textwrap.fill(
            line,
            shutil.get_terminal_size().columns,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    print(line, flush=True)


def _read() -> str:
    try:
        return input("> ")
    except EOFError:
        raise Left from None
