"""Observations: scores, findings and quotes of a transcript, from the judgments of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.analysis.concerns import select_concerns
from app.analysis.coverage import list_unmentioned
from app.analysis.denials import Denial
from app.analysis.findings import (
    Background,
    Category,
    QuestionScore,
    QuoteContext,
    RequirementFinding,
    RequirementStatus,
    Sentiment,
    TranscriptLine,
)
from app.analysis.judging import JudgedAnswer
from app.analysis.lexicon import Lexicon
from app.analysis.requirement_review import review_requirements
from app.analysis.requirements import RequirementRelations
from app.analysis.scoring import Score, compute_score, list_question_scores, read_sentiment
from app.analysis.selection import Selected, SelectedConcern, select_quotes, select_strengths


@dataclass(frozen=True, slots=True)
class Observations:
    """Scores, findings and quotes of one transcript."""

    answers: tuple[JudgedAnswer, ...]
    technical: Score
    communication: Score
    questions: tuple[QuestionScore, ...]
    sentiment: Sentiment | None
    strengths: tuple[Selected, ...]
    concerns: tuple[SelectedConcern, ...]
    requirements: tuple[RequirementFinding, ...]
    """Result of the interview for each requirement of the job."""
    not_discussed: tuple[str, ...]
    """Requirements of the job that nobody mentioned and that the CV does not show either."""
    quotes: tuple[tuple[QuoteContext, Selected], ...]
    instructions: int
    """Sentences addressed to the assessor; they are not counted."""


def observe(
    lines: Sequence[TranscriptLine],
    answers: Sequence[JudgedAnswer],
    lexicon: Lexicon,
    background: Background,
    relations: RequirementRelations,
    denials: Sequence[Denial],
) -> Observations:
    """Collect the observations, in time linear in the length of the transcript."""
    concerns = select_concerns(answers, denials, language=lexicon.language)
    in_concerns = {exchange.index for concern in concerns for exchange in concern.exchanges}
    others = [item for item in answers if item.exchange.index not in in_concerns]
    strengths = select_strengths(others, lexicon)
    requirements = review_requirements(
        background.requirements, answers, concerns, denials, relations, lexicon
    )
    used = in_concerns | {exchange.index for item in strengths for exchange in item.exchanges}
    return Observations(
        answers=tuple(answers),
        technical=compute_score(answers, Category.TECHNICAL),
        communication=compute_score(answers, Category.COMMUNICATION),
        questions=tuple(list_question_scores(answers)),
        sentiment=read_sentiment(answers, lexicon),
        strengths=tuple(strengths),
        concerns=tuple(concerns),
        requirements=tuple(requirements),
        not_discussed=tuple(_list_not_discussed(requirements, lines, language=lexicon.language)),
        quotes=tuple(select_quotes(answers, without=used)),
        instructions=sum(item.is_instruction for answer in answers for item in answer.sentences),
    )


def _list_not_discussed(
    requirements: Sequence[RequirementFinding], lines: Sequence[TranscriptLine], *, language: str
) -> list[str]:
    unclear = (RequirementStatus.NOT_DISCUSSED, RequirementStatus.UNCLEAR)
    open_ones = [item.requirement for item in requirements if item.status in unclear]
    return list_unmentioned(open_ones, lines, language=language)
