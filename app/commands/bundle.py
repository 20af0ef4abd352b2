"""Command ``greenroom bundle``: one file from which Greenroom is installed without a network."""

from __future__ import annotations

import argparse
import importlib
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands.line import (
    CommandFailed,
    add_command,
    add_data_dir,
    load_settings,
    print_result,
)
from app.commands.progress_line import ProgressLine

if TYPE_CHECKING:
    from app.core.settings import Settings


def configure(commands: Any) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "bundle",
        summary="write one file for installing Greenroom on a machine without a network",
        examples="  greenroom bundle --output greenroom.tar",
        handler=_bundle,
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="new file (.tar)")
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help="key that signs the bundle (secrets/bundle.key in the data folder, created at first use)",
    )
    add_data_dir(parser)


def _bundle(args: argparse.Namespace) -> int:
    settings = load_settings(args)
    from sqlalchemy.exc import DatabaseError

    from app.core.clock import utc_now
    from app.doctor.checks import read_saved

    try:
        # An administrator may have chosen other models.
        settings = read_saved(settings)
    except DatabaseError as error:
        raise CommandFailed(f"The database cannot be read ({error.orig}).") from None
    # Imported by name, because a server does not need the installer.
    building = importlib.import_module("installer.bundle.build")
    line = ProgressLine("Writing")
    try:
        bundle = building.write_bundle(
            args.output,
            version=version("greenroom"),
            models_dir=settings.resolved_models_dir,
            key_file=args.key or settings.data_dir / "secrets" / "bundle.key",
            now=utc_now(),
            environment=_name_models(settings),
            progress=line.show,
        )
    except building.BundleFailed as error:
        raise CommandFailed(str(error)) from None
    except OSError as error:
        raise CommandFailed(f"The bundle could not be written. {error}") from None
    finally:
        line.end()
    result = {
        "file": str(bundle.file),
        "sizeBytes": bundle.size_bytes,
        "files": bundle.files,
        "models": list(bundle.models),
        "keyFingerprint": bundle.key_fingerprint,
    }
    text = (
        f"{bundle.file} was written: {bundle.size_bytes / 1e6:.0f} MB, {bundle.files} files, with the models "
        f"{', '.join(bundle.models)}.\n"
        f"Fingerprint of the signing key: {bundle.key_fingerprint}\n"
        "On the other machine, unpack it with tar -xf, and run:\n"
        f"  KEY_FINGERPRINT={bundle.key_fingerprint} sh greenroom-*/install.sh"
    )
    print_result(args, result, text)
    return 0


def _name_models(settings: Settings) -> dict[str, str]:
    """Providers and models of the engines, as environment variables."""
    names = [f"{kind}_{part}" for kind in ("llm", "speech", "embeddings") for part in ("provider", "model")]
    values = {f"GREENROOM_{name.upper()}": getattr(settings, name) for name in names}
    return {name: value for name, value in values.items() if value}
