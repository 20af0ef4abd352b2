"""From a transcript to a report: code finds, checks and scores; the model puts it into words.

Knows no database: rows go in and come out in service.py, the bench reads files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import anyio.to_thread

from app.analysis.composing import ProgressListener, Reading, compose, since
from app.analysis.concerns import select_concerns
from app.analysis.coverage import list_untouched
from app.analysis.exchanges import find_exchanges
from app.analysis.features import known_terms, read_answers
from app.analysis.findings import (
    Analysis,
    Background,
    Category,
    Missing,
    PreparedQuestion,
    Speaker,
    TranscriptLine,
)
from app.analysis.lexicon import Lexicon, load_lexicon, load_words
from app.analysis.scoring import compute_score, read_sentiment, score_answers
from app.analysis.selection import select_quotes, select_strengths
from app.analysis.sentences import words_of
from app.analysis.writing import Writer, prompt_version
from app.llm.generation import GenerationRecord
from models.ports import Engines, Priority, QueueListener

ENGLISH_SHARE = 0.2
"""Spoken English has about half its words on the stopword list, other languages next to none."""
MINIMUM_WORDS_TO_TELL = 40


def _is_english(lines: Sequence[TranscriptLine]) -> bool:
    words = [word for line in lines for word in words_of(line.text)]
    if len(words) < MINIMUM_WORDS_TO_TELL:
        return True
    stopwords = load_words().stopwords
    return sum(word in stopwords for word in words) >= ENGLISH_SHARE * len(words)


def read_lines(lines: Sequence[TranscriptLine], lexicon: Lexicon, background: Background) -> Reading:
    """Everything that is found by counting. Linear in the length of the transcript; no model."""
    terms = known_terms(background.cv_text, background.job_text)
    answers = read_answers(find_exchanges(lines, lexicon), lexicon, terms)
    scored = score_answers(answers)
    concerns = select_concerns(scored, lexicon, background.requirements)
    blamed = {exchange.index for concern in concerns for exchange in concern.exchanges}
    strengths = select_strengths([s for s in scored if s.features.exchange.index not in blamed])
    used = blamed | {exchange.index for item in strengths for exchange in item.exchanges}
    return Reading(
        scored=tuple(scored),
        technical=compute_score(scored, Category.TECHNICAL),
        communication=compute_score(scored, Category.COMMUNICATION),
        sentiment=read_sentiment(answers, lexicon),
        strengths=tuple(strengths),
        concerns=tuple(concerns),
        untouched=tuple(list_untouched(background.requirements, lines)),
        quotes=tuple(select_quotes(scored, lexicon, without=used)),
    )


async def analyse(
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
    """The report on a transcript, whole or labelled partial (``missing``). Raises EngineError.

    The number of model calls is bounded (about twenty), and so is the text of each, however long
    the transcript is: the model is shown the answers that code chose, never all of it.
    """
    background = background or Background()
    began = time.monotonic()
    report = on_progress or (lambda _stage, _share: None)
    report("Reading the transcript", 0.02)
    lines = [line for line in transcript if line.text.strip()]
    lexicon = load_lexicon(language)
    spoken = [line for line in lines if line.speaker is Speaker.CANDIDATE]
    if not spoken or lexicon is None or not _is_english(spoken):
        if not spoken:
            reason = "The candidate is not heard in this transcript."
        else:
            reason = (
                "What counts as evidence is listed for English only, and this interview is not in English."
            )
        return _empty(engines, reason, duration_ms=since(began))
    found = await anyio.to_thread.run_sync(read_lines, lines, lexicon, background)
    writer = Writer(engines, background, priority, on_queue)
    return await compose(writer, found, lines=lines, questions=questions, report=report, began=began)


_SECTIONS = (
    *("scores", "summary", "technicalAssessment", "communicationAssessment"),
    *("strengths", "concerns", "keyQuotes", "followUpQuestions"),
)


def _empty(engines: Engines, reason: str, *, duration_ms: int) -> Analysis:
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
        missing=tuple(Missing(section, reason) for section in _SECTIONS),
        generation=GenerationRecord.of(identity, prompt_version=prompt_version(), duration_ms=duration_ms),
    )
