"""CVs and cover letters: from text to the facts of a candidate, and to their assessment."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import anyio.to_thread

from app.candidates.career import to_experience_level
from app.candidates.schemas import CvParsed, CvProfile, EducationEntry, ExperienceEntry
from app.candidates.service import CandidateFacts
from app.documents.parsing.contacts import find_contacts
from app.documents.parsing.cv import ParsedCv, experience_months, parse_cv
from app.documents.parsing.education import education_level, education_years, graduation_year
from app.documents.parsing.entry import Entry
from app.documents.parsing.evidence import make_support_check
from app.documents.understanding.checks import check_label, check_verbatim
from app.documents.understanding.questioner import OnStage, Questioner, prose_rule
from app.llm.fencing import neutralize
from app.llm.prompts import load_prompt
from app.text.folding import plain
from models.ports import LlmEngine, Priority, QueueListener

MAX_STRENGTHS = 4
_HEAD_LINES = 25
"""Non-blank lines at the top of a CV in which the model looks for the person's name."""


async def understand_cv(
    llm: LlmEngine | None,
    text: str,
    *,
    today: date,
    on_stage: OnStage,
    with_assessment: bool = True,
    priority: Priority = Priority.INTERACTIVE,
    on_queue: QueueListener | None = None,
) -> CandidateFacts:
    """The facts of a CV; ``with_assessment`` also adds what ``assess_cv`` writes.

    Without assessment, the model is asked only for a name, title or employer that patterns do not find. With
    ``llm`` None it is not asked at all. Raises the errors of the engine.
    """
    share = 0.35 if with_assessment else 1.0
    on_stage("understanding", 0.0)
    # Off the event loop, which also serves rooms: a long document takes a second.
    cv = await anyio.to_thread.run_sync(parse_cv, text)
    on_stage("understanding", 0.5 * share)
    note = None
    if llm is not None:
        questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
        await _name_unnamed(questioner, cv, text)
        note = questioner.note()
    facts = await anyio.to_thread.run_sync(lambda: candidate_facts(cv, text, today=today))
    facts = replace(facts, generation=note)
    on_stage("understanding", share)
    if llm is None or not with_assessment:
        return facts

    def on_assessing(stage: str, done: float) -> None:
        on_stage(stage, share + (1 - share) * done)

    return await assess_cv(llm, text, facts, on_stage=on_assessing, priority=priority, on_queue=on_queue)


async def assess_cv(
    llm: LlmEngine,
    text: str,
    facts: CandidateFacts,
    *,
    on_stage: OnStage,
    priority: Priority = Priority.BACKGROUND,
    on_queue: QueueListener | None = None,
) -> CandidateFacts:
    """``facts`` with the summary and key strengths that the model writes. Raises the errors of the engine."""
    parsed = CvParsed.model_validate(facts.cv_parsed or {})
    profile = CvProfile.model_validate(facts.cv_profile or {})
    questioner = _questioner(llm, text, priority=priority, on_queue=on_queue)
    on_stage("assessing", 0.0)
    await questioner.condense(text)
    years = profile.total_experience_years
    stated = f"about {round(years)} years of work" if years and years >= 1.5 else "as far as the CV says"
    assessment = await questioner.ask(
        "summary",
        prose_rule(text, max_words=75, allowed_numbers=stated),
        max_tokens=140,
        accept_cut=True,
        years=stated,
    )
    on_stage("assessing", 0.5)
    strengths: dict[str, str] = {}
    lines = concrete_lines(parsed)[:MAX_STRENGTHS]
    for number, line in enumerate(lines, start=1):
        label = await questioner.ask(
            "strength",
            lambda answer: check_label(answer, document=text),
            max_tokens=16,
            line=neutralize(line).replace('"', "'").replace("\n", " "),
        )
        # Code selects and copies the lines; the model names what they show.
        is_new = bool(label) and label not in strengths and plain(label or "") not in plain(line)
        strengths[label if label and is_new else line] = f"{label}: {line}" if is_new else line
        on_stage("assessing", 0.5 + 0.5 * number / len(lines))
    assessed = profile.model_copy(
        update={"summary": assessment or profile.summary, "key_strengths": list(strengths.values())}
    )
    on_stage("assessing", 1.0)
    return replace(facts, cv_profile=assessed.to_wire(), generation=questioner.note(facts.generation))


