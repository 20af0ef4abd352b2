"""Collects facts: every usable line of a CV and a job description, with the kind of each."""

from __future__ import annotations

import re
from dataclasses import replace

from app.questions.clauses import begins_with_verb, find_clause, tells_duty
from app.questions.facts import (
    CERTAIN,
    REQUIREMENTS,
    CandidateBrief,
    Fact,
    JobBrief,
    Kind,
    PastPosition,
    Source,
)
from app.questions.languages import is_in_language
from app.questions.line_kinds import LineKind, LineReader, Section
from app.questions.pieces import is_shouted, list_loose_lines, split_line, split_sentences, tidy_line
from app.questions.stays import count_months, write_month
from app.questions.titles import (
    ANY_KIND,
    TITLE_PARTS,
    has_genders,
    last_title,
    name_position,
    name_title,
    split_title,
    without_capitals,
)
from app.questions.wording import content_words, list_plain_words, lists, matches
from app.skills.evidence import SkillEvidence, has_subject
from app.skills.requirements import split_requirements
from app.text.folding import plain
from app.text.stop_words import list_small_words
from models.line_reader.network import load_line_reader

MAX_FACT_CHARACTERS = 260
SHORT_STAY_MONTHS = 12
_MIN_LETTERS_OF_A_NAME = 4
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
        gain=0.5,  # what a text says about the employer can be asked about as such, whatever it is
    ),
}
_OF_A_LIST = Section(LineKind.WORK, frozenset(LineKind) - {LineKind.RESULT}, gain=0.2)
"""A list of a job without a heading that says what it lists."""
_PERIOD = re.compile(
    r"\W{0,8}(?:[\w.]{1,20}\s)?(?:\d{1,2}/)?(?:19|20)\d\d\s?(?:–|-|—|to\b|until\b|bis\b|à\b)"
)
"""A line that begins with a range of dates, like the head of an entry."""
_MIN_CERTAINTY_OF_TITLE = 0.2
"""Minimum certainty that a title names a position, because documents are sometimes parsed wrongly."""
_MIN_SHARE_OF_TITLE = 0.5
"""Probability of the line reader from which on a title of low certainty names a position, too."""
_MIN_LEAD_OF_EMPLOYER = 0.6
"""Minimum difference of probabilities at which the line reader takes a title for an employer."""
_MIN_LEAD_IN_CV = 0.1
"""The same for a CV, which has other lines to ask about."""
_MAX_YEARS_SINCE_MOVE = 5
_HEADS = re.compile(r"(?:our|your|we|about|unsere?|wir|über|notre|nous|votre)\b", re.IGNORECASE)
_AT = re.compile(r"^(?:at|with|beim|bei(?: der| den)?|chez)\s", re.IGNORECASE)
_CERTAINTY_OF_CAPITALS = 0.4
"""Factor for a line in capitals, because names lose theirs when it is written in small letters."""
_SENTENCE_MARKS = (".", "!", "?")
_JOINED = re.compile(r":\s|\w{5,30}\.\s")
"""A mark between two things in the name of a position: the place before it, the employer's trade after it."""
_ADDRESSES = re.compile(r"\b(?:you|Sie|vous)\b")
_SPEAKS_OF_US = re.compile(
    r"\b(?:we|us|our|wir|uns|unsere?\w?|nous|notre|nos)\b|\b(?:you are|Sie sind|vous êtes)\b", re.IGNORECASE
)
_CERTAINTY_OF_AN_ADDRESS = 0.3
_TITLE_ENDS = re.compile(r",\s|\.$|\s[-–—|]\s")
_MAX_WORDS_OF_A_NAME = 6
_MIN_CERTAINTY_OF_A_HEAD = 0.6
_QUOTED = re.compile(r"[\"“„«].*[\"”“»]\.?")
_MIN_NAMES = 3
_CERTAINTY_OF_NAMES = 0.3
"""Factor for a line of the CV that is made of names."""
_MAX_WORDS_OF_A_HEAD = 7
_MIN_SHARE_OF_A_HEAD = 0.7
_CERTAINTY_OF_ONE_WORD = 1.0
"""Certainty from which on a word names a position although it stands where places stand."""
_LABELED = re.compile(
    r"(?:kurz)?profile?:\s|(?:summary|objective|objectif|profil|ziel|à propos)\s?:\s", re.IGNORECASE
)
"""The beginning of a summary that stands among other lines."""
_CHANGE = re.compile(
    r"\b(?:by|from|to|below|above|under|over|um|von|auf|unter|über|de|à|sous)\s\d{1,3}(?:[.,]\d{1,2})?\s?"
    r"(?:%|per ?cent\b|Prozent\b|pour cent\b)"
)
"""A share by which something changed, which only a result has."""
_YEARS = re.compile(
    r"(?<!every )(?<!alle )(?<!les )\b(?:\d{1,2}\+?|two|three|four|five|six|seven|eight|ten|zwei|drei|vier"
    r"|fünf|deux|trois|quatre|cinq) (?:or more )?(?:years|jahren?|ans|années)\b",
    re.IGNORECASE,
)
"""A number of years of experience, but not a period."""


