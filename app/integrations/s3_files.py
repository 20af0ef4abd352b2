"""Objects of an S3-compatible store as files: read in ranges, written in parts, never whole in memory."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lxml import etree

from app.integrations.s3 import S3Bucket, S3Object
from app.integrations.s3_errors import S3Failed

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

PART_BYTES = 32 * 1024 * 1024
"""Size of all parts but the last: at least 5 MiB, and some stores want all of one size."""
MAX_PARTS = 10_000
_READ_BYTES = 8 * 1024 * 1024


def open_object(bucket: S3Bucket, stored: S3Object) -> io.BufferedReader:
    """An object as a file to read once, from its beginning to its end. Reading raises S3Failed."""
    return io.BufferedReader(ObjectReader(bucket, stored), _READ_BYTES)


@contextmanager
def write_object(bucket: S3Bucket, key: str, *, part_bytes: int = PART_BYTES) -> Iterator[io.RawIOBase]:
    """A file to write to. The object appears when the context ends; after an error, nothing remains.

    Raises S3Failed, and writing does too.
    """
    writer = _Writer(bucket, key, part_bytes)
    try:
        yield writer
        writer.finish()
    except BaseException:
        writer.abort()
        raise


class ObjectReader(io.RawIOBase):
    """Reads an object in ranges. Raises S3Failed."""

    def __init__(self, bucket: S3Bucket, stored: S3Object) -> None:
        self._bucket = bucket
        self._stored = stored
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._stored.size}[whence]
        self._position = max(0, start + offset)
        return self._position

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        size = min(len(view), _READ_BYTES, self._stored.size - self._position)
        if size <= 0:
            return 0
        view[:size] = self._bucket.read_range(self._stored, self._position, size)
        self._position += size
        return size


class _Writer(io.RawIOBase):
    def __init__(self, bucket: S3Bucket, key: str, part_bytes: int) -> None:
        self._bucket = bucket
        self._key = key
        self._part_bytes = part_bytes
        self._buffer = bytearray()
        self._upload_id: str | None = None
        self._etags: list[str] = []
        self._position = 0

    def tell(self) -> int:
        return self._position

    def write(self, content: ReadableBuffer, /) -> int:
        size = memoryview(content).nbytes
        self._buffer += content
        self._position += size
        while len(self._buffer) > self._part_bytes:
            with memoryview(self._buffer)[: self._part_bytes] as view:
                part = bytes(view)
            del self._buffer[: self._part_bytes]
            self._send_part(part)
        return size

    def finish(self) -> None:
        """Send the remaining bytes and complete the object."""
        if self._upload_id is None:
            self._bucket.send("PUT", self._key, body=bytes(self._buffer))
            return
        self._send_part(bytes(self._buffer))
        document = etree.Element("CompleteMultipartUpload")
        for number, etag in enumerate(self._etags, start=1):
            part = etree.SubElement(document, "Part")
            etree.SubElement(part, "PartNumber").text = str(number)
            etree.SubElement(part, "ETag").text = etag
        query = {"uploadId": self._upload_id}
        try:
            answer = self._bucket.send("POST", self._key, query=query, body=etree.tostring(document))
            self._bucket.read_xml(answer, "CompleteMultipartUpload")
        except S3Failed as failure:
            # The response to an earlier attempt was lost.
            if failure.code != "NoSuchUpload" or self._bucket.find_object(self._key) is None:
                raise

    def abort(self) -> None:
        """Delete the parts. If the store is unavailable, they stay there as an unfinished upload."""
        self._buffer.clear()
        if self._upload_id is not None:
            with contextlib.suppress(S3Failed):
                self._bucket.abort(self._key, self._upload_id)

    def _send_part(self, content: bytes) -> None:
        if self._upload_id is None:
            answer = self._bucket.send("POST", self._key, query={"uploads": ""})
            document = self._bucket.read_xml(answer, "InitiateMultipartUpload")
            self._upload_id = document.findtext("{*}UploadId") or ""
        number = len(self._etags) + 1
        if number > MAX_PARTS:
            raise S3Failed(f"The backup is too large for the store (more than {MAX_PARTS} parts).")
        query = {"partNumber": str(number), "uploadId": self._upload_id}
        answer = self._bucket.send("PUT", self._key, query=query, body=content)
        self._etags.append(answer.headers.get("etag", ""))
