"""Uploaded bytes on disk: under a generated id, never under the name that was given."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.documents.errors import FileTooLarge

_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class StoredFile:
    path: Path
    size_bytes: int
    sha256: str


def store_upload(source: BinaryIO, *, folder: Path, document_id: str, max_bytes: int) -> StoredFile:
    """Copy ``source``, counting what really comes. Raises FileTooLarge above ``max_bytes``; nothing is
    left behind then."""
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
    finally:
        partial.unlink(missing_ok=True)
    return StoredFile(target, size, digest.hexdigest())


def display_name(name: str | None) -> str:
    """The given file name as text for people: without folders, control characters and excess length."""
    text = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    text = "".join(c for c in text if unicodedata.category(c)[0] != "C").strip()
    return text[:300] or "Document"
