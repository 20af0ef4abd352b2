"""`greenroom bench documents`: extraction quality, times and memory over a folder of documents."""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import statistics
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import psutil

from app.bench.document_measures import Scores, compare_cv, compare_job, values_not_in
from app.candidates.service import CandidateFacts
from app.core.clock import utc_now
from app.core.errors import AppError
from app.core.settings import Settings
from app.documents.facts import build_parsed_data
from app.documents.sandbox.requests import (
    UnderstoodText,
    detect_type,
    extract_document,
    find_evidence,
    understand_text,
)
from app.documents.tables import DocumentType
from app.documents.understanding import understand_cv, understand_job
from app.engines import make_engines_config
from app.job_descriptions.service import JobFacts
from models.ports import CompletionRequest, LlmEngine, Message, Priority
from models.runtime import build_engines

ENDINGS = frozenset({".pdf", ".docx", ".doc", ".rtf", ".txt", ".md"})
MIB = 1024 * 1024
_KEYS = {DocumentType.CV: "cv", DocumentType.JOB_DESCRIPTION: "job"}
_WINDOW = 100
"""Runs over which memory is averaged at the start and at the end of ``--repeat``."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Expected values of one document, written by a person."""

    type: DocumentType
    fields: Mapping[str, Any]
    today: date


@dataclass(slots=True)
class Run:
    """Results collected over all documents."""

    scores: Scores = field(default_factory=Scores)
    documents: list[dict[str, object]] = field(default_factory=list)
    invented: list[dict[str, str]] = field(default_factory=list)
    extraction_ms: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cv", type=Path, required=True, metavar="DIR", help="folder of documents, including subfolders"
    )
    parser.add_argument(
        "--answers",
        type=Path,
        metavar="DIR",
        help="expected values in <name of the file>.json; else expected.json next to the file",
    )
    parser.add_argument(
        "--repeat", type=int, default=0, metavar="N", help="process the documents N times and measure memory"
    )
    parser.add_argument("--without-model", action="store_true", help="extract facts with patterns only")


async def run(args: argparse.Namespace) -> dict[str, object]:
    """Measure every document of a folder. A document without expected values counts only for times.

    Raises ValueError for a folder without documents, and the errors of the engines.
    """
    if not args.cv.is_dir():
        raise ValueError(f"there is no folder {args.cv}")
    paths = sorted(p for p in args.cv.rglob("*") if p.suffix.lower() in ENDINGS and p.is_file())
    if not paths:
        raise ValueError(f"there is no document in {args.cv}")
    gathered = Run()
    if args.without_model:
        await _read_all(gathered, paths, args.answers, llm=None)
        model = None
    else:
        engines = build_engines(make_engines_config(Settings()))
        await engines.start()
        try:
            # Warm up with one word: it loads the weights, but no prompts.
            warm = CompletionRequest(messages=(Message("user", "Say yes."),), max_tokens=2)
            await engines.llm.complete(warm, priority=Priority.INTERACTIVE)
            await _read_all(gathered, paths, args.answers, llm=engines.llm)
            model = engines.llm.identity.name
        finally:
            await engines.stop()
    return {
        "documents": len(paths),
        "with_answers": sum(bool(row["answer"]) for row in gathered.documents),
        "model": model,
        "fields": gathered.scores.metrics(),
        "values_not_in_the_document": len(gathered.invented),
        "extraction_ms": _spread(gathered.extraction_ms),
        "seconds": _spread(gathered.seconds),
        "memory": await _memory(paths, args.repeat) if args.repeat else None,
        "invented": gathered.invented,
        "mistakes": gathered.scores.mistakes,
        "rows": gathered.documents,
    }


def _spread(values: list[float]) -> dict[str, float] | None:
    if not values:
        return None
    return {
        "median": round(statistics.median(values), 2),
        "highest": round(max(values), 2),
    }


async def _read_all(gathered: Run, paths: list[Path], answers: Path | None, *, llm: LlmEngine | None) -> None:
    for path in paths:
        answer = find_answer(path, answers)
        await _read_one(gathered, path, answer, llm=llm)


