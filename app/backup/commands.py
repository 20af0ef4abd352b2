"""Commands ``greenroom backup``, ``verify`` and ``restore``."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.command_line import (
    CommandFailed,
    ProgressLine,
    add_command,
    add_data_dir,
    add_passphrase,
    ask_passphrase,
    load_settings,
    print_result,
    read_passphrase,
)

if TYPE_CHECKING:
    from app.core.settings import Settings


def configure(commands: Any) -> None:
    """Add the three commands."""
    backup = add_command(
        commands,
        "backup",
        summary="write database, documents, recordings and keys into one file, also while serving",
        examples=(
            "  greenroom backup /backups/monday.backup\n"
            "  greenroom backup /backups                 a file named by date and time\n"
            "  greenroom backup /backups --passphrase-file passphrase.txt"
        ),
        handler=_backup,
    )
    backup.add_argument(
        "target",
        type=Path,
        nargs="?",
        metavar="FILE_OR_FOLDER",
        help="new file, or a folder for it (GREENROOM_BACKUP_FOLDER)",
    )
    backup.add_argument(
        "--without-secrets",
        action="store_true",
        help="leave the keys out: then saved passwords, second factors and recordings cannot be read",
    )
    verify = add_command(
        commands,
        "verify",
        summary="check a backup: every checksum, and the database itself",
        examples="  greenroom verify /backups/monday.backup\n  greenroom verify monday.backup --json",
        handler=_verify,
    )
    restore = add_command(
        commands,
        "restore",
        summary="put a backup in place, while the server is stopped",
        examples=(
            "  greenroom restore /backups/monday.backup\n"
            "  greenroom restore /backups/monday.backup --replace     moves the present data aside"
        ),
        handler=_restore,
    )
    restore.add_argument("--replace", action="store_true", help="move the present data aside")
    for parser in (verify, restore):
        parser.add_argument("file", type=Path, metavar="FILE", help="file that `greenroom backup` wrote")
    for parser in (backup, verify, restore):
        add_data_dir(parser)
        add_passphrase(parser)


@contextmanager
def _showing(action: str) -> Iterator[ProgressLine]:
    """Progress of one command, whose failures become sentences. SIGTERM cleans up as Ctrl-C does."""
    from sqlalchemy.exc import DatabaseError

    from app.backup.errors import BackupFailed
    from app.data_folder import DataFolderInUse

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
    settings = load_settings(args)
    from app.backup.create import create_backup
    from app.backup.rules import name_backup
    from app.core.clock import utc_now
    from app.doctor import read_saved

    now = utc_now()
    target = args.target or settings.backup_folder
    if target is None:
        raise CommandFailed("Name a file or folder for the backup, or set GREENROOM_BACKUP_FOLDER.")
    if target.is_dir() or args.target is None:
        target /= name_backup(now)
    with _showing("Backing up") as line:
        passphrase = read_passphrase(args, read_saved(settings))
        summary = create_backup(
            settings,
            target=target,
            now=now,
            passphrase=passphrase,
            with_secrets=not args.without_secrets,
            progress=line.show,
        )
    protection = "encrypted" if summary.is_encrypted else "not encrypted"
    text = f"{target}: {summary.files} files, {summary.content_bytes / 1e6:.1f} MB, {protection}."
    if summary.missing_documents:
        text += f"\n{summary.missing_documents} documents have no file on this server."
    print_result(args, {"file": str(target), **asdict(summary)}, text)
    return 0


def _verify(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.backup.restore import verify_backup
    from app.data_folder import make_private

    with _showing("Checking") as line:
        passphrase = _find_passphrase(args, settings)
        make_private(settings.data_dir)
        checked = verify_backup(settings, source=args.file, passphrase=passphrase, progress=line.show)
    header = checked.header
    text = (
        f"The backup is complete and undamaged: {checked.files} files, made by Greenroom {header.version} "
        f"at {header.created_at}."
    )
    print_result(args, _describe(args, header.version, header.created_at, checked.files), text)
    return 0


def _restore(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from app.backup.restore import restore_backup
    from app.core.clock import utc_now
    from app.data_folder import lock_data_folder, make_private

    with _showing("Restoring") as line:
        passphrase = _find_passphrase(args, settings)
        make_private(settings.data_dir)
        with lock_data_folder(settings.data_dir):
            restored = restore_backup(
                settings,
                source=args.file,
                replace=args.replace,
                now=utc_now(),
                passphrase=passphrase,
                progress=line.show,
            )
    header = restored.backup.header
    text = "The backup is in place. Start the server with `make run` or `greenroom serve`."
    if restored.is_migrated:
        text += f"\nIts database, made by Greenroom {header.version}, was updated to this version."
    if restored.aside is not None:
        text += f"\nThe data from before is in {restored.aside}."
    result = _describe(args, header.version, header.created_at, restored.backup.files)
    result |= {"is_migrated": restored.is_migrated, "aside": str(restored.aside) if restored.aside else None}
    print_result(args, result, text)
    return 0


def _describe(args: argparse.Namespace, version: str, created_at: str, files: int) -> dict[str, object]:
    return {"file": str(args.file), "version": version, "created_at": created_at, "files": files}


def _find_passphrase(args: argparse.Namespace, settings: Settings) -> str | None:
    """The passphrase of an encrypted backup, asked for if nobody gave it."""
    from app.backup.restore import describe_backup

    if not describe_backup(args.file).is_encrypted:
        return None
    return read_passphrase(args, settings) or ask_passphrase()
