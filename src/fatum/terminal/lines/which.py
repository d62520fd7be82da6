"""Which game, asked in lines."""

from fatum.games.registry import GAMES, find_game
from fatum.i18n.keyed import keyed_texts
from fatum.terminal.lines.speech import PlayerLeft, read, say


def which_game(language: str) -> str | None:
    """The name of a game, or ``None`` at the end of the input."""
    text = keyed_texts(language)
    names = list(GAMES)
    while True:
        say(text("line.game.which"))
        for number, name in enumerate(names, 1):
            say(text("line.choice.row", number=number, move=find_game(name).title))
        try:
            answer = read().casefold()
        except PlayerLeft:
            return None
        for number, name in enumerate(names, 1):
            if answer in {str(number), name, find_game(name).title.casefold()}:
                return name
