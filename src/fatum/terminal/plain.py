"""Line mode: every event one sentence, every choice one line. Made for screen readers too.

Sentences are written in English and said in the player's language; moves and commands are the same
in all of them.
"""

import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fatum.core.errors import IllegalMove, InvalidMove
from fatum.core.seats import seat_name
from fatum.play.match import Chooser, Match
from fatum.play.narration import Narrator

HELP: Final = (
    ("help", "these lines"),
    ("rules", "the rules of the game"),
    ("view", "everything you may know now"),
    ("log", "what has happened so far"),
    ("quit", "save the game and leave"),
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
    speak: Callable[[str], str] = str

    def __post_init__(self) -> None:
        self._narrator = Narrator(self.match.game, self.seat)
        self._told = 0

    def introduce(self, resumed: bool) -> None:
        """Who sits where, and the promise that the cards are already fixed."""
        match = self.match
        others = ", ".join(
            f"{seat_name(seat)}: {name}"
            for seat, name in enumerate(match.names or ())
            if seat != self.seat
        )
        first = seat_name(match.state.first_seat())
        self._say(f"{match.game.title}. You are {seat_name(self.seat)}; {others}.")
        self._say(f"The {match.game.first_key} is {first}.")
        self._say(f"Commitment: {match.commitment}")
        self._say("It is the SHA-256 of the seed, which you get at the end to check every shuffle.")
        for notice in self._narrator.notices(match.options):
            self._say(notice)
        self._say("Type the number of a choice, a move, or help.")
        if resumed:
            self._told = len(match.events_since(0))
            self._say(f"The game goes on after {len(match.moves)} moves; log tells what happened.")

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
            self._say(line)

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
                    text = str(error)
                    self._say(f"{text[0].upper()}{text[1:]}.")
                else:
                    return
            else:
                self._show_choices(texts)

    def _show_choices(self, texts: list[str]) -> None:
        self._say("")
        for line in self._narrator.prompt(self.match.state.view_for(self.seat).to_dict()):
            self._say(line)
        self._say("Your choice:")
        for number, text in enumerate(texts, 1):
            told = self._narrator.explain(text, self.match.options)
            line = f"  {number}  {text}" + (f"  ({self.speak(told)})" if told else "")
            _print(line, 5)

    def _move(self, answer: str, legal: list[int]) -> int:
        if answer.isascii() and answer.isdigit() and len(answer) < 9:
            number = int(answer)
            if not 1 <= number <= len(legal):
                raise InvalidMove(f"choose a number from 1 to {len(legal)}, or type a move")
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
        for form, meaning in (*self._narrator.moves(), *HELP):
            _print(f"  {form:<14}  {self.speak(meaning)}", 18)
        self._say("An empty line shows your choices again.")

    def _view(self) -> None:
        for line in self._narrator.screen(self.match.state.view_for(self.seat).to_dict()):
            self._say(line)

    def _log(self) -> None:
        for line in self._narrator.tell(self.match.events_since(0)):
            self._say(line)

    def _quit(self) -> None:
        raise Left

    # --- leaving -----------------------------------------------------------------------------

    def saved(self, path: Path, command: str) -> None:
        """Where the game is, and how to go on with it."""
        self._say(f"The game is saved in {path}.")
        self._say(f"Continue with: {command}")

    def ended(self, record: Path | None) -> None:
        """What anyone needs to check the game."""
        self._say(f"Seed: {self.match.seed.hex()}")
        if record is not None:
            self._say(f"The record is in {record}; check it with: fatum verify {record}")

    def _say(self, line: str) -> None:
        _print(self.speak(line) if line else "")


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
