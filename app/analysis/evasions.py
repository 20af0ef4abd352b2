"""Finds questions that got no answer, also when they were asked again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Category, FindingKind, Severity
from app.analysis.judging import LIKELY, MIN_FULL_ANSWER_WORDS, JudgedAnswer, JudgedSentence
from app.analysis.selection import MAX_QUOTE_WORDS, SelectedConcern, copy_evidence, is_open
from app.text.folding import lower_speech
from app.text.numbers import has_number
from app.text.words import content_stems, count_words
from models.judgement.labels import WEAKNESSES, AnswerLabel

MAX_PROBES = 2
"""Maximum number of insisting questions that are read together with the answer before them."""
SURE = 0.7
"""Minimum probability of an evasion where the question or a number speaks against one."""
WEIGHT = 0.6
"""Weight of an evasion among the concerns, multiplied by its probability."""
MIN_EMPTINESS = 0.3
"""Mean share of platitudes, hedges and evasions in one of two answers to the same question."""
INSISTED = 0.35
"""Minimum probability of less than a full answer to a question that insists."""
MIN_INSISTED_EMPTINESS = 0.2
"""Mean share of platitudes, hedges and evasions in that answer."""
OPEN_TOGETHER = 0.8
"""Probability that two answers, read as one, leave both questions open, from which they are an evasion."""
MAX_REPEATED_WORDS = 30
SAME_QUESTION = 0.34
"""Minimum share of the words of a question that the one before it has too, to be the same question again."""
UNFOUNDED_EVASION = 0.35
"""Lower limit for an evasion where the question asked for a number and the answer has none."""
MIN_ASKED_WORDS = 3
"""A question with fewer words ("Anna?") hands over to somebody or says too little by itself."""
_ASKING = re.compile(r"[^.!?]+\?")
_ASKS_FOR_NUMBER = re.compile(
    r"\bhow (?:many|much|long|often|big|large|far|old|fast)\b|\bwhat (?:number|share|percentage|figure)\b"
    r"|\bwie (?:viele?|lange|oft|groß|hoch)\b|\bcombien\b"
)


def _lacks_number(answer: JudgedAnswer) -> bool:
    """Whether the question asked for a number and the answer has none."""
    if _ASKS_FOR_NUMBER.search(lower_speech(answer.exchange.question)) is None:
        return False
    return not has_number(" ".join(item.sentence.text for item in answer.counted))


def is_evaded(answer: JudgedAnswer) -> bool:
    """Whether the answer leaves open what was asked.

    A number in the answer to "how many" makes that unlikely, a missing one likely.
    """
    if sum(item.sentence.text.rstrip().endswith("?") for item in answer.counted) * 2 >= len(answer.counted):
        # The candidate asks something.
        return False
    least = LIKELY
    if _ASKS_FOR_NUMBER.search(lower_speech(answer.exchange.question)) is not None:
        least = UNFOUNDED_EVASION if _lacks_number(answer) else SURE
    return answer.evaded >= least


def _asks_something(question: str) -> bool:
    """Whether a question says what it asks for. A request has no question mark."""
    asking = _ASKING.findall(question)
    return not asking or any(count_words(text) >= MIN_ASKED_WORDS for text in asking)


def _asks_again(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether the second question insists on the first, or repeats many of its words."""
    return second.exchange.is_probe or _is_repeated(first, second)


