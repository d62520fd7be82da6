"""The value of each choice in a finished game."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import ProgressBar, Static
from textual.worker import get_current_worker

from fatum.arena.analysis import Analysis, analyse
from fatum.arena.run.contenders import valuation
from fatum.bots.base import Budget
from fatum.core.game import View
from fatum.records import Record, Replay
from fatum.terminal.app.bindings import bindings
from fatum.terminal.app.replay import person_of
from fatum.terminal.app.screens import FatumScreen
from fatum.terminal.wording import Wording

ITERATIONS: Final = 150
"""For each choice: enough to see the turning points, and done before one stops waiting."""
_BARS: Final = " ▁▂▃▄▅▆▇█"
_HEIGHT: Final = 4


class _Stopped(Exception):
    pass


def curve_lines(points: list[tuple[int, float]], moves: int, width: int, height: int) -> list[str]:
    """A curve of chances drawn with bars; each value stays until the next one.

    >>> curve_lines([(1, 0.0), (2, 1.0)], 2, 4, 1)
    ['  ██']
    """
    columns: list[float] = []
    for column in range(width):
        at = 1 + (moves - 1) * column / max(width - 1, 1)
        known = [value for move, value in points if move <= at + 0.5]
        columns.append(known[-1] if known else (points[0][1] if points else 0.0))
    steps = [round(min(max(value, 0.0), 1.0) * height * 8) for value in columns]
    return [
        "".join(_BARS[min(max(step - 8 * row, 0), 8)] for step in steps)
        for row in reversed(range(height))
    ]


class AnalysisScreen(FatumScreen[None]):
    """A curve for each player, and the turning points."""

    CSS = """
    AnalysisScreen #title { height: 1; background: $primary; color: $background; padding: 0 1; }
    AnalysisScreen VerticalScroll { height: 1fr; padding: 0 1; }
    AnalysisScreen ProgressBar { margin: 1 2; }
    AnalysisScreen #found { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings({"escape,q": "back"})

    def __init__(self, record: Record, language: str) -> None:
        super().__init__()
        self._record = record
        self._found: Analysis | None = None
        names = dict(enumerate(record.names or ()))
        self._wording = Wording(language, record.game, person_of(record), names)

    def compose(self) -> ComposeResult:
        text = self._wording.text
        key = f"analysis.chances.{self._record.game.name}"
        title = text(key) if key in text else text("end.analysis")
        yield Static(title, id="title")
        yield ProgressBar(total=len(self._record.moves), show_eta=False)
        with VerticalScroll():
            yield Static(text("analysis.loading"), id="found")

    def on_mount(self) -> None:
        self.run_worker(self._work, thread=True, exit_on_error=False)

    def _work(self) -> None:
        worker = get_current_worker()

        def advance(moves: int) -> None:
            if worker.is_cancelled:
                raise _Stopped
            self.app.call_from_thread(self._advance, moves)

        try:
            found = analyse(self._record, valuation(Budget(iterations=ITERATIONS)), advance)
        except _Stopped:
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show, found)

    def _advance(self, moves: int) -> None:
        self.query_one(ProgressBar).update(progress=moves)

    def on_resize(self, _: Resize) -> None:
        if self._found is not None:
            self._show(self._found)

    def _show(self, found: Analysis) -> None:
        self._found = found
        self.query_one(ProgressBar).display = False
        width = max(min(self.size.width - 4, 100), 10)
        lines: list[str] = []
        for number in range(self._record.options.players):
            lines.append(self._wording.seat(number))
            moves = len(self._record.moves)
            lines += curve_lines(found.curve(number), moves, width, _HEIGHT)
            lines += self._mistakes(found, number)
            lines.append("")
        self.query_one("#found", Static).update("\n".join(lines))

    def _mistakes(self, found: Analysis, number: int) -> list[str]:
        text = self._wording.text
        game = self._record.game
        lines = []
        for made in found.mistakes(number):
            self._wording.view = _view_before(self._record, made.number, made.seat)
            said = text(
                "analysis.mistake",
                made=self._wording.move(game.format_move(made.move)),
                better=self._wording.move(game.format_move(made.best.move)),
            )
            lines.append(f"{text('analysis.move', number=made.number)}: {said}")
        return lines or [text("analysis.none")]

    def action_back(self) -> None:
        self.workers.cancel_all()
        self.dismiss()


def _view_before(record: Record, number: int, seat: int) -> View:
    """What the seat knew before a move."""
    replay = Replay(record)
    if number > 1:
        for made, _ in replay:
            if made == number - 1:
                break
    return replay.state.view_for(seat)
