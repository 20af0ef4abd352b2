"""Collects facts: every usable line of a CV and a job description, with the kind of each."""

from __future__ import annotations

import re

from app.questions.facts import CERTAIN, CandidateBrief, Fact, JobBrief, Kind, PastPosition, Source
from app.questions.languages import is_in_language
from app.questions.line_kinds import LineKind, LineReader, Section
from app.questions.wording import content_words, lists
from app.skills.evidence import SkillEvidence, has_subject
from app.skills.requirements import split_requirements
from app.text.folding import plain
from models.line_reader.network import load_line_reader

MAX_FACT_CHARACTERS = 260
SHORT_STAY_MONTHS = 12
MONTHS_PER_YEAR = 12
_MIN_LETTERS_OF_A_NAME = 4
_OF_A_POSITION = Section(
    LineKind.WORK,
    frozenset(LineKind) - {LineKind.EXPERIENCE, LineKind.COMPANY},
    gain=0.4,
)
_OF_A_REQUIREMENT = Section(
    LineKind.SKILL,
    frozenset(LineKind) - {LineKind.RESULT, LineKind.COMPANY, LineKind.TITLE},
)
_HEADER = Section(LineKind.TITLE, frozenset({LineKind.TITLE, LineKind.CREDENTIAL, LineKind.OTHER}))
_SECTIONS: dict[tuple[Source, Kind], Section] = {
    ("cv", "statement"): _OF_A_POSITION,
    ("cv", "project"): _OF_A_POSITION,
    ("cv", "skill"): Section(
        LineKind.SKILL,
        frozenset({LineKind.SKILL, LineKind.CREDENTIAL, LineKind.LANGUAGE, LineKind.TRAIT, LineKind.OTHER}),
    ),
    ("cv", "career"): _HEADER,
    ("cv", "move"): _HEADER,
    ("job", "responsibility"): Section(LineKind.WORK, frozenset(LineKind) - {LineKind.RESULT}, gain=0.4),
    ("job", "requirement"): _OF_A_REQUIREMENT,
    ("job", "gap"): _OF_A_REQUIREMENT,
    ("job", "preferred"): _OF_A_REQUIREMENT,
    ("job", "about"): Section(
        LineKind.COMPANY,
        frozenset(LineKind) - {LineKind.RESULT, LineKind.SKILL, LineKind.LANGUAGE},
        gain=0.8,  # what a text says about the employer can be asked about as such, whatever it is
    ),
}
_PERIOD = re.compile(
    r"\W{0,8}(?:[\w.]{1,20}\s)?(?:\d{1,2}/)?(?:19|20)\d\d\s?(?:–|-|—|to\b|until\b|bis\b|à\b)"
)
"""A line that begins with a period, as the head of an entry does."""
_ANY_KIND = Section(LineKind.TITLE, frozenset(LineKind))
_MIN_CERTAINTY_OF_TITLE = 0.2
"""Certainty above which the name of a position is one; documents are sometimes read wrongly."""
_MIN_LEAD_OF_EMPLOYER = 0.6
"""Difference of probabilities from which on the line reader takes a title for an employer."""
_BRACKETS = re.compile(r"\s{0,3}\([^()]*\)")
_SEPARATE = re.compile(r";\s+")


def _sentences(text: str) -> list[str]:
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text) if 5 <= len(s.split()) <= 45]


def _is_usable(text: str) -> bool:
    words = content_words(text)
    if not words or len(text) > MAX_FACT_CHARACTERS or not any(c.isalpha() for c in text):
        return False
    return not any(re.search(pattern, text.casefold()) for pattern in lists()["generic"])


