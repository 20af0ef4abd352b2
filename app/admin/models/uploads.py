"""A model that an administrator uploads in parts, and its installation. One at a time."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.admin.models.schemas import FileKind
from app.core.part_uploads import UploadOutOfStep, append_part
from app.core.settings import Settings
from models.errors import DiskFull, WrongHash, WrongKind
from models.files import disk_errors, hash_file
from models.formats import HEAD_BYTES, SUFFIXES, read_machine_memory, require_file_kind, require_kind
from models.received_files import (
    DOWNLOADS_FOLDER,
    choose_name,
    find_entry,
    is_sha256,
    make_name,
    place_file,
)
from models.store import InstalledModel, ModelStore, ignore_progress
from models.suitability import require_room

MAX_MODEL_BYTES = 1024**4
_FOLDER = "upload"


@dataclass(frozen=True, slots=True)
class ModelUpload:
    """The file that arrives. Every method uses the disk: call it in a thread."""

    store: ModelStore
    memory_bytes: int | None
    """Memory that the model may use; None: it is not checked."""

    @classmethod
    def open(cls, settings: Settings) -> ModelUpload:
        """The upload of a server with these settings."""
        return cls(
            ModelStore(settings.resolved_models_dir),
            # The weights go into GPU memory, which is not measured.
            None if settings.llm_gpu_layers else read_machine_memory(),
        )

    @property
    def _folder(self) -> Path:
        return self.store.models_dir / DOWNLOADS_FOLDER / _FOLDER

    def append(self, part: BinaryIO, *, name: str, kind: FileKind, offset: int, total_bytes: int) -> int:
        """Add the part at ``offset``; returns the bytes received. The first part begins a new upload.

        ``name`` is the name of the file. Raises UploadOutOfStep, and StoreError for a file of another kind or
        one that does not fit into memory or on the disk.
        """
        path = self._folder / f"{make_name(name, kind)}{SUFFIXES[kind]}"
        if offset == 0:
            self._begin(part, path, kind=kind, total_bytes=total_bytes)
        with disk_errors(self._folder):
            return append_part(path, part, offset=offset, total_bytes=total_bytes)

    def install(self, *, name: str, kind: FileKind, sha256: str | None) -> InstalledModel:
        """Verify the uploaded file, and install it. The upload is deleted either way.

        Raises StoreError: WrongHash if the file does not have ``sha256``.
        """
        path = self._folder / f"{make_name(name, kind)}{SUFFIXES[kind]}"
        if not path.is_file():
            raise UploadOutOfStep
        try:
            require_file_kind(path, kind)
            sha256 = hash_file(path) if sha256 is None else sha256.strip().lower()
            if not is_sha256(sha256):
                raise WrongHash(name)
            if (entry := find_entry(self.store, sha256)) is not None and entry.kind is not kind:
                raise WrongKind(f"{name} is {entry.name}, a {entry.kind.value} model.")
            chosen = choose_name(self.store, path.name, kind, sha256)
            self._require_room(chosen, kind, path.stat().st_size)
            return place_file(
                self.store, path, name=chosen, kind=kind, sha256=sha256, progress=ignore_progress
            )
        finally:
            self.delete()

    def delete(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _begin(self, part: BinaryIO, path: Path, *, kind: FileKind, total_bytes: int) -> None:
        # Refused at once, rather than after gigabytes.
        require_kind(part.read(HEAD_BYTES), kind, name=path.name)
        part.seek(0)
        self._require_room(path.stem, kind, total_bytes)
        self.delete()
        self._folder.mkdir(parents=True)
        if shutil.disk_usage(self._folder).free < total_bytes:
            raise DiskFull(str(self.store.models_dir), total_bytes)
        path.touch()

    def _require_room(self, name: str, kind: FileKind, size_bytes: int) -> None:
        if self.memory_bytes is not None:
            require_room(self.store, name, kind, size_bytes, memory_bytes=self.memory_bytes)
