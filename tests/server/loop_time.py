"""How much processor time a server's event loop takes, seen from outside."""

from pathlib import Path


class LoopTime:
    """The main thread of a process, which runs the loop. Linux only."""

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/task/{pid}/schedstat")
        self._status = Path(f"/proc/{pid}/status")
        self._last = self._read()

    def _read(self) -> float:
        return int(self._file.read_text().split()[0]) / 1e9

    def lap(self) -> float:
        """Seconds of processor time since the last lap."""
        before, self._last = self._last, self._read()
        return self._last - before

    def memory(self) -> int:
        """Bytes that the process holds."""
        line = next(
            line for line in self._status.read_text().splitlines() if line.startswith("VmRSS:")
        )
        return int(line.split()[1]) * 1024
