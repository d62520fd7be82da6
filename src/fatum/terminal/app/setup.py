"""What is played: from the choices on the screen to a table."""

from typing import TYPE_CHECKING, Any, Final, cast

from fatum.bots import registry
from fatum.core.game import Game
from fatum.core.options import ChoiceOption, FlagOption, IntOption
from fatum.games.registry import find_game
from fatum.play.arguments import read_seed
from fatum.records import Record
from fatum.terminal.app.menu import MenuEntry, MenuScreen
from fatum.terminal.local import new_table
from fatum.terminal.saves import new_save
from fatum.terminal.sitting import Sitting
from fatum.terminal.wording import level_name

if TYPE_CHECKING:
    from fatum.terminal.app.fatum_app import FatumApp

_NAME: Final = "You"
_LEVELS: Final = ("greedy", "easy", "normal", "hard")
_TEXTS: Final = {
    "foresight": "setup.foresight",
    "table_card_follow_up": "setup.follow",
    "side": "setup.side",
    "discard": "setup.discard",
    "heirs": "setup.heirs",
}
"""The browser's words for an option; its values stand behind a dot."""


def new_sitting(game: str, options: dict[str, Any], level: str) -> Sitting:
    """A new game against bots of one level."""
    players = find_game(game).read_options(options).players
    names = [_NAME, *[level] * (players - 1)]
    bots = dict.fromkeys(range(1, players), level)
    facts, token = new_table(game, options, read_seed(None), names, bots)
    return Sitting(facts, token, new_save(game), game)


def another(record: Record) -> Sitting:
    """The same game with the same bots at the same seats, dealt again."""
    names = record.names or ()
    bots = {seat: name for seat, name in enumerate(names) if name in registry.BOTS}
    game = record.game.name
    facts, token = new_table(game, record.options.to_dict(), read_seed(None), names, bots)
    return Sitting(facts, token, new_save(game), game)


class SetupScreen(MenuScreen):
    """Players, bots and variants of one game."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game: Game = find_game(game)
        self.options: dict[str, Any] = {"players": self._spec_players().default}

    @property
    def fatum(self) -> "FatumApp":
        return cast("FatumApp", self.app)

    def _spec_players(self) -> IntOption:
        spec = next(spec for spec in self.game.options if spec.name == "players")
        assert isinstance(spec, IntOption)
        return spec

    def title_text(self) -> str:
        return self.fatum.text("setup.title", game=self.game.title)

    def note_text(self) -> str:
        key = f"game.{self.game.name}.line"
        return self.fatum.text(key) if key in {"game.karma.line", "game.allin.line"} else ""

    def entries(self) -> list[MenuEntry]:
        text = self.fatum.text
        level = self.fatum.settings.level
        found = [
            MenuEntry(text("setup.begin"), press=self._begin),
            MenuEntry(text("setup.players"), str(self.options["players"]), turn=self._players),
            MenuEntry(
                text("setup.level"), level_name(self.fatum.language, level), turn=self._level
            ),
        ]
        for spec in self.game.options:
            key = _TEXTS.get(spec.name)
            if key is not None and isinstance(spec, FlagOption | ChoiceOption):
                found.append(self._variant(spec, key))
        found.append(MenuEntry(text("line.app.back"), press=self.leave))
        return found

    def _variant(self, spec: FlagOption | ChoiceOption, key: str) -> MenuEntry:
        value = self.options.get(spec.name, spec.default)
        if isinstance(spec, FlagOption):
            shown = self.fatum.text("line.app.on" if value else "line.app.off")
        else:
            shown = self.fatum.text(f"{key}.{value}")

        def turn(step: int) -> None:
            if isinstance(spec, FlagOption):
                self.options[spec.name] = not value
            else:
                place = spec.choices.index(str(value)) + step
                self.options[spec.name] = spec.choices[place % len(spec.choices)]

        return MenuEntry(self.fatum.text(key), shown, turn=turn)

    def _players(self, step: int) -> None:
        spec = self._spec_players()
        count = spec.high - spec.low + 1
        self.options["players"] = spec.low + (self.options["players"] - spec.low + step) % count

    def _level(self, step: int) -> None:
        settings = self.fatum.settings
        place = _LEVELS.index(settings.level) if settings.level in _LEVELS else 0
        settings.level = _LEVELS[(place + step) % len(_LEVELS)]
        settings.save()

    def _begin(self) -> None:
        sitting = new_sitting(self.game.name, self.options, self.fatum.settings.level)
        self.dismiss()
        self.fatum.play(sitting)
