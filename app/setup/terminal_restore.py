"""Restore of a backup in the setup of the terminal, instead of a new server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.exc import DatabaseError

from app.backup.errors import BackupFailed
from app.backup.finding import find_source
from app.backup.postgresql import find_postgresql
from app.backup.restore import Restored, describe_backup, restore_backup
from app.commands.progress_line import ProgressLine
from app.core.clock import utc_now
from app.core.database import find_file
from app.serving.data_folder import DataFolderInUse, lock_data_folder, make_private
from app.users.repository import has_admin

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from app.core.settings import Settings
    from app.core.state import AppState
    from app.setup.console import Console


def has_no_admin(base: Settings, open_stopped: Callable[[], AbstractContextManager[AppState]]) -> bool:
    """Whether the server has never been set up. A database that does not exist is not created."""
    file = find_file(base.resolved_database_url)
    if file is not None and not file.is_file():
        return True
    with open_stopped() as state, state.database.reading() as session:
        return not has_admin(session)


def offer_restore(console: Console, base: Settings) -> bool:
    """Ask for a backup until one is restored; returns whether one was. For a server without an admin."""
    if not console.confirm("Restore a backup instead of a new setup?"):
        return False
    while True:
        place = console.read("  Backup file, or s3: for the newest one in the store (empty: none): ").strip()
        if not place:
            return False
        try:
            restored = _restore(console, base, place)
        except (BackupFailed, DataFolderInUse, OSError) as error:
            console.write(f"  FAIL: {error}")
            continue
        except DatabaseError as error:
            console.write(f"  FAIL: The database cannot be read ({error.orig}).")
            continue
        console.write(f"  The backup of {restored.backup.header.created_at} is in place.")
        if restored.is_migrated:
            console.write("  Its database was updated to this version.")
        if restored.aside is not None:
            console.write(f"  The data from before is in {restored.aside}.")
        return True


def _restore(console: Console, base: Settings, place: str) -> Restored:
    file = find_file(base.resolved_database_url)
    has_database = find_postgresql(base) is None and file is not None and file.is_file()
    with find_source(place, base, base=base) as source:
        passphrase = None
        if describe_backup(source).is_encrypted:
            stored = base.backup_passphrase
            passphrase = (
                console.read_secret("  Passphrase of the backup: ")
                if stored is None
                else stored.get_secret_value()
            )
        make_private(base.data_dir)
        with lock_data_folder(base.data_dir), ProgressLine("Restoring") as line:
            return restore_backup(
                base,
                source=source,
                replace=has_database,
                now=utc_now(),
                passphrase=passphrase,
                progress=line.show,
            )