def collect_facts(  # noqa: PLR0912, PLR0915 - one branch per kind of line reads best in one place
    candidate: CandidateBrief | None,
    job: JobBrief | None,
    reader: LineReader | None = None,
    *,
    language: str = "en",
) -> list[Fact]:
    """Collect every usable line once, in the order of the documents.

    ``reader`` reads the kinds of the lines; without it, words alone decide. ``language`` is that of the
    questions.
    """
    reader = reader or LineReader()
    found: list[Fact] = []
    evidence = SkillEvidence(listed=candidate.skills, texts=[candidate.text]) if candidate else None
    cv_words = content_words(candidate.text) if candidate else frozenset()
    job_words = content_words(job.text) if job else frozenset()

    job_name = plain(job.company).strip() if job else ""
    names_of_employer = {word for word in job_name.split() if len(word) >= _MIN_LETTERS_OF_A_NAME}
    is_untitled = job is not None and not job.title
    is_foreign = {
        source: brief is not None and not is_in_language(brief.text, language)
        for source, brief in (("cv", candidate), ("job", job))
    }

    def is_title(text: str) -> bool:
        kind, certainty = reader.read(text, _ANY_KIND)
        part = load_line_reader().read_part(text)
        names_employer = part["employer"] - part["title"] > _MIN_LEAD_OF_EMPLOYER
        return kind is LineKind.TITLE and certainty > _MIN_CERTAINTY_OF_TITLE and not names_employer

    def is_employer(name: str) -> bool:
        kind, certainty = reader.read(name, _ANY_KIND)
        is_work = kind is LineKind.WORK and certainty > CERTAIN
        return any(word[0].isupper() for word in name.split()) and not is_work

    def add(source: Source, kind: Kind, text: str, where: str = "", age: int = 0) -> None:
        other = job_words if source == "cv" else cv_words
        for piece in _split(text):
            if not _is_usable(piece):
                continue
            words = content_words(piece)
            line_kind, certainty = reader.read(piece, _SECTIONS[source, kind])
            if line_kind is LineKind.TITLE and kind != "career" and not (source == "job" and is_untitled):
                continue  # the position itself has a line of its own
            if _PERIOD.match(piece):
                line_kind = LineKind.OTHER  # the head of a position or a school
            if source == "job" and job_name and f" {job_name} " in f" {plain(piece)} ":
                line_kind = LineKind.COMPANY
            elif source == "job" and set(plain(piece).split()[:1]) & names_of_employer:
                line_kind = LineKind.COMPANY  # "Northgate bakes …" by Northgate Foods Ltd
            found.append(
                Fact(
                    source,
                    kind,
                    piece,
                    where,
                    meets=len(words & other) / len(words),
                    age=age,
                    line_kind=line_kind,
                    certainty=certainty,
                    is_foreign=is_foreign[source],
                )
            )

    if candidate:
        for age, position in enumerate(candidate.positions):
            where = _name_position(position.title, position.organization, language)
            for statement in position.statements:
                add("cv", "statement", statement, where, age)
            is_known = (
                bool(position.title and position.organization)
                and is_title(position.title)
                and is_employer(position.organization)
                and not set(plain(position.title).split()) <= set(plain(position.organization).split())
            )
            if is_known:
                found.append(Fact("cv", "career", where, where, age=age, line_kind=LineKind.TITLE))
            if is_known and (months := _months_of_stay(position)) is not None:
                line = f"{where}, {_written_month(position.start)} – {_written_month(position.end)}"
                is_short = float(months < SHORT_STAY_MONTHS)
                found.append(
                    Fact("cv", "move", line, where, meets=is_short, age=age, line_kind=LineKind.TITLE)
                )
        for project in candidate.projects:
            add("cv", "project", project, "a project")
        for skill in candidate.skills:
            add("cv", "skill", skill)
        if not candidate.positions and not candidate.projects:
            for sentence in _loose_lines(candidate.text):
                add("cv", "statement", sentence, "past work")
    if job:
        for text in job.responsibilities:
            add("job", "responsibility", text)
        for text in job.requirements:
            add("job", "gap" if _is_gap(text, evidence) else "requirement", text)
        for text in job.preferred:
            add("job", "preferred", text)
        for line in job.about.split("\n"):
            for text in _sentences(line):
                add("job", "about", text)
        if not job.responsibilities and not job.requirements:
            for sentence in _loose_lines(job.text):
                add("job", "responsibility", sentence)
        if job.title and is_title(job.title):
            title = _BRACKETS.sub("", job.title).strip() or job.title
            has_employer = job_name and f" {job_name} " not in f" {plain(title)} "
            line = _name_position(title, job.company if has_employer else "", language)
            if _is_usable(line):
                found.append(Fact("job", "career", line, line_kind=LineKind.TITLE))
    unique: dict[str, Fact] = {}
    for fact in found:
        unique.setdefault(fact.text.casefold(), fact)
    return list(unique.values())


def _name_position(title: str, employer: str, language: str) -> str:
    """A position with its employer; the preposition of other languages depends on the employer."""
    if not (title and employer):
        return title or employer
    return f"{title} at {employer}" if language == "en" else f"{title} ({employer})"


def _split(text: str) -> list[str]:
    """The parts of a list with semicolons, or the sentences of a text: a question is about one thing."""
    parts = [part.strip() for part in _SEPARATE.split(text) if part.strip()]
    if len(parts) > 2:
        return parts
    sentences = _sentences(text)
    return sentences if len(sentences) > 1 or (sentences and len(text) > 180) else [text]


def _is_gap(line: str, evidence: SkillEvidence | None) -> bool:
    """Whether the CV shows nothing of what a requirement asks for, by the rules of the match panel."""
    asked = [requirement for requirement in split_requirements([line]) if has_subject(requirement)]
    return evidence is not None and bool(asked) and not any(evidence.finds(one) for one in asked)


def _months_of_stay(position: PastPosition) -> int | None:
    """Months in a position that the candidate has left; None without two dates, and for temporary ones."""
    if position.start is None or position.end is None:
        return None
    if {word.casefold() for word in re.findall(r"\w+", position.title)} & set(lists()["temporary_words"]):
        return None
    start, end = (_month_number(date) for date in (position.start, position.end))
    # Two years without months may be one day or almost two years apart.
    is_exact = "-" in position.start and "-" in position.end
    return end - start if is_exact or end - start > MONTHS_PER_YEAR else None


def _month_number(date: str) -> int:
    year, _, month = date.partition("-")
    return int(year) * MONTHS_PER_YEAR + int(month or 1)


def _written_month(date: str | None) -> str:
    """``2021-03`` as ``03/2021``, which reads the same in every language."""
    year, _, month = (date or "").partition("-")
    return f"{month}/{year}" if month else year


def _loose_lines(text: str) -> list[str]:
    lines = [line.lstrip("-*• ").strip() for line in text.split("\n")]
    return [
        line for line in lines if 5 <= len(line.split()) <= 45 and "@" not in line and "linkedin" not in line
    ]
