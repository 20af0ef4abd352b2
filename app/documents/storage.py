"""Storage of uploaded files, under a generated id and never under the uploaded name."""

from __future__ import annotations

import errno
import hashlib
import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from app.documents.errors import DiskFull, FileTooLarge
from models.files import sync_folder

DOCUMENTS_FOLDER = "documents"
_CHUNK_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class StoredFile:
    path: Path
    size_bytes: int
    sha256: str


def name_file(document_id: str) -> str:
    """Name of the file of a document in the file store."""
    return f"{DOCUMENTS_FOLDER}/{document_id}"


def store_upload(source: BinaryIO, *, folder: Path, document_id: str, max_bytes: int) -> StoredFile:
    """Copy ``source`` and count the bytes received.

    Raises FileTooLarge above ``max_bytes``, and DiskFull; then no file is left behind.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / document_id
    partial = folder / f"{document_id}.part"
    digest, size = hashlib.sha256(), 0
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            while chunk := source.read(_CHUNK_BYTES):
                size += len(chunk)
                if size > max_bytes:
                    raise FileTooLarge(max_bytes)
                digest.update(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
        sync_folder(folder)
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull from error
        raise
    finally:
        partial.unlink(missing_ok=True)
    return StoredFile(target, size, digest.hexdigest())


def display_name(name: str | None) -> str:
    """The uploaded file name for display: no folders, no control characters, limited length."""
    text = (name or "").replace("\\", "/").rsplit("/", 1)[-1]
    # Browsers encode quotation marks and line ends like this in a multipart name (HTML standard).
    text = text.replace("%22", '"').replace("%0D", " ").replace("%0A", " ")
    text = "".join(c for c in text if unicodedata.category(c)[0] != "C").strip()
    return text[:300] or "Document"
