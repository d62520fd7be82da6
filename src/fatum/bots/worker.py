"""A bot in a process of its own: ``python -m fatum.bots.worker MODULE:FACTORY``.

Reads one question a line and answers with one line. Whatever the bot prints goes to the standard
error, so that it cannot garble an answer. The process ends with its parent.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import TextIO

from fatum.bots.base import Bot
from fatum.bots.exchange import read_question


def load_factory(reference: str) -> Callable[[], Bot]:
    """The factory that ``module:name`` stands for."""
    module, _, path = reference.partition(":")
    found: object = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    if not callable(found):
        raise TypeError(f"{reference} cannot be called to make a bot")
    return found


def _watch(questions: "queue.SimpleQueue[str]") -> None:
    """Pass questions on; when the parent is gone, so is this process, even in mid-thought."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _fault(error: BaseException) -> dict[str, object]:
    return {"fault": f"{type(error).__name__}: {error}"[:500]}


def serve(reference: str, answers: TextIO) -> None:
    """Answer questions until the parent closes the pipe."""

    def answer(data: dict[str, object]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    try:
        bot = load_factory(reference)()
    # Whatever a foreign bot raises is an answer, not a reason to end.
    except Exception as error:
        answer(_fault(error))
        return
    answer({"ready": True})
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_watch, args=(questions,), daemon=True).start()
    while True:
        asked = read_question(json.loads(questions.get()))
        try:
            move = bot.choose(asked.view, list(asked.legal), asked.rng, asked.budget)
            answer(
                {"move": asked.game.format_move(move)}
                if _is_move(move, asked.legal)
                else {"fault": f"answered {move!r}, which is not legal here"[:500]}
            )
        except Exception as error:
            answer(_fault(error))


def _is_move(move: object, legal: list[int]) -> bool:
    return isinstance(move, int) and not isinstance(move, bool) and move in legal


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.argv[1], answers)


if __name__ == "__main__":
    main()
