"""Use cases of the analysis: queue a report, read its material, store and describe it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.analysis import repository, rules
from app.analysis.amendments import apply_amendments
from app.analysis.coverage import list_requirements
from app.analysis.errors import NothingToAnalyze
from app.analysis.findings import (
    Background,
    FollowUpPurpose,
    PreparedQuestion,
    ReportSection,
    RequirementStatus,
    Speaker,
    TranscriptLine,
)
from app.analysis.result import Analysis
from app.analysis.rules import AnalysisProblem
from app.analysis.schemas import AnalysisResponse, AnalysisView, SpeechModelView
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.interviews.errors import InterviewNotFound
from app.interviews.tables import Interview
from app.job_descriptions.tables import JobDescription
from app.matching.fit import compute_fit, list_required, mean_score
from app.matching.schemas import JobFitView
from app.questions.repository import list_questions
from app.skills.matches import MatchSource, SkillMatch
from app.text.stop_words import LANGUAGES
from app.transcription.repository import find_last_correction, list_models, list_spoken
from app.users.tables import User
from app.work_queue.items import Claim


@dataclass(frozen=True, slots=True)
class Material:
    """Everything one run reads, so that no transaction is open while the model works."""

    transcript: tuple[TranscriptLine, ...]
    background: Background
    questions: tuple[PreparedQuestion, ...]
    language: str
    """The spoken language."""
    report_language: str | None
    """Language of the report's own words; None for the spoken one."""
    owner_id: str


