"""Server start: bind the port, check the database version, print the address, stop gracefully."""

from __future__ import annotations

import asyncio
import errno
import gc
import importlib
import logging
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from alembic.util import CommandError
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import DatabaseError

from app.backup.errors import BackupFailed
from app.backup.placing import READY_NAME, put_in_place
from app.core.clock import utc_now
from app.core.confinement import find_available
from app.core.database import find_file, make_engine
from app.core.logging import keep_log
from app.core.postgresql import DatabaseUnsuitable, ServerLock, check_server, explain_error
from app.core.redis_connection import RedisAddress
from app.core.stored_settings import NETWORK_SETTINGS
from app.data_folder import DataFolderInUse, lock_data_folder, make_private
from app.doctor import read_saved
from app.http_protocol import MAX_HEAD_BYTES, BoundedH11Protocol
from app.migrations.upgrade import BrokenReferences, explain_unknown_revision, newest_revision, upgrade
from app.realtime.packets import MAX_MESSAGE_BYTES
from app.sd_notify import ServiceManager
from app.tls.certificate import CertificateProblem
from app.tls.serving import ServedCertificate, local_url
from app.upgrading import keep_copy, read_heads
from app.watchdog import RESTART_STATUS, Heartbeat
from app.websocket_protocol import BoundedWebSocketProtocol

if TYPE_CHECKING:
    from app.core.settings import Settings

log = logging.getLogger("greenroom")

STOP_SECONDS = 15
"""Time for open requests to finish after a stop is requested; then they are cancelled."""


class ServeFailed(Exception):
    """The server cannot start; the message says what to do."""


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


def migrate(settings: Settings) -> None:
    """Create the data folder and update the database, after a copy of it. Raises ServeFailed."""
    _check_cluster(settings)
    prepare_data_dir(settings)
    if settings.redis_url is not None and _is_up_to_date(settings):
        return  # other processes may be at work
    with hold_installation(settings):
        _migrate(settings)


def _check_cluster(settings: Settings) -> None:
    """Raise ServeFailed if the cluster settings are inconsistent."""
    if settings.redis_url is None:
        return
    if make_url(settings.resolved_database_url).get_backend_name() == "sqlite":
        raise ServeFailed(
            "GREENROOM_REDIS_URL is for several server processes, and those need PostgreSQL. Set "
            "GREENROOM_DATABASE_URL, or remove GREENROOM_REDIS_URL."
        )
    try:
        RedisAddress.parse(settings.redis_url.get_secret_value())
    except ValueError as error:
        raise ServeFailed(f"GREENROOM_REDIS_URL cannot be used: {error}") from None
    if settings.server_name is None:
        raise ServeFailed(
            "GREENROOM_REDIS_URL needs GREENROOM_SERVER_NAME too: a name for this server process, such as "
            "a or b, by which the proxy finds it."
        )


@contextmanager
def hold_installation(settings: Settings, *, is_shared: bool = False) -> Iterator[None]:
    """Hold the lock of the data folder, after putting a restore from the browser in place.

    On PostgreSQL, also hold the lock of the database, because another server may have its own data folder.
    ``is_shared``: other server processes with names may hold both locks too.
    """
    with ExitStack() as locks:
        try:
            locks.enter_context(lock_data_folder(settings.data_dir, is_shared=is_shared))
            if not is_shared:
                _put_restore_in_place(settings)
            engine = make_engine(settings.resolved_database_url, read_only=True)
            locks.callback(engine.dispose)
            if engine.dialect.name == "postgresql":
                check_server(engine)
                name = settings.server_name if is_shared else None
                locks.enter_context(ServerLock(engine, server_name=name))
        except (DataFolderInUse, DatabaseUnsuitable) as error:
            raise ServeFailed(str(error)) from None
        except DatabaseError as error:
            raise ServeFailed(explain_database_error(error, settings)) from error
        yield


