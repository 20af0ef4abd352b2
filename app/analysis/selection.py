"""Selects the strengths and quotes of a report. Code chooses and copies them; the model never writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Category, Evidence, FindingKind, QuoteContext, Severity
from app.analysis.interview_signs import EARLY_EXCHANGES, rate_concern, rate_strength
from app.analysis.judging import LIKELY, JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon
from app.analysis.practicalities import asks_about_terms
from app.analysis.sentences import Sentence
from app.analysis.stories import (
    FIGURE_BONUS,
    MIN_QUOTE_WORDS,
    OUTCOME_BONUS,
    find_story,
    rate_sentence,
    tells_outcome,
    tells_result,
)
from app.text.numbers import has_figure
from app.text.similarity import jaccard
from app.text.words import content_stems, count_words
from models.judgement.labels import CONCERNS, EVIDENCE, SentenceLabel

MAX_STRENGTHS = 5
MIN_STRENGTHS = 2
STRONG = 0.7
"""Minimum probability of evidence for a passage to be a strength."""
STILL_STRONG = 0.5
"""Lower limit while there are fewer than MIN_STRENGTHS strengths, and for an outcome."""
DOUBTFUL = 0.35
"""With this probability of a concern in any of its sentences, no part of an answer is a strength."""
DOUBTFUL_OUTCOME = 0.5
"""The same in an answer that tells a result: modest words about it read like a concern."""
DOUBTFUL_RATED = 0.3
"""The same by the heads for whole interviews, where they have read the answer."""
WORTH_SHOWING = 0.2
"""Least probability, by that head, of a strength after the first two.

