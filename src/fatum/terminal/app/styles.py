"""How the table is laid out."""

from typing import Final

TABLE_CSS: Final = """
TableScreen { layout: horizontal; }
#main { width: 1fr; height: 100%; }
#side { width: 38; height: 100%; border-left: vkey $primary; padding: 0 1; display: none; }
TableScreen.wide #side { display: block; }
TableScreen.wide #low { display: none; }
#header { height: 1; background: $primary; color: $background; text-style: bold; padding: 0 1; }
#seats { height: 4; }
#cards { height: auto; padding: 0 1; }
#middle { width: auto; margin-right: 3; }
#own { width: auto; }
#text { height: auto; padding: 0 1; display: none; }
RichLog { background: transparent; }
#low { height: 1fr; min-height: 1; padding: 0 1; scrollbar-size: 1 1; }
.filler { height: 1fr; display: none; }
TableScreen.wide .filler { display: block; }
#moment { height: auto; max-height: 3; padding: 0 1; }
#moment.large { background: $accent; color: $background; text-style: bold; }
#question { height: auto; max-height: 3; padding: 0 1; text-style: bold; color: $primary; }
#hand { padding: 0 1; }
#buttons { padding: 0 1; margin-top: 0; max-height: 7; }
#detail { height: 1; padding: 0 1; color: $text-muted; }
#keys { height: 1; padding: 0 1; background: $surface; color: $text-muted; }
#chat { display: none; height: 1; border: none; padding: 0 1; }
"""
