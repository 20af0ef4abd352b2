"""The section 'Consistency check' as blocks, as the report page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.analysis.consistency.facts import ClaimKind
from app.analysis.consistency.schemas import (
    DeceptionAnalysisView,
    DeceptionEvidenceView,
    PatternView,
    RecommendationView,
    SaidAboutLineView,
)
from app.reports.blocks import Block, Fact, Heading, Meter, Paragraph, TitledItem, choose_band
from app.reports.quotes import QuoteWriter
from app.reports.words import Words
from app.text.bullets import without_bullet

SHOWN_ITEMS = 3
"""Maximum number of evidence quotes, patterns and recommendations, as on the page. The JSON contains all."""
_DEFAULT_INVERTED = 6.0
"""Shown for directness and composure if they were not measured."""


def write_consistency(check: DeceptionAnalysisView, quotes: QuoteWriter) -> Iterator[Block]:
    words = quotes.words
    yield Heading(words.get("consistency.title"))
    yield Paragraph(words.get("consistency.notice"), is_muted=True)
    confidence = words.format_percent(round(check.analysis_confidence * 100))
    yield Paragraph(words.get("consistency.confidence", confidence=confidence), is_muted=True)
    yield from _write_metrics(check, words)
    if check.evidence:
        yield from (_build_contradiction(item, quotes) for item in check.evidence[:SHOWN_ITEMS])
    elif check.statements_compared:
        yield Paragraph(words.count("consistency.nothingFound", check.statements_compared))
    else:
        yield Paragraph(words.get(f"consistency.{'nothingCompared' if check.has_cv else 'noCv'}"))
    if check.patterns:
        patterns = [_describe_pattern(item, words) for item in check.patterns[:SHOWN_ITEMS]]
        yield Fact(words.get("consistency.patterns"), ", ".join(patterns))
    if check.recommendations:
        actions = [_describe_action(item, words) for item in check.recommendations[:SHOWN_ITEMS]]
        yield Fact(words.get("consistency.recommendations"), " ".join(actions))
    yield from _write_side_by_side(check.side_by_side, quotes)


def _write_metrics(check: DeceptionAnalysisView, words: Words) -> Iterator[Block]:
    """Higher is always better: evasiveness and stress are inverted."""
    metrics = check.metrics
    for name, score, default in (
        ("consistency", metrics.consistency_score, None),
        ("authenticity", metrics.authenticity_score, None),
        ("directness", _invert(metrics.evasiveness_score), _DEFAULT_INVERTED),
        ("composure", _invert(metrics.stress_indicators), _DEFAULT_INVERTED),
    ):
        label = words.get(f"consistency.metrics.{name}")
        if score is not None:
            value = f"{words.format_score(score)} / 10"
            yield Meter(label, value, share=score / 10, band=choose_band(score))
            continue
        reason = words.get(f"consistency.notMeasured.{name}")
        yield Fact(label, reason if default is None else f"{words.format_score(default)} / 10. {reason}")


def _invert(score: float | None) -> float | None:
    return None if score is None else 11 - score


def _build_contradiction(item: DeceptionEvidenceView, quotes: QuoteWriter) -> TitledItem:
    words, other = quotes.words, item.counterpart
    return TitledItem(
        title=_describe_matter(item.kind, item.subject, words),
        labels=(
            words.get(f"consistency.severities.{item.severity}"),
            words.get(f"consistency.possible.{other.origin}"),
        ),
        quotes=(
            quotes.write(
                item.quote,
                source=words.get("consistency.said"),
                seconds=item.timestamp,
                segment_id=item.segment_id,
            ),
            quotes.write(
                other.quote,
                source=words.get(f"consistency.sources.{other.origin}"),
                seconds=other.timestamp,
                segment_id=other.segment_id,
            ),
        ),
    )


def _write_side_by_side(passages: Sequence[SaidAboutLineView], quotes: QuoteWriter) -> Iterator[Block]:
    if not passages:
        return
    words = quotes.words
    yield Heading(words.get("consistency.sideBySide.title"))
    yield Paragraph(words.get("consistency.sideBySide.notice"), is_muted=True)
    for item in passages:
        yield TitledItem(
            title=without_bullet(item.cv_line),
            quotes=tuple(
                quotes.write(
                    piece.quote,
                    source=words.get("consistency.said"),
                    seconds=piece.start_seconds,
                    segment_id=piece.segment_id,
                )
                for piece in item.evidence
            ),
        )


def _describe_pattern(item: PatternView, words: Words) -> str:
    severity = words.get(f"consistency.severities.{item.significance}")
    return f"{_describe_matter(item.pattern, '', words)} × {item.frequency} ({severity})"


def _describe_action(item: RecommendationView, words: Words) -> str:
    matter = _describe_matter(item.rationale, item.subject, words)
    return words.get(f"consistency.actions.{item.action}", matter=matter)


def _describe_matter(kind: ClaimKind, subject: str, words: Words) -> str:
    name = words.get(f"consistency.kinds.{kind}")
    return f"{name} ({subject})" if subject else name