def _put_restore_in_place(settings: Settings) -> None:
    if not (settings.data_dir / READY_NAME).exists():
        return
    try:
        put_in_place(settings)
    except (BackupFailed, OSError) as error:
        if (settings.data_dir / READY_NAME).exists():
            raise ServeFailed(
                f"The backup could not be put in place, nor could that be undone ({error}). Nothing is lost. "
                "Correct the cause and start again."
            ) from error
        print(
            f"The backup could not be put in place ({error}). The server starts with the data from before.",
            file=sys.stderr,
            flush=True,
        )
    else:
        print("The backup is in place.", flush=True)


def _migrate(settings: Settings) -> None:
    engine = make_engine(settings.resolved_database_url)
    try:
        _copy_before_upgrade(settings, engine)
        upgrade(engine)
    except BrokenReferences as error:
        raise ServeFailed(
            f"The update of the database was undone because it would break references ({error}). Go back to "
            "the earlier version of Greenroom, and please report this."
        ) from error
    except CommandError as error:
        raise ServeFailed(
            f"The database was created by a newer version of Greenroom ({error}). "
            "Install that version, or restore a backup."
        ) from error
    except DatabaseError as error:
        raise ServeFailed(explain_database_error(error, settings)) from error
    finally:
        engine.dispose()


def _copy_before_upgrade(settings: Settings, engine: Engine) -> None:
    """Keep a copy of a database that is about to be updated. Raises ServeFailed if it cannot be updated."""
    database = find_file(settings.resolved_database_url)
    current = () if database is None else read_heads(engine)
    if database is None or not current or current == (newest_revision(),):
        return
    problem = explain_unknown_revision(current[0])
    if problem is not None:
        raise ServeFailed(f"The database cannot be used by this version. {problem}")
    try:
        copy = keep_copy(settings, database, revision=current[0], now=datetime.now(UTC))
    except BackupFailed as error:
        raise ServeFailed(f"The database was not updated, because no copy can be made. {error}") from error
    print(f"The database is updated. A copy of the earlier one is at {copy}.", flush=True)


def check_database_version(settings: Settings) -> None:
    """Raise ServeFailed unless the database is at the newest migration."""
    if not _is_up_to_date(settings):
        raise ServeFailed("The database is not up to date. Run `greenroom migrate`.")


def _is_up_to_date(settings: Settings) -> bool:
    engine = make_engine(settings.resolved_database_url)
    try:
        return read_heads(engine) == (newest_revision(),)
    except DatabaseError as error:
        raise ServeFailed(explain_database_error(error, settings)) from error
    finally:
        engine.dispose()


def explain_database_error(error: DatabaseError, settings: Settings) -> str:
    """One sentence for the operator. Never contains a password."""
    url = make_url(settings.resolved_database_url)
    if url.get_backend_name() != "sqlite":
        return explain_error(error, url)
    reason = str(error.orig)
    if "full" in reason:
        return f"The disk with {settings.data_dir} is full. Free some space and start again."
    if "readonly" in reason or "unable to open" in reason:
        return f"The database in {settings.data_dir} cannot be written. Check the owner of that folder."
    if "locked" in reason:
        return f"Another program has locked the database in {settings.data_dir}. Stop it and start again."
    if "malformed" in reason or "not a database" in reason:
        return f"The database in {settings.data_dir} is damaged. Restore it from a backup."
    return f"The database in {settings.data_dir} cannot be used ({reason})."


def prepare_data_dir(settings: Settings) -> None:
    """Make the data folder readable only by its owner. Raises ServeFailed if it cannot be written."""
    try:
        make_private(settings.data_dir)
        probe = settings.data_dir / ".writable"
        probe.write_bytes(b"greenroom")
        probe.unlink()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise ServeFailed(
                f"The disk with {settings.data_dir} is full. Free some space and start again."
            ) from error
        raise ServeFailed(
            f"The data folder {settings.data_dir} cannot be written ({error.strerror}). "
            "Change its owner, or choose another with GREENROOM_DATA_DIR."
        ) from error


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
            # Otherwise a full garbage collection would traverse every object of the imported libraries for a
            # quarter of a second, in the middle of a request.
            gc.collect()
            gc.freeze()
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
    _check_cluster(settings)
    prepare_data_dir(settings)
    with hold_installation(settings, is_shared=settings.redis_url is not None):
        network = _open_network(settings)
        try:
            return _serve_locked(settings, network, pulse)
        finally:
            network.listener.close()
