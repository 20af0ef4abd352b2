"""Atomic file writes, sha256 hashing, and one process at a time per folder."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from models.errors import DiskFull

BLOCK_BYTES = 4 * 1024 * 1024

ByteListener = Callable[[int], None]
"""Called with the number of bytes processed since the last call."""


def hash_file(path: Path, on_bytes: ByteListener | None = None) -> str:
    """Lowercase hex sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
            if on_bytes is not None:
                on_bytes(len(block))
    return digest.hexdigest()


def copy_stream(source: IO[bytes], target: BinaryIO, on_bytes: ByteListener | None = None) -> str:
    """Copy a stream to its end; return the sha256 of the copied bytes."""
    digest = hashlib.sha256()
    while block := source.read(BLOCK_BYTES):
        digest.update(block)
        target.write(block)
        if on_bytes is not None:
            on_bytes(len(block))
    return digest.hexdigest()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder survive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def written_atomically(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that gets the name ``path`` only when it is completely on disk; remove it on an error.

    Raises DiskFull.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with disk_errors(path.parent), os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
        sync_folder(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Translate the operating system's "no space left" into DiskFull."""
    try:
        yield
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise DiskFull(str(folder)) from error
        raise


def link_or_copy(source: Path, target: Path) -> None:
    """Hard-link ``source`` to ``target`` if both are on one file system, else copy it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.link")
    temporary.unlink(missing_ok=True)
    try:
        temporary.hardlink_to(source)
    except OSError:
        with source.open("rb") as opened, written_atomically(target) as file:
            copy_stream(opened, file)
        return
    temporary.replace(target)
    sync_folder(target.parent)


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Lock ``folder`` for one process; a second one waits. The lock ends with its process."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
