"""Parsing that may be slow, in a process of its own with a time limit.

Card tables and records come from strangers. Reading one takes far longer than a move, and some
texts are written to take as long as possible. One process parses them one by one; if a text takes too
long, the process is killed. Run as a program, this module is that process.
"""

import asyncio
import contextlib
import json
import os
import signal
import struct
import sys
from collections import Counter
from collections.abc import Callable
from typing import BinaryIO, Final, Literal

import msgspec

from fatum.core.messages import Declared
from fatum.protocol.errors import Refused
from fatum.protocol.http_schemas import Fault, fault
from fatum.protocol.wire_messages import from_wire
from fatum.server.ops.limits import count_down
from fatum.table import logger
from fatum.table.files import FILE_TOO_DEEP, check_cards, replay_record

ParserJob = Literal["cards", "replay"]
TIME_LIMIT: Final = 5.0
"""Seconds for one text; a record of the longest game takes less than one."""
_START_LIMIT: Final = 60.0
MOST_WAITING: Final = 32
MOST_WAITING_PER_ADDRESS: Final = 4
READER_BUSY: Final = Declared(
    "server.file.busy", "too many files are being read; try again in a moment"
)
OTHER_FILES: Final = Declared("server.file.others", "wait until your other files have been read")
FILE_TOO_SLOW: Final = Declared("server.file.too_slow", "the file takes too long to read")
FILE_UNREADABLE: Final = Declared("server.file.unreadable", "the file cannot be read")
_HEADER: Final = struct.Struct("!cI")
_DONE: Final = b"d"
_REFUSED: Final = b"r"
_FAILED: Final = b"f"
_READY: Final = b"."


class ParserProcess:
    """Started when it is first needed."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self.time_limit = time_limit
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def run(self, job: ParserJob, address: str, **given: object) -> bytes:
        """The answer to a job as JSON.

        :raises Refused: if the text is not what it should be, takes too long to read, or too many
            texts are waiting.
        """
        if self._waiting.total() >= MOST_WAITING:
            raise Refused("busy", READER_BUSY())
        if self._waiting[address] >= MOST_WAITING_PER_ADDRESS:
            raise Refused("too_fast", OTHER_FILES())
        self._waiting[address] += 1
        try:
            async with self._turn:
                return await self._run(json.dumps({"job": job, **given}).encode())
        finally:
            count_down(self._waiting, address)

    async def _run(self, question: bytes) -> bytes:
        try:
            process = await self._started()
            async with asyncio.timeout(self.time_limit):
                kind, answer = await _ask(process, question)
        except TimeoutError:
            self._kill()
            logger.warning("a file took too long to read", bytes=len(question))
            raise Refused("unreadable", FILE_TOO_SLOW()) from None
        except (OSError, asyncio.IncompleteReadError):
            self._kill()
            logger.warning("the parser process has died", bytes=len(question))
            raise Refused("unreadable", FILE_UNREADABLE()) from None
        except BaseException:
            # Cancelled half-way: the next one must not get this answer.
            self._kill()
            raise
        if kind == _REFUSED:
            refusal = msgspec.json.decode(answer, type=Fault)
            raise Refused(refusal.code, from_wire(refusal.message))  # type: ignore[arg-type]
        if kind == _FAILED:
            raise RuntimeError(answer.decode())
        return answer

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            assert self._process.stdout is not None
            async with asyncio.timeout(_START_LIMIT):
                await self._process.stdout.readexactly(1)
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._process = None

    async def close(self) -> None:
        process = self._process
        self._kill()
        if process is not None:
            await process.wait()


async def _ask(process: asyncio.subprocess.Process, question: bytes) -> tuple[bytes, bytes]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(_HEADER.pack(_DONE, len(question)) + question)
    await process.stdin.drain()
    kind, size = _HEADER.unpack(await process.stdout.readexactly(_HEADER.size))
    return kind, await process.stdout.readexactly(size)


# --- in the process ------------------------------------------------------------------------------


_JOBS: Final[dict[ParserJob, Callable[..., bytes]]] = {
    "cards": check_cards,
    "replay": replay_record,
}


def answer(question: bytes) -> tuple[bytes, bytes]:
    """The kind of the answer, and the answer."""
    given = json.loads(question)
    try:
        return _DONE, _JOBS[given.pop("job")](**given)
    except Refused as refusal:
        return _refused(refusal)
    except RecursionError:
        return _refused(Refused("unreadable", FILE_TOO_DEEP()))
    except Exception as error:  # report the error and read the next text
        return _FAILED, f"{type(error).__name__}: {error}".encode("utf-8", "replace")


def _refused(refusal: Refused) -> tuple[bytes, bytes]:
    return _REFUSED, msgspec.json.encode(fault(refusal.code, refusal.message))


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Run until the input ends."""
    answers.write(_READY)
    answers.flush()
    while header := questions.read(_HEADER.size):
        kind, told = answer(questions.read(_HEADER.unpack(header)[1]))
        answers.write(_HEADER.pack(kind, len(told)) + told)
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this
    if hasattr(os, "nice"):
        os.nice(5)
    serve(sys.stdin.buffer, sys.stdout.buffer)
