"""Checks of `greenroom doctor` that concern the network: HTTPS, mail and TURN servers."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.doctor.stun import answers_binding

if TYPE_CHECKING:
    from app.core.settings import Settings

CONNECT_SECONDS = 3.0
_LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}
_ICE_ADDRESS = re.compile(r"(stuns?|turns?):(\[[0-9a-fA-F:]+\]|[^:?\s]+)(?::(\d{1,5}))?(?:\?\S*)?", re.ASCII)
_ICE_PORTS = {"stun": 3478, "turn": 3478, "stuns": 5349, "turns": 5349}

_SECURE_ICE = {"stuns", "turns"}

Result = tuple[bool, str]


def check_secure_context(settings: Settings) -> Result:
    """Browsers open camera and microphone on HTTPS pages and on localhost only."""
    if settings.public_url is None:
        if settings.host in _LOCAL_HOSTS:
            return True, "this machine only; set GREENROOM_PUBLIC_URL before others use it"
        if settings.tls_cert is not None:
            return (
                True,
                "with the server's own certificate; set GREENROOM_PUBLIC_URL for links in emails",
            )
        return False, (
            "other machines reach this server without HTTPS, and their browsers then refuse camera and "
            "microphone: run `greenroom certificate`, or put a proxy with a certificate before the server, "
            "and set GREENROOM_PUBLIC_URL=https://…"
        )
    if is_secure_address(settings.public_url):
        return True, settings.public_url
    return False, (
        f"{settings.public_url} is not an HTTPS address, so browsers refuse camera and microphone there: use "
        "a certificate and set GREENROOM_PUBLIC_URL=https://…"
    )


def check_server_certificate(settings: Settings) -> Result:
    """Whether the server's own certificate is usable and will remain so for a while."""
    from app.core.clock import utc_now
    from app.tls.certificate import WARN_BEFORE, CertificateProblem, check_certificate, read_certificate

    if settings.tls_cert is None:
        if settings.tls_key is None:
            return True, "none: HTTPS needs a proxy, or `greenroom certificate`"
        return False, "GREENROOM_TLS_KEY is set without GREENROOM_TLS_CERT: set both"
    now = utc_now()
    try:
        certificate = read_certificate(settings.tls_cert, settings.tls_key)
        check_certificate(certificate, public_url=settings.public_url, now=now)
    except CertificateProblem as problem:
        return False, str(problem)
    text = f"valid for {', '.join(certificate.names[:5])} until {certificate.ends_at:%Y-%m-%d}"
    if certificate.ends_at - now < WARN_BEFORE:
        return False, f"{text}: renew it now. A running server loads the new files automatically"
    return True, text


def is_secure_address(address: str) -> bool:
    """Whether browsers allow camera and microphone at this http(s) address."""
    url = urlsplit(address)
    return url.scheme == "https" or url.hostname in _LOCAL_HOSTS


def check_encryption(settings: Settings) -> Result:
    """Whether connections to other machines are encrypted."""
    addresses = {
        "sign-in": settings.oidc_issuer,
        "language model": settings.llm_base_url if settings.llm_provider != "local" else None,
        "speech recognition": settings.speech_base_url if settings.speech_provider != "local" else None,
        "embeddings": settings.embeddings_base_url if settings.embeddings_provider != "local" else None,
        "backups": settings.backup_s3_url,
        "files": settings.files_s3_url,
        "traces": settings.otel_endpoint,
    }
    plain = [name for name, address in addresses.items() if address and not is_secure_address(address)]
    if not plain:
        return True, "every address of another machine uses HTTPS"
    return False, (
        f"without HTTPS: {', '.join(plain)}. Everybody on the network in between can read what is sent, such "
        "as transcripts: use https://, or a tunnel to an address of this machine"
    )


def check_email_server(settings: Settings, *, base: Settings) -> Result:
    """Whether the mail server accepts the connection and the login. Nothing is sent.

    ``base`` are the settings of the environment, whose hosts may be on the internal network.
    """
    from app.core.outbound import make_outbound_policy
    from app.integrations.email.port import EmailFailed
    from app.integrations.email.smtp import SmtpTransport

    if not settings.has_email or settings.smtp_host is None:
        return True, "no mail server: invitations are calendar files that recruiters send themselves"
    address = f"{settings.smtp_host}:{settings.smtp_port}"
    policy = make_outbound_policy(settings, base=base, key="smtp_host")
    try:
        SmtpTransport(settings, policy=policy).probe()
    except EmailFailed as failure:
        return False, (
            f"{address} does not accept this ({failure.reason}): check host, port, encryption and login in "
            "the settings, and the firewall"
        )
    return True, f"{address} accepts connections{' and the login' if settings.smtp_username else ''}"


def check_ice_servers(settings: Settings) -> Result:
    """Whether the STUN and TURN servers answer: over UDP a binding request, else the connection."""
    addresses = list(_list_ice_addresses(settings))
    if not addresses:
        return True, "no TURN server: calls work inside one network only"
    for address in addresses:
        match = _ICE_ADDRESS.fullmatch(address)
        if match is None:
            return False, f"{address[:100]} is not a STUN or TURN address: correct GREENROOM_ICE_SERVERS"
        scheme, host, port = match[1], match[2].strip("[]"), int(match[3] or _ICE_PORTS[match[1]])
        try:
            if scheme in _SECURE_ICE or "transport=tcp" in address:
                with socket.create_connection((host, port), CONNECT_SECONDS) as connection:
                    if scheme in _SECURE_ICE:
                        ssl.create_default_context().wrap_socket(connection, server_hostname=host).close()
            elif not answers_binding(host, port, seconds=CONNECT_SECONDS):
                return False, (
                    f"{address[:100]} does not answer over UDP: start the relay (coturn), and open its UDP "
                    f"port {port} in the firewall"
                )
        except ssl.SSLCertVerificationError as error:
            return False, (
                f"the certificate of {address[:100]} is not accepted ({error.verify_message}): browsers "
                "accept it only if they trust its authority. Use another certificate, or check the name"
            )
        except OSError as error:
            reason = error.strerror or "no answer"
            return False, f"{address[:100]} cannot be reached ({reason}): check the name and the firewall"
    return True, ", ".join(address[:100] for address in addresses)


def _list_ice_addresses(settings: Settings) -> Iterator[str]:
    for server in settings.ice_servers:
        urls = server.get("urls")
        yield from [urls] if isinstance(urls, str) else map(str, urls if isinstance(urls, list) else [])
