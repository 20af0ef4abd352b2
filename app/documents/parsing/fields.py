"""Fields that patterns find in the text of a document, as plain data that a sandbox child can send.

Values that do not occur in the text are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from typing import Any

from app.candidates.career import to_experience_level
from app.documents.document_types import DocumentType
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import ParsedCv, experience_months, parse_cv
from app.documents.parsing.education import education_level, education_years, graduation_year
from app.documents.parsing.entry import CvEntry
from app.documents.parsing.job import ParsedJob, parse_job
from app.documents.parsing.second_cv import find_second_cv
from app.documents.parsing.support import make_support_check

Fields = dict[str, Any]
IsSupported = Callable[[str], bool]


def find_fields(text: str, kind: DocumentType, *, today: date) -> Fields:
    """``{candidate, unnamed}`` of a CV, ``{candidate}`` of a letter, ``{job}`` of a job description.

    Of two CVs in one text only the first is read; ``second_cv`` is ``{name, start}`` of the other.
    ``unnamed`` lists the positions without title or employer: ``[{entry, header, title, organization}]``.
    """
    if kind == DocumentType.CV:
        second = find_second_cv(text)
        first = text if second is None else text[: second.start]
        cv = parse_cv(first)
        fields = {"candidate": candidate_fields(cv, first, today=today), "unnamed": _list_unnamed(cv)}
        return fields if second is None else {**fields, "second_cv": asdict(second)}
    if kind == DocumentType.COVER_LETTER:
        contacts = find_contacts(text)
        return {
            "candidate": {
                "name": contacts.name,
                "email": contacts.email,
                "phone": contacts.phone,
                "linkedin": contacts.linkedin,
            }
        }
    return {"job": job_fields(parse_job(text), text)} if kind == DocumentType.JOB_DESCRIPTION else {}


def candidate_fields(cv: ParsedCv, text: str, *, today: date) -> Fields:
    """Contact details, ``cv_parsed`` (CvParsed) and ``cv_profile`` (CvProfile) of a CV."""
    is_supported = make_support_check(text)
    months = experience_months(cv, today=today)
    years = round(months / 12, 1) if months else None
    level = to_experience_level(years)
    tenures = [entry.dates.months(today) for entry in cv.experience if entry.dates and not entry.is_unpaid]
    contacts = cv.contacts
    return {
        # "Surname: Mbeki", "First names: Steve": the parts of a name may be in two places.
        "name": contacts.name if all(map(is_supported, contacts.name.split())) else "",
        "email": contacts.email,
        "phone": contacts.phone,
        "linkedin": contacts.linkedin,
        "current_position": _keep(cv.current_position, is_supported),
        "cv_parsed": {
            "summary": _keep(cv.summary, is_supported),
            "skills": list(filter(is_supported, cv.skills)),
            "experience": [_experience(entry, cv, today, is_supported) for entry in cv.experience],
            "education": [_education(entry, is_supported) for entry in cv.education],
            "projects": list(filter(is_supported, cv.projects)),
            "certifications": list(filter(is_supported, cv.certifications)),
            "languages": list(filter(is_supported, cv.languages)),
            "location": _keep(cv.location, is_supported),
            "experience_level": level,
        },
        "cv_profile": {
            "experience_level": level,
            "total_experience_years": years,
            "average_tenure_years": round(sum(tenures) / len(tenures) / 12, 1) if tenures else None,
            "highest_education_level": education_level(cv.education),
            "education_length_years": education_years(cv.education, today=today),
        },
    }


def job_fields(job: ParsedJob, text: str) -> Fields:
    """The fields of JobParsed."""
    is_supported = make_support_check(text)
    requirements = list(filter(is_supported, job.requirements))
    return {
        "title": _keep(job.title, is_supported),
        "level": job.level,
        "company": {
            "name": _keep(job.company, is_supported),
            "description": _keep(job.about_company, is_supported),
        },
        "location": _keep(job.location, is_supported),
        "required_skills": requirements,
        "preferred_skills": list(filter(is_supported, job.preferred)),
        "responsibilities": list(filter(is_supported, job.responsibilities)),
        "requirements": requirements,
        "benefits": list(filter(is_supported, job.benefits)),
        "skills": list(filter(is_supported, job.skills)),
        "description": job.about,
    }


def _keep(value: str, is_supported: IsSupported) -> str:
    return value if is_supported(value) else ""


def _list_unnamed(cv: ParsedCv) -> list[Fields]:
    return [
        {"entry": number, "header": e.header, "title": e.title, "organization": e.organization}
        for number, e in enumerate(cv.experience)
        if e.header and not (e.title and e.organization)
    ]


def _experience(entry: CvEntry, cv: ParsedCv, today: date, is_supported: IsSupported) -> Fields:
    dates = entry.dates
    return {
        "title": _keep(entry.title, is_supported),
        "company": _keep(entry.organization, is_supported),
        "start": dates.start.wire if dates else None,
        "end": dates.end.wire if dates and dates.end else None,
        "duration_months": dates.months(today) if dates else None,
        "description": "\n".join(filter(is_supported, entry.statements(cv.known_words))),
    }


def _education(entry: CvEntry, is_supported: IsSupported) -> Fields:
    year = graduation_year(entry)
    return {
        "degree": _keep(entry.title, is_supported),
        "institution": _keep(entry.organization, is_supported),
        "start": entry.dates.start.wire if entry.dates else None,
        "end": entry.dates.end.wire if entry.dates and entry.dates.end else str(year) if year else None,
    }
