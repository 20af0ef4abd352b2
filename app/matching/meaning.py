"""Finds what a candidate describes in other words: the statement closest in meaning to a required skill."""

from __future__ import annotations

from app.matching.embedding import Vectors
from app.skills.catalog import is_known_skill
from app.skills.passages import count_subject_words
from app.skills.requirements import Requirement

MIN_SKILL_COSINE = 0.6
"""Reached by 13 of 40 sentences that paraphrase an ability and by 3 of 59 about another ability.

A skill wrongly shown as found does more harm than one that a person still has to ask about.
"""
MIN_SUBJECT_WORDS = 2
"""A single word is a name, or too short to compare."""


def can_be_described(requirement: Requirement) -> bool:
    """Whether other words can show ``requirement``: an ability, not the name of a product.

    "PostgreSQL" and "MySQL" are close in meaning, but one does not replace the other.
    """
    if any(
        is_known_skill(name) and any(c.isupper() or c.isdigit() for c in name[1:])
        for name in requirement.names
    ):
        return False
    return any(
        count_subject_words(phrase) >= MIN_SUBJECT_WORDS
        for phrase in requirement.names or (requirement.label,)
    )


def choose_statement(requirement: Vectors, statements: Vectors) -> int | None:
    """The row of ``statements`` that is closest to the one row of ``requirement``; None if none is near."""
    if not len(statements):
        return None
    nearness = statements @ requirement
    best = int(nearness.argmax())
    return best if nearness[best] >= MIN_SKILL_COSINE else None
