"""CVs that were added to the profile of another person: kept, but merged only once the recruiter says so."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.candidates import repository as candidates
from app.candidates.rules import PersonKeys, are_different_people
from app.candidates.service import CandidateFacts
from app.documents.facts import facts_from_wire
from app.documents.tables import Document

OTHER_PERSON = "other_person"
"""Kind of the flag; its excerpt is the name in the document."""


def flag_other_person(session: Session, document: Document) -> bool:
    """Flag a document whose name and email are not those of the candidate that it was uploaded for.

    Returns whether it is flagged. If so, nothing of it is added to the profile yet.
    """
    facts = facts_from_wire(document.facts)
    if document.candidate_id is None or not isinstance(facts, CandidateFacts):
        return False
    held = candidates.get_owned(session, owner_id=document.owner_id, candidate_id=document.candidate_id)
    person, other = (
        PersonKeys.of(name=one.name, email=one.email, phone=one.phone, linkedin=one.linkedin)
        for one in (held, facts)
    )
    if not are_different_people(person, other):
        return False
    start = max(0, document.raw_text.find(facts.name))
    flag = {"kind": OTHER_PERSON, "excerpt": facts.name, "start": start, "end": start + len(facts.name)}
    document.flags = [*(document.flags or []), flag]
    return True


def is_of_other_person(document: Document) -> bool:
    """Whether the document was flagged, and the recruiter has not decided to use it."""
    return any(flag["kind"] == OTHER_PERSON for flag in document.flags or [])


def accept_person(document: Document) -> None:
    """Remove the flag: the recruiter has confirmed that the document belongs to this person."""
    document.flags = [flag for flag in document.flags or [] if flag["kind"] != OTHER_PERSON]
