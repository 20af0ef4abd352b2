"""One bucket of an S3-compatible store: list, read, write in parts and delete.

A few requests of a stable protocol, so no client library: its connections would bypass the guard of outgoing
connections (``models.outbound``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType

import httpx
from lxml import etree

from app.core.clock import utc_now
from app.integrations.s3_errors import S3Failed, explain_refusal, explain_unreachable, parse_xml
from app.integrations.s3_signature import S3Keys, encode_path, encode_query, sign_request
from models.outbound import UNRESTRICTED, GuardedSyncTransport, OutboundPolicy

PAUSES = (1.0, 4.0, 16.0)
"""Seconds before a request is retried after no response or a temporary refusal."""
_TIMEOUT = httpx.Timeout(60.0, connect=10.0)
_TRY_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_PIECE_BYTES = 64 * 1024
_MAX_ANSWER_BYTES = 64 * 1024 * 1024
"""Maximum response size: more than any list of 1,000 keys, or any range that is read."""


@dataclass(frozen=True, slots=True)
class S3Object:
    """A stored object. ``etag`` changes with its content."""

    key: str
    size: int
    etag: str


@dataclass(frozen=True, slots=True)
class S3Upload:
    """A multipart upload that was neither completed nor aborted."""

    key: str
    upload_id: str
    began_at: datetime


@dataclass(frozen=True, slots=True)
class S3Answer:
    status: int
    headers: Mapping[str, str]
    content: bytes


class S3Bucket(AbstractContextManager["S3Bucket"]):
    """Blocking client, for one thread. Every method raises S3Failed."""

    def __init__(
        self,
        url: str,
        bucket: str,
        keys: S3Keys,
        *,
        policy: OutboundPolicy = UNRESTRICTED,
        pauses: Sequence[float] = PAUSES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        try:
            self._url = httpx.URL(url.rstrip("/"))
        except httpx.InvalidURL:
            raise S3Failed(f"{url} is not the address of a store.") from None
        self._bucket = bucket
        self._keys = keys
        self._pauses = pauses
        self._sleep = sleep
        self._client = httpx.Client(
            transport=GuardedSyncTransport(policy), trust_env=False, follow_redirects=False, timeout=_TIMEOUT
        )

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._client.close()

    def list_objects(self, prefix: str) -> Iterator[S3Object]:
        """All objects whose keys begin with ``prefix``, by key."""
        query = {"list-type": "2", "prefix": prefix}
        while True:
            answer = self.read_xml(self.send("GET", query=query), "ListBucket")
            for entry in answer.findall("{*}Contents"):
                yield _read_object(entry)
            token = answer.findtext("{*}NextContinuationToken")
            if answer.findtext("{*}IsTruncated") != "true" or not token:
                return
            query["continuation-token"] = token

    def find_object(self, key: str) -> S3Object | None:
        return next((one for one in self.list_objects(key) if one.key == key), None)

    def read_range(self, stored: S3Object, start: int, size: int) -> bytes:
        """``size`` bytes of an object. Raises S3Failed if the object has been replaced."""
        headers = {"range": f"bytes={start}-{start + size - 1}"}
        answer = self.send("GET", stored.key, headers=headers)
        is_same = answer.headers.get("etag", "").strip('"') == stored.etag.strip('"')
        if answer.status != httpx.codes.PARTIAL_CONTENT or len(answer.content) != size or not is_same:
            raise S3Failed(f"{stored.key} has changed in the store while it was read. Try again.")
        return answer.content

    def delete(self, key: str) -> None:
        self.send("DELETE", key)

    def list_uploads(self, prefix: str) -> list[S3Upload]:
        """The oldest 1,000 unfinished uploads at most."""
        answer = self.send("GET", query={"uploads": "", "prefix": prefix})
        document = self.read_xml(answer, "ListMultipartUploads")
        return [_read_upload(entry) for entry in document.findall("{*}Upload")]

    def abort(self, key: str, upload_id: str) -> None:
        """Delete the parts of an unfinished upload."""
        self.send("DELETE", key, query={"uploadId": upload_id})

    def send(
        self,
        method: str,
        key: str = "",
        *,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> S3Answer:
        """One signed request, retried while the store is unavailable.

        Without ``key``, to the bucket itself.
        """
        path = encode_path("/".join(part for part in (self._url.path.rstrip("/"), self._bucket, key) if part))
        path = path if path.startswith("/") else f"/{path}"
        encoded = encode_query(query or {})
        url = self._url.copy_with(raw_path=f"{path}?{encoded}".rstrip("?").encode())
        for number in range(len(self._pauses) + 1):
            signed = sign_request(
                self._keys,
                method=method,
                host=self._url.netloc.decode(),
                path=path,
                query=encoded,
                headers=headers or {},
                body=body,
                now=utc_now(),
            )
            try:
                answer = self._request(method, url, signed, body)
            except httpx.TransportError as error:
                failure = explain_unreachable(self._url, error)
            else:
                if answer.status < httpx.codes.MULTIPLE_CHOICES:
                    return answer
                failure = explain_refusal(self._url, self._bucket, answer.status, answer.content)
                if answer.status not in _TRY_AGAIN:
                    raise failure
            if failure.is_final or number == len(self._pauses):
                break
            self._sleep(self._pauses[number])
        raise failure

    def _request(self, method: str, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> S3Answer:
        length = {"content-length": str(len(body)), "accept-encoding": "identity"}
        # In pieces, because httpx copies the rest of a body after each piece it has sent.
        request = self._client.build_request(method, url, headers={**headers, **length}, content=_cut(body))
        response = self._client.send(request, stream=True)
        try:
            content = bytearray()
            for part in response.iter_raw():
                content += part
                if len(content) > _MAX_ANSWER_BYTES:
                    raise S3Failed(f"The store at {self._url.host} sends too much.")
        finally:
            response.close()
        return S3Answer(response.status_code, response.headers, bytes(content))

    def read_xml(self, answer: S3Answer, name: str) -> etree._Element:
        """The XML document of a response, whose root must begin with ``name``.

        Raises S3Failed for an error document.
        """
        document = parse_xml(answer.content)
        found = None if document is None else etree.QName(document).localname
        if found == "Error":
            raise explain_refusal(self._url, self._bucket, answer.status, answer.content)
        if document is None or found is None or not found.startswith(name):
            raise S3Failed(f"{self._url.host} does not respond like an S3-compatible store.")
        return document


def _cut(body: bytes) -> Iterator[bytes]:
    return (body[start : start + _PIECE_BYTES] for start in range(0, len(body), _PIECE_BYTES))


def _read_object(entry: etree._Element) -> S3Object:
    key, size, etag = (entry.findtext(f"{{*}}{name}") or "" for name in ("Key", "Size", "ETag"))
    if not size.isdecimal():
        raise S3Failed(f"The store lists {key} without a size.")
    return S3Object(key=key, size=int(size), etag=etag)


def _read_upload(entry: etree._Element) -> S3Upload:
    names = ("Key", "UploadId", "Initiated")
    key, upload_id, began = (entry.findtext(f"{{*}}{name}") or "" for name in names)
    try:
        return S3Upload(key=key, upload_id=upload_id, began_at=datetime.fromisoformat(began))
    except ValueError:
        raise S3Failed(f"The store lists an upload of {key} without a time.") from None
