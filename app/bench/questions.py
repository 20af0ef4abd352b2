"""`greenroom bench questions`: questions for one CV and one job, through the product's own path."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from app.core.errors import AppError
from app.core.settings import Settings
from app.documents.reading import read_document
from app.engines import engines_config
from app.questions.briefs import brief_of_cv_text, brief_of_job_text
from app.questions.rules import MAX_QUESTIONS, Difficulty, even_distribution
from app.questions.writing import WrittenQuestion, generate_questions
from models.ports import CompletionRequest, Message, Priority
from models.runtime import build_engines


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cv", type=Path, help="the CV: PDF, DOCX, DOC or text")
    parser.add_argument("--job", type=Path, help="the job description: PDF, DOCX, DOC or text")
    parser.add_argument("--total", type=int, default=10, help=f"how many questions (1 to {MAX_QUESTIONS})")
    parser.add_argument(
        "--difficulty", choices=[level.value for level in Difficulty], default=Difficulty.MID.value
    )


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Generation time with warm engines; loading them is told apart. Raises ValueError for bad input."""
    if args.cv is None and args.job is None:
        raise ValueError("name at least one of --cv and --job")
    for path in (args.cv, args.job):
        if path is not None and not path.is_file():
            raise ValueError(f"there is no file {path}")
    if not 1 <= args.total <= MAX_QUESTIONS:
        raise ValueError(f"--total must be 1 to {MAX_QUESTIONS}")
    candidate = brief_of_cv_text(await _text_of(args.cv)) if args.cv else None
    job = brief_of_job_text(await _text_of(args.job)) if args.job else None
    engines = build_engines(engines_config(Settings()))
    began = time.perf_counter()
    await engines.start()
    try:
        # One word each: the weights are in memory then, the prompts are not.
        warm = CompletionRequest(messages=(Message("user", "Say yes."),), max_tokens=2)
        await engines.llm.complete(warm, priority=Priority.INTERACTIVE)
        await engines.embeddings.embed(["yes"], priority=Priority.INTERACTIVE)
        load_seconds = time.perf_counter() - began
        first_question: list[float] = []
        began = time.perf_counter()

        async def note(_written: WrittenQuestion) -> bool:
            if not first_question:
                first_question.append(time.perf_counter() - began)
            return True

        result = await generate_questions(
            engines,
            candidate=candidate,
            job=job,
            distribution=even_distribution(args.total),
            difficulty=Difficulty(args.difficulty),
            on_question=note,
        )
        seconds = time.perf_counter() - began
        model = engines.llm.identity.name
    finally:
        await engines.stop()
    return {
        "seconds": round(seconds, 2),
        "first_question_seconds": round(first_question[0], 2) if first_question else None,
        "load_seconds": round(load_seconds, 2),
        "missing": result.missing,
        "refusals": len(result.refusals),
        "model": model,
        "questions": [_describe(question) for question in result.questions],
    }


async def _text_of(path: Path) -> str:
    try:
        return (await read_document(path)).text
    except AppError as error:
        raise ValueError(f"{path.name}: {error.message}") from error


def _describe(question: WrittenQuestion) -> dict[str, Any]:
    return {
        "category": question.category.value,
        "question": question.question,
        "estimatedTime": question.estimated_minutes,
        "basedOn": {"source": question.fact.source, "text": question.fact.text},
    }
