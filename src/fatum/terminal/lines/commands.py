"""Commands of line mode."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from fatum.i18n.rules import numbered_rules, rules_about, rules_page
from fatum.protocol import messages as m
from fatum.protocol import requests as r
from fatum.protocol.wire_messages import from_wire
from fatum.terminal.lines.choices import choose, described
from fatum.terminal.lines.speech import PlayerLeft, page, say, sentence
from fatum.terminal.lines.texts import ALIASES, COMMANDS, LINES, WORDS
from fatum.terminal.markdown import plain

if TYPE_CHECKING:
    from fatum.terminal.lines.game import LineGame

_AT_SERVERS: Final = frozenset({"chat", "start"})


class Commands:
    """The commands of one game; ``friends`` adds those for a table with other people."""

    def __init__(self, game: "LineGame", friends: bool) -> None:
        self._game = game
        self._friends = friends
        self._run: Final[dict[str, Callable[[str], None]]] = {
            "help": self._help,
            "what": self._what,
            "hint": self._hint,
            "rules": self._rules,
            "view": self._view,
            "log": self._log,
            "codes": self._codes,
            "chat": self._chat,
            "start": self._start,
            "quit": self._quit,
        }
        self._words: Final = dict(ALIASES)
        for name in self._run:
            self._words[name] = name
            self._words[game.wording.say(WORDS[name]()).casefold()] = name

    def run(self, answer: str) -> bool:
        """Do what a command says; ``False`` if it is none."""
        word, _, rest = answer.partition(" ")
        name = self._words.get(word.casefold())
        if name is None or (name in _AT_SERVERS and not self._friends):
            return False
        if rest and name not in {"what", "rules", "chat"}:
            return False
        self._run[name](rest)
        return True

    def _help(self, _: str) -> None:
        game = self._game
        wording = game.wording
        for form, meaning in wording.narrator.moves() if wording.codes else ():
            say(sentence(f"{form}: {wording.say(meaning)}"), 2)
        for name, about in COMMANDS.items():
            if self._friends or name not in _AT_SERVERS:
                word = wording.say(WORDS[name]()).lower()
                say(sentence(f"{word}: {wording.say(about())}"), 2)
        game.say("again")

    def _what(self, rest: str) -> None:
        game = self._game
        session = game.session
        try:
            move = choose(rest, session.legal, game.wording) if rest else ""
        except ValueError:
            move = ""
        if not move:
            game.say("choice.number", most=len(session.legal))
        elif not game.knows(move):
            game.say("choice.unknown", text=rest, help=WORDS["help"]())
        elif move not in session.legal:
            reply = game.place.ask(m.Explain(move=move, id=session.number()))
            if isinstance(reply, m.Failure):
                game.refuse(reply)
            elif isinstance(reply, m.Explained) and reply.reason.message is not None:
                reason = from_wire(reply.reason.message)
                game.tell(LINES["refused"](reason=reason, rule=reply.reason.rule or ""))
        else:
            say(sentence(game.wording.move(move)))
            for line in described(move, game.wording, session.options):
                say(sentence(line))

    def _hint(self, _: str) -> None:
        game = self._game
        reply = game.place.ask(m.Hint(id=game.session.number()))
        if isinstance(reply, m.Advice):
            why = game.wording.say(from_wire(reply.message))
            game.say("hint", why=sentence(why))
        elif isinstance(reply, m.Failure):
            game.refuse(reply)

    def _rules(self, rest: str) -> None:
        game = self._game
        text = rules_page(game.session.game, game.wording.language)
        if not rest:
            page(plain(text))
            return
        found = rules_about(numbered_rules(text), rest)
        for number, rule in found.items():
            say(sentence(f"{number} {plain(rule)}"))
        if not found:
            game.say("rules.none")

    def _view(self, _: str) -> None:
        game = self._game
        if game.session.view is not None:
            for line in game.wording.narrator.screen(game.session.view):
                game.tell(line)

    def _log(self, _: str) -> None:
        for happened in self._game.session.past:
            self._game.tell_happened(happened)

    def _codes(self, _: str) -> None:
        wording = self._game.wording
        wording.codes = not wording.codes
        self._game.say("codes.on" if wording.codes else "codes.off")

    def _chat(self, rest: str) -> None:
        if not rest:
            return
        number = self._game.session.number()
        reply = self._game.place.ask(r.Chat(rest[:300], id=number))
        if isinstance(reply, m.Failure):
            self._game.refuse(reply)

    def _start(self, _: str) -> None:
        reply = self._game.place.ask(r.Start("normal", id=self._game.session.number()))
        if isinstance(reply, m.Failure):
            self._game.refuse(reply)

    def _quit(self, _: str) -> None:
        raise PlayerLeft
