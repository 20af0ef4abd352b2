"""Key rotation: encrypts the secrets in the database, and the recordings, with new keys.

The new key is kept next to the old one until the database has been changed in one transaction, or all
recordings are done. Killed at any moment, the server opens everything with either key, and the next run
continues with the same new key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.core import stored_settings
from app.core.database import Database
from app.core.files import FileStore
from app.core.sealing import KEY_NAME, NEXT_KEY_NAME, Sealer, Unsealable, load_sealer
from app.core.security import load_or_create_secret
from app.core.settings import Settings
from app.core.tables import StoredSetting
from app.interview_import.recordings.storage import FOLDER_NAME as IMPORTS_FOLDER
from app.interview_import.recordings.storage import ImportFolder
from app.recordings.key_replacement import ReplacedKey, replace_recording_key
from app.recordings.store import KEY_NAME as RECORDING_KEY_NAME
from app.security_events.service import COMMAND_LINE, record
from app.security_events.tables import EventType
from app.users.tables import ProviderSignIn, SecondFactor
from models.files import sync_folder


@dataclass(frozen=True, slots=True)
class Rotation:
    """Number of values encrypted with the new key, and of values that no key can decrypt."""

    sealed: int
    unreadable: int


def rotate_storage_key(database: Database, *, data_dir: Path, now: datetime) -> Rotation:
    """Replace ``secrets/storage.key``. No server and no backup may run. Raises OSError, DatabaseError.

    A value that no key can decrypt is left unchanged; the server ignores it as before.
    """
    key, next_key = data_dir / KEY_NAME, data_dir / NEXT_KEY_NAME
    new = Sealer(load_or_create_secret(next_key))
    # The directory entry must be on disk before the first value that only this key can decrypt.
    sync_folder(next_key.parent)
    either = load_sealer(data_dir)
    with database.transaction() as session:
        rotation = _seal_again(session, either=either, new=new)
        record(
            session,
            EventType.STORAGE_KEY_REPLACED,
            origin=COMMAND_LINE,
            at=now,
            details={"key": "storage", "sealed": rotation.sealed, "unreadable": rotation.unreadable},
        )
    next_key.replace(key)
    sync_folder(key.parent)
    database.empty_log()
    return rotation


def rotate_recording_key(
    database: Database,
    *,
    files: FileStore,
    data_dir: Path,
    now: datetime,
    progress: Callable[[int, int], None],
) -> ReplacedKey | None:
    """Replace ``secrets/recording.key``; None if nothing was ever recorded. No server and no backup may run.

    Raises OSError, FileStoreUnavailable, DatabaseError.
    """
    key = data_dir / RECORDING_KEY_NAME
    if not key.exists():
        return None
    imports = ImportFolder(data_dir / IMPORTS_FOLDER)
    replaced = replace_recording_key(key, [files, *imports.list_kept()], progress=progress)
    with database.transaction() as session:
        record(
            session,
            EventType.STORAGE_KEY_REPLACED,
            origin=COMMAND_LINE,
            at=now,
            details={"key": "recording", "files": replaced.files, "unreadable": replaced.unreadable},
        )
    return replaced


def _seal_again(session: Session, *, either: Sealer, new: Sealer) -> Rotation:
    sealed = unreadable = 0
    for row, attribute in _list_sealed(session):
        try:
            plain = either.open(getattr(row, attribute))
        except Unsealable:
            unreadable += 1
            continue
        setattr(row, attribute, new.seal(plain))
        sealed += 1
    session.flush()
    return Rotation(sealed=sealed, unreadable=unreadable)


def _list_sealed(session: Session) -> list[tuple[Any, str]]:
    """Every row with a sealed value, and the name of its attribute."""
    settings = [
        row
        for row in session.scalars(select(StoredSetting))
        if row.key in Settings.model_fields and stored_settings.is_secret(row.key)
    ]
    return [
        *((row, "value") for row in settings),
        *((row, "sealed_secret") for row in session.scalars(select(SecondFactor))),
        *((row, "sealed_verifier") for row in session.scalars(select(ProviderSignIn))),
    ]
