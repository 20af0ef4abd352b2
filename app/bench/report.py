"""`greenroom bench report`: time, memory and quality of one report from a transcript file."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from app.analysis.analyze import analyze
from app.analysis.coverage import list_requirements
from app.analysis.exchanges import find_exchanges
from app.analysis.findings import Background, TranscriptLine
from app.analysis.lexicon import load_lexicon
from app.analysis.schemas import AnalysisView
from app.analysis.text_cache import TextCache
from app.analysis.transcript_file import read_transcript
from app.bench.engine_calls import EngineCalls
from app.bench.speech_measures import summarize
from app.core.clock import utc_now
from app.core.settings import Settings
from app.documents.sandbox.requests import extract_document
from app.engines import make_engines_config
from models.ports import CompletionRequest, Message, Priority
from models.runtime import build_engines

SAMPLE_SECONDS = 0.5
WORDS_PER_SECOND = 2.5
MIB = 1024 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--transcript",
        type=Path,
        required=True,
        metavar="FILE",
        help="text file with lines 'Interviewer: …' and 'Candidate: …'",
    )
    parser.add_argument("--cv", type=Path, metavar="FILE", help="the candidate's CV (PDF, DOCX, TXT)")
    parser.add_argument("--job", type=Path, metavar="FILE", help="the job description (PDF, DOCX, TXT)")
    parser.add_argument(
        "--live",
        action="store_true",
        help="first read each exchange as it ends, as during an interview; then measure the rest",
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Read the files, write the report, and return the metrics.

    ``seconds`` is the time of the report on warm engines, ``load_seconds`` the time to load them. With
    ``--live``, ``live_seconds`` is the time of all readings before the end, and ``seconds`` the rest;
    ``read_after_end_seconds`` is how long after the end of its exchange each would be done in an interview of
    ``interview_seconds``.
    ``calls`` and ``live_calls`` say what the engines did in that time.
    """
    lines = read_transcript(args.transcript.read_text(encoding="utf-8", errors="replace"))
    cv_text = await _read(args.cv)
    job_text = await _read(args.job)
    background = Background(
        cv_text=cv_text,
        job_text=job_text,
        job_title=next((line.strip() for line in job_text.splitlines() if line.strip()), ""),
        requirements=list_requirements(job_text),
    )
    calls = EngineCalls()
    engines = calls.wrap(build_engines(make_engines_config(Settings())))
    cache = TextCache()
    peak = _PeakMemory()
    sampling = asyncio.create_task(peak.sample())
    try:
        began = time.monotonic()
        await engines.start()
        await engines.llm.complete(
            CompletionRequest(messages=(Message("user", "Say yes."),), max_tokens=1),
            priority=Priority.INTERACTIVE,
        )
        load_seconds = time.monotonic() - began
        calls.take()
        readings: list[MeasuredReading] = []
        for ended in list_prefixes(lines) if args.live else ():
            began = time.monotonic()
            await analyze(engines, transcript=ended, background=background, cache=cache)
            readings.append(MeasuredReading(spoken_seconds(ended), time.monotonic() - began))
        live_calls = calls.take()
        began = time.monotonic()
        analysis = await analyze(engines, transcript=lines, background=background, cache=cache)
        seconds = time.monotonic() - began
    finally:
        sampling.cancel()
        with suppress(asyncio.CancelledError):
            await sampling
        await engines.stop()
    return {
        "seconds": round(seconds, 1),
        "live_seconds": round(sum(reading.seconds for reading in readings), 1),
        "live_readings": len(readings),
        "live_reading_seconds": summarize([reading.seconds for reading in readings]),
        "read_after_end_seconds": summarize(list_delays(readings)),
        "interview_seconds": round(spoken_seconds(lines)),
        "load_seconds": round(load_seconds, 1),
        "peak_memory_mib": round(peak.mib),
        "words": sum(len(line.text.split()) for line in lines),
        "calls": calls.take(),
        "live_calls": live_calls,
        "analysis": AnalysisView.of(analysis, created_at=utc_now()).to_wire(),
        "transcript": [_segment(line) for line in lines],
    }


@dataclass(frozen=True, slots=True)
class MeasuredReading:
    """The reading of an exchange, with its end in seconds after the start of the interview."""

    ended_at: float
    seconds: float


def spoken_seconds(lines: Sequence[TranscriptLine]) -> float:
    """How long it takes to say the lines at WORDS_PER_SECOND."""
    return sum(len(line.text.split()) for line in lines) / WORDS_PER_SECOND


def list_delays(readings: Sequence[MeasuredReading]) -> list[float]:
    """Seconds from the end of each exchange to the end of its reading; one is read after the other."""
    delays: list[float] = []
    done = 0.0
    for reading in readings:
        done = max(done, reading.ended_at) + reading.seconds
        delays.append(done - reading.ended_at)
    return delays


def list_prefixes(lines: Sequence[TranscriptLine]) -> list[list[TranscriptLine]]:
    """The transcript known at the end of each exchange but the last."""
    lexicon = load_lexicon("en")
    assert lexicon is not None
    ends = [exchange.answered[-1] for exchange in find_exchanges(lines, lexicon)[:-1]]
    return [list(lines[: lines.index(end) + 1]) for end in ends]


async def _read(path: Path | None) -> str:
    return "" if path is None else (await extract_document(path)).text


def _segment(line: TranscriptLine) -> dict[str, object]:
    return {
        "_id": line.id,
        "speaker": line.speaker.value,
        "text": line.text,
        "startSeconds": line.start_seconds,
    }


class _PeakMemory:
    """Peak memory of this process and all its children; shared pages count once.

    Measured as PSS, where a page shared by n processes counts 1/n in each, or as USS if the system does not
    report PSS.
    """

    def __init__(self) -> None:
        self.mib = 0.0
        self._process = psutil.Process()

    async def sample(self) -> None:
        while True:
            total = await asyncio.to_thread(self._total)
            self.mib = max(self.mib, total / MIB)
            await asyncio.sleep(SAMPLE_SECONDS)

    def _total(self) -> int:
        total = 0
        for process in (self._process, *self._process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                memory = process.memory_full_info()
                total += int(getattr(memory, "pss", 0) or memory.uss)
        return total
