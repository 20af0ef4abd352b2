"""From the facts of a document to a candidate or a job description: made anew, or merged (ruling 18)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.documents.facts import Facts, can_be_assessed, facts_from_wire
from app.documents.tables import AssessmentStatus, Document
from app.interviews import repository as interviews
from app.interviews import service as interview_service
from app.job_descriptions import repository as job_descriptions
from app.job_descriptions import service as job_service
from app.job_descriptions.service import JobFacts
from app.job_descriptions.tables import JobDescription
from app.record_history.service import Origin
from app.record_history.tables import RecordKind


@dataclass(frozen=True, slots=True)
class Imported:
    """The record that a document was made into, or merged into."""

    kind: RecordKind
    record_id: str
    name: str
    """The person's name or the position's title."""
    is_new: bool


def import_document(
    session: Session, *, document: Document, actor_id: str | None, into_id: str | None = None
) -> Imported | None:
    """Make or merge the record that the document's facts tell of, and link document and interview to it.

    ``into_id`` names a record that the document belongs to whatever its facts say, such as that of a
    further copy of the same file. None where there is nothing to import: unsupported, not read, or a
    cover letter that names nobody (unless a recruiter chose it in a batch). Where the model's sentences
    are not written yet, they are queued (``assessment_status``). Asked again for the same document it
    answers the record that it made before.
    """
    facts = facts_from_wire(document.facts)
    if facts is None:
        return None
    if isinstance(facts, JobFacts):
        job, is_new = _save_job(session, document=document, facts=facts, actor_id=actor_id, into_id=into_id)
        document.job_description_id = job.id
        if not (job.parsed or {}).get("summary"):
            _queue_assessment(document, facts, job)
        title = str((job.parsed or {}).get("title") or "")
        imported = Imported(RecordKind.JOB_DESCRIPTION, job.id, title, is_new)
    else:
        saved = _save_candidate(session, document=document, facts=facts, actor_id=actor_id, into_id=into_id)
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


def _origin_of(document: Document, actor_id: str | None) -> Origin:
    return Origin(actor_id=actor_id, document_id=document.id, document_name=document.original_name)


def _save_job(
    session: Session, *, document: Document, facts: JobFacts, actor_id: str | None, into_id: str | None
) -> tuple[JobDescription, bool]:
    owner_id, origin = document.owner_id, _origin_of(document, actor_id)
    facts = replace(facts, document_id=document.id)
    if into_id is not None:
        found: JobDescription | None = job_descriptions.get_owned(
            session, owner_id=owner_id, job_description_id=into_id
        )
    else:
        found = job_service.find_same_position(session, owner_id=owner_id, facts=facts)
    job = job_service.save_job_description(session, owner_id=owner_id, facts=facts, origin=origin, into=found)
    return job, found is None


def _save_candidate(
    session: Session,
    *,
    document: Document,
    facts: CandidateFacts,
    actor_id: str | None,
    into_id: str | None,
) -> tuple[Candidate, bool] | None:
    owner_id, origin = document.owner_id, _origin_of(document, actor_id)
    is_letter = facts.cv_parsed is None
    found = None
    if into_id is not None:
        found = candidates.get_owned(session, owner_id=owner_id, candidate_id=into_id)
    elif is_letter:
        # A letter uploaded for an interview belongs to its candidate, whatever its letterhead says.
        found = _candidate_of_interview(session, document)
    if found is None and is_letter and not (facts.name or facts.email) and document.batch_id is None:
        return None
    found = found or candidate_service.find_same_person(session, owner_id=owner_id, facts=facts)
    candidate = candidate_service.save_candidate(
        session, owner_id=owner_id, facts=facts, origin=origin, into=found
    )
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
