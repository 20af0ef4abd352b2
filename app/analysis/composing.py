"""Composes a report: has the model describe what code found, and records what is missing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from app.analysis.coverage import list_unasked
from app.analysis.exchanges import QuestionKind
from app.analysis.findings import (
    Analysis,
    Category,
    Evidence,
    Feature,
    Finding,
    FindingKind,
    FollowUp,
    FollowUpPurpose,
    KeyQuote,
    Missing,
    MissingCode,
    PreparedQuestion,
    QuestionPriority,
    QuoteContext,
    ReportSection,
    TranscriptLine,
)
from app.analysis.follow_ups import list_follow_ups
from app.analysis.observations import Observations
from app.analysis.scoring import MIN_ANSWERS, MIN_WORDS, WEAK, ScoredAnswer
from app.analysis.selection import Selected
from app.analysis.writing import Writer, describe_kind, prompt_version
from app.core.operations import OperationStage
from app.llm.generation import GenerationRecord

ProgressListener = Callable[[OperationStage, float], None]
"""Called with the current stage and the share done, 0 to 1."""

MAX_FOLLOW_UPS = 6
MAX_PREPARED_FOLLOW_UPS = 2
_TECHNICAL_CONCERNS = (FindingKind.OWNED, FindingKind.GAP)
_PRIORITY_ORDER = {QuestionPriority.HIGH: 0, QuestionPriority.MEDIUM: 1, QuestionPriority.LOW: 2}


def elapsed_ms(since: float) -> int:
    """Milliseconds since the monotonic time ``since``."""
    return round((time.monotonic() - since) * 1000)


@dataclass(slots=True)
class ReportBuilder:
    """Builds one report, section by section, in the order in which they depend on each other."""

    writer: Writer
    observed: Observations
    lines: Sequence[TranscriptLine]
    questions: Sequence[PreparedQuestion]
    report: ProgressListener
    started: float
    """Monotonic time at which the analysis started."""
    strengths: list[Finding] = field(default_factory=list)
    concerns: list[Finding] = field(default_factory=list)
    """In the order of ``observed.concerns``."""
    missing: list[Missing] = field(default_factory=list)

    async def build(self) -> Analysis:
        """Write every section. Raises EngineError."""
        self._check_scores()
        await self._describe_findings()
        self.report(OperationStage.WRITING_SUMMARY, 0.55)
        summary = await self._write_summary()
        self.report(OperationStage.WRITING_ASSESSMENTS, 0.65)
        technical = await self._write_assessment(
            ReportSection.TECHNICAL_ASSESSMENT, "technical", self._technical_material()
        )
        communication = await self._write_assessment(
            ReportSection.COMMUNICATION_ASSESSMENT, "communication", self._communication_material()
        )
        self.report(OperationStage.CHOOSING_QUOTES, 0.78)
        key_quotes = await self._choose_key_quotes()
        self.report(OperationStage.WRITING_FOLLOW_UPS, 0.86)
        follow_ups = await self._write_follow_ups()
        self.report(OperationStage.DONE, 1.0)
        observed, writer = self.observed, self.writer
        identity = writer.llm.identity
        return Analysis(
            sentiment=observed.sentiment,
            technical_score=observed.technical.value,
            communication_score=observed.communication.value,
            technical_basis=observed.technical.basis,
            communication_basis=observed.communication.basis,
            summary=summary,
            technical_assessment=technical,
            communication_assessment=communication,
            strengths=tuple(self.strengths),
            concerns=tuple(self.concerns),
            key_quotes=tuple(key_quotes),
            follow_up_questions=tuple(follow_ups),
            missing=tuple(self.missing),
            generation=GenerationRecord(
                model=writer.model or identity.name,
                model_sha256=writer.model_sha256 or identity.sha256,
                prompt_version=prompt_version(),
                duration_ms=elapsed_ms(self.started),
            ),
        )

    def _miss(self, section: ReportSection, code: MissingCode, **params: int) -> None:
        self.missing.append(Missing(section, code, params))

    def _check_scores(self) -> None:
        for section, score in (
            (ReportSection.TECHNICAL_SCORE, self.observed.technical),
            (ReportSection.COMMUNICATION_SCORE, self.observed.communication),
        ):
            if score.value is None:
                self._miss(
                    section,
                    MissingCode.TOO_LITTLE_SAID,
                    answers=score.answers,
                    words=score.words,
                    minAnswers=MIN_ANSWERS,
                    minWords=MIN_WORDS,
                )

    # --- Findings -----------------------------------------------------------------------------

    async def _describe_findings(self) -> None:
        observed = self.observed
        total = max(1, len(observed.strengths) + len(observed.concerns))
        for index, strength in enumerate(observed.strengths):
            self.report(OperationStage.DESCRIBING_STRENGTHS, 0.05 + 0.5 * index / total)
            self.strengths.append(await self._describe(strength))
        for index, concern in enumerate(observed.concerns, start=len(observed.strengths)):
            self.report(OperationStage.DESCRIBING_CONCERNS, 0.05 + 0.5 * index / total)
            self.concerns.append(replace(await self._describe(concern), severity=concern.severity))
        if not self.strengths:
            self._miss(ReportSection.STRENGTHS, MissingCode.NO_EVIDENCE)
        for section, findings in (
            (ReportSection.STRENGTHS, self.strengths),
            (ReportSection.CONCERNS, self.concerns),
        ):
            if count := sum(1 for finding in findings if not finding.description):
                self._miss(section, MissingCode.QUOTES_ONLY, count=count, total=len(findings))

    async def _describe(self, item: Selected) -> Finding:
        """The finding in the model's words, or the quote alone if the model's words were refused."""
        title, description = await self.writer.describe(item) or ("", "")
        return Finding(item.kind, title, description, item.category, item.quote)

    # --- Texts --------------------------------------------------------------------------------

    async def _write_summary(self) -> str:
        parts: list[str | None] = []
        if self.strengths:
            lines = [_as_line(item) for item in self.strengths]
            parts.append(await self.writer.summarize("strengths", lines, sentences=3, favorable=True))
        if self.concerns:
            lines = [f"{describe_kind(item.kind)}: {_as_line(item)}" for item in self.concerns]
            parts.append(await self.writer.summarize("concerns", lines, sentences=2, favorable=False))
        summary = " ".join(part for part in parts if part)
        if not parts:
            self._miss(ReportSection.SUMMARY, MissingCode.NO_FINDINGS)
        elif None in parts:
            partly = MissingCode.PARTLY_NOT_SUPPORTED
            self._miss(ReportSection.SUMMARY, partly if summary else MissingCode.NOT_SUPPORTED)
        return summary

    async def _write_assessment(self, section: ReportSection, prompt: str, material: list[str]) -> str:
        if not material:
            self._miss(section, MissingCode.NO_FINDINGS)
            return ""
        text = await self.writer.summarize(prompt, material, sentences=3, favorable=None)
        if text is None:
            self._miss(section, MissingCode.NOT_SUPPORTED)
        return text or ""

    def _technical_material(self) -> list[str]:
        material = [_as_line(item) for item in self.strengths if item.category is Category.TECHNICAL]
        return material + [
            f"Risk: {_as_line(item)}" for item in self.concerns if item.kind in _TECHNICAL_CONCERNS
        ]

    def _communication_material(self) -> list[str]:
        material = _count_answers(self.observed.scored)
        material += [_as_line(item) for item in self.strengths if item.category is Category.COMMUNICATION]
        return material + [
            f"Left open: {_as_line(item)}" for item in self.concerns if item.kind not in _TECHNICAL_CONCERNS
        ]

    # --- Quotes and follow-up questions ----------------------------------------------------------

    async def _choose_key_quotes(self) -> list[KeyQuote]:
        chosen = [
            _key_quote(finding.evidence[0], context, finding.title)
            for context, findings in (
                (QuoteContext.STRENGTH, self.strengths[:3]),
                (QuoteContext.CONCERN, self.concerns[:3]),
            )
            for finding in findings
        ]
        refused = 0
        for context, item in self.observed.quotes:
            significance = await self.writer.explain_quote(item, section=context.value)
            if significance is None:
                refused += 1
            else:
                chosen.append(_key_quote(item.quote[0], context, significance))
        if refused:
            self._miss(ReportSection.KEY_QUOTES, MissingCode.SOME_NOT_SUPPORTED, count=refused)
        return sorted(chosen, key=lambda quote: quote.start_seconds)

    async def _write_follow_ups(self) -> list[FollowUp]:
        unasked = await list_unasked(
            self.writer.engines, self.questions, self.lines, priority=self.writer.priority()
        )
        follow_ups = [
            FollowUp(text, QuestionPriority.MEDIUM, FollowUpPurpose.PREPARED_NOT_ASKED)
            for text in unasked[:MAX_PREPARED_FOLLOW_UPS]
        ]
        requests = list_follow_ups(self.observed, self.concerns, cv_text=self.writer.background.cv_text)
        refused = 0
        for index, request in enumerate(requests):
            if len(follow_ups) >= MAX_FOLLOW_UPS:
                break
            self.report(OperationStage.WRITING_FOLLOW_UPS, 0.86 + 0.13 * index / len(requests))
            question = await self.writer.write_follow_up(request.section, request.material)
            if question is None:
                refused += 1
            elif all(question != other.question for other in follow_ups):
                follow_ups.append(FollowUp(question, request.priority, request.purpose, request.subject))
        if refused:
            self._miss(ReportSection.FOLLOW_UP_QUESTIONS, MissingCode.SOME_NOT_SUPPORTED, count=refused)
        return sorted(follow_ups, key=lambda item: _PRIORITY_ORDER[item.priority])


def _as_line(finding: Finding) -> str:
    """A finding as one line of material for the model."""
    quotes = " ".join(item.quote for item in finding.evidence)
    title = finding.title or describe_kind(finding.kind)
    return f"{title}. {finding.description or f'The candidate says: {quotes}'}"


def _key_quote(source: Evidence, context: QuoteContext, significance: str) -> KeyQuote:
    return KeyQuote(
        text=source.quote,
        speaker=source.speaker,
        context=context,
        start_seconds=source.start_seconds,
        significance=significance,
        segment_id=source.segment_id,
    )


def _count_answers(scored: Sequence[ScoredAnswer]) -> list[str]:
    """Counts of how the open questions were answered, as material for the communication assessment."""
    asked = [
        item for item in scored if item.features.exchange.kind in (QuestionKind.WORK, QuestionKind.MOTIVATION)
    ]
    weak = [item for item in asked if item.weakness[Category.COMMUNICATION] >= WEAK]
    ordered = [item for item in asked if item.features.count(Feature.STRUCTURE) >= 2]
    explained = [item for item in asked if item.features.count(Feature.REASON)]
    lines = []
    if asked:
        lines.append(f"{len(asked) - len(weak)} of {len(asked)} open questions got a concrete answer")
    if weak:
        lines.append(f"{len(weak)} of {len(asked)} open questions got only a general reply")
    if ordered:
        lines.append(f"{len(ordered)} answers went step by step or gave an example")
    if explained:
        lines.append(f"{len(explained)} answers gave reasons for what was done")
    return lines
