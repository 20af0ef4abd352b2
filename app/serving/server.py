"""Server start: bind the port, print the address, stop gracefully."""

from __future__ import annotations

import asyncio
import errno
import importlib
import logging
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from sqlalchemy.exc import DatabaseError

from app.core.clock import utc_now
from app.core.confinement import find_available
from app.core.logging import keep_log
from app.core.stored_settings import NETWORK_SETTINGS
from app.doctor.checks import read_saved
from app.realtime.packets import MAX_MESSAGE_BYTES
from app.serving import collections_at_start
from app.serving.http_protocol import MAX_HEAD_BYTES, BoundedH11Protocol
from app.serving.installation import (
    ServeFailed,
    check_cluster,
    check_database_version,
    hold_installation,
    prepare_data_dir,
)
from app.serving.sd_notify import ServiceManager
from app.serving.watchdog import RESTART_STATUS, Heartbeat
from app.serving.websocket_protocol import BoundedWebSocketProtocol
from app.tls.certificate import CertificateProblem
from app.tls.serving import ServedCertificate, local_url

if TYPE_CHECKING:
    from app.core.settings import Settings

log = logging.getLogger("greenroom")

STOP_SECONDS = 15
"""Time for open requests to finish after a stop is requested; then they are cancelled."""


def openapi_document() -> dict[str, Any]:
    """Build the OpenAPI document of the HTTP API, without models, a port or existing data."""
    from app.core.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), database_url=None)
        document: dict[str, Any] = _main_module().create_api(settings).openapi()
    return document


def _main_module() -> Any:
    # Imported by name, as ASGI servers do: `app.main` is in a higher layer than this module.
    return importlib.import_module("app.main")


