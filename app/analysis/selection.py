"""Which words the report rests on: chosen and copied by code, never written by the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.exchanges import Exchange, QuestionKind, plain
from app.analysis.features import Feature, SentenceFeatures, content_stems
from app.analysis.findings import Category, Evidence, QuoteContext, Severity
from app.analysis.lexicon import Lexicon
from app.analysis.scoring import WEAK, ScoredAnswer
from app.analysis.sentences import count_words

MOST_STRENGTHS = 5
FEWEST_STRENGTHS = 2
MOST_CONCERNS = 4
MOST_EVASIONS = 2
STRONG = 0.55
"""Strength of an answer that carries a strength of the report by itself."""
STILL_STRONG = 0.3
"""Good enough where fewer than FEWEST_STRENGTHS are stronger."""
QUOTE_WORDS = 60
MINIMUM_THOUGHT = 2
"""Steps or reasons that make a span without any deed worth quoting."""
SHORT_ANSWER_WORDS = 60
"""A longer answer that stays general is only an evasion when the interviewer had to ask again."""
MINIMUM_OWNED = 2.5
"""An owned-up practice needs two independent signs: an admission, a concession, a line of the job."""
MINIMUM_QUOTE_WORDS = 5
CHAIN = 2
"""How many questions that press on are read together with the answer they press."""

_ADVERSE = (Feature.AVOIDANCE, Feature.BLAME, Feature.GAP, Feature.ADMISSION, Feature.GENERALITY)


class ConcernKind(StrEnum):
    OWNED = "owned"
    """Bad practice that the candidate owns up to."""
    EVASION = "evasion"
    BLAME = "blame"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Selected:
    """Chosen words with the exchanges that they stand in."""

    exchanges: tuple[Exchange, ...]
    quote: tuple[Evidence, ...]
    weight: float
    category: Category

    @property
    def quote_text(self) -> str:
        return " ".join(item.quote for item in self.quote)


@dataclass(frozen=True, slots=True)
class SelectedConcern(Selected):
    kind: ConcernKind = ConcernKind.OWNED
    severity: Severity = Severity.MEDIUM
    requirement: str = ""
    """The line of the job description that it touches."""


def _evidence(sentences: Sequence[SentenceFeatures]) -> tuple[Evidence, ...]:
    """Verbatim pieces; neighbours in one segment are one quote when they stand side by side there."""
    merged: list[Evidence] = []
    for item in sentences:
        for piece in item.sentence.pieces:
            if merged and merged[-1].segment_id == piece.line.id:
                for gap in (" ", ""):
                    joined = f"{merged[-1].quote}{gap}{piece.text}"
                    if joined in piece.line.text:
                        merged[-1] = Evidence(
                            piece.line.id, joined, piece.line.speaker, piece.line.start_seconds
                        )
                        break
                else:
                    merged.append(piece.as_evidence())
            else:
                merged.append(piece.as_evidence())
    return tuple(merged)


def _richness(item: SentenceFeatures) -> float:
    if item.is_instruction or item.count(*_ADVERSE):
        return -1.0
    figures = min(3, item.count(Feature.FIGURE))
    has_outcome = bool(figures and item.count(Feature.RESULT))
    return (
        1.0 * figures
        + 1.5 * min(2, item.count(Feature.RESULT))
        + 1.2 * min(3, item.count(Feature.ACTION))
        + 0.5 * min(3, item.count(Feature.NAMED))
        + 0.5 * min(2, item.count(Feature.REASON, Feature.METHOD, Feature.PEOPLE))
        + 2.0 * has_outcome
        - 0.3 * item.count(Feature.HEDGE)
    )


def _best_span(sentences: Sequence[SentenceFeatures]) -> tuple[float, tuple[SentenceFeatures, ...]]:
    """The richest one or two neighbouring sentences of quotable length, and how rich they are."""
    best: tuple[float, tuple[SentenceFeatures, ...]] = (0.0, ())
    for size in (1, 2):
        for start in range(len(sentences) - size + 1):
            span = tuple(sentences[start : start + size])
            values = [_richness(item) for item in span]
            words = sum(count_words(item.sentence.text) for item in span)
            if min(values) < 0 or not MINIMUM_QUOTE_WORDS <= words <= QUOTE_WORDS:
                continue
            # Figures and names alone are facts about the world; a strength is something done or worked out.
            deeds = sum(item.count(Feature.ACTION, Feature.RESULT) for item in span)
            thought = sum(item.count(Feature.METHOD, Feature.REASON) for item in span)
            if not deeds and thought < MINIMUM_THOUGHT:
                continue
            # Two sentences must earn their length.
            value = sum(values) * (1.0 if size == 1 else 0.8)
            if value > best[0]:
                best = (value, span)
    return best


def _has_owned_up(answer: ScoredAnswer) -> bool:
    return any(item.count(Feature.AVOIDANCE) for item in answer.features.sentences)


def select_strengths(answers: Sequence[ScoredAnswer]) -> list[Selected]:
    """Two to five answers with the most evidence, each with its richest words; fewer where fewer hold up."""
    chosen: list[Selected] = []
    for answer in answers:
        kind = answer.features.exchange.kind
        strength = max(answer.strength.values())
        if kind is QuestionKind.COURTESY or strength < STILL_STRONG or _has_owned_up(answer):
            continue
        value, span = _best_span(answer.features.sentences)
        if not span or value < 2.0:
            continue
        people = answer.features.count(Feature.PEOPLE) + answer.features.count(Feature.STRUCTURE)
        hands = answer.features.count(Feature.NAMED) + answer.features.count(Feature.METHOD)
        if kind not in (QuestionKind.WORK, QuestionKind.NONE):
            value *= 0.5
            strength *= 0.5
        is_about_people = answer.features.count(Feature.PEOPLE) >= 2 and people > hands
        chosen.append(
            Selected(
                exchanges=(answer.features.exchange,),
                quote=_evidence(span),
                weight=strength * (1.0 + value / 10.0),
                category=Category.COMMUNICATION if is_about_people else Category.TECHNICAL,
            )
        )
    chosen.sort(key=lambda item: -item.weight)
    strong = [item for item in chosen if item.weight >= STRONG]
    return (strong if len(strong) >= FEWEST_STRENGTHS else chosen[:FEWEST_STRENGTHS])[:MOST_STRENGTHS]


def _chain(answers: Sequence[ScoredAnswer], index: int) -> list[ScoredAnswer]:
    """The answers to the questions that press on directly after this one."""
    chain: list[ScoredAnswer] = []
    for answer in answers[index + 1 : index + 1 + CHAIN]:
        if not answer.features.exchange.is_probe and answer.features.exchange.kind is not QuestionKind.REMARK:
            break
        chain.append(answer)
    return chain


def _touched_requirement(text: str, requirements: Sequence[str]) -> str:
    """The line of the job that shares the most with ``text``; empty unless it shares something telling."""
    stems = content_stems(text)
    best, most = "", 0.0
    for line in requirements:
        wanted = content_stems(line)
        shared = wanted & stems
        share = len(shared) / len(wanted) if wanted else 0.0
        if shared and share >= 0.2 and share > most:
            best, most = line, share
    return best


def _pair(sentences: Sequence[SentenceFeatures], index: int) -> tuple[SentenceFeatures, ...]:
    """The sentence and its more telling neighbour, while they are short enough to quote."""
    span = [sentences[index]]
    for other in (index + 1, index - 1):
        if 0 <= other < len(sentences) and sentences[other].count(Feature.AVOIDANCE, Feature.ADMISSION):
            pair = [sentences[min(index, other)], sentences[max(index, other)]]
            if sum(count_words(item.sentence.text) for item in pair) <= QUOTE_WORDS:
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
        if item.count(Feature.ADMISSION) or lexicon.concessions.match(plain(item.sentence.text))
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
    if weight < MINIMUM_OWNED:
        return None
    is_grave = lexicon.grave.search(plain(f"{about} {requirement}")) is not None
    severity = Severity.HIGH if is_grave and (is_admitted or conceded) else Severity.MEDIUM
    quote = _evidence(_pair(sentences, best))
    if conceded:
        quote += _evidence(conceded[:1])
    return SelectedConcern(
        exchanges=(answer.features.exchange, *(f.features.exchange for f in chain)),
        quote=quote,
        weight=weight + (3.0 if severity is Severity.HIGH else 0.0),
        category=Category.TECHNICAL,
        kind=ConcernKind.OWNED,
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
    is_plain = weakness >= 0.9 and answer.features.firm_words <= SHORT_ANSWER_WORDS
    if not is_asked_again and not is_plain:
        return None
    quoted: list[SentenceFeatures] = []
    for item in (answer, *again[:1]):
        options = [s for s in item.features.sentences if not s.is_instruction]
        options = [s for s in options if count_words(s.sentence.text) <= QUOTE_WORDS]
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
        quote=_evidence(quoted[:1]) + _evidence(quoted[1:]),
        weight=weakness + 1.5 * is_asked_again,
        category=Category.COMMUNICATION,
        kind=ConcernKind.EVASION,
        severity=Severity.MEDIUM if is_asked_again else Severity.LOW,
    )


def _marked(
    answer: ScoredAnswer, feature: Feature, kind: ConcernKind, requirements: Sequence[str]
) -> SelectedConcern | None:
    """Blame, or experience that is said to be missing; a gap counts only where the job asks for it."""
    sentences = [s for s in answer.features.sentences if s.count(feature)]
    sentences = [s for s in sentences if count_words(s.sentence.text) <= QUOTE_WORDS]
    if not sentences:
        return None
    text = sentences[0].sentence.text
    requirement = _touched_requirement(text, requirements)
    if kind is ConcernKind.GAP and not requirement:
        return None
    is_blame = kind is ConcernKind.BLAME
    return SelectedConcern(
        exchanges=(answer.features.exchange,),
        quote=_evidence(sentences[:1]),
        weight=2.0,
        category=Category.COMMUNICATION if is_blame else Category.TECHNICAL,
        kind=kind,
        severity=Severity.MEDIUM,
        requirement=requirement,
    )


def select_concerns(
    answers: Sequence[ScoredAnswer], lexicon: Lexicon, requirements: Sequence[str]
) -> list[SelectedConcern]:
    """Up to four concerns, the gravest first; none where nothing speaks for one."""
    found: list[SelectedConcern] = []
    used: set[int] = set()
    for index, answer in enumerate(answers):
        number = answer.features.exchange.index
        if number in used or answer.features.exchange.kind is QuestionKind.COURTESY:
            continue
        concern = (
            _owned(answers, index, lexicon, requirements)
            or _marked(answer, Feature.BLAME, ConcernKind.BLAME, requirements)
            or _evasion(answers, index)
            or _marked(answer, Feature.GAP, ConcernKind.GAP, requirements)
        )
        if concern is not None:
            found.append(concern)
            used.update(exchange.index for exchange in concern.exchanges)
    order = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}
    found.sort(key=lambda item: (order[item.severity], -item.weight))
    evasions = [item for item in found if item.kind is ConcernKind.EVASION][:MOST_EVASIONS]
    return [item for item in found if item.kind is not ConcernKind.EVASION or item in evasions][
        :MOST_CONCERNS
    ]


def list_evaded(answers: Sequence[ScoredAnswer]) -> list[Exchange]:
    """Every question for a full answer that got none, the weakest answers first; not its repetitions."""
    weak = [
        answer
        for answer in answers
        if max(answer.weakness.values()) >= WEAK
        and answer.features.exchange.kind in (QuestionKind.WORK, QuestionKind.MOTIVATION)
        and not answer.features.exchange.is_probe
    ]
    weak.sort(key=lambda item: -max(item.weakness.values()))
    return [item.features.exchange for item in weak]


def select_quotes(
    answers: Sequence[ScoredAnswer], lexicon: Lexicon, *, without: set[int]
) -> list[tuple[QuoteContext, Selected]]:
    """At most one telling piece of reasoning and one of what the candidate values, from other answers."""
    best: dict[QuoteContext, tuple[float, ScoredAnswer, SentenceFeatures]] = {}
    for answer in answers:
        if (
            answer.features.exchange.index in without
            or answer.features.exchange.kind is QuestionKind.COURTESY
        ):
            continue
        for item in answer.features.sentences:
            words = count_words(item.sentence.text)
            if item.is_instruction or item.count(*_ADVERSE) or not 8 <= words <= QUOTE_WORDS:
                continue
            reasoning = 2.0 * item.count(Feature.REASON) + item.count(Feature.METHOD)
            valued = len(set(lexicon.values.findall(plain(item.sentence.text)))) + 0.5 * item.count(
                Feature.REASON
            )
            for context, value, least in (
                (QuoteContext.INSIGHT, reasoning, 2.0),
                (QuoteContext.PERSONALITY, valued, 1.0),
            ):
                if value >= least and value > best.get(context, (0.0,))[0]:
                    best[context] = (value, answer, item)
    chosen: list[tuple[QuoteContext, Selected]] = []
    for context, (value, answer, item) in best.items():
        quote = _evidence([item])
        if all(quote != other.quote for _, other in chosen):
            exchanges = (answer.features.exchange,)
            chosen.append((context, Selected(exchanges, quote, value, Category.COMMUNICATION)))
    return chosen
