"""A bot in a separate process: ``python -m fatum.bots.worker MODULE:FACTORY``.

Reads one question per line and answers with one line. Whatever the bot prints goes to the standard
error, so that it cannot garble an answer. The process ends with its parent.
"""

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO

from fatum.bots import adapter
from fatum.bots.adapter import WrongAnswer, as_bot, read_answer
from fatum.bots.exchange import read_question

_OWN_FILES: Final = (Path(__file__), Path(adapter.__file__))


def load_factory(reference: str) -> Callable[[], Any]:
    """The factory that ``module:name`` stands for."""
    module, _, path = reference.partition(":")
    found: object = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    if not callable(found):
        raise TypeError(f"{reference} cannot be called to make a bot")
    return found


def _watch(questions: "queue.SimpleQueue[str]") -> None:
    """Pass questions on; end this process when the parent is gone, even while the bot thinks."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _fault(error: Exception) -> dict[str, object]:
    """What went wrong, and where, as far as the code is not ours."""
    if isinstance(error, WrongAnswer):
        return {"fault": str(error)}
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename) not in _OWN_FILES
    ]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    lines = [*traceback.format_list(frames), *traceback.format_exception_only(error)]
    return {
        "fault": f"{type(error).__name__}: {error}"[:500] + place,
        "traceback": "Traceback (most recent call last):\n" + "".join(lines)[-8000:],
    }


def serve(reference: str, answers: TextIO) -> None:
    """Answer questions until the parent closes the pipe."""

    def answer(data: dict[str, object]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    try:
        bot = as_bot(load_factory(reference)())
    # Any exception of a third-party bot is reported; the process continues.
    except Exception as error:
        answer(_fault(error))
        return
    answer({"ready": True})
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(questions,), daemon=True).start()
    while True:
        asked = read_question(json.loads(questions.get()))
        try:
            chosen = bot.choose(asked.view, list(asked.legal), asked.rng, asked.budget)
            move = read_answer(asked.game, chosen, asked.legal)
            answer({"move": asked.game.format_move(move)})
        except Exception as error:
            answer(_fault(error))


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.argv[1], answers)


if __name__ == "__main__":
    main()
