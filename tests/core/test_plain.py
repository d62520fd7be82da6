"""All draws at once are the draws of the stream, one by one."""

import pytest

from fatum.core.plain import shuffled
from fatum.core.rng import Stream, stream_digest

WORD = 2**64


def starting_with(draw: int) -> bytes:
    """A stream's start whose first draw is this one: the scrambling, backwards."""
    rotated = (draw << 32) * pow(9, -1, WORD) % WORD
    five = (rotated >> 7 | rotated << 57) % WORD
    second = five * pow(5, -1, WORD) % WORD
    return bytes(8) + second.to_bytes(8, "big") + bytes(range(16))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 54, 60, 64])
def test_shuffles_like_the_stream(size: int) -> None:
    for number in range(200):
        start = stream_digest(bytes(32), number)
        one_by_one, at_once = list(range(size)), list(range(size))
        Stream(start).shuffle(one_by_one)
        assert shuffled(start, at_once)
        assert at_once == one_by_one


@pytest.mark.parametrize(("draw", "refused"), [(2**32 - 1, True), (2**32 - 60, False)])
def test_leaves_refused_draws_to_the_stream(draw: int, refused: bool) -> None:
    start = starting_with(draw)
    assert Stream(start).upper32() == draw
    cards = list(range(54))
    assert shuffled(start, cards) is not refused
    assert (cards == list(range(54))) is refused


def test_leaves_larger_decks_to_the_stream() -> None:
    cards = list(range(65))
    assert not shuffled(stream_digest(bytes(32), 1), cards)
    assert cards == list(range(65))
