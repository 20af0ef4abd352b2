from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from app.candidates import repository, rules
from app.candidates.errors import CandidateNotFound
from app.candidates.schemas import PatchCandidate
from app.candidates.tables import Candidate
from app.core.errors import HasInterviews, ValidationFailed
from app.core.hooks import Hooks, count_interviews
from app.core.merging import merge

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")


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


def save_candidate(session: Session, *, owner_id: str, facts: CandidateFacts) -> Candidate:
    """A new profile, or the existing one of the same person with its blanks filled and its lists united
    (ruling 18)."""
    found = repository.find_duplicate(
        session,
        owner_id=owner_id,
        email_key=rules.email_key(facts.email),
        name_key=rules.name_key(facts.name),
        phone_key=rules.phone_key(facts.phone),
        linkedin_key=rules.linkedin_key(facts.linkedin),
    )
    candidate = found or Candidate(owner_id=owner_id, name="", current_position="", cv_text="")
    fill_blanks(candidate, facts)
    if found is None:
        session.add(candidate)
    session.flush()
    return candidate


def fill_blanks(candidate: Candidate, facts: CandidateFacts) -> None:
    """Merge ``facts`` into a profile: what is there stays."""
    candidate.name = candidate.name or facts.name[:300]
    candidate.email = candidate.email or facts.email
    candidate.phone = candidate.phone or facts.phone
    candidate.linkedin = candidate.linkedin or facts.linkedin
    candidate.current_position = candidate.current_position or facts.current_position[:300]
    if facts.cv_parsed is not None:
        candidate.cv_parsed = merge(candidate.cv_parsed, facts.cv_parsed)
    if facts.cv_profile is not None:
        candidate.cv_profile = merge(candidate.cv_profile, facts.cv_profile)
    if facts.cv_text:
        candidate.cv_text = facts.cv_text
    candidate.generation = facts.generation or candidate.generation
    _set_keys(candidate)


def change_candidate(session: Session, *, candidate: Candidate, wanted: PatchCandidate) -> None:
    """Apply the fields that were sent. Raises ValidationFailed (nothing is then changed)."""
    sent = wanted.model_fields_set
    if "email" in sent and wanted.email and not _EMAIL.fullmatch(wanted.email):
        raise ValidationFailed([("email", "This is not an e-mail address.")])
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
    _set_keys(candidate)
    session.flush()


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


def _without_blanks(value: Any) -> Any:
    return [item for item in value if item != ""] if isinstance(value, list) else value


def _set_keys(candidate: Candidate) -> None:
    candidate.email_key = rules.email_key(candidate.email)
    candidate.name_key = rules.name_key(candidate.name)
    candidate.phone_key = rules.phone_key(candidate.phone)
    candidate.linkedin_key = rules.linkedin_key(candidate.linkedin)
