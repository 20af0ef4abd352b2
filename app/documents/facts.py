"""What a document told, in the form in which ``documents.facts`` keeps it until it is imported and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.candidates.service import CandidateFacts
from app.core.schemas import ApiSchema
from app.job_descriptions.service import JobFacts

Facts = CandidateFacts | JobFacts


class CandidateFactsWire(ApiSchema):
    """What a CV or a cover letter told of a person; without ``cvParsed`` it was a letter."""

    name: str = ""
    email: str | None = None
    phone: str | None = None
    linkedin: str | None = None
    current_position: str = ""
    cv_parsed: dict[str, Any] | None = None
    cv_profile: dict[str, Any] | None = None
    cv_text: str = ""
    generation: dict[str, Any] | None = None


class JobFactsWire(ApiSchema):
    """What a job description told of a position."""

    parsed: dict[str, Any]
    raw_text: str
    document_id: str | None = None
    generation: dict[str, Any] | None = None


def facts_to_wire(facts: Facts) -> dict[str, Any]:
    """``{"candidate": …}`` or ``{"job": …}``, in wire spelling."""
    if isinstance(facts, JobFacts):
        return {"job": JobFactsWire.model_validate(facts).to_wire()}
    return {"candidate": CandidateFactsWire.model_validate(facts).to_wire()}


def facts_from_wire(stored: Mapping[str, Any] | None) -> Facts | None:
    """The facts that ``facts_to_wire`` stored; None where a document told none (unsupported, not read)."""
    if not stored:
        return None
    if "job" in stored:
        job = JobFactsWire.model_validate(stored["job"])
        return JobFacts(
            parsed=job.parsed, raw_text=job.raw_text, document_id=job.document_id, generation=job.generation
        )
    person = CandidateFactsWire.model_validate(stored["candidate"])
    return CandidateFacts(
        name=person.name,
        email=person.email,
        phone=person.phone,
        linkedin=person.linkedin,
        current_position=person.current_position,
        cv_parsed=person.cv_parsed,
        cv_profile=person.cv_profile,
        cv_text=person.cv_text,
        generation=person.generation,
    )


def parsed_data_of(facts: Facts) -> dict[str, Any]:
    """The extracted information that the viewer of a document shows, contacts first."""
    if isinstance(facts, JobFacts):
        return dict(facts.parsed)
    contacts = {
        "name": facts.name, "email": facts.email, "phone": facts.phone, "linkedin": facts.linkedin,
    }  # fmt: skip
    if facts.cv_parsed is None:
        return contacts
    return {**contacts, "currentPosition": facts.current_position, **facts.cv_parsed}


def can_be_assessed(facts: Facts) -> bool:
    """Whether the model has sentences to write about it: a cover letter tells contacts, not a career."""
    return isinstance(facts, JobFacts) or facts.cv_parsed is not None
