"""A device has the libraries of a server, in the same versions."""

from pathlib import Path

REQUIREMENTS = Path(__file__).parents[2] / "requirements"


def pins(name: str) -> set[str]:
    lines = (REQUIREMENTS / name).read_text("utf-8").splitlines()
    return {line.split(" ")[0] for line in lines if line and not line.startswith("#")}


def test_versions_are_those_of_a_server() -> None:
    assert pins("pocket.txt")
    assert pins("pocket.txt") <= pins("run.txt")
