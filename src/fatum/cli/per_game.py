"""Commands whose flags come from the options of a game, made when they are asked for."""

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, Final

from cyclopts import Group, Parameter

from fatum.cli.common import keyword, read_table_file
from fatum.core.game import Game
from fatum.core.options import FlagOption, Option
from fatum.games.registry import find_game, references


def __getattr__(name: str) -> Callable[..., int]:
    """``play_karma`` is the command ``play`` for the game ``karma``."""
    command, _, game = name.partition("_")
    if command not in _COMMANDS or game not in references():
        raise AttributeError(name)
    return _for_game(getattr(import_module(_COMMANDS[command]), command), find_game(game))


_COMMANDS: Final = {
    "play": "fatum.cli.play",
    "simulate": "fatum.cli.simulate",
    "arena": "fatum.cli.arena",
    "report": "fatum.cli.arena",
}
"""Where each command is, so that only the one that is called is imported."""


def _for_game(command: Callable[..., int], game: Game) -> Callable[..., int]:
    """The command without its first two parameters, ``game`` and ``given``, with the flags."""
    own = list(inspect.signature(command).parameters.values())[2:]
    hints = inspect.get_annotations(command, eval_str=True)
    own = [parameter.replace(annotation=hints[parameter.name]) for parameter in own]
    positional = [parameter for parameter in own if parameter.kind != parameter.KEYWORD_ONLY]
    flags = [parameter for parameter in own if parameter.kind == parameter.KEYWORD_ONLY]
    group = Group(f"Options of {game.title}")

    def run(*arguments: Any, **values: Any) -> int:
        typed = {spec.name: values.pop(spec.name, None) for spec in game.options}
        given = {
            spec.name: _read(game, spec, typed[spec.name])
            for spec in game.options
            if typed[spec.name] is not None
        }
        return command(game, given, *arguments, **values)

    run.__name__ = command.__name__
    run.__doc__ = command.__doc__
    parameters = [*positional, *(_parameter(game, spec, group) for spec in game.options), *flags]
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        parameters, return_annotation=int
    )
    return run


def _read(game: Game, spec: Option, value: object) -> object:
    """A value as typed; where the game has a reader for a file of it, the name of that file."""
    if isinstance(value, bool):
        return value
    text = str(value)
    tables = game.parts.card_tables
    if tables is None or tables.option != spec.name or text.startswith("{"):
        return spec.read_text(text)
    return read_table_file(tables, text)


def _parameter(game: Game, spec: Option, group: Group) -> inspect.Parameter:
    flag = isinstance(spec, FlagOption)
    about = str(spec.about)
    about = about[0].upper() + about[1:]
    text = f"{about}." if flag else f"{about}: {describe_values(spec)}."
    tables = game.parts.card_tables
    if tables is not None and tables.option == spec.name:
        text = f"{about}: a TOML file, as fatum cards makes and checks it."
    shown = Parameter(help=text, group=group, negative="", show_default=False)
    return keyword(
        spec.name, Annotated[bool | None, shown] if flag else Annotated[str | None, shown]
    )


def describe_values(spec: Option) -> str:
    """The allowed values, and the default where it is a plain value."""
    if isinstance(spec.default, str | bool | int) and spec.default != -1:
        default = str(spec.default).lower() if isinstance(spec.default, bool) else spec.default
        return f"{spec.values()}, by default {default}"
    return str(spec.values())
