"""From the text of a document to a profile or a job description.

Patterns read what they read better (contacts, dates, sections, lists); the model writes the
sentences and names what no pattern tells, slot by slot over one cached prefix. What it says is
kept only where the document carries it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from app.candidates.schemas import CvParsed, CvProfile, EducationEntry, ExperienceEntry, ExperienceLevel
from app.candidates.service import CandidateFacts
from app.core.generation import GenerationRecord, Refused, ask_slot, fence, fit_to_budget, neutralise
from app.core.prompts import Prompt, fill, load_prompt
from app.core.schemas import ApiSchema
from app.documents.checks import check_label, check_lines, check_prose, check_topic, check_verbatim
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import (
    ParsedCv,
    education_level,
    education_years,
    experience_months,
    parse_cv,
    year_of,
)
from app.documents.parsing.experience import Entry
from app.documents.parsing.job import parse_job
from app.documents.parsing.wording import plain
from app.job_descriptions.schemas import JobCompany, JobParsed
from app.job_descriptions.service import JobFacts
from models.ports import CompletionRequest, LlmEngine, Message, Priority, QueueListener

T = TypeVar("T")
OnStage = Callable[[str, float], None]
"""(what is being done, share 0 to 1)"""

MAX_STRENGTHS = 4
PART_TOKENS = 2200
"""Longest text that one prompt holds; a longer document is noted part by part first."""


class GenerationNote(ApiSchema):
    """``GenerationRecord`` in wire spelling, stored with what was made."""

    model: str
    model_sha256: str
    prompt_version: str
    duration_ms: int


def experience_level(years: float | None) -> ExperienceLevel | None:
    """Junior 0 to 2 years, mid-level 3 to 5, senior above (document 000, section 9)."""
    if years is None:
        return None
    return "junior" if years < 3 else "mid-level" if years <= 5 else "senior"


@dataclass(slots=True)
class _Reader:
    """Asks slots about one document, with the document as the common beginning of every prompt."""

    llm: LlmEngine
    prompt: Prompt
    placeholder: str
    document: str
    """What the prompts hold: the text itself, or notes of its parts when it is long."""
    priority: Priority
    on_queue: QueueListener | None
    records: list[GenerationRecord] = field(default_factory=list)
    label: str = "CV"

    async def ask(
        self,
        section: str,
        check: Callable[[str], T | Refused],
        *,
        max_tokens: int,
        document: str | None = None,
        accept_cut: bool = False,
        **values: str,
    ) -> T | None:
        """The value of one slot, or None when it failed its check twice."""
        task = fill(self.prompt.section(section), values, name=section)
        text = fence(self.label, document or self.document)
        request = CompletionRequest(
            messages=(
                Message("system", self.prompt.system),
                Message("user", self.prompt.fill(**{self.placeholder: text, "task": task})),
            ),
            max_tokens=max_tokens,
        )
        result = await ask_slot(
            self.llm,
            request,
            check=check,
            prompt_version=self.prompt.label,
            priority=self.priority,
            on_queue=self.on_queue,
            accept_cut=accept_cut,
        )
        self.records.append(result.record)
        return result.value

    async def condense(self, text: str) -> None:
        """Map and reduce: a document that fits one prompt stays as it is, a longer one becomes notes."""
        budget = min(PART_TOKENS, self.llm.context_window - 900)
        parts = await fit_to_budget(self.llm, text, max_tokens=budget)
        if len(parts) <= 1:
            self.document = text
            return
        notes: list[str] = []
        for part in parts:
            checked = _prose_of(part, max_words=140)
            note = await self.ask("notes", checked, max_tokens=200, accept_cut=True, document=part)
            notes.append(note or "")
        self.document = "\n".join(note for note in notes if note) or parts[0]
        if len(await fit_to_budget(self.llm, self.document, max_tokens=budget)) > 1:
            await self.condense(self.document)

    def note(self) -> dict[str, Any] | None:
        if not self.records:
            return None
        last = self.records[-1]
        return GenerationNote(
            model=last.model,
            model_sha256=last.model_sha256,
            prompt_version=last.prompt_version,
            duration_ms=sum(record.duration_ms for record in self.records),
        ).to_wire()


def _prose_of(document: str, *, max_words: int, allowed_numbers: str = "") -> Callable[[str], str | Refused]:
    return lambda text: check_prose(
        text, document=document, max_words=max_words, allowed_numbers=allowed_numbers
    )


async def understand_cv(
    llm: LlmEngine,
    text: str,
    *,
    today: date,
    on_stage: OnStage,
    priority: Priority = Priority.INTERACTIVE,
    on_queue: QueueListener | None = None,
) -> CandidateFacts:
    """The profile of a CV. Raises what the engine raises."""
    on_stage("Reading the CV", 0.2)
    cv = parse_cv(text)
    reader = _Reader(llm, load_prompt("profile-assess"), "cv", text, priority, on_queue)
    on_stage("Writing the profile", 0.3)
    await reader.condense(text)
    months = experience_months(cv, today=today)
    years = round(months / 12, 1) if months else None
    stated = f"about {round(years)} years of work" if years and years >= 1.5 else "as far as the CV says"
    assessment = await reader.ask(
        "summary",
        _prose_of(text, max_words=75, allowed_numbers=stated),
        max_tokens=140,
        accept_cut=True,
        years=stated,
    )
    on_stage("Naming key strengths", 0.6)
    strengths = await _name_strengths(reader, cv, text)
    on_stage("Completing the profile", 0.8)
    contacts = cv.contacts
    name = contacts.name or await reader.ask(
        "name", lambda answer: check_verbatim(answer, document=text, max_words=5), max_tokens=24
    )
    await _name_unnamed(reader, cv)
    level = experience_level(years)
    parsed = CvParsed(
        summary=cv.summary,
        skills=cv.skills,
        experience=[_experience(entry, cv, today) for entry in cv.experience],
        education=[_education(entry) for entry in cv.education],
        projects=cv.projects,
        certifications=cv.certifications,
        languages=cv.languages,
        experience_level=level,
    )
    tenures = [entry.dates.months(today) for entry in cv.experience if entry.dates]
    profile = CvProfile(
        summary=assessment or "",
        key_strengths=strengths,
        experience_level=level,
        total_experience_years=years,
        average_tenure_years=round(sum(tenures) / len(tenures) / 12, 1) if tenures else None,
        highest_education_level=education_level(cv),
        education_length_years=education_years(cv, today=today),
    )
    return CandidateFacts(
        name=name or "",
        email=contacts.email,
        phone=contacts.phone,
        linkedin=contacts.linkedin,
        current_position=cv.current_position,
        cv_parsed=parsed.to_wire(),
        cv_profile=profile.to_wire(),
        cv_text=text,
        generation=reader.note(),
    )


async def _name_strengths(reader: _Reader, cv: ParsedCv, text: str) -> list[str]:
    """The most telling lines, each under a label: code chooses and copies the lines, the model names what
    they show."""
    strengths: dict[str, str] = {}
    for line in telling_lines(cv)[:MAX_STRENGTHS]:
        label = await reader.ask(
            "strength",
            lambda answer: check_label(answer, document=text),
            max_tokens=16,
            line=neutralise(line).replace('"', "'").replace("\n", " "),
        )
        is_new = bool(label) and label not in strengths and plain(label or "") not in plain(line)
        strengths[label if label and is_new else line] = f"{label}: {line}" if is_new else line
    return list(strengths.values())


def telling_lines(cv: ParsedCv) -> list[str]:
    """Lines of work and projects, the most concrete and most recent first: figures and names tell, and
    the work of long ago tells less."""
    scored: list[tuple[float, str]] = []
    for age, entry in enumerate(cv.experience):
        for line in entry.statements(cv.known_words):
            names = len(re.findall(r"(?<!^)(?<![.!?] )\b[A-Z][\w+#.]+", line))
            figures = bool(re.search(r"\d", line))
            scored.append((1.2 * figures + 0.3 * min(3, names) - 0.6 * age, line))
    scored += [(-0.5, line) for line in cv.projects]
    usable = [(score, line) for score, line in scored if 3 <= len(line.split()) <= 40]
    return [line for _, line in sorted(usable, key=lambda pair: -pair[0])]


async def _name_unnamed(reader: _Reader, cv: ParsedCv) -> None:
    """Ask for the title or employer of an entry whose header no pattern told apart."""
    for entry in cv.experience:
        header = " / ".join(entry.header)[:200]
        if not header:
            continue
        document = " ".join(entry.header)
        for part in ("title", "organisation"):
            if getattr(entry, part):
                continue
            other = entry.organisation if part == "title" else entry.title
            if other and len(document.replace(other, "").strip(" ,|-–/")) < 3:
                continue
            value = await reader.ask(
                part,
                lambda answer, document=document: check_verbatim(answer, document=document),  # type: ignore[misc]
                max_tokens=30,
                header=header.replace('"', "'"),
            )
            if value and value != other:
                setattr(entry, part, value)


def _experience(entry: Entry, cv: ParsedCv, today: date) -> ExperienceEntry:
    dates = entry.dates
    return ExperienceEntry(
        title=entry.title,
        company=entry.organisation,
        start=dates.start.wire if dates else None,
        end=dates.end.wire if dates and dates.end else None,
        duration_months=dates.months(today) if dates else None,
        description="\n".join(entry.statements(cv.known_words)),
    )


def _education(entry: Entry) -> EducationEntry:
    year = year_of(entry)
    return EducationEntry(
        degree=entry.title,
        institution=entry.organisation,
        start=entry.dates.start.wire if entry.dates else None,
        end=entry.dates.end.wire if entry.dates and entry.dates.end else str(year) if year else None,
    )


def understand_cover_letter(text: str) -> CandidateFacts:
    """Who wrote it: a letter tells contacts, not a career. Patterns alone read it."""
    contacts = find_contacts(text)
    return CandidateFacts(
        name=contacts.name, email=contacts.email, phone=contacts.phone, linkedin=contacts.linkedin
    )


async def understand_job(
    llm: LlmEngine,
    text: str,
    *,
    on_stage: OnStage,
    document_id: str | None = None,
    priority: Priority = Priority.INTERACTIVE,
    on_queue: QueueListener | None = None,
) -> JobFacts:
    """The job description of a document. Raises what the engine raises."""
    on_stage("Reading the job description", 0.2)
    job = parse_job(text)
    reader = _Reader(llm, load_prompt("job-describe"), "job", text, priority, on_queue, label="JOB")
    on_stage("Writing the summary", 0.3)
    await reader.condense(text)
    summary = await reader.ask("summary", _prose_of(text, max_words=80), max_tokens=120, accept_cut=True)
    on_stage("Completing the job description", 0.6)

    def verbatim(answer: str) -> str | Refused:
        return "" if answer.strip(" .").casefold() == "none" else check_verbatim(answer, document=text)

    def listed(answer: str) -> list[str] | Refused:
        return check_lines(answer, document=text, least=2, most=8, max_words=30, needed_support=0.75)

    title = job.title or await reader.ask("title", verbatim, max_tokens=24) or ""
    company = job.company or await reader.ask("company", verbatim, max_tokens=24) or ""
    industry = await reader.ask("industry", lambda a: check_topic(a, document=text), max_tokens=16)
    duties = job.responsibilities or await reader.ask("duties", listed, max_tokens=220) or []
    demands = job.requirements or await reader.ask("demands", listed, max_tokens=220) or []
    parsed = JobParsed.model_validate(
        {
            "title": title,
            "level": job.level or None,
            "company": JobCompany(name=company, industry=industry or "", description=job.about),
            "location": job.location,
            "required_skills": demands,
            "preferred_skills": job.preferred,
            "responsibilities": duties,
            "requirements": demands,
            "benefits": job.benefits,
            "summary": summary or "",
            "description": job.about,
        }
    )
    return JobFacts(parsed=parsed.to_wire(), raw_text=text, document_id=document_id, generation=reader.note())
