"""Command ``greenroom rotate-key``."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result
from app.commands.progress_line import ProgressLine

if TYPE_CHECKING:
    from app.core.files import FileStore
    from app.core.settings import Settings


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "rotate-key",
        summary="encrypt saved secrets and recordings with new keys, while the server is stopped",
        examples="  greenroom rotate-key\n  greenroom rotate-key --data-dir /srv/greenroom",
        handler=_rotate_key,
    )
    add_data_dir(parser)


def _rotate_key(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from sqlalchemy.exc import DatabaseError

    from app.backup.errors import BackupFailed
    from app.backup.workspace import open_workspace
    from app.core.clock import utc_now
    from app.core.database import Database, make_engine
    from app.core.files import FileStoreUnavailable
    from app.core.sealing import KEY_NAME
    from app.key_rotation import rotate_recording_key, rotate_storage_key
    from app.serving.data_folder import make_private
    from app.serving.installation import ServeFailed, explain_database_error, hold_installation

    if not (settings.data_dir / KEY_NAME).is_file():
        raise CommandFailed(f"There is no key in {settings.data_dir}: the server creates it at start-up.")
    make_private(settings.data_dir)
    try:
        # A backup made at the same time would contain the old values together with the new key.
        with hold_installation(settings), open_workspace(settings.data_dir):
            database = Database(make_engine(settings.resolved_database_url))
            try:
                # The recordings come first, because the password of their store is sealed with the storage
                # key.
                with ProgressLine("Encrypting the recordings", unit="files") as line:
                    recordings = rotate_recording_key(
                        database,
                        files=_find_files(settings),
                        data_dir=settings.data_dir,
                        now=utc_now(),
                        progress=line.show,
                    )
                rotation = rotate_storage_key(database, data_dir=settings.data_dir, now=utc_now())
            except DatabaseError as error:
                raise CommandFailed(
                    f"The keys were not replaced. {explain_database_error(error, settings)}"
                ) from None
            except FileStoreUnavailable as failure:
                raise CommandFailed(
                    "The keys were not replaced: the store of the recordings cannot be reached. "
                    f"Run the command again. {failure.reason}"
                ) from None
            finally:
                database.dispose()
    except (ServeFailed, BackupFailed) as failure:
        raise CommandFailed(str(failure)) from None
    except OSError as error:
        raise CommandFailed(
            f"The keys were not replaced ({error.strerror}). Run the command again."
        ) from None
    text = f"The storage key was replaced. Values encrypted with it: {rotation.sealed}."
    if rotation.unreadable:
        text += (
            f"\nValues of an earlier key that is lost: {rotation.unreadable}. "
            "Enter them again under Settings, or reset those second factors."
        )
    if recordings is not None:
        text += f"\nThe recording key was replaced. Files encrypted with it: {recordings.files}."
        if recordings.unreadable:
            text += f"\nFiles of an earlier recording key that is lost: {recordings.unreadable}."
    content = {**asdict(rotation), "recordings": None if recordings is None else asdict(recordings)}
    print_result(args, content, text)
    return 0


def _find_files(settings: Settings) -> FileStore:
    """The file store of the recordings. Raises CommandFailed if its settings are incomplete."""
    from app.doctor.checks import read_saved
    from app.integrations.s3_file_store import make_files

    saved = read_saved(settings)
    files = make_files(saved, base=settings)
    if saved.files_s3_url is not None and not files.is_remote:
        # Files in the store would be left encrypted with a key that no longer exists.
        raise CommandFailed("The store of the recordings is not set up completely. Nothing was replaced.")
    return files
