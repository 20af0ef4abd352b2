"""Selects the strengths and quotes of a report; code chooses and copies them, the model never writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange, QuestionKind
from app.analysis.features import SentenceFeatures
from app.analysis.findings import Category, Evidence, Feature, FindingKind, QuoteContext
from app.analysis.lexicon import Lexicon
from app.analysis.scoring import ScoredAnswer
from app.text.folding import lower_speech
from app.text.words import count_words

MAX_STRENGTHS = 5
MIN_STRENGTHS = 2
STRONG = 0.55
"""Weight from which an answer is a strength of the report by itself."""
STILL_STRONG = 0.3
"""Strength that is enough where fewer than MIN_STRENGTHS answers are stronger."""
MAX_QUOTE_WORDS = 60
MIN_THOUGHT = 2
"""Steps or reasons that make a passage worth quoting even if it reports no action."""
MIN_QUOTE_WORDS = 5

_ADVERSE = (Feature.AVOIDANCE, Feature.BLAME, Feature.GAP, Feature.ADMISSION, Feature.GENERALITY)


@dataclass(frozen=True, slots=True)
class Selected:
    """A verbatim quote chosen for the report, with the exchanges it comes from."""

    exchanges: tuple[Exchange, ...]
    quote: tuple[Evidence, ...]
    weight: float
    category: Category
    kind: FindingKind = FindingKind.STRENGTH

    @property
    def quote_text(self) -> str:
        """The whole quote as one text."""
        return " ".join(item.quote for item in self.quote)


def copy_evidence(sentences: Sequence[SentenceFeatures]) -> tuple[Evidence, ...]:
    """Copy sentences as verbatim quotes; adjacent sentences of one segment become one quote."""
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
    """The one or two adjacent sentences with the most evidence, short enough to quote, and their value."""
    best: tuple[float, tuple[SentenceFeatures, ...]] = (0.0, ())
    for size in (1, 2):
        for start in range(len(sentences) - size + 1):
            span = tuple(sentences[start : start + size])
            values = [_richness(item) for item in span]
            words = sum(count_words(item.sentence.text) for item in span)
            if min(values) < 0 or not MIN_QUOTE_WORDS <= words <= MAX_QUOTE_WORDS:
                continue
            # Figures and names alone are facts about the world; a strength is an action or a thought.
            actions = sum(item.count(Feature.ACTION, Feature.RESULT) for item in span)
            thought = sum(item.count(Feature.METHOD, Feature.REASON) for item in span)
            if not actions and thought < MIN_THOUGHT:
                continue
            # A second sentence must be worth its length.
            value = sum(values) * (1.0 if size == 1 else 0.8)
            if value > best[0]:
                best = (value, span)
    return best


def _has_owned_up(answer: ScoredAnswer) -> bool:
    return any(item.count(Feature.AVOIDANCE) for item in answer.features.sentences)


def select_strengths(answers: Sequence[ScoredAnswer]) -> list[Selected]:
    """Select the two to five answers with the most evidence, each with its best passage."""
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
                quote=copy_evidence(span),
                weight=strength * (1.0 + value / 10.0),
                category=Category.COMMUNICATION if is_about_people else Category.TECHNICAL,
            )
        )
    chosen.sort(key=lambda item: -item.weight)
    strong = [item for item in chosen if item.weight >= STRONG]
    return (strong if len(strong) >= MIN_STRENGTHS else chosen[:MIN_STRENGTHS])[:MAX_STRENGTHS]


def select_quotes(
    answers: Sequence[ScoredAnswer], lexicon: Lexicon, *, without: set[int]
) -> list[tuple[QuoteContext, Selected]]:
    """Select at most one quote that shows reasoning and one that shows values.

    Exchanges whose index is in ``without`` are skipped.
    """
    best: dict[QuoteContext, tuple[float, ScoredAnswer, SentenceFeatures]] = {}
    for answer in answers:
        if (
            answer.features.exchange.index in without
            or answer.features.exchange.kind is QuestionKind.COURTESY
        ):
            continue
        for item in answer.features.sentences:
            words = count_words(item.sentence.text)
            if item.is_instruction or item.count(*_ADVERSE) or not 8 <= words <= MAX_QUOTE_WORDS:
                continue
            reasoning = 2.0 * item.count(Feature.REASON) + item.count(Feature.METHOD)
            valued = len(set(lexicon.values.findall(lower_speech(item.sentence.text)))) + 0.5 * item.count(
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
        quote = copy_evidence([item])
        if all(quote != other.quote for _, other in chosen):
            exchanges = (answer.features.exchange,)
            chosen.append((context, Selected(exchanges, quote, value, Category.COMMUNICATION)))
    return chosen
