"""The locked Python packages as wheels, ready to install without a network."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


class BundleFailed(Exception):
    """The bundle cannot be made; the message says what to do."""


def collect_wheels(root: Path, folder: Path) -> None:
    """Put a wheel of each locked package into ``folder``. pip fetches what it does not have.

    The engine compiled by `make install` is used as is. pip writes to standard error. Raises BundleFailed.
    """
    built = root / ".greenroom" / "wheels" / "llama-cpp-python"
    if not any(built.glob("*.whl")):
        raise BundleFailed("The compiled language-model engine is missing. Run `make install` once.")
    command = [
        *(sys.executable, "-m", "pip", "wheel", "--disable-pip-version-check", "--no-input", "--no-deps"),
        *("--find-links", str(built), "--wheel-dir", str(folder)),
        *("--requirement", str(root / "requirements.lock")),
    ]
    status = subprocess.run(command, check=False, stdout=sys.stderr.fileno(), cwd=root).returncode
    if status != 0:
        raise BundleFailed(
            f"The packages could not be collected (pip ended with status {status}; its output is above)."
        )


def read_wheel_name(path: Path) -> tuple[str, str]:
    """Normalized name and version of the package in a wheel, from its file name."""
    name, version = path.name.split("-")[:2]
    return name.lower().replace("_", "-").replace(".", "-"), version
