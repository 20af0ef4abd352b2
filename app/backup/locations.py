"""Location of a backup: a file, or an object in an S3-compatible store."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from app.backup.database import sync
from app.backup.errors import BackupFailed
from app.backup.store import StoredBackup

PARTIAL_SUFFIX = ".partial"

Location = Path | StoredBackup


def require_free(location: Location) -> None:
    """Raise BackupFailed if the backup already exists."""
    if location.exists() if isinstance(location, Path) else location.find() is not None:
        raise BackupFailed(f"{location} already exists. Choose a new file for each backup.")


@contextmanager
def write_backup(location: Location) -> Iterator[BinaryIO]:
    """A file to write to. The backup appears when the context ends; after an error, nothing remains."""
    if isinstance(location, StoredBackup):
        with location.writing() as stored:
            # Only `write` and `tell` are called.
            yield cast("BinaryIO", stored)
        return
    location.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = location.with_name(f".{location.name}{PARTIAL_SUFFIX}")
    partial.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.rename(location)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync(location.parent)


@contextmanager
def read_backup(location: Location) -> Iterator[tuple[BinaryIO, int]]:
    """A backup to read from its beginning to its end, and its size in bytes. Raises BackupFailed."""
    if isinstance(location, StoredBackup):
        file, size = location.open()
        with file:
            yield file, size
        return
    if location.is_dir():
        raise BackupFailed(f"{location} is a folder. Enter the name of a backup file.")
    try:
        opened = location.open("rb")
    except OSError as error:
        raise BackupFailed(f"{location} cannot be read ({error.strerror}).") from None
    with opened:
        yield opened, os.fstat(opened.fileno()).st_size
