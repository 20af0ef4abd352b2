"""Builders of claims from a statement."""

from __future__ import annotations

import re

from app.analysis.consistency.facts import Claim, ClaimKind, Range
from app.analysis.consistency.statements import Statement
from app.text.stemming import stem
from app.text.stop_words import load_stop_words

PLAIN_NO = re.compile(
    r"^(?:no|nope|never|not yet|i have not|i do not|unfortunately not|not personally|i am afraid not)\b(?! problem| worries| doubt)"
)
PER_PERIOD = re.compile(r" per_[a-z]+")
_VAGUE_STEMS = frozenset(
    map(
        stem,
        "year month week time thing people way lot work job team day percent about around roughly".split(),
    )
)


def content_words(text: str) -> frozenset[str]:
    """Stems of the words of a marked text that say what it is about."""
    words = (
        word
        for word in re.findall(r"[a-z]{3,}", PER_PERIOD.sub("", text))
        if word not in load_stop_words("en")
    )
    return frozenset(map(stem, words)) - _VAGUE_STEMS


def make_claim(
    statement: Statement,
    kind: ClaimKind,
    *,
    subject: str = "",
    value: Range | None = None,
    text: str = "",
    is_positive: bool = True,
    is_partial: bool = False,
    stems: frozenset[str] = frozenset(),
) -> Claim:
    """A claim of this statement."""
    return Claim(
        stems=stems,
        kind=kind,
        subject=subject,
        sentence=statement.index,
        exchange=statement.exchange,
        value=value,
        text=text,
        is_positive=is_positive,
        is_hedged=statement.is_hedged,
        is_partial=is_partial,
    )
