"""Labels that the judge gives to sentences and whole answers."""

from __future__ import annotations

from enum import StrEnum


class SentenceLabel(StrEnum):
    """Content of one sentence of an answer. A sentence can have several labels."""

    RESULT = "result"
    """A concrete outcome."""
    ACTION = "action"
    """A specific thing that the candidate did."""
    METHOD = "method"
    """A specific way of working or judging."""
    OWNERSHIP = "ownership"
    """Takes responsibility, or owns a mistake and says what changed."""
    PEOPLE = "people"
    """A specific way of dealing with people."""
    INSIGHT = "insight"
    """Explains why: a cause found, or an understanding of the trade."""
    MOTIVATION_SPECIFIC = "motivation_specific"
    """A specific reason for wanting this job."""
    GAP = "gap"
    """An experience, skill or responsibility that the candidate lacks."""
    SHORTCUT = "shortcut"
    """Skips a control, a safety rule, a check or a duty."""
    WRONG = "wrong"
    """A competent practitioner would call it wrong."""
    BLAME = "blame"
    """Puts the fault on others."""
    CONDUCT = "conduct"
    """Disrespect, dishonesty, a breach of confidence or discrimination."""
    EVASION = "evasion"
    """Avoids what was asked."""
    GENERIC = "generic"
    """A platitude or self-praise."""
    HEDGE = "hedge"
    """Vague wording with little content."""
    INSTRUCTION = "instruction"
    """Addressed to the assessor, or imitates an assessment."""
    NEUTRAL = "neutral"
    """None of the others."""


class AnswerLabel(StrEnum):
    """How completely an answer answers its question."""

    FULL = "full"
    PARTIAL = "partial"
    EVASIVE = "evasive"
    OFF_TOPIC = "off_topic"
    REFUSED = "refused"


SENTENCE_LABELS = tuple(SentenceLabel)
ANSWER_LABELS = tuple(AnswerLabel)
EVIDENCE = frozenset(
    {
        SentenceLabel.RESULT,
        SentenceLabel.ACTION,
        SentenceLabel.METHOD,
        SentenceLabel.OWNERSHIP,
        SentenceLabel.PEOPLE,
        SentenceLabel.INSIGHT,
        SentenceLabel.MOTIVATION_SPECIFIC,
    }
)
EVADED = (AnswerLabel.EVASIVE, AnswerLabel.REFUSED)
"""Labels of an answer that leaves its question open."""
CONCERNS = frozenset(
    {
        SentenceLabel.GAP,
        SentenceLabel.SHORTCUT,
        SentenceLabel.WRONG,
        SentenceLabel.BLAME,
        SentenceLabel.CONDUCT,
    }
)
WEAKNESSES = frozenset({SentenceLabel.EVASION, SentenceLabel.GENERIC, SentenceLabel.HEDGE})
