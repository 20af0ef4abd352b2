"""Uploaded bytes on disk: under a generated id, never under the name that was given."""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.orm import Session

from app.documents import repository
from app.documents.errors import DiskFull, FileTooLarge

log = logging.getLogger("greenroom.documents")

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class StoredFile:
    path: Path
    size_bytes: int
    sha256: str


def store_upload(source: BinaryIO, *, folder: Path, document_id: str, max_bytes: int) -> StoredFile:
    """Copy ``source``, counting what really comes. Raises FileTooLarge above ``max_bytes``, and
    DiskFull; nothing is left behind then."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / document_id
    partial = folder / f"{document_id}.part"
    digest, size = hashlib.sha256(), 0
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            while chunk := source.read(_CHUNK_BYTES):
                size += len(chunk)
                if size > max_bytes:
                    raise FileTooLarge
                digest.update(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
        _sync_folder(folder)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        raise
    finally:
        partial.unlink(missing_ok=True)
    return StoredFile(target, size, digest.hexdigest())


def _sync_folder(folder: Path) -> None:
    """The new name, too, must survive a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def display_name(name: str | None) -> str:
    """The given file name as text for people: without folders, control characters and excess length."""
    text = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    # What browsers write for a quotation mark and the ends of lines in a multipart name (HTML standard).
    text = text.replace("%22", '"').replace("%0D", " ").replace("%0A", " ")
    text = "".join(c for c in text if unicodedata.category(c)[0] != "C").strip()
    return text[:300] or "Document"


def sweep_files(session: Session, *, folder: Path) -> int:
    """Remove what a crash left between a file and its row: files of no document. Returns how many.

    Only while no upload is under way.
    """
    if not folder.is_dir():
        return 0
    names = [entry.name for entry in folder.iterdir() if entry.is_file()]
    orphans = set(names) - repository.list_known_ids(session, names)
    for name in orphans:
        (folder / name).unlink(missing_ok=True)
    if orphans:
        log.warning("files_without_document_removed count=%d", len(orphans))
    return len(orphans)
