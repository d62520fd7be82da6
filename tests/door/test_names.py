"""The names of the front door: all there, none of them a package, none imported too early."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import fatum


def test_every_name_is_there() -> None:
    for name in fatum.__all__:
        assert getattr(fatum, name) is not None
        assert name in dir(fatum)


def test_no_name_is_that_of_a_package() -> None:
    """``fatum.games`` is the package as soon as somebody has imported it."""
    packages = {found.name for found in pkgutil.iter_modules(fatum.__path__)}
    assert {"games", "bots", "play", "records"} <= packages
    assert not packages & set(fatum.__all__)


def loaded(code: str) -> list[str]:
    """The modules of ours that a program has loaded in the end."""
    ours = "print([m for m in sys.modules if m.startswith('fatum')])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\n{ours}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found: list[str] = eval(done.stdout)  # noqa: S307 - our own list
    return found


def test_the_door_is_lazy() -> None:
    assert loaded("import fatum") == ["fatum"]
    karma = loaded("import fatum; fatum.new('karma')")
    assert "fatum.games.karma.game" in karma
    assert not [name for name in karma if "allin" in name or "arena" in name or "bots" in name]


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = fatum.nothing  # type: ignore[attr-defined]


def test_every_name_is_in_the_reference() -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    for name in set(fatum.__all__) - {"__version__", "compiled"}:
        # Compiled modules have no docstrings.
        assert getattr(fatum, name).__doc__ or fatum.compiled, name
        assert f":: fatum.{name}\n" in page, name
