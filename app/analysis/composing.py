"""The texts of a report from what code found: which are asked for, in which order, and what is missing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from app.analysis.concerns import ConcernKind, SelectedConcern, list_evaded
from app.analysis.coverage import list_unasked
from app.analysis.exchanges import QuestionKind
from app.analysis.features import Feature
from app.analysis.findings import (
    Analysis,
    Category,
    Finding,
    FollowUp,
    KeyQuote,
    Missing,
    PreparedQuestion,
    QuestionPriority,
    QuoteContext,
    Sentiment,
    TranscriptLine,
)
from app.analysis.scoring import WEAK, Score, ScoredAnswer
from app.analysis.selection import Selected
from app.analysis.writing import Writer, concern_words, plain_title, prompt_version
from app.llm.generation import GenerationRecord

ProgressListener = Callable[[str, float], None]
"""Told the stage in words and the share done, 0 to 1."""

MOST_FOLLOW_UPS = 6


@dataclass(frozen=True, slots=True)
class Reading:
    """What code found before the model is asked anything."""

    scored: tuple[ScoredAnswer, ...]
    technical: Score
    communication: Score
    sentiment: Sentiment | None
    strengths: tuple[Selected, ...]
    concerns: tuple[SelectedConcern, ...]
    untouched: tuple[str, ...]
    quotes: tuple[tuple[QuoteContext, Selected], ...]


def since(began: float) -> int:
    """Milliseconds since a monotonic time."""
    return round((time.monotonic() - began) * 1000)


NOT_BORNE_OUT = "What the model wrote was not borne out by the transcript, so it was left out."


async def compose(
    writer: Writer,
    found: Reading,
    *,
    lines: Sequence[TranscriptLine],
    questions: Sequence[PreparedQuestion],
    report: ProgressListener,
    began: float,
) -> Analysis:
    """Put what code found into words; ``began`` is the monotonic time at which the work began."""
    missing: list[Missing] = []
    for name, score in (("scores.technical", found.technical), ("scores.communication", found.communication)):
        if score.value is None:
            missing.append(Missing(name, score.reason))
    steps = len(found.strengths) + len(found.concerns)
    strengths: list[Finding] = []
    concerns: list[Finding] = []
    concern_sources: list[tuple[SelectedConcern, Finding]] = []
    for index, item in enumerate((*found.strengths, *found.concerns)):
        is_concern = isinstance(item, SelectedConcern)
        what = f"Putting {'concerns' if is_concern else 'strengths'} into words"
        report(what, 0.05 + 0.5 * index / max(1, steps))
        finding = await _describe(writer, item)
        if isinstance(item, SelectedConcern):
            concerns.append(finding)
            concern_sources.append((item, finding))
        else:
            strengths.append(finding)
    _count_missing(missing, "strengths", strengths)
    _count_missing(missing, "concerns", concerns)
    report("Writing the summary", 0.55)
    texts = await _write_texts(writer, found, strengths, concern_sources, missing, report)
    report("Choosing key quotes", 0.78)
    key_quotes = await _key_quotes(writer, found, strengths, concerns, missing)
    report("Writing follow-up questions", 0.86)
    unasked = await list_unasked(writer.engines, questions, lines, priority=writer.priority())
    follow_ups = await _follow_ups(writer, found, concern_sources, unasked, missing, report)
    report("Done", 1.0)
    identity = writer.llm.identity
    return Analysis(
        sentiment=found.sentiment,
        technical_score=found.technical.value,
        communication_score=found.communication.value,
        technical_basis=found.technical.basis,
        communication_basis=found.communication.basis,
        summary=texts[0],
        technical_assessment=texts[1],
        communication_assessment=texts[2],
        strengths=tuple(strengths),
        concerns=tuple(concerns),
        key_quotes=tuple(key_quotes),
        follow_up_questions=tuple(follow_ups),
        missing=tuple(missing),
        generation=GenerationRecord(
            model=writer.model or identity.name,
            model_sha256=writer.model_sha256 or identity.sha256,
            prompt_version=prompt_version(),
            duration_ms=since(began),
        ),
    )


async def _describe(writer: Writer, item: Selected) -> Finding:
    """The finding in the model's words; in the candidate's alone where the model's were refused.

    The quote was found and copied by code, so it stays whatever the model writes about it.
    """
    is_concern = isinstance(item, SelectedConcern)
    words = await writer.describe(item, favourable=not is_concern)
    title, description = words if words is not None else (plain_title(item), "")
    finding = Finding(title, description, item.category, item.quote)
    return replace(finding, severity=item.severity) if isinstance(item, SelectedConcern) else finding


def _count_missing(missing: list[Missing], section: str, findings: Sequence[Finding]) -> None:
    silent = sum(1 for finding in findings if not finding.description)
    if not findings and section == "strengths":
        missing.append(Missing(section, "No answer held enough concrete evidence to rest a strength on."))
    elif silent:
        missing.append(
            Missing(
                section, f"{silent} of {len(findings)} stand in the candidate's words alone. {NOT_BORNE_OUT}"
            )
        )


def _as_line(finding: Finding) -> str:
    said = " ".join(item.quote for item in finding.evidence)
    return f"{finding.title}. {finding.description or f'The candidate says: {said}'}"


def _counted_lines(found: Reading) -> list[str]:
    """How the questions were answered, in numbers, for the communication assessment."""
    full = [
        item
        for item in found.scored
        if item.features.exchange.kind in (QuestionKind.WORK, QuestionKind.MOTIVATION)
    ]
    weak = [item for item in full if item.weakness[Category.COMMUNICATION] >= WEAK]
    ordered = [item for item in full if item.features.count(Feature.STRUCTURE) >= 2]
    explained = [item for item in full if item.features.count(Feature.REASON)]
    lines = []
    if full:
        lines.append(f"{len(full) - len(weak)} of {len(full)} open questions got a concrete answer")
    if weak:
        lines.append(f"{len(weak)} of {len(full)} open questions got only a general reply")
    if ordered:
        lines.append(f"{len(ordered)} answers went step by step or gave an example")
    if explained:
        lines.append(f"{len(explained)} answers gave reasons for what was done")
    return lines


async def _write_texts(
    writer: Writer,
    found: Reading,
    strengths: Sequence[Finding],
    concerns: Sequence[tuple[SelectedConcern, Finding]],
    missing: list[Missing],
    report: ProgressListener,
) -> tuple[str, str, str]:
    """Summary, technical and communication assessment; an empty one is listed as missing."""
    good = [_as_line(item) for item in strengths]
    bad = [f"{concern_words(item.kind)}: {_as_line(finding)}" for item, finding in concerns]
    parts: list[str | None] = []
    if good:
        parts.append(await writer.summarise("strengths", good, sentences=3, favourable=True))
    if bad:
        parts.append(await writer.summarise("concerns", bad, sentences=2, favourable=False))
    summary = " ".join(part for part in parts if part)
    if None in parts or not parts:
        reason = NOT_BORNE_OUT if parts else "There are no findings to sum up."
        missing.append(Missing("summary", f"A part of it is missing. {reason}" if summary else reason))
    report("Writing the assessments", 0.65)
    technical_kinds = (ConcernKind.OWNED, ConcernKind.GAP)
    technical = [_as_line(item) for item in strengths if item.category is Category.TECHNICAL]
    technical += [f"Risk: {_as_line(f)}" for item, f in concerns if item.kind in technical_kinds]
    manner = _counted_lines(found)
    manner += [_as_line(item) for item in strengths if item.category is Category.COMMUNICATION]
    manner += [f"Left open: {_as_line(f)}" for item, f in concerns if item.kind not in technical_kinds]
    written: list[str] = []
    for section, name, findings in (
        ("technical", "technicalAssessment", technical),
        ("communication", "communicationAssessment", manner),
    ):
        text = await writer.summarise(section, findings, sentences=3, favourable=None) if findings else None
        if text is None:
            missing.append(
                Missing(name, NOT_BORNE_OUT if findings else "There are no findings to rest it on.")
            )
        written.append(text or "")
    return summary, written[0], written[1]


async def _key_quotes(
    writer: Writer,
    found: Reading,
    strengths: Sequence[Finding],
    concerns: Sequence[Finding],
    missing: list[Missing],
) -> list[KeyQuote]:
    chosen: list[KeyQuote] = []
    for context, findings in (
        (QuoteContext.STRENGTH, strengths[:3]),
        (QuoteContext.CONCERN, concerns[:3]),
    ):
        for finding in findings:
            first = finding.evidence[0]
            chosen.append(
                KeyQuote(
                    first.quote, first.speaker, context, first.start_seconds, finding.title, first.segment_id
                )
            )
    refused = 0
    for context, item in found.quotes:
        significance = await writer.explain_quote(item, section=context.value)
        if significance is None:
            refused += 1
            continue
        first = item.quote[0]
        chosen.append(
            KeyQuote(first.quote, first.speaker, context, first.start_seconds, significance, first.segment_id)
        )
    if refused:
        missing.append(Missing("keyQuotes", f"{refused} were left out. {NOT_BORNE_OUT}"))
    return sorted(chosen, key=lambda quote: quote.start_seconds)


async def _follow_ups(
    writer: Writer,
    found: Reading,
    concerns: Sequence[tuple[SelectedConcern, Finding]],
    unasked: Sequence[str],
    missing: list[Missing],
    report: ProgressListener,
) -> list[FollowUp]:
    wanted: list[tuple[str, str, QuestionPriority, str]] = []
    for item, finding in concerns:
        if item.kind is not ConcernKind.EVASION:
            purpose = f"Clarifies the concern: {finding.title}"
            wanted.append(("concern", item.quote_text, QuestionPriority.HIGH, purpose))
    owned = {e.index for item, _ in concerns if item.kind is not ConcernKind.EVASION for e in item.exchanges}
    evaded = [exchange for exchange in list_evaded(found.scored) if exchange.index not in owned]
    for exchange in evaded[:2]:
        words = " ".join(exchange.question.split()[-60:])
        wanted.append(("evaded", words, QuestionPriority.HIGH, "Was asked and got only a general reply."))
    in_cv = writer.background.cv_text.lower()
    for line in found.untouched[:2]:
        priority = QuestionPriority.LOW if line.lower() in in_cv else QuestionPriority.MEDIUM
        purpose = f"Not named in the conversation, and the job asks for it: {line}"
        wanted.append(("requirement", line, priority, purpose))
    follow_ups = [
        FollowUp(text, QuestionPriority.MEDIUM, "Was prepared and not asked.") for text in unasked[:2]
    ]
    refused = 0
    for index, (section, material, priority, purpose) in enumerate(wanted):
        if len(follow_ups) >= MOST_FOLLOW_UPS:
            break
        report("Writing follow-up questions", 0.86 + 0.13 * index / len(wanted))
        question = await writer.ask_again(section, material)
        if question is None:
            refused += 1
        elif all(question != other.question for other in follow_ups):
            follow_ups.append(FollowUp(question, priority, purpose))
    if refused:
        missing.append(Missing("followUpQuestions", f"{refused} were left out. {NOT_BORNE_OUT}"))
    order = {QuestionPriority.HIGH: 0, QuestionPriority.MEDIUM: 1, QuestionPriority.LOW: 2}
    return sorted(follow_ups, key=lambda item: order[item.priority])
