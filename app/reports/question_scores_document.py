"""The section 'Scores by question' as blocks."""

from __future__ import annotations

from collections.abc import Iterator

from app.analysis.schemas import AnalysisView, QuestionScoreView
from app.reports.blocks import Block, Heading, TitledItem
from app.reports.words import Words


def write_question_scores(analysis: AnalysisView, words: Words) -> Iterator[Block]:
    """Scores by question, with the points of a good answer; empty for reports of earlier versions."""
    if not analysis.question_scores:
        return
    yield Heading(words.get("questionScores.title"))
    for item in analysis.question_scores:
        yield TitledItem(
            title=item.question or words.get("questionScores.noQuestion"),
            labels=(
                words.get(f"questionScores.answers.{item.answered}"),
                _describe_score("technical", item.technical, words),
                _describe_score("communication", item.communication, words),
            ),
            text=_describe_points(item, words),
        )


def _describe_score(category: str, score: float, words: Words) -> str:
    return f"{words.get(f'categories.{category}')} {words.format_score(score)}"


def _describe_points(item: QuestionScoreView, words: Words) -> str:
    states = {True: words.get("questionScores.covered"), False: words.get("questionScores.notCovered")}
    return "; ".join(f"{states[bool(point.covered_by)]}: {point.text}" for point in item.points)
