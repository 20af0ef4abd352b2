from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import HasInterviews
from app.core.hooks import Hooks, count_interviews
from app.core.merging import merge
from app.job_descriptions import repository, rules
from app.job_descriptions.errors import JobDescriptionNotFound
from app.job_descriptions.schemas import PatchJobDescription
from app.job_descriptions.tables import JobDescription


@dataclass(frozen=True, slots=True)
class JobFacts:
    """What a document told of a position."""

    parsed: dict[str, Any]
    """In wire spelling (JobParsed)."""
    raw_text: str
    document_id: str | None = None
    generation: dict[str, Any] | None = None


def save_job_description(session: Session, *, owner_id: str, facts: JobFacts) -> JobDescription:
    """A new job description, or the existing one of the same title and company with its blanks filled
    and its lists united (ruling 18)."""
    title = str(facts.parsed.get("title") or "")
    company = str((facts.parsed.get("company") or {}).get("name") or "")
    found = repository.find_duplicate(
        session,
        owner_id=owner_id,
        title_key=rules.title_key(title),
        company_key=rules.company_key(company),
    )
    if found is None:
        found = JobDescription(owner_id=owner_id, raw_text=facts.raw_text, parsed=dict(facts.parsed))
        session.add(found)
    else:
        found.parsed = merge(found.parsed, facts.parsed)
        found.raw_text = facts.raw_text or found.raw_text
    found.document_id = facts.document_id or found.document_id
    found.generation = facts.generation or found.generation
    _set_keys(found)
    session.flush()
    return found


def change_job_description(
    session: Session, *, job_description: JobDescription, wanted: PatchJobDescription
) -> None:
    """Apply the fields that were sent; blank entries of lists are dropped."""
    if wanted.status is not None:
        job_description.status = wanted.status
    if wanted.parsed is not None:
        changes = wanted.parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
        for key, value in changes.items():
            if isinstance(value, list):
                changes[key] = [item for item in value if item]
        # A level may be taken back; everything else is changed by giving a value.
        changes = {key: value for key, value in changes.items() if value is not None or key == "level"}
        job_description.parsed = {**(job_description.parsed or {}), **changes}
    _set_keys(job_description)
    session.flush()


def delete_job_description(session: Session, *, owner_id: str, job_description_id: str, hooks: Hooks) -> None:
    """Remove a job description and what belongs to it alone.

    Raises JobDescriptionNotFound, and HasInterviews while one points to it. Writers take turns (BEGIN
    IMMEDIATE), so nothing is linked between the count and the deletion; the foreign key would refuse it.
    """
    found = repository.get_owned(session, owner_id=owner_id, job_description_id=job_description_id)
    counts = count_interviews(hooks.count_job_interviews, session, [found.id])
    if counts[found.id] > 0:
        raise HasInterviews(counts[found.id])
    for hook in hooks.job_description_deleted:
        hook(session, found.id)
    if not repository.delete_owned(session, owner_id=owner_id, job_description_id=found.id):
        raise JobDescriptionNotFound


def _set_keys(job_description: JobDescription) -> None:
    parsed = job_description.parsed or {}
    job_description.title_key = rules.title_key(str(parsed.get("title") or ""))
    job_description.company_key = rules.company_key(str((parsed.get("company") or {}).get("name") or ""))
