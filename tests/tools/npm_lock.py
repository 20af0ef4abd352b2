"""Complete web/package-lock.json with optional builds for other platforms that npm left out.

Run as ``python -m tests.tools.npm_lock [--check]``. npm drops an optional package from the lock if
the registry in use does not have that build (for example, a company mirror that keeps only Linux
builds). `npm ci` then rejects that lock on every machine. This tool adds an entry with name, version
and platform for each missing build; npm reads it only on that platform.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parents[2] / "web" / "package-lock.json"

_SYSTEMS = (
    "android",
    "darwin",
    "freebsd",
    "linux",
    "openharmony",
    "win32",
    "sunos",
    "aix",
    "netbsd",
    "openbsd",
)
_PROCESSORS = ("arm64", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "wasm32", "mips64el", "arm")


def find_missing_builds(lock: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Lock entries, by path in node_modules, for the optional packages that have none."""
    packages: dict[str, dict[str, Any]] = lock["packages"]
    found: dict[str, dict[str, Any]] = {}
    for path, package in packages.items():
        for name, version in package.get("optionalDependencies", {}).items():
            if not _is_resolvable(name, path, packages) and re.fullmatch(r"\d+\.\d+\.\d+[\w.+-]*", version):
                found[f"node_modules/{name}"] = _entry(name, version, is_dev=package.get("dev", False))
    return found


def _is_resolvable(name: str, path: str, packages: dict[str, dict[str, Any]]) -> bool:
    """Whether node would find ``name`` from ``path``: in its own node_modules or one further out."""
    while True:
        if f"{path}/node_modules/{name}".lstrip("/") in packages:
            return True
        if not path:
            return False
        path = path.rpartition("node_modules/")[0].rstrip("/")


def _entry(name: str, version: str, *, is_dev: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"version": version, "optional": True}
    if is_dev:
        entry["dev"] = True
    words = re.split(r"[-/]", name)
    systems = [system for system in _SYSTEMS if system in words]
    processors = [processor for processor in _PROCESSORS if processor in words]
    if systems:
        entry["os"] = systems
    if processors:
        entry["cpu"] = processors[:1]
    return entry


def main(arguments: list[str]) -> int:
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    missing = find_missing_builds(lock)
    if "--check" in arguments:
        if missing:
            print(
                f"web/package-lock.json lacks {len(missing)} builds for other platforms, so npm ci would "
                "reject it. Run `make web-lock`.",
                file=sys.stderr,
            )
        return 1 if missing else 0
    root = lock["packages"].pop("")
    entries = {**lock["packages"], **missing}
    lock["packages"] = {"": root, **dict(sorted(entries.items()))}
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
