"""Backups that a restore in the setup refuses, and what it leaves of them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from app.backup.container import read_header
from app.migrations.upgrade import LAST_VERSIONS
from tests.backup.headers import rewrite_header
from tests.setup.restore.visitor import PASSPHRASE, Visitor

pytestmark = pytest.mark.sqlite


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("passphrase", "expected"),
    [(None, "BACKUP_PASSPHRASE_NEEDED"), ("an honest mistake", "BACKUP_PASSPHRASE_WRONG")],
)
def test_a_missing_or_wrong_passphrase_can_be_entered_again(
    visitor: Visitor, make_backup: Callable[..., Path], passphrase: str | None, expected: str
) -> None:
    visitor.upload(make_backup(passphrase=PASSPHRASE).read_bytes())
    for _ in range(2):
        visitor.start(passphrase=passphrase)
        progress = visitor.wait()
        assert (progress["phase"], progress["problem"]["code"]) == ("waiting", expected)


@pytest.mark.usefixtures("untouched")
def test_a_truncated_backup_is_refused(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = make_backup().read_bytes()
    visitor.upload(content[: len(content) // 2])
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_INCOMPLETE"


@pytest.mark.usefixtures("untouched")
def test_a_damaged_backup_is_refused(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = bytearray(make_backup(passphrase=PASSPHRASE).read_bytes())
    content[len(content) // 2] ^= 1
    visitor.upload(bytes(content))
    visitor.start(passphrase=PASSPHRASE)
    assert visitor.wait()["problem"]["code"] == "BACKUP_INCOMPLETE"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("content", [b"PK\x03\x04 a zip", b"\x00" * 5000, b"GREENROOM BACKUP {"])
def test_what_is_no_backup_is_refused_with_its_first_part(visitor: Visitor, content: bytes) -> None:
    refused = visitor.upload(content, total=10**9)
    assert refused.status_code == 422
    assert refused.json()["code"] in {"BACKUP_FOREIGN", "BACKUP_INCOMPLETE"}
    visitor.start()
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"


@pytest.mark.usefixtures("untouched")
def test_a_newer_backup_is_refused_with_its_first_part(
    visitor: Visitor, make_backup: Callable[..., Path]
) -> None:
    file = make_backup()
    rewrite_header(file, version="9.4.0", revision="from-the-future")
    refused = visitor.upload(file.read_bytes())
    assert (refused.status_code, refused.json()["code"]) == (422, "BACKUP_NEWER")
    assert "9.4.0" in refused.json()["error"]


@pytest.mark.usefixtures("untouched")
def test_a_backup_that_is_too_old_is_refused(
    visitor: Visitor, make_backup: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LAST_VERSIONS, "old", "0.8.2")
    file = make_backup()
    rewrite_header(file, version="0.2.0", revision="old")
    assert visitor.upload(file.read_bytes()).json()["code"] == "BACKUP_TOO_OLD"


@pytest.mark.usefixtures("untouched")
def test_a_full_disk_is_said_before_the_upload(
    visitor: Visitor, make_backup: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("app.setup.restore_files.shutil.disk_usage", lambda _path: usage(10**9, 0, 10**9))
    refused = visitor.upload(make_backup().read_bytes(), total=600_000_000)
    assert (refused.status_code, refused.json()["code"]) == (507, "BACKUP_DISK_FULL")
    assert "needs 1.2 GB, and 1.0 GB are free" in refused.json()["error"]


@pytest.mark.usefixtures("untouched")
def test_parts_must_follow_each_other(visitor: Visitor, make_backup: Callable[..., Path]) -> None:
    content = make_backup().read_bytes()
    visitor.upload(content[:1000], total=len(content))
    for offset in (1001, 999):
        refused = visitor.upload(b"x", offset=offset, total=len(content))
        assert (refused.status_code, refused.json()["code"]) == (409, "UPLOAD_OUT_OF_STEP")
    # More than was announced.
    assert visitor.upload(content, offset=1000, total=2000).json()["code"] == "UPLOAD_OUT_OF_STEP"


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize("name", ["../other/greenroom.db", "/etc/passwd", "", "tuesday.backup"])
def test_only_listed_backups_are_restored(
    visitor: Visitor, make_backup: Callable[..., Path], name: str
) -> None:
    make_backup()
    visitor.start(name=name)
    assert visitor.wait()["problem"]["code"] == "BACKUP_MISSING"


def test_the_header_tells_whether_a_passphrase_is_needed(make_backup: Callable[..., Path]) -> None:
    with make_backup(passphrase=PASSPHRASE).open("rb") as file:
        assert read_header(file).is_encrypted
