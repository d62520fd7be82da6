"""A Ray cluster that runs tasks. Ray is a large optional dependency, imported on first use."""

import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, Final, TypeVar

import fatum
from fatum.arena.run.pool import Registered, registered
from fatum.core.errors import FatumError
from fatum.core.extras import need

R = TypeVar("R")


def need_ray() -> Any:
    """The library, or an error that says how to install it."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    return need("ray", "--ray", "ray")


class ClusterExecutor(Executor):
    """The cluster at this address; ``local`` starts one."""

    def __init__(self, address: str) -> None:
        self._ray: Final = need_ray()
        self._ours: Final = not self._ray.is_initialized()
        if self._ours:
            self._connect(address)
        self.cores: Final = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._work: Final = self._ray.remote(_work)
        self._names: Final = registered()
        self._begun: Final[dict[Future[Any], Any]] = {}

    def _connect(self, address: str) -> None:
        _check_reachable(address)
        settings = {"include_dashboard": False} if address == "local" else {}
        try:
            self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", **settings)
        except Exception as error:
            reason = (str(error) or repr(error)).strip().splitlines()[-1]
            raise FatumError(f"there is no Ray cluster at {address!r}: {reason}") from None

    def submit(self, work: Callable[..., R], /, *task: Any, **named: Any) -> Future[R]:
        reference = self._work.remote(fatum.__version__, self._names, partial(work, *task, **named))
        future: Future[R] = reference.future()
        self._begun[future] = reference
        future.add_done_callback(lambda done: self._begun.pop(done, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            for reference in list(self._begun.values()):
                self._ray.cancel(reference, force=True)
        if self._ours:
            self._ray.shutdown()


def _work(version: str, names: Registered, work: Callable[[], R]) -> R:
    if version != fatum.__version__:
        raise FatumError(
            f"the Ray cluster runs Fatum {fatum.__version__}, not {version}: install the same there"
        )
    names.register()
    return work()


def _check_reachable(address: str) -> None:
    """Fail fast: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # a word such as auto or local, which Ray answers at once
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except (OSError, OverflowError):
        raise FatumError(f"there is no Ray cluster at {address!r}: nobody answers") from None
