"""Facts of a document, as ``documents.facts`` stores them before and after the import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.candidates.schemas import CvParsed, CvProfile
from app.candidates.service import CandidateFacts
from app.core.schemas import ApiSchema
from app.job_descriptions.schemas import JobParsed
from app.job_descriptions.service import JobFacts

Facts = CandidateFacts | JobFacts


class CandidateFactsWire(ApiSchema):
    """Facts about a person from a CV, or from a cover letter (without ``cvParsed``)."""

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
    """Facts about a position from a job description."""

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
    """The facts that ``facts_to_wire`` stored; None if the document has none (unsupported, not processed)."""
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


def facts_from_fields(fields: Mapping[str, Any], text: str) -> Facts | None:
    """The facts in ``fields`` (``app.documents.parsing.fields``), which the sandbox found in ``text``.

    Raises ValidationError: the document may have taken over the process that opened it.
    """
    if "job" in fields:
        return JobFacts(parsed=JobParsed.model_validate(fields["job"]).to_wire(), raw_text=text)
    if "candidate" not in fields:
        return None
    person = CandidateFactsWire.model_validate(fields["candidate"])
    contacts = CandidateFacts(
        name=person.name, email=person.email, phone=person.phone, linkedin=person.linkedin
    )
    if person.cv_parsed is None or person.cv_profile is None:
        return contacts
    return replace(
        contacts,
        current_position=person.current_position,
        cv_parsed=CvParsed.model_validate(person.cv_parsed).to_wire(),
        cv_profile=CvProfile.model_validate(person.cv_profile).to_wire(),
        cv_text=text,
    )


def build_parsed_data(facts: Facts) -> dict[str, Any]:
    """The parsed fields that the document viewer shows, contact details first."""
    if isinstance(facts, JobFacts):
        return dict(facts.parsed)
    contacts = {
        "name": facts.name, "email": facts.email, "phone": facts.phone, "linkedin": facts.linkedin,
    }  # fmt: skip
    if facts.cv_parsed is None:
        return contacts
    return {**contacts, "currentPosition": facts.current_position, **facts.cv_parsed}


def can_be_assessed(facts: Facts) -> bool:
    """Whether the model can write about the document. A cover letter has contact details, but no career."""
    return isinstance(facts, JobFacts) or facts.cv_parsed is not None
