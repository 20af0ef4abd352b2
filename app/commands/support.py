"""Command ``greenroom support``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from app.commands.line import CommandFailed, add_command, add_data_dir, load_settings, print_result


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "support",
        summary="write an archive for a support case, without personal data and secrets",
        examples="  greenroom support\n  greenroom support /tmp/case.zip",
        handler=_support,
    )
    parser.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="new file (greenroom-support-<time>.zip)"
    )
    add_data_dir(parser)


def _support(args: argparse.Namespace) -> int:
    base = load_settings(args)
    from sqlalchemy.exc import DatabaseError

    from app.core.clock import utc_now
    from app.doctor.checks import read_saved
    from app.support.archive import collect, write_archive

    now = utc_now()
    target = args.file or Path(f"greenroom-support-{now:%Y%m%d-%H%M%S}.zip")
    try:
        settings = read_saved(base)
    except DatabaseError:
        # Not fatal: a damaged database may be the reason for the support case.
        settings = base
    parts = collect(settings, base=base, now=now)
    try:
        write_archive(target, parts)
    except OSError as error:
        raise CommandFailed(f"{target} cannot be written ({error.strerror}).") from None
    contents = {part.name: len(part.content.encode()) for part in parts}
    listing = "\n".join(f"  {name:<14} {size:>8} bytes" for name, size in contents.items())
    text = f"{target} was written. It contains:\n{listing}\nReview it before you share it."
    print_result(args, {"file": str(target), "contents": contents}, text)
    return 0
