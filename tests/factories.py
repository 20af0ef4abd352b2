"""Test data made directly in the database: users, session tokens, candidates, job descriptions, reports."""

from __future__ import annotations

from typing import Any

from app.analysis import service as analysis
from app.analysis.findings import (
    Category,
    Evidence,
    Finding,
    FindingKind,
    FollowUp,
    FollowUpPurpose,
    KeyQuote,
    QuestionPriority,
    QuoteContext,
    RequirementFinding,
    RequirementStatus,
    ScoreRange,
    Severity,
    Speaker,
)
from app.analysis.result import Analysis
from app.analysis.schemas import AnalysisView
from app.analysis.tables import AnalysisRecord, AnalysisStatus
from app.candidates.service import CandidateFacts, save_candidate
from app.core.security import hash_password
from app.core.state import AppState
from app.interviews.tables import Interview
from app.job_descriptions.service import JobFacts, save_job_description
from app.llm.generation import GenerationRecord
from app.users import accounts, repository
from app.users.sessions import Visit, open_session
from app.users.tables import Role, SignInMethod

PASSWORD = "correct horse battery"


def create_user(state: AppState, username: str, *, role: Role = Role.RECRUITER, **fields: Any) -> str:
    """A user with PASSWORD and an open account; the user's id."""
    defaults = {
        "password_hash": hash_password(PASSWORD),
        "name": username.capitalize(),
        "email": f"{username}@example.com",
    }
    with state.database.transaction() as session:
        user = accounts.create_user(session, username=username, role=role, **(defaults | fields))
        for hook in state.hooks.user_created:
            hook(session, user.id)
        return user.id


def sign_in(state: AppState, user_id: str, *, method: SignInMethod = SignInMethod.PASSWORD) -> str:
    """Open a session for the user without the HTTP sign-in; the session token."""
    with state.database.transaction() as session:
        user = repository.find_by_id(session, user_id)
        assert user is not None
        return open_session(
            session,
            user=user,
            visit=Visit(method=method, device="testclient", address="127.0.0.1"),
            secret=state.session_secret,
            now=state.now(),
            hours=state.settings.session_hours,
        )


def create_candidate(state: AppState, owner_id: str, name: str = "Nora Lindqvist", **facts: Any) -> str:
    """A candidate profile; ``facts`` are fields of CandidateFacts. The profile's id."""
    with state.database.transaction() as session:
        found = CandidateFacts(name=name, **facts)
        return save_candidate(session, owner_id=owner_id, facts=found).id


def create_job_description(state: AppState, owner_id: str, title: str = "Chef", **parsed: Any) -> str:
    """A job description; ``parsed`` are its parsed fields. Its id."""
    with state.database.transaction() as session:
        facts = JobFacts(parsed={"title": title, **parsed}, raw_text=title)
        return save_job_description(session, owner_id=owner_id, facts=facts).id


def make_finding(
    interview_id: str, title: str, *, quote: str = "We cut it to forty minutes.", concern: bool = False
) -> Finding:
    """A strength, or a concern, with one quote."""
    evidence = Evidence(f"line of {interview_id}", quote, Speaker.CANDIDATE, 70.0)
    return Finding(
        kind=FindingKind.GAP if concern else FindingKind.STRENGTH,
        title=title,
        description=f"{title}: as the model worded it.",
        category=Category.TECHNICAL,
        evidence=(evidence,),
        severity=Severity.HIGH if concern else None,
    )


def _make_key_quote(finding: Finding) -> KeyQuote:
    """As the analysis makes it: the first evidence of a finding, with its title."""
    evidence = finding.evidence[0]
    return KeyQuote(
        text=evidence.quote,
        speaker=evidence.speaker,
        context=QuoteContext.STRENGTH if finding.severity is None else QuoteContext.CONCERN,
        start_seconds=evidence.start_seconds,
        significance=finding.title,
        segment_id=evidence.segment_id,
    )


def store_report(state: AppState, interview_id: str, *findings: Finding) -> dict[str, Any]:
    """A complete report of an interview, as if the analysis had written it; as the API sends it.

    Without ``findings``: one strength and one concern.
    """
    found = findings or (
        make_finding(interview_id, "Cut the batch"),
        make_finding(interview_id, "No on-call experience", quote="I only watched that.", concern=True),
    )
    report = Analysis(
        sentiment=None,
        technical_score=7.4,
        communication_score=6.2,
        technical_range=ScoreRange(6.1, 8.7),
        communication_range=ScoreRange(5.0, 7.4),
        technical_basis=(),
        communication_basis=(),
        question_scores=(),
        instructions=0,
        summary="A specific candidate.",
        technical_assessment="Solid.",
        communication_assessment="Clear.",
        strengths=tuple(finding for finding in found if finding.severity is None),
        concerns=tuple(finding for finding in found if finding.severity is not None),
        requirements=tuple(
            RequirementFinding(f"Requirement of {finding.title}", status, finding.evidence)
            for finding in found
            if finding.severity is not None
            for status in (RequirementStatus.CONCERN, RequirementStatus.DENIED)
        ),
        key_quotes=tuple(_make_key_quote(finding) for finding in found),
        follow_up_questions=tuple(
            FollowUp(
                question=f"What about this: {finding.evidence[0].quote}",
                priority=QuestionPriority.HIGH,
                purpose=FollowUpPurpose.CLARIFY_CONCERN,
                subject=finding.title,
            )
            for finding in found
            if finding.severity is not None
        ),
        missing=(),
        generation=GenerationRecord(model="m", model_sha256="", prompt_version="1", duration_ms=1),
    )
    with state.database.transaction() as session:
        record = session.query(AnalysisRecord).filter_by(interview_id=interview_id).one_or_none()
        if record is None:
            owner_id = session.get_one(Interview, interview_id).owner_id
            record = AnalysisRecord(interview_id=interview_id, owner_id=owner_id)
            session.add(record)
        record.status = AnalysisStatus.COMPLETED
        record.report = AnalysisView.of(report, created_at=state.now()).to_wire()
        session.flush()
        stored = analysis.read_report(session, interview_id=interview_id, shows_consistency=True)
    assert stored is not None
    return stored.to_wire()
