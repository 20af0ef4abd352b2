"""The server's certificate: read it, and check that it is usable and covers the public address."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes, PublicKeyTypes
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

WARN_BEFORE = timedelta(days=30)
"""How long before its end a certificate counts as about to expire."""


class ProblemCode(StrEnum):
    """Why a certificate cannot be used, for clients that have sentences of their own."""

    UNREADABLE = "CERTIFICATE_UNREADABLE"
    INVALID = "CERTIFICATE_INVALID"
    KEY_INVALID = "CERTIFICATE_KEY_INVALID"
    KEY_PROTECTED = "CERTIFICATE_KEY_PROTECTED"
    KEY_MISMATCH = "CERTIFICATE_KEY_MISMATCH"
    EXPIRED = "CERTIFICATE_EXPIRED"
    NOT_YET_VALID = "CERTIFICATE_NOT_YET_VALID"
    OTHER_ADDRESS = "CERTIFICATE_OTHER_ADDRESS"
    UNUSABLE = "CERTIFICATE_UNUSABLE"
    NAME_INVALID = "CERTIFICATE_NAME_INVALID"
    AUTHORITY_UNUSABLE = "AUTHORITY_UNUSABLE"
    AUTHORITY_OTHER_NAMES = "AUTHORITY_OTHER_NAMES"


class CertificateProblem(Exception):
    """The certificate cannot be used; the message says what to do."""

    def __init__(self, message: str, code: ProblemCode = ProblemCode.UNUSABLE) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Certificate:
    """Facts about the server's certificate."""

    names: tuple[str, ...]
    """Host names and IP addresses that it is valid for."""
    starts_at: datetime
    ends_at: datetime

    def covers(self, host: str) -> bool:
        """Whether a browser accepts the certificate for ``host``, a name or an IP address."""
        sought = _normalize(host)
        return any(_matches(name, sought) for name in self.names)


def read_certificate(certificate_file: Path, key_file: Path | None = None) -> Certificate:
    """Read a certificate and its private key in PEM format. Raises CertificateProblem.

    Without ``key_file``, the key is in ``certificate_file``. The first certificate of the file is the
    server's; intermediate ones follow.
    """
    key_file = key_file or certificate_file
    text = _read(certificate_file, "certificate")
    try:
        found = x509.load_pem_x509_certificates(text)[0]
        names = _read_names(found)
    except ValueError:
        raise CertificateProblem(
            f"{certificate_file} contains no valid certificate in PEM format.", ProblemCode.INVALID
        ) from None
    key = _read_key(key_file)
    if _public_bytes(key.public_key()) != _public_bytes(found.public_key()):
        raise CertificateProblem(
            f"The private key in {key_file} does not belong to the certificate in {certificate_file}.",
            ProblemCode.KEY_MISMATCH,
        )
    _try_to_load(certificate_file, key_file)
    return Certificate(names=names, starts_at=found.not_valid_before_utc, ends_at=found.not_valid_after_utc)


def check_certificate(certificate: Certificate, *, public_url: str | None, now: datetime) -> None:
    """Raise CertificateProblem if browsers would refuse the certificate at the public address now."""
    if now >= certificate.ends_at:
        raise CertificateProblem(
            f"The certificate expired on {certificate.ends_at:%Y-%m-%d}. Renew it.", ProblemCode.EXPIRED
        )
    if now < certificate.starts_at:
        raise CertificateProblem(
            f"The certificate is valid from {certificate.starts_at:%Y-%m-%d %H:%M} UTC only. "
            "Check the clock.",
            ProblemCode.NOT_YET_VALID,
        )
    if public_url is None:
        return
    url = urlsplit(public_url)
    if url.scheme != "https":
        raise CertificateProblem(
            f"GREENROOM_PUBLIC_URL is {public_url}, but with a certificate the server speaks HTTPS only. "
            "Change it to https://…",
            ProblemCode.OTHER_ADDRESS,
        )
    if not certificate.covers(url.hostname or ""):
        raise CertificateProblem(
            f"The certificate is valid for {', '.join(certificate.names) or 'no name'}, but not for "
            f"{url.hostname}, the host in GREENROOM_PUBLIC_URL. Use another certificate or address.",
            ProblemCode.OTHER_ADDRESS,
        )


def make_context(certificate_file: Path, key_file: Path | None = None) -> ssl.SSLContext:
    """The TLS settings of the server: TLS 1.2 and newer, with the defaults of the library."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate_file, key_file)
    return context


def _read(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateProblem(
            f"The {what} {path} cannot be read ({error.strerror}).", ProblemCode.UNREADABLE
        ) from None


def _read_key(path: Path) -> PrivateKeyTypes:
    try:
        return load_pem_private_key(_read(path, "private key"), password=None)
    except TypeError:
        raise CertificateProblem(
            f"The private key in {path} is protected by a passphrase, which the server does not know. Write "
            f"one without: openssl pkey -in {path} -out FILE",
            ProblemCode.KEY_PROTECTED,
        ) from None
    except ValueError:
        raise CertificateProblem(
            f"{path} contains no private key in PEM format.", ProblemCode.KEY_INVALID
        ) from None


def _try_to_load(certificate_file: Path, key_file: Path) -> None:
    # OpenSSL has additional rules, for example on key lengths.
    try:
        make_context(certificate_file, key_file)
    except (ssl.SSLError, OSError) as error:
        reason = getattr(error, "reason", None) or error
        raise CertificateProblem(f"The certificate in {certificate_file} is not usable ({reason}).") from None


def _public_bytes(key: PublicKeyTypes) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def _read_names(certificate: x509.Certificate) -> tuple[str, ...]:
    # Browsers ignore the common name.
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return ()
    addresses: Sequence[object] = names.get_values_for_type(x509.IPAddress)
    return (*names.get_values_for_type(x509.DNSName), *map(str, addresses))


def _normalize(host: str) -> str:
    host = host.strip("[]").rstrip(".").lower()
    try:
        return str(ip_address(host))
    except ValueError:
        try:
            return host.encode("idna").decode() if host else host
        except UnicodeError:
            return host


def _matches(name: str, sought: str) -> bool:
    name = name.lower()
    if name.startswith("*."):
        # A wildcard stands for exactly one label.
        return sought.partition(".")[2] == name[2:] and not sought.startswith(".")
    return name == sought
