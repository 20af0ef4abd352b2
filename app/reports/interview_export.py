"""Everything about one interview as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from app.analysis.schemas import AnalysisView
from app.candidates.schemas import CandidateProfile
from app.core.schemas import ApiSchema, UtcTime
from app.interviews.tables import InterviewOrigin
from app.job_descriptions.schemas import JobDescriptionView
from app.matching.schemas import JobFitView
from app.questions.schemas import QuestionView
from app.reports.material import OwnerMaterial, ReportMaterial
from app.reviews.schemas import DecisionView, ScorecardView
from app.transcription.line_words import WordView
from app.transcription.pipeline.events import Speaker
from app.transcription.rules import count_stats
from app.transcription.schemas import GapView, SegmentView, TranscriptStatsView


class ExportedInterview(ApiSchema):
    """The interview without its links, because files are passed on and a token would open the room."""

    title: str
    candidate_name: str
    position: str
    language: str
    origin: InterviewOrigin
    started_at: UtcTime | None
    completed_at: UtcTime | None
    billed_minutes: float | None
    live_notes: str
    final_notes: str


class ExportedRecording(ApiSchema):
    """One recorded voice. The audio itself is not in this file; it is played from the transcript."""

    speaker: Speaker
    seconds: float


class ExportedSegment(SegmentView):
    """A line with its words as they were transcribed."""

    words: list[WordView]
    """Empty if their times are unknown. A corrected line keeps those of its original text."""


class InterviewExport(ApiSchema):
    format: Literal["greenroom-interview"] = "greenroom-interview"
    version: Literal[1] = 1
    exported_at: UtcTime
    interview: ExportedInterview
    report: AnalysisView | None
    fit: JobFitView | None
    scorecards: list[ScorecardView]
    decision: DecisionView | None
    questions: list[QuestionView]
    transcript: list[ExportedSegment]
    transcript_gaps: list[GapView]
    """Where the sound of a speaker is missing."""
    transcript_stats: TranscriptStatsView
    recordings: list[ExportedRecording]
    candidate_profile: CandidateProfile | None
    job_description: JobDescriptionView | None


def build_export(
    material: ReportMaterial,
    owned: OwnerMaterial,
    *,
    recorded_seconds: Mapping[Speaker, float],
    now: datetime,
) -> InterviewExport:
    """Raises ReportConcealed, because a complete export must not silently lack its report."""
    material.require_shown()
    return InterviewExport(
        exported_at=now,
        interview=ExportedInterview(
            title=material.title,
            candidate_name=material.candidate_name,
            position=material.position,
            language=material.language,
            origin=material.origin,
            started_at=material.started_at,
            completed_at=material.completed_at,
            billed_minutes=material.billed_minutes,
            live_notes=owned.live_notes,
            final_notes=owned.final_notes,
        ),
        report=material.analysis,
        fit=material.fit,
        scorecards=list(owned.scorecards),
        decision=owned.decision,
        questions=list(owned.questions),
        transcript=[
            ExportedSegment(**dict(segment), words=list(owned.words.get(segment.id, ())))
            for segment in material.segments
        ],
        transcript_gaps=list(material.gaps),
        transcript_stats=TranscriptStatsView.model_validate(count_stats(material.segments)),
        recordings=[
            ExportedRecording(speaker=speaker, seconds=seconds)
            for speaker, seconds in recorded_seconds.items()
        ],
        candidate_profile=owned.candidate_profile,
        job_description=owned.job_description,
    )
