"""A report as blocks, in the order of the report page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo

from app.analysis.evidence_schemas import EvidenceView
from app.analysis.findings import FollowUpPurpose, MissingCode, ReportSection, RequirementStatus
from app.analysis.schemas import AnalysisView, FollowUpView, MissingView, StrengthView
from app.matching.schemas import JobFitView, SkillScoreView
from app.reports.blocks import Block, Fact, Heading, Meter, Paragraph, Quote, Title, TitledItem, choose_band
from app.reports.consistency_document import write_consistency
from app.reports.material import ReportMaterial
from app.reports.question_scores_document import write_question_scores
from app.reports.quotes import QuoteWriter
from app.reports.talk_time import measure_candidate_share
from app.reports.transcript_document import list_origin_notices
from app.reports.words import Words
from app.skills.evidence import CRITICAL_SCORE
from app.skills.matches import MatchSource
from app.text.bullets import without_bullet

_WITH_SUBJECT = frozenset(
    {
        FollowUpPurpose.CLARIFY_CONCERN,
        FollowUpPurpose.REQUIREMENT_NOT_DISCUSSED,
        FollowUpPurpose.POINT_NOT_COVERED,
    }
)


def build_report(material: ReportMaterial, words: Words, *, timezone: tzinfo) -> list[Block]:
    """The report without the transcript, which has files of its own. Raises NoReport."""
    analysis = material.require_analysis()
    quotes = QuoteWriter(words, {segment.id: segment for segment in material.segments})
    writer = _ReportWriter(analysis, quotes)
    return [
        _build_title(
            material, words, kind="header.kind", details=[_describe_writing(analysis, words, timezone)]
        ),
        *(Paragraph(notice) for notice in list_origin_notices(material, words)),
        *writer.write_instructions(),
        *writer.write_scores(),
        *write_question_scores(analysis, words),
        *writer.write_consistency(),
        *(_write_fit(material.fit, quotes) if material.fit else ()),
        *writer.write_prose("summary", analysis.summary),
        *writer.write_struck_notice(),
        *writer.write_requirements(),
        *writer.write_prose("technicalAssessment", analysis.technical_assessment),
        *writer.write_prose("communicationAssessment", analysis.communication_assessment),
        *writer.write_strengths(),
        *writer.write_concerns(),
        *writer.write_key_quotes(),
        *writer.write_follow_ups(),
        *_write_statistics(material, words),
        *writer.write_other_missing(),
        *_write_how_made(analysis, words),
        Paragraph(words.get("export.notice"), is_muted=True),
    ]


def _build_title(material: ReportMaterial, words: Words, *, kind: str, details: Sequence[str]) -> Title:
    return Title(
        text=material.candidate_name or words.get("header.unnamed"),
        kind=words.get(kind),
        details=(material.position or words.get("header.notSpecified"), *details),
    )


def _describe_writing(analysis: AnalysisView, words: Words, timezone: tzinfo) -> str:
    written = words.format_date(analysis.created_at.astimezone(timezone).date())
    model = analysis.generation.model
    return f"{written} · {words.get('header.writtenWith', model=model)}" if model else written


class _ReportWriter:
    """Writes the sections that come from the analysis."""

    def __init__(self, analysis: AnalysisView, quotes: QuoteWriter) -> None:
        self._analysis = analysis
        self._quotes = quotes
        self._words = quotes.words

    def write_scores(self) -> Iterator[Block]:
        analysis, words = self._analysis, self._words
        scores = (
            (
                "technical",
                analysis.scores.technical,
                analysis.scores.technical_range,
                ReportSection.TECHNICAL_SCORE,
            ),
            (
                "communication",
                analysis.scores.communication,
                analysis.scores.communication_range,
                ReportSection.COMMUNICATION_SCORE,
            ),
        )
        has_reason = any(self._reasons(section) for *_, section in scores)
        if analysis.sentiment is None and not has_reason and all(score is None for _, score, *_ in scores):
            return
        yield Heading(words.get("overview.title"))
        if analysis.sentiment is not None:
            tone = words.get(f"overview.sentiments.{analysis.sentiment.overall}")
            yield Fact(words.get("overview.tone"), tone)
        for category, score, likely, section in scores:
            name = words.get(f"categories.{category}")
            if score is None:
                yield Meter(name, words.get("score.none"))
                yield from self._left_out(section)
            else:
                value = f"{words.format_score(score)} / 10"
                yield Meter(name, value, share=min(1.0, max(0.0, score / 10)), band=choose_band(score))
                if likely is not None:
                    low, high = words.format_score(likely.low), words.format_score(likely.high)
                    yield Paragraph(words.get("score.range", low=low, high=high), is_muted=True)

    def write_instructions(self) -> Iterator[Block]:
        """A notice if the candidate addressed the assessor."""
        if count := self._analysis.instructions:
            yield Paragraph(self._words.count("instructions", count))

    def write_prose(self, section: str, text: str) -> Iterator[Block]:
        yield Heading(self._words.get(f"sections.{section}"))
        paragraphs = [paragraph for paragraph in text.split("\n\n") if paragraph.strip()]
        yield from (Paragraph(paragraph) for paragraph in paragraphs)
        reasons = list(self._left_out(section))
        if not paragraphs and not reasons:
            yield Paragraph(self._words.get("nothingWritten"), is_muted=True)
        yield from reasons

    def write_struck_notice(self) -> Iterator[Block]:
        """Notice that texts are not rewritten when a person strikes a finding."""
        if self._analysis.has_struck_findings:
            yield Paragraph(self._words.get("struckNotice"), is_muted=True)

    def write_requirements(self) -> Iterator[Block]:
        """Result of the interview for each requirement of the job."""
        words = self._words
        if self._analysis.requirements:
            yield Heading(words.get("requirements.title"))
        for item in self._analysis.requirements:
            label = words.get(f"requirements.statuses.{item.status}")
            quotes = tuple(self._build_quote(evidence) for evidence in item.evidence)
            has_line = bool(item.cv_line) and item.status is not RequirementStatus.SHOWN
            line = words.get("requirements.inCv", line=without_bullet(item.cv_line)) if has_line else ""
            yield TitledItem(item.requirement, (label,), line, quotes)

    def write_strengths(self) -> Iterator[Block]:
        items = self._analysis.strengths
        if not items and not self._reasons("strengths"):
            return
        yield Heading(self._words.get("sections.strengths"))
        yield from (self._build_finding(item, ()) for item in items)
        yield from self._left_out("strengths")

    def write_concerns(self) -> Iterator[Block]:
        items = self._analysis.concerns
        yield Heading(self._words.get("sections.concerns"))
        for item in items:
            yield self._build_finding(item, (self._words.get(f"levels.{item.severity}"),))
        if not items and not self._reasons("concerns"):
            yield Paragraph(self._words.get("noConcerns"))
        yield from self._left_out("concerns")

    def _build_finding(self, item: StrengthView, labels: tuple[str, ...]) -> TitledItem:
        words = self._words
        return TitledItem(
            title=item.title or words.get(f"untitled.{item.kind}"),
            labels=(*labels, words.get(f"categories.{item.category}")),
            text=item.description,
            quotes=tuple(self._build_quote(evidence) for evidence in item.evidence),
        )

    def _build_quote(self, evidence: EvidenceView) -> Quote:
        return self._quotes.write(
            evidence.quote,
            source=self._words.get(f"speakers.{evidence.speaker}"),
            seconds=evidence.start_seconds,
            segment_id=evidence.segment_id,
        )

    def write_key_quotes(self) -> Iterator[Block]:
        if not self._analysis.key_quotes:
            return
        words = self._words
        yield Heading(words.get("sections.keyQuotes"))
        for item in self._analysis.key_quotes:
            quote = self._quotes.write(
                item.text,
                source=words.get(f"speakers.{item.speaker}"),
                seconds=item.timestamp,
                segment_id=item.segment_id,
            )
            label = words.get(f"contexts.{item.context}")
            yield Quote(quote.text, f"{quote.source} · {label}")
            if item.significance:
                yield Paragraph(item.significance, is_muted=True)
        yield from self._left_out("keyQuotes")

    def write_follow_ups(self) -> Iterator[Block]:
        if not self._analysis.follow_up_questions:
            return
        words = self._words
        yield Heading(words.get("sections.followUpQuestions"))
        for item in self._analysis.follow_up_questions:
            label = words.get(f"levels.{item.priority}")
            yield TitledItem(item.question, (label,), _describe_purpose(item, words))
        yield from self._left_out("followUpQuestions")

    def write_consistency(self) -> Iterator[Block]:
        """The check, or why it could not run; nothing if it was switched off."""
        if check := self._analysis.deception_analysis:
            yield from write_consistency(check, self._quotes)
        elif self._reasons(ReportSection.CONSISTENCY):
            yield Heading(self._words.get("consistency.title"))
            yield from self._left_out(ReportSection.CONSISTENCY)

    def write_other_missing(self) -> Iterator[Block]:
        """Missing sections that have no place elsewhere in the document."""
        for item in self._analysis.missing:
            if item.section == ReportSection.SCORES:
                name = self._words.get("sections.scores")
                yield Paragraph(f"{name}: {_describe_missing(item, self._words)}", is_muted=True)

    def _reasons(self, section: str) -> list[str]:
        missing = self._analysis.missing
        return [_describe_missing(item, self._words) for item in missing if item.section == section]

    def _left_out(self, section: str) -> Iterator[Block]:
        if reasons := self._reasons(section):
            yield Paragraph(" ".join(reasons), is_muted=True)


def _describe_purpose(item: FollowUpView, words: Words) -> str:
    if item.subject and item.purpose in _WITH_SUBJECT:
        return words.get(f"purposesAbout.{item.purpose}", subject=item.subject)
    return words.get(f"purposes.{item.purpose}")


def _describe_missing(item: MissingView, words: Words) -> str:
    key, params = f"reasons.{item.code}", item.params
    if item.code == MissingCode.SOME_NOT_SUPPORTED:
        return words.count(key, params.get("count", 0))
    if item.code == MissingCode.QUOTES_ONLY:
        return words.get(key, number=params.get("count", 0), total=params.get("total", 0))
    return words.get(key, **params)


def _write_fit(fit: JobFitView, quotes: QuoteWriter) -> Iterator[Block]:
    words = quotes.words
    yield Heading(words.get("fit.title"))
    if fit.overall is None or fit.label is None or fit.recommendation is None:
        yield Paragraph(words.get("fit.unknown"))
    else:
        yield Meter(
            words.get(f"fit.labels.{fit.label}"),
            # Rounded down, because 84.9 % does not have the label of 85 %.
            words.format_percent(math.floor(fit.overall)),
            share=min(1.0, fit.overall / 100),
            band=choose_band(fit.overall / 10),
        )
        yield Paragraph(words.get(f"fit.recommendations.{fit.recommendation}"))
    if fit.level is not None:
        yield Paragraph(words.get(f"fit.level.{fit.level}"))
    found = [item for item in fit.skills if item.score >= CRITICAL_SCORE]
    for name, skills in (
        ("matched", [item for item in found if item.source != MatchSource.INTERVIEW]),
        ("interview", [item for item in found if item.source == MatchSource.INTERVIEW]),
        ("missing", [item for item in fit.skills if item.score < CRITICAL_SCORE]),
    ):
        yield from _list_skills(name, [_describe_skill(item, quotes) for item in skills], words)
    yield from _list_skills("beyond", fit.bonus_skills, words)
    if fit.not_counted:
        parts = [words.get(f"fit.missing.{part}") for part in fit.not_counted]
        yield Paragraph(" ".join([words.get("fit.notCounted"), *parts]), is_muted=True)


def _describe_skill(item: SkillScoreView, quotes: QuoteWriter) -> str:
    """The skill with its mark, followed by its evidence unless that is only the name."""
    words = quotes.words
    if item.match is None:
        if not item.words:
            return item.skill
        kind = "mentioned" if item.source == MatchSource.INTERVIEW else "similar"
        found = words.get(f"fit.{kind}", words=item.words)
    else:
        found = words.get(f"fit.marks.{item.match}")
        if item.words and item.words != item.skill:
            found = words.get("fit.detail", mark=found, words=item.words)
    origin = quotes.find_mark(item.segment_id)
    return f"{item.skill} ({', '.join(filter(None, (found, origin)))})"


def _list_skills(name: str, skills: Iterable[str], words: Words) -> Iterator[Block]:
    if listed := "; ".join(skills):
        yield Fact(words.get(f"fit.skills.{name}"), listed)


def _write_how_made(analysis: AnalysisView, words: Words) -> Iterator[Block]:
    yield Heading(words.get("howMade.title"))
    steps = ["transcript", "judge", "scores", "texts", "consistency", "people"]
    if analysis.deception_analysis is None:
        steps.remove("consistency")
    if not analysis.has_model_texts:
        steps[steps.index("texts")] = "textsByProgram"
    yield from (Paragraph(words.get(f"howMade.steps.{step}"), is_muted=True) for step in steps)
    generation = analysis.generation
    for speech in generation.speech_models:
        yield Fact(words.get("howMade.speechModel"), speech.name)
        if speech.sha256:
            yield Fact(words.get("howMade.sha256"), speech.sha256)
    for used in generation.used_models:
        yield Fact(words.get(f"howMade.usedModels.{used.role}"), used.name)
        if used.sha256:
            yield Fact(words.get("howMade.sha256"), used.sha256)
    for name, value in (
        ("model", generation.model),
        ("sha256", generation.model_sha256),
        ("prompts", ", ".join(generation.prompt_version.split("+"))),
        ("duration", words.count("howMade.seconds", round(generation.duration_ms / 1000))),
    ):
        if value:
            yield Fact(words.get(f"howMade.{name}"), value)


def _write_statistics(material: ReportMaterial, words: Words) -> Iterator[Block]:
    yield Heading(words.get("statistics.title"))
    minutes = material.duration_minutes
    yield Fact(
        words.get("statistics.duration"),
        words.get("statistics.notKnown") if minutes is None else format_duration(minutes, words),
    )
    yield Fact(words.get("statistics.lines"), str(len(material.segments)))
    share = measure_candidate_share(material.segments)
    if share is not None:
        percent = int(share * 100 + 0.5)
        split = words.get(
            "statistics.split",
            candidate=words.format_percent(percent),
            interviewer=words.format_percent(100 - percent),
        )
        yield Fact(words.get("statistics.talkTime"), split)


def format_duration(minutes: float, words: Words) -> str:
    """'Xh Ym' from one hour, otherwise 'Ym'."""
    whole = max(0, int(minutes + 0.5))
    if whole >= 60:
        return words.get("duration.hours", hours=whole // 60, minutes=whole % 60)
    return words.get("duration.minutes", minutes=whole)
