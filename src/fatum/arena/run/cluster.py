"""A Ray cluster that does tasks. Ray is an extra, and large: it is imported only when asked for."""

import os
import socket
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import fatum
from fatum.arena.run.pool import WorkFailed, last_line
from fatum.arena.run.registered import Registered, registered
from fatum.core.errors import FatumError
from fatum.core.extras import need

T = TypeVar("T")
R = TypeVar("R")


def need_ray() -> Any:
    """The library, or a sentence that says how to get it."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    return need("ray", "--ray", "ray")


class Cluster:
    """The cluster at this address; ``local`` starts one."""

    def __init__(self, address: str) -> None:
        self._ray: Final = need_ray()
        self._ours: Final = not self._ray.is_initialized()
        if self._ours:
            self._connect(address)
        self.count: Final = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._remote: Final = self._ray.remote(_work)
        self._names: Final = registered()

    def _connect(self, address: str) -> None:
        _check_reachable(address)
        settings = {"include_dashboard": False} if address == "local" else {}
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
        except Exception as error:
            raise FatumError(
                f"there is no Ray cluster at {address!r}: {last_line(str(error) or repr(error))}"
            ) from None

    def submit(self, work: Callable[[T], R], task: T) -> Any:
        return self._remote.remote(work, task, self._names)

    def result(self, pending: Any) -> Any:
        errors = self._ray.exceptions
        try:
            version, answer = self._ray.get(pending)
        except errors.RayTaskError as error:
            raise WorkFailed(str(error.cause)) from None
        except errors.RayError as error:
            raise WorkFailed(f"the Ray cluster gave up: {last_line(str(error))}") from None
        if version != fatum.__version__:
            raise FatumError(
                f"the Ray cluster runs Fatum {version}, not {fatum.__version__}: "
                "install the same there"
            )
        return answer

    def close(self) -> None:
        if self._ours:
            self._ray.shutdown()

    def end(self, pending: Iterable[Any]) -> None:
        for reference in pending:
            self._ray.cancel(reference, force=True)
        self.close()


def _work(work: Callable[[T], R], task: T, names: Registered) -> tuple[str, R]:
    names.register()
    return fatum.__version__, work(task)


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes before it says that nobody is there."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # a word such as auto or local, which Ray answers at once
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except (OSError, OverflowError):
        raise FatumError(f"there is no Ray cluster at {address!r}: nobody answers") from None
