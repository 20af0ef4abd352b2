"""Checks of `greenroom doctor` that concern the network: HTTPS, mail and TURN servers."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from app.doctor.stun import answers_binding, connect_udp
from app.doctor.turn import try_allocation

if TYPE_CHECKING:
    from app.core.settings import Settings
    from app.rooms.events import IceServer

CONNECT_SECONDS = 3.0
_LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1"}
_ICE_PORTS = {"stun": 3478, "turn": 3478, "stuns": 5349, "turns": 5349}
_SECURE_ICE = {"stuns", "turns"}
_REFUSED_CREDENTIALS = {401, 403, 441}

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
    """Whether STUN and TURN servers answer, and TURN servers accept the credentials that browsers get."""
    from app.core.clock import utc_now
    from app.rooms.ice_servers import list_urls, read_ice_server

    secret = settings.turn_secret.get_secret_value() if settings.turn_secret else None
    checked = []
    for entry in settings.ice_servers:
        server = read_ice_server(entry, secret=secret, name="doctor", now=utc_now())
        if server is None:
            return False, "an entry without addresses: correct GREENROOM_ICE_SERVERS"
        for address in list_urls(server):
            problem = _find_ice_problem(address, server)
            if problem is not None:
                return False, problem
            checked.append(address[:100])
    return True, ", ".join(checked) or "no TURN server: calls work inside one network only"


def _find_ice_problem(address: str, server: IceServer) -> str | None:
    from app.rooms.ice_servers import find_ice_fault

    name = address[:100]
    fault = find_ice_fault(address, server)
    if fault == "address":
        return f"{name} is not a STUN or TURN address: correct GREENROOM_ICE_SERVERS"
    if fault == "credentials":
        return (
            f"{name} has no credentials, so rooms do not use it: set GREENROOM_TURN_SECRET, or its username "
            "and credential in GREENROOM_ICE_SERVERS"
        )
    try:
        code = _request_from_ice_server(address, server)
    except ssl.SSLCertVerificationError as error:
        return (
            f"the certificate of {name} is not accepted ({error.verify_message}): browsers "
            "accept it only if they trust its authority. Use another certificate, or check the name"
        )
    except _SilentOverUdp:
        return f"{name} does not answer over UDP: start the relay (coturn), and open its port in the firewall"
    except OSError as error:
        reason = error.strerror or "no answer"
        return f"{name} cannot be reached ({reason}): check the name and the firewall"
    if code in _REFUSED_CREDENTIALS:
        return (
            f"{name} does not accept the credentials ({code}): GREENROOM_TURN_SECRET must be the secret "
            "of the relay (coturn: static-auth-secret), or username and credential those of an account there"
        )
    return None if code is None else f"{name} relays nothing (error {code}): see the log of the relay"


def _request_from_ice_server(address: str, server: IceServer) -> int | None:
    """The error of a TURN server that relays nothing, or None if the server works. Raises OSError."""
    from app.rooms.ice_servers import ICE_ADDRESS

    match = ICE_ADDRESS.fullmatch(address)
    assert match is not None
    scheme, host = match["scheme"].lower(), match["host"].strip("[]")
    port = int(match["port"] or _ICE_PORTS[scheme])
    is_relay = scheme.startswith("turn")
    if scheme in _SECURE_ICE or match["transport"] == "tcp":
        with _connect(host, port, is_secure=scheme in _SECURE_ICE) as connection:
            return _allocate(connection, server) if is_relay else None
    for client in connect_udp(host, port):
        with suppress(OSError):
            if is_relay:
                return _allocate(client, server)
            if answers_binding(client, seconds=CONNECT_SECONDS):
                return None
    raise _SilentOverUdp


class _SilentOverUdp(OSError):
    pass


@contextmanager
def _connect(host: str, port: int, *, is_secure: bool) -> Iterator[socket.socket]:
    with socket.create_connection((host, port), CONNECT_SECONDS) as connection:
        if not is_secure:
            yield connection
            return
        with ssl.create_default_context().wrap_socket(connection, server_hostname=host) as secure:
            yield secure


def _allocate(connection: socket.socket, server: IceServer) -> int | None:
    return try_allocation(
        connection,
        username=server.username or "",
        credential=server.credential or "",
        seconds=CONNECT_SECONDS,
    )
