"""Stamp files that mark finished installation steps, with a hash of their inputs; written atomically."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


def hash_files(paths: Iterable[Path], *, root: Path, extra: str = "") -> str:
    """SHA-256 over names (relative to ``root``) and contents in sorted order, and ``extra``."""
    digest = hashlib.sha256(extra.encode())
    for path in sorted(paths):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(root).as_posix()}\0{content}\n".encode())
    return digest.hexdigest()


def is_stamped(stamp: Path, value: str) -> bool:
    try:
        return stamp.read_text(encoding="utf-8").strip() == value
    except (FileNotFoundError, NotADirectoryError):
        return False


def write_stamp(stamp: Path, value: str) -> None:
    """Record ``value`` atomically: after a crash the file is either the old or the new one."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    temporary = stamp.with_name(f"{stamp.name}.{os.getpid()}.tmp")
    with temporary.open("w", encoding="utf-8") as file:
        file.write(value + "\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(stamp)


def remove_stamp(stamp: Path) -> None:
    stamp.unlink(missing_ok=True)