def bind(host: str, port: int) -> socket.socket:
    """Bind a socket to the address. Raises ServeFailed if it is in use, unknown or not permitted."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise ServeFailed(f"{host} is not an address of this machine. Set GREENROOM_HOST to one.") from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        # Listen now: uvicorn listens only after start-up, which two servers must not run at the same time.
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise ServeFailed(_explain_bind_error(error, host, port)) from None
    return listener


def _explain_bind_error(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is already in use. Stop the program that uses it, "
            f"or choose another port, e.g. `GREENROOM_PORT={port + 1 if port < 65535 else 8420} make run`."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} requires administrator rights. Choose one above 1023 with GREENROOM_PORT."
    return f"Greenroom cannot listen on {host} port {port} ({error.strerror}). Check GREENROOM_HOST."


def _log_confinement() -> None:
    """Print which protections isolate hostile documents from the rest of the machine."""
    confinement = find_available()
    level = logging.INFO if confinement.is_complete else logging.WARNING
    log.log(level, "document_sandbox protections: %s", confinement.describe())


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        settings: Settings,
        application: Any,
        heartbeat: Heartbeat | None,
        certificate: ServedCertificate | None,
    ) -> None:
        super().__init__(config)
        self._settings = settings
        self._application = application
        self._heartbeat = heartbeat
        self._certificate = certificate
        self._background: set[asyncio.Task[None]] = set()
        self.is_restarting = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            collections_at_start.resume()
            if self._heartbeat is not None:
                self._heartbeat.start()
            else:
                self._background.add(
                    asyncio.create_task(ServiceManager.from_environment().follow_event_loop(), name="service")
                )
            self._background.add(asyncio.create_task(self._follow_restart_request(), name="restart"))
            if self._certificate is not None:
                self._background.add(asyncio.create_task(self._certificate.follow(), name="certificate"))
            self._announce()

    async def _follow_restart_request(self) -> None:
        await self._application.api.state.greenroom.restart_requested.wait()
        self.is_restarting = True
        self.should_exit = True

    def _announce(self) -> None:
        url = local_url(self._settings, None if self._certificate is None else self._certificate.certificate)
        print(f"Greenroom is running: {url}  (press Ctrl-C to stop)", flush=True)
        setup_code = self._application.api.state.greenroom.setup_code
        if setup_code is not None:
            print(
                f"No administrator yet: open {url}/setup and enter this one-time setup code: {setup_code}",
                flush=True,
            )


def make_server_config(
    application: Any, settings: Settings, certificate: ServedCertificate | None = None
) -> uvicorn.Config:
    """How uvicorn serves ``application``: over HTTPS with ``certificate``, else over HTTP."""
    context = None if certificate is None else certificate.context
    return uvicorn.Config(
        application,
        http=BoundedH11Protocol,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        ws=BoundedWebSocketProtocol,
        # Paths contain candidate tokens, so no request may be logged with its path.
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=list(settings.trusted_proxies),
        # The default of 16 MB would be kept per message before the server sees its size.
        ws_max_size=MAX_MESSAGE_BYTES,
        timeout_graceful_shutdown=STOP_SECONDS,
        ssl_context_factory=None if context is None else lambda _config, _make_default: context,
    )


def _load_certificate(settings: Settings, *, is_strict: bool) -> ServedCertificate | None:
    if settings.tls_cert is None and settings.tls_key is None:
        return None
    try:
        return ServedCertificate(settings, now=utc_now(), is_strict=is_strict)
    except CertificateProblem as problem:
        raise ServeFailed(str(problem)) from None


@dataclass(frozen=True, slots=True)
class _Network:
    """Where the server listens, and its certificate for HTTPS."""

    settings: Settings
    listener: socket.socket
    certificate: ServedCertificate | None


def _open_network(base: Settings) -> _Network:
    """Listen at the address of the environment ``base``, else at the saved one. Raises ServeFailed.

    If what an administrator saved cannot be used, listen on this machine only, for the correction.
    """
    try:
        saved = read_saved(base)
    except DatabaseError:
        # The check of the database, which follows, says what to do.
        saved = base
    changes = {
        key: getattr(saved, key) for key in NETWORK_SETTINGS if getattr(saved, key) != getattr(base, key)
    }
    try:
        return _listen(base.model_copy(update=changes), is_strict="tls_cert" not in changes)
    except ServeFailed as failure:
        if not changes:
            raise
        print(
            f"{failure} The saved address and certificate are not used: until they are corrected, the server "
            "listens on this machine only, without HTTPS.",
            file=sys.stderr,
            flush=True,
        )
    local = {"host": "127.0.0.1"} if changes.keys() & {"tls_cert", "tls_key"} else {}
    return _listen(base.model_copy(update=local), is_strict=True)


def _listen(settings: Settings, *, is_strict: bool) -> _Network:
    certificate = _load_certificate(settings, is_strict=is_strict)
    return _Network(settings, bind(settings.host, settings.port), certificate)


def _serve_locked(settings: Settings, network: _Network, pulse: Heartbeat | None) -> int:
    check_database_version(settings)
    certificate = network.certificate
    application = _main_module().create_app(settings)
    keep_log(settings.data_dir, log_format=settings.log_format, server_name=settings.server_name)
    _log_confinement()
    config = make_server_config(application, settings, certificate)
    server = _Server(config, network.settings, application, pulse, certificate)
    try:
        server.run(sockets=[network.listener])
    except KeyboardInterrupt:
        # After a graceful stop, uvicorn raises the signal again, which is not a failure.
        print("Greenroom has stopped.", file=sys.stderr)
    return RESTART_STATUS if server.is_restarting else 0


def serve(settings: Settings, *, heartbeat: int | None = None) -> int:
    """Serve until a signal arrives; returns the exit status. Raises ServeFailed if it cannot start.

    RESTART_STATUS asks the caller to start the server again in a new process.

    ``heartbeat`` is the descriptor of the watchdog's pipe, if there is a watchdog.
    """
    pulse = None if heartbeat is None else Heartbeat(heartbeat)
    if pulse is not None:
        pulse.prepare()
    check_cluster(settings)
    prepare_data_dir(settings)
    with hold_installation(settings, is_shared=settings.redis_url is not None):
        network = _open_network(settings)
        try:
            return _serve_locked(settings, network, pulse)
        finally:
            network.listener.close()
