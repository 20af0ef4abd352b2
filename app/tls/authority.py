"""The local certificate authority (CA): it issues the server's certificate on networks without a public one.

Both are in ``secrets/tls/`` of the data folder, and therefore in backups: devices still trust a restored
server. Name constraints limit the authority to the names that it was created for, so that a stolen key cannot
be used to impersonate any other site.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from app.tls.certificate import (
    Certificate,
    CertificateProblem,
    ProblemCode,
    check_certificate,
    read_certificate,
)

AUTHORITY_DAYS = 3650
CERTIFICATE_DAYS = 397
"""Apple devices refuse certificates that are valid for more than 825 days, or 398 from a public authority."""
RENEW_BEFORE = timedelta(days=60)
ALWAYS_INCLUDED = ("localhost", "127.0.0.1", "::1")
"""Always included, so that the address on the machine itself works too."""
_CLOCK_TOLERANCE = timedelta(days=1)
"""Certificates start earlier than now, for devices whose clock is behind."""
_MAX_NAMES = 50
_MAX_NAME_LENGTH = 253
_LABEL_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class UncoveredNames(CertificateProblem):
    """The current authority was created for other names."""

    def __init__(self, message: str) -> None:
        super().__init__(message, ProblemCode.AUTHORITY_OTHER_NAMES)


class AuthorityUnusable(CertificateProblem):
    """The current authority has expired, is damaged or is incomplete."""

    def __init__(self, message: str) -> None:
        super().__init__(message, ProblemCode.AUTHORITY_UNUSABLE)


class NameInvalid(CertificateProblem):
    """A name is neither a host name nor an IP address, or there are too many."""

    def __init__(self, message: str) -> None:
        super().__init__(message, ProblemCode.NAME_INVALID)


@dataclass(frozen=True, slots=True)
class AuthorityFiles:
    """Places of the authority and of the certificate that it issued."""

    folder: Path

    @classmethod
    def of(cls, data_dir: Path) -> AuthorityFiles:
        return cls(data_dir / "secrets" / "tls")

    @property
    def authority(self) -> Path:
        """The CA certificate that devices install. Not secret."""
        return self.folder / "ca.pem"

    @property
    def authority_key(self) -> Path:
        return self.folder / "ca.key"

    @property
    def server(self) -> Path:
        """The server's certificate together with its key: one file, so that both are replaced at once."""
        return self.folder / "server.pem"

    @property
    def own(self) -> Path:
        """A certificate that an administrator has uploaded, in one file with its key."""
        return self.folder / "own.pem"


def clean_names(names: Sequence[str]) -> tuple[str, ...]:
    """Host names and IP addresses in their usual form, with those of the machine itself. No duplicates.

    Raises CertificateProblem if one is neither.
    """
    cleaned = dict.fromkeys([*map(_clean_name, names), *ALWAYS_INCLUDED])
    if len(cleaned) > _MAX_NAMES:
        raise NameInvalid(f"A certificate is made for at most {_MAX_NAMES} names.")
    return tuple(cleaned)


def require_names(names: Sequence[str], *, public_url: str | None, now: datetime) -> None:
    """Raise CertificateProblem unless a certificate for these names would fit the address."""
    planned = Certificate(clean_names(names), starts_at=now, ends_at=now + timedelta(days=1))
    check_certificate(planned, public_url=public_url, now=now)


def choose_name(names: Sequence[str]) -> str:
    """The name that people type: no wildcard, and not one of the machine itself if there is another."""
    return next((name for name in names if name not in ALWAYS_INCLUDED and "*" not in name), "localhost")


