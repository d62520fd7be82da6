"""The command line. Heavy imports wait until a command needs them."""

import os
import sys
from collections.abc import Sequence
from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""A check was made and failed."""
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Whatever is wrong with the input is one sentence."""
    try:
        _be_robust()
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except OSError as error:
        _drop_output()
        where = f" {error.filename}:" if error.filename else ""
        return complain(f"the system refuses:{where} {error.strerror or error}")
    return code


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from fatum.cli.app import build
    from fatum.cli.names import check_names, without_help
    from fatum.core.errors import FatumError

    try:
        if not tokens:
            from fatum.cli.start import start

            return start()
        tokens = without_help(tokens)
        app = build(tokens)
        check_names(app, tokens)
        result = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except (CycloptsError, FatumError) as error:
        return complain(str(error))
    return result if isinstance(result, int) else DONE


def complain(sentence: str, code: int = BAD_INPUT) -> int:
    """Say what is wrong in one line, and give the exit code."""
    sys.stdout.flush()
    print(f"fatum: {' '.join(sentence.split()).removesuffix('.')}", file=sys.stderr)
    return code


def _be_robust() -> None:
    """Characters that a terminal cannot show or send must not end the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _drop_output() -> None:
    """Nobody takes our output any more: what is still buffered must not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
