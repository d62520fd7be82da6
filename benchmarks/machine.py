"""On what, and with which versions, a run was made."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path

PEERS = (
    "open_spiel",
    "eval7",
    "treys",
    "rlcard",
    "pettingzoo",
    "pokerkit",
    "pgx",
    "jax",
)


def processor() -> str:
    """The processor's name, as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "unknown"
    return f"{size / 2**30:.0f} GiB"


def version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not available"


def fatum() -> str:
    """Fatum's version and which build is measured."""
    try:
        compiled = bool(import_module("fatum").compiled)
    except (ImportError, AttributeError):
        return f"{version('fatum-cards')}, build unknown"
    return f"{version('fatum-cards')}, {'compiled' if compiled else 'plain Python'}"


def describe() -> dict[str, str]:
    """Everything a reader needs to judge the numbers."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "memory": memory(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Fatum": fatum(),
        **{package: version(package) for package in PEERS},
    }
