"""Folder for temporary files of backups and restores, in the data folder and readable only by its owner."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.backup.errors import BackupFailed
from app.serving.data_folder import LOCK_NAME, DataFolderInUse, lock_data_folder

WORKSPACE_NAME = ".backup"


@contextmanager
def open_workspace(data_dir: Path) -> Iterator[Path]:
    """An empty folder for one backup, check or restore at a time, removed afterwards. Raises BackupFailed.

    Remainders of a killed program are removed first, because they may include a readable copy of the
    database.
    """
    folder = data_dir / WORKSPACE_NAME
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with lock_data_folder(folder):
            _empty(folder)
            try:
                yield folder
            finally:
                _empty(folder)
    except DataFolderInUse:
        raise BackupFailed(
            f"Another backup, check or restore uses the data folder {data_dir}. Wait until it has finished.",
            code="BACKUP_BUSY",
        ) from None


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.name == LOCK_NAME:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
