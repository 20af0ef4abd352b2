"""Errors of backups."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

_DISK_FULL = {errno.ENOSPC, errno.EDQUOT}


class BackupFailed(Exception):
    """The backup, check or restore is not possible; the message says why. Nothing was changed."""

    code = "BACKUP_FAILED"
    """For programs; the browser translates by this code."""

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code or self.code


class PassphraseNeeded(BackupFailed):
    """The backup is encrypted, and no passphrase was given."""

    code = "BACKUP_PASSPHRASE_NEEDED"

    def __init__(self) -> None:
        super().__init__(
            "This backup is encrypted. Give its passphrase with --passphrase-file or "
            "GREENROOM_BACKUP_PASSPHRASE."
        )


@contextmanager
def explain_full_disk() -> Iterator[None]:
    """Turn the error of a full disk into BackupFailed."""
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK_FULL:
            raise
        raise BackupFailed(
            "The disk is full. Free some space and try again; nothing was kept.", code="BACKUP_DISK_FULL"
        ) from error
