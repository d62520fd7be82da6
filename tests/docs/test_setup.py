"""The set-up for contributors: git hooks and editors use the tools that ``make`` installs."""

import json
import re
import shlex
import subprocess
from typing import Any

import pytest
from tests.docs.pages import ROOT

yaml = pytest.importorskip("yaml")
HOOKS: list[dict[str, Any]] = [
    hook
    for repository in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    for hook in repository["hooks"]
]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def code() -> set[str]:
    """The folders and files that ``make check`` looks at."""
    line = re.search(r"^CODE := \$\(wildcard (.+)\) (.+)$", MAKEFILE, re.MULTILINE)
    assert line
    return {*line[1].split(), *line[2].split()}


def test_no_hook_is_downloaded() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert "://" not in text
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_does_what_make_check_does(hook: dict[str, Any]) -> None:
    program, *words = shlex.split(hook["entry"])
    assert hook["language"] == "system"
    if program == "git":
        return
    name = program.removeprefix(".venv-dev/bin/")
    check = MAKEFILE.partition("\ncheck:")[2].partition("\nfmt:")[0]
    command = " ".join(words[:2]) if name == "python" else name
    if command == "client/build.py npm":
        command = f"$(NPM) {' '.join(words[2:])}"
    assert command in check, hook["entry"]
    assert (ROOT / ".venv-dev/bin/python").exists() is (ROOT / program).exists()


def test_types_are_checked_in_the_same_files() -> None:
    (hook,) = (hook for hook in HOOKS if hook["id"] == "types")
    assert set(hook["entry"].split()[2:]) == code()


def test_the_editor_uses_the_environment_for_development() -> None:
    settings = json.loads((ROOT / ".vscode/settings.json").read_text("utf-8"))
    assert settings["python.defaultInterpreterPath"].endswith("/.venv-dev/bin/python")
    wanted = json.loads((ROOT / ".vscode/extensions.json").read_text("utf-8"))["recommendations"]
    formatters = {
        value["editor.defaultFormatter"] for value in settings.values() if isinstance(value, dict)
        if "editor.defaultFormatter" in value
    }  # fmt: skip
    assert formatters <= set(wanted)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_git_keeps_these_files_of_the_editor_and_no_others() -> None:
    names = ["settings.json", "extensions.json", "launch.json", "tasks.json"]
    ran = subprocess.run(
        ["git", "check-ignore", "--no-index", *(f".vscode/{name}" for name in names)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.split() == [".vscode/launch.json", ".vscode/tasks.json"]
