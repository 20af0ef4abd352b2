"""Collects facts: every usable line of a CV and a job description, with the kind of each."""

from __future__ import annotations

import re
from dataclasses import replace

from app.questions.clauses import find_clause, names_a_thing, speaks_of_itself, tells_action
from app.questions.facts import (
    CERTAIN,
    CandidateBrief,
    Fact,
    JobBrief,
    Kind,
    PastPosition,
    Source,
)
from app.questions.kind_classifier import KindClassifier
from app.questions.languages import is_in_language
from app.questions.line_kinds import LineClassifiers, LineKind
from app.questions.pieces import is_shouted, list_loose_lines, split_line, split_sentences, tidy_line
from app.questions.spoken_lines import say_line
from app.questions.stays import count_months, is_followed, write_month
from app.questions.titles import (
    has_genders,
    last_title,
    name_position,
    name_title,
    say_position,
    say_title,
    split_title,
    without_capitals,
)
from app.questions.wording import content_words, matches
from app.skills.evidence import SkillEvidence, has_subject
from app.skills.requirements import split_requirements
from app.text.folding import plain

MAX_FACT_CHARACTERS = 260
SHORT_STAY_MONTHS = 12
_MAX_YEARS_SINCE_MOVE = 5
_CERTAINTY_OF_CAPITALS = 0.4
"""Factor for a line in capitals, because names lose theirs when it is written in small letters."""
_SUITABILITY_OF_AN_ADDRESS = 0.3
"""Factor for a line that speaks to its reader informally."""
_SUITABILITY_IN_THE_FIRST_PERSON = 0.6
"""Factor for a line of the CV that says "I", which sounds odd in the mouth of another person."""
_MIN_STATEMENTS = 6
"""Lines about past work below which all sentences of the CV are read, too."""
_LABELED = re.compile(
    r"(?:kurz)?profile?:\s|(?:summary|objective|objectif|profil|ziel|à propos)\s?:\s", re.IGNORECASE
)
"""The beginning of a summary within other lines."""


def _is_usable(text: str) -> bool:
    words = content_words(text)
    if not words or len(text) > MAX_FACT_CHARACTERS or not any(c.isalpha() for c in text):
        return False
    return not matches("generic", text)


