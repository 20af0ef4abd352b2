"""Stored files by their names, such as ``documents/<id>``: the port, and its adapter for the data folder.

The other adapter keeps them in an S3-compatible store (``app.integrations.s3_file_store``). A file is always
written to the data folder first; ``keep`` then moves it to its final place.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Protocol

import anyio.to_thread

from app.core.errors import AppError

log = logging.getLogger("greenroom.files")


class FileStoreUnavailable(AppError):
    """The store does not respond or refuses the request.

    ``reason`` is for administrators: it names the host.
    """

    code = "FILE_STORE_UNAVAILABLE"
    status = 503

    def __init__(self, reason: str) -> None:
        super().__init__("The storage for files cannot be reached at the moment. Try again in a few minutes.")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class StoredFile:
    name: str
    size_bytes: int
    is_local: bool
    """Whether the file is in the data folder, where it may still be growing."""


class FileStore(Protocol):
    """Every method uses the disk or the network: call it in a thread. All raise FileStoreUnavailable.

    A name that ends with a slash means everything below it.
    """

    @property
    def is_remote(self) -> bool:
        """Whether files leave the data folder."""

    def find_place(self, name: str) -> Path:
        """Path in the data folder at which a new file is written before ``keep``."""

    def keep(self, name: str) -> None:
        """Take over the finished file at ``find_place``. From then on it survives the loss of this machine.

        If that fails, the file stays where it is. Raises FileNotFoundError if it was deleted in the meantime.
        """

    def open(self, name: str) -> BinaryIO:
        """The content, to read and seek.

        Raises FileNotFoundError; reading also raises FileStoreUnavailable.
        """

    def copy(self, name: str) -> AbstractContextManager[Path]:
        """The content as a readable file, which may be gone after the context. Raises FileNotFoundError."""

    def list_files(self, prefix: str) -> list[StoredFile]:
        """The files below a prefix, which ends with a slash, by name."""

    def delete_local(self, name: str) -> None:
        """Delete files in the data folder."""

    def delete_remote(self, name: str) -> None:
        """Delete files outside the data folder."""


class FolderFiles:
    """Files in the data folder."""

    is_remote = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_place(self, name: str) -> Path:
        return self._folder / name

    def keep(self, name: str) -> None:
        """Does nothing: the file is already in its final place."""

    def open(self, name: str) -> BinaryIO:
        return self.find_place(name).open("rb")

    @contextmanager
    def copy(self, name: str) -> Iterator[Path]:
        path = self.find_place(name)
        if not path.is_file():
            raise FileNotFoundError(name)
        yield path

    def list_files(self, prefix: str) -> list[StoredFile]:
        """All files, except unfinished and hidden ones."""
        found = []
        for path in self.find_place(prefix).rglob("*"):
            name = path.relative_to(self._folder).as_posix()
            is_hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
            if is_hidden or path.suffix == ".part":
                continue
            try:
                if path.is_file() and not path.is_symlink():
                    found.append(StoredFile(name, path.stat().st_size, is_local=True))
            except FileNotFoundError:
                # Deleted or moved to the store in the meantime.
                continue
        return sorted(found, key=lambda one: one.name)

    def delete_local(self, name: str) -> None:
        if name.endswith("/"):
            shutil.rmtree(self.find_place(name), ignore_errors=True)
        else:
            self.find_place(name).unlink(missing_ok=True)

    def delete_remote(self, name: str) -> None:
        """Does nothing: there are no files elsewhere."""


@asynccontextmanager
async def copy_file(files: FileStore, name: str) -> AsyncIterator[Path]:
    """Run ``FileStore.copy`` in a thread, because it uses the network and the disk."""
    with ExitStack() as stack:
        yield await anyio.to_thread.run_sync(stack.enter_context, files.copy(name))
