"""The commands and what each is for; their code is loaded when one is called."""

from collections.abc import Sequence
from typing import Final

from cyclopts import App, Group

import fatum
from fatum.games.registry import GAMES, references

ABOUT: Final = """Two card games of fate, Karma and All In: Predictions.

Without a command, fatum opens them in your browser. With one, it plays in the
terminal, tells and checks recorded games, simulates thousands.

Start with: fatum
"""

_PLAY: Final = Group("Play", sort_key=1)
_CHECK: Final = Group("Tell and check", sort_key=2)
_STUDY: Final = Group("Study", sort_key=3)
_SERVE: Final = Group("Serve", sort_key=4)
_ABOUT: Final = Group("About", sort_key=5)

GAME_COMMANDS: Final = {
    "play": (_PLAY, "Play against bots, line by line.", "Play {game} against bots."),
    "simulate": (
        _STUDY,
        "Let bots play many games and report lengths and results.",
        "Let bots play many games of {game}.",
    ),
    "arena": (
        _STUDY,
        "Let bots play a tournament and tell which is better, and how sure that is.",
        "A tournament of {game}.",
    ),
    "arena report": (
        _STUDY,
        "Write a designer's report: one page about how a game plays.",
        "A report on {game}.",
    ),
}
"""Commands that have a sub-command, with flags of its own, for each game."""

COMMANDS: Final = {
    "rules": (_PLAY, "Print the rules of a game, numbered.", "fatum.cli.info:rules"),
    "options": (_PLAY, "List the options of a game.", "fatum.cli.info:options"),
    "replay": (
        _CHECK,
        "Tell a recorded game as text: the truth, or what one seat knew.",
        "fatum.cli.replay:replay",
    ),
    "verify": (
        _CHECK,
        "Check that recorded games follow the rules and their seeds.",
        "fatum.cli.check:verify",
    ),
    "scenario": (
        _CHECK,
        "Run scenario files: rules as executable examples.",
        "fatum.cli.check:scenario",
    ),
    "analyse": (
        _STUDY,
        "Value every choice of a recorded game and name the largest mistakes.",
        "fatum.cli.analyse:analyse",
    ),
    "serve": (
        _SERVE,
        "Serve tables to browsers, on this machine or to the world.",
        "fatum.cli.serve:serve",
    ),
    "backup": (
        _SERVE,
        "Write all tables of a server to one file, also while it runs.",
        "fatum.cli.backup:backup",
    ),
    "restore": (
        _SERVE,
        "Bring all tables of a server back from a backup, also while it runs.",
        "fatum.cli.backup:restore",
    ),
}

CARD_COMMANDS: Final = {
    "show": ("Print the card table in use, or one of your own.", "fatum.cli.cards:show"),
    "check": ("Check a card table of your own.", "fatum.cli.cards:check"),
}


def build(tokens: Sequence[str] = ()) -> App:
    """The command line for these words; games of other packages are looked up only for theirs."""
    games = references() if set(tokens) & set(" ".join(GAME_COMMANDS).split()) else GAMES
    app = App(name="fatum", help=ABOUT, help_format="plaintext", version=version)
    for flag in ("--help", "--version"):
        app[flag].group = _ABOUT
    for name, (group, about, each) in GAME_COMMANDS.items():
        parent, _, own = name.rpartition(" ")
        command = App(name=own, help=about, group=group)
        for game in games:
            about = each.format(game=game)
            command.command(f"fatum.cli.per_game:{own}_{game}", name=game, help=about)
        (app[parent] if parent else app).command(command)
    for name, (group, about, place) in COMMANDS.items():
        app.command(place, name=name, help=about, group=group)
    cards = App(name="cards", help="Card tables: which card has which effects.", group=_PLAY)
    for name, (about, place) in CARD_COMMANDS.items():
        cards.command(place, name=name, help=about)
    app.command(cards)
    return app


def version() -> str:
    return f"Fatum {fatum.__version__} ({'compiled' if fatum.compiled else 'plain Python'})"
