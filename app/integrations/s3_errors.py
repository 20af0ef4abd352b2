"""Failures of an S3-compatible store, each as one sentence without keys."""

from __future__ import annotations

import httpx
from lxml import etree

from models.outbound import AddressRefused

_REASONS = {
    "InvalidAccessKeyId": "it does not know the access key",
    "SignatureDoesNotMatch": "the secret key is wrong",
    "AccessDenied": "the access key has no permission for this",
    "NoSuchBucket": "it has no bucket {bucket!r}",
    "NoSuchKey": "it no longer has this file",
    "RequestTimeTooSkewed": "the clocks of this machine and of the store differ",
    "AuthorizationHeaderMalformed": "the bucket is in another region",
    "PermanentRedirect": "the bucket is in another region",
    "QuotaExceeded": "it is full",
    "XMinioStorageFull": "it is full",
}
"""Reasons by error code of the protocol."""


class S3Failed(Exception):
    """A request failed; the message says why."""

    def __init__(self, message: str, *, code: str = "", is_final: bool = False) -> None:
        super().__init__(message)
        self.code = code
        """The store's name of the failure, such as NoSuchBucket."""
        self.is_final = is_final
        """Whether a retry would fail as well."""


def explain_refusal(url: httpx.URL, bucket: str, status: int, content: bytes) -> S3Failed:
    """The failure in an error response."""
    document = parse_xml(content)
    code = "" if document is None else document.findtext("{*}Code") or ""
    reason = _REASONS.get(code, f"it answers {code or status}").format(bucket=bucket)
    return S3Failed(f"The store at {url.host} refused the request: {reason}.", code=code)


def explain_unreachable(url: httpx.URL, error: httpx.TransportError) -> S3Failed:
    """The failure of a connection that was not established or was lost."""
    if isinstance(error.__cause__, AddressRefused):
        return S3Failed(
            f"The store at {url.host} is on the internal network. The operator of the server can "
            "allow it with GREENROOM_INTERNAL_HOSTS.",
            is_final=True,
        )
    reason = str(error) or type(error).__name__
    return S3Failed(f"The store at {url.host} cannot be reached ({reason}).")


def parse_xml(content: bytes) -> etree._Element | None:
    """The XML document of a response, without resolving entities; None for anything else."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        # Some stores send blanks while they assemble the parts of an object.
        return etree.fromstring(content.strip(), parser)
    except etree.XMLSyntaxError:
        return None
