"""Packages from the index for a test that needs other ones than are installed."""

import subprocess
import sys
from pathlib import Path


def install(folder: Path, *requirements: str) -> None:
    """Put packages into a folder, without what they depend on."""
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--quiet",
            "--no-deps",
            "--disable-pip-version-check",
            "--target",
            str(folder),
            *requirements,
        ],
        check=True,
    )
