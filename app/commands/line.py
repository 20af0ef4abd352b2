"""Shared parts of the commands: settings, failures, results as text or JSON, passphrases."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.core.settings import Settings

Handler = Callable[[argparse.Namespace], int]

EXIT_STATUSES = (
    "Exit status: 0 done, 1 failed (the reason is on stderr), 2 invalid arguments, 130 stopped by Ctrl-C."
)


class CommandFailed(Exception):
    """A failure that the user can fix. The message says how."""


def add_command(
    commands: Any, name: str, *, summary: str, examples: str, handler: Handler, has_json: bool = True
) -> Any:
    """A parser for one command whose help shows examples."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"Examples:\n{examples}\n\n{EXIT_STATUSES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if has_json:
        parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(handler=handler)
    return parser


def add_data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", type=Path, help="folder of the database, files and model weights (GREENROOM_DATA_DIR)"
    )


def add_passphrase(parser: argparse.ArgumentParser) -> None:
    """Options for the passphrase of a backup, as ``read_passphrase`` reads them."""
    parser.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help="file whose first line is the passphrase (instead of GREENROOM_BACKUP_PASSPHRASE)",
    )


def load_settings(args: argparse.Namespace) -> Settings:
    """Settings from the environment, overridden by the command line, for this process and its children."""
    for option in ("host", "port", "data_dir", "tls_cert", "tls_key"):
        value = getattr(args, option, None)
        if value is not None:
            os.environ[f"GREENROOM_{option.upper()}"] = str(value)
    from pydantic import ValidationError

    from app.core.invalid_values import explain_problem
    from app.core.settings import Settings

    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "_".join(str(part) for part in first["loc"])
        raise CommandFailed(
            f"GREENROOM_{name.upper()} is invalid: {explain_problem(first)} See docs/operations.md."
        ) from None


def read_passphrase(args: argparse.Namespace, settings: Settings) -> str | None:
    """The passphrase from the file given on the command line, else from the settings.

    Raises CommandFailed.
    """
    if args.passphrase_file is not None:
        try:
            passphrase = args.passphrase_file.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandFailed(f"The passphrase could not be read. {error}") from None
        if not passphrase:
            raise CommandFailed(f"The first line of {args.passphrase_file} is empty.")
        return str(passphrase)
    stored = settings.backup_passphrase
    return None if stored is None else stored.get_secret_value()


def ask_passphrase() -> str | None:
    """Ask for the passphrase, if there is a terminal to ask on."""
    return getpass("Passphrase of the backup: ") if sys.stdin.isatty() else None


def print_result(args: argparse.Namespace, result: Mapping[str, object], text: str) -> None:
    """Print ``result`` as JSON or, without --json, ``text``."""
    if args.json:
        json.dump(result, sys.stdout, ensure_ascii=False, indent=2)
        sys.stdout.write("\n")
    else:
        sys.stdout.write(f"{text}\n" if text else "")


@contextmanager
def standard_output_as_error() -> Iterator[None]:
    """Redirect output of libraries and child processes to standard error, so that the JSON stays clean."""
    sys.stdout.flush()
    original = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(original, 1)
        os.close(original)
