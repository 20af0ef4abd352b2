"""Composes a report from the observations: code writes the sentences, the model headings and questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.analysis.consistency.facts import Discrepancy
from app.analysis.coverage import list_unasked
from app.analysis.exchanges import Exchange
from app.analysis.findings import (
    Evidence,
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
    Severity,
    TranscriptLine,
)
from app.analysis.follow_ups import MIN_FOLLOW_UPS, list_follow_ups
from app.analysis.lexicon import Lexicon, load_lexicon
from app.analysis.named_limits import find_named_limits
from app.analysis.observations import Observations
from app.analysis.practical_topics import rate_topics
from app.analysis.practicalities import PracticalFact, find_practicalities
from app.analysis.prose import (
    Phrases,
    Told,
    describe,
    name_briefly,
    quote_clause,
    write_communication_assessment,
    write_technical_assessment,
)
from app.analysis.requirement_kinds import needs_proof
from app.analysis.result import Analysis
from app.analysis.scoring import MIN_ANSWERS, MIN_WORDS
from app.analysis.selection import Selected, SelectedConcern
from app.analysis.summary import write_summary
from app.analysis.titles import find_subject, make_heading, write_title
from app.analysis.writing import Writer, prompt_version
from app.core.operations import OperationStage
from app.llm.generation import GenerationRecord
from app.text.folding import lower_speech

ProgressListener = Callable[[OperationStage, float], None]
"""Called with the current stage and the completed share, 0 to 1."""

MAX_FOLLOW_UPS = 8
MAX_PREPARED_FOLLOW_UPS = 2
WRITTEN_LANGUAGE = "en"
"""Language of the prompts and of the texts that their checks understand.

