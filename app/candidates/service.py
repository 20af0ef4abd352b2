"""Changes to candidate profiles: merge facts from documents, edit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from app.candidates import repository, rules
from app.candidates.merging import merge_cv_parsed, merge_cv_profile
from app.candidates.schemas import PatchCandidate
from app.candidates.tables import Candidate
from app.core.clock import utc_now
from app.core.errors import ValidationFailed
from app.core.ids import new_id
from app.core.invalid_values import FieldSentence
from app.record_history.service import Origin
from app.record_history.tables import ChangeCause, RecordKind
from app.records.service import RecordType, editing, save_with_history

_EMAIL = re.compile(r"[^@\s<>]+@[^@\s<>]+\.[^@\s<>.]+")
_PROFILE = re.compile(
    r"https?://(?=[^\s<>\"/]+\.[^\s<>\"])[^\s<>\"]+|(?:[a-z]{2,3}\.)?linkedin\.com/[^\s<>\"]+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class CandidateFacts:
    """Facts about a person from a document; blank if the document does not state them."""

    name: str = ""
    email: str | None = None
    phone: str | None = None
    linkedin: str | None = None
    current_position: str = ""
    cv_parsed: dict[str, Any] | None = None
    """CvParsed in wire spelling; None for a cover letter."""
    cv_profile: dict[str, Any] | None = None
    cv_text: str = ""
    document_id: str | None = None
    generation: dict[str, Any] | None = None


def candidate_to_wire(candidate: Candidate) -> dict[str, Any]:
    """The fields that people see and edit, in wire spelling."""
    return {
        "name": candidate.name,
        "email": candidate.email,
        "phone": candidate.phone,
        "linkedin": candidate.linkedin,
        "currentPosition": candidate.current_position,
        "cvParsed": candidate.cv_parsed,
        "cvProfile": candidate.cv_profile,
    }


CANDIDATE = RecordType(
    kind=RecordKind.CANDIDATE,
    repository=repository.CANDIDATES,
    to_wire=candidate_to_wire,
    interview_counters=lambda hooks: hooks.count_candidate_interviews,
    deletion_hooks=lambda hooks: hooks.candidate_deleted,
)


def find_same_person(session: Session, *, owner_id: str, facts: CandidateFacts) -> Candidate | None:
    """The profile of the person described by ``facts``, or None."""
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
    """Merge ``facts`` into ``into``, or into the profile of the same person, or into a new profile.

    ``is_new`` skips the search for the same person. The profile is written with the session's next flush.
    """
    found = None if is_new else into or find_same_person(session, owner_id=owner_id, facts=facts)
    candidate = found or Candidate(id=new_id(), owner_id=owner_id, name="", current_position="", cv_text="")
    before = candidate_to_wire(candidate) if found else {}
    fill_blanks(candidate, facts)
    session.add(candidate)
    cause = ChangeCause.MERGED if found else ChangeCause.CREATED
    save_with_history(session, CANDIDATE, candidate, before=before, cause=cause, origin=origin)
    return candidate


def fill_blanks(candidate: Candidate, facts: CandidateFacts, *, today: date | None = None) -> None:
    """Merge ``facts`` into a profile.

    Existing values are kept; what follows from merged lists is updated: the current position and the
    metrics, as of ``today``.
    """
    day = today or utc_now().date()
    candidate.name = candidate.name or facts.name[:300]
    candidate.email = candidate.email or facts.email
    candidate.phone = candidate.phone or facts.phone
    candidate.linkedin = candidate.linkedin or facts.linkedin
    candidate.current_position = candidate.current_position or facts.current_position[:300]
    before = candidate.cv_parsed
    if facts.cv_parsed is not None:
        candidate.cv_parsed = merge_cv_parsed(before, facts.cv_parsed, today=day)
        was_read = candidate.current_position == _latest_title(before)
        if was_read and facts.current_position == _latest_title(candidate.cv_parsed):
            # Read from the earlier CV and outdated by this one. What a person entered stays.
            candidate.current_position = facts.current_position[:300]
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
        candidate.document_id = facts.document_id or candidate.document_id
    candidate.generation = facts.generation or candidate.generation
    _set_keys(candidate)


def _latest_title(cv_parsed: Mapping[str, Any] | None) -> str:
    """Title of the first position: the latest in a CV and after every merge."""
    experience = (cv_parsed or {}).get("experience") or [{}]
    return str(experience[0].get("title") or "")


def change_candidate(
    session: Session, *, candidate: Candidate, changes: PatchCandidate, origin: Origin | None = None
) -> None:
    """Apply the fields that were sent. Raises ValidationFailed and EditedMeanwhile, and then changes
    nothing."""
    _validate(candidate, changes)
    with editing(session, CANDIDATE, candidate, since=changes.updated_at, origin=origin) as before:
        sent = changes.model_fields_set
        if "name" in sent and changes.name is not None:
            candidate.name = changes.name
        if changes.current_position is not None:
            candidate.current_position = changes.current_position
        for field in ("email", "phone", "linkedin"):
            if field in sent:
                setattr(candidate, field, getattr(changes, field) or None)
        for field in ("cv_parsed", "cv_profile"):
            part = getattr(changes, field)
            if part is not None:
                values = part.model_dump(mode="json", by_alias=True, exclude_unset=True)
                values = {key: _drop_blanks(value) for key, value in values.items() if value is not None}
                setattr(candidate, field, {**(getattr(candidate, field) or {}), **values})
        if candidate.cv_profile is not None:
            # Correcting a position also corrects the years calculated from it.
            candidate.cv_profile = merge_cv_profile(
                candidate.cv_profile,
                {},
                before=before["cvParsed"],
                after=candidate.cv_parsed or {},
                today=utc_now().date(),
            )
        _set_keys(candidate)


def _validate(candidate: Candidate, changes: PatchCandidate) -> None:
    """Only changed fields are validated: an existing invalid value must not block other edits."""
    problems = []
    if changes.name == "" and candidate.name:
        problems.append(("name", FieldSentence("A candidate needs a name.", code="NAME_NEEDED")))
    if changes.email and changes.email != candidate.email and not _EMAIL.fullmatch(changes.email):
        problems.append(
            ("email", FieldSentence("This is not a valid email address.", code="NOT_AN_EMAIL_ADDRESS"))
        )
    if (
        changes.linkedin
        and changes.linkedin != candidate.linkedin
        and not _PROFILE.fullmatch(changes.linkedin)
    ):
        problems.append(
            (
                "linkedin",
                FieldSentence(
                    "This is not a valid web address. Enter one like linkedin.com/in/your-name.",
                    code="NOT_A_PROFILE_ADDRESS",
                ),
            )
        )
    if problems:
        raise ValidationFailed(problems)


def _drop_blanks(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [item for item in value if (any(item.values()) if isinstance(item, dict) else item != "")]


def _set_keys(candidate: Candidate) -> None:
    candidate.email_key = rules.email_key(candidate.email)
    candidate.name_key = rules.name_key(candidate.name)
    candidate.phone_key = rules.phone_key(candidate.phone)
    candidate.linkedin_key = rules.linkedin_key(candidate.linkedin)
