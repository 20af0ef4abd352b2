"""Writes a report from a transcript: code finds, checks and scores; the model puts it into words.

No database: service.py reads and stores rows, the benchmark reads files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import anyio.to_thread

from app.analysis.composing import ProgressListener, ReportBuilder, elapsed_ms
from app.analysis.findings import (
    Analysis,
    Background,
    Missing,
    MissingCode,
    PreparedQuestion,
    ReportSection,
    Speaker,
    TranscriptLine,
)
from app.analysis.lexicon import load_lexicon
from app.analysis.observations import observe
from app.analysis.writing import Writer, prompt_version
from app.core.operations import OperationStage
from app.llm.generation import GenerationRecord
from app.text.stop_words import load_stop_words
from app.text.words import split_words
from models.ports import Engines, Priority, QueueListener

ENGLISH_SHARE = 0.2
"""About half the words of spoken English are stop words; in other languages next to none are."""
MIN_WORDS_TO_IDENTIFY = 40


async def analyze(
    engines: Engines,
    *,
    transcript: Sequence[TranscriptLine],
    background: Background | None = None,
    questions: Sequence[PreparedQuestion] = (),
    language: str = "en",
    priority: Callable[[], Priority] = lambda: Priority.INTERACTIVE,
    on_progress: ProgressListener | None = None,
    on_queue: QueueListener | None = None,
) -> Analysis:
    """The report of one interview. Raises EngineError.

    ``priority`` is read before each call of a model, because someone may start to wait for the report
    meanwhile. The number of calls is bounded however long the transcript is: the model is shown the
    answers that code chose, never all of it.
    """
    background = background or Background()
    started = time.monotonic()
    report = on_progress or (lambda _stage, _share: None)
    report(OperationStage.READING_TRANSCRIPT, 0.02)
    lines = [line for line in transcript if line.text.strip()]
    spoken = [line for line in lines if line.speaker is Speaker.CANDIDATE]
    if not spoken:
        return _empty(engines, MissingCode.CANDIDATE_SILENT, duration_ms=elapsed_ms(started))
    lexicon = load_lexicon(language)
    if lexicon is None or not _is_english(spoken):
        return _empty(engines, MissingCode.NOT_ENGLISH, duration_ms=elapsed_ms(started))
    observed = await anyio.to_thread.run_sync(observe, lines, lexicon, background)
    return await ReportBuilder(
        writer=Writer(engines, background, priority, on_queue),
        observed=observed,
        lines=lines,
        questions=questions,
        report=report,
        started=started,
    ).build()


def _is_english(lines: Sequence[TranscriptLine]) -> bool:
    words = [word for line in lines for word in split_words(line.text)]
    if len(words) < MIN_WORDS_TO_IDENTIFY:
        return True
    stop_words = load_stop_words("en")
    return sum(word in stop_words for word in words) >= ENGLISH_SHARE * len(words)


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
    """A report without content that says why."""
    identity = engines.llm.identity
    return Analysis(
        sentiment=None,
        technical_score=None,
        communication_score=None,
        technical_basis=(),
        communication_basis=(),
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
