"""Support: whether a value occurs in the text of a document, however it is written there."""

from __future__ import annotations

from collections.abc import Callable

from app.skills.catalog import list_spellings
from app.text.folding import squeeze


def make_support_check(text: str) -> Callable[[str], bool]:
    """A function that says whether a value occurs in ``text``; for a skill, in any of its spellings."""
    squeezed = squeeze(text)

    def is_supported(value: str) -> bool:
        return any(form in squeezed for form in map(squeeze, list_spellings(value)) if form)

    return is_supported


def occurs_in_text(value: str, text: str) -> bool:
    """Whether ``value`` occurs in ``text``."""
    return make_support_check(text)(value)
