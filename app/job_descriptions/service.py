"""Changes to job descriptions: merge facts from documents, edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import ValidationFailed
from app.core.ids import new_id
from app.core.invalid_values import FieldSentence
from app.job_descriptions import repository, rules
from app.job_descriptions.schemas import PatchJobDescription
from app.job_descriptions.tables import JobDescription, JobStatus
from app.record_history.service import Origin
from app.record_history.tables import ChangeCause, RecordKind
from app.records.merging import merge, merge_skills
from app.records.service import RecordType, editing, save_with_history

_SKILL_LISTS = ("skills", "requiredSkills", "preferredSkills")


@dataclass(frozen=True, slots=True)
class JobFacts:
    """Facts about a position from a document."""

    parsed: dict[str, Any]
    """In wire spelling (JobParsed)."""
    raw_text: str
    document_id: str | None = None
    generation: dict[str, Any] | None = None


def job_description_to_wire(job_description: JobDescription) -> dict[str, Any]:
    """The fields that people see and edit, in wire spelling."""
    return {"status": str(job_description.status), "parsed": job_description.parsed}


JOB_DESCRIPTION = RecordType(
    kind=RecordKind.JOB_DESCRIPTION,
    repository=repository.JOB_DESCRIPTIONS,
    to_wire=job_description_to_wire,
    interview_counters=lambda hooks: hooks.count_job_interviews,
    deletion_hooks=lambda hooks: hooks.job_description_deleted,
)


def find_same_position(session: Session, *, owner_id: str, facts: JobFacts) -> JobDescription | None:
    """The job description with the same title and company, or None."""
    title_key, company_key = make_position_keys(facts.parsed)
    return repository.find_duplicate(session, owner_id=owner_id, title_key=title_key, company_key=company_key)


def save_job_description(
    session: Session,
    *,
    owner_id: str,
    facts: JobFacts,
    origin: Origin | None = None,
    into: JobDescription | None = None,
    is_new: bool = False,
) -> JobDescription:
    """Merge ``facts`` into ``into``, or into the one of the same position, or into a new job description.

    ``is_new`` skips the search for the same position. The job description is written with the session's
    next flush.
    """
    found = None if is_new else into or find_same_position(session, owner_id=owner_id, facts=facts)
    job_description = found or JobDescription(
        id=new_id(), owner_id=owner_id, status=JobStatus.DRAFT, raw_text="", parsed=None
    )
    before = job_description_to_wire(job_description) if found else {}
    fill_blanks(job_description, facts)
    session.add(job_description)
    cause = ChangeCause.MERGED if found else ChangeCause.CREATED
    save_with_history(session, JOB_DESCRIPTION, job_description, before=before, cause=cause, origin=origin)
    return job_description


def fill_blanks(job_description: JobDescription, facts: JobFacts) -> None:
    """Merge ``facts`` into a job description. Existing values stay, except the text and its document,
    which are replaced by the latest."""
    job_description.parsed = merge(
        job_description.parsed, facts.parsed, merge_list_by_field=dict.fromkeys(_SKILL_LISTS, merge_skills)
    )
    job_description.raw_text = facts.raw_text or job_description.raw_text
    job_description.document_id = facts.document_id or job_description.document_id
    job_description.generation = facts.generation or job_description.generation
    _set_keys(job_description)


def change_job_description(
    session: Session,
    *,
    job_description: JobDescription,
    changes: PatchJobDescription,
    origin: Origin | None = None,
) -> None:
    """Apply the fields that were sent, without blank list entries. Raises ValidationFailed and
    EditedMeanwhile, and then changes nothing."""
    held = job_description.parsed or {}
    if changes.parsed is not None and changes.parsed.title == "" and held.get("title"):
        raise ValidationFailed(
            [("parsed.title", FieldSentence("Enter a title for the job description.", code="TITLE_NEEDED"))]
        )
    with editing(session, JOB_DESCRIPTION, job_description, since=changes.updated_at, origin=origin):
        if changes.status is not None:
            job_description.status = changes.status
        if changes.parsed is not None:
            values = changes.parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
            for key, value in values.items():
                if isinstance(value, list):
                    values[key] = [item for item in value if item]
            # Only the level can be removed; a null in any other field means no change.
            values = {key: value for key, value in values.items() if value is not None or key == "level"}
            if "company" in values:
                sent = {key: value for key, value in values["company"].items() if value is not None}
                values["company"] = {**(held.get("company") or {}), **sent}
            job_description.parsed = {**held, **values}
        _set_keys(job_description)


def make_position_keys(parsed: Mapping[str, Any] | None) -> tuple[str, str]:
    """Title and company, normalized to find duplicates."""
    held = parsed or {}
    company = (held.get("company") or {}).get("name")
    return rules.title_key(str(held.get("title") or "")), rules.company_key(str(company or ""))


def _set_keys(job_description: JobDescription) -> None:
    job_description.title_key, job_description.company_key = make_position_keys(job_description.parsed)
