"""Files that a restore in the setup reads: the backup folder of the server, and one uploaded backup."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from app.backup.container import read_header
from app.backup.errors import BackupFailed, explain_full_disk
from app.backup.restore import describe_backup, refuse_unknown_revision
from app.core.part_uploads import MAX_PART_BYTES, append_part
from app.setup.restore_schemas import StoredBackup

_UPLOAD_NAME = ".restore-upload"
_COPIES = 2
"""The uploaded file, and what is unpacked from it."""
_MAX_LISTED = 100


def list_backups(folder: Path | None) -> list[StoredBackup]:
    """The newest backups in a folder. Files that are not backups are left out."""
    if folder is None or not folder.is_dir():
        return []
    found: list[tuple[float, StoredBackup]] = []
    for path in folder.glob("[!.]*.backup"):
        try:
            status, header = path.stat(), describe_backup(path)
        except (BackupFailed, OSError):
            continue
        backup = StoredBackup(
            name=path.name,
            size_bytes=status.st_size,
            created_at=_read_time(header.created_at),
            version=header.version,
            is_encrypted=header.is_encrypted,
        )
        found.append((status.st_mtime, backup))
    found.sort(key=lambda one: one[0], reverse=True)
    return [backup for _, backup in found[:_MAX_LISTED]]


def find_backup(folder: Path | None, name: str) -> Path:
    """The file of a listed backup. Raises BackupFailed for any other name."""
    for path in () if folder is None else folder.glob("[!.]*.backup"):
        if path.name == name:
            return path
    raise BackupFailed("This backup is no longer in the backup folder.", code="BACKUP_MISSING")


def _read_time(text: str) -> datetime | None:
    try:
        instant = datetime.fromisoformat(text)
    except (ValueError, TypeError):
        return None
    return instant if instant.tzinfo is not None else None


@dataclass(frozen=True, slots=True)
class Upload:
    """One backup that arrives in parts. Every method uses the disk: call it in a thread."""

    data_dir: Path

    @property
    def path(self) -> Path:
        return self.data_dir / _UPLOAD_NAME

    def append(self, part: BinaryIO, *, offset: int, total_bytes: int) -> int:
        """Add the part at ``offset``; returns the bytes received. The first part begins a new upload.

        Raises UploadOutOfStep, and BackupFailed for a file that is not a backup, cannot be restored or does
        not fit.
        """
        if offset == 0:
            self._begin(part, total_bytes=total_bytes)
        with explain_full_disk():
            return append_part(self.path, part, offset=offset, total_bytes=total_bytes)

    def _begin(self, part: BinaryIO, *, total_bytes: int) -> None:
        self.delete()
        # Refused at once, rather than after gigabytes.
        refuse_unknown_revision(read_header(BytesIO(part.read(MAX_PART_BYTES))))
        part.seek(0)
        free = shutil.disk_usage(self.data_dir).free
        if free < _COPIES * total_bytes:
            raise BackupFailed(
                f"There is not enough disk space: the restore needs {_describe_size(_COPIES * total_bytes)}, "
                f"and {_describe_size(free)} are free.",
                code="BACKUP_DISK_FULL",
            )
        self.path.touch(mode=0o600)

    def require(self) -> Path:
        """The uploaded file. Raises BackupFailed if there is none."""
        if not self.path.is_file():
            raise BackupFailed("No backup was uploaded.", code="BACKUP_MISSING")
        return self.path

    def delete(self) -> None:
        self.path.unlink(missing_ok=True)


def _describe_size(size: int) -> str:
    units: Sequence[tuple[str, int]] = (("GB", 10**9), ("MB", 10**6))
    for unit, amount in units:
        if size >= amount:
            return f"{size / amount:.1f} {unit}"
    return f"{size / 1000:.0f} kB"
