"""The consistency check of a short dialogue."""

from __future__ import annotations

from datetime import date
from typing import Any

from app.analysis.consistency.check import InterviewClaims
from app.analysis.consistency.facts import ConsistencyCheck
from app.analysis.exchanges import find_exchanges
from app.analysis.lexicon import load_lexicon
from tests.analysis.dialogues import dialogue

TODAY = date(2026, 11, 20)


def check(cv_parsed: dict[str, Any] | None, *turns: str, cv_text: str = "") -> ConsistencyCheck:
    lexicon = load_lexicon("en")
    assert lexicon is not None
    exchanges = find_exchanges(dialogue(*turns), lexicon)
    return InterviewClaims.read(exchanges, cv_parsed=cv_parsed, cv_text=cv_text, today=TODAY).finish()
