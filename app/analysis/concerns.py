"""Selects the concerns of a report: each has two independent signs and quotes the candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.features import SentenceFeatures
from app.analysis.findings import Category, Feature, FindingKind, Severity
from app.analysis.lexicon import Lexicon
from app.analysis.scoring import WEAK, ScoredAnswer
from app.analysis.selection import MAX_QUOTE_WORDS, Selected, copy_evidence
from app.text.folding import lower_speech
from app.text.similarity import covered_share
from app.text.words import content_stems, count_words

MAX_CONCERNS = 4
MAX_EVASIONS = 2
MAX_SHORT_ANSWER_WORDS = 60
"""A longer answer that stays general is an evasion only if the interviewer had to ask again."""
MIN_OWNED = 2.5
"""Weight of two independent signs of an admitted practice: an admission, a concession, a line of the job."""
MAX_PROBES = 2
"""Insisting questions that are read together with the answer they follow."""


@dataclass(frozen=True, slots=True)
class SelectedConcern(Selected):
    """A concern chosen for the report."""

    kind: FindingKind = FindingKind.OWNED
    severity: Severity = Severity.MEDIUM
    requirement: str = ""
    """The line of the job description that it concerns; may be empty."""


def _chain(answers: Sequence[ScoredAnswer], index: int) -> list[ScoredAnswer]:
    """The answers to the insisting questions directly after this one."""
    chain: list[ScoredAnswer] = []
    for answer in answers[index + 1 : index + 1 + MAX_PROBES]:
        if not answer.features.exchange.is_probe and answer.features.exchange.kind is not QuestionKind.REMARK:
            break
        chain.append(answer)
    return chain


def _touched_requirement(text: str, requirements: Sequence[str]) -> str:
    """The line of the job with the largest share of its content words in ``text``; empty if too few."""
    stems = content_stems(text)
    best, most = "", 0.0
    for line in requirements:
        share = covered_share(content_stems(line), stems)
        if share >= 0.2 and share > most:
            best, most = line, share
    return best


def _pair(sentences: Sequence[SentenceFeatures], index: int) -> tuple[SentenceFeatures, ...]:
    """The sentence with an adjacent admission or avoidance, if both together are short enough to quote."""
    span = [sentences[index]]
    for other in (index + 1, index - 1):
        if 0 <= other < len(sentences) and sentences[other].count(Feature.AVOIDANCE, Feature.ADMISSION):
            pair = [sentences[min(index, other)], sentences[max(index, other)]]
            if sum(count_words(item.sentence.text) for item in pair) <= MAX_QUOTE_WORDS:
                span = pair
                break
    return tuple(span)


def _owned(
    answers: Sequence[ScoredAnswer], index: int, lexicon: Lexicon, requirements: Sequence[str]
) -> SelectedConcern | None:
    answer = answers[index]
    sentences = answer.features.sentences
    chain = _chain(answers, index)
    conceded = [
        item
        for follower in chain
        for item in follower.features.sentences
        if item.count(Feature.ADMISSION) or lexicon.concessions.match(lower_speech(item.sentence.text))
    ]
    is_admitted = any(item.count(Feature.ADMISSION) for item in sentences)
    candidates = [
        (item.count(Feature.AVOIDANCE) + 0.5 * item.count(Feature.ADMISSION), -i, i)
        for i, item in enumerate(sentences)
        if item.count(Feature.AVOIDANCE)
    ]
    if not candidates and is_admitted and conceded and any(f.features.exchange.is_probe for f in chain):
        candidates = [(0.5, -i, i) for i, item in enumerate(sentences) if item.count(Feature.ADMISSION)]
    if not candidates:
        return None
    best = max(candidates)[2]
    about = " ".join(
        [answer.features.exchange.question, *(item.sentence.text for item in _pair(sentences, best))]
        + [f.features.exchange.question for f in chain]
    )
    requirement = _touched_requirement(about, requirements)
    avoided = sum(item.count(Feature.AVOIDANCE) for item in sentences)
    weight = avoided + 1.5 * is_admitted + 1.0 * bool(conceded) + 0.7 * bool(requirement)
    if weight < MIN_OWNED:
        return None
    is_severe = lexicon.grave.search(lower_speech(f"{about} {requirement}")) is not None
    severity = Severity.HIGH if is_severe and (is_admitted or conceded) else Severity.MEDIUM
    quote = copy_evidence(_pair(sentences, best))
    if conceded:
        quote += copy_evidence(conceded[:1])
    return SelectedConcern(
        exchanges=(answer.features.exchange, *(f.features.exchange for f in chain)),
        quote=quote,
        weight=weight + (3.0 if severity is Severity.HIGH else 0.0),
        category=Category.TECHNICAL,
        kind=FindingKind.OWNED,
        severity=severity,
        requirement=requirement,
    )


def _evasion(answers: Sequence[ScoredAnswer], index: int) -> SelectedConcern | None:
    answer = answers[index]
    weakness = max(answer.weakness.values())
    if weakness < WEAK or answer.features.exchange.kind not in (QuestionKind.WORK, QuestionKind.MOTIVATION):
        return None
    again = [f for f in _chain(answers, index) if max(f.weakness.values()) >= WEAK]
    is_asked_again = bool(again)
    is_plain = weakness >= 0.9 and answer.features.firm_words <= MAX_SHORT_ANSWER_WORDS
    if not is_asked_again and not is_plain:
        return None
    quoted: list[SentenceFeatures] = []
    for item in (answer, *again[:1]):
        options = [s for s in item.features.sentences if not s.is_instruction]
        options = [s for s in options if count_words(s.sentence.text) <= MAX_QUOTE_WORDS]
        if options:
            quoted.append(
                max(
                    options,
                    key=lambda s: (s.count(Feature.GENERALITY, Feature.HEDGE), count_words(s.sentence.text)),
                )
            )
    if not quoted:
        return None
    return SelectedConcern(
        exchanges=(answer.features.exchange, *(f.features.exchange for f in again[:1])),
        quote=copy_evidence(quoted[:1]) + copy_evidence(quoted[1:]),
        weight=weakness + 1.5 * is_asked_again,
        category=Category.COMMUNICATION,
        kind=FindingKind.EVASION,
        severity=Severity.MEDIUM if is_asked_again else Severity.LOW,
    )


def _marked(
    answer: ScoredAnswer, feature: Feature, kind: FindingKind, requirements: Sequence[str]
) -> SelectedConcern | None:
    """Blame, or experience that is said to be missing; a gap counts only if the job asks for it."""
    sentences = [s for s in answer.features.sentences if s.count(feature)]
    sentences = [s for s in sentences if count_words(s.sentence.text) <= MAX_QUOTE_WORDS]
    if not sentences:
        return None
    text = sentences[0].sentence.text
    requirement = _touched_requirement(text, requirements)
    if kind is FindingKind.GAP and not requirement:
        return None
    is_blame = kind is FindingKind.BLAME
    return SelectedConcern(
        exchanges=(answer.features.exchange,),
        quote=copy_evidence(sentences[:1]),
        weight=2.0,
        category=Category.COMMUNICATION if is_blame else Category.TECHNICAL,
        kind=kind,
        severity=Severity.MEDIUM,
        requirement=requirement,
    )


def select_concerns(
    answers: Sequence[ScoredAnswer], lexicon: Lexicon, requirements: Sequence[str]
) -> list[SelectedConcern]:
    """Select up to four concerns, the most severe first; none if there are no signs of any."""
    found: list[SelectedConcern] = []
    used: set[int] = set()
    for index, answer in enumerate(answers):
        number = answer.features.exchange.index
        if number in used or answer.features.exchange.kind is QuestionKind.COURTESY:
            continue
        concern = (
            _owned(answers, index, lexicon, requirements)
            or _marked(answer, Feature.BLAME, FindingKind.BLAME, requirements)
            or _evasion(answers, index)
            or _marked(answer, Feature.GAP, FindingKind.GAP, requirements)
        )
        if concern is not None:
            found.append(concern)
            used.update(exchange.index for exchange in concern.exchanges)
    order = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}
    found.sort(key=lambda item: (order[item.severity], -item.weight))
    evasions = [item for item in found if item.kind is FindingKind.EVASION][:MAX_EVASIONS]
    return [item for item in found if item.kind is not FindingKind.EVASION or item in evasions][:MAX_CONCERNS]


def list_evaded(answers: Sequence[ScoredAnswer]) -> list[Exchange]:
    """Questions that called for a full answer and got none, weakest answer first, without repetitions."""
    weak = [
        answer
        for answer in answers
        if max(answer.weakness.values()) >= WEAK
        and answer.features.exchange.kind in (QuestionKind.WORK, QuestionKind.MOTIVATION)
        and not answer.features.exchange.is_probe
    ]
    weak.sort(key=lambda item: -max(item.weakness.values()))
    return [item.features.exchange for item in weak]