def _is_usable(text: str) -> bool:
    words = content_words(text)
    if not words or len(text) > MAX_FACT_CHARACTERS or not any(c.isalpha() for c in text):
        return False
    return not matches("generic", text)


def collect_facts(
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
    collector = _Collector(candidate, job, reader or LineReader(), language)
    if candidate:
        collector.add_candidate(candidate)
    if job:
        collector.add_job(job, evidence=_list_evidence(candidate))
    unique: dict[str, Fact] = {}
    for fact in collector.found:
        unique.setdefault(fact.text.casefold(), fact)
    return list(unique.values())


def _list_evidence(candidate: CandidateBrief | None) -> SkillEvidence | None:
    return SkillEvidence(listed=candidate.skills, texts=[candidate.text]) if candidate else None


class _Collector:
    """Facts found so far, with everything that the kind of a line depends on."""

    def __init__(
        self, candidate: CandidateBrief | None, job: JobBrief | None, reader: LineReader, language: str
    ) -> None:
        self.found: list[Fact] = []
        self._reader = reader
        self._language = language
        briefs: tuple[tuple[Source, CandidateBrief | JobBrief | None], ...] = (
            ("cv", candidate),
            ("job", job),
        )
        self._words = {
            source: content_words(brief.text) if brief else frozenset() for source, brief in briefs
        }
        self._is_foreign = {
            source: brief is not None and not is_in_language(brief.text, language) for source, brief in briefs
        }
        self._is_untitled = job is not None and not job.title
        self._job_title = plain(job.title).strip() if job else ""
        self._cv = candidate.text if candidate else ""
        self._company = _read_company(job) if job else ""
        self._employer = plain(self._company).strip()
        self._names_of_employer = {
            word for word in self._employer.split() if len(word) >= _MIN_LETTERS_OF_A_NAME
        }

    def add_candidate(self, candidate: CandidateBrief) -> None:
        """Add the lines of a CV."""
        following = ""
        years = [int(date[:4]) for one in candidate.positions for date in (one.start, one.end) if date]
        for age, given in enumerate(candidate.positions):
            position = replace(given, title=last_title(given.title))
            self._add_position(position, age)
            if self._is_known(position) and plain(position.organization) != following:
                self._add_move(position, age, candidate.text, latest_year=max(years, default=0))
            following = plain(position.organization)
        for project in candidate.projects:
            self._add("cv", "project", project, "a project")
        for skill in candidate.skills:
            self._add("cv", "skill", skill)
        if not candidate.positions and not candidate.projects:
            for sentence in list_loose_lines(candidate.text):
                self._add("cv", "statement", sentence, "past work")

    def add_job(self, job: JobBrief, *, evidence: SkillEvidence | None) -> None:
        """Add the lines of a job description. ``evidence`` shows the skills of the candidate."""
        for text in job.responsibilities:
            self._add("job", "responsibility", text)
        for text in job.requirements:
            self._add("job", "gap" if _is_gap(text, evidence) else "requirement", text)
        for text in job.preferred:
            self._add("job", "preferred", text)
        for line in job.about.split("\n"):
            if self._is_header(line):
                continue
            for number, text in enumerate(split_sentences(line)):
                if not has_genders(text):  # not the title itself
                    self._add("job", "about", _drop_name(text, job.company), follows=number > 0)
        if not job.responsibilities and not job.requirements:
            for sentence in list_loose_lines(job.text):
                self._add("job", "responsibility", sentence)
        title, employer = split_title(
            name_title(job.title, self._reader, language=self._language), self._company
        )
        if title and self._is_title(title):
            has_employer = employer and f" {plain(employer).strip()} " not in f" {plain(title)} "
            title = without_capitals(title, self._language)
            line = name_position(title, employer if has_employer else "", self._language)
            if _is_usable(line):
                self.found.append(Fact("job", "career", line, line_kind=LineKind.TITLE))

    def _add(
        self, source: Source, kind: Kind, text: str, where: str = "", age: int = 0, *, follows: bool = False
    ) -> None:
        other = self._words["job" if source == "cv" else "cv"]
        for number, piece in enumerate(map(tidy_line, split_line(text))):
            if not _is_usable(piece) or _LABELED.match(piece):
                continue
            words = content_words(piece)
            line_kind, certainty = self._read_kind(source, kind, piece)
            names_position = line_kind is LineKind.TITLE and kind != "career"
            if names_position and not (source == "job" and self._is_untitled):
                continue  # the position itself has a line of its own
            if is_shouted(text):
                certainty *= _CERTAINTY_OF_CAPITALS
            fact = Fact(
                source,
                kind,
                self._name_title(piece) if names_position else piece,
                where,
                meets=len(words & other) / len(words),
                age=age,
                line_kind=line_kind,
                certainty=certainty,
                follows=follows or number > 0,
                is_foreign=self._is_foreign[source],
            )
            if find_clause(fact, self._language) is not None:
                fact = replace(fact, is_clause=True, certainty=max(certainty, CERTAIN))
            self.found.append(fact)

    def _read_kind(self, source: Source, kind: Kind, line: str) -> tuple[LineKind, float]:
        """The kind of a line and its certainty: what its words say clearly, else what the reader says."""
        is_item = kind == "about" and not line.endswith(_SENTENCE_MARKS)
        found, certainty = self._reader.read(line, _OF_A_LIST if is_item else _SECTIONS[source, kind])
        if source == "cv":
            if self._language != "de" and _is_made_of_names(line):
                certainty *= _CERTAINTY_OF_NAMES
            if _PERIOD.match(line) or _QUOTED.fullmatch(line) or _names_place_or_employer(line):
                found = LineKind.OTHER  # the head of a position or a school
            elif found is LineKind.WORK and _CHANGE.search(line):
                found = LineKind.RESULT
            return found, certainty
        if kind == "about" and self._is_sure_title(line):
            return LineKind.TITLE, CERTAIN
        if kind not in REQUIREMENTS and self._is_about_employer(line):
            found = LineKind.COMPANY
        if found is LineKind.COMPANY and (tells_duty(line) or begins_with_verb(line.split(), self._language)):
            found = LineKind.WORK  # "Treat patients at our practice"
        elif found is LineKind.COMPANY and _ADDRESSES.search(line) and not _SPEAKS_OF_US.search(line):
            found, certainty = LineKind.WORK, _CERTAINTY_OF_AN_ADDRESS
        if found is LineKind.COMPANY and matches("contracts", line):
            found, certainty = LineKind.CONDITION, CERTAIN
        if found is LineKind.WORK and matches("reporting_lines", line):
            found = LineKind.OTHER  # who is above the position is no task
        if found is LineKind.WORK and not list_plain_words("demand_starts").isdisjoint(
            plain(line).split()[:1]
        ):
            found = LineKind.SKILL
        is_demand = kind in REQUIREMENTS and found in (LineKind.WORK, LineKind.SKILL)
        if (is_demand or certainty < CERTAIN) and _YEARS.search(line):
            found, certainty = LineKind.EXPERIENCE, CERTAIN
        return found, certainty

    def _add_position(self, position: PastPosition, age: int) -> None:
        """Add the statements of a position and the position itself."""
        where = self._name(position)
        for statement in position.statements:
            self._add("cv", "statement", statement, where, age)
        if self._is_known(position):
            self.found.append(Fact("cv", "career", where, where, age=age, line_kind=LineKind.TITLE))

    def _name(self, position: PastPosition) -> str:
        title = name_title(position.title, self._reader, language=self._language)
        return name_position(title, position.organization, self._language)

    def _is_known(self, position: PastPosition) -> bool:
        """Whether a position has a title and an employer that are read as such."""
        return (
            bool(position.title and position.organization)
            and self._is_title(position.title, min_lead=_MIN_LEAD_IN_CV)
            and not self._is_place(position.title)
            and TITLE_PARTS.search(position.title) is None
            and _JOINED.search(f"{position.title} {position.organization}") is None
            and not plain(position.title).strip().endswith(tuple(lists()["time_endings"]))
            and self._is_employer(position.organization)
            and not set(plain(position.title).split()) <= set(plain(position.organization).split())
        )

    def _add_move(self, position: PastPosition, age: int, text: str, *, latest_year: int) -> None:
        """Add that the candidate left a position for another employer, not too long ago."""
        months = count_months(position, text)
        if months is None or int((position.end or "0")[:4]) < latest_year - _MAX_YEARS_SINCE_MOVE:
            return
        where = self._name(position)
        line = f"{where}, {write_month(position.start)} – {write_month(position.end)}"
        is_short = float(months < SHORT_STAY_MONTHS)
        self.found.append(Fact("cv", "move", line, where, meets=is_short, age=age, line_kind=LineKind.TITLE))

    def _is_title(self, text: str, *, min_lead: float = _MIN_LEAD_OF_EMPLOYER) -> bool:
        kind, certainty = self._reader.read(text, ANY_KIND)
        part = load_line_reader().read_part(text)
        names_employer = part["employer"] - part["title"] > min_lead
        is_sure = certainty > _MIN_CERTAINTY_OF_TITLE or part["title"] > _MIN_SHARE_OF_TITLE
        return kind is LineKind.TITLE and is_sure and not names_employer

    def _name_title(self, line: str) -> str:
        """The position that a line of the job names."""
        return split_title(name_title(line.rstrip("."), self._reader), self._company)[0]

    def _is_sure_title(self, line: str) -> bool:
        """Whether a line of a text names the advertised position, alone or with other things."""
        is_named = bool(self._job_title) and plain(line).startswith(self._job_title)
        first = _TITLE_ENDS.split(line, maxsplit=1)[0]
        kind, certainty = self._reader.read(first, ANY_KIND)
        is_short = len(first.split()) <= _MAX_WORDS_OF_A_NAME
        return is_named or (kind is LineKind.TITLE and is_short and certainty > _MIN_CERTAINTY_OF_A_HEAD)

    def _is_place(self, title: str) -> bool:
        """Whether a title of one word stands in the CV like a place: ", Leeds", "in Leeds"."""
        if len(title.split()) > 1 or self._reader.read(title, ANY_KIND)[1] > _CERTAINTY_OF_ONE_WORD:
            return False
        return re.search(rf"(?:,|\bin)\s{re.escape(title)}\b", self._cv) is not None

    def _is_employer(self, name: str) -> bool:
        kind, certainty = self._reader.read(name, ANY_KIND)
        is_work = kind is LineKind.WORK and certainty > CERTAIN
        is_language = kind is LineKind.LANGUAGE and certainty > CERTAIN
        return any(word[0].isupper() for word in name.split()) and not (is_work or is_language)

    def _names_employer(self, text: str) -> bool:
        return f" {self._employer} " in f" {plain(text)} "

    def _is_header(self, line: str) -> bool:
        """Whether a line is the head of the document: the employer, the place and so on, with dashes."""
        return self._names_employer(line) and len(TITLE_PARTS.split(line)) > 1 and line[-1:].isalnum()

    def _is_about_employer(self, line: str) -> bool:
        """Whether a line of the job names its employer, even in part ("Northgate" of Northgate Foods Ltd)."""
        starts_with_name = bool(set(plain(line).split()[:1]) & self._names_of_employer)
        return starts_with_name or (bool(self._employer) and self._names_employer(line))


def _is_made_of_names(line: str) -> bool:
    """Whether all words but the small ones have a capital, as in "Skelby Salmon, Hesk Hatchery"."""
    words = [
        word for word in re.findall(r"[^\W\d_][\w'’-]*", line) if word.casefold() not in list_small_words()
    ]
    return len(words) >= _MIN_NAMES and all(word[0].isupper() for word in words)


def _names_place_or_employer(line: str) -> bool:
    """Whether a line of a few words is the head of an entry: an employer, a place or a school."""
    if len(line.split()) > _MAX_WORDS_OF_A_HEAD:
        return False
    part = load_line_reader().read_part(line)
    return max(part["employer"], part["place"], part["school"]) > _MIN_SHARE_OF_A_HEAD


def _is_gap(line: str, evidence: SkillEvidence | None) -> bool:
    """Whether the CV shows nothing of what a requirement asks for, by the rules of the match panel."""
    asked = [requirement for requirement in split_requirements([line]) if has_subject(requirement)]
    return evidence is not None and bool(asked) and not any(evidence.finds(one) for one in asked)


def _drop_name(text: str, company: str) -> str:
    """The text without the name of the employer that stood on the line above it."""
    rest = text.removeprefix(company).lstrip(" ,.:–-") if company else text
    return rest if rest[:1].isupper() or rest[:1].isdigit() else text


def _read_company(job: JobBrief) -> str:
    """The employer, unless the document was parsed wrongly and the name is a line or a heading of it."""
    is_line = job.company in (*job.responsibilities, *job.requirements, *job.preferred)
    return "" if is_line or _HEADS.match(job.company) else _AT.sub("", job.company)
