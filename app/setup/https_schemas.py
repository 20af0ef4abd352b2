"""Requests and responses of the HTTPS setup."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from app.core.schemas import ApiSchema, UtcTime
from app.core.settings import WebAddress
from app.tls.certificate import ProblemCode

HostName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=253)]


class CertificateSource(StrEnum):
    AUTHORITY = "authority"
    """Issued by the local certificate authority."""
    UPLOADED = "uploaded"
    OTHER = "other"
    """Another file, which the settings or the environment name."""


class CertificateView(ApiSchema):
    """The certificate of the settings."""

    source: CertificateSource
    names: list[str]
    """Host names and IP addresses that it is valid for; empty if it cannot be read."""
    ends_at: UtcTime | None
    """Null if it cannot be read."""
    fingerprint: str | None
    """SHA-256 fingerprint of the CA certificate; null for certificates of other authorities."""
    problem: ProblemCode | None
    """Why browsers refuse it at the public address."""


class HttpsView(ApiSchema):
    certificate: CertificateView | None
    """Null without a certificate: the server speaks HTTP."""
    public_url: str | None
    is_pending: bool
    """Whether the address or the certificate was saved since the server started, and needs a restart."""
    is_locked: bool
    """Whether the environment has the last word, so that nothing can be saved here."""
    suggested_names: list[str]
    """Names and addresses of this machine, for a certificate."""


class AuthorityRequest(ApiSchema):
    names: Annotated[list[HostName], Field(min_length=1, max_length=20)]
    """Host names and IP addresses at which devices reach the server."""
    public_url: WebAddress
    new_authority: bool = False
    """Replace the authority, which devices then have to trust again."""