def candidate_facts(cv: ParsedCv, text: str, *, today: date) -> CandidateFacts:
    """The facts that patterns found. Values that do not occur in ``text`` are dropped."""
    is_supported = make_support_check(text)

    def keep_supported(value: str) -> str:
        return value if is_supported(value) else ""

    months = experience_months(cv, today=today)
    years = round(months / 12, 1) if months else None
    level = to_experience_level(years)
    parsed = CvParsed(
        summary=keep_supported(cv.summary),
        skills=list(filter(is_supported, cv.skills)),
        experience=[_experience(entry, cv, today, is_supported) for entry in cv.experience],
        education=[_education(entry, is_supported) for entry in cv.education],
        projects=list(filter(is_supported, cv.projects)),
        certifications=list(filter(is_supported, cv.certifications)),
        languages=list(filter(is_supported, cv.languages)),
        location=keep_supported(cv.location),
        experience_level=level,
    )
    tenures = [entry.dates.months(today) for entry in cv.experience if entry.dates]
    profile = CvProfile(
        experience_level=level,
        total_experience_years=years,
        average_tenure_years=round(sum(tenures) / len(tenures) / 12, 1) if tenures else None,
        highest_education_level=education_level(cv.education),
        education_length_years=education_years(cv.education, today=today),
    )
    contacts = cv.contacts
    return CandidateFacts(
        # "Surname: Mbeki", "First names: Steve": the parts of a name may be in two places.
        name=contacts.name if all(map(is_supported, contacts.name.split())) else "",
        email=contacts.email,
        phone=contacts.phone,
        linkedin=contacts.linkedin,
        current_position=keep_supported(cv.current_position),
        cv_parsed=parsed.to_wire(),
        cv_profile=profile.to_wire(),
        cv_text=text,
    )


def concrete_lines(parsed: CvParsed) -> list[str]:
    """Lines of work and projects, most concrete and most recent first.

    Numbers and names make a line concrete; older work counts less.
    """
    scored: list[tuple[float, str]] = []
    for age, entry in enumerate(parsed.experience):
        for line in entry.description.split("\n"):
            names = len(re.findall(r"(?<!^)(?<![.!?] )\b[A-Z][\w+#.]+", line))
            figures = bool(re.search(r"\d", line))
            scored.append((1.2 * figures + 0.3 * min(3, names) - 0.6 * age, line))
    scored += [(-0.5, line) for line in parsed.projects]
    usable = [(score, line) for score, line in scored if 3 <= len(line.split()) <= 40]
    return [line for _, line in sorted(usable, key=lambda pair: -pair[0])]


def understand_cover_letter(text: str) -> CandidateFacts:
    """The writer of a cover letter, found by patterns: it has contact details, but no career."""
    contacts = find_contacts(text)
    return CandidateFacts(
        name=contacts.name, email=contacts.email, phone=contacts.phone, linkedin=contacts.linkedin
    )


def _questioner(
    llm: LlmEngine, text: str, *, priority: Priority, on_queue: QueueListener | None
) -> Questioner:
    return Questioner(llm, load_prompt("profile-assess"), "cv", text, priority, on_queue)


async def _name_unnamed(questioner: Questioner, cv: ParsedCv, text: str) -> None:
    """Ask the model for the person's name, and for titles and employers that patterns did not find.

    Each question contains only the lines that it is about, which takes seconds instead of minutes per batch.
    """
    if not cv.contacts.name:
        head = "\n".join([line for line in text.split("\n") if line.strip()][:_HEAD_LINES])
        name = await questioner.ask(
            "name",
            lambda answer: check_verbatim(answer, document=head, max_words=5),
            max_tokens=24,
            document=head,
        )
        cv.contacts = replace(cv.contacts, name=name or "")
    for entry in cv.experience:
        document = " ".join(entry.header)
        if not document:
            continue
        for part, section in (("title", "title"), ("organization", "organization")):
            if getattr(entry, part):
                continue
            other = entry.organization if part == "title" else entry.title
            if other and len(document.replace(other, "").strip(" ,|-–/")) < 3:
                continue
            value = await questioner.ask(
                section,
                lambda answer, document=document: check_verbatim(answer, document=document),  # type: ignore[misc]
                max_tokens=30,
                document="\n".join(entry.header),
                header=" / ".join(entry.header)[:200].replace('"', "'"),
            )
            if value and value != other:
                setattr(entry, part, value)


def _experience(
    entry: Entry, cv: ParsedCv, today: date, is_supported: Callable[[str], bool]
) -> ExperienceEntry:
    dates = entry.dates
    return ExperienceEntry(
        title=entry.title if is_supported(entry.title) else "",
        company=entry.organization if is_supported(entry.organization) else "",
        start=dates.start.wire if dates else None,
        end=dates.end.wire if dates and dates.end else None,
        duration_months=dates.months(today) if dates else None,
        description="\n".join(filter(is_supported, entry.statements(cv.known_words))),
    )


def _education(entry: Entry, is_supported: Callable[[str], bool]) -> EducationEntry:
    year = graduation_year(entry)
    return EducationEntry(
        degree=entry.title if is_supported(entry.title) else "",
        institution=entry.organization if is_supported(entry.organization) else "",
        start=entry.dates.start.wire if entry.dates else None,
        end=entry.dates.end.wire if entry.dates and entry.dates.end else str(year) if year else None,
    )
