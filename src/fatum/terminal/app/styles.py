"""How tables and menus are laid out.

A small screen has its seats in a row and, where there is room, the log at its side (``wide``). On a
larger one the seats stand ``around`` the table; a ``grand`` one has room for large cards.
"""

from typing import Final

WIDE: Final = 108
LOG_BESIDE_RING: Final = 150
RING_HEIGHT: Final = 34
GRAND_HEIGHT: Final = 50


def classes_for(width: int, height: int) -> dict[str, bool]:
    """Which layout fits.

    >>> [name for name, fits in classes_for(200, 60).items() if fits]
    ['wide', 'around', 'grand']
    >>> [name for name, fits in classes_for(120, 40).items() if fits]
    ['around']
    """
    ring = width >= WIDE and height >= RING_HEIGHT
    return {
        "wide": width >= (LOG_BESIDE_RING if ring else WIDE),
        "around": ring,
        "grand": ring and width >= LOG_BESIDE_RING and height >= GRAND_HEIGHT,
    }


# Part of the app's style: that of a screen's class does not hold for classes made from it.
MENU_CSS: Final = """
MenuScreen { align: center middle; }
MenuScreen > VerticalScroll { width: 90%; max-width: 90; height: auto; max-height: 100%;
    padding: 1 2; background: $surface; }
.title { text-style: bold; color: $primary; margin-bottom: 1; }
.note { color: $text-muted; margin-top: 1; }
"""

TABLE_CSS: Final = """
TableScreen { layout: horizontal; }
#main { width: 1fr; height: 100%; }
#side { width: 38; height: 100%; border-left: vkey $primary; padding: 0 1; display: none;
    scrollbar-size: 1 1; }
TableScreen.wide #side { display: block; }
TableScreen.wide #low { display: none; }
#header { height: 1; background: $primary; color: $background; text-style: bold; padding: 0 1; }
#seats { layout: horizontal; height: 4; align-horizontal: center; }
#round { layout: horizontal; height: 1fr; }
#left, #right { display: none; width: 26; height: 100%; align: center middle; }
#centre { width: 1fr; height: 100%; }
#cards { layout: horizontal; height: auto; padding: 0 1; align-horizontal: center; }
#middle { width: auto; margin-right: 3; }
#own { width: auto; }
#text { height: auto; padding: 0 1; display: none; }
RichLog { background: transparent; }
#low { height: 1fr; min-height: 1; padding: 0 1; scrollbar-size: 1 1; }
.filler { height: 1fr; display: none; }
TableScreen.wide .filler { display: block; }
#moment { height: auto; max-height: 5; padding: 0 1; text-align: center; display: none; }
TableScreen.wide #moment { display: block; }
#moment.large { display: block; background: $accent; color: $background; text-style: bold; }
#question { height: auto; max-height: 3; padding: 0 1; text-style: bold; color: $primary;
    text-align: center; }
#buttons { padding: 0 1; margin-top: 0; max-height: 7; }
#detail { height: 2; padding: 0 1; color: $text-muted; text-align: center; }
#keys { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
    background: $surface; color: $text-muted; }
#chat { display: none; height: 1; border: none; padding: 0 1; }

TableScreen.around #seats { height: auto; }
TableScreen.around #left, TableScreen.around #right { display: block; }
TableScreen.around SeatBox { width: 26; height: 6; margin: 0 1; border: round $primary 50%; }
TableScreen.around #left SeatBox, TableScreen.around #right SeatBox { margin: 0; }
TableScreen.around SeatBox.acting { border: heavy $primary; }
TableScreen.around #centre { border: round $primary 40%; background: $surface 60%; margin: 0 1; }
TableScreen.around #cards { layout: vertical; height: auto; }
TableScreen.around #middle { margin: 0; width: 1fr; }
TableScreen.around #own { margin-top: 1; width: 1fr; }
TableScreen.grand SeatBox { width: 34; height: 10; }
TableScreen.grand #left, TableScreen.grand #right { width: 34; }
TableScreen.grand #cards { height: 1fr; align: center middle; }
TableScreen.grand #own { margin-top: 3; }
TableScreen.grand .filler { display: none; }
TableScreen.grand #question { margin-top: 1; }
TableScreen.grand #buttons { margin-top: 1; }

.few SeatBox.acting { background: $primary; color: $background; }
.few SeatBox.marked { background: $background; }
.few TableScreen.around SeatBox, .few TableScreen.around #centre { border: round $primary; }
.few TableScreen.around SeatBox.acting { border: heavy $background; }
"""
