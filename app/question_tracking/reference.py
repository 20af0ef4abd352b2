"""Reference texts of Question Sense in one language (``config/question_tracking.toml``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.core.config_files import CONFIG_DIR

FALLBACK_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class ReferenceTexts:
    """Texts that belong to no interview, and phrases that postpone a question."""

    language: str
    lines: tuple[str, ...]
    questions: tuple[str, ...]
    announcement: re.Pattern[str]


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads((CONFIG_DIR / "question_tracking.toml").read_text(encoding="utf-8"))


@cache
def load_reference_texts(language: str) -> ReferenceTexts:
    """The texts of ``language`` (as "en" or "en-GB"), or the English ones if there are none."""
    code = language.lower().split("-")[0]
    data = _read()
    found = data.get(code) or data[FALLBACK_LANGUAGE]
    phrases = "|".join(re.escape(phrase) for phrase in found["announcements"])
    return ReferenceTexts(
        language=code if code in data else FALLBACK_LANGUAGE,
        lines=tuple(found["lines"]),
        questions=tuple(found["questions"]),
        announcement=re.compile(rf"(?<!\w)(?:{phrases})(?!\w)"),
    )
