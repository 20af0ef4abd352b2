"""Selects the strengths and quotes of a report. Code chooses and copies them; the model never writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.findings import Category, Evidence, FindingKind, QuoteContext, Severity
from app.analysis.judging import LIKELY, JudgedAnswer, JudgedSentence
from app.analysis.lexicon import Lexicon
from app.analysis.sentences import Sentence
from app.text.numbers import has_figure, has_number, number_values
from app.text.similarity import jaccard
from app.text.stop_words import load_stop_words
from app.text.words import content_stems, count_words
from models.judgement.labels import CONCERNS, EVIDENCE, WEAKNESSES, SentenceLabel

MAX_STRENGTHS = 5
MIN_STRENGTHS = 2
STRONG = 0.7
"""Minimum probability of evidence for a passage to be a strength."""
STILL_STRONG = 0.5
"""Lower limit while there are fewer than MIN_STRENGTHS strengths, and for an outcome."""
MAX_CONCERN = 0.3
"""Maximum probability of a concern for a passage to be a strength."""
DOUBTFUL = 0.35
"""With this probability of a concern in any of its sentences, no part of an answer is a strength."""
DOUBTFUL_OUTCOME = 0.5
"""The same in an answer that states an outcome: modest words about it read like a concern."""
MAX_QUOTE_WORDS = 60
MIN_QUOTE_WORDS = 5
SAME_SHARE = 0.5
"""Minimum share of common content words for two passages to say the same."""
WEIGHTS = {
    SentenceLabel.RESULT: 1.0,
    SentenceLabel.ACTION: 0.9,
    SentenceLabel.OWNERSHIP: 0.9,
    SentenceLabel.METHOD: 0.8,
    SentenceLabel.INSIGHT: 0.8,
    SentenceLabel.PEOPLE: 0.8,
    SentenceLabel.MOTIVATION_SPECIFIC: 0.4,
}
"""Weight of each kind of evidence."""
REQUIREMENT_BONUS = 0.25
"""Extra weight of a passage about a requirement of the job, as a share."""
MAX_PASSAGE_SENTENCES = 5
MAX_PASSAGE_WORDS = 90
"""Enough for an action and its result."""
FURTHER_SENTENCE = 0.6
"""Factor on the weight of the second sentence of a passage, squared for the third, and so on."""
DANGLING_SHARE = 0.5
"""Factor on the rank of a passage that starts with a pronoun ("He was fine after that")."""
MOTIVATION_SHARE = 0.5
"""Weight of an answer about wishes or the career, relative to one about the work."""
FIGURE_BONUS = 0.25
"""Bonus for a figure in a passage."""
FIGURE_RICHNESS = 0.2
"""Bonus for each sentence with a figure when answers are ranked."""
COUNTED_FIGURES = 3
OUTCOME_BONUS = 0.6
"""Bonus for an answer that states an outcome, and for a passage with that sentence, as a share."""
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
    ignored = load_stop_words(language)
    return (
        jaccard(content_stems(first, ignored=ignored), content_stems(second, ignored=ignored)) >= SAME_SHARE
    )


def _worth(item: JudgedSentence) -> float:
    """Weight of a sentence for the candidate: its best evidence, reduced if it is general."""
    if item.is_instruction or item.any_of(CONCERNS) > MAX_CONCERN:
        return -1.0
    best = max(weight * item.labels[label] for label, weight in WEIGHTS.items())
    return best * (1.0 - 0.5 * item.any_of(WEAKNESSES))


def _best_passage(answer: JudgedAnswer, lexicon: Lexicon) -> tuple[JudgedSentence, ...]:
    """Up to five adjacent sentences with the most evidence, short enough to quote; possibly none.

    A passage that is understandable on its own is preferred, and one with a figure.
    """
    sentences = answer.sentences
    best: tuple[float, tuple[JudgedSentence, ...]] = (0.0, ())
    for size in range(1, MAX_PASSAGE_SENTENCES + 1):
        for start in range(len(sentences) - size + 1):
            passage = sentences[start : start + size]
            worths = sorted((_worth(item) for item in passage), reverse=True)
            words = sum(count_words(item.sentence.text) for item in passage)
            if worths[-1] < 0.0 or not MIN_QUOTE_WORDS <= words <= MAX_PASSAGE_WORDS:
                continue
            worth = sum(value * FURTHER_SENTENCE**rank for rank, value in enumerate(worths))
            if any(has_figure(item.sentence.text) for item in passage):
                worth += FIGURE_BONUS * worths[0]
            if any(lexicon.tells_outcome(item.sentence.text) for item in passage):
                worth += OUTCOME_BONUS * worths[0]
            if lexicon.refers_back(passage[0].sentence.text):
                worth *= DANGLING_SHARE
            if worth > best[0]:
                best = (worth, passage)
    return best[1]


def _tell_change(
    answer: JudgedAnswer, passage: Sequence[JudgedSentence], lexicon: Lexicon
) -> tuple[JudgedSentence, ...]:
    """The passage from the value before to the result, if its answer tells both.

    "Nine a month" says little without "it was thirty-eight". Where all of it is too long to quote, sentences
    with the least evidence are left out.
    """
    sentences = answer.sentences
    results = [
        at
        for at, item in enumerate(sentences)
        if has_figure(item.sentence.text)
        and (item.has(SentenceLabel.RESULT) or lexicon.tells_outcome(item.sentence.text))
    ]
    start = sentences.index(passage[0])
    if not results or results[-1] < start:
        return tuple(passage)
    before = _find_value_before(sentences, results[-1], start)
    if before < start - 1 and len(number_values(sentences[results[-1]].sentence.text)) > 1:
        # The result comes with a value to compare.
        before = start
    end = max(results[-1], sentences.index(passage[-1]))
    chosen = list(sentences[min(start, before) : end + 1])
    if any(item.is_instruction for item in chosen):
        return tuple(passage)
    fixed = [sentences[before], *(sentences[at] for at in results if at >= start)]
    fixed.append(max(passage, key=_worth))
    while sum(count_words(item.sentence.text) for item in chosen) > MAX_PASSAGE_WORDS:
        free = [item for item in chosen if item not in fixed]
        if not free:
            return tuple(passage)
        chosen.remove(min(free, key=_worth))
    return tuple(chosen)


def _find_value_before(sentences: Sequence[JudgedSentence], result: int, start: int) -> int:
    """The place of the sentence that tells how it was before a result.

    It is the first one with a figure, else the one before the passage if that has any number.
    """
    for at in range(result):
        if has_figure(sentences[at].sentence.text):
            return at
    is_near = start > 0 and has_number(sentences[start - 1].sentence.text)
    return start - 1 if is_near else min(start, result)


def _core(passage: Sequence[JudgedSentence]) -> str:
    """The sentence with the most evidence; one with a figure is preferred."""
    best = max(passage, key=lambda item: _worth(item) * (1.0 + FIGURE_BONUS * has_figure(item.sentence.text)))
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
    """Select the two to five answers with the most evidence, each with its best passage."""
    found: list[tuple[float, Selected]] = []
    for answer in answers:
        outcome = any(lexicon.tells_outcome(item.sentence.text) for item in answer.counted)
        if answer.evaded >= LIKELY or is_doubtful(answer, DOUBTFUL_OUTCOME if outcome else DOUBTFUL):
            continue
        passage = _best_passage(answer, lexicon)
        if not passage:
            continue
        passage = _tell_change(answer, passage, lexicon)
        certainty = max(item.any_of(EVIDENCE) for item in passage)
        # An answer that misses the question is not a strength, however concrete it is.
        weight = _richness(answer, outcome=outcome) * (0.5 + 0.5 * answer.rating.directness)
        weight *= 1.0 + REQUIREMENT_BONUS * bool(answer.requirement)
        if lexicon.refers_back(passage[0].sentence.text):
            weight *= DANGLING_SHARE
        if answer.exchange.kind is QuestionKind.MOTIVATION:
            weight *= MOTIVATION_SHARE
        found.append(
            (
                certainty,
                Selected(
                    exchanges=(answer.exchange,),
                    quote=copy_evidence([item.sentence for item in passage]),
                    weight=weight,
                    category=Category.COMMUNICATION if _is_about_people(passage) else Category.TECHNICAL,
                    requirement=answer.requirement,
                    core=_core(passage),
                ),
            )
        )
    found.sort(key=lambda item: -item[1].weight)
    chosen: list[Selected] = []
    for certainty, item in found:
        is_plain = len(chosen) >= MIN_STRENGTHS and not lexicon.tells_outcome(item.core)
        least = STRONG if is_plain else STILL_STRONG
        is_new = not any(
            says_the_same(item.quote_text, other.quote_text, language=lexicon.language) for other in chosen
        )
        if certainty >= least and is_new and len(chosen) < MAX_STRENGTHS:
            chosen.append(item)
    return chosen


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
            if _worth(item) < 0.0 or not MIN_QUOTE_WORDS < words <= MAX_QUOTE_WORDS:
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
