"""The connections with the lowest and the newest versions that ``pyproject.toml`` admits.

``python -m tests.server.versions`` installs uvicorn and websockets of both kinds into folders of
their own and runs the tests of connections with each.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.server.packages import install

ROOT = Path(__file__).parents[2]
PACKAGES = ("uvicorn", "websockets")
TESTS = ("test_connections", "test_abuse", "test_play")


def admitted() -> dict[str, list[str]]:
    """What to install as the lowest and as the newest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [line for line in project["dependencies"] if line.partition(">=")[0] in PACKAGES]
    assert len(found) == len(PACKAGES)
    return {"lowest": [line.replace(">=", "==") for line in found], "newest": found}


def passes(requirements: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        install(Path(folder), "--upgrade", *requirements)
        environment = {**os.environ, "PYTHONPATH": folder}
        shown = "import uvicorn, websockets; print(uvicorn.__version__, websockets.__version__)"
        subprocess.run([sys.executable, "-c", shown], env=environment, check=True)
        tests = [f"tests/server/{name}.py" for name in TESTS]
        command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *tests]
        return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    verdicts = {name: passes(requirements) for name, requirements in admitted().items()}
    print(verdicts)
    sys.exit(0 if all(verdicts.values()) else 1)
