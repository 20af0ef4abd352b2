"""Commands ``greenroom backup``, ``verify`` and ``restore``."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.backup.rules import STORE_PREFIX
from app.commands.line import (
    CommandFailed,
    add_command,
    add_data_dir,
    add_passphrase,
    ask_passphrase,
    load_settings,
    print_result,
    read_passphrase,
)
from app.commands.progress_line import ProgressLine

if TYPE_CHECKING:
    from app.backup.locations import Location
    from app.backup.restore import CheckedBackup
    from app.core.settings import Settings


_STORE_HELP = f"{STORE_PREFIX}NAME: in the S3-compatible store of the settings"


def configure(commands: Any) -> None:
    """Add the three commands."""
    backup = add_command(
        commands,
        "backup",
        summary="write database, documents, recordings and keys into one file, even while the server runs",
        examples=(
            "  greenroom backup /backups/monday.backup\n"
            "  greenroom backup /backups                 a file named by date and time\n"
            "  greenroom backup s3:                      into the S3-compatible store of the settings\n"
            "  greenroom backup --list                   lists the daily backups\n"
            "  greenroom backup /backups --passphrase-file passphrase.txt"
        ),
        handler=_backup,
    )
    backup.add_argument(
        "target",
        nargs="?",
        metavar="FILE_OR_FOLDER",
        help=f"new file, or a folder for it (GREENROOM_BACKUP_FOLDER); {_STORE_HELP}",
    )
    backup.add_argument("--list", action="store_true", help="list the daily backups without making one")
    backup.add_argument(
        "--without-secrets",
        action="store_true",
        help="leave the keys out; saved passwords, second factors and recordings then cannot be read",
    )
    verify = add_command(
        commands,
        "verify",
        summary="check a backup: every checksum, and the database itself",
        examples=(
            "  greenroom verify /backups/monday.backup\n"
            "  greenroom verify monday.backup --json\n"
            "  greenroom verify s3:                      the newest one in the store"
        ),
        handler=_verify,
    )
    restore = add_command(
        commands,
        "restore",
        summary="restore a backup, while the server is stopped",
        examples=(
            "  greenroom restore /backups/monday.backup\n"
            "  greenroom restore /backups/monday.backup --replace     moves the current data aside\n"
            "  greenroom restore s3:greenroom-20260314-020000.backup  one from the store\n"
            "  greenroom restore s3: --rehearse                       only proves that it works"
        ),
        handler=_restore,
    )
    restore.add_argument("--replace", action="store_true", help="move the current data aside")
    restore.add_argument(
        "--rehearse",
        action="store_true",
        help="restore into a temporary folder of the data folder, even while the server runs, then remove it",
    )
    for parser in (verify, restore):
        parser.add_argument(
            "file",
            metavar="FILE",
            help=f"file that `greenroom backup` wrote; {_STORE_HELP}, or the newest",
        )
    for parser in (backup, verify, restore):
        add_data_dir(parser)
        add_passphrase(parser)


@contextmanager
def _showing(action: str) -> Iterator[ProgressLine]:
    """Show the progress of one command, and report its failures as sentences.

    SIGTERM cleans up like Ctrl-C.
    """
    from sqlalchemy.exc import DatabaseError

    from app.backup.errors import BackupFailed
    from app.serving.data_folder import DataFolderInUse

    line = ProgressLine(action)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield line
    except (BackupFailed, DataFolderInUse, OSError) as error:
        raise CommandFailed(str(error)) from None
    except DatabaseError as error:
        raise CommandFailed(f"The database cannot be read ({error.orig}).") from None
    finally:
        signal.signal(signal.SIGTERM, before)
        line.end()


def _backup(args: argparse.Namespace) -> int:
    base = load_settings(args)
    from app.backup.create import create_backup
    from app.backup.finding import find_target
    from app.core.clock import utc_now
    from app.doctor.checks import read_saved
    from app.integrations.s3_file_store import make_files

    with _showing("Backing up") as line:
        settings = read_saved(base)
        if args.list:
            return _list(args, settings, base)
        now = utc_now()
        with find_target(args.target, settings, base=base, now=now) as target:
            summary = create_backup(
                settings,
                files=make_files(settings, base=base),
                target=target,
                now=now,
                passphrase=read_passphrase(args, settings),
                with_secrets=not args.without_secrets,
                progress=line.show,
            )
    protection = "encrypted" if summary.is_encrypted else "not encrypted"
    text = f"{target}: {summary.files} files, {summary.content_bytes / 1e6:.1f} MB, {protection}."
    if summary.missing_documents:
        text += f"\n{summary.missing_documents} documents have no file on this server."
    print_result(args, {"file": str(target), **asdict(summary)}, text)
    return 0


def _list(args: argparse.Namespace, settings: Settings, base: Settings) -> int:
    from app.backup.finding import list_locations

    found = list_locations(settings, base=base)
    backups = [{"file": one.location, "created_at": one.taken.isoformat()} for one in found]
    text = "\n".join(f"{one.taken:%Y-%m-%d %H:%M} UTC  {one.location}" for one in found)
    print_result(args, {"backups": backups}, text or "There are no daily backups.")
    return 0


def _verify(args: argparse.Namespace) -> int:
    base = load_settings(args)
    from app.backup.finding import find_source
    from app.backup.restore import verify_backup
    from app.serving.data_folder import make_private

    with _showing("Checking") as line:
        settings = _read_settings(args, base)
        with find_source(args.file, settings, base=base) as source:
            passphrase = _find_passphrase(args, settings, source)
            make_private(settings.data_dir)
            checked = verify_backup(settings, source=source, passphrase=passphrase, progress=line.show)
    header = checked.header
    text = (
        f"The backup is complete and undamaged: {checked.files} files, made by Greenroom {header.version} "
        f"at {header.created_at}."
    )
    print_result(args, _describe(source, checked), text)
    return 0


def _restore(args: argparse.Namespace) -> int:
    base = load_settings(args)
    from app.backup.finding import find_source
    from app.backup.restore import rehearse_restore, restore_backup
    from app.core.clock import utc_now
    from app.serving.data_folder import lock_data_folder, make_private

    with _showing("Restoring") as line:
        settings = _read_settings(args, base)
        with find_source(args.file, settings, base=base) as source:
            passphrase = _find_passphrase(args, settings, source)
            make_private(settings.data_dir)
            if args.rehearse:
                restored = rehearse_restore(
                    settings, source=source, now=utc_now(), passphrase=passphrase, progress=line.show
                )
            else:
                with lock_data_folder(settings.data_dir):
                    restored = restore_backup(
                        settings,
                        source=source,
                        replace=args.replace,
                        now=utc_now(),
                        passphrase=passphrase,
                        progress=line.show,
                    )
    header = restored.backup.header
    text = "The backup is in place. Start the server with `make run` or `greenroom serve`."
    if args.rehearse:
        text = "The backup can be restored. Nothing was changed."
    if restored.is_migrated:
        text += f"\nIts database, made by Greenroom {header.version}, was updated to this version."
    if restored.aside is not None:
        text += f"\nThe data from before is in {restored.aside}."
    result = _describe(source, restored.backup)
    result |= {"is_migrated": restored.is_migrated, "aside": str(restored.aside) if restored.aside else None}
    print_result(args, result, text)
    return 0


def _describe(source: Location, checked: CheckedBackup) -> dict[str, object]:
    header = checked.header
    return {
        "file": str(source),
        "version": header.version,
        "created_at": header.created_at,
        "files": checked.files,
    }


def _read_settings(args: argparse.Namespace, base: Settings) -> Settings:
    """Include the saved settings if they are needed and readable: the current database may be damaged."""
    from sqlalchemy.exc import DatabaseError

    from app.doctor.checks import read_saved

    if not args.file.startswith(STORE_PREFIX) and not getattr(args, "rehearse", False):
        return base
    try:
        return read_saved(base)
    except DatabaseError:
        return base


def _find_passphrase(args: argparse.Namespace, settings: Settings, source: Location) -> str | None:
    """The passphrase of an encrypted backup; ask for it if none was given."""
    from app.backup.restore import describe_backup

    if not describe_backup(source).is_encrypted:
        return None
    return read_passphrase(args, settings) or ask_passphrase()
