"""Screens as text, compared with what is stored.

``FATUM_SNAPSHOTS=write python -m pytest tests/terminal/test_snapshots.py`` stores them again; look at
the difference before you keep it.
"""

import os
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

FOLDER = Path(__file__).with_name("snapshots")
SIZES = ((80, 24), (120, 40), (200, 60))
WRITE = os.environ.get("FATUM_SNAPSHOTS") == "write"


def shown(running: App[int]) -> list[str]:
    """The lines of the screen as text."""
    strips = running.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


async def settled(pilot: Pilot[int]) -> str:
    """The screen once it does not change any more."""
    before, now = None, shown(pilot.app)
    while before != now:
        await pilot.pause()
        before, now = now, shown(pilot.app)
    return "".join(f"{line.rstrip()}\n" for line in now)


class Album:
    """The stored pictures of some screens in one language; ``wrong`` names those that differ."""

    def __init__(self, pilot: Pilot[int], part: str, language: str) -> None:
        self._pilot = pilot
        self._folder = FOLDER / part
        self._language = language
        self.seen: set[str] = set()
        self.wrong: list[str] = []

    async def take(self, name: str) -> None:
        """Compare the screen at every size."""
        for width, height in SIZES:
            await self._pilot.resize_terminal(width, height)
            self._compare(
                f"{name}.{self._language}.{width}x{height}.txt", await settled(self._pilot)
            )

    def _compare(self, name: str, text: str) -> None:
        self.seen.add(name)
        path = self._folder / name
        if WRITE:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            self.wrong.append(f"{name}:\n{text}")

    def check(self) -> None:
        assert not self.wrong, "\n".join(self.wrong)
        stored = {path.name for path in self._folder.glob(f"*.{self._language}.*.txt")}
        assert stored == self.seen
