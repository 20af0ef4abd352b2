"""Stages of processing one document: extract, detect the type, understand, find evidence. Nothing is
stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from app.candidates.service import CandidateFacts
from app.documents.facts import Facts, build_parsed_data
from app.documents.sandbox.requests import (
    UnderstoodText,
    extract_document,
    find_evidence,
    understand_text,
)
from app.documents.schemas import Stage
from app.documents.tables import DocumentType
from app.documents.understanding import assess_cv, assess_job, understand_cv, understand_job
from app.job_descriptions.service import JobFacts
from models.ports import LlmEngine, Priority, QueueListener

ReportStage = Callable[[Stage, float], None]

SECOND_CV = "second_cv"
"""Kind of the flag of a file with two CVs; its excerpt is the name of the second person."""
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


@dataclass(frozen=True, slots=True)
class DocumentStages:
    """Settings and callbacks of one attempt, and the stages that use them."""

    llm: LlmEngine
    today: date
    priority: Priority
    on_stage: ReportStage
    on_queue: QueueListener
    uses_model: bool = True
    """False: patterns only; fields they do not find stay blank."""

    async def process(self, path: Path, *, name: str, stated_type: DocumentType | None) -> DocumentResult:
        """The facts of one file, uploaded as ``name``; the model's sentences follow later (``assess``).

        Raises UnsupportedFile, UnreadableDocument and the errors of the engine.
        """
        self.on_stage("reading", 0.05)
        read = await extract_document(path, name=name)
        self.on_stage("understanding", UNDERSTANDING_FROM)
        understood = await understand_text(read.visible_text, stated_type=stated_type, today=self.today)
        facts = await self._identify(understood)
        result = DocumentResult(
            mime_type=read.mime_type,
            raw_text=read.text,
            type=understood.type,
            type_confidence=understood.type_confidence,
            facts=facts,
            flags=[*read.flags, *flag_second_cv(understood, read.text)],
        )
        return await with_evidence(result)

    async def assess(self, facts: Facts, text: str) -> Facts:
        """The facts with the names that patterns did not find and the model's sentences.

        Raises the errors of the engine.
        """
        if isinstance(facts, JobFacts):
            return await assess_job(
                self.llm,
                text,
                facts,
                on_stage=self._on_stage,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        facts = await self._name_positions(facts, text)
        return await assess_cv(
            self.llm, text, facts, on_stage=self._on_stage, priority=self.priority, on_queue=self.on_queue
        )

    async def _name_positions(self, facts: CandidateFacts, text: str) -> CandidateFacts:
        """The facts with the titles and employers that patterns did not find."""
        understood = await understand_text(text, stated_type=DocumentType.CV, today=self.today)
        again = understood.facts
        if not understood.unnamed or not isinstance(again, CandidateFacts):
            return facts
        if (again.cv_parsed or {}).get("experience") != (facts.cv_parsed or {}).get("experience"):
            # Parsed by another version of the patterns, which counts positions differently.
            return facts
        return await understand_cv(
            self.llm,
            replace(understood, facts=facts),
            on_stage=self._on_stage,
            with_assessment=False,
            priority=self.priority,
            on_queue=self.on_queue,
        )

    async def _identify(self, understood: UnderstoodText) -> Facts | None:
        """The facts; the model is asked only for missing fields that identify the record.

        Without them, the record of another person or position might be found.
        """
        if not self.uses_model:
            return understood.facts
        if understood.type == DocumentType.CV:
            # Positions are named during the assessment, because a question about each would take seconds.
            return await understand_cv(
                self.llm,
                replace(understood, unnamed=()),
                on_stage=self._on_stage,
                with_assessment=False,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        if understood.type == DocumentType.JOB_DESCRIPTION:
            return await understand_job(
                self.llm,
                understood,
                on_stage=self._on_stage,
                with_assessment=False,
                priority=self.priority,
                on_queue=self.on_queue,
            )
        return understood.facts

    def _on_stage(self, stage: str, share: float) -> None:
        """Convert the share of understanding into the share of the whole."""
        name: Stage = "assessing" if stage == "assessing" else "understanding"
        self.on_stage(name, UNDERSTANDING_FROM + (UNDERSTANDING_TO - UNDERSTANDING_FROM) * share)


def flag_second_cv(understood: UnderstoodText, text: str) -> list[dict[str, Any]]:
    """The warning that the file contains a second CV, located at its name in ``text``; else an empty list."""
    if understood.second_cv is None:
        return []
    name = understood.second_cv.name
    start = max(0, text.find(name))
    return [{"kind": SECOND_CV, "excerpt": name, "start": start, "end": start + len(name)}]


async def with_evidence(result: DocumentResult) -> DocumentResult:
    """``result`` with the evidence for its values."""
    parsed = result.parsed_data
    if parsed is None:
        return result
    return replace(result, evidence=await find_evidence(parsed, result.raw_text))


def get_visible_text(facts: Facts) -> str:
    """The text for the model, without hidden text."""
    return facts.cv_text if isinstance(facts, CandidateFacts) else facts.raw_text
