"""Writes a report from a transcript: the judge labels, code scores and selects, the model words the text.

No database: service.py reads and stores rows, the benchmark reads files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import anyio.to_thread

from app.analysis.clauses import mark_clauses
from app.analysis.composing import ProgressListener, ReportBuilder, elapsed_ms
from app.analysis.consistency.report import add_evasions, check_consistency
from app.analysis.denials import find_denials
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import (
    Background,
    Missing,
    MissingCode,
    ModelRole,
    PreparedQuestion,
    ReportSection,
    Speaker,
    TranscriptLine,
    UsedModel,
)
from app.analysis.judging import judge_answers
from app.analysis.lexicon import load_lexicon
from app.analysis.observations import observe
from app.analysis.points import read_points
from app.analysis.prose import load_phrases
from app.analysis.requirements import relate_requirements
from app.analysis.result import Analysis
from app.analysis.skill_search import search_skills
from app.analysis.text_cache import TextCache
from app.analysis.writing import Writer, prompt_version
from app.core.operations import OperationStage
from app.llm.generation import GenerationRecord
from app.text.stop_words import LANGUAGES, load_stop_words
from app.text.words import split_words
from models.ports import Engines, Priority, QueueListener

CHECKED_LANGUAGE = "en"
"""Language of the rules that compare statements (``app/analysis/consistency``)."""
MIN_STOP_WORD_SHARE = 0.2
"""About half of all spoken words are stop words of the language; almost none are stop words of another."""
MIN_WORDS_TO_IDENTIFY = 40
MAX_WORDS_TO_IDENTIFY = 5_000


async def analyze(
    engines: Engines,
    *,
    transcript: Sequence[TranscriptLine],
    background: Background | None = None,
    questions: Sequence[PreparedQuestion] = (),
    language: str = "en",
    report_language: str | None = None,
    cache: TextCache | None = None,
    priority: Callable[[], Priority] = lambda: Priority.INTERACTIVE,
    on_progress: ProgressListener | None = None,
    on_queue: QueueListener | None = None,
    checks_consistency: bool = True,
) -> Analysis:
    """The report of one interview. Raises EngineError.

    ``language`` is the language that was probably spoken; ``report_language`` is the language of the report's
    own text, None for the spoken language. Quotes are never translated. Texts found in ``cache`` are not
    written again.

    ``priority`` is read before each call of a model, because someone may start waiting for the report in the
    meantime. The number of calls is bounded however long the transcript is: the model is shown the answers
    that code chose, never all of it.
    """
    background = background or Background()
    cache = cache or TextCache()
    started = time.monotonic()
    report = on_progress or (lambda _stage, _share: None)
    report(OperationStage.READING_TRANSCRIPT, 0.02)
    lines = [line for line in transcript if line.text.strip()]
    spoken = [line for line in lines if line.speaker is Speaker.CANDIDATE]
    if not spoken:
        return _empty(engines, MissingCode.CANDIDATE_SILENT, duration_ms=elapsed_ms(started))
    spoken_language = await anyio.to_thread.run_sync(identify_language, spoken, language)
    lexicon = load_lexicon(spoken_language) if spoken_language else None
    if lexicon is None:
        return _empty(engines, MissingCode.UNKNOWN_LANGUAGE, duration_ms=elapsed_ms(started))
    exchanges = await anyio.to_thread.run_sync(find_exchanges, lines, lexicon)
    relations = await relate_requirements(
        engines,
        exchanges,
        background,
        language=lexicon.language,
        priority=priority,
        cache=cache,
    )
    answers = await judge_answers(
        engines,
        exchanges,
        relations.find_nearest(),
        lexicon=lexicon,
        priority=priority,
        on_queue=on_queue,
        cache=cache,
    )
    answers = await read_points(engines, answers, questions, language=lexicon.language, priority=priority)
    denials = await find_denials(engines, answers, relations, lexicon, priority=priority)
    observed = await anyio.to_thread.run_sync(
        observe, lines, answers, lexicon, background, relations, denials
    )
    observed = replace(observed, concerns=await mark_clauses(engines, observed.concerns, priority=priority))
    consistency = None
    unchecked: tuple[Missing, ...] = ()
    if checks_consistency and lexicon.language != CHECKED_LANGUAGE:
        unchecked = (Missing(ReportSection.CONSISTENCY, MissingCode.ENGLISH_ONLY),)
    elif checks_consistency:
        checked = await check_consistency(
            engines, exchanges, answers, background, priority=priority, cache=cache
        )
        consistency = add_evasions(checked, answers)
    found_skills = await search_skills(engines, background, answers, priority=priority)
    analysis = await ReportBuilder(
        writer=Writer(engines, background, priority, on_queue, cache),
        observed=observed,
        phrases=load_phrases(report_language or lexicon.language),
        spoken_language=lexicon.language,
        lines=lines,
        exchanges=exchanges,
        questions=questions,
        report=report,
        started=started,
        contradictions=consistency.discrepancies if consistency else (),
    ).build()
    return replace(
        analysis,
        consistency=consistency,
        missing=(*analysis.missing, *unchecked),
        found_skills=found_skills,
        used_models=_list_models(engines),
    )


def _list_models(engines: Engines) -> tuple[UsedModel, ...]:
    return (
        UsedModel(ModelRole.ENCODER, engines.judge.identity),
        *(UsedModel(ModelRole.TRAINED, identity) for identity in engines.judge.trained),
        UsedModel(ModelRole.EMBEDDINGS, engines.embeddings.identity),
    )


def identify_language(lines: Sequence[TranscriptLine], expected: str) -> str | None:
    """Detect the spoken language by its stop words; None if it has no word lists.

    Returns ``expected`` if there are too few words to decide.
    """
    words: list[str] = []
    for line in lines:
        words += split_words(line.text)
        if len(words) >= MAX_WORDS_TO_IDENTIFY:
            break
    if len(words) < MIN_WORDS_TO_IDENTIFY:
        return expected.lower().split("-")[0]
    shares = {
        language: sum(word in load_stop_words(language) for word in words) / len(words)
        for language in LANGUAGES
    }
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= MIN_STOP_WORD_SHARE else None


_SECTIONS = (
    ReportSection.SCORES,
    ReportSection.SUMMARY,
    ReportSection.TECHNICAL_ASSESSMENT,
    ReportSection.COMMUNICATION_ASSESSMENT,
    ReportSection.STRENGTHS,
    ReportSection.CONCERNS,
    ReportSection.KEY_QUOTES,
    ReportSection.FOLLOW_UP_QUESTIONS,
)


def _empty(engines: Engines, code: MissingCode, *, duration_ms: int) -> Analysis:
    """A report without content, with the reason."""
    identity = engines.llm.identity
    return Analysis(
        sentiment=None,
        technical_score=None,
        communication_score=None,
        technical_range=None,
        communication_range=None,
        technical_basis=(),
        communication_basis=(),
        question_scores=(),
        instructions=0,
        summary="",
        technical_assessment="",
        communication_assessment="",
        strengths=(),
        concerns=(),
        key_quotes=(),
        follow_up_questions=(),
        missing=tuple(Missing(section, code) for section in _SECTIONS),
        generation=GenerationRecord.of(identity, prompt_version=prompt_version(), duration_ms=duration_ms),
    )