def collect_facts(
    candidate: CandidateBrief | None,
    job: JobBrief | None,
    reader: LineClassifiers | None = None,
    *,
    language: str = "en",
) -> list[Fact]:
    """Collect every usable line once, in the order of the documents.

    ``reader`` reads the kinds of the lines; without it, words alone decide. ``language`` is that of the
    questions.
    """
    collector = _Collector(candidate, job, reader or LineClassifiers(), language)
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
        self, candidate: CandidateBrief | None, job: JobBrief | None, reader: LineClassifiers, language: str
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
        self._kinds = KindClassifier(candidate, job, reader, language)

    def add_candidate(self, candidate: CandidateBrief) -> None:
        """Add the lines of a CV."""
        following: PastPosition | None = None
        years = [int(date[:4]) for one in candidate.positions for date in (one.start, one.end) if date]
        for age, given in enumerate(candidate.positions):
            position = replace(given, title=last_title(given.title))
            self._add_position(position, age)
            if self._kinds.is_known(position) and self._changes_employer(position, following):
                self._add_move(position, age, candidate.text, latest_year=max(years, default=0))
            following = position
        for project in candidate.projects:
            self._add("cv", "project", project, "a project")
        for skill in candidate.skills:
            self._add("cv", "skill", skill)
        if sum(fact.kind in ("statement", "project") for fact in self.found) < _MIN_STATEMENTS:
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
            if self._kinds.is_header(line):
                continue
            for number, text in enumerate(split_sentences(line)):
                if not has_genders(text):  # not the title itself
                    self._add("job", "about", _drop_name(text, job.company), follows=number > 0)
        if not job.responsibilities and not job.requirements:
            for sentence in list_loose_lines(job.text):
                self._add("job", "responsibility", sentence)
        title, employer = split_title(self._kinds.name(job.title), self._kinds.company)
        if title and self._kinds.is_title(title):
            has_employer = employer and f" {plain(employer).strip()} " not in f" {plain(title)} "
            title = without_capitals(title, self._language, self._kinds.small_words)
            line = name_position(title, employer if has_employer else "", self._language)
            if _is_usable(line):
                self.found.append(
                    Fact("job", "career", line, spoken=say_title(title), line_kind=LineKind.TITLE)
                )

    def _add(
        self, source: Source, kind: Kind, text: str, where: str = "", age: int = 0, *, follows: bool = False
    ) -> None:
        other = self._words["job" if source == "cv" else "cv"]
        if kind != "skill":
            text = self._kinds.complete(source, text)
        for number, piece in enumerate(tidy_line(part, self._kinds.small_words) for part in split_line(text)):
            if not _is_usable(piece) or _LABELED.match(piece):
                continue
            words = content_words(piece)
            classified = self._kinds.read_line(source, kind, piece)
            if classified.suitability <= 0:
                continue  # private, or not about work
            line_kind, certainty = classified.kind, classified.certainty
            names_position = line_kind is LineKind.TITLE and kind != "career"
            if names_position and not (source == "job" and self._is_untitled):
                continue  # the position itself has a line of its own
            if is_shouted(text):
                certainty *= _CERTAINTY_OF_CAPITALS
            said = say_line(piece, self._language)
            fact = Fact(
                source,
                kind,
                self._name_title(piece) if names_position else piece,
                where,
                spoken="" if names_position else said or "",
                meets=len(words & other) / len(words),
                age=age,
                line_kind=line_kind,
                certainty=certainty,
                suitability=classified.suitability
                * (1.0 if said else _SUITABILITY_OF_AN_ADDRESS)
                * (_SUITABILITY_IN_THE_FIRST_PERSON if source == "cv" and speaks_of_itself(piece) else 1.0),
                traits=classified.traits,
                natures=classified.natures,
                tells_action=self._language != "en"
                or (tells_action(piece) if source == "cv" else not names_a_thing(piece)),
                follows=follows or number > 0,
                is_foreign=self._is_foreign[source],
            )
            if find_clause(fact, self._language) is not None:
                fact = replace(fact, is_clause=True, certainty=max(certainty, CERTAIN))
            self.found.append(fact)

    def _add_position(self, position: PastPosition, age: int) -> None:
        """Add the statements of a position and the position itself."""
        where = self._name(position)
        for statement in position.statements:
            self._add("cv", "statement", statement, where, age)
        said = self._say(position)
        if self._kinds.is_known(position):
            # A position that cannot be named in a sentence is quoted, if nothing else is left.
            kind = LineKind.TITLE if said else LineKind.OTHER
            self.found.append(Fact("cv", "career", where, where, age=age, line_kind=kind, spoken=said))

    def _name(self, position: PastPosition) -> str:
        title = self._kinds.name(position.title)
        return name_position(title, position.organization, self._language)

    def _add_move(self, position: PastPosition, age: int, text: str, *, latest_year: int) -> None:
        """Add that the candidate left a position for another employer, not too long ago."""
        months = count_months(position, text)
        if months is None or int((position.end or "0")[:4]) < latest_year - _MAX_YEARS_SINCE_MOVE:
            return
        where = self._name(position)
        line = f"{where}, {write_month(position.start)} – {write_month(position.end)}"
        is_short = float(months < SHORT_STAY_MONTHS)
        self.found.append(
            Fact(
                "cv",
                "move",
                line,
                where,
                meets=is_short,
                age=age,
                line_kind=LineKind.TITLE,
                spoken=self._say(position),
            )
        )

    def _say(self, position: PastPosition) -> str:
        title = self._kinds.name(position.title)
        return say_position(title, position.organization, self._language, self._kinds.small_words)

    def _changes_employer(self, position: PastPosition, following: PastPosition | None) -> bool:
        if (
            following is None
            or not self._say(position)
            or plain(position.organization) == plain(following.organization)
            or self._kinds.is_private(following)
        ):
            return False
        return is_followed(position, following)

    def _name_title(self, line: str) -> str:
        """The position that a line of the job names."""
        return split_title(name_title(line.rstrip("."), self._reader), self._kinds.company)[0]


def _is_gap(line: str, evidence: SkillEvidence | None) -> bool:
    """Whether the CV shows nothing of what a requirement asks for, by the rules of the match panel."""
    asked = [requirement for requirement in split_requirements([line]) if has_subject(requirement)]
    return evidence is not None and bool(asked) and not any(evidence.finds(one) for one in asked)


def _drop_name(text: str, company: str) -> str:
    """The text without the name of the employer that stood on the line above it."""
    rest = text.removeprefix(company).lstrip(" ,.:–-") if company else text
    return rest if rest[:1].isupper() or rest[:1].isdigit() else text
