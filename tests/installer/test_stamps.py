"""Stamps of finished installation steps."""

from __future__ import annotations

from pathlib import Path

from installer import stamps


def test_a_stamp_is_valid_only_for_its_value(tmp_path: Path) -> None:
    stamp = tmp_path / "state" / "web"
    assert not stamps.is_stamped(stamp, "one")
    stamps.write_stamp(stamp, "one")
    assert stamps.is_stamped(stamp, "one")
    assert not stamps.is_stamped(stamp, "two")
    stamps.remove_stamp(stamp)
    assert not stamps.is_stamped(stamp, "one")


def test_writing_leaves_no_temporary_file(tmp_path: Path) -> None:
    stamps.write_stamp(tmp_path / "web", "one")
    assert [path.name for path in tmp_path.iterdir()] == ["web"]


def test_the_hash_depends_on_content_names_and_extra_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one")
    first = stamps.hash_files([file], root=tmp_path)
    assert stamps.hash_files([file], root=tmp_path) == first
    assert stamps.hash_files([file], root=tmp_path, extra="flags") != first
    file.write_text("two")
    assert stamps.hash_files([file], root=tmp_path) != first
    file.write_text("one")
    assert stamps.hash_files([file.rename(tmp_path / "b.txt")], root=tmp_path) != first
