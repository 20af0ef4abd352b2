"""AWS Signature Version 4 of one request to an S3-compatible store.

Source: "Authenticating Requests (AWS Signature Version 4)" in the Amazon S3 API reference.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import quote, urlencode

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class S3Keys:
    """Access key, its secret, and the region that signatures are for."""

    access_key: str
    secret_key: str
    region: str


def encode_path(path: str) -> str:
    """A path as in URLs and signatures: everything but letters, digits and ``-._~/`` percent-encoded."""
    return quote(path, safe="-._~/")


def encode_query(query: Mapping[str, str]) -> str:
    """A query as in URLs and signatures, sorted by name."""
    return urlencode(sorted(query.items()), quote_via=quote, safe="")


def sign_request(
    keys: S3Keys,
    *,
    method: str,
    host: str,
    path: str,
    query: str,
    headers: Mapping[str, str],
    body: bytes,
    now: datetime,
) -> dict[str, str]:
    """All headers to send. ``path`` and ``query`` are encoded; ``headers`` have names in lower case.

    The signature includes the checksum of the body, so the store refuses a body that was changed in transit.
    """
    instant = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    digest = sha256(body).hexdigest()
    signed = {**headers, "host": host, "x-amz-content-sha256": digest, "x-amz-date": instant}
    names = ";".join(sorted(signed))
    lines = "".join(f"{name}:{value.strip()}\n" for name, value in sorted(signed.items()))
    request = "\n".join((method, path, query, lines, names, digest))
    scope = f"{instant[:8]}/{keys.region}/s3/aws4_request"
    text = "\n".join((_ALGORITHM, instant, scope, sha256(request.encode()).hexdigest()))
    key = f"AWS4{keys.secret_key}".encode()
    for part in scope.split("/"):
        key = _hash(key, part)
    credential = f"Credential={keys.access_key}/{scope}"
    authorization = f"{_ALGORITHM} {credential},SignedHeaders={names},Signature={_hash(key, text).hex()}"
    return {**signed, "authorization": authorization}


def _hash(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")
