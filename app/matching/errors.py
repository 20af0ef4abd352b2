"""Errors of the matching API."""

from __future__ import annotations

from app.core.errors import InvalidState


class NotComparable(InvalidState):
    """A record has no vector yet, or no content to compare."""

    def __init__(self) -> None:
        super().__init__(
            "These records are still being processed, or have no content to compare. Try again in a moment."
        )
