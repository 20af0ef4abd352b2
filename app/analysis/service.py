"""Use cases of the analysis: queue a report, read its material, store and describe it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.analysis import repository, rules
from app.analysis.coverage import list_requirements
from app.analysis.errors import NothingToAnalyze
from app.analysis.findings import Analysis, Background, PreparedQuestion, Speaker, TranscriptLine
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisResponse, AnalysisView
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.matching.fit import compute_fit, mean_score
from app.matching.schemas import JobFitView
from app.transcription.repository import list_spoken
from app.work_queue.items import Claim


@dataclass(frozen=True, slots=True)
class Material:
    """Everything one run reads, so that no transaction is open while the model works."""

    transcript: tuple[TranscriptLine, ...]
    background: Background
    questions: tuple[PreparedQuestion, ...]
    language: str


def queue_analysis(
    session: Session, *, interview_id: str, is_interactive: bool = False, now: datetime | None = None
) -> None:
    """Queue the report of an interview, once however often this is called.

    A finished run is queued again; its report stays until the new one is complete.
    Raises InterviewNotFound.
    """
    now = now or utc_now()
    if repository.find(session, interview_id=interview_id) is not None:
        repository.queue_again(session, interview_id=interview_id, is_interactive=is_interactive, now=now)
        return
    interview = session.get(Interview, interview_id)
    if interview is None:
        raise InterviewNotFound
    session.add(
        AnalysisRecord(
            interview_id=interview_id,
            owner_id=interview.owner_id,
            is_interactive=is_interactive,
            not_before_at=now,
        )
    )
    session.flush()


def require_transcript(session: Session, *, interview_id: str) -> None:
    """Raise NothingToAnalyze if no transcript is stored."""
    if not list_spoken(session, interview_id=interview_id):
        raise NothingToAnalyze


def describe_analysis(session: Session, *, interview_id: str) -> AnalysisResponse:
    """The latest complete report, the state of the latest run, and the fit of candidate and job."""
    record = repository.find(session, interview_id=interview_id)
    if record is None:
        return AnalysisResponse(has_analysis=False, analysis=None, status="none", problem=None, fit=None)
    analysis = None if record.report is None else AnalysisView.model_validate(record.report)
    return AnalysisResponse(
        has_analysis=analysis is not None,
        analysis=analysis,
        status=AnalysisStatus(record.status).value,
        problem=None if record.error is None else AnalysisProblem(record.error),
        fit=None
        if analysis is None
        else _describe_fit(session, interview_id=interview_id, analysis=analysis),
    )


def _describe_fit(session: Session, *, interview_id: str, analysis: AnalysisView) -> JobFitView | None:
    interview = session.get(Interview, interview_id)
    if interview is None or not interview.candidate_id or not interview.job_description_id:
        return None
    candidate = session.get(Candidate, interview.candidate_id)
    job_description = session.get(JobDescription, interview.job_description_id)
    if candidate is None or job_description is None:
        return None
    score = mean_score(analysis.scores.technical, analysis.scores.communication)
    return JobFitView.model_validate(compute_fit(candidate, job_description, interview_score=score))


def check_readiness(session: Session, *, interview: Interview) -> rules.Readiness:
    if interview.started_at is None:
        return rules.Readiness(ready=False, reason=rules.WAITING_FOR_INTERVIEW)
    return rules.check_readiness([line.text for line in list_spoken(session, interview_id=interview.id)])


def _requirements(job_description: JobDescription) -> tuple[str, ...]:
    parsed: Mapping[str, Any] = job_description.parsed or {}
    found: list[str] = []
    for key in ("requirements", "requiredSkills", "responsibilities"):
        values = parsed.get(key)
        if isinstance(values, list):
            found += [value.strip() for value in values if isinstance(value, str) and value.strip()]
    return tuple(dict.fromkeys(found)) or list_requirements(job_description.raw_text)


def read_material(session: Session, *, interview_id: str) -> Material:
    """Read the material of an interview. Raises InterviewNotFound if it was deleted."""
    interview = session.get(Interview, interview_id)
    if interview is None:
        raise InterviewNotFound
    candidate = session.get(Candidate, interview.candidate_id) if interview.candidate_id else None
    job = session.get(JobDescription, interview.job_description_id) if interview.job_description_id else None
    return Material(
        transcript=tuple(
            TranscriptLine(line.id, Speaker(line.speaker), line.text, line.started_seconds)
            for line in list_spoken(session, interview_id=interview_id)
        ),
        background=Background(
            cv_text=candidate.cv_text if candidate else "",
            job_text=job.raw_text if job else "",
            job_title=interview.position,
            requirements=_requirements(job) if job else (),
        ),
        questions=tuple(
            PreparedQuestion(item.question, str(item.tracking_status))
            for item in repository.list_questions(session, interview_id=interview_id)
        ),
        language=interview.language,
    )


def store_report(session: Session, *, claim: Claim, analysis: Analysis, now: datetime) -> bool:
    """Replace the report by a complete new one; False if the claim is lost."""
    generation = analysis.generation
    return repository.ANALYSIS_ITEMS.end(
        session,
        claim,
        now=now,
        status=AnalysisStatus.COMPLETED,
        report=AnalysisView.of(analysis, created_at=now).to_wire(),
        error=None,
        is_interactive=False,
        model=generation.model,
        model_sha256=generation.model_sha256,
        prompt_version=generation.prompt_version,
        duration_ms=generation.duration_ms,
        completed_at=now,
    )


def store_failure(session: Session, *, claim: Claim, error: AnalysisProblem, now: datetime) -> bool:
    """Mark the run as failed, with its problem for the recruiter; False if the claim is lost."""
    return repository.ANALYSIS_ITEMS.end(
        session, claim, now=now, status=AnalysisStatus.FAILED, error=error, is_interactive=False
    )
