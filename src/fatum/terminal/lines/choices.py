"""Parses typed moves, and describes what each choice does."""

from collections.abc import Sequence

from fatum.core.errors import InvalidMove
from fatum.core.game import Game
from fatum.core.messages import Message
from fatum.core.options import Options
from fatum.terminal.wording import Wording


def choose(answer: str, legal: Sequence[str], wording: Wording) -> str:
    """The move that a number, a name or the notation stands for; it need not be legal.

    :raises ValueError: if it is a number that stands for nothing.
    """
    if answer.isascii() and answer.isdigit():
        number = int(answer) if len(answer) < 9 else 0
        if not 1 <= number <= len(legal):
            raise ValueError(answer)
        return legal[number - 1]
    typed = _plain(answer).rstrip(".")
    names = {move: _plain(wording.move(move)) for move in legal}
    named = [move for move, name in names.items() if typed in {name, f"{name} ({move})".casefold()}]
    if not named:
        named = [move for move, name in names.items() if name.startswith(typed)]
    if len(named) == 1:
        return named[0]
    game = wording.game
    for text in game.moves:
        if text.casefold() == typed:
            return text
    try:
        return game.format_move(game.parse_move(answer))
    except InvalidMove:
        return answer


def is_move(game: Game, text: str) -> bool:
    """Whether the text is a move in the game's notation, legal or not."""
    try:
        game.parse_move(text)
    except InvalidMove:
        return text in game.moves
    return True


def _plain(text: str) -> str:
    """Normalise case and special spaces."""
    return " ".join(text.casefold().split())


def explained(move: str, wording: Wording, options: Options) -> Message | None:
    """What a player might want to know beside the name of a move."""
    return wording.narrator.explain(move, options)


def described(move: str, wording: Wording, options: Options) -> list[str]:
    """All that a move does, as sentences."""
    found = explained(move, wording, options)
    lines = [] if found is None else [wording.say(found)]
    verb = move.partition(" ")[0]
    for form, meaning in wording.narrator.moves():
        starts = [each.split()[0] for each in form.split(", ")]
        if verb in starts:
            lines.append(wording.say(meaning))
    return lines
