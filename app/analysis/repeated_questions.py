"""Recognizes a question that asks the one before it again."""

from __future__ import annotations

from app.analysis.judging import LIKELY, JudgedAnswer
from app.text.numbers import asks_for_number, has_number
from app.text.words import content_stems, count_words

MAX_REPEATED_WORDS = 30
SAME_QUESTION = 0.34
"""Minimum share of the words of a question that the one before it has too, to be the same question again."""


def lacks_number(answer: JudgedAnswer) -> bool:
    """Whether the question asked for a number and the answer has none."""
    if not asks_for_number(answer.exchange.question):
        return False
    return not has_number(" ".join(item.sentence.text for item in answer.counted))


def asks_again(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether the second question insists on the first, or repeats many of its words."""
    return second.exchange.is_probe or is_repeated(first, second)


def share_words(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether both questions have a content word in common."""
    stems = [
        content_stems(item.exchange.question, language=item.exchange.language) for item in (first, second)
    ]
    return bool(stems[0] & stems[1])


def is_repeated(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether the second question plainly is the first one again."""
    if second.exchange.insists or (lacks_number(first) and lacks_number(second)):
        return True
    question = second.exchange.question
    language = second.exchange.language
    words = content_stems(question, language=language)
    shared = content_stems(first.exchange.question, language=language) & words
    if not shared or count_words(question) > MAX_REPEATED_WORDS:
        return False
    return first.evaded >= LIKELY or len(shared) >= SAME_QUESTION * len(words)
