"""Labeled sessions with other lists of prepared questions: what a real list may hold.

The interviewer of a session says the same in every variant. What a variant changes is which of it was
prepared: questions of another trade take the place of some own ones, or own ones are missing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum

from app.question_tracking.sessions import Session, choose_questions
from app.text.stop_words import load_interview_words, load_stop_words
from app.text.words import content_stems

LONG_LIST = 20
MIN_SHARED_WORDS = 2


class Variant(StrEnum):
    """Which questions were prepared."""

    OWN = "own"
    """The session's own."""
    HALF_FOREIGN = "halfForeign"
    """Half of the session's own, and as many of another trade."""
    ONE_OF_EACH = "oneOfEach"
    """One own question that was asked, and one of another trade."""
    FOREIGN = "foreign"
    """Four of another trade."""
    MANY_FOREIGN = "manyForeign"
    """Ten of other trades."""
    THINNED = "thinned"
    """The session's own, without half of those that were asked."""
    LONG = "long"
    """The session's own, then those of other trades, LONG_LIST in all."""


def vary(session: Session, others: Sequence[Session], variant: Variant, *, seed: int) -> Session:
    """The session with another list of prepared questions, in mixed order where foreign ones are in it.

    Foreign questions come from ``others`` of the same language and another trade, but not those that share
    most of their words with an own one: asking the one asks the other.
    """
    chance = random.Random(f"{session.trade} {variant} {seed}")  # noqa: S311 - reproducible, no secret
    own = list(range(len(session.questions)))
    pool = [other for other in others if other.language == session.language and other.trade != session.trade]
    chance.shuffle(pool)
    foreign = [
        question
        for other in pool
        for question in other.questions
        if not any(are_alike(question, one, session.language) for one in session.questions)
    ]
    match variant:
        case Variant.OWN:
            return session
        case Variant.THINNED:
            asked = sorted(session.asked)
            missing = chance.sample(asked, (len(asked) + 1) // 2)
            return choose_questions(session, [question for question in own if question not in missing])
        case Variant.HALF_FOREIGN:
            kept = sorted(chance.sample(own, (len(own) + 1) // 2))
            return _mix(session, kept, foreign[: len(kept)], chance)
        case Variant.ONE_OF_EACH:
            return _mix(session, chance.sample(sorted(session.asked) or own, 1), foreign[:1], chance)
        case Variant.FOREIGN:
            return choose_questions(session, [], foreign=foreign[:4])
        case Variant.MANY_FOREIGN:
            return choose_questions(session, [], foreign=foreign[:10])
        case Variant.LONG:
            return _mix(session, own, foreign[: max(0, LONG_LIST - len(own))], chance)


def are_alike(one: str, other: str, language: str) -> bool:
    """Whether two questions share most of their content words."""
    ignored = load_interview_words() if language == "en" else load_stop_words(language)
    first, second = content_stems(one, ignored=ignored), content_stems(other, ignored=ignored)
    shared, whole = len(first & second), min(len(first), len(second))
    return 0 < shared == whole or (shared >= MIN_SHARED_WORDS and 2 * shared >= whole)


def _mix(session: Session, kept: Sequence[int], foreign: Sequence[str], chance: random.Random) -> Session:
    """The session's own and foreign questions in one list. Its own keep their order."""
    listed = choose_questions(session, kept, foreign=foreign)
    order = [0] * len(kept) + [1] * len(foreign)
    chance.shuffle(order)
    rest = {0: iter(range(len(kept))), 1: iter(range(len(kept), len(order)))}
    return choose_questions(listed, [next(rest[kind]) for kind in order])
