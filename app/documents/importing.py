"""From the facts of a document to a candidate or a job description: made anew, or merged (ruling 18)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates import rules as candidate_rules
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.documents.facts import Facts, can_be_assessed, facts_from_wire
from app.documents.tables import AssessmentStatus, Document
from app.interviews import repository as interviews
from app.interviews import service as interview_service
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions import rules as job_rules
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from app.record_history.tables import RecordKind


@dataclass(frozen=True, slots=True)
class Imported:
    """The record that a document was made into, or merged into."""

    kind: RecordKind
    record_id: str
    name: str
    """The person's name or the position's title."""
    is_new: bool


def import_document(session: Session, *, document: Document, actor_id: str | None) -> Imported | None:
    """Make or merge the record that the document's facts tell of, and link document and interview to it.

    None where there is nothing to import: unsupported, not read, or a cover letter that names nobody.
    Where the model's sentences are not written yet, they are queued (``assessment_status``). Asked again
    for the same document it answers the record that it made before.
    """
    facts = facts_from_wire(document.facts)
    if facts is None:
        return None
    if isinstance(facts, JobFacts):
        job, is_new = _save_job(session, document=document, facts=facts, actor_id=actor_id)
        document.job_description_id = job.id
        if not (job.parsed or {}).get("summary"):
            _queue_assessment(document, facts, job)
        title = str((job.parsed or {}).get("title") or "")
        imported = Imported(RecordKind.JOB_DESCRIPTION, job.id, title, is_new)
    else:
        saved = _save_candidate(session, document=document, facts=facts, actor_id=actor_id)
        if saved is None:
            return None
        candidate, is_new = saved
        document.candidate_id = candidate.id
        if not (candidate.cv_profile or {}).get("summary"):
            _queue_assessment(document, facts, candidate)
        imported = Imported(RecordKind.CANDIDATE, candidate.id, candidate.name, is_new)
    _link_interview(session, document)
    session.flush()
    return imported


def _queue_assessment(document: Document, facts: Facts, record: Candidate | JobDescription) -> None:
    if can_be_assessed(facts) and document.assessment_status == AssessmentStatus.NONE:
        document.assessment_status = AssessmentStatus.QUEUED
        document.attempts = 0
        document.not_before_at = None
        record.is_assessment_pending = True


def _save_job(
    session: Session, *, document: Document, facts: JobFacts, actor_id: str | None
) -> tuple[JobDescription, bool]:
    del actor_id
    found = job_descriptions.find_duplicate(
        session,
        owner_id=document.owner_id,
        title_key=job_rules.title_key(str(facts.parsed.get("title") or "")),
        company_key=job_rules.company_key(str((facts.parsed.get("company") or {}).get("name") or "")),
    )
    job = job_service.save_job_description(
        session, owner_id=document.owner_id, facts=replace(facts, document_id=document.id)
    )
    return job, found is None


def _save_candidate(
    session: Session, *, document: Document, facts: CandidateFacts, actor_id: str | None
) -> tuple[Candidate, bool] | None:
    del actor_id
    is_letter = facts.cv_parsed is None
    linked = _candidate_of_interview(session, document) if is_letter else None
    if linked is not None:
        # A letter uploaded for an interview belongs to its candidate, whatever its letterhead says.
        candidate_service.fill_blanks(linked, facts)
        return linked, False
    if is_letter and not (facts.name or facts.email):
        return None
    found = candidates.find_duplicate(
        session,
        owner_id=document.owner_id,
        email_key=candidate_rules.email_key(facts.email),
        name_key=candidate_rules.name_key(facts.name),
        phone_key=candidate_rules.phone_key(facts.phone),
        linkedin_key=candidate_rules.linkedin_key(facts.linkedin),
    )
    candidate = candidate_service.save_candidate(session, owner_id=document.owner_id, facts=facts)
    return candidate, found is None


def _candidate_of_interview(session: Session, document: Document) -> Candidate | None:
    if not document.interview_id:
        return None
    interview = interviews.get_owned(session, owner_id=document.owner_id, interview_id=document.interview_id)
    if not interview.candidate_id:
        return None
    return candidates.get_owned(session, owner_id=document.owner_id, candidate_id=interview.candidate_id)


def _link_interview(session: Session, document: Document) -> None:
    if not document.interview_id:
        return
    interview = interviews.get_owned(session, owner_id=document.owner_id, interview_id=document.interview_id)
    if document.candidate_id:
        interview_service.attach_candidate(
            session,
            interview=interview,
            candidate=candidates.get_owned(
                session, owner_id=document.owner_id, candidate_id=document.candidate_id
            ),
        )
    if document.job_description_id:
        interview_service.attach_job_description(
            session,
            interview=interview,
            job_description=job_descriptions.get_owned(
                session, owner_id=document.owner_id, job_description_id=document.job_description_id
            ),
        )


def only_blanks(present: dict[str, Any] | None, offered: dict[str, Any] | None) -> dict[str, Any]:
    """The values of ``offered`` for which ``present`` has none: what a person wrote meanwhile stays."""
    held = present or {}
    return {key: value for key, value in (offered or {}).items() if not held.get(key)}
