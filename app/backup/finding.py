"""Finds backups by their names on the command line: files, folders, and names in the S3-compatible store."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from app.backup.errors import BackupFailed
from app.backup.locations import Location
from app.backup.rules import STORE_PREFIX, name_backup, read_backup_time
from app.backup.store import BackupStore, StoredBackup, open_store
from app.core.settings import Settings
from app.integrations.s3 import PAUSES

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", re.ASCII)


@dataclass(frozen=True, slots=True)
class FoundBackup:
    """A daily backup. ``location`` is its name on the command line."""

    taken: datetime
    place: Literal["folder", "store"]
    location: str


def list_backups(folder: Path) -> dict[datetime, Path]:
    """The daily backups in a folder by their time. Other files are ignored."""
    if not folder.is_dir():
        return {}
    found = {read_backup_time(path.name): path for path in folder.iterdir()}
    return {taken: path for taken, path in found.items() if taken is not None}


def list_locations(settings: Settings, *, base: Settings, is_patient: bool = True) -> list[FoundBackup]:
    """The daily backups in the folder and in the store, by time. Raises BackupFailed, OSError.

    ``is_patient``: whether to retry when a store does not respond.
    """
    found = []
    if settings.backup_folder is not None:
        backups = list_backups(settings.backup_folder)
        found += [FoundBackup(taken, "folder", str(path)) for taken, path in backups.items()]
    if settings.backup_s3_url is not None:
        with open_store(settings, base=base, pauses=PAUSES if is_patient else ()) as store:
            stored = store.list_backups()
        found += [FoundBackup(taken, "store", str(one)) for taken, one in stored.items()]
    return sorted(found, key=lambda one: one.taken)


@contextmanager
def find_target(text: str | None, settings: Settings, *, base: Settings, now: datetime) -> Iterator[Location]:
    """The destination of a new backup: by default the configured folder, else the configured store.

    A folder or the bare ``s3:`` gets a name by date and time. Raises BackupFailed.
    """
    if text is None and settings.backup_folder is None and settings.backup_s3_url is None:
        raise BackupFailed(
            "Name a file or folder for the backup, or set GREENROOM_BACKUP_FOLDER or GREENROOM_BACKUP_S3_URL."
        )
    if text is None and settings.backup_folder is None:
        text = STORE_PREFIX
    if text is not None and text.startswith(STORE_PREFIX):
        with open_store(settings, base=base) as store:
            yield _name(store, text.removeprefix(STORE_PREFIX) or name_backup(now))
        return
    path = settings.backup_folder if text is None else Path(text)
    assert path is not None
    yield path / name_backup(now) if text is None or path.is_dir() else path


@contextmanager
def find_source(text: str, settings: Settings, *, base: Settings) -> Iterator[Location]:
    """An existing backup; a bare ``s3:`` means the newest one in the store. Raises BackupFailed."""
    if not text.startswith(STORE_PREFIX):
        yield Path(text)
        return
    with open_store(settings, base=base) as store:
        name = text.removeprefix(STORE_PREFIX)
        if name:
            yield _name(store, name)
            return
        backups = store.list_backups()
        if not backups:
            raise BackupFailed("There is no daily backup in the store.", code="BACKUP_MISSING")
        yield backups[max(backups)]


def _name(store: BackupStore, name: str) -> StoredBackup:
    if not _NAME.fullmatch(name):
        raise BackupFailed(f"{name!r} is not a valid name in the store: use letters, digits and ._-")
    return StoredBackup(store, name)
