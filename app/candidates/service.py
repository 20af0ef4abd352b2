from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from app.candidates import repository, rules
from app.candidates.errors import CandidateNotFound
from app.candidates.schemas import PatchCandidate
from app.candidates.tables import Candidate
from app.candidates.uniting import merge_cv_parsed, merge_cv_profile
from app.core.clock import utc_now
from app.core.errors import HasInterviews, ValidationFailed
from app.core.hooks import Hooks, count_interviews
from app.core.ids import new_id
from app.record_history.service import Origin, record_change, require_unchanged
from app.record_history.tables import ChangeCause, RecordKind

_EMAIL = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+")
_PROFILE = re.compile(
    r"https?://[^\s<>\"/]+\.[^\s<>\"]+|(?:[a-z]{2,3}\.)?linkedin\.com/[^\s<>\"]+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class CandidateFacts:
    """What a document told of a person; blanks are what it did not tell."""

    name: str = ""
    email: str | None = None
    phone: str | None = None
    linkedin: str | None = None
    current_position: str = ""
    cv_parsed: dict[str, Any] | None = None
    """In wire spelling (CvParsed); None for a cover letter."""
    cv_profile: dict[str, Any] | None = None
    cv_text: str = ""
    generation: dict[str, Any] | None = None


def candidate_record(candidate: Candidate) -> dict[str, Any]:
    """What a person sees of a profile and may change, in wire spelling: what its history tells of."""
    return {
        "name": candidate.name,
        "email": candidate.email,
        "phone": candidate.phone,
        "linkedin": candidate.linkedin,
        "currentPosition": candidate.current_position,
        "cvParsed": candidate.cv_parsed,
        "cvProfile": candidate.cv_profile,
    }


def find_same_person(session: Session, *, owner_id: str, facts: CandidateFacts) -> Candidate | None:
    """The profile of the person that ``facts`` tell of (ruling 18), or None."""
    return repository.find_duplicate(
        session,
        owner_id=owner_id,
        email_key=rules.email_key(facts.email),
        name_key=rules.name_key(facts.name),
        phone_key=rules.phone_key(facts.phone),
        linkedin_key=rules.linkedin_key(facts.linkedin),
    )


def save_candidate(
    session: Session,
    *,
    owner_id: str,
    facts: CandidateFacts,
    origin: Origin | None = None,
    into: Candidate | None = None,
    is_new: bool = False,
) -> Candidate:
    """The profile ``into``, else the existing one of the same person, with its blanks filled and its lists
    united (ruling 18); else a new one. ``is_new`` says that the caller has looked for him in vain.

    It is written with the session's next flush.
    """
    found = None if is_new else into or find_same_person(session, owner_id=owner_id, facts=facts)
    candidate = found or Candidate(id=new_id(), owner_id=owner_id, name="", current_position="", cv_text="")
    before = candidate_record(candidate) if found else {}
    fill_blanks(candidate, facts)
    session.add(candidate)
    cause = ChangeCause.MERGED if found else ChangeCause.CREATED
    _save(session, candidate, before=before, cause=cause, origin=origin)
    return candidate


def fill_blanks(candidate: Candidate, facts: CandidateFacts, *, today: date | None = None) -> None:
    """Merge ``facts`` into a profile: what is there stays. Figures that rest on united lists are told
    anew, as of ``today``."""
    day = today or utc_now().date()
    candidate.name = candidate.name or facts.name[:300]
    candidate.email = candidate.email or facts.email
    candidate.phone = candidate.phone or facts.phone
    candidate.linkedin = candidate.linkedin or facts.linkedin
    candidate.current_position = candidate.current_position or facts.current_position[:300]
    before = candidate.cv_parsed
    if facts.cv_parsed is not None:
        candidate.cv_parsed = merge_cv_parsed(before, facts.cv_parsed, today=day)
    if facts.cv_profile is not None:
        level = (candidate.cv_profile or {}).get("experienceLevel")
        candidate.cv_profile = merge_cv_profile(
            candidate.cv_profile, facts.cv_profile, before=before, after=candidate.cv_parsed or {}, today=day
        )
        if level and candidate.cv_parsed and candidate.cv_profile["experienceLevel"] != level:
            level = candidate.cv_profile["experienceLevel"]
            candidate.cv_parsed = {**candidate.cv_parsed, "experienceLevel": level}
    if facts.cv_text:
        candidate.cv_text = facts.cv_text
    candidate.generation = facts.generation or candidate.generation
    _set_keys(candidate)


def change_candidate(
    session: Session, *, candidate: Candidate, wanted: PatchCandidate, origin: Origin | None = None
) -> None:
    """Apply the fields that were sent. Raises ValidationFailed and EditedMeanwhile (nothing is then
    changed)."""
    _check_wanted(candidate, wanted)
    require_unchanged(session, kind=RecordKind.CANDIDATE, record_id=candidate.id, since=wanted.updated_at)
    sent = wanted.model_fields_set
    before = candidate_record(candidate)
    if "name" in sent and wanted.name is not None:
        candidate.name = wanted.name
    for field in ("email", "phone", "linkedin"):
        if field in sent:
            setattr(candidate, field, getattr(wanted, field) or None)
    for field in ("cv_parsed", "cv_profile"):
        part = getattr(wanted, field)
        if part is not None:
            changes = part.model_dump(mode="json", by_alias=True, exclude_unset=True)
            changes = {key: _without_blanks(value) for key, value in changes.items() if value is not None}
            setattr(candidate, field, {**(getattr(candidate, field) or {}), **changes})
    if candidate.cv_profile is not None:
        # A corrected position corrects the years that were counted from it.
        candidate.cv_profile = merge_cv_profile(
            candidate.cv_profile,
            {},
            before=before["cvParsed"],
            after=candidate.cv_parsed or {},
            today=utc_now().date(),
        )
    _set_keys(candidate)
    _save(session, candidate, before=before, cause=ChangeCause.EDITED, origin=origin)
    session.flush()


def _check_wanted(candidate: Candidate, wanted: PatchCandidate) -> None:
    """What stands already is not held against who edits something else."""
    problems = []
    if wanted.name == "" and candidate.name:
        problems.append(("name", "A candidate needs a name."))
    if wanted.email and wanted.email != candidate.email and not _EMAIL.fullmatch(wanted.email):
        problems.append(("email", "This is not an e-mail address."))
    if wanted.linkedin and wanted.linkedin != candidate.linkedin and not _PROFILE.fullmatch(wanted.linkedin):
        problems.append(
            ("linkedin", "This is not a web address. Enter one such as linkedin.com/in/your-name.")
        )
    if problems:
        raise ValidationFailed(problems)


def delete_candidate(session: Session, *, owner_id: str, candidate_id: str, hooks: Hooks) -> None:
    """Remove a profile and what belongs to it alone.

    Raises CandidateNotFound, and HasInterviews while one points to it. Writers take turns (BEGIN
    IMMEDIATE), so nothing is linked between the count and the deletion; the foreign key would refuse it.
    """
    repository.get_owned(session, owner_id=owner_id, candidate_id=candidate_id)
    counts = count_interviews(hooks.count_candidate_interviews, session, [candidate_id])
    if counts[candidate_id] > 0:
        raise HasInterviews(counts[candidate_id])
    for hook in hooks.candidate_deleted:
        hook(session, candidate_id)
    if not repository.delete_owned(session, owner_id=owner_id, candidate_id=candidate_id):
        raise CandidateNotFound


def _save(
    session: Session,
    candidate: Candidate,
    *,
    before: dict[str, Any],
    cause: ChangeCause,
    origin: Origin | None,
) -> None:
    at = utc_now()
    if cause == ChangeCause.CREATED:
        candidate.created_at = candidate.updated_at = at
    is_changed = record_change(
        session,
        owner_id=candidate.owner_id,
        kind=RecordKind.CANDIDATE,
        record_id=candidate.id,
        cause=cause,
        before=before,
        after=candidate_record(candidate),
        at=at,
        origin=origin or Origin(),
    )
    if is_changed:
        candidate.updated_at = at


def _without_blanks(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [item for item in value if (any(item.values()) if isinstance(item, dict) else item != "")]


def _set_keys(candidate: Candidate) -> None:
    candidate.email_key = rules.email_key(candidate.email)
    candidate.name_key = rules.name_key(candidate.name)
    candidate.phone_key = rules.phone_key(candidate.phone)
    candidate.linkedin_key = rules.linkedin_key(candidate.linkedin)