def queue_analysis(
    session: Session, *, interview_id: str, is_interactive: bool = False, now: datetime | None = None
) -> None:
    """Queue the report of an interview. Further calls change nothing while it is queued.

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


def describe_analysis(
    session: Session, *, interview_id: str, is_concealed: bool, shows_consistency: bool
) -> AnalysisResponse:
    """The latest complete report, the state of the latest run, and the fit of candidate and job.

    With ``is_concealed`` the response says that there is a report, but reveals nothing of its content. The
    fit is left out too: the score of the interview is part of it.
    """
    record = repository.find(session, interview_id=interview_id)
    if record is None:
        return AnalysisResponse(
            has_analysis=False, is_concealed=False, analysis=None, status="none", problem=None, fit=None
        )
    has_analysis = record.report is not None
    analysis = (
        None
        if is_concealed
        else read_report(session, interview_id=interview_id, shows_consistency=shows_consistency)
    )
    return AnalysisResponse(
        has_analysis=has_analysis,
        is_concealed=has_analysis and is_concealed,
        analysis=analysis,
        status=AnalysisStatus(record.status).value,
        problem=None if record.error is None else AnalysisProblem(record.error),
        is_outdated=analysis is not None
        and _is_outdated(session, interview_id=interview_id, written_at=analysis.created_at),
        fit=None
        if analysis is None
        else _describe_fit(session, interview_id=interview_id, analysis=analysis),
    )


def _is_outdated(session: Session, *, interview_id: str, written_at: datetime) -> bool:
    corrected_at = find_last_correction(session, interview_id=interview_id)
    return corrected_at is not None and corrected_at > written_at


def read_report(session: Session, *, interview_id: str, shows_consistency: bool) -> AnalysisView | None:
    """The latest complete report with the amendments of people, or None.

    Without ``shows_consistency`` (the setting ``consistency_check``) a stored check is left out too.
    Whether the user may see it yet is up to the caller (``app.reviews.access.is_report_concealed``).
    """
    record = repository.find(session, interview_id=interview_id)
    if record is None or record.report is None:
        return None
    analysis = AnalysisView.model_validate(record.report)
    if not shows_consistency:
        analysis = _without_consistency(analysis)
    speech_models = [
        SpeechModelView(name=name, sha256=sha256)
        for name, sha256 in list_models(session, interview_id=interview_id)
    ]
    generation = analysis.generation.model_copy(update={"speech_models": speech_models})
    analysis = analysis.model_copy(update={"generation": generation})
    return apply_amendments(session, interview_id=interview_id, analysis=analysis)


def _without_consistency(analysis: AnalysisView) -> AnalysisView:
    """The report without the check and without the questions about its contradictions."""
    questions = [
        item
        for item in analysis.follow_up_questions
        if item.purpose is not FollowUpPurpose.CLARIFY_CONTRADICTION
    ]
    missing = [item for item in analysis.missing if item.section != ReportSection.CONSISTENCY]
    return analysis.model_copy(
        update={"deception_analysis": None, "follow_up_questions": questions, "missing": missing}
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
    found = _list_valid_skills(session, interview_id=interview_id, analysis=analysis, candidate=candidate)
    return JobFitView.model_validate(
        compute_fit(
            candidate,
            job_description,
            interview_score=score,
            found=found,
            denied=_list_denied_skills(analysis),
        )
    )


def _list_denied_skills(analysis: AnalysisView) -> dict[str, SkillMatch]:
    """What the candidate said about required skills that they lack, by requirement.

    A denial of a requirement with several skills may be about one of them, so it counts for none.
    """
    denied: dict[str, SkillMatch] = {}
    for finding in analysis.requirements:
        required = list_required([finding.requirement])
        if finding.status is RequirementStatus.DENIED and len(required) == 1:
            said = finding.evidence[0]
            denied[required[0].label] = SkillMatch(
                0, None, MatchSource.INTERVIEW, said.quote, said.segment_id
            )
    return denied


def _list_valid_skills(
    session: Session, *, interview_id: str, analysis: AnalysisView, candidate: Candidate
) -> dict[str, SkillMatch]:
    """The skills that the report found, by requirement, as long as their words still exist.

    A line may have been corrected since, or the CV replaced.
    """
    if not analysis.found_skills:
        return {}
    cv_text = " ".join(candidate.cv_text.split())
    spoken = {line.id: line.text for line in list_spoken(session, interview_id=interview_id)}
    return {
        item.skill: item.to_match()
        for item in analysis.found_skills
        if item.words in (cv_text if item.segment_id is None else spoken.get(item.segment_id, ""))
    }


def check_readiness(session: Session, *, interview: Interview) -> rules.Readiness:
    """Whether AI Sense can read the interview. A demo transcript can be read before the start."""
    texts = [line.text for line in list_spoken(session, interview_id=interview.id)]
    if interview.started_at is None and not texts:
        return rules.Readiness(ready=False, reason=rules.WAITING_FOR_INTERVIEW)
    return rules.check_readiness(texts)


def _requirements(job_description: JobDescription) -> tuple[str, ...]:
    found = _list_texts(job_description, "requirements", "requiredSkills", "responsibilities")
    return found or list_requirements(job_description.raw_text)


def _list_texts(job_description: JobDescription, *keys: str) -> tuple[str, ...]:
    """The entries of these lists of the job description, each once."""
    parsed: Mapping[str, Any] = job_description.parsed or {}
    found: list[str] = []
    for key in keys:
        values = parsed.get(key)
        if isinstance(values, list):
            found += [value.strip() for value in values if isinstance(value, str) and value.strip()]
    return tuple(dict.fromkeys(found))


def read_material(session: Session, *, interview_id: str) -> Material:
    """Read the material of an interview. Raises InterviewNotFound if it was deleted."""
    interview = session.get(Interview, interview_id)
    if interview is None:
        raise InterviewNotFound
    candidate = session.get(Candidate, interview.candidate_id) if interview.candidate_id else None
    job = session.get(JobDescription, interview.job_description_id) if interview.job_description_id else None
    return Material(
        transcript=tuple(
            TranscriptLine(
                line.id,
                Speaker(line.speaker),
                line.text,
                line.started_seconds,
                # A corrected line was read by a person.
                tuple(line.uncertain_words or ()) if line.corrected_at is None else (),
            )
            for line in list_spoken(session, interview_id=interview_id)
        ),
        background=Background(
            cv_text=candidate.cv_text if candidate else "",
            job_text=job.raw_text if job else "",
            job_title=interview.position,
            candidate_name=candidate.name if candidate else "",
            requirements=_requirements(job) if job else (),
            required_skills=_list_texts(job, "requiredSkills") if job else (),
            cv_parsed=candidate.cv_parsed if candidate else None,
            held_on=interview.started_at.date() if interview.started_at else None,
        ),
        questions=tuple(
            PreparedQuestion(item.question, str(item.tracking_status), tuple(item.good_answer or ()))
            for item in list_questions(session, interview_id=interview_id)
        ),
        language=interview.language,
        report_language=_choose_report_language(session, interview),
        owner_id=interview.owner_id,
    )


def _choose_report_language(session: Session, interview: Interview) -> str | None:
    """The report language of the interview, else the interface language of its owner."""
    if interview.report_language is not None:
        return interview.report_language
    owner = session.get(User, interview.owner_id)
    language = (owner.language or "").partition("-")[0] if owner is not None else ""
    return language if language in LANGUAGES else None


def store_report(
    session: Session, *, claim: Claim, analysis: Analysis, used_texts: set[str], now: datetime
) -> bool:
    """Replace the report by a complete new one; False if the claim is lost.

    Cached texts other than ``used_texts`` are outdated and removed.
    """
    generation = analysis.generation
    is_stored = repository.ANALYSIS_ITEMS.end(
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
    if is_stored:
        repository.drop_texts(session, interview_id=claim.key, without=used_texts)
    return is_stored


def store_failure(session: Session, *, claim: Claim, error: AnalysisProblem, now: datetime) -> bool:
    """Mark the run as failed, with its problem for the recruiter; False if the claim is lost."""
    return repository.ANALYSIS_ITEMS.end(
        session, claim, now=now, status=AnalysisStatus.FAILED, error=error, is_interactive=False
    )
