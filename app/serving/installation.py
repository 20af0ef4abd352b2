"""What a server needs before it listens: its data folder, the locks of both, and an up-to-date database."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from alembic.util import CommandError
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import DatabaseError

from app.backup.errors import BackupFailed
from app.backup.placing import READY_NAME, put_in_place
from app.core.database import find_file, make_engine
from app.core.postgresql import DatabaseUnsuitable, ServerLock, check_server, explain_error
from app.core.redis_connection import RedisAddress
from app.migrations.upgrade import BrokenReferences, explain_unknown_revision, newest_revision, upgrade
from app.serving.data_folder import DataFolderInUse, lock_data_folder, make_private
from app.serving.upgrading import keep_copy, read_heads

if TYPE_CHECKING:
    from app.core.settings import Settings


class ServeFailed(Exception):
    """The server cannot start; the message says what to do."""


def migrate(settings: Settings) -> None:
    """Create the data folder and update the database, after a copy of it. Raises ServeFailed."""
    check_cluster(settings)
    prepare_data_dir(settings)
    if settings.redis_url is not None and _is_up_to_date(settings):
        return  # other processes may be at work
    with hold_installation(settings):
        _migrate(settings)


def check_cluster(settings: Settings) -> None:
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
