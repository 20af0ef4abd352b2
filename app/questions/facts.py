"""Facts: single lines of the CV and the job description that a question can be about, ranked by code.

Each slot gets one fact. The model sees the CV and the job description as context but must ask about
that one line, which makes the questions of a small model specific.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.questions.languages import is_in_language
from app.questions.line_kinds import LineKind, LineReader, Section
from app.questions.rules import Difficulty
from app.questions.tables import QuestionCategory
from app.questions.wording import content_words, lists, similarity
from app.skills.evidence import SkillEvidence, has_subject
from app.skills.requirements import split_requirements
from app.text.folding import plain
from app.text.stop_words import list_small_words
from models.line_reader.network import load_line_reader

Source = Literal["cv", "job", "recruiter"]
Kind = Literal[
    "statement",
    "project",
    "skill",
    "requirement",
    "responsibility",
    "preferred",
    "gap",
    "about",
    "career",
    "move",
    "own",
]
"""``gap``: a requirement of the job that the CV does not show. ``move``: a position that the candidate left,
with its dates. ``own``: a line of the recruiter."""

MAX_FACT_CHARACTERS = 260
SHORT_STAY_MONTHS = 12
MONTHS_PER_YEAR = 12


@dataclass(frozen=True, slots=True)
class PastPosition:
    title: str
    organization: str
    statements: tuple[str, ...] = ()
    start: str | None = None
    """YYYY-MM or YYYY; None if the CV gives no dates."""
    end: str | None = None
    """Like ``start``; None for the present."""


@dataclass(frozen=True, slots=True)
class CandidateBrief:
    """What a prompt says about a candidate; ``text`` is the CV."""

    text: str
    current_position: str = ""
    positions: tuple[PastPosition, ...] = ()
    skills: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class JobBrief:
    text: str
    title: str = ""
    company: str = ""
    responsibilities: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    source: Source
    kind: Kind
    text: str
    """The line of the CV or the job description, stored with the question as its basis."""
    where: str = ""
    """The position that a statement of a CV belongs to."""
    meets: float = field(default=0.0, compare=False)
    """Share of its content words that also occur in the other document; for a move, 1 after a short stay."""
    age: int = field(default=0, compare=False)
    """Number of later positions in the CV; 0 for the latest one and for other facts."""
    line_kind: LineKind = field(default=LineKind.WORK, compare=False)
    """What the line says, which decides the form of the question."""
    certainty: float = field(default=1.0, compare=False)
    """How much better this kind fits the line than any other, 0 to 1."""
    is_foreign: bool = field(default=False, compare=False)
    """Whether its document is written in another language than the questions."""


_OF_A_POSITION = Section(
    LineKind.WORK,
    frozenset(LineKind) - {LineKind.EXPERIENCE},
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
_BRACKETS = re.compile(r"(?:^|\s{1,3})\([^()]*\)|\([^()]*/[^()]*\)")
"""Remarks in a title, but not the ending of a word as in "chargé(e)"."""
_GENDERS = re.compile(r"(?:\s{0,3}[-–|,])?\s{1,3}[fhmwdx](?:\s?/\s?[fhmwdx]){1,2}(?!\w)", re.IGNORECASE)
_TITLE_PARTS = re.compile(r"\s[-–—|]\s")
_MAX_LETTERS_OF_AN_ACRONYM = 3
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])(?<!\b[^\W\d_]\.)\s+(?=[A-Z0-9])")
"""Not after a single letter, which is an abbreviation: "e. V.", "J. Miller"."""
_SEPARATE = re.compile(r";\s+")


def _sentences(text: str) -> list[str]:
    return [s.strip() for s in _SENTENCE_ENDS.split(text) if 5 <= len(s.split()) <= 45]


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
        is_work = kind is LineKind.WORK and certainty > _CERTAIN
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
            where = _name_position(_without_capitals(position.title), position.organization, language)
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
            title = name_title(job.title, reader)
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


def name_title(title: str, reader: LineReader) -> str:
    """The title of an advertised job as an interviewer says it.

    Without genders (m/w/d), remarks in brackets and the kind of contract at its end.
    """
    named = _GENDERS.sub("", _BRACKETS.sub("", title)).strip()
    while parts := list(_TITLE_PARTS.finditer(named)):
        last = parts[-1]
        if reader.read(named[last.end() :], _ANY_KIND)[0] is not LineKind.CONDITION:
            break
        named = named[: last.start()]
    return _without_capitals(named) or title


def _without_capitals(title: str) -> str:
    """``HEAD OF IT`` as ``Head of IT``; other titles as they are."""
    if not title.isupper() or len(title) <= _MAX_LETTERS_OF_AN_ACRONYM:
        return title

    def write(word: str) -> str:
        if word != "IT" and word.casefold() in list_small_words():
            return word.lower()
        return word if len(word) <= _MAX_LETTERS_OF_AN_ACRONYM else word.capitalize()

    named = re.sub(r"[^\W\d_]+", lambda found: write(found.group()), title)
    return named[:1].upper() + named[1:]


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


# How well a kind of line suits a category. Without an entry, it is not asked about in this category.
_FITNESS: dict[QuestionCategory, dict[tuple[Source, LineKind], float]] = {
    QuestionCategory.BEHAVIORAL: {
        ("cv", LineKind.RESULT): 3.4,
        ("cv", LineKind.WORK): 3.0,
        ("job", LineKind.EXPERIENCE): 1.4,
        ("job", LineKind.TRAIT): 1.2,
        ("job", LineKind.WORK): 0.6,
        ("cv", LineKind.SKILL): 0.0,
    },
    QuestionCategory.TECHNICAL: {
        ("job", LineKind.SKILL): 2.8,
        ("job", LineKind.WORK): 2.4,
        ("cv", LineKind.WORK): 2.3,
        ("cv", LineKind.SKILL): 2.2,
        ("job", LineKind.EXPERIENCE): 2.0,
        ("cv", LineKind.RESULT): 1.8,
        ("job", LineKind.CREDENTIAL): 0.6,
        ("job", LineKind.LANGUAGE): 0.4,
        ("cv", LineKind.CREDENTIAL): 0.2,
    },
    QuestionCategory.COGNITIVE: {
        ("job", LineKind.WORK): 3.0,
        ("cv", LineKind.RESULT): 1.6,
        ("cv", LineKind.WORK): 1.4,
        ("job", LineKind.SKILL): 0.8,
        ("job", LineKind.EXPERIENCE): 0.6,
        ("cv", LineKind.SKILL): -0.6,
    },
    QuestionCategory.CULTURE: {
        ("job", LineKind.WORK): 2.0,
        ("cv", LineKind.WORK): 1.8,
        ("job", LineKind.TRAIT): 1.8,
        ("cv", LineKind.RESULT): 1.2,
        ("cv", LineKind.TITLE): -0.2,
        ("cv", LineKind.SKILL): -1.4,
    },
    QuestionCategory.MOTIVATION: {
        ("job", LineKind.TITLE): 3.4,
        ("job", LineKind.COMPANY): 2.4,
        ("cv", LineKind.TITLE): 1.8,
        ("job", LineKind.CONDITION): 1.6,
        ("cv", LineKind.RESULT): 1.2,
        ("job", LineKind.WORK): 1.0,
        ("cv", LineKind.WORK): 0.8,
        ("job", LineKind.SKILL): 0.3,
        ("cv", LineKind.SKILL): -1.0,
    },
}
_GAIN_OF_GAP: dict[QuestionCategory, float] = {
    QuestionCategory.BEHAVIORAL: 0.3,
    QuestionCategory.TECHNICAL: 1.0,
    QuestionCategory.COGNITIVE: 0.2,
}
_UNSUITABLE = -7.0
_CERTAIN = 0.5
"""Certainty from which on the kind of a line counts as known."""
_GAIN_OF_LEVEL = 1.0
_SPREAD_OF_LEVELS = 0.8
"""Difference in score by which beginners and leads are asked about different lines of about equal fitness."""
_PENALTY_OF_USE = 4.5
_MIN_LETTERS_OF_A_NAME = 4
_MAX_WORDS_TO_READ_OUT = 20
_WORDS_OF_A_SENTENCE = 6
"""Words from which on a line about the employer says more than its name and place."""


_SENIORITY: dict[Difficulty, float] = {
    Difficulty.JUNIOR: -1.0,
    Difficulty.MID: 0.0,
    Difficulty.SENIOR: 0.5,
    Difficulty.LEAD: 1.0,
}
"""How much more than a person with some years of experience the candidate should lead others."""


def fitness(fact: Fact, category: QuestionCategory, difficulty: Difficulty = Difficulty.MID) -> float:
    """Score of ``fact`` as the basis of a question of this category; higher is better."""
    score = _FITNESS[category].get((fact.source, fact.line_kind), _UNSUITABLE)
    score += _GAIN_OF_GAP.get(category, 0.0) * (fact.kind == "gap") - 0.5 * (fact.kind == "preferred")
    if fact.kind == "about" and fact.line_kind is LineKind.WORK:
        score -= 0.5  # a sentence of a text, which may depend on the one before
    score -= 1.8 * (1 - min(1.0, fact.certainty / _CERTAIN))
    score += 0.3 * bool(re.search(r"\d", fact.text)) if fact.source == "cv" else 0.0
    score -= 0.35 * min(4, fact.age)
    score += 0.6 * fact.meets if category in (QuestionCategory.TECHNICAL, QuestionCategory.BEHAVIORAL) else 0
    if fact.line_kind in (LineKind.WORK, LineKind.RESULT) and len(fact.text.split()) < 4:
        score -= 0.6
    if fact.line_kind is LineKind.COMPANY and len(fact.text.split()) < _WORDS_OF_A_SENTENCE:
        score -= 3.0
    if len(fact.text.split()) > _MAX_WORDS_TO_READ_OUT:
        score -= 0.8
    if set(plain(fact.text).split()[:1]) & set(lists()["dependent_starts"]):
        score -= 1.5  # it refers to the line before
    if category == QuestionCategory.MOTIVATION and fact.kind == "move":
        score += fact.meets
    tokens = set(re.findall(r"[\w-]+", fact.text.casefold()))
    people = tokens & set(lists()["people_words"])
    # Beginners are asked about what they can do, those who lead about their work with people.
    leaning = bool(people) - (fact.line_kind is LineKind.SKILL)
    score += _GAIN_OF_LEVEL * _SENIORITY[difficulty] * leaning
    score += _SPREAD_OF_LEVELS * _draw(fact.text) * _SENIORITY[difficulty]
    if category == QuestionCategory.CULTURE:
        score += 1.6 if people else -0.8
    elif category in (QuestionCategory.TECHNICAL, QuestionCategory.COGNITIVE) and people:
        score -= 0.5
    return score


def _draw(text: str) -> float:
    """A number from -0.5 to 0.5 that is always the same for a text."""
    return zlib.crc32(text.encode()) % 1000 / 1000 - 0.5


class FactChooser:
    """Chooses facts, best first, each once, spread over positions and sources."""

    def __init__(
        self,
        facts: Sequence[Fact],
        *,
        existing: Sequence[str] = (),
        difficulty: Difficulty = Difficulty.MID,
    ) -> None:
        self._facts = list(facts)
        self._difficulty = difficulty
        self._existing = list(existing)
        self._used: list[Fact] = []

    def use(self, facts: Sequence[Fact]) -> None:
        """Choose among these facts from now on: the same lines, with kinds that are known better."""
        self._facts = list(facts)

    def choose(
        self, category: QuestionCategory, *, focus: str = "", only: Callable[[Fact], bool] | None = None
    ) -> Fact | None:
        """The best fact for ``category``, among those that ``only`` accepts if there are any.

        A used fact comes again when the others suit the category less.
        """
        left = [fact for fact in self._facts if only is None or only(fact)] or self._facts
        if not left:
            return None
        best = max(left, key=lambda fact: self._score(fact, category, focus))
        self._used.append(best)
        return best

    def release(self, fact: Fact) -> None:
        """Let another question be about a fact that was chosen."""
        self._used.remove(fact)

    def replace(self, chosen: Fact, other: Fact) -> bool:
        """Use ``other`` instead of ``chosen``, which becomes free again; False if ``other`` is in use."""
        if other in self._used:
            return False
        self.release(chosen)
        self._used.append(other)
        return True

    def _score(self, fact: Fact, category: QuestionCategory, focus: str) -> float:
        score = fitness(fact, category, self._difficulty)
        if focus:
            score += 3.0 * bool(content_words(fact.text) & content_words(focus))
        score -= _PENALTY_OF_USE * self._used.count(fact)
        # Avoid repeating a topic, an employer or a source.
        score -= 2.5 * max((similarity(fact.text, other.text) for other in self._used), default=0.0)
        score -= 2.5 * max((similarity(fact.text, question) for question in self._existing), default=0.0)
        score -= 0.5 * sum(bool(fact.where) and fact.where == other.where for other in self._used)
        # Gaps come first, but a set is not about gaps alone.
        score -= 0.9 * (fact.kind == "gap") * sum(other.kind == "gap" for other in self._used)
        return score - 0.3 * sum(
            (fact.source, fact.kind) == (other.source, other.kind) for other in self._used[-3:]
        )
