"""Stages of processing one document: extract, detect the type, understand, find evidence. Nothing is
stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

import anyio.to_thread

from app.candidates.service import CandidateFacts
from app.documents.errors import UnreadableDocument
from app.documents.facts import Facts, build_parsed_data, can_be_assessed
from app.documents.parsing.cv import parse_cv
from app.documents.parsing.evidence import locate
from app.documents.parsing.job import parse_job
from app.documents.parsing.kind import DetectedType, detect_type
from app.documents.sandbox.requests import extract_document
from app.documents.schemas import Stage
from app.documents.tables import DocumentType
from app.documents.understanding import (
    assess_cv,
    assess_job,
    candidate_facts,
    job_facts,
    understand_cover_letter,
    understand_cv,
    understand_job,
)
from app.documents.unreadable import FILE_MISSING
from app.job_descriptions.service import JobFacts
from models.ports import LlmEngine, Priority, QueueListener

ReportStage = Callable[[Stage, float], None]

UNDERSTANDING_FROM, UNDERSTANDING_TO = 0.2, 0.95
"""Shares of the whole at which understanding begins and ends. It takes most of the time."""


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The result of processing one document. It replaces the result of any earlier attempt."""

    mime_type: str
    raw_text: str
    type: DocumentType
    type_confidence: float
    facts: Facts | None
    is_assessed: bool = False
    """Whether the model's sentences are part of the facts, or there are none to write."""
    flags: list[dict[str, Any]] = field(default_factory=list)
    evidence: list[dict[str, Any]] = field(default_factory=list)
    same_as_id: str | None = None
    """The document whose result was reused: this one is not charged."""

    @property
    def parsed_data(self) -> dict[str, Any] | None:
        return None if self.facts is None else build_parsed_data(self.facts)

    @property
    def generation(self) -> dict[str, Any] | None:
        return None if self.facts is None else self.facts.generation

    @property
    def lacks_assessment(self) -> bool:
        return self.facts is not None and not self.is_assessed and can_be_assessed(self.facts)


@dataclass(frozen=True, slots=True)
class DocumentStages:
    """Settings and callbacks of one attempt, and the stages that use them."""

    llm: LlmEngine
    today: date
    priority: Priority
    on_stage: ReportStage
    on_queue: QueueListener
    uses_model: bool = True
    """False: patterns only; what they do not find stays blank."""

    async def process(
        self, path: Path, *, name: str, stated_type: DocumentType | None, with_assessment: bool
    ) -> DocumentResult:
        """Extract and understand one file, uploaded as ``name``.

        Raises UnsupportedFile, UnreadableDocument and the errors of the engine.
        """
        self.on_stage("reading", 0.05)
        if not await anyio.to_thread.run_sync(path.is_file):
            raise UnreadableDocument(FILE_MISSING)
        read = await extract_document(path, name=name)
        self.on_stage("understanding", UNDERSTANDING_FROM)
        if stated_type is not None:
            detected = DetectedType(stated_type, 1.0)
        else:
            detected = await anyio.to_thread.run_sync(detect_type, read.visible_text)
        facts = await self._understand(detected.type, read.visible_text, with_assessment=with_assessment)
        result = DocumentResult(
            mime_type=read.mime_type,
            raw_text=read.text,
            type=detected.type,
            type_confidence=detected.confidence,
            facts=facts,
            is_assessed=with_assessment,
            flags=list(read.flags),
        )
        return await with_evidence(result)

    async def assess(self, facts: Facts, text: str) -> Facts:
        """The facts with the model's sentences added. Raises the errors of the engine."""
        if isinstance(facts, JobFacts):
            return await assess_job(
                self.llm,
                text,
                facts,
                on_stage=self._on_stage,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        return await assess_cv(
            self.llm, text, facts, on_stage=self._on_stage, priority=self.priority, on_queue=self.on_queue
        )

    async def _understand(self, kind: DocumentType, text: str, *, with_assessment: bool) -> Facts | None:
        if not self.uses_model:
            return await anyio.to_thread.run_sync(lambda: facts_by_patterns(kind, text, today=self.today))
        if kind == DocumentType.CV:
            return await understand_cv(
                self.llm,
                text,
                today=self.today,
                on_stage=self._on_stage,
                with_assessment=with_assessment,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        if kind == DocumentType.JOB_DESCRIPTION:
            return await understand_job(
                self.llm,
                text,
                on_stage=self._on_stage,
                with_assessment=with_assessment,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        return facts_by_patterns(kind, text, today=self.today)

    def _on_stage(self, stage: str, share: float) -> None:
        """Convert the share of understanding into the share of the whole."""
        name: Stage = "assessing" if stage == "assessing" else "understanding"
        self.on_stage(name, UNDERSTANDING_FROM + (UNDERSTANDING_TO - UNDERSTANDING_FROM) * share)


def facts_by_patterns(kind: DocumentType, text: str, *, today: date) -> Facts | None:
    """The facts that patterns find, without the model. None for an unsupported document."""
    if kind == DocumentType.CV:
        return candidate_facts(parse_cv(text), text, today=today)
    if kind == DocumentType.COVER_LETTER:
        return understand_cover_letter(text)
    if kind == DocumentType.JOB_DESCRIPTION:
        return job_facts(parse_job(text), text)
    return None


async def with_evidence(result: DocumentResult) -> DocumentResult:
    """``result`` with the evidence for its values."""
    parsed = result.parsed_data
    if parsed is None:
        return result
    evidence = await anyio.to_thread.run_sync(locate, parsed, result.raw_text)
    return replace(result, evidence=[dict(place) for place in evidence])


def get_visible_text(facts: Facts) -> str:
    """The text that the model gets: without hidden text."""
    return facts.cv_text if isinstance(facts, CandidateFacts) else facts.raw_text
