"""Selects the concerns of a report from the judge's labels, and rates the severity of each by rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.admissions import PRACTICES
from app.analysis.denials import Denial
from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Category, Evidence, FindingKind, Severity
from app.analysis.gravity import rate_gravity
from app.analysis.judging import LIKELY, MIN_FULL_ANSWER_WORDS, JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.selection import (
    MAX_PASSAGE_WORDS,
    MAX_QUOTE_WORDS,
    Selected,
    copy_evidence,
    is_open,
    says_the_same,
)
from app.analysis.sentences import Sentence
from app.text.folding import lower_speech
from app.text.numbers import has_number
from app.text.words import content_stems, count_words
from models.judgement.labels import CONCERNS, WEAKNESSES, AnswerLabel, SentenceLabel

MAX_CONCERNS = 5
MAX_EVASIONS = 2
"""Also the number of places reserved for evasions next to spoken concerns."""
SUSPECTED = 0.6
"""Minimum probability of any kind of concern, with the form of the sentence (``admissions.py``).

A remark made in passing often falls between two kinds.
"""
SURE = 0.7
"""Minimum probability for a concern to be shown instead of the fact that its answer evades the question."""
RECOGNIZED = 0.6
"""Probability of a bad practice from which the judge alone recognizes one."""
FORMAL = 0.8
"""Minimum probability, with the form of the sentence, where it does not."""
MIN_CONCERN_WORDS = 5
"""A shorter sentence ("No, never.") says too little on its own."""
RELATED = 0.3
"""Minimum probability of a concern for a neighboring sentence to be quoted as well."""
MAX_PROBES = 2
"""Maximum number of insisting questions that are read together with the answer before them."""
CONFIRMED = 0.3
"""Lower limit where the answer to a further question shows the same kind of concern."""
GRAVE = 0.8
"""Minimum probability for a skipped control or misconduct to be a serious concern."""
CLEAR = 0.75
"""The same for the judge alone, without the form of the sentence."""
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
_KINDS = {
    SentenceLabel.SHORTCUT: FindingKind.OWNED,
    SentenceLabel.WRONG: FindingKind.WRONG,
    SentenceLabel.CONDUCT: FindingKind.CONDUCT,
    SentenceLabel.BLAME: FindingKind.BLAME,
    SentenceLabel.GAP: FindingKind.GAP,
}
_MIN_PROBABILITY = {
    FindingKind.WRONG: 0.68,
    FindingKind.GAP: 0.6,
    FindingKind.CONDUCT: 0.65,
    FindingKind.BLAME: 0.7,
}
"""Minimum probability for these kinds.

