"""Server start: bind the port, check the database version, print the address, stop gracefully."""

from __future__ import annotations

import errno
import importlib
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.exc import DatabaseError

from app.core.database import DatabaseTooOld, make_engine
from app.migrations.upgrade import MIGRATIONS_DIR, upgrade

if TYPE_CHECKING:
    from app.core.settings import Settings

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
        # uvicorn listens only after the start-up work, which two servers must not both do.
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
    """Create the data folder and update the database. Raises ServeFailed."""
    prepare_data_dir(settings)
    try:
        upgrade(make_engine(settings.resolved_database_url))
    except CommandError as error:
        raise ServeFailed(
            f"The database was created by a newer version of Greenroom ({error}). "
            "Install that version, or restore a backup."
        ) from error
    except DatabaseTooOld as error:
        raise ServeFailed(str(error)) from error
    except DatabaseError as error:
        raise ServeFailed(_explain_database_error(error, settings)) from error


def check_database_version(settings: Settings) -> None:
    """Raise ServeFailed unless the database is at the newest migration."""
    try:
        engine = make_engine(settings.resolved_database_url)
    except DatabaseTooOld as error:
        raise ServeFailed(str(error)) from error
    try:
        with engine.connect() as connection:
            current = MigrationContext.configure(connection).get_current_heads()
    except DatabaseError as error:
        raise ServeFailed(_explain_database_error(error, settings)) from error
    finally:
        engine.dispose()
    if set(current) != set(ScriptDirectory(str(MIGRATIONS_DIR)).get_heads()):
        raise ServeFailed("The database is not up to date. Run `greenroom migrate`.")


def _explain_database_error(error: DatabaseError, settings: Settings) -> str:
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
    """Create the data folder, readable only by its owner. Raises ServeFailed if it cannot be written."""
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
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


def local_url(settings: Settings) -> str:
    """The address to open in a browser: the public one if set, else one on this machine."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - compared, not bound
        host = "localhost"
    elif ":" in host:
        host = f"[{host}]"
    return f"http://{host}:{settings.port}"


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, settings: Settings, application: Any) -> None:
        super().__init__(config)
        self._settings = settings
        self._application = application

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._announce()

    def _announce(self) -> None:
        print(f"Greenroom is running: {local_url(self._settings)}  (press Ctrl-C to stop)", flush=True)
        setup_code = self._application.other_asgi_app.state.greenroom.setup_code
        if setup_code is not None:
            print(
                f"No administrator yet: open {local_url(self._settings)}/setup "
                f"and enter this one-time setup code: {setup_code}",
                flush=True,
            )


def serve(settings: Settings) -> int:
    """Serve until a signal arrives; returns the exit status. Raises ServeFailed if it cannot start."""
    listener = bind(settings.host, settings.port)
    try:
        prepare_data_dir(settings)
        check_database_version(settings)
        application = _main_module().create_app(settings)
        config = uvicorn.Config(
            application,
            # Paths contain candidate tokens, so no request may be logged with its path.
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        server = _Server(config, settings, application)
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            # uvicorn raises the signal again after its graceful stop, which is not a failure.
            print("Greenroom has stopped.", file=sys.stderr)
    finally:
        listener.close()
    return 0
