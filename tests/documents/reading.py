"""Reads a document that may be unreadable, outside the sandbox."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.documents.unreadable import Reason, Unreadable


def find_reason(read: Callable[[Path], str], path: Path) -> Reason | None:
    """Why the file cannot be read; None if it was read. Any exception other than Unreadable is raised."""
    try:
        read(path)
    except Unreadable as error:
        return error.reason
    return None
