"""Everything that exports and shared reports show of one interview, read in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.analysis.amendments import finalize_findings
from app.analysis.schemas import AnalysisView
from app.analysis.service import describe_analysis
from app.candidates.schemas import CandidateProfile
from app.candidates.tables import Candidate
from app.interviews.service import UNNAMED
from app.interviews.tables import Interview, InterviewOrigin
from app.job_descriptions.schemas import JobDescriptionView
from app.job_descriptions.tables import JobDescription
from app.matching.schemas import JobFitView
from app.questions.repository import list_questions
from app.questions.schemas import QuestionView
from app.reports.errors import NoReport
from app.reviews.errors import ReportConcealed
from app.reviews.repository import find_decision, list_submitted
from app.reviews.schemas import DecisionView, ScorecardView
from app.transcription.line_words import WordView, list_word_views
from app.transcription.repository import list_gaps, list_spoken
from app.transcription.schemas import GapView, SegmentView


@dataclass(frozen=True, slots=True)
class ReportMaterial:
    """Detached from the session, so that no transaction is open while a file is written."""

    candidate_name: str
    """Empty if the interview has no name of a candidate."""
    position: str
    title: str
    language: str
    origin: InterviewOrigin
    started_at: datetime | None
    completed_at: datetime | None
    billed_minutes: float | None
    is_concealed: bool
    """Whether there is a report that the reader may not see yet."""
    analysis: AnalysisView | None
    """The report with amendments, without struck findings.

    None without a report, and while it is concealed.
    """
    fit: JobFitView | None
    segments: tuple[SegmentView, ...]
    gaps: tuple[GapView, ...] = ()
    """Where the sound of a speaker is missing, in order of time."""

    @property
    def duration_minutes(self) -> float | None:
        """Billed minutes if known, otherwise the length of the transcript; None if neither is known."""
        if self.billed_minutes is not None:
            return self.billed_minutes
        if not self.segments:
            return None
        start = min(segment.start_seconds for segment in self.segments)
        return (max(segment.end_seconds for segment in self.segments) - start) / 60

    def require_analysis(self) -> AnalysisView:
        """The report. Raises ReportConcealed and NoReport."""
        self.require_shown()
        if self.analysis is None:
            raise NoReport
        return self.analysis

    def require_shown(self) -> None:
        """Raises ReportConcealed."""
        if self.is_concealed:
            raise ReportConcealed


@dataclass(frozen=True, slots=True)
class OwnerMaterial:
    """Material that only the owner of the interview may export: preparation, notes and review."""

    live_notes: str
    final_notes: str
    questions: tuple[QuestionView, ...]
    candidate_profile: CandidateProfile | None
    job_description: JobDescriptionView | None
    scorecards: tuple[ScorecardView, ...]
    decision: DecisionView | None
    words: Mapping[str, Sequence[WordView]]
    """The words of each line with their times, by the id of the segment."""


def read_material(
    session: Session, *, interview: Interview, is_concealed: bool, shows_consistency: bool
) -> ReportMaterial:
    """Report, fit and transcript of an interview; with ``is_concealed`` only the transcript."""
    described = describe_analysis(
        session,
        interview_id=interview.id,
        is_concealed=is_concealed,
        shows_consistency=shows_consistency,
    )
    billed = interview.billed_seconds
    return ReportMaterial(
        candidate_name="" if interview.candidate_name in UNNAMED else interview.candidate_name,
        position=interview.position,
        title=interview.title,
        language=interview.language,
        origin=interview.origin,
        started_at=interview.started_at,
        completed_at=interview.completed_at,
        billed_minutes=None if billed is None else round(billed / 60, 2),
        is_concealed=described.is_concealed,
        analysis=finalize_findings(described.analysis) if described.analysis else None,
        fit=described.fit,
        segments=tuple(SegmentView.of(line) for line in list_spoken(session, interview_id=interview.id)),
        gaps=tuple(GapView.of(gap) for gap in list_gaps(session, interview_id=interview.id)),
    )


def read_owner_material(session: Session, *, interview: Interview) -> OwnerMaterial:
    """Questions, notes, profile, job description and review of an interview."""
    candidate = session.get(Candidate, interview.candidate_id) if interview.candidate_id else None
    job = session.get(JobDescription, interview.job_description_id) if interview.job_description_id else None
    decided = find_decision(session, interview_id=interview.id)
    return OwnerMaterial(
        live_notes=interview.live_notes,
        final_notes=interview.final_notes,
        questions=tuple(QuestionView.of(row) for row in list_questions(session, interview_id=interview.id)),
        candidate_profile=CandidateProfile.model_validate(candidate) if candidate else None,
        job_description=JobDescriptionView.model_validate(job) if job else None,
        scorecards=tuple(
            ScorecardView.of(card, author_name=name, reader_id=interview.owner_id)
            for card, name in list_submitted(session, interview_id=interview.id)
        ),
        decision=DecisionView.of(decided[0], name=decided[1]) if decided else None,
        words={line.id: list_word_views(line) for line in list_spoken(session, interview_id=interview.id)},
    )
