"""The set-up fetches weights while most packages are still being installed."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from installer.python_environment import FIRST_PACKAGES

ROOT = Path(__file__).parents[2]
_IMPORT = """
import sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import installer.weights, models.convert_whisper
"""
"""With modules that cannot be imported, as if their packages were not installed."""
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def _find_all_required(packages: tuple[str, ...]) -> set[str]:
    """The packages and what they require, without their extras."""
    found: set[str] = set()
    waiting = list(packages)
    while waiting:
        name = waiting.pop().lower()
        if name in found:
            continue
        try:
            requirements = requires(name) or []
        except PackageNotFoundError:
            # Required on another version of Python.
            continue
        found.add(name)
        for requirement in requirements:
            match = _NAME.match(requirement)
            if match and "extra ==" not in requirement:
                waiting.append(match.group())
    return found


def test_fetching_weights_needs_only_the_packages_that_are_installed_first() -> None:
    first = _find_all_required(FIRST_PACKAGES)
    missing = [
        module
        for module, owners in packages_distributions().items()
        if not first & {owner.lower() for owner in owners} and module not in {"app", "installer", "models"}
    ]
    assert {"psutil", "pydantic"} <= set(missing)
    result = subprocess.run(
        [sys.executable, "-c", _IMPORT, *missing], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
