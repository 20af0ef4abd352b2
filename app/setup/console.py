"""The terminal in which the setup asks its questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from getpass import getpass

from models.store import ProgressListener

YES = frozenset({"y", "yes", "true"})


def _ignore_progress(stage: str, done: int, total: int) -> None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class Console:
    """The terminal of the setup. Reading raises EOFError at the end of the input."""

    read: Callable[[str], str] = input
    read_secret: Callable[[str], str] = getpass
    write: Callable[[str], None] = print
    show_progress: ProgressListener = _ignore_progress

    def confirm(self, question: str) -> bool:
        """Ask a yes-or-no question; the default is no."""
        return self.read(f"{question} [y/N] ").strip().lower() in YES
