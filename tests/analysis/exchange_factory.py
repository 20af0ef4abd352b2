"""Exchanges for tests of what is made from them."""

from __future__ import annotations

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Speaker, TranscriptLine
from app.analysis.sentences import split_sentences


def make_exchange(question: str, answer: str) -> Exchange:
    """An exchange of one line each; an empty question is none."""
    asked = (TranscriptLine("s1", Speaker.INTERVIEWER, question),) if question else ()
    answered = (TranscriptLine("s2", Speaker.CANDIDATE, answer),)
    return Exchange(0, QuestionKind.WORK, False, asked, answered, tuple(split_sentences(answered)))
