"""Check that the speech model knows a spoken language, before any audio is decoded."""

from __future__ import annotations

from app.core.errors import AppError, ErrorDetails
from models.languages import list_languages
from models.ports import ModelIdentity

DETECT = "auto"
"""Asks the model to detect the language. For single files only: an interview has one language."""


class UnknownLanguageDetails(ErrorDetails):
    english_only: bool
    """The speech model understands only English."""


class UnknownLanguage(AppError):
    """The speech model would refuse every utterance, and the whole transcript would be empty."""

    code = "UNKNOWN_LANGUAGE"
    status = 422

    def __init__(self, language: str, *, known: frozenset[str]) -> None:
        is_english_only = known == {"en"}
        reason = (
            "The speech model on this server understands English only. Choose English, or ask your "
            "administrator for a multilingual model."
            if is_english_only
            else f"The speech model on this server does not know the language '{language[:10]}'."
        )
        super().__init__(reason, details=UnknownLanguageDetails(english_only=is_english_only))


def require_known_language(language: str, *, model: ModelIdentity) -> None:
    """Raise UnknownLanguage unless the speech model understands the language."""
    known = list_languages(model)
    if language not in known:
        raise UnknownLanguage(language, known=known)
