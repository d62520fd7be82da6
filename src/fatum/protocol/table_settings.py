"""The host's settings of a table, besides the options of the game."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, structs

MoveTime = Annotated[int, Meta(ge=5, le=604_800)]
Grace = Annotated[int, Meta(ge=5, le=86_400)]
Patience = Annotated[int, Meta(ge=60, le=2_592_000)]
Delay = Annotated[int, Meta(ge=0, le=3_600)]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """All times are in seconds."""

    move_time: MoveTime | None = None
    """Time for each choice; then the table makes a sensible one. ``None``: no clock."""
    grace: Grace = 60
    """How long others wait for an absent player before a bot takes over.

    If ``move_time`` is more than ten minutes, they wait until it has run out.
    """
    patience: Patience = 86_400
    """The longest wait for a silent player without a clock, or when everyone is away."""
    public: bool = False
    """Whether the table is listed for everybody."""
    spectators: bool = True
    delay: Delay = 0
    """Delay of spectators."""
    chat: bool = False
    hints: bool = True


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to change; omitted ones stay as they are."""

    move_time: MoveTime | UnsetType | None = UNSET
    grace: Grace | UnsetType = UNSET
    patience: Patience | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    spectators: bool | UnsetType = UNSET
    delay: Delay | UnsetType = UNSET
    chat: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET

    def apply_to(self, settings: TableSettings) -> TableSettings:
        given = {
            name: value
            for name in self.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        }
        return structs.replace(settings, **given)

    def touches_time(self) -> bool:
        """Whether it changes what players agreed to when the game started."""
        return any(field is not UNSET for field in (self.move_time, self.grace, self.patience))
