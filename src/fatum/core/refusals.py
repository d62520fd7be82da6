"""Refusals that all games share."""

from typing import Final

from fatum.core.messages import Declared

GAME_OVER: Final = Declared("game.refuse.over", "the game is over")
NO_SEAT: Final = Declared("game.refuse.seat", "there is no seat {seat} in this game")
NOT_YOUR_TURN: Final = Declared("game.refuse.turn", "it is {seat}'s turn")
NOT_IN_HAND: Final = Declared("game.refuse.hand", "you have no {card} in hand")
