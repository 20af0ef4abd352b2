"""Files of the recordings: one folder per interview, one file per speaker and run of the server."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from app.core.files import FileStore, StoredFile
from app.core.security import load_or_create_secret
from app.core.state import AppState
from app.recordings.blocks import BlockPlace, BlockReader, BlockWriter
from app.transcription.pipeline.events import Speaker

FOLDER_NAME = "recordings"
KEY_NAME = "secrets/recording.key"
"""Within the data folder."""
_SUFFIX = ".rec"


@dataclass(frozen=True, slots=True)
class RecordingStore:
    """Opens the files of recordings. Every method works with the disk or the network: call it in a thread.

    Methods that read raise FileStoreUnavailable.
    """

    files: FileStore
    key_path: Path

    @classmethod
    def of(cls, state: AppState) -> RecordingStore:
        return cls(state.files, state.settings_at_start.data_dir / KEY_NAME)

    def create(self, interview_id: str, speaker: Speaker) -> BlockWriter:
        """A new file of a speaker, in the data folder until it is complete. Raises OSError."""
        # Named by time rather than numbered: earlier files may be in a store, and no frame may wait for a
        # store.
        name = f"{name_folder(interview_id)}{speaker}-{time.time_ns()}{_SUFFIX}"
        path = self.files.find_place(name)
        return BlockWriter(path, key=self._load_key(), owner=_name_owner(interview_id, speaker))

    def open(self, interview_id: str, speaker: Speaker) -> Iterator[BlockReader]:
        """The files of a speaker in the order in which they were written. Close each.

        Raises DamagedRecording.
        """
        key, owner = self._load_key(), _name_owner(interview_id, speaker)
        next_path = name_next_key(self.key_path)
        next_key = load_or_create_secret(next_path) if next_path.exists() else None
        for one in self._list_files(interview_id, speaker):
            places = None if one.is_local else _PLACES.find(one.name)
            file = self.files.open(one.name)
            reader = BlockReader(file, key=key, owner=owner, places=places, other_key=next_key)
            if not one.is_local:
                _PLACES.add(one.name, reader.places)
            yield reader

    def list_speakers(self, interview_id: str) -> list[Speaker]:
        files = self._list_all(interview_id)
        return [speaker for speaker in Speaker if any(_is_spoken_by(one, speaker) for one in files)]

    def measure_bytes(self, interview_id: str) -> int:
        return sum(one.size_bytes for one in self._list_all(interview_id))

    def list_interviews(self) -> dict[str, bool]:
        """Ids of the interviews that have files, and whether all of them are in the data folder."""
        found: dict[str, bool] = {}
        for one in self.files.list_files(f"{FOLDER_NAME}/"):
            interview_id = one.name.split("/")[1]
            found[interview_id] = found.get(interview_id, True) and one.is_local
        return found

    def _list_files(self, interview_id: str, speaker: Speaker) -> list[StoredFile]:
        return [one for one in self._list_all(interview_id) if _is_spoken_by(one, speaker)]

    def _list_all(self, interview_id: str) -> list[StoredFile]:
        return [one for one in self.files.list_files(name_folder(interview_id)) if one.name.endswith(_SUFFIX)]

    def _load_key(self) -> bytes:
        return load_or_create_secret(self.key_path)


def name_next_key(key_path: Path) -> Path:
    """Path of the new key while a rotation is unfinished; files may be encrypted with either key."""
    return key_path.with_name(f"{key_path.name}.next")


def find_owner(name: str) -> str | None:
    """Interview and speaker of a file as part of its key; None if the name is not that of a recording."""
    _, interview_id, file_name = name.split("/") if name.count("/") == 2 else ("", "", "")
    speaker = file_name.split("-")[0]
    if not file_name.endswith(_SUFFIX) or speaker not in set(Speaker):
        return None
    return _name_owner(interview_id, Speaker(speaker))


def name_folder(interview_id: str) -> str:
    """Prefix of all recordings of an interview in the file store."""
    return f"{FOLDER_NAME}/{interview_id}/"


def _is_spoken_by(file: StoredFile, speaker: Speaker) -> bool:
    return file.name.rsplit("/", 1)[-1].startswith(f"{speaker}-")


def _name_owner(interview_id: str, speaker: Speaker) -> str:
    return f"{interview_id}:{speaker}"


class _KnownPlaces:
    """Cache of block positions of files in a store.

    They never change, and finding them means reading the whole file.
    """

    def __init__(self, max_files: int) -> None:
        self._max_files = max_files
        self._found: OrderedDict[str, tuple[BlockPlace, ...]] = OrderedDict()
        self._lock = Lock()

    def find(self, name: str) -> tuple[BlockPlace, ...] | None:
        with self._lock:
            return self._found.get(name)

    def add(self, name: str, places: tuple[BlockPlace, ...]) -> None:
        with self._lock:
            self._found[name] = places
            self._found.move_to_end(name)
            while len(self._found) > self._max_files:
                self._found.popitem(last=False)


_PLACES = _KnownPlaces(max_files=64)
