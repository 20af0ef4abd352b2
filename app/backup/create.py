"""Make a backup: the whole server in one file, even while it runs."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO, Literal, cast

from app.backup.container import FORMAT, ByteSink, Header, open_sink
from app.backup.database import copy_database, list_ids, read_revision
from app.backup.errors import BackupFailed, explain_full_disk
from app.backup.locations import Location, require_free, write_backup
from app.backup.postgresql import export_database, find_postgresql
from app.backup.progress import ProgressListener, ignore_progress
from app.backup.workspace import open_workspace
from app.core.database import find_file
from app.core.files import FileStore, FileStoreUnavailable
from app.core.product_version import product_version
from app.core.settings import Settings

DATABASE_NAME = "greenroom.db"
MANIFEST_NAME = "manifest.json"
FOLDERS = ("documents", "secrets", "branding", "recordings")
"""Folders and files of a backup, besides the database. Model weights can be fetched again."""
RECORDS: dict[str, Literal["documents", "interviews"]] = {
    "documents": "documents",
    "recordings": "interviews",
}
"""The folders that may be in a store, and the tables with the ids of their files."""
_BLOCK_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """Number of files and bytes in a backup, and of documents whose file was missing."""

    files: int
    content_bytes: int
    size_bytes: int
    """Size of the backup file."""
    missing_documents: int
    is_encrypted: bool


def create_backup(
    settings: Settings,
    *,
    files: FileStore,
    target: Location,
    now: datetime,
    passphrase: str | None = None,
    with_secrets: bool = True,
    progress: ProgressListener = ignore_progress,
) -> BackupSummary:
    """Write everything that a server needs into the new file ``target``, even while the server runs.

    The database comes first, and only the documents listed there are copied: later uploads are left out.
    ``target`` appears once it is complete and on disk. Without ``passphrase`` it is not encrypted. ``files``:
    where the documents and recordings are. Raises BackupFailed, OSError, and S3Failed for a target in a
    store.
    """
    require_free(target)
    with _explaining_store(), explain_full_disk(), open_workspace(settings.data_dir) as workspace:
        copy = workspace / DATABASE_NAME
        _copy_data(settings, copy)
        documents = {f"documents/{one}" for one in list_ids(copy, "documents")}
        contents = _list_contents(settings.data_dir, files, database=copy, with_secrets=with_secrets)
        header = Header(
            format=FORMAT,
            version=product_version(),
            revision=read_revision(copy),
            created_at=now.isoformat(timespec="seconds"),
        )
        with write_backup(target) as file:
            sink, header = open_sink(file, header, passphrase=passphrase)
            archive = _Archive(sink, contents, progress)
            archive.write(header)
            sink.finish()
            size = file.tell()
    return BackupSummary(
        files=len(archive.checksums),
        content_bytes=archive.done_bytes,
        size_bytes=size,
        missing_documents=sum(1 for name in documents if name not in archive.checksums),
        is_encrypted=header.is_encrypted,
    )


def _copy_data(settings: Settings, copy: Path) -> None:
    """Write the server's database, SQLite or PostgreSQL, into the new SQLite file ``copy``."""
    url = find_postgresql(settings)
    if url is not None:
        export_database(url, copy)
        return
    database = find_file(settings.resolved_database_url)
    if database is None or not database.is_file():
        raise BackupFailed(f"There is no database at {database}.")
    copy_database(database, copy)


@contextmanager
def _explaining_store() -> Iterator[None]:
    try:
        yield
    except FileStoreUnavailable as failure:
        raise BackupFailed(f"The documents and recordings cannot be read. {failure.reason}") from failure


@dataclass(frozen=True, slots=True)
class _Content:
    """A file to back up: how to open it, and its size when it was found."""

    open: Callable[[], BinaryIO]
    size_bytes: int


def _list_contents(
    data_dir: Path, files: FileStore, *, database: Path, with_secrets: bool
) -> dict[str, _Content]:
    """The files of a backup by their names in it. Documents and recordings are those of known records."""
    contents = {DATABASE_NAME: _find_local(database)}
    for folder in FOLDERS:
        if folder in RECORDS:
            known = list_ids(database, RECORDS[folder])
            contents |= {
                one.name: _Content(partial(files.open, one.name), one.size_bytes)
                for one in files.list_files(f"{folder}/")
                if one.name.split("/")[1] in known
            }
        elif folder != "secrets" or with_secrets:
            contents |= {
                path.relative_to(data_dir).as_posix(): _find_local(path) for path in _walk(data_dir / folder)
            }
    return contents


def _find_local(path: Path) -> _Content:
    return _Content(lambda: path.open("rb"), path.stat().st_size)


def _walk(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


class _Archive:
    """Writes files into a tar archive and collects their checksums."""

    def __init__(self, sink: ByteSink, contents: dict[str, _Content], progress: ProgressListener) -> None:
        self._sink = sink
        self._contents = contents
        self._progress = progress
        self._total_bytes = sum(one.size_bytes for one in contents.values())
        self.done_bytes = 0
        self.checksums: dict[str, str] = {}

    def write(self, header: Header) -> None:
        """Write all files, then the manifest, which repeats the plain-text line."""
        # The archive is streamed: only `write` is called.
        stream = cast("IO[bytes]", self._sink)
        with tarfile.open(mode="w|", fileobj=stream, bufsize=_BLOCK_BYTES) as tar:
            for name, content in self._contents.items():
                try:
                    file = content.open()
                except FileNotFoundError:
                    # It was deleted in the meantime together with its row, or is missing on this server.
                    continue
                with file:
                    self._add(tar, name, file)
            manifest = json.dumps({**asdict(header), "files": self.checksums}, sort_keys=True).encode()
            tar.addfile(_describe(MANIFEST_NAME, len(manifest)), io.BytesIO(manifest))

    def _add(self, tar: tarfile.TarFile, name: str, file: BinaryIO) -> None:
        # A recording may grow while it is copied: its size at this moment counts.
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        entry = _describe(name, size)
        reader = _CheckedReader(file, on_read=self._count)
        try:
            tar.addfile(entry, reader)
        except OSError as error:
            if error.errno is not None:
                raise
            raise BackupFailed(f"{name} became shorter while it was copied. Run the backup again.") from None
        self.checksums[name] = reader.digest.hexdigest()

    def _count(self, size: int) -> None:
        self.done_bytes += size
        self._progress(self.done_bytes, max(self._total_bytes, self.done_bytes))


def _describe(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size = size
    entry.mode = 0o600
    return entry


class _CheckedReader(io.RawIOBase):
    """Passes on the bytes read, and computes their checksum."""

    def __init__(self, file: BinaryIO, *, on_read: Callable[[int], None]) -> None:
        self._file = file
        self._on_read = on_read
        self.digest = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        content = self._file.read(size)
        self.digest.update(content)
        self._on_read(len(content))
        return content
