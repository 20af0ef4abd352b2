"""What nobody may be asked in a job interview, whatever language it is asked in."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from app.questions.wording import lists


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    # Compiled once: they are more than the cache of ``re`` keeps beside those of everybody else.
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in lists()["forbidden"])


def is_forbidden(question: str) -> bool:
    """Whether it asks the person for something that has no place in an interview, such as age or family."""
    text = unicodedata.normalize("NFC", " ".join(question.split()))
    return any(pattern.search(text) for pattern in _patterns())
