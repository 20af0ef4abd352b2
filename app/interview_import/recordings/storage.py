"""Files of recordings that wait to be imported: one folder per import, deleted when it ends."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from app.core.files import FolderFiles
from app.core.settings import Settings
from app.documents.errors import FileTooLarge
from app.documents.storage import store_upload
from app.interview_import.recordings.errors import RecordingTooLarge
from app.interview_import.recordings.rules import MAX_FILE_BYTES
from app.recordings.store import RecordingStore, name_folder

FOLDER_NAME = "recording-imports"
_KEPT = "kept"


def name_folder_of_import(import_id: str) -> str:
    """Name of all files of an import, in the file store."""
    return f"{FOLDER_NAME}/{import_id}/"


def name_file(import_id: str, number: int) -> str:
    """Name of file 0 or 1 of an import, in the file store."""
    return f"{name_folder_of_import(import_id)}{number}"


@dataclass(frozen=True, slots=True)
class ImportFolder:
    """The folders of imports in the data folder. Every method writes to the disk: call it in a thread.

    ``app.core.files`` brings the uploads to the file store, and reads them.
    """

    folder: Path

    @classmethod
    def of(cls, settings: Settings) -> ImportFolder:
        return cls(settings.data_dir / FOLDER_NAME)

    def store(self, source: BinaryIO, *, import_id: str, number: int) -> int:
        """Copy an upload as file 0 or 1 of an import; its bytes. Raises RecordingTooLarge, DiskFull."""
        try:
            return store_upload(
                source, folder=self.folder / import_id, document_id=str(number), max_bytes=MAX_FILE_BYTES
            ).size_bytes
        except FileTooLarge:
            raise RecordingTooLarge(MAX_FILE_BYTES) from None

    def delete(self, import_ids: Iterable[str]) -> None:
        for import_id in import_ids:
            shutil.rmtree(self.folder / import_id, ignore_errors=True)

    def list_imports(self, *, before: datetime) -> list[str]:
        """Ids of the imports whose folder was last changed before this instant."""
        if not self.folder.is_dir():
            return []
        return [path.name for path in self.folder.iterdir() if path.stat().st_mtime < before.timestamp()]

    def open_kept(self, import_id: str, recordings: RecordingStore) -> RecordingStore:
        """Where the recording is encrypted and kept until its interview exists."""
        return RecordingStore(FolderFiles(self.folder / import_id / _KEPT), recordings.key_path)

    def list_kept(self) -> list[FolderFiles]:
        """Where recordings wait for their interviews."""
        return [FolderFiles(path) for path in sorted(self.folder.glob(f"*/{_KEPT}"))]

    def move_kept(self, import_id: str, recordings: RecordingStore, *, interview_id: str) -> None:
        """Give the recording to its interview. Does nothing if that was done before."""
        name = name_folder(interview_id)
        kept = self.open_kept(import_id, recordings).files.find_place(name)
        target = recordings.files.find_place(name)
        if kept.is_dir():
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            kept.replace(target)
