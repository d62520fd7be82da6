"""No bot goes in circles: it does not bring back a position that everyone has seen before.

Only public positions count (``Parts.position``), so that nothing hidden can matter.
"""

from fatum.core.game import View
from fatum.core.rng import Rng


def fresh_moves(view: View, legal: list[int]) -> list[int]:
    """The moves that lead to new positions; if each leads back, those to the rarest one."""
    position = view.game.parts.position
    if position is None or not view.past or len(legal) < 2:
        return legal
    assert view.seat is not None
    # Any world does, and the bot's own chance is left alone: a move that brings unseen cards into play
    # cannot lead back.
    world = view.redeal(Rng(0))
    times = []
    for move in legal:
        after = world.copy()
        after.apply(view.seat, move)
        times.append(view.past.count(position(after)[1]))
    rarest = min(times)
    return [move for move, seen in zip(legal, times, strict=True) if seen == rarest]
