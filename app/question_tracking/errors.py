"""Errors of Question Sense."""

from __future__ import annotations

from app.core.errors import InvalidState


class NoSuggestion(InvalidState):
    """The suggestion was replaced or withdrawn since the browser read it."""

    code = "SUGGESTION_CHANGED"

    def __init__(self) -> None:
        super().__init__("This suggestion has changed in the meantime. Check the question again.")
