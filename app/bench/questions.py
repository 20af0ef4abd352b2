"""`greenroom bench questions`: speed and quality of generated questions for CVs and job descriptions."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from app.bench.question_measures import (
    QuestionCounts,
    count_questions,
    highest_similarity,
    mean_similarity,
)
from app.core.errors import AppError
from app.core.settings import Settings
from app.documents.sandbox.requests import extract_document
from app.engines import make_engines_config
from app.questions.facts import CandidateBrief, JobBrief
from app.questions.forbidden import TopicCheck
from app.questions.forms import has_wording
from app.questions.languages import is_in_language
from app.questions.rules import MAX_QUESTIONS, Difficulty, even_distribution
from app.questions.slot_writer import WrittenQuestion
from app.questions.text_briefs import parse_candidate_brief, parse_job_brief
from app.questions.writing import GenerationResult, generate_questions, load_classifiers
from app.text.stop_words import LANGUAGES
from models.engine_wrappers import LlmWrapper
from models.ports import (
    Completion,
    CompletionRequest,
    Engines,
    LlmEngine,
    Message,
    Priority,
    QueueListener,
    TokenListener,
)
from models.runtime import build_engines

SUFFIXES = frozenset({".pdf", ".docx", ".doc", ".txt", ".md"})


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cv", type=Path, help="the CV (PDF, DOCX, DOC or text), or a folder of them")
    parser.add_argument("--job", type=Path, help="the job description, or a folder of them")
    parser.add_argument(
        "--pairs-of",
        type=Path,
        help="a folder of folders with a cv.* and a job.* each; these pairs come first",
    )
    parser.add_argument(
        "--pairs", type=int, default=20, help="maximum number of pairs taken from the folders"
    )
    parser.add_argument("--total", type=int, default=10, help=f"how many questions (1 to {MAX_QUESTIONS})")
    parser.add_argument(
        "--difficulty", choices=[level.value for level in Difficulty], default=Difficulty.MID.value
    )
    parser.add_argument("--cold", action="store_true", help="do not load the models before the first pair")
    parser.add_argument(
        "--levels", action="store_true", help="also write each pair for junior and lead and compare them"
    )


@dataclass(frozen=True, slots=True)
class Pair:
    name: str
    candidate: CandidateBrief | None
    job: JobBrief | None

    @property
    def source(self) -> str:
        return "\n".join(brief.text for brief in (self.candidate, self.job) if brief)

    @property
    def language(self) -> str:
        """The language of the documents, if code can word questions in it; else English."""
        found = [one for one in LANGUAGES if has_wording(one) and is_in_language(self.source, one)]
        return found[0] if found else "en"


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds from the call to its end, to the first word of the model, to the first accepted question."""

    result: GenerationResult
    seconds: float
    first_word_seconds: float | None
    first_seconds: float | None
    work: dict[str, float]
    """What the language model did in that time; see ``MeteredLlm.describe``."""


