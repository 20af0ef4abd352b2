"""Backups in an S3-compatible store: list, read, write and delete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from io import RawIOBase
from typing import BinaryIO

from app.backup.errors import BackupFailed
from app.backup.rules import NAME_PREFIX, STORE_PREFIX, read_backup_time
from app.core.settings import Settings
from app.integrations.s3 import PAUSES, S3Bucket, S3Object
from app.integrations.s3_buckets import open_bucket
from app.integrations.s3_errors import S3Failed
from app.integrations.s3_files import PART_BYTES, open_object, write_object


@contextmanager
def open_store(
    settings: Settings, *, base: Settings, pauses: Sequence[float] = PAUSES
) -> Iterator[BackupStore]:
    """The configured store; ``base`` are the settings of the environment. Raises BackupFailed.

    Failures of the store within the context become BackupFailed too.
    """
    try:
        with open_bucket(settings, base=base, use="backup", pauses=pauses) as bucket:
            yield BackupStore(bucket, settings.backup_s3_prefix)
    except S3Failed as failure:
        raise BackupFailed(str(failure)) from failure


@dataclass(frozen=True, slots=True)
class BackupStore:
    """The backups in one bucket, under a name prefix. Methods raise S3Failed."""

    bucket: S3Bucket
    prefix: str = ""
    part_bytes: int = PART_BYTES

    def list_backups(self) -> dict[datetime, StoredBackup]:
        """The backups named by ``name_backup``, by their time. Other objects are ignored."""
        found = {}
        for stored in self.bucket.list_objects(self.prefix + NAME_PREFIX):
            name = stored.key.removeprefix(self.prefix)
            taken = read_backup_time(name)
            if taken is not None:
                found[taken] = StoredBackup(self, name)
        return found

    def remove_unfinished(self, before: datetime) -> None:
        """Delete the parts of interrupted backups that were started before a time."""
        for upload in self.bucket.list_uploads(self.prefix + NAME_PREFIX):
            is_backup = read_backup_time(upload.key.removeprefix(self.prefix)) is not None
            if is_backup and upload.began_at < before:
                self.bucket.abort(upload.key, upload.upload_id)


@dataclass(frozen=True, slots=True)
class StoredBackup:
    """A backup in a store, or the name for a new one."""

    store: BackupStore
    name: str

    def __str__(self) -> str:
        return STORE_PREFIX + self.name

    @property
    def key(self) -> str:
        return self.store.prefix + self.name

    def find(self) -> S3Object | None:
        return self.store.bucket.find_object(self.key)

    def open(self) -> tuple[BinaryIO, int]:
        """The content, to be read once, and its size in bytes.

        Raises BackupFailed if the backup does not exist.
        """
        stored = self.find()
        if stored is None:
            raise BackupFailed(f"The store has no backup {self.name!r}.", code="BACKUP_MISSING")
        return open_object(self.store.bucket, stored), stored.size

    @contextmanager
    def writing(self) -> Iterator[RawIOBase]:
        """The content of a new backup. The backup exists once the context has ended without an error."""
        with write_object(self.store.bucket, self.key, part_bytes=self.store.part_bytes) as file:
            yield file

    def delete(self) -> None:
        self.store.bucket.delete(self.key)
