"""Command ``greenroom upgrade``."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.commands.line import (
    CommandFailed,
    add_command,
    add_data_dir,
    add_passphrase,
    load_settings,
    print_result,
    read_passphrase,
)
from app.commands.progress_line import ProgressLine


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "upgrade",
        summary="update the data to this version: back up, migrate and check, with rollback on failure",
        examples="  greenroom upgrade\n  greenroom upgrade --backup-to /backups",
        handler=_upgrade,
    )
    parser.add_argument(
        "--backup-to",
        type=Path,
        metavar="FOLDER",
        help="folder for the backup (GREENROOM_BACKUP_FOLDER, else before-update/ in the data folder)",
    )
    add_data_dir(parser)
    add_passphrase(parser)


def _upgrade(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from sqlalchemy.exc import DatabaseError

    from app.core.clock import utc_now
    from app.doctor.checks import read_saved
    from app.integrations.s3_file_store import make_files
    from app.serving.data_folder import make_private
    from app.serving.installation import ServeFailed, hold_installation
    from app.serving.upgrading import UpgradeFailed, upgrade_server

    line = ProgressLine("Backing up")
    try:
        make_private(settings.data_dir)
        with hold_installation(settings):
            saved = read_saved(settings)
            upgraded = upgrade_server(
                settings,
                files=make_files(saved, base=settings),
                now=utc_now(),
                backup_folder=args.backup_to or settings.backup_folder,
                passphrase=read_passphrase(args, saved),
                progress=line.show,
            )
    except (UpgradeFailed, ServeFailed, OSError) as error:
        raise CommandFailed(str(error)) from None
    except DatabaseError as error:
        raise CommandFailed(f"The database cannot be read ({error.orig}).") from None
    finally:
        line.end()
    if upgraded.backup is None:
        text = f"The database is up to date ({upgraded.after}) and undamaged."
    else:
        text = (
            f"The database was updated from {upgraded.before} to {upgraded.after} and checked. "
            f"The backup from before is {upgraded.backup}."
        )
    result = {
        key: str(value) if isinstance(value, Path) else value for key, value in asdict(upgraded).items()
    }
    print_result(args, result, text)
    return 0
