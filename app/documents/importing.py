"""Import: creates or merges the candidate or job description that a document describes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates import service as candidate_service
from app.candidates.service import CandidateFacts
from app.candidates.tables import Candidate
from app.documents import repository
from app.documents.errors import NotOfCandidate, NotOfJob
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
    """The record that a document was imported into."""

    kind: RecordKind
    record_id: str
    name: str
    """The person's name or the position's title."""
    is_new: bool


@dataclass(frozen=True, slots=True)
class Target:
    """Facts that the caller already knows about the record."""

    into_id: str | None
    is_new: bool


def import_document(
    session: Session,
    *,
    document: Document,
    actor_id: str | None,
    into_id: str | None = None,
    is_new: bool = False,
) -> Imported | None:
    """Create or merge the record that the document's facts describe, and link document and interview to it.

    ``into_id`` names a record that the document belongs to regardless of its facts, such as the record of
    another copy of the same file. ``is_new`` means that the caller has already searched for a duplicate.
    Returns None if there is nothing to import: an unsupported or unprocessed document, or a cover letter
    without a name (unless a recruiter selected it in a batch). If the model's sentences are still missing,
    they are queued (``assessment_status``). Repeating the call returns the same record. Raises NotOfCandidate
    and NotOfJob if the document was uploaded for a record of the other kind.
    """
    facts = facts_from_wire(document.facts)
    if facts is None:
        return None
    if document.candidate_id and isinstance(facts, JobFacts):
        raise NotOfCandidate
    if document.job_description_id and not isinstance(facts, JobFacts):
        raise NotOfJob
    # Uploaded for this record, or imported into it before.
    into_id = document.candidate_id or document.job_description_id or into_id
    target = Target(into_id, is_new and into_id is None)
    if isinstance(facts, JobFacts):
        job, is_made = _save_job(session, document=document, facts=facts, actor_id=actor_id, target=target)
        has_sentences = bool((job.parsed or {}).get("summary"))
        _link(session, document, job, facts, has_sentences=has_sentences)
        title = str((job.parsed or {}).get("title") or "")
        return Imported(RecordKind.JOB_DESCRIPTION, job.id, title, is_made)
    saved = _save_candidate(session, document=document, facts=facts, actor_id=actor_id, target=target)
    if saved is None:
        return None
    candidate, is_made = saved
    has_sentences = bool((candidate.cv_profile or {}).get("summary"))
    _link(session, document, candidate, facts, has_sentences=has_sentences)
    return Imported(RecordKind.CANDIDATE, candidate.id, candidate.name, is_made)


def _link(
    session: Session,
    document: Document,
    record: Candidate | JobDescription,
    facts: Facts,
    *,
    has_sentences: bool,
) -> None:
    is_to_be_assessed = (
        not has_sentences and can_be_assessed(facts) and document.assessment_status == AssessmentStatus.NONE
    )
    if is_to_be_assessed:
        record.is_assessment_pending = True
    # The record must exist before the document refers to it; each is written once, because a batch has
    # hundreds.
    session.flush()
    if isinstance(record, Candidate):
        document.candidate_id = record.id
    else:
        document.job_description_id = record.id
    if is_to_be_assessed:
        document.assessment_status = AssessmentStatus.QUEUED
        document.attempts = 0
        document.not_before_at = None
    _link_interview(session, document)


def _make_origin(document: Document, actor_id: str | None) -> Origin:
    return Origin(actor_id=actor_id, document_id=document.id, document_name=document.original_name)


def _save_job(
    session: Session, *, document: Document, facts: JobFacts, actor_id: str | None, target: Target
) -> tuple[JobDescription, bool]:
    owner_id, origin = document.owner_id, _make_origin(document, actor_id)
    facts = replace(facts, document_id=document.id)
    found: JobDescription | None = None
    if target.into_id is not None:
        found = job_descriptions.get_owned(session, owner_id=owner_id, job_description_id=target.into_id)
    elif not target.is_new:
        found = job_service.find_same_position(session, owner_id=owner_id, facts=facts)
    if found is not None and not _counts(session, document, found.document_id):
        facts = replace(facts, raw_text="", document_id=None)
    job = job_service.save_job_description(
        session, owner_id=owner_id, facts=facts, origin=origin, into=found, is_new=found is None
    )
    return job, found is None


def _save_candidate(
    session: Session,
    *,
    document: Document,
    facts: CandidateFacts,
    actor_id: str | None,
    target: Target,
) -> tuple[Candidate, bool] | None:
    owner_id, origin = document.owner_id, _make_origin(document, actor_id)
    is_letter = facts.cv_parsed is None
    found = None
    if target.into_id is not None:
        found = candidates.get_owned(session, owner_id=owner_id, candidate_id=target.into_id)
    elif is_letter:
        # A cover letter uploaded for an interview belongs to its candidate, whatever name is in its
        # letterhead.
        found = _candidate_of_interview(session, document)
    if found is None and is_letter and not (facts.name or facts.email) and document.batch_id is None:
        return None
    if found is None and not target.is_new:
        found = candidate_service.find_same_person(session, owner_id=owner_id, facts=facts)
    facts = replace(facts, document_id=document.id)
    if found is not None and not _counts(session, document, found.document_id):
        facts = replace(facts, cv_text="", document_id=None)
    candidate = candidate_service.save_candidate(
        session, owner_id=owner_id, facts=facts, origin=origin, into=found, is_new=found is None
    )
    return candidate, found is None


def _counts(session: Session, document: Document, held_id: str | None) -> bool:
    """Whether the text of ``document`` replaces that of document ``held_id``.

    The newest upload counts, even if an older one is processed later.
    """
    held_at = repository.find_upload_time(session, held_id) if held_id else None
    return held_at is None or held_at <= document.created_at


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
        interview_service.attach_uploaded_candidate(
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
