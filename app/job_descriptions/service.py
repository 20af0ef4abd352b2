from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.core.errors import HasInterviews, ValidationFailed
from app.core.hooks import Hooks, count_interviews
from app.core.ids import new_id
from app.job_descriptions import repository, rules
from app.job_descriptions.errors import JobDescriptionNotFound
from app.job_descriptions.schemas import PatchJobDescription
from app.job_descriptions.tables import JobDescription, JobStatus
from app.record_history.service import Origin, require_unchanged, save_change
from app.record_history.tables import ChangeCause, RecordKind
from app.records.merging import merge, merge_lists
from app.skills.catalogue import canonical_skill
from app.text.keys import words_key

_SKILL_LISTS = ("skills", "requiredSkills", "preferredSkills")


@dataclass(frozen=True, slots=True)
class JobFacts:
    """What a document told of a position."""

    parsed: dict[str, Any]
    """In wire spelling (JobParsed)."""
    raw_text: str
    document_id: str | None = None
    generation: dict[str, Any] | None = None


def job_description_record(job_description: JobDescription) -> dict[str, Any]:
    """What a person sees of a position and may change, in wire spelling: what its history tells of."""
    return {"status": str(job_description.status), "parsed": job_description.parsed}


def find_same_position(session: Session, *, owner_id: str, facts: JobFacts) -> JobDescription | None:
    """The job description of the same title and company (ruling 18), or None."""
    title_key, company_key = keys_of(facts.parsed)
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
    """The job description ``into``, else the existing one of the same title and company, with its blanks
    filled and its lists united (ruling 18); else a new one. ``is_new`` says that the caller has looked
    for it in vain. It is written with the session's next flush."""
    found = None if is_new else into or find_same_position(session, owner_id=owner_id, facts=facts)
    job_description = found or JobDescription(
        id=new_id(), owner_id=owner_id, status=JobStatus.DRAFT, raw_text="", parsed=None
    )
    before = job_description_record(job_description) if found else {}
    fill_blanks(job_description, facts)
    session.add(job_description)
    cause = ChangeCause.MERGED if found else ChangeCause.CREATED
    _save(session, job_description, before=before, cause=cause, origin=origin)
    return job_description


def fill_blanks(job_description: JobDescription, facts: JobFacts) -> None:
    """Merge ``facts`` into a job description: what is there stays, but for the text and its document,
    which are the latest."""
    job_description.parsed = merge(
        job_description.parsed, facts.parsed, merge_list_by_field=dict.fromkeys(_SKILL_LISTS, _unite_skills)
    )
    job_description.raw_text = facts.raw_text or job_description.raw_text
    job_description.document_id = facts.document_id or job_description.document_id
    job_description.generation = facts.generation or job_description.generation
    _set_keys(job_description)


def change_job_description(
    session: Session,
    *,
    job_description: JobDescription,
    wanted: PatchJobDescription,
    origin: Origin | None = None,
) -> None:
    """Apply the fields that were sent; blank entries of lists are dropped. Raises ValidationFailed and
    EditedMeanwhile (nothing is then changed)."""
    held = job_description.parsed or {}
    if wanted.parsed is not None and wanted.parsed.title == "" and held.get("title"):
        raise ValidationFailed([("parsed.title", "A job description needs a title.")])
    require_unchanged(
        session, kind=RecordKind.JOB_DESCRIPTION, record_id=job_description.id, since=wanted.updated_at
    )
    before = job_description_record(job_description)
    if wanted.status is not None:
        job_description.status = wanted.status
    if wanted.parsed is not None:
        changes = wanted.parsed.model_dump(mode="json", by_alias=True, exclude_unset=True)
        for key, value in changes.items():
            if isinstance(value, list):
                changes[key] = [item for item in value if item]
        # A level may be taken back; everything else is changed by giving a value.
        changes = {key: value for key, value in changes.items() if value is not None or key == "level"}
        job_description.parsed = {**held, **changes}
    _set_keys(job_description)
    _save(session, job_description, before=before, cause=ChangeCause.EDITED, origin=origin)
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


def _save(
    session: Session,
    job_description: JobDescription,
    *,
    before: dict[str, Any],
    cause: ChangeCause,
    origin: Origin | None,
) -> None:
    save_change(
        session,
        job_description,
        kind=RecordKind.JOB_DESCRIPTION,
        cause=cause,
        before=before,
        after=job_description_record(job_description),
        origin=origin,
    )


def keys_of(parsed: Mapping[str, Any] | None) -> tuple[str, str]:
    """Title and company as duplicates compare them."""
    held = parsed or {}
    company = (held.get("company") or {}).get("name")
    return rules.title_key(str(held.get("title") or "")), rules.company_key(str(company or ""))


def _unite_skills(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    return merge_lists(old, new, entry_key=lambda skill: words_key(canonical_skill(str(skill))))


def _set_keys(job_description: JobDescription) -> None:
    job_description.title_key, job_description.company_key = keys_of(job_description.parsed)