class MeteredLlm(LlmWrapper):
    """Language model that notes when it starts to write, and adds up its tokens and seconds."""

    def __init__(self, engine: LlmEngine) -> None:
        super().__init__(engine)
        self.at: float | None = None
        self._completions: list[Completion] = []
        self._reading_seconds = 0.0
        self._waiting_seconds = 0.0

    async def complete(
        self,
        request: CompletionRequest,
        *,
        priority: Priority,
        on_token: TokenListener | None = None,
        on_queue: QueueListener | None = None,
    ) -> Completion:
        first: list[float] = []

        def note(text: str) -> None:
            first.append(time.perf_counter())
            if on_token is not None:
                on_token(text)

        began = time.perf_counter()
        completion = await self._engine.complete(request, priority=priority, on_token=note, on_queue=on_queue)
        ended = time.perf_counter()
        self._completions.append(completion)
        self._waiting_seconds += max(0.0, ended - began - completion.duration_ms / 1000)
        if first:
            self.at = self.at or first[0]
            self._reading_seconds += max(0.0, completion.duration_ms / 1000 - (ended - first[0]))
        return completion

    def describe(self) -> dict[str, float]:
        """Completions, tokens read and written, and the seconds that each took.

        Tokens from the cache do not count as read. Seconds of waiting are those before a completion begins:
        the model is loading or is busy with another request.
        """
        read = sum(one.prompt_tokens - one.cached_tokens for one in self._completions)
        written = sum(one.completion_tokens for one in self._completions)
        reading = self._reading_seconds
        writing = max(0.0, sum(one.duration_ms for one in self._completions) / 1000 - reading)
        return {
            "completions": len(self._completions),
            "waiting_seconds": round(self._waiting_seconds, 2),
            "tokens_read": read,
            "reading_seconds": round(reading, 2),
            "tokens_read_per_second": round(read / reading, 1) if reading else 0.0,
            "tokens_written": written,
            "writing_seconds": round(writing, 2),
            "tokens_written_per_second": round(written / writing, 1) if writing else 0.0,
        }


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Measure times with warm engines (loading is reported separately) and the quality of the questions.

    With ``--cold``, the first pair finds the engines as after the start of a server.
    Raises ValueError for invalid input.
    """
    if args.cv is None and args.job is None and args.pairs_of is None:
        raise ValueError("name at least one of --cv, --job and --pairs-of")
    if not 1 <= args.total <= MAX_QUESTIONS:
        raise ValueError(f"--total must be 1 to {MAX_QUESTIONS}")
    pairs = [await _read_pair(cv, job) for cv, job in choose_pairs(args)]
    engines = build_engines(make_engines_config(Settings()))
    began = time.perf_counter()
    await engines.start()
    try:
        await asyncio.to_thread(load_classifiers)
        if not args.cold:
            # Warm up with one word each: it loads the weights, but no prompts.
            warm = CompletionRequest(messages=(Message("user", "Say yes."),), max_tokens=2)
            await engines.llm.complete(warm, priority=Priority.INTERACTIVE)
            await engines.embeddings.embed(["yes"], priority=Priority.INTERACTIVE)
        load_seconds = time.perf_counter() - began
        rows, counts = [], QuestionCounts(0, 0, 0, 0)
        for pair in pairs:
            row, counted = await _measure(engines, pair, args)
            rows.append(row)
            counts += counted
            print(f"{len(rows)} of {len(pairs)}: {pair.name}, {row['seconds']} s", file=sys.stderr)
        model = engines.llm.identity.name
    finally:
        await engines.stop()
    return {"model": model, "load_seconds": round(load_seconds, 2), **_summary(rows, counts), "pairs": rows}


def choose_pairs(args: argparse.Namespace) -> list[tuple[Path | None, Path | None]]:
    """The files of each pair. Raises ValueError if one is missing."""
    chosen: list[tuple[Path | None, Path | None]] = []
    if args.pairs_of is not None:
        for folder in sorted(path for path in _existing(args.pairs_of).iterdir() if path.is_dir()):
            cvs, jobs = sorted(folder.glob("cv.*")), sorted(folder.glob("job.*"))
            if cvs and jobs:
                chosen.append((cvs[0], jobs[0]))
    cvs, jobs = _files(args.cv), _files(args.job)
    if cvs and jobs:
        chosen += list(zip(cvs, cycle(jobs), strict=False))
    else:
        chosen += [(cv, None) for cv in cvs] + [(None, job) for job in jobs]
    return chosen[: max(1, args.pairs)]


def _existing(path: Path) -> Path:
    if not path.exists():
        raise ValueError(f"there is no {path}")
    return path


def _files(path: Path | None) -> list[Path]:
    if path is None:
        return []
    if _existing(path).is_file():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix.lower() in SUFFIXES)


async def _read_pair(cv: Path | None, job: Path | None) -> Pair:
    return Pair(
        name=" + ".join(f"{path.parent.name}/{path.name}" for path in (cv, job) if path),
        candidate=parse_candidate_brief(await _extract_text(cv)) if cv else None,
        job=parse_job_brief(await _extract_text(job)) if job else None,
    )


async def _extract_text(path: Path) -> str:
    try:
        return (await extract_document(path)).text
    except AppError as error:
        raise ValueError(f"{path.name}: {error.message}") from error


async def _measure(
    engines: Engines, pair: Pair, args: argparse.Namespace
) -> tuple[dict[str, Any], QuestionCounts]:
    first = await _generate(engines, pair, Difficulty(args.difficulty), args.total)
    texts = [question.question for question in first.result.questions]
    again = await _generate(engines, pair, Difficulty(args.difficulty), 1, existing=texts)
    vectors = await engines.embeddings.embed(texts, priority=Priority.INTERACTIVE) if texts else []
    check = TopicCheck(engines.embeddings, language=pair.language, priority=Priority.INTERACTIVE)
    forbidden = [
        text
        for text, vector in zip(texts, vectors, strict=True)
        if await check.is_forbidden(text, vector=vector)
    ]
    counts = count_questions(texts, source=pair.source, forbidden=len(forbidden))
    row: dict[str, Any] = {
        "pair": pair.name,
        "seconds": round(first.seconds, 2),
        "first_word_seconds": _rounded(first.first_word_seconds),
        "first_question_seconds": _rounded(first.first_seconds),
        "second_run_first_word_seconds": _rounded(again.first_word_seconds),
        "second_run_first_question_seconds": _rounded(again.first_seconds),
        "written": len(texts),
        "missing": first.result.missing,
        "language_model": first.work,
        "refusals": first.result.refusals,
        "highest_similarity": round(highest_similarity(vectors), 3),
        "called_forbidden": forbidden,
        **counts.shares(),
    }
    if args.levels:
        sets = []
        for level in (Difficulty.JUNIOR, Difficulty.LEAD):
            written = (await _generate(engines, pair, level, args.total)).result.questions
            sets.append(
                await engines.embeddings.embed(
                    [question.question for question in written], priority=Priority.INTERACTIVE
                )
            )
            row[f"{level.value}_questions"] = [_describe(question) for question in written]
        row["junior_to_lead_similarity"] = round(mean_similarity(*sets), 3)
    row["questions"] = [_describe(question) for question in first.result.questions]
    return row, counts


async def _generate(
    engines: Engines, pair: Pair, difficulty: Difficulty, total: int, existing: list[str] | None = None
) -> Timed:
    first: list[float] = []
    llm = MeteredLlm(engines.llm)
    began = time.perf_counter()

    async def note(_written: WrittenQuestion) -> bool:
        if not first:
            first.append(time.perf_counter() - began)
        return True

    result = await generate_questions(
        replace(engines, llm=llm),
        candidate=pair.candidate,
        job=pair.job,
        distribution=even_distribution(total),
        difficulty=difficulty,
        existing=existing or (),
        language=pair.language,
        on_question=note,
    )
    return Timed(
        result,
        seconds=time.perf_counter() - began,
        first_word_seconds=llm.at - began if llm.at else None,
        first_seconds=first[0] if first else None,
        work=llm.describe(),
    )


def _summary(rows: list[dict[str, Any]], counts: QuestionCounts) -> dict[str, object]:
    def values(name: str) -> list[float]:
        return [row[name] for row in rows if row.get(name) is not None]

    def median(name: str) -> float | None:
        return round(statistics.median(values(name)), 2) if values(name) else None

    def sooner(kind: str) -> float | None:
        """Median speed-up of the second run over all pairs."""
        names = (f"first_{kind}_seconds", f"second_run_first_{kind}_seconds")
        ratios = [row[names[0]] / row[names[1]] for row in rows if row[names[0]] and row[names[1]]]
        return round(statistics.median(ratios), 2) if ratios else None

    levels = values("junior_to_lead_similarity")
    return {
        "seconds_median": median("seconds"),
        "seconds_max": max(values("seconds"), default=None),
        "first_word_seconds_median": median("first_word_seconds"),
        "first_question_seconds_median": median("first_question_seconds"),
        "first_question_seconds_max": max(values("first_question_seconds"), default=None),
        "second_run_first_word_sooner": sooner("word"),
        "second_run_first_question_sooner": sooner("question"),
        "written": counts.total,
        "missing": sum(row["missing"] for row in rows),
        **counts.shares(),
        "highest_similarity": max(values("highest_similarity"), default=None),
        "junior_to_lead_similarity": round(statistics.mean(levels), 3) if levels else None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _describe(question: WrittenQuestion) -> dict[str, Any]:
    return {
        "category": question.category.value,
        "question": question.question,
        "estimatedTime": question.estimated_minutes,
        "writtenBy": question.generation.model,
        "basedOn": {
            "source": question.fact.source,
            "kind": question.fact.kind,
            "lineKind": question.fact.line_kind.value,
            "text": question.fact.text,
        },
    }
