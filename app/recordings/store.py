"""Folder of the recordings: one subfolder per interview, one file per speaker and run of the server."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.security import load_or_create_secret
from app.core.settings import Settings
from app.recordings.blocks import BlockReader, BlockWriter
from app.transcription.pipeline.events import Speaker

FOLDER_NAME = "recordings"
_SUFFIX = ".rec"


@dataclass(frozen=True, slots=True)
class RecordingStore:
    """Opens and deletes the files of recordings. Every method reads the disk: call it in a thread."""

    folder: Path
    key_path: Path

    @classmethod
    def of(cls, settings: Settings) -> RecordingStore:
        return cls(settings.data_dir / FOLDER_NAME, settings.data_dir / "secrets" / "recording.key")

    def create(self, interview_id: str, speaker: Speaker) -> BlockWriter:
        """A new file of a speaker. Raises OSError."""
        folder = self.folder / interview_id
        taken = [int(path.stem.rpartition("-")[2]) for path in self._list_files(interview_id, speaker)]
        path = folder / f"{speaker}-{max(taken, default=0) + 1:04}{_SUFFIX}"
        return BlockWriter(path, key=self._load_key(), owner=_name_owner(interview_id, speaker))

    def open(self, interview_id: str, speaker: Speaker) -> Iterator[BlockReader]:
        """The files of a speaker in the order in which they were written. Close each.

        Raises DamagedRecording.
        """
        key, owner = self._load_key(), _name_owner(interview_id, speaker)
        for path in self._list_files(interview_id, speaker):
            yield BlockReader(path, key=key, owner=owner)

    def list_speakers(self, interview_id: str) -> list[Speaker]:
        return [speaker for speaker in Speaker if self._list_files(interview_id, speaker)]

    def measure_bytes(self, interview_id: str) -> int:
        folder = self.folder / interview_id
        return sum(path.stat().st_size for path in folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else 0

    def list_interviews(self) -> list[str]:
        """Ids of the interviews that have a folder here."""
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.is_dir() else []

    def delete(self, interview_ids: Iterable[str]) -> None:
        for interview_id in interview_ids:
            shutil.rmtree(self.folder / interview_id, ignore_errors=True)

    def _list_files(self, interview_id: str, speaker: Speaker) -> list[Path]:
        return sorted((self.folder / interview_id).glob(f"{speaker}-*{_SUFFIX}"))

    def _load_key(self) -> bytes:
        return load_or_create_secret(self.key_path)


def _name_owner(interview_id: str, speaker: Speaker) -> str:
    return f"{interview_id}:{speaker}"