def _is_repeated(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether the second question plainly is the first one again."""
    if second.exchange.insists or (_lacks_number(first) and _lacks_number(second)):
        return True
    question = second.exchange.question
    words = content_stems(question)
    shared = content_stems(first.exchange.question) & words
    if not shared or count_words(question) > MAX_REPEATED_WORDS:
        return False
    return first.evaded >= LIKELY or len(shared) >= SAME_QUESTION * len(words)


def _list_asked_again(answers: Sequence[JudgedAnswer], index: int) -> list[JudgedAnswer]:
    """The answers to the same question, asked again at once."""
    found: list[JudgedAnswer] = []
    before = answers[index]
    for item in answers[index + 1 : index + 1 + MAX_PROBES]:
        if not _asks_again(before, item):
            break
        found.append(item)
        before = item
    return found


def _is_evaded_again(first: JudgedAnswer, second: JudgedAnswer) -> bool:
    """Whether the question was asked again and got no full answer.

    A repeated question shows that the interviewer was not satisfied, so even a partial answer counts as an
    evasion. Where it plainly is the same question, the first answer may read like a full one. Both are read
    together as well, because "But as a number?" says too little on its own.
    """
    if second.evaded_with_previous >= OPEN_TOGETHER:
        return True
    if _is_repeated(first, second):
        left_open = second.evaded + second.answer[AnswerLabel.PARTIAL]
        return left_open >= INSISTED and second.rating.emptiness >= MIN_INSISTED_EMPTINESS
    halves = [item.evaded + item.answer[AnswerLabel.PARTIAL] for item in (first, second)]
    return (
        _asks_again(first, second)
        and min(halves) >= LIKELY
        and max(first.rating.emptiness, second.rating.emptiness) >= MIN_EMPTINESS
    )


def _is_fact_evaded(answer: JudgedAnswer) -> bool:
    """Whether a factual question is followed by many words that do not answer it."""
    words = sum(count_words(item.sentence.text) for item in answer.counted)
    is_closed = answer.exchange.kind is QuestionKind.CLOSED
    return is_closed and words >= MIN_FULL_ANSWER_WORDS and answer.evaded >= SURE


def _emptiest(answer: JudgedAnswer) -> JudgedSentence | None:
    options = [item for item in answer.counted if count_words(item.sentence.text) <= MAX_QUOTE_WORDS]
    return max(options, key=lambda item: item.any_of(WEAKNESSES), default=None)


def find_evasion(answers: Sequence[JudgedAnswer], index: int) -> SelectedConcern | None:
    """A question that got no answer, even when it was asked again."""
    answer = answers[index]
    further = _list_asked_again(answers, index)
    again = [item for item in further if _is_evaded_again(answer, item)]
    again = again[:1] + [item for item in again[1:] if item.exchange.insists]
    is_repeated = any(_is_repeated(answer, item) for item in again)
    if not (is_repeated or is_open(answer.exchange) or answer.exchange.is_probe or _is_fact_evaded(answer)):
        return None
    if not again and (not is_evaded(answer) or any(item.answer_is_full for item in further)):
        return None
    if not again and not _asks_something(answer.exchange.question):
        return None
    quoted = [item for item in map(_emptiest, (answer, *again[:1])) if item is not None]
    if not quoted:
        return None
    quote = copy_evidence([quoted[0].sentence])
    for item in quoted[1:]:
        quote += copy_evidence([item.sentence])
    return SelectedConcern(
        exchanges=(answer.exchange, *(follower.exchange for follower in again)),
        quote=quote,
        weight=max(answer.evaded, LIKELY) * WEIGHT * (2.0 if again else 1.0),
        category=Category.COMMUNICATION,
        kind=FindingKind.EVASION,
        severity=Severity.MEDIUM if again or answer.requirement else Severity.LOW,
        requirement=next((item.requirement for item in (answer, *again) if item.requirement), ""),
    )


def count_evaded(answers: Sequence[JudgedAnswer]) -> tuple[int, int]:
    """(evaded, asked): the open questions that got no answer, and all of them.

    A question that was asked again counts once, and not if it was answered then.
    """
    asked = [
        index
        for index, answer in enumerate(answers)
        if is_open(answer.exchange) and not answer.exchange.is_probe
    ]
    return sum(find_evasion(answers, index) is not None for index in asked), len(asked)


def list_evaded(answers: Sequence[JudgedAnswer]) -> list[Exchange]:
    """Open questions that got no answer, not even when asked again, the surest evasion first."""
    evaded = [
        answer
        for index, answer in enumerate(answers)
        if is_evaded(answer)
        and is_open(answer.exchange)
        and _asks_something(answer.exchange.question)
        and not answer.exchange.is_probe
        and not any(
            item.answer_is_full and item.evaded_with_previous < OPEN_TOGETHER
            for item in _list_asked_again(answers, index)
        )
    ]
    evaded.sort(key=lambda item: -item.evaded)
    return [answer.exchange for answer in evaded]