def issue_certificate(
    files: AuthorityFiles, names: Sequence[str], *, now: datetime, new_authority: bool = False
) -> None:
    """Write a server certificate for ``names``; make the authority if there is none.

    Raises CertificateProblem (UncoveredNames if the present authority was made for other names) and OSError.
    """
    names = clean_names(names)
    files.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if new_authority or not files.authority.is_file():
        _make_authority(files, names, now=now)
    authority, key = _read_authority(files)
    if now >= authority.not_valid_after_utc:
        raise AuthorityUnusable("The local certificate authority has expired. Make one with --new-authority.")
    _require_permitted(authority, names)
    server_key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        _start_certificate(names[0], server_key.public_key(), now=now)
        .issuer_name(authority.subject)
        .not_valid_after(min(now + timedelta(days=CERTIFICATE_DAYS), authority.not_valid_after_utc))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(for_authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _replace(files.server, _key_text(server_key) + certificate.public_bytes(Encoding.PEM))


def renew_certificate(files: AuthorityFiles, *, now: datetime) -> None:
    """Renew the current certificate, for the same names. Raises CertificateProblem and OSError."""
    if not files.server.is_file():
        raise CertificateProblem(
            "There is no certificate to renew. Name the host names and addresses of this server, for "
            "example: greenroom certificate interviews.example.lan 192.168.1.20"
        )
    issue_certificate(files, read_certificate(files.server).names, now=now)


def needs_renewal(files: AuthorityFiles, certificate: Certificate, *, now: datetime) -> bool:
    """Whether the certificate ends soon and a later one can be issued. Raises CertificateProblem."""
    if now < certificate.ends_at - RENEW_BEFORE:
        return False
    authority, _ = _read_authority(files)
    return certificate.ends_at < authority.not_valid_after_utc


def read_fingerprint(files: AuthorityFiles) -> str:
    """SHA-256 fingerprint of the CA certificate, as devices show it. Raises CertificateProblem."""
    authority, _ = _read_authority(files)
    return authority.fingerprint(hashes.SHA256()).hex(":").upper()


def _clean_name(name: str) -> str:
    name = name.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ip_address(name))
    except ValueError:
        pass
    try:
        plain = name.encode("idna").decode()
    except UnicodeError:
        plain = ""
    labels = plain.removeprefix("*.").split(".")
    is_name = all(
        0 < len(label) <= 63 and _LABEL_CHARACTERS.issuperset(label) and label.strip("-") == label
        for label in labels
    )
    if not is_name or len(plain) > _MAX_NAME_LENGTH or labels[-1].isdigit():
        raise NameInvalid(
            f"{name[:100]!r} is neither a host name nor an IP address. Leave out https:// and the port."
        )
    return plain


def _make_authority(files: AuthorityFiles, names: Sequence[str], *, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    title = f"Greenroom CA for {names[0]}"[:64]
    authority = (
        _start_certificate(title, key.public_key(), now=now)
        .issuer_name(_subject(title))
        .not_valid_after(now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(for_authority=True), critical=True)
        .add_extension(_constrain(names), critical=True)
        .sign(key, hashes.SHA256())
    )
    _replace(files.authority_key, _key_text(key))
    _replace(files.authority, authority.public_bytes(Encoding.PEM))


def _constrain(names: Sequence[str]) -> x509.NameConstraints:
    permitted: list[x509.GeneralName] = [
        x509.DNSName(name.removeprefix("*.")) for name in names if not _is_address(name)
    ]
    permitted += [x509.IPAddress(ip_network(name)) for name in names if _is_address(name)]
    return x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None)


def _require_permitted(authority: x509.Certificate, names: Sequence[str]) -> None:
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = [one.value for one in constraints.permitted_subtrees or []]
    outside = [name for name in names if not any(_permits(one, name) for one in permitted)]
    if outside:
        raise UncoveredNames(
            f"The local certificate authority was not made for {', '.join(outside)}. Make another one with "
            "--new-authority; it must be installed on every device again."
        )


def _permits(permitted: object, name: str) -> bool:
    if isinstance(permitted, IPv4Network | IPv6Network):
        return _is_address(name) and ip_address(name) in permitted
    plain = name.removeprefix("*.")
    return not _is_address(name) and (plain == permitted or plain.endswith(f".{permitted}"))


def _read_authority(files: AuthorityFiles) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    try:
        authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
        key = load_pem_private_key(files.authority_key.read_bytes(), password=None)
    except FileNotFoundError:
        raise AuthorityUnusable(
            f"The local certificate authority in {files.folder} is incomplete. Make one with --new-authority."
        ) from None
    except (ValueError, TypeError):
        raise AuthorityUnusable(
            f"The local certificate authority in {files.folder} is damaged. Make one with --new-authority."
        ) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != authority.public_key():
        raise AuthorityUnusable(
            f"The files in {files.folder} do not belong together. Make an authority with --new-authority."
        )
    return authority, key


def _start_certificate(
    common_name: str, public_key: ec.EllipticCurvePublicKey, *, now: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(_subject(common_name[:64]))
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCK_TOLERANCE)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
    )


def _subject(common_name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


def _key_usage(*, for_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not for_authority,
        key_cert_sign=for_authority,
        crl_sign=for_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _general_name(name: str) -> x509.GeneralName:
    if _is_address(name):
        address: IPv4Address | IPv6Address = ip_address(name)
        return x509.IPAddress(address)
    return x509.DNSName(name)


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that only the server's account can read, and wait until it is on the disk."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f"{path.name}.tmp")
    write_private(temporary, content)
    temporary.replace(path)
