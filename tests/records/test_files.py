"""Files are written as a whole or not at all."""

import stat
from pathlib import Path

import pytest

from fatum.records.files import InvalidFile, same_json, write_text, writing


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    write_text(path, "old")
    with pytest.raises(KeyboardInterrupt), writing(path) as file:  # noqa: PT012
        file.write("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "f.json"
    path.touch(mode=0o640)
    mode = stat.S_IMODE(path.stat().st_mode)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_lines_end_alike_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    write_text(path, "ä\nb\n")
    assert path.read_bytes() == "ä\nb\n".encode()


def test_a_device_is_written_and_not_replaced() -> None:
    write_text(Path("/dev/null"), "text")
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("name", ["", "no/such/file"])
def test_what_cannot_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidFile, match=r"^cannot write .*: (it is a folder|its folder does)"):
        write_text(tmp_path / name, "text")


def test_true_is_not_one() -> None:
    assert same_json({"a": 1, "b": [2]}, {"b": [2], "a": 1})
    assert not same_json(True, 1)
