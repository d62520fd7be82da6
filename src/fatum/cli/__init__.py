"""The command line. Heavy imports wait until a command needs them."""

import gc
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
    """Run one command and return its exit code. Input errors are one sentence."""
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
    # What is imported is not garbage: looking for some takes a tenth of the time to start.
    gc.disable()
    from cyclopts import CycloptsError

    from fatum.cli.app import build
    from fatum.cli.names import check_names, without_help
    from fatum.core.errors import FatumError

    try:
        if not tokens:
            from fatum.cli.start import start

            gc.enable()
            return start()
        tokens = without_help(tokens)
        app = build(tokens)
        check_names(app, tokens)
        gc.enable()
        result = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except (CycloptsError, FatumError) as error:
        return complain(str(error))
    finally:
        gc.enable()
    return result if isinstance(result, int) else DONE


def complain(sentence: str, code: int = BAD_INPUT) -> int:
    """Print an error in one line and return the exit code."""
    sys.stdout.flush()
    print(f"fatum: {' '.join(sentence.split()).removesuffix('.')}", file=sys.stderr)
    return code


def _be_robust() -> None:
    """Replace characters that the terminal cannot encode."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _drop_output() -> None:
    """The output was closed: drop what is buffered, so that nothing is reported at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
