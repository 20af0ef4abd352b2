"""Check a backup, and replace the current data by one."""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from sqlalchemy.exc import DatabaseError

from app.backup.container import CHUNK_BYTES, ContentSource, Header, open_source, read_header
from app.backup.create import DATABASE_NAME, FOLDERS, MANIFEST_NAME
from app.backup.database import check_database, sync
from app.backup.errors import BackupFailed, explain_full_disk
from app.backup.locations import Location, read_backup
from app.backup.placing import make_ready, put_in_place
from app.backup.postgresql import find_postgresql, require_empty
from app.backup.progress import ProgressListener, ignore_progress
from app.backup.workspace import open_workspace
from app.core.database import find_file, make_engine
from app.core.product_version import product_version
from app.core.settings import Settings
from app.migrations.upgrade import (
    LAST_VERSIONS,
    BrokenReferences,
    explain_unknown_revision,
    newest_revision,
    upgrade,
)

_MAX_MANIFEST_BYTES = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CheckedBackup:
    """A backup that is complete and undamaged."""

    header: Header
    files: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A completed restore, with the folder of the earlier data, if there was any."""

    backup: CheckedBackup
    is_migrated: bool
    """Whether its database was migrated to this version."""
    aside: Path | None


def describe_backup(source: Location) -> Header:
    """The plain-text header of a backup. Raises BackupFailed."""
    with read_backup(source) as (file, _size):
        return read_header(file)


def verify_backup(
    settings: Settings,
    *,
    source: Location,
    passphrase: str | None = None,
    progress: ProgressListener = ignore_progress,
) -> CheckedBackup:
    """Check every checksum and the database itself. Raises BackupFailed.

    For this, the database is unpacked into the data folder and then removed.
    """
    with explain_full_disk(), open_workspace(settings.data_dir) as workspace:
        return _unpack(
            source,
            workspace,
            passphrase=passphrase,
            progress=progress,
            is_kept=lambda name: name == DATABASE_NAME,
        )


def restore_backup(
    settings: Settings,
    *,
    source: Location,
    replace: bool,
    now: datetime,
    passphrase: str | None = None,
    progress: ProgressListener = ignore_progress,
) -> Restored:
    """Check a backup, migrate its database to this version and put it in place.

    The server must be stopped, and its lock held by the caller. Existing data is moved aside if ``replace``
    allows it; a database in PostgreSQL must be empty. Raises BackupFailed; then nothing was changed.
    """
    url = find_postgresql(settings)
    if url is not None:
        require_empty(url)
    database = find_file(settings.resolved_database_url)
    is_present = any((settings.data_dir / name).exists() for name in FOLDERS)
    is_present = is_present or (database is not None and database.exists())
    if is_present and not replace:
        raise BackupFailed(
            f"{settings.data_dir} has data. Add --replace to move it aside, or choose an empty folder with "
            "--data-dir."
        )
    prepared = prepare_restore(
        settings, source=source, now=now, passphrase=passphrase, only_if_empty=False, progress=progress
    )
    with explain_full_disk():
        aside = put_in_place(settings)
    return Restored(backup=prepared.backup, is_migrated=prepared.is_migrated, aside=aside)


def rehearse_restore(
    settings: Settings,
    *,
    source: Location,
    now: datetime,
    passphrase: str | None = None,
    progress: ProgressListener = ignore_progress,
) -> Restored:
    """Restore a backup into a temporary folder of the data folder, on SQLite, to prove that it works.

    Nothing of it is kept. Raises BackupFailed.
    """
    with open_workspace(settings.data_dir) as workspace:
        return restore_backup(
            # Never restored into the server's database, which may be elsewhere.
            settings.model_copy(update={"data_dir": workspace / "rehearsal", "database_url": None}),
            source=source,
            replace=False,
            now=now,
            passphrase=passphrase,
            progress=progress,
        )


@dataclass(frozen=True, slots=True)
class PreparedRestore:
    """A checked backup whose files are in the data folder, ready to be put in place."""

    backup: CheckedBackup
    is_migrated: bool


def prepare_restore(
    settings: Settings,
    *,
    source: Location,
    now: datetime,
    passphrase: str | None,
    only_if_empty: bool,
    progress: ProgressListener = ignore_progress,
    before_ready: Callable[[Path], None] = lambda _folder: None,
) -> PreparedRestore:
    """Check a backup and migrate its database to this version, without touching the current data.

    ``put_in_place`` exchanges the two, at the latest when the server starts next; with ``only_if_empty`` only
    while the current database has no users. ``before_ready`` gets the folder with the files of the backup,
    and may refuse at the last moment. Raises BackupFailed; then nothing was changed.
    """
    with explain_full_disk(), open_workspace(settings.data_dir) as workspace:
        refuse_unknown_revision(describe_backup(source))
        folder = workspace / "restore"
        folder.mkdir(mode=0o700)
        backup = _unpack(source, folder, passphrase=passphrase, progress=progress, is_kept=lambda _name: True)
        is_migrated = _migrate(folder / DATABASE_NAME, backup.header)
        before_ready(folder)
        make_ready(settings, folder, now=now, only_if_empty=only_if_empty)
    return PreparedRestore(backup=backup, is_migrated=is_migrated)


def refuse_unknown_revision(header: Header) -> None:
    """Raise BackupFailed if this version cannot read the database of a backup."""
    problem = explain_unknown_revision(header.revision, made_by=header.version)
    if problem is not None:
        message = f"This backup cannot be restored with Greenroom {product_version()}. {problem}"
        if header.revision in LAST_VERSIONS:
            raise BackupFailed(message, code="BACKUP_TOO_OLD")
        raise BackupFailed(message, code="BACKUP_NEWER")


def _unpack(
    source: Location,
    folder: Path,
    *,
    passphrase: str | None,
    progress: ProgressListener,
    is_kept: Callable[[str], bool],
) -> CheckedBackup:
    """Read a whole backup, check it, and write the files that ``is_kept`` selects into ``folder``."""
    with read_backup(source) as (file, total):
        header = read_header(file)
        content = open_source(file, header, passphrase=passphrase)
        checksums: dict[str, str] = {}
        manifest: dict[str, Any] | None = None
        # The archive is streamed: only `read` is called.
        stream = cast("IO[bytes]", content)
        try:
            with tarfile.open(mode="r|", fileobj=stream, bufsize=CHUNK_BYTES) as tar:
                for entry in tar:
                    packed = tar.extractfile(entry) if entry.isreg() else None
                    if packed is None or manifest is not None:
                        raise content.make_error()
                    if entry.name == MANIFEST_NAME:
                        manifest = json.loads(packed.read(_MAX_MANIFEST_BYTES))
                        continue
                    _require_expected(entry.name)
                    target = folder / entry.name if is_kept(entry.name) else None
                    checksums[entry.name] = _extract(
                        packed, target, on_chunk=lambda: progress(file.tell(), total)
                    )
        except (tarfile.TarError, EOFError, ValueError):
            raise content.make_error() from None
    _compare(header, checksums, manifest, content=content)
    problem = check_database(folder / DATABASE_NAME)
    if problem is not None:
        raise BackupFailed(f"The database of this backup is damaged ({problem}).", code="BACKUP_DAMAGED")
    return CheckedBackup(header=header, files=len(checksums))


def _require_expected(name: str) -> None:
    parts = PurePosixPath(name).parts
    is_expected = name == DATABASE_NAME or (len(parts) > 1 and parts[0] in FOLDERS)
    if not is_expected or ".." in parts or "\\" in name:
        raise BackupFailed(
            f"This backup names a file that does not belong to Greenroom ({name}).", code="BACKUP_DAMAGED"
        )


def _extract(packed: IO[bytes], target: Path | None, *, on_chunk: Callable[[], None]) -> str:
    """Write one file, if ``target`` is given; returns its checksum. An empty file has no chunk."""
    digest = hashlib.sha256()
    if target is None:
        while chunk := packed.read(CHUNK_BYTES):
            digest.update(chunk)
            on_chunk()
        return digest.hexdigest()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with target.open("xb") as file:
        target.chmod(0o600)
        while chunk := packed.read(CHUNK_BYTES):
            digest.update(chunk)
            file.write(chunk)
            on_chunk()
    sync(target)
    return digest.hexdigest()


def _compare(
    header: Header, checksums: dict[str, str], manifest: dict[str, Any] | None, *, content: ContentSource
) -> None:
    if manifest is None:
        raise content.make_error()
    if {key: value for key, value in manifest.items() if key != "files"} != asdict(header):
        raise BackupFailed(
            "This backup is damaged: its first line does not match its manifest.", code="BACKUP_DAMAGED"
        )
    expected: dict[str, str] = manifest["files"]
    for name in sorted(expected.keys() | checksums.keys()):
        if expected.get(name) != checksums.get(name):
            raise BackupFailed(f"{name} of this backup is missing or damaged.", code="BACKUP_DAMAGED")
    if DATABASE_NAME not in checksums:
        raise BackupFailed("This backup has no database.", code="BACKUP_DAMAGED")


def _migrate(database: Path, header: Header) -> bool:
    """Migrate an unpacked database to this version; returns whether that was needed."""
    if header.revision == newest_revision():
        return False
    try:
        upgrade(make_engine(f"sqlite:///{database}"))
    except (BrokenReferences, DatabaseError) as error:
        raise BackupFailed(
            f"The database of this backup (Greenroom {header.version}) could not be updated ({error})."
        ) from error
    problem = check_database(database)
    if problem is not None:
        raise BackupFailed(f"The database of this backup is damaged after its update ({problem}).")
    return True
