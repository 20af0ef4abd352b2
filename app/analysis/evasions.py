"""Finds questions that got no answer, also when they were asked again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Category, FindingKind, Severity
from app.analysis.interview_signs import rate_evasion
from app.analysis.judging import LIKELY, MIN_FULL_ANSWER_WORDS, JudgedAnswer, JudgedSentence
from app.analysis.repeated_questions import asks_again, is_repeated, lacks_number
from app.analysis.selection import MAX_QUOTE_WORDS, SelectedConcern, copy_evidence, is_open
from app.text.numbers import asks_for_number
from app.text.words import count_words
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
UNFOUNDED_EVASION = 0.35
"""Lower limit for an evasion where the question asked for a number and the answer has none."""
TOLD = 0.40
"""Minimum probability of an evasion where the heads for whole interviews have read the answer."""
UNTOLD = 0.1
"""The same below which a question was answered: one that insists only in form asks something else then."""
MIN_ASKED_WORDS = 3
"""A question with fewer words ("Anna?") hands over to somebody or says too little by itself."""
_ASKING = re.compile(r"[^.!?]+\?")


def _asks_back(answer: JudgedAnswer) -> bool:
    """Whether the candidate asks something instead of answering, or says nothing that counts."""
    questions = sum(item.sentence.text.rstrip().endswith("?") for item in answer.counted)
    return questions * 2 >= len(answer.counted)


def is_evaded(answer: JudgedAnswer) -> bool:
    """Whether the answer leaves open what was asked.

    A number in the answer to "how many" makes that unlikely, a missing one likely.
    """
    if _asks_back(answer):
        return False
    least = LIKELY
    if asks_for_number(answer.exchange.question):
        least = UNFOUNDED_EVASION if lacks_number(answer) else SURE
    return answer.evaded >= least


def _asks_something(question: str) -> bool:
    """Whether a question says what it asks for. A request has no question mark."""
    asking = _ASKING.findall(question)
    return not asking or any(count_words(text) >= MIN_ASKED_WORDS for text in asking)


def _list_asked_again(answers: Sequence[JudgedAnswer], index: int) -> list[JudgedAnswer]:
    """The answers to the same question, asked again at once."""
    found: list[JudgedAnswer] = []
    before = answers[index]
    for item in answers[index + 1 : index + 1 + MAX_PROBES]:
        if not asks_again(before, item):
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
    if is_repeated(first, second):
        left_open = second.evaded + second.answer[AnswerLabel.PARTIAL]
        return left_open >= INSISTED and second.rating.emptiness >= MIN_INSISTED_EMPTINESS
    halves = [item.evaded + item.answer[AnswerLabel.PARTIAL] for item in (first, second)]
    return (
        asks_again(first, second)
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
    if answer.told is not None:
        return _find_told(answers, index)
    further = _list_asked_again(answers, index)
    again = [item for item in further if _is_evaded_again(answer, item)]
    again = again[:1] + [item for item in again[1:] if item.exchange.insists]
    is_same = any(is_repeated(answer, item) for item in again)
    if not (is_same or is_open(answer.exchange) or answer.exchange.is_probe or _is_fact_evaded(answer)):
        return None
    if not again and (not is_evaded(answer) or any(item.answer_is_full for item in further)):
        return None
    if not again and not _asks_something(answer.exchange.question):
        return None
    return _select(answer, again, max(answer.evaded, LIKELY))


def _find_told(answers: Sequence[JudgedAnswer], index: int) -> SelectedConcern | None:
    """The same by what whole interviews have taught.

    Two answers belong together if the second question asks again, or if both leave their question open and no
    third one asks the second again.
    """
    answer = answers[index]
    probability = 0.0 if _asks_back(answer) else rate_evasion(answers, index)
    further = [item for item in answers[index + 1 : index + 2] if not _asks_back(item)]
    again: list[JudgedAnswer] = []
    for item in further:
        open_again = rate_evasion(answers, index + 1)
        are_open = min(probability, open_again) >= TOLD and not _is_asked_again(answers, index + 1)
        if are_open or _is_asked_again(answers, index):
            again, probability = [item], max(probability, open_again)
    return _select(answer, again, probability) if probability >= TOLD else None


def _is_asked_again(answers: Sequence[JudgedAnswer], index: int) -> bool:
    """Whether the next question asks for what the answer at ``index`` left open.

    One that only insists in form does so if the heads doubt both answers.
    """
    if index + 1 >= len(answers):
        return False
    first, second = answers[index], answers[index + 1]
    if is_repeated(first, second):
        return True
    return second.exchange.is_probe and all(rate_evasion(answers, at) >= UNTOLD for at in (index, index + 1))


def _select(
    answer: JudgedAnswer, again: Sequence[JudgedAnswer], probability: float
) -> SelectedConcern | None:
    """The finding with the emptiest sentence of both answers; None if nothing can be quoted."""
    quoted = [item for item in map(_emptiest, (answer, *again[:1])) if item is not None]
    if not quoted:
        return None
    quote = copy_evidence([quoted[0].sentence])
    for item in quoted[1:]:
        quote += copy_evidence([item.sentence])
    return SelectedConcern(
        exchanges=(answer.exchange, *(follower.exchange for follower in again)),
        quote=quote,
        weight=probability * WEIGHT * (2.0 if again else 1.0),
        category=Category.COMMUNICATION,
        kind=FindingKind.EVASION,
        severity=Severity.MEDIUM if again or answer.requirement else Severity.LOW,
        certainty=probability,
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
    if any(answer.told is not None for answer in answers):
        return _list_told(answers)
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


def _list_told(answers: Sequence[JudgedAnswer]) -> list[Exchange]:
    found: list[SelectedConcern] = []
    used: set[int] = set()
    for index, answer in enumerate(answers):
        evasion = None if answer.exchange.index in used else find_evasion(answers, index)
        if evasion is not None and _asks_something(answer.exchange.question):
            found.append(evasion)
            used.update(exchange.index for exchange in evasion.exchanges)
    found.sort(key=lambda item: -item.certainty)
    return [item.exchanges[0] for item in found]
