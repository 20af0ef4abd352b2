"""The project's Python environment: create it, repair it, install the locked packages."""

from __future__ import annotations

import csv
import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from installer import machine, stamps
from installer.commands import Commands

SOURCE_BUILDS: tuple[str, ...] = ("llama-cpp-python",)
"""Packages compiled on this machine, because no wheel of llama-cpp-python is published.

Adding "pywhispercpp" compiles it for this processor as well (which needs Python.h).
"""

CMAKE_ARGS = "-DGGML_NATIVE=ON -DLLAVA_BUILD=OFF -DLLAMA_CURL=OFF"

KEEP_STORES = "-fno-tree-dse -fno-dse"
"""Keeps the stores that GCC 11 and 12 remove in front of AMX instructions (GCC bug 114098).

They take most of a tile configuration for dead stores, so that the engine dies in its first matrix product.
"""

FIRST_PACKAGES = ("numpy", "httpx")
"""Packages needed to fetch and convert weights, so that this can start before the rest is installed."""

PIP_OPTIONS = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off")


@dataclass(frozen=True, slots=True)
class PythonEnvironment:
    root: Path
    wheels: Path
    commands: Commands
    for_tests: bool = False
    """Also install linters and test runners."""

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def _lock(self) -> Path:
        return self.root / ("requirements-dev.lock" if self.for_tests else "requirements.lock")

    @property
    def _stamp(self) -> Path:
        # Inside the environment, so that removing the environment removes it too.
        return self.folder / ".greenroom-tests" if self.for_tests else self.folder / ".greenroom-installed"

    def _expected_stamp(self) -> str:
        inputs = [
            self.root / "requirements.lock",
            self.root / "requirements-dev.lock",
            self.root / "pyproject.toml",
        ]
        flags = f"{cmake_args()} {SOURCE_BUILDS} {_describe_target()}"
        return stamps.hash_files(inputs, root=self.root, extra=flags)

    def is_ready(self) -> bool:
        return (
            stamps.is_stamped(self._stamp, self._expected_stamp())
            and (self.folder / "bin" / "greenroom").is_file()
            and machine.runs(self.python)
        )

    def prepare(self) -> None:
        """Create the environment, or repair what an interrupted run left."""
        stamps.remove_stamp(self._stamp)
        if self.folder.exists() and not self._has_pip():
            shutil.rmtree(self.folder)
        if not self.folder.exists():
            machine.check_venv_module()
            self._run(
                [sys.executable, "-m", "venv", self.folder], name="venv", doing="Making the environment"
            )
        for site_packages in self.folder.glob("lib/python*/site-packages"):
            remove_incomplete(site_packages)
        self._pip(
            *("install", "--constraint", str(self.root / "requirements.lock"), *FIRST_PACKAGES),
            name="pip-first",
            doing="Installing the first packages",
        )

    def build_from_source(self) -> None:
        """Compile the packages without a wheel, unless this checkout has done so before."""
        for name in SOURCE_BUILDS:
            pin = self._pin(name)
            built = self.wheels / name / f".{_flags_key(pin)}"
            if built.exists():
                continue
            machine.check_compiler()
            shutil.rmtree(self.wheels / name, ignore_errors=True)
            options = ["--no-binary", name]
            if "CMAKE_ARGS" in os.environ or cxx_flags():
                # Otherwise pip would use a cached wheel, regardless of the flags it was built with.
                options.append("--no-cache-dir")
            self._pip(
                *("wheel", "--no-deps", "--wheel-dir", str(self.wheels / name), *options, pin),
                name=f"build-{name}",
                doing=f"Compiling {name}",
                environment={
                    "CMAKE_ARGS": cmake_args(),
                    "CXXFLAGS": cxx_flags(),
                    "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1),
                },
            )
            stamps.write_stamp(built, pin)

    def install_others(self) -> None:
        """Install all locked packages that need no compiler."""
        lines = [line for line in self._locked_lines() if line.partition("==")[0] not in SOURCE_BUILDS]
        self._pip("install", "--no-deps", *lines, name="pip-packages", doing="Installing the Python packages")

    def finish(self) -> None:
        """Install the exact locked versions, including the compiled packages, and the project itself."""
        links = [option for name in SOURCE_BUILDS for option in ("--find-links", str(self.wheels / name))]
        self._pip(
            *("install", *links, "--requirement", str(self._lock)),
            name="pip-lock",
            doing="Installing the Python packages",
        )
        self._pip(
            *("install", "--no-deps", "--no-build-isolation", "--editable", str(self.root)),
            name="pip-project",
            doing="Installing Greenroom itself",
        )
        stamps.write_stamp(self._stamp, self._expected_stamp())

    def _locked_lines(self) -> list[str]:
        lines = (self.root / "requirements.lock").read_text(encoding="utf-8").splitlines()
        if self.for_tests:
            lines += self._lock.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line and line[0] not in "#-"]

    def _pin(self, name: str) -> str:
        """The pin of ``name`` in the lock."""
        return next(line for line in self._locked_lines() if line.partition("==")[0] == name)

    def _has_pip(self) -> bool:
        if not self.python.exists():
            return False
        answer = subprocess.run([self.python, "-m", "pip", "--version"], capture_output=True, check=False)
        return answer.returncode == 0

    def _pip(
        self, verb: str, *arguments: str, name: str, doing: str, environment: dict[str, str] | None = None
    ) -> None:
        command: list[str | Path] = [self.python, "-m", "pip", verb, *PIP_OPTIONS, *arguments]
        self._run(command, name=name, doing=doing, environment=environment)

    def _run(
        self,
        command: Sequence[str | Path],
        *,
        name: str,
        doing: str,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.commands.run(command, name=name, doing=doing, cwd=self.root, environment=environment)


def cmake_args() -> str:
    """Compiler flags of the engine; CMAKE_ARGS from the environment (CUDA, Vulkan, …) come first."""
    return os.environ.get("CMAKE_ARGS") or CMAKE_ARGS


def cxx_flags() -> str:
    """C++ flags of the engine: those of the environment, and what this processor and compiler need."""
    own = [KEEP_STORES] if machine.has_tiles() and machine.compiles_with_gcc() else []
    return " ".join(filter(None, [os.environ.get("CXXFLAGS"), *own]))


def _describe_target() -> str:
    """What the C++ flags depend on, without the compiler, which may be gone after the installation."""
    return platform.machine() + os.environ.get("CXXFLAGS", "") + (" AMX" if machine.has_tiles() else "")


def _flags_key(pin: str) -> str:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    text = f"{pin} {cmake_args()} {python} {_describe_target()}"
    return "built-" + hashlib.sha256(text.encode()).hexdigest()[:16]


def remove_incomplete(site_packages: Path) -> list[str]:
    """Remove the metadata of packages with missing or truncated files; return their names.

    pip considers a package installed as soon as its metadata exists, so a package whose installation was
    interrupted would stay broken. Without the metadata, pip reinstalls it.
    """
    removed = []
    for record_folder in site_packages.glob("*.dist-info"):
        if not _is_complete(site_packages, record_folder / "RECORD"):
            removed.append(record_folder.name.removesuffix(".dist-info"))
            shutil.rmtree(record_folder)
    # pip renames packages that it replaces to "~name" and leaves them behind if interrupted.
    for leftover in site_packages.glob("~*"):
        shutil.rmtree(leftover, ignore_errors=True)
    return removed


def _is_complete(site_packages: Path, record: Path) -> bool:
    if not record.is_file():
        return False
    with record.open(newline="", encoding="utf-8") as file:
        for row in csv.reader(file):
            if not row or row[0].endswith(".pyc"):
                continue
            path = site_packages / row[0]
            if not path.is_file():
                return False
            if len(row) > 2 and row[2] and path.stat().st_size != int(row[2]):
                return False
    return True