In any other, code writes all texts.
"""
_PRIORITY_ORDER = {QuestionPriority.HIGH: 0, QuestionPriority.MEDIUM: 1, QuestionPriority.LOW: 2}


def elapsed_ms(since: float) -> int:
    """Milliseconds since the monotonic time ``since``."""
    return round((time.monotonic() - since) * 1000)


@dataclass(slots=True)
class ReportBuilder:
    """Builds one report section by section, in the order of their dependencies."""

    writer: Writer
    observed: Observations
    phrases: Phrases
    """In the language of the report."""
    spoken_language: str
    lines: Sequence[TranscriptLine]
    exchanges: Sequence[Exchange]
    """All of them: small talk may contain the notice ("We'll let you know. When could you start?")."""
    questions: Sequence[PreparedQuestion]
    report: ProgressListener
    started: float
    """Monotonic time at which the analysis started."""
    contradictions: Sequence[Discrepancy] = ()
    """Most severe first."""
    strengths: list[Told] = field(default_factory=list)
    concerns: list[Told] = field(default_factory=list)
    """In the order of ``observed.concerns``."""
    missing: list[Missing] = field(default_factory=list)

    async def build(self) -> Analysis:
        """Write every section. Raises EngineError."""
        self._check_scores()
        await self._describe_findings()
        self.report(OperationStage.WRITING_SUMMARY, 0.6)
        observed, writer, phrases = self.observed, self.writer, self.phrases
        texts = (self.strengths, self.concerns)
        lexicon = load_lexicon(self.spoken_language)
        summary = write_summary(
            observed,
            *texts,
            background=writer.background,
            contradictions=self.contradictions,
            limits=find_named_limits(observed.answers, lexicon) if lexicon else (),
            practical=await self._find_practicalities(lexicon) if lexicon else (),
            phrases=phrases,
        )
        technical = write_technical_assessment(observed, *texts, phrases)
        communication = write_communication_assessment(observed, *texts, phrases)
        for section, text in (
            (ReportSection.SUMMARY, summary),
            (ReportSection.TECHNICAL_ASSESSMENT, technical),
            (ReportSection.COMMUNICATION_ASSESSMENT, communication),
        ):
            if not text:
                self._miss(section, MissingCode.NO_FINDINGS)
        self.report(OperationStage.CHOOSING_QUOTES, 0.62)
        key_quotes = self._choose_key_quotes()
        self.report(OperationStage.WRITING_FOLLOW_UPS, 0.7)
        follow_ups = await self._write_follow_ups()
        self.report(OperationStage.DONE, 1.0)
        identity = writer.llm.identity
        return Analysis(
            sentiment=observed.sentiment,
            technical_score=observed.technical.value,
            communication_score=observed.communication.value,
            technical_range=observed.technical.range,
            communication_range=observed.communication.range,
            technical_basis=observed.technical.basis,
            communication_basis=observed.communication.basis,
            question_scores=observed.questions,
            instructions=observed.instructions,
            summary=summary,
            technical_assessment=technical,
            communication_assessment=communication,
            strengths=tuple(item.finding for item in self.strengths),
            concerns=tuple(item.finding for item in self.concerns),
            requirements=observed.requirements,
            key_quotes=tuple(key_quotes),
            follow_up_questions=tuple(follow_ups),
            missing=tuple(self.missing),
            generation=GenerationRecord(
                model=writer.model or identity.name,
                model_sha256=writer.model_sha256 or identity.sha256,
                prompt_version=prompt_version(),
                duration_ms=elapsed_ms(self.started),
            ),
            has_model_texts=self._is_written,
        )

    @property
    def _is_written(self) -> bool:
        """Whether the model writes headings and questions; it handles one language only."""
        return self.phrases.language == self.spoken_language == WRITTEN_LANGUAGE

    async def _find_practicalities(self, lexicon: Lexicon) -> Sequence[PracticalFact]:
        topics = await rate_topics(
            self.writer.engines,
            self.exchanges,
            language=self.spoken_language,
            priority=self.writer.priority,
        )
        # The summary reports a question without an answer as open, not as a fact.
        left_open = {
            exchange
            for item in self.observed.concerns
            if item.kind is FindingKind.EVASION
            for exchange in item.exchanges
        }
        answered = [item for item in self.exchanges if item not in left_open]
        return find_practicalities(answered, lexicon, topics)

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
            self.report(OperationStage.DESCRIBING_STRENGTHS, 0.05 + 0.55 * index / total)
            self.strengths.append(await self._describe(strength))
        for index, concern in enumerate(observed.concerns, start=len(observed.strengths)):
            self.report(OperationStage.DESCRIBING_CONCERNS, 0.05 + 0.55 * index / total)
            self.concerns.append(await self._describe(concern, concern.shown_severity))
        if not self.strengths:
            self._miss(ReportSection.STRENGTHS, MissingCode.NO_EVIDENCE)

    async def _describe(self, item: Selected, severity: Severity | None = None) -> Told:
        """The finding in the words of the quote, with a heading in its title if there is one.

        The heading is that of its question, else a short requirement of the job that it is about.
        """
        heading = ""
        denied = item.requirement if isinstance(item, SelectedConcern) and item.is_denial else ""
        if item.kind is not FindingKind.EVASION and not denied:
            if self._is_written:
                heading = await self.writer.write_heading(item.exchanges[0]) or ""
            heading = heading or make_heading(item, language=self.spoken_language)
        finding = Finding(
            item.kind,
            write_title(item, self.phrases, spoken_language=self.spoken_language, heading=heading),
            describe(item, self.observed.answers, self.phrases),
            item.category,
            item.quote,
            severity,
        )
        lexicon = load_lexicon(self.spoken_language)
        clause = quote_clause(
            item,
            self.phrases,
            person=name_briefly(self.writer.background.candidate_name, self.phrases),
            lexicon=lexicon,
        )
        outcome = lexicon is not None and item.outcome and not _asks_for_mistake(item, lexicon)
        # The summary names the requirement of a concern, not that of an open question.
        has_subject = not denied and item.kind is not FindingKind.EVASION
        subject = find_subject(item, language=self.spoken_language) if has_subject else ""
        if subject and needs_proof(subject):
            subject = ""
        return Told(
            finding,
            clause,
            denied,
            subject,
            outcome,
            item.weight,
            is_rated=item.is_rated,
            is_event=lexicon is not None and lexicon.sets_scene(item.quote_text),
        )

    # --- Quotes and follow-up questions ----------------------------------------------------------

    def _choose_key_quotes(self) -> list[KeyQuote]:
        chosen = [
            _key_quote(
                max(told.finding.evidence, key=lambda item: len(item.quote)),
                context,
                told.finding.description,
            )
            for context, findings in (
                (QuoteContext.STRENGTH, self.strengths[:3]),
                (QuoteContext.CONCERN, self.concerns[:3]),
            )
            for told in findings
        ]
        for context, item in self.observed.quotes:
            significance = describe(item, self.observed.answers, self.phrases)
            chosen.append(_key_quote(item.quote[0], context, significance))
        return sorted(chosen, key=lambda quote: quote.start_seconds)

    async def _write_follow_ups(self) -> list[FollowUp]:
        unasked = await list_unasked(
            self.writer.engines,
            self.questions,
            self.lines,
            language=self.spoken_language,
            priority=self.writer.priority(),
        )
        follow_ups = [
            FollowUp(text, QuestionPriority.MEDIUM, FollowUpPurpose.PREPARED_NOT_ASKED)
            for text in unasked[:MAX_PREPARED_FOLLOW_UPS]
        ]
        requests = list_follow_ups(
            self.observed,
            [item.finding for item in self.concerns],
            contradictions=self.contradictions,
            cv_text=self.writer.background.cv_text,
            phrases=self.phrases,
        )
        for index, request in enumerate(requests):
            if len(follow_ups) >= (MIN_FOLLOW_UPS if request.is_spare else MAX_FOLLOW_UPS):
                break
            self.report(OperationStage.WRITING_FOLLOW_UPS, 0.7 + 0.29 * index / len(requests))
            if all(other.question != request.question for other in follow_ups):
                follow_ups.append(
                    FollowUp(request.question, request.priority, request.purpose, request.subject)
                )
        return sorted(follow_ups, key=lambda item: _PRIORITY_ORDER[item.priority])


def _asks_for_mistake(item: Selected, lexicon: Lexicon) -> bool:
    """Whether a mistake was asked for: what came of it is no result to tell first."""
    return lexicon.mistake_questions.search(lower_speech(item.exchanges[0].question)) is not None


def _key_quote(source: Evidence, context: QuoteContext, significance: str) -> KeyQuote:
    return KeyQuote(
        text=source.quote,
        speaker=source.speaker,
        context=context,
        start_seconds=source.start_seconds,
        significance=significance,
        segment_id=source.segment_id,
    )
