"""The certificate of a running server: check it at the start, and load a renewed one without a restart."""

from __future__ import annotations

import asyncio
import logging
import ssl
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.clock import utc_now
from app.tls.authority import AuthorityFiles, choose_name, needs_renewal, renew_certificate
from app.tls.certificate import (
    Certificate,
    CertificateProblem,
    check_certificate,
    make_context,
    read_certificate,
)

if TYPE_CHECKING:
    from app.core.settings import Settings

log = logging.getLogger("greenroom.tls")

LOOK_SECONDS = 60.0
"""How often the files are checked for changes."""


class ServedCertificate:
    """The certificate of the settings, as loaded into ``context``. Raises CertificateProblem if unusable."""

    def __init__(self, settings: Settings, *, now: datetime, is_strict: bool = True) -> None:
        """``is_strict``: refuse also what browsers would refuse, such as an expired certificate.

        An administrator who works in a browser needs a server that answers, even with a warning.
        """
        if settings.tls_cert is None:
            raise CertificateProblem("GREENROOM_TLS_KEY is set without GREENROOM_TLS_CERT. Set both.")
        self._certificate_file = settings.tls_cert
        self._key_file = settings.tls_key
        self._local = AuthorityFiles.of(settings.data_dir)
        self._version = self._read_version()
        self.certificate = read_certificate(self._certificate_file, self._key_file)
        if is_strict:
            check_certificate(self.certificate, public_url=settings.public_url, now=now)
        self.context: ssl.SSLContext = make_context(self._certificate_file, self._key_file)

    async def follow(self) -> None:
        """Load every renewed certificate, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.refresh(utc_now())

    def refresh(self, now: datetime) -> None:
        """Renew a local certificate that ends soon, and load the certificate if its files have changed.

        An unusable certificate is logged, and the current one stays in use.
        """
        try:
            if is_local(self._certificate_file, self._local) and needs_renewal(
                self._local, self.certificate, now=now
            ):
                renew_certificate(self._local, now=now)
            version = self._read_version()
            if version == self._version:
                return
            self._version = version
            renewed = read_certificate(self._certificate_file, self._key_file)
            check_certificate(renewed, public_url=None, now=now)
            self.context.load_cert_chain(self._certificate_file, self._key_file)
        except (CertificateProblem, OSError) as error:
            # `greenroom doctor` explains the problem, because error messages do not go into the log.
            log.error("certificate_not_renewed error=%s", type(error).__name__)  # noqa: TRY400
            return
        self.certificate = renewed
        log.info("certificate_loaded ends_at=%s", renewed.ends_at.isoformat())

    def _read_version(self) -> tuple[tuple[int, int], ...]:
        files = [self._certificate_file, *filter(None, [self._key_file])]
        try:
            return tuple((status.st_mtime_ns, status.st_ino) for status in (path.stat() for path in files))
        except OSError:
            return ()


def local_url(settings: Settings, certificate: Certificate | None = None) -> str:
    """The address to open in a browser: the public one if set, else one that ``certificate`` is valid for."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - compared, not bound
        host = choose_name(() if certificate is None else certificate.names)
    if ":" in host:
        host = f"[{host}]"
    return f"{'http' if certificate is None else 'https'}://{host}:{settings.port}"


def is_local(certificate_file: Path, files: AuthorityFiles) -> bool:
    """Whether the certificate is the one that the local certificate authority has issued."""
    return certificate_file.absolute() == files.server.absolute()


def read_local_authority(settings: Settings) -> bytes | None:
    """The CA certificate in PEM, if the server uses a certificate of the local authority."""
    files = AuthorityFiles.of(settings.data_dir)
    if settings.tls_cert is None or not is_local(settings.tls_cert, files):
        return None
    try:
        return files.authority.read_bytes()
    except FileNotFoundError:
        return None
