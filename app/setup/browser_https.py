"""HTTPS in the browser's setup: issue or store a certificate, and save where the server listens.

What is saved takes effect at the next start.
"""

from __future__ import annotations

import socket
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil

from app.core.errors import AppError, InvalidState
from app.core.settings import Settings
from app.core.state import AppState
from app.core.stored_settings import NETWORK_SETTINGS, is_locked
from app.setup.https import NO_CERTIFICATE, issue_fitting, split_locked, use_certificate
from app.setup.https_schemas import CertificateSource, CertificateView, HttpsView
from app.tls.authority import AuthorityFiles, read_fingerprint, write_private
from app.tls.certificate import (
    CertificateProblem,
    ProblemCode,
    check_certificate,
    read_certificate,
)
from app.tls.serving import is_local

MAX_PEM_BYTES = 64 * 1024

_SENTENCES = {
    ProblemCode.UNREADABLE: "The certificate file cannot be read.",
    ProblemCode.INVALID: "This file contains no certificate in PEM format.",
    ProblemCode.KEY_INVALID: "This file contains no private key in PEM format.",
    ProblemCode.KEY_PROTECTED: (
        "The private key is protected by a passphrase, which the server does not know. Upload one without."
    ),
    ProblemCode.KEY_MISMATCH: "The private key does not belong to the certificate.",
    ProblemCode.EXPIRED: "The certificate has expired.",
    ProblemCode.NOT_YET_VALID: "The certificate is not valid yet. Check the clock of the server.",
    ProblemCode.OTHER_ADDRESS: "The certificate is not valid for the public address.",
    ProblemCode.UNUSABLE: "The certificate cannot be used, for example because its key is too short.",
    ProblemCode.NAME_INVALID: (
        "One of the names is neither a host name nor an IP address. Leave out https:// and the port."
    ),
    ProblemCode.AUTHORITY_UNUSABLE: (
        "The certificate authority of this server has expired or is damaged. Create a new one."
    ),
    ProblemCode.AUTHORITY_OTHER_NAMES: (
        "The certificate authority of this server was made for other names. Create a new one, and install it "
        "on every device again."
    ),
}


class CertificateRefused(AppError):
    """A certificate that cannot be used; the code says why."""

    status = 422

    def __init__(self, code: ProblemCode) -> None:
        super().__init__(_SENTENCES[code], code=code.value)


class HttpsLocked(InvalidState):
    code = "HTTPS_LOCKED"

    def __init__(self) -> None:
        super().__init__(
            "HTTPS is set by environment variables, or by the proxy in front of several servers. Change it "
            "there."
        )


def describe(state: AppState, *, now: datetime) -> HttpsView:
    """The certificate of the settings, and what is to be restarted."""
    settings = state.settings
    return HttpsView(
        certificate=_describe_certificate(settings, now=now),
        public_url=settings.public_url,
        is_pending=is_restart_pending(state),
        is_locked=_is_locked(state),
        suggested_names=list_own_names(),
    )


def is_restart_pending(state: AppState) -> bool:
    """Whether another address or certificate was saved since the server started."""
    settings, started = state.settings, state.settings_at_start
    return any(getattr(settings, key) != getattr(started, key) for key in NETWORK_SETTINGS)


def make_certificate(
    state: AppState, *, names: list[str], public_url: str, new_authority: bool, now: datetime
) -> dict[str, Any]:
    """Issue a certificate of the local authority; returns the settings to save.

    Raises HttpsLocked and CertificateRefused.
    """
    _require_open(state)
    try:
        files = issue_fitting(
            state.settings, names, public_url=public_url, now=now, new_authority=new_authority
        )
    except CertificateProblem as problem:
        raise CertificateRefused(problem.code) from None
    return _choose_values(state, certificate_file=files.server, public_url=public_url)


def store_certificate(
    state: AppState, *, certificate: bytes, key: bytes, public_url: str, now: datetime
) -> dict[str, Any]:
    """Check and store a certificate with its key, in PEM; returns the settings to save.

    ``key`` may be empty if it is in the certificate's file. Raises HttpsLocked and CertificateRefused; an
    earlier certificate then stays.
    """
    _require_open(state)
    files = AuthorityFiles.of(state.settings.data_dir)
    files.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = [files.folder / name for name in ("own.crt.new", "own.key.new", "own.pem.new")]
    new_certificate, new_key, both = new
    try:
        write_private(new_certificate, certificate)
        write_private(new_key, key or certificate)
        found = read_certificate(new_certificate, new_key)
        check_certificate(found, public_url=public_url, now=now)
        write_private(both, certificate if not key else key.rstrip() + b"\n" + certificate)
        read_certificate(both)
        both.replace(files.own)
    except CertificateProblem as problem:
        raise CertificateRefused(problem.code) from None
    finally:
        for file in new:
            file.unlink(missing_ok=True)
    return _choose_values(state, certificate_file=files.own, public_url=public_url)


def forget_certificate(state: AppState) -> dict[str, Any]:
    """The settings to save for HTTP on this machine only, as behind a proxy. Raises HttpsLocked."""
    _require_open(state)
    return split_locked(NO_CERTIFICATE, state.base_settings)[0]


def list_own_names() -> list[str]:
    """Names and addresses at which other devices may reach this machine."""
    names = [socket.gethostname().lower()]
    for name, addresses in psutil.net_if_addrs().items():
        if name.startswith(("lo", "docker", "br-", "veth", "virbr")):
            continue
        names += [one.address for one in addresses if one.family == socket.AF_INET]
    return [name for name in dict.fromkeys(names) if name and not name.startswith(("127.", "169.254."))]


def _choose_values(state: AppState, *, certificate_file: Path, public_url: str) -> dict[str, Any]:
    values = {**use_certificate(certificate_file), "public_url": public_url}
    return split_locked(values, state.base_settings)[0]


def _require_open(state: AppState) -> None:
    if _is_locked(state):
        raise HttpsLocked


def _is_locked(state: AppState) -> bool:
    return state.cluster is not None or any(
        is_locked(state.base_settings, key) for key in ("tls_cert", "tls_key")
    )


def _describe_certificate(settings: Settings, *, now: datetime) -> CertificateView | None:
    if settings.tls_cert is None:
        return None
    files = AuthorityFiles.of(settings.data_dir)
    view = CertificateView(
        source=_find_source(settings.tls_cert, files),
        names=[],
        ends_at=None,
        fingerprint=None,
        problem=None,
    )
    try:
        certificate = read_certificate(settings.tls_cert, settings.tls_key)
        view.names, view.ends_at = list(certificate.names), certificate.ends_at
        if view.source is CertificateSource.AUTHORITY:
            view.fingerprint = read_fingerprint(files)
        check_certificate(certificate, public_url=settings.public_url, now=now)
    except CertificateProblem as problem:
        view.problem = problem.code
    return view


def _find_source(certificate_file: Path, files: AuthorityFiles) -> CertificateSource:
    if is_local(certificate_file, files):
        return CertificateSource.AUTHORITY
    is_uploaded = certificate_file.absolute() == files.own.absolute()
    return CertificateSource.UPLOADED if is_uploaded else CertificateSource.OTHER