With whole sets left out, 427 of 494 planted strengths are shown in 629 places of 212 interviews.
"""
RATED_WEIGHT = 8.0
"""Weight of a certain strength by that head. From a probability of a quarter on, it counts as rich."""
MAX_QUOTE_WORDS = 60
MAX_PASSAGE_WORDS = 90
"""Words of the passage of a concern."""
SAME_SHARE = 0.5
"""Minimum share of common content words for two passages to say the same."""
REQUIREMENT_BONUS = 0.25
"""Extra weight of a passage about a requirement of the job, as a share."""
DANGLING = 0.8
"""Factor on the weight of an answer whose quote starts with a pronoun."""
MOTIVATION_SHARE = 0.5
"""Weight of an answer about wishes or the career, relative to one about the work."""
FIGURE_RICHNESS = 0.2
"""Bonus for each sentence with a figure when answers are ranked."""
COUNTED_FIGURES = 3
RICHNESS = {
    SentenceLabel.RESULT: 1.0,
    SentenceLabel.ACTION: 0.6,
    SentenceLabel.METHOD: 0.5,
    SentenceLabel.INSIGHT: 0.5,
    SentenceLabel.OWNERSHIP: 0.4,
    SentenceLabel.PEOPLE: 0.4,
}
"""Bonus for each kind of evidence: a result with its method is worth more than either alone."""
_SEVERITY_ORDER = {Severity.HIGH: 0, Severity.MEDIUM: 1, Severity.LOW: 2}


@dataclass(frozen=True, slots=True)
class Selected:
    """A verbatim quote chosen for the report, with the exchanges it comes from."""

    exchanges: tuple[Exchange, ...]
    quote: tuple[Evidence, ...]
    weight: float
    category: Category
    kind: FindingKind = FindingKind.STRENGTH
    requirement: str = ""
    """The requirement of the job that it is about; may be empty."""
    core: str = ""
    """The sentence of the quote that matters most; empty if there is only one."""
    clause: str = ""
    """The clause of the core for the title; empty if ``titles`` chooses one."""
    outcome: bool = False
    """A sentence of the quote tells an outcome."""
    is_rated: bool = False
    """The head for whole interviews has rated how strong it is, figures and outcome included."""

    @property
    def quote_text(self) -> str:
        """The whole quote as one text."""
        return " ".join(item.quote for item in self.quote)


@dataclass(frozen=True, slots=True)
class SelectedConcern(Selected):
    """A concern chosen for the report."""

    kind: FindingKind = FindingKind.OWNED
    severity: Severity = Severity.MEDIUM
    certainty: float = 0.0
    """Probability of any concern, with the form of the sentence (``admissions.py``)."""
    gravity: float = 0.0
    """Probability of a grave practice (``gravity.py``); 0 for other kinds.

    Where the heads for whole interviews have rated it, that of any spoken concern but a denial.
    """
    recognized: float = 0.0
    """Probability of a practice by the judge alone, without the form of the sentence."""
    is_told: bool = False
    """The heads for whole interviews have rated it."""
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


def copy_evidence(sentences: Sequence[Sentence]) -> tuple[Evidence, ...]:
    """Copy sentences as verbatim quotes; adjacent sentences of one segment become one quote."""
    merged: list[Evidence] = []
    for sentence in sentences:
        for piece in sentence.pieces:
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


def says_the_same(first: str, second: str, *, language: str) -> bool:
    """Whether two passages share so many content words that one of them is enough."""
    stems = [content_stems(text, language=language) for text in (first, second)]
    return jaccard(*stems) >= SAME_SHARE


def _core(passage: Sequence[JudgedSentence]) -> str:
    """The sentence with the most evidence; one with a figure is preferred."""
    best = max(
        passage, key=lambda item: rate_sentence(item) * (1.0 + FIGURE_BONUS * has_figure(item.sentence.text))
    )
    return best.sentence.text


def _richness(answer: JudgedAnswer, *, outcome: bool) -> float:
    """How much evidence of different kinds the answer contains together, how many figures, and an outcome."""
    figures = sum(has_figure(item.sentence.text) for item in answer.counted)
    return (
        OUTCOME_BONUS * outcome
        + FIGURE_RICHNESS * min(figures, COUNTED_FIGURES)
        + sum(
            weight * max((item.labels[label] for item in answer.counted), default=0.0)
            for label, weight in RICHNESS.items()
        )
    )


def _is_about_people(passage: Sequence[JudgedSentence]) -> bool:
    people = max(item.labels[SentenceLabel.PEOPLE] for item in passage)
    hands = max(
        item.labels[label]
        for item in passage
        for label in (SentenceLabel.ACTION, SentenceLabel.METHOD, SentenceLabel.INSIGHT)
    )
    return people >= LIKELY and people > hands


def select_strengths(answers: Sequence[JudgedAnswer], lexicon: Lexicon) -> list[Selected]:
    """Select the two to five strongest answers, each with its best passage."""
    found = [entry for answer in answers if (entry := _consider(answer, lexicon)) is not None]
    found.sort(key=lambda entry: -entry[1].weight)
    chosen: list[Selected] = []
    for certainty, item in found:
        is_new = not any(
            says_the_same(item.quote_text, other.quote_text, language=lexicon.language) for other in chosen
        )
        least = _least_certainty(item, len(chosen), lexicon)
        if certainty >= least and is_new and len(chosen) < MAX_STRENGTHS:
            chosen.append(item)
    return chosen


def _consider(answer: JudgedAnswer, lexicon: Lexicon) -> tuple[float, Selected] | None:
    """The answer as a strength with its certainty; None if it is none, or has nothing to quote.

    The head for whole interviews decides where it has read the answer, else how much evidence there is.
    """
    rated = _find_strongest(answer)
    if not rated and _is_about_the_person(answer, lexicon):
        return None
    if rated:
        is_excluded = any(rate_concern(item) >= DOUBTFUL_RATED for item in answer.counted)
    else:
        has_result = any(tells_result(item, lexicon) for item in answer.counted)
        is_excluded = is_doubtful(answer, DOUBTFUL_OUTCOME if has_result else DOUBTFUL)
    if answer.evaded >= LIKELY or answer.is_off_topic or is_excluded:
        return None
    passage = find_story(answer, lexicon, rated[1] if rated else None)
    if not passage:
        return None
    certainty = rated[0] if rated else max(item.any_of(EVIDENCE) for item in passage)
    return certainty, Selected(
        exchanges=(answer.exchange,),
        quote=copy_evidence([item.sentence for item in passage]),
        weight=RATED_WEIGHT * certainty if rated else _weigh(answer, passage, lexicon),
        category=Category.COMMUNICATION if _is_about_people(passage) else Category.TECHNICAL,
        requirement=answer.requirement,
        core=_core(passage),
        outcome=any(tells_outcome(sentence, lexicon) for sentence in passage),
        is_rated=rated is not None,
    )


def _is_about_the_person(answer: JudgedAnswer, lexicon: Lexicon) -> bool:
    """Whether an answer tells a life at the start of an interview, or the notice or pay that is asked for."""
    exchange = answer.exchange
    is_introduction = exchange.kind is QuestionKind.MOTIVATION and exchange.index < EARLY_EXCHANGES
    return is_introduction or asks_about_terms(exchange.question, lexicon)


def _find_strongest(answer: JudgedAnswer) -> tuple[float, JudgedSentence] | None:
    """The probability of the surest strength with its sentence; None if the head has not read the answer."""
    rated = [
        (probability, item)
        for item in answer.counted
        if (probability := rate_strength(answer, item)) is not None
    ]
    return max(rated, key=lambda pair: pair[0], default=None)


def _weigh(answer: JudgedAnswer, passage: Sequence[JudgedSentence], lexicon: Lexicon) -> float:
    """How much evidence the answer has.

    An answer that misses the question counts less, however concrete it is.
    """
    outcome = any(tells_outcome(item, lexicon) for item in answer.counted)
    weight = _richness(answer, outcome=outcome) * (0.5 + 0.5 * answer.rating.directness)
    weight *= 1.0 + REQUIREMENT_BONUS * bool(answer.requirement)
    if lexicon.refers_back(passage[0].sentence.text):
        weight *= DANGLING
    if answer.exchange.kind is QuestionKind.MOTIVATION:
        weight *= MOTIVATION_SHARE
    return weight


def _least_certainty(item: Selected, count: int, lexicon: Lexicon) -> float:
    """The least certainty of a strength after ``count`` others."""
    if item.is_rated:
        return WORTH_SHOWING if count >= MIN_STRENGTHS else 0.0
    is_plain = count >= MIN_STRENGTHS and not lexicon.tells_outcome(item.core)
    return STRONG if is_plain else STILL_STRONG


def is_doubtful(answer: JudgedAnswer, least: float = DOUBTFUL) -> bool:
    """Whether anything in the answer may be a concern. Such an answer is never a strength."""
    return any(item.any_of(CONCERNS) >= least for item in answer.counted)


def select_quotes(
    answers: Sequence[JudgedAnswer], *, without: set[int]
) -> list[tuple[QuoteContext, Selected]]:
    """Select at most one quote that shows reasoning and one that shows values.

    Exchanges whose index is in ``without`` are skipped.
    """
    best: dict[QuoteContext, tuple[float, JudgedAnswer, JudgedSentence]] = {}
    for answer in answers:
        if answer.exchange.index in without:
            continue
        for item in answer.counted:
            words = count_words(item.sentence.text)
            if rate_sentence(item) < 0.0 or not MIN_QUOTE_WORDS < words <= MAX_QUOTE_WORDS:
                continue
            values = max(item.labels[SentenceLabel.OWNERSHIP], item.labels[SentenceLabel.MOTIVATION_SPECIFIC])
            for context, value in (
                (QuoteContext.INSIGHT, item.labels[SentenceLabel.INSIGHT]),
                (QuoteContext.PERSONALITY, values),
            ):
                if value >= LIKELY and value > best.get(context, (0.0,))[0]:
                    best[context] = (value, answer, item)
    chosen: list[tuple[QuoteContext, Selected]] = []
    for context, (value, answer, item) in best.items():
        quote = copy_evidence([item.sentence])
        if all(quote != other.quote for _, other in chosen):
            chosen.append((context, Selected((answer.exchange,), quote, value, Category.COMMUNICATION)))
    return chosen


def is_open(exchange: Exchange) -> bool:
    """Whether the question called for a full answer."""
    return exchange.kind in (QuestionKind.WORK, QuestionKind.MOTIVATION)
