"""Write requirements.lock and requirements-dev.lock from the packages installed in this Python.

``python -m tests.tools.lock [--upgrade]`` starts from the direct dependencies in pyproject.toml,
follows their requirements, and pins every package at its installed version. Run it in the environment
whose versions were tested. `make lock` updates that environment first.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
RUNTIME_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"

BUILD_REQUIREMENTS = ("setuptools",)
"""Pinned as well, because the project is installed without build isolation."""

SUPPORTED_PYTHONS = ("3.11", "3.12", "3.13")

HEADER = """\
# Written by `make lock`; change pyproject.toml instead. Valid for Python 3.11 to 3.13.
"""


class NotInstalled(Exception):
    """A package that the project requires is not installed, so its version is unknown."""


def direct_requirements() -> tuple[list[str], list[str]]:
    """The runtime and the development requirements of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["project"]["dependencies"]), list(project["dependency-groups"]["dev"])


def resolve_closure(requirements: Iterable[str]) -> dict[str, str]:
    """Versions by name of ``requirements`` and everything they require on this Python.

    Raises NotInstalled for a required package that is missing. Packages that only another Python version
    requires are left to pip.
    """
    pins: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    queue = [Requirement(text) for text in requirements]
    while queue:
        requirement = queue.pop()
        name = canonicalize_name(requirement.name)
        key = (name, frozenset(requirement.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            found = distribution(requirement.name)
        except PackageNotFoundError:
            raise NotInstalled(f"{requirement} is not installed: run `make lock` again online.") from None
        # The local part names a build ("+cpu"), which the installing machine chooses for itself.
        pins[name] = found.version.partition("+")[0]
        queue.extend(
            child
            for text in found.requires or ()
            if _applies(child := Requirement(text), extras=requirement.extras)
        )
    return pins


def _applies(requirement: Requirement, *, extras: Iterable[str]) -> bool:
    if requirement.marker is None:
        return True
    return any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def render(pins: dict[str, str], *, first_lines: str = "") -> str:
    return HEADER + first_lines + "".join(f"{name}=={version}\n" for name, version in sorted(pins.items()))


def upgrade() -> None:
    """Upgrade this environment to the newest versions that pyproject.toml allows."""
    runtime, dev = direct_requirements()
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--upgrade", "--upgrade-strategy", "eager"),
            *(*runtime, *BUILD_REQUIREMENTS, *dev),
        ],
        check=True,
    )


def write_locks() -> None:
    runtime, dev = direct_requirements()
    runtime_pins = resolve_closure([*runtime, *BUILD_REQUIREMENTS])
    dev_pins = {name: version for name, version in resolve_closure(dev).items() if name not in runtime_pins}
    RUNTIME_LOCK.write_text(render(runtime_pins), encoding="utf-8")
    DEV_LOCK.write_text(render(dev_pins, first_lines="-r requirements.lock\n"), encoding="utf-8")


if __name__ == "__main__":
    try:
        if "--upgrade" in sys.argv[1:]:
            upgrade()
        write_locks()
    except NotInstalled as error:
        sys.exit(f"{error}")
    except subprocess.CalledProcessError:
        sys.exit("pip could not upgrade the packages. The lock files were not changed.")
