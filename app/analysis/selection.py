"""Which words the report rests on: chosen and copied by code, never written by the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.exchanges import Exchange, QuestionKind, plain
from app.analysis.features import Feature, SentenceFeatures
from app.analysis.findings import Category, Evidence, QuoteContext
from app.analysis.lexicon import Lexicon
from app.analysis.scoring import ScoredAnswer
from app.analysis.sentences import count_words

MOST_STRENGTHS = 5
FEWEST_STRENGTHS = 2
STRONG = 0.55
"""Strength of an answer that carries a strength of the report by itself."""
STILL_STRONG = 0.3
"""Good enough where fewer than FEWEST_STRENGTHS are stronger."""
QUOTE_WORDS = 60
MINIMUM_THOUGHT = 2
"""Steps or reasons that make a span without any deed worth quoting."""
MINIMUM_QUOTE_WORDS = 5

_ADVERSE = (Feature.AVOIDANCE, Feature.BLAME, Feature.GAP, Feature.ADMISSION, Feature.GENERALITY)


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


def copy_evidence(sentences: Sequence[SentenceFeatures]) -> tuple[Evidence, ...]:
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
                quote=copy_evidence(span),
                weight=strength * (1.0 + value / 10.0),
                category=Category.COMMUNICATION if is_about_people else Category.TECHNICAL,
            )
        )
    chosen.sort(key=lambda item: -item.weight)
    strong = [item for item in chosen if item.weight >= STRONG]
    return (strong if len(strong) >= FEWEST_STRENGTHS else chosen[:FEWEST_STRENGTHS])[:MOST_STRENGTHS]


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
        quote = copy_evidence([item])
        if all(quote != other.quote for _, other in chosen):
            exchanges = (answer.features.exchange,)
            chosen.append((context, Selected(exchanges, quote, value, Category.COMMUNICATION)))
    return chosen