async def _read_one(gathered: Run, path: Path, answer: Answer | None, *, llm: LlmEngine | None) -> None:
    label = f"{path.parent.name}/{path.name}"
    began = time.perf_counter()
    try:
        read = await extract_document(path)
    except AppError as error:
        gathered.documents.append(
            {"document": label, "type": "failed", "answer": False, "note": error.message}
        )
        return
    extraction_ms = (time.perf_counter() - began) * 1000
    today = answer.today if answer else utc_now().date()
    text = read.visible_text
    detected = await detect_type(text)
    kind = answer.type if answer else detected.type
    facts = await _complete(await understand_text(text, stated_type=kind, today=today), llm=llm)
    seconds = time.perf_counter() - began
    gathered.extraction_ms.append(extraction_ms)
    gathered.seconds.append(seconds)
    gathered.documents.append(
        {
            "document": label,
            "type": detected.type.value,
            "confidence": detected.confidence,
            "answer": answer is not None,
            "extraction_ms": round(extraction_ms),
            "seconds": round(seconds, 2),
            "note": "",
        }
    )
    parsed_data: dict[str, Any] = {}
    if facts is not None:
        parsed_data = build_parsed_data(facts)
        gathered.invented += [
            {"document": label, "value": value}
            for value in values_not_in(text, _without_written_summary(parsed_data))
        ]
    if answer is None:
        return
    gathered.scores.compare(label, "type", [detected.type.value], [answer.type.value])
    if isinstance(facts, CandidateFacts) and answer.type == DocumentType.CV:
        person = {**parsed_data, "cvParsed": facts.cv_parsed, "cvProfile": facts.cv_profile}
        compare_cv(gathered.scores, label, person, answer.fields)
    elif isinstance(facts, JobFacts):
        compare_job(gathered.scores, label, facts.parsed, answer.fields)


def _without_written_summary(parsed_data: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the sentences that the model wrote about a job description: they are checked separately."""
    return {
        key: value
        for key, value in parsed_data.items()
        if not (key == "summary" and "requiredSkills" in parsed_data)
    }


async def _complete(understood: UnderstoodText, *, llm: LlmEngine | None) -> CandidateFacts | JobFacts | None:
    def on_stage(_stage: str, _share: float) -> None:
        """A benchmark shows no progress."""

    if understood.type == DocumentType.CV:
        return await understand_cv(llm, understood, on_stage=on_stage)
    if understood.type == DocumentType.JOB_DESCRIPTION:
        return await understand_job(llm, understood, on_stage=on_stage)
    return understood.facts


def find_answer(path: Path, folder: Path | None) -> Answer | None:
    """Find ``<name>.json`` in the folder of expected values, else ``expected.json`` next to the document: the
    name of the document (``cv.pdf``, ``job.docx``) selects the part.

    Raises ValueError if it was written for a different file.
    """
    beside = path.parent / "expected.json"
    own = folder / f"{path.name}.json" if folder is not None else None
    source = own if own is not None and own.is_file() else beside
    if not source.is_file():
        return None
    content: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    stated = content.get("sha256")
    if stated is not None and stated != hashlib.sha256(path.read_bytes()).hexdigest():
        raise ValueError(f"{source.name} was written for another {path.name}")
    kinds = [kind for kind, key in _KEYS.items() if key in content]
    if source == beside:
        kinds = [kind for kind in kinds if path.stem == _KEYS[kind]]
    if not kinds and "type" not in content:
        return None
    kind = kinds[0] if kinds else DocumentType(content["type"])
    today = date.fromisoformat(content.get("referenceDate") or utc_now().date().isoformat())
    return Answer(kind, content.get(_KEYS.get(kind, ""), {}), today)


async def _memory(paths: list[Path], repeat: int) -> dict[str, object]:
    """Memory over ``repeat`` runs (extraction, patterns, evidence), the first hundred compared with the last.

    Counts this process and its children.
    """
    samples: list[float] = []
    process = psutil.Process()
    for number in range(repeat):
        path = paths[number % len(paths)]
        with suppress(AppError):
            read = await extract_document(path)
            understood = await understand_text(read.visible_text, today=utc_now().date())
            if understood.facts is not None:
                await find_evidence(build_parsed_data(understood.facts), read.text)
        gc.collect()
        total = 0
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                total += one.memory_info().rss
        samples.append(total / MIB)
    window = min(_WINDOW, max(1, repeat // 2))
    first, last = statistics.median(samples[:window]), statistics.median(samples[-window:])
    return {
        "readings": repeat,
        "first_mib": round(first, 1),
        "last_mib": round(last, 1),
        "growth_percent": round(100 * (last / first - 1), 1),
    }
