"""Stored files in an S3-compatible store: the second adapter of ``app.core.files``.

A file is in the data folder until it is in the store, so the data folder is checked first.
"""

from __future__ import annotations

import fcntl
import io
import json
import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from app.core.files import FileStore, FileStoreUnavailable, FolderFiles, StoredFile
from app.core.settings import Settings
from app.integrations.s3 import S3Bucket, S3Object
from app.integrations.s3_buckets import list_missing, open_bucket
from app.integrations.s3_errors import S3Failed
from app.integrations.s3_files import ObjectReader, write_object

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

log = logging.getLogger("greenroom.files")

COPIES_FOLDER = ".copies"
"""Folder in the data folder for files of the store that are being read."""
_PAUSES = (1.0,)
"""Short, because a person is waiting for most requests."""
_PIECE_BYTES = 1024 * 1024
_READ_BYTES = 1024 * 1024
"""Read size: about a minute of one recorded voice."""
_BINDING = ".database-id"


def make_files(settings: Settings, *, base: Settings) -> FileStore:
    """The configured file store; ``base`` are the settings of the environment.

    If its settings are incomplete, files stay in the data folder.
    """
    local = FolderFiles(settings.data_dir)
    if settings.files_s3_url is None:
        return local
    missing = list_missing(settings, "files")
    if missing:
        log.error("file_store_incomplete missing=%s: files stay in the data folder", ",".join(missing))
        return local
    return S3Files(
        local,
        lambda: open_bucket(settings, base=base, use="files", pauses=_PAUSES),
        prefix=settings.files_s3_prefix,
        copies=settings.data_dir / COPIES_FOLDER,
    )


class S3Files:
    """Files in a bucket, below a prefix. Each use opens its own connection."""

    is_remote = True

    def __init__(
        self, local: FolderFiles, connect: Callable[[], S3Bucket], *, prefix: str, copies: Path
    ) -> None:
        self._local = local
        self._connect = connect
        self._prefix = prefix
        self._copies = copies

    def find_place(self, name: str) -> Path:
        return self._local.find_place(name)

    def keep(self, name: str) -> None:
        path = self.find_place(name)
        with path.open("rb") as file, self._bucket() as bucket:
            fcntl.flock(file, fcntl.LOCK_EX)
            if not path.exists():
                # Another process or thread has moved it to the store.
                return
            with write_object(bucket, self._prefix + name) as target:
                shutil.copyfileobj(file, target, _PIECE_BYTES)
            try:
                path.unlink()
            except FileNotFoundError:
                # It was deleted in the meantime, but was not in the store yet, so it is deleted there now.
                bucket.delete(self._prefix + name)
                raise

    def open(self, name: str) -> BinaryIO:
        try:
            return self._local.open(name)
        except FileNotFoundError:
            pass
        with _explaining():
            bucket = self._connect()
            try:
                stored = bucket.find_object(self._prefix + name)
                if stored is None:
                    raise FileNotFoundError(name)
                return io.BufferedReader(_Reader(bucket, stored), _READ_BYTES)
            except BaseException:
                bucket.__exit__(None, None, None)
                raise

    @contextmanager
    def copy(self, name: str) -> Iterator[Path]:
        self._copies.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._copies) as target:
            with self.open(name) as source:
                shutil.copyfileobj(source, target, _PIECE_BYTES)
            target.flush()
            yield Path(target.name)

    def list_files(self, prefix: str) -> list[StoredFile]:
        with self._bucket() as bucket:
            objects = list(bucket.list_objects(self._prefix + prefix))
        found = {
            name: StoredFile(name, one.size, is_local=False)
            for one in objects
            if (name := one.key.removeprefix(self._prefix))
        }
        found |= {one.name: one for one in self._local.list_files(prefix)}
        return sorted(found.values(), key=lambda one: one.name)

    def delete_local(self, name: str) -> None:
        self._local.delete_local(name)

    def delete_remote(self, name: str) -> None:
        key = self._prefix + name
        with self._bucket() as bucket:
            keys = [one.key for one in bucket.list_objects(key)] if name.endswith("/") else [key]
            for one in keys:
                bucket.delete(one)

    def check(self) -> None:
        """Raise FileStoreUnavailable unless the bucket can be listed."""
        with self._bucket() as bucket:
            bucket.find_object(self._prefix + _BINDING)

    def is_bound(self, installation_id: str) -> bool:
        """Whether the prefix belongs to this database. It is bound to the first one that asks."""
        bound_to = self.read_json(_BINDING)
        if bound_to is None:
            self.write_json(_BINDING, installation_id)
            bound_to = installation_id
        return bool(bound_to == installation_id)

    def read_json(self, name: str) -> Any:
        """A small object; None if it is not there, or damaged."""
        try:
            with self.open(name) as file:
                return json.loads(file.read())
        except (FileNotFoundError, ValueError):
            return None

    def write_json(self, name: str, value: object) -> None:
        with self._bucket() as bucket:
            bucket.send("PUT", self._prefix + name, body=json.dumps(value).encode())

    def remove_unfinished(self, before: datetime) -> None:
        """Delete the parts of interrupted uploads that were started before a time."""
        with self._bucket() as bucket:
            for folder in ("documents/", "recordings/", "recording-imports/"):
                for upload in bucket.list_uploads(self._prefix + folder):
                    if upload.began_at < before:
                        bucket.abort(upload.key, upload.upload_id)

    @contextmanager
    def _bucket(self) -> Iterator[S3Bucket]:
        with _explaining(), self._connect() as bucket:
            yield bucket


@contextmanager
def _explaining() -> Iterator[None]:
    try:
        yield
    except S3Failed as failure:
        raise FileStoreUnavailable(str(failure)) from failure


class _Reader(ObjectReader):
    """A reader that also closes its connection."""

    def __init__(self, bucket: S3Bucket, stored: S3Object) -> None:
        super().__init__(bucket, stored)
        self._own_bucket = bucket

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        try:
            return super().readinto(buffer)
        except S3Failed as failure:
            if failure.code == "NoSuchKey":
                raise FileNotFoundError(str(failure)) from failure
            raise FileStoreUnavailable(str(failure)) from failure

    def close(self) -> None:
        if not self.closed:
            self._own_bucket.__exit__(None, None, None)
        super().close()