In 46 interviews written for development, the same 30 planted concerns are shown as without these limits, and
about half of those that nobody planted. The network is least reliable on wrong practices, so they are severe
concerns only by their gravity.
"""
_WEIGHTS = {
    FindingKind.OWNED: 1.0,
    FindingKind.CONDUCT: 1.0,
    FindingKind.WRONG: 0.9,
    FindingKind.GAP: 0.8,
    FindingKind.BLAME: 0.7,
    FindingKind.EVASION: 0.6,
}
"""Weight of each kind of concern, multiplied by its probability."""
REQUIREMENT_BONUS = 0.5
"""Extra weight of a concern about a requirement of the job, as a share."""
_SEVERITY_ORDER = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}
_ASKS_FOR_NUMBER = re.compile(
    r"\bhow (?:many|much|long|often|big|large|far|old|fast)\b|\bwhat (?:number|share|percentage|figure)\b"
    r"|\bwie (?:viele?|lange|oft|groß|hoch)\b|\bcombien\b"
)


@dataclass(frozen=True, slots=True)
class SelectedConcern(Selected):
    """A concern chosen for the report."""

    kind: FindingKind = FindingKind.OWNED
    severity: Severity = Severity.MEDIUM
    certainty: float = 0.0
    """Probability of any concern, with the form of the sentence (``admissions.py``)."""
    gravity: float = 0.0
    """Probability of a grave practice (``gravity.py``); 0 for other kinds."""
    is_denial: bool = False
    """The candidate says that they do not meet ``requirement``."""

    @property
    def rank(self) -> tuple[bool, int, float]:
        """Sort key for the choice: what the job requires and the candidate lacks, then the most severe."""
        return (not self.is_denial, _SEVERITY_ORDER[self.severity], -self.weight)

    @property
    def shown_rank(self) -> tuple[bool, float, int, float]:
        """Sort key of what was chosen: the gravest practice before the others."""
        return (not self.is_denial, -self.gravity, _SEVERITY_ORDER[self.severity], -self.weight)

    @property
    def shown_severity(self) -> Severity:
        """The severity to show, compared with the other practices of the interview too."""
        return Severity.HIGH if self.gravity >= LIKELY else self.severity


def list_probed(answers: Sequence[JudgedAnswer], index: int) -> list[JudgedAnswer]:
    """The answers to the insisting questions directly after this one."""
    chain: list[JudgedAnswer] = []
    for answer in answers[index + 1 : index + 1 + MAX_PROBES]:
        if not answer.exchange.is_probe and answer.exchange.kind is not QuestionKind.REMARK:
            break
        chain.append(answer)
    return chain


def _rank_severity(kind: FindingKind, probability: float, certainty: float, requirement: str) -> Severity:
    """Severity by rules: harm to people or the work counts first, then the purpose of the job."""
    match kind:
        case FindingKind.OWNED | FindingKind.CONDUCT:
            return Severity.HIGH if probability >= GRAVE or certainty >= CLEAR else Severity.MEDIUM
        case FindingKind.GAP | FindingKind.WRONG:
            return Severity.MEDIUM
        case _:
            return Severity.MEDIUM if requirement else Severity.LOW


def _strongest_concern(answer: JudgedAnswer) -> tuple[JudgedSentence, SentenceLabel, float] | None:
    """The sentence most likely to be a concern, with its most likely kind and the probability of any kind.

    Questions by the candidate are not concerns.
    """
    found = [
        (item, suspected.strongest(CONCERNS)[0], suspected.any_of(CONCERNS))
        for item, suspected in ((item, item.suspected) for item in answer.counted)
        if MIN_CONCERN_WORDS <= count_words(item.sentence.text) <= MAX_PASSAGE_WORDS
        and not item.sentence.text.rstrip().endswith("?")
    ]
    return max(found, key=lambda entry: entry[2], default=None)


def _choose_passage(answer: JudgedAnswer, chosen: JudgedSentence) -> list[Sentence]:
    """The sentence with its neighbors of the same kind, as long as they are short enough to quote together.

    The sentence before often says what the concern is about, and the judge cannot tell the two apart.
    """
    sentences = answer.sentences
    at = sentences.index(chosen)
    best, start, end = 0.0, at, at
    for first in range(at, -1, -1):
        if sentences[first].is_instruction:
            break
        for last in range(at, len(sentences)):
            if sentences[last].is_instruction:
                break
            passage = sentences[first : last + 1]
            words = sum(count_words(item.sentence.text) for item in passage)
            if words > MAX_PASSAGE_WORDS:
                break
            worth = sum(item.any_of(CONCERNS) - RELATED for item in passage if item is not chosen)
            if worth > best:
                best, start, end = worth, first, last
    return [item.sentence for item in sentences[start : end + 1]]


def _with_reference(answer: JudgedAnswer, passage: list[Sentence], lexicon: Lexicon | None) -> list[Sentence]:
    """The passage with the sentence before it, if it starts with a pronoun and stays quotable."""
    at = next(at for at, item in enumerate(answer.sentences) if item.sentence is passage[0])
    if lexicon is None or not at or not lexicon.refers_back(passage[0].text):
        return passage
    before = answer.sentences[at - 1]
    words = sum(count_words(item.text) for item in (before.sentence, *passage))
    return passage if before.is_instruction or words > MAX_PASSAGE_WORDS else [before.sentence, *passage]


def _spoken(
    answers: Sequence[JudgedAnswer], index: int, *, least: float, lexicon: Lexicon | None
) -> SelectedConcern | None:
    """Sentences of the candidate that are concerns on their own, with at least this probability."""
    answer = answers[index]
    strongest = _strongest_concern(answer)
    if strongest is None:
        return None
    sentence, label, probability = strongest
    confirming: list[tuple[JudgedAnswer, JudgedSentence]] = []
    for follower in list_probed(answers, index):
        further = _strongest_concern(follower)
        if further is not None and further[2] >= LIKELY:
            confirming.append((follower, further[0]))
    kind = _KINDS[label]
    if probability < (CONFIRMED if confirming else max(least, _MIN_PROBABILITY.get(kind, least))):
        return None
    certainty = sentence.any_of(PRACTICES)
    is_practice = kind in (FindingKind.OWNED, FindingKind.WRONG, FindingKind.CONDUCT)
    if is_practice and certainty < RECOGNIZED and probability < FORMAL:
        return None
    gravity = rate_gravity(probability, sentence.sentence.text) if is_practice else 0.0
    quote = copy_evidence(_with_reference(answer, _choose_passage(answer, sentence), lexicon))
    for _, other in confirming[:1]:
        quote += copy_evidence([other.sentence])
    return SelectedConcern(
        exchanges=(answer.exchange, *(follower.exchange for follower, _ in confirming)),
        quote=quote,
        weight=(max(probability, LIKELY) if confirming else probability)
        * _WEIGHTS[kind]
        * (1.0 + REQUIREMENT_BONUS * bool(answer.requirement)),
        category=Category.COMMUNICATION if kind is FindingKind.BLAME else Category.TECHNICAL,
        kind=kind,
        severity=_rank_severity(kind, probability, certainty, answer.requirement),
        certainty=probability,
        gravity=gravity,
        requirement=answer.requirement,
        core=sentence.sentence.text,
    )


def quote_denial(denial: Denial) -> tuple[Evidence, ...]:
    """The sentence that denies a requirement, with neighbors that are concerns too."""
    return copy_evidence(_choose_passage(denial.answer, denial.sentence))


def _deny(denial: Denial) -> SelectedConcern:
    return SelectedConcern(
        exchanges=(denial.answer.exchange,),
        quote=quote_denial(denial),
        weight=denial.probability * _WEIGHTS[FindingKind.GAP] * (1.0 + REQUIREMENT_BONUS),
        category=Category.TECHNICAL,
        kind=FindingKind.GAP,
        severity=Severity.HIGH,
        is_denial=True,
        requirement=denial.requirement,
        core=denial.sentence.sentence.text,
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


def _evasion(answers: Sequence[JudgedAnswer], index: int) -> SelectedConcern | None:
    """A question that got no answer, even when it was asked again."""
    answer = answers[index]
    further = _list_asked_again(answers, index)
    again = [item for item in further if _is_evaded_again(answer, item)]
    is_repeated = any(_is_repeated(answer, item) for item in again)
    if not (is_repeated or is_open(answer.exchange) or answer.exchange.is_probe or _is_fact_evaded(answer)):
        return None
    if not again and (not is_evaded(answer) or any(item.answer_is_full for item in further)):
        return None
    quoted = [item for item in map(_emptiest, (answer, *again[:1])) if item is not None]
    if not quoted:
        return None
    quote = copy_evidence([quoted[0].sentence])
    for item in quoted[1:]:
        quote += copy_evidence([item.sentence])
    return SelectedConcern(
        exchanges=(answer.exchange, *(follower.exchange for follower in again[:1])),
        quote=quote,
        weight=max(answer.evaded, LIKELY) * _WEIGHTS[FindingKind.EVASION] * (2.0 if again else 1.0),
        category=Category.COMMUNICATION,
        kind=FindingKind.EVASION,
        severity=Severity.MEDIUM if again or answer.requirement else Severity.LOW,
        requirement=answer.requirement,
    )


def _repeats(concern: SelectedConcern, denials: Sequence[SelectedConcern]) -> bool:
    """Whether a concern is what a denial in the same answer already says."""
    return any(
        concern.exchanges[0] == denial.exchanges[0]
        and (concern.kind in (FindingKind.GAP, FindingKind.EVASION) or concern.core == denial.core)
        for denial in denials
    )


def select_concerns(
    answers: Sequence[JudgedAnswer], denials: Sequence[Denial] = (), *, language: str = "en"
) -> list[SelectedConcern]:
    """Select up to five concerns; none if there are no signs of any.

    Requirements that the candidate does not meet come first, then the most severe concerns.
    """
    lexicon = load_lexicon(language)
    denied = [_deny(denial) for denial in denials]
    found = list(denied)
    used: set[int] = set()
    for index, answer in enumerate(answers):
        if answer.exchange.index in used:
            continue
        concern = (
            _spoken(answers, index, least=SURE, lexicon=lexicon)
            or _evasion(answers, index)
            or _spoken(answers, index, least=SUSPECTED, lexicon=lexicon)
        )
        if concern is not None and not _repeats(concern, denied):
            found.append(concern)
            used.update(exchange.index for exchange in concern.exchanges)
    found.sort(key=lambda item: item.rank)
    chosen: list[SelectedConcern] = []
    for item in found:
        if not any(
            item.kind is other.kind and says_the_same(item.quote_text, other.quote_text, language=language)
            for other in chosen
        ):
            chosen.append(item)
    evasions = [item for item in chosen if item.kind is FindingKind.EVASION][:MAX_EVASIONS]
    spoken = [item for item in chosen if item.kind is not FindingKind.EVASION]
    kept = spoken[: MAX_CONCERNS - len(evasions)] + evasions
    return sorted(kept, key=lambda item: item.shown_rank)


def count_evaded(answers: Sequence[JudgedAnswer]) -> tuple[int, int]:
    """(evaded, asked): the open questions that got no answer, and all of them.

    A question that was asked again counts once, and not if it was answered then.
    """
    asked = [
        index
        for index, answer in enumerate(answers)
        if is_open(answer.exchange) and not answer.exchange.is_probe
    ]
    return sum(_evasion(answers, index) is not None for index in asked), len(asked)


def list_evaded(answers: Sequence[JudgedAnswer]) -> list[Exchange]:
    """Open questions that got no answer, not even when asked again, the surest evasion first."""
    evaded = [
        answer
        for index, answer in enumerate(answers)
        if is_evaded(answer)
        and is_open(answer.exchange)
        and not answer.exchange.is_probe
        and not any(
            item.answer_is_full and item.evaded_with_previous < OPEN_TOGETHER
            for item in _list_asked_again(answers, index)
        )
    ]
    evaded.sort(key=lambda item: -item.evaded)
    return [answer.exchange for answer in evaded]
