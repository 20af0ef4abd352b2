"""Insights of AI Sense during the interview: from the judge and from code, without the language model.

Each exchange is read once, when it has ended; the report finds its judgment in the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import anyio.to_thread

from app.analysis.analyze import identify_language
from app.analysis.consistency.facts import Discrepancy
from app.analysis.consistency.report import check_consistency
from app.analysis.denials import find_denials
from app.analysis.exchanges import MAX_BACKCHANNEL_WORDS, Exchange, QuestionKind, find_exchanges
from app.analysis.findings import (
    Background,
    Evidence,
    Finding,
    FollowUpPurpose,
    Point,
    PreparedQuestion,
    QuestionPriority,
    Speaker,
    TranscriptLine,
)
from app.analysis.follow_ups import MIN_FOLLOW_UPS, list_follow_ups
from app.analysis.judging import JudgedAnswer, judge_answers
from app.analysis.lexicon import load_lexicon
from app.analysis.observations import observe
from app.analysis.points import read_points
from app.analysis.prose import load_phrases
from app.analysis.quoting import shorten_question
from app.analysis.requirements import relate_requirements
from app.analysis.selection import SelectedConcern
from app.analysis.text_cache import TextCache
from app.text.words import count_words
from models.judgement.labels import EVIDENCE, AnswerLabel
from models.ports import Engines, Priority

MAX_SHOWN_ANSWERS = 30
MAX_SHOWN_FOLLOW_UPS = 6
QUOTED_EVIDENCE = 0.5
_RANKS = {QuestionPriority.HIGH: 0, QuestionPriority.MEDIUM: 1, QuestionPriority.LOW: 2}


@dataclass(frozen=True, slots=True)
class AnswerSoFar:
    """One exchange that has ended."""

    question: str
    start_seconds: float
    answered: AnswerLabel
    quote: Evidence | None
    """The sentence with the most specific evidence; None if there is none."""
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SuggestedQuestion:
    """A question that may be asked now, worded by code."""

    question: str
    priority: QuestionPriority
    purpose: FollowUpPurpose


@dataclass(frozen=True, slots=True)
class Insights:
    """The sections of the pane; empty before the first exchange has ended."""

    answers: tuple[AnswerSoFar, ...] = ()
    """The latest ones, in order."""
    contradictions: tuple[Discrepancy, ...] = ()
    follow_ups: tuple[SuggestedQuestion, ...] = ()
    """Most important first."""
    is_language_known: bool = True


async def read_insights(
    engines: Engines,
    *,
    transcript: Sequence[TranscriptLine],
    background: Background,
    questions: Sequence[PreparedQuestion],
    language: str,
    cache: TextCache,
    priority: Callable[[], Priority],
    checks_consistency: bool,
) -> Insights:
    """Read the exchanges that have ended. Raises EngineError if the judge fails."""
    lines = [line for line in transcript if line.text.strip()]
    spoken = [line for line in lines if line.speaker is Speaker.CANDIDATE]
    spoken_language = await anyio.to_thread.run_sync(identify_language, spoken, language)
    lexicon = load_lexicon(spoken_language) if spoken_language else None
    if lexicon is None:
        return Insights(is_language_known=False)
    exchanges = await anyio.to_thread.run_sync(lambda: list_ended(lines, find_exchanges(lines, lexicon)))
    if not exchanges:
        return Insights()
    relations = await relate_requirements(
        engines,
        exchanges,
        background,
        language=lexicon.language,
        priority=priority,
        cache=cache,
    )
    answers = await judge_answers(
        engines, exchanges, relations.find_nearest(), lexicon=lexicon, priority=priority, cache=cache
    )
    answers = await read_points(engines, answers, questions, language=lexicon.language, priority=priority)
    denials = await find_denials(engines, answers, relations, lexicon, priority=priority)
    observed = await anyio.to_thread.run_sync(
        observe, lines, answers, lexicon, background, relations, denials
    )
    contradictions: tuple[Discrepancy, ...] = ()
    if checks_consistency and lexicon.language == "en":
        checked = await check_consistency(
            engines, exchanges, answers, background, priority=priority, cache=cache, uses_llm=False
        )
        contradictions = checked.discrepancies
    requests = list_follow_ups(
        observed,
        [_describe(item) for item in observed.concerns],
        contradictions=contradictions,
        cv_text=background.cv_text,
        phrases=load_phrases(lexicon.language),
    )
    requests = [item for index, item in enumerate(requests) if not item.is_spare or index < MIN_FOLLOW_UPS]
    ranked = sorted(requests, key=lambda item: _RANKS[item.priority])[:MAX_SHOWN_FOLLOW_UPS]
    return Insights(
        answers=tuple(_list_shown(answers)[-MAX_SHOWN_ANSWERS:]),
        contradictions=contradictions,
        follow_ups=tuple(SuggestedQuestion(item.question, item.priority, item.purpose) for item in ranked),
    )


def list_ended(lines: Sequence[TranscriptLine], exchanges: Sequence[Exchange]) -> list[Exchange]:
    """All exchanges, except the last unless the interviewer has said more than "okay" since."""
    if not exchanges:
        return []
    words_after = 0
    for line in reversed(lines):
        if line.speaker is Speaker.CANDIDATE:
            break
        words_after += count_words(line.text)
    return list(exchanges if words_after > MAX_BACKCHANNEL_WORDS else exchanges[:-1])


def _list_shown(answers: Sequence[JudgedAnswer]) -> list[AnswerSoFar]:
    """Answers to questions, and specific replies to a remark ("We have half an hour")."""
    shown = []
    for answer in answers:
        summary = _summarize(answer)
        is_asked = answer.exchange.kind is not QuestionKind.REMARK or summary.quote is not None
        if answer.weight > 0.0 and answer.exchange.question and is_asked:
            shown.append(summary)
    return shown


def _summarize(answer: JudgedAnswer) -> AnswerSoFar:
    best = max(answer.counted, key=lambda item: item.any_of(EVIDENCE))
    quote = None
    if best.any_of(EVIDENCE) >= QUOTED_EVIDENCE:
        quote = max(best.sentence.pieces, key=lambda piece: len(piece.text)).as_evidence()
    return AnswerSoFar(
        question=shorten_question(answer.exchange.question),
        start_seconds=answer.exchange.answered[0].start_seconds,
        answered=answer.label,
        quote=quote,
        points=answer.points,
    )


def _describe(item: SelectedConcern) -> Finding:
    """A concern without texts of the model."""
    return Finding(item.kind, "", "", item.category, item.quote, item.shown_severity)
