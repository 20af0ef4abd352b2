"""Reads the lines of a CV and a job description: by clear words, and by the trained classifiers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.questions.clauses import begins_with_verb, tells_duty
from app.questions.facts import CERTAIN, REQUIREMENTS, CandidateBrief, JobBrief, Kind, PastPosition, Source
from app.questions.line_kinds import LineClassifiers, LineKind, Section
from app.questions.line_natures import UNASKED, LineNature
from app.questions.line_places import DocumentLines, Place, describe_place
from app.questions.line_uses import LineUse
from app.questions.spoken_lines import say_line
from app.questions.titles import ANY_KIND, TITLE_PARTS, is_speakable, name_title
from app.questions.wording import list_plain_words, lists, matches
from app.text.folding import plain
from app.text.stop_words import list_small_words
from models.line_reader.network import load_line_reader

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
_OF_A_DEMAND = Section(
    LineKind.SKILL,
    frozenset({LineKind.SKILL, LineKind.EXPERIENCE, LineKind.CREDENTIAL, LineKind.LANGUAGE, LineKind.TRAIT}),
)
_KINDS_OF_DEMANDS = frozenset({LineKind.SKILL, LineKind.EXPERIENCE, LineKind.CREDENTIAL})
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
_SUITABILITY_OF_A_SKILL = 0.9
"""Of an item of a list of skills or requirements, which was read as one before."""
_MAX_WORDS_OF_AN_ITEM = 2
_MIN_SHARE_OF_A_DEMAND = 0.3
_JOINING_WORDS = frozenset(
    {"and", "or", "with", "the", "und", "oder", "sowie", "mit", "et", "ou", "avec", "de"}
)
_SUITABILITY_OF_AN_OFFER = 0.6
"""Factor for a demand that says what the employer does, too ("but we'll show you")."""
_SUITABILITY_OF_A_BEGINNING = 0.2
"""Factor for a line that is cut, only opens a list, or says who is above the position."""
_SUITABILITY_IF_UNSEEN = 0.3
"""Of a skill whose name is not in the CV, or is abbreviated there ("Grundk. Excel")."""
_ALLOWED_SHARE_OF_UNASKED = 0.5
"""Probability of natures that nobody asks about, up to which a line is as suitable as any."""
_MIN_SHARE_OF_NATURE = 0.55
"""Probability of a nature from which on it decides the kind of a line."""
_NO_SKILLS = (LineUse.CONTACT, LineUse.INTEREST, LineUse.PRIVATE)
_NO_REQUIREMENTS = (LineUse.BENEFIT, LineUse.NOTICE)
_MIN_ASKABLE = 0.35
"""Probability below which a line of the CV must not be asked about."""
_ASKABLE = 0.5
"""Probability below which a line is the less suitable, the less probable it is that it may be asked about."""
_SUITABILITY_OF_A_COMPANY = 0.8
"""Share of the probability that a line says what the employer does; slogans are among these lines."""
_PERIOD = re.compile(
    r"\W{0,8}(?:[\w.]{1,20}\s)?(?:\d{1,2}/)?(?:19|20)\d\d\s?(?:–|-|—|to\b|until\b|bis\b|à\b)"
)
"""A line that begins with a range of dates, like the head of an entry."""
_MIN_CERTAINTY_OF_TITLE = 0.2
"""Minimum certainty that a title names a position, because documents are sometimes parsed wrongly."""
_MIN_SHARE_OF_TITLE = 0.5
"""Minimum probability of the line reader at which a title of low certainty names a position, too."""
_MAX_SCORE_OF_AN_EMPLOYER = 2.5
"""Certainty and probability of a title, together, above which the name of an employer is a title, too."""
_MIN_LEAD_OF_EMPLOYER = 0.6
"""Minimum difference of probabilities at which the line reader takes a title for an employer."""
_MIN_LEAD_IN_CV = 0.1
"""The same for a CV, which has other lines to ask about."""
_WHOLE_SENTENCE = re.compile(r"[A-ZÀ-Ý].*\.")
_HEADS = re.compile(r"(?:our|your|we|about|unsere?|wir|über|notre|nous|votre)\b", re.IGNORECASE)
_AT = re.compile(r"^(?:at|with|beim|bei(?: der| den)?|chez)\s", re.IGNORECASE)
_SENTENCE_MARKS = (".", "!", "?")
_JOINED = re.compile(r":\s|\w{5,30}\.\s")
"""A mark between two things in the name of a position: the place before it, the employer's trade after it."""
_ADDRESSES = re.compile(r"\b(?:your?|you[’']ll|Sie|Ihr(?:e[mnrs]?)?|vous|votre|vos)\b")
_SPEAKS_OF_US = re.compile(
    r"\b(?:we|us|our|wir|uns|unsere?\w?|nous|notre|nos)\b|\b(?:you are|Sie sind|vous êtes)\b", re.IGNORECASE
)
_CERTAINTY_OF_AN_ADDRESS = 0.3
_TITLE_ENDS = re.compile(r",\s|\.$|\s[-–—|]\s")
_MAX_WORDS_OF_A_NAME = 6
_MIN_CERTAINTY_OF_A_HEAD = 0.6
_QUOTED = re.compile(r"[\"“„«].*[\"”“»]\.?")
_MIN_LETTERS_OF_A_WORD = 3
"""Of a word in small letters that the same word in capitals abbreviates nothing; "IT" and "US" do."""
_MIN_NAMES = 3
_WORDS = re.compile(r"[^\W\d_]+")
_CERTAINTY_OF_NAMES = 0.3
"""Factor for a line of the CV that is made of names."""
_MAX_WORDS_OF_A_HEAD = 7
_MIN_SHARE_OF_A_HEAD = 0.7
_CERTAINTY_OF_ONE_WORD = 1.0
"""Minimum certainty for reading a word as a job title in a place where towns usually are."""
_CHANGE = re.compile(
    r"\b(?:by|from|to|below|above|under|over|um|von|auf|unter|über|de|à|sous)\s\d{1,3}(?:[.,]\d{1,2})?\s?"
    r"(?:%|per ?cent\b|Prozent\b|pour cent\b)"
    r"|\b(?:from|von) \d[\d.,]{0,9}(?: [^\W\d_]{1,15})? (?:to|auf) \d"
    r"|\b(?:baisse|hausse|passage|réduction|augmentation|diminution)\b[^.;]{0,60}\bde \d[\d.,]{0,9} à \d",
    re.IGNORECASE,
)
"""A share by which something changed, or a number before and after, which only a result has."""
_YEARS = re.compile(
    r"(?<!every )(?<!alle )(?<!les )\b(?:\d{1,2}\+?|two|three|four|five|six|seven|eight|ten|zwei|drei|vier"
    r"|fünf|deux|trois|quatre|cinq) (?:or more )?(?:years|jahren?|ans|années)\b",
    re.IGNORECASE,
)
"""A number of years of experience, but not a period."""


@dataclass(frozen=True, slots=True)
class LineClassification:
    """Kind of a line, and how well it suits a question."""

    kind: LineKind
    certainty: float
    """How much better this kind fits than any other, 0 to 1."""
    suitability: float
    """Probability that the line can be asked about, 0 to 1. 0 for a line that must not be asked about."""
    traits: tuple[float, ...] = ()
    """The probabilities of the uses of the line, then the features of its surroundings."""
    natures: tuple[float, ...] = ()
    """The probabilities of what the line is, in the order of ``LineNature``."""


class KindClassifier:
    """Decides the kind of each line of a CV and a job description, and whether a title names a position."""

    def __init__(
        self, candidate: CandidateBrief | None, job: JobBrief | None, reader: LineClassifiers, language: str
    ) -> None:
        self.company = _read_company(job) if job else ""
        self._reader = reader
        self._language = language
        self._cv = candidate.text if candidate else ""
        self._documents: dict[Source, DocumentLines] = {
            "cv": DocumentLines(self._cv, is_of_job=False),
            "job": DocumentLines(job.text if job else "", is_of_job=True),
        }
        self.small_words = frozenset(
            word
            for brief in (candidate, job)
            if brief
            for word in _WORDS.findall(brief.text)
            if word.islower() and len(word) >= _MIN_LETTERS_OF_A_WORD
        )
        """The words that the documents write in small letters: no abbreviations where they have capitals."""
        self._job_title = plain(job.title).strip() if job else ""
        self._employer = plain(self.company).strip()
        self._names_of_employer = {
            word for word in self._employer.split() if len(word) >= _MIN_LETTERS_OF_A_NAME
        }

    def complete(self, source: Source, line: str) -> str:
        """The whole sentence of a line that was cut off at the width of the page."""
        return self._documents[source].complete(line)

    def read_line(self, source: Source, kind: Kind, line: str) -> LineClassification:
        """Read a line of a section: by its words where they are clear, else by the trained classifiers."""
        place = self._documents[source].find(line)
        uses = self._reader.read_uses(line, place)
        classification = self._read(source, kind, line, uses, place)
        traits = (*uses.values(), *describe_place(line, place))
        natures = self._reader.read_natures(line, is_of_job=source == "job")
        is_short = _is_short_item(kind, line)
        classification = _correct_by_nature(source, classification, natures, is_short=is_short)
        suitability = classification.suitability * self._allow(source, kind, line)
        if not is_short:
            unasked = sum(natures[nature] for nature in UNASKED)
            suitability *= min(1.0, (1 - unasked) / _ALLOWED_SHARE_OF_UNASKED) ** 2
        return replace(
            classification, traits=traits, suitability=suitability, natures=tuple(natures.values())
        )

    def _allow(self, source: Source, kind: Kind, line: str) -> float:
        """A factor for the suitability of a line: 0 if it must not be asked about, 1 if it surely may."""
        if _is_short_item(kind, line):
            return 1.0  # a name or an abbreviation, which the list it is in says more about
        askable = self._reader.read_askable(line, is_of_job=source == "job")
        # Private matters stand in CVs. A line of a job may be asked about if nothing else is left.
        return 0.0 if source == "cv" and askable < _MIN_ASKABLE else min(1.0, askable / _ASKABLE)

    def _read(
        self, source: Source, kind: Kind, line: str, uses: Mapping[LineUse, float], place: Place
    ) -> LineClassification:
        is_item = kind == "about" and not line.endswith(_SENTENCE_MARKS)
        section = _OF_A_LIST if is_item else _SECTIONS[source, kind]
        found, certainty = self._reader.read(line, section, uses)
        suitability = self._judge(source, kind, line, uses, place)
        if source == "cv":
            if self._language != "de" and _is_made_of_names(line):
                certainty *= _CERTAINTY_OF_NAMES
            if _PERIOD.match(line) or _QUOTED.fullmatch(line) or _names_place_or_employer(line):
                found = LineKind.OTHER  # the head of a position or a school
            elif found is LineKind.WORK and _CHANGE.search(line):
                found = LineKind.RESULT
            return LineClassification(found, certainty, suitability)
        if kind == "about" and self._is_sure_title(line):
            return LineClassification(LineKind.TITLE, CERTAIN, 1.0)
        if kind not in REQUIREMENTS and matches("demands", line):
            found, certainty = self._reader.read(line, _OF_A_DEMAND, uses)
            return LineClassification(found, certainty, suitability)
        if kind not in REQUIREMENTS and self._is_about_employer(line):
            found = LineKind.COMPANY
        found, certainty = self._correct(found, certainty, line)
        is_sentence = kind == "about" and line.endswith(_SENTENCE_MARKS)
        if (
            found is LineKind.WORK
            and is_sentence
            and not self._is_told(say_line(line, self._language) or line)
        ):
            found = LineKind.COMPANY  # others do it: "Six actuaries set the prices."
        if found is LineKind.COMPANY:
            suitability += _SUITABILITY_OF_A_COMPANY * uses[LineUse.COMPANY]
            certainty = max(certainty, CERTAIN if is_sentence else 0.0)
        is_asked_for = uses[LineUse.DEMAND] + uses[LineUse.WISH] > max(
            uses[LineUse.DUTY], _MIN_SHARE_OF_A_DEMAND
        )
        is_asked_for |= not list_plain_words("demand_starts").isdisjoint(plain(line).split()[:1])
        if found is LineKind.WORK and kind not in REQUIREMENTS and is_asked_for:
            found = LineKind.SKILL  # a demand among the duties
        is_demand = kind in REQUIREMENTS and found in (LineKind.WORK, LineKind.SKILL)
        if (is_demand or certainty < CERTAIN) and _YEARS.search(line):
            found, certainty = LineKind.EXPERIENCE, CERTAIN
        return LineClassification(found, certainty, suitability)

    def _correct(self, found: LineKind, certainty: float, line: str) -> tuple[LineKind, float]:
        """The kind of a sentence of a job by its subject: what there is, what we are, or what you do."""
        is_task = tells_duty(line) or begins_with_verb(line.split(), self._language)
        if found is LineKind.WORK and not is_task and matches("states", line):
            return LineKind.COMPANY, CERTAIN
        if found is not LineKind.COMPANY:
            return found, certainty
        if is_task:
            return LineKind.WORK, certainty  # "Treat patients at our practice"
        if _ADDRESSES.search(line) and not _SPEAKS_OF_US.search(line):
            return LineKind.WORK, _CERTAINTY_OF_AN_ADDRESS
        return found, certainty

    @staticmethod
    def _judge(source: Source, kind: Kind, line: str, uses: Mapping[LineUse, float], place: Place) -> float:
        """The suitability of a line, given the uses that were read and what its section says."""
        suitability = sum(share for use, share in uses.items() if use.is_suitable)
        if kind == "skill" or (kind in REQUIREMENTS and len(line.split()) <= _MAX_WORDS_OF_AN_ITEM):
            other = sum(uses[use] for use in (_NO_SKILLS if kind == "skill" else _NO_REQUIREMENTS))
            is_whole = place.is_found and not (place.ends_inside and place.after.startswith("."))
            suitability = (1 - other) * (_SUITABILITY_OF_A_SKILL if is_whole else _SUITABILITY_IF_UNSEEN)
        elif source == "job" and _WHOLE_SENTENCE.fullmatch(line) and not place.begins_inside:
            suitability += uses[LineUse.FRAGMENT]
        elif kind == "statement":
            suitability -= uses[LineUse.POSITION]  # the position has a line of its own
        if kind in REQUIREMENTS and _SPEAKS_OF_US.search(line):
            suitability *= _SUITABILITY_OF_AN_OFFER
        is_cut = line.endswith(("-", ":")) or line.rsplit(maxsplit=1)[-1] in _JOINING_WORDS
        if is_cut or (source == "job" and matches("reporting_lines", line)):
            suitability *= _SUITABILITY_OF_A_BEGINNING
        return suitability

    def _is_told(self, line: str) -> bool:
        """Whether a sentence of a job description says what the new employee will do."""
        return (
            tells_duty(line)
            or begins_with_verb(line.split(), self._language)
            or _ADDRESSES.search(line) is not None
            or matches("holders", line)
        )

    def name(self, title: str) -> str:
        """A title as an interviewer says it; see ``name_title``."""
        return name_title(title, self._reader, language=self._language, words=self.small_words)

    def is_private(self, position: PastPosition) -> bool:
        """Whether an entry among the positions is a private matter, such as the care of a relative."""
        if position.organization and self.is_title(position.title):
            return False
        name = f"{position.title} {position.organization}".strip()
        return self._reader.read_askable(name, is_of_job=False) < _ASKABLE

    def is_title(self, text: str, *, min_lead: float = _MIN_LEAD_OF_EMPLOYER) -> bool:
        kind, certainty = self._reader.read(text, ANY_KIND)
        part = load_line_reader().read_part(text)
        names_employer = part["employer"] - part["title"] > min_lead
        is_sure = certainty > _MIN_CERTAINTY_OF_TITLE or part["title"] > _MIN_SHARE_OF_TITLE
        return kind is LineKind.TITLE and is_sure and not names_employer

    def _is_sure_title(self, line: str) -> bool:
        """Whether a line of a text names the advertised position, alone or with other things."""
        is_named = bool(self._job_title) and plain(line).startswith(self._job_title)
        first = _TITLE_ENDS.split(line, maxsplit=1)[0]
        kind, certainty = self._reader.read(first, ANY_KIND)
        is_short = len(first.split()) <= _MAX_WORDS_OF_A_NAME
        return is_named or (kind is LineKind.TITLE and is_short and certainty > _MIN_CERTAINTY_OF_A_HEAD)

    def _is_place(self, title: str) -> bool:
        """Whether a one-word title is written like a place in the CV: ", Leeds", "in Leeds"."""
        if len(title.split()) > 1:
            return False
        is_sure = self._reader.read(title, ANY_KIND)[1] > _CERTAINTY_OF_ONE_WORD
        if is_sure and load_line_reader().read_part(title)["title"] > _MIN_SHARE_OF_TITLE:
            return False
        return re.search(rf"(?:,|\bin)\s{re.escape(title)}\b", self._cv) is not None

    def _is_employer(self, name: str) -> bool:
        kind, certainty = self._reader.read(name, ANY_KIND)
        is_work = kind is LineKind.WORK and certainty > CERTAIN
        is_language = kind is LineKind.LANGUAGE and certainty > CERTAIN
        title = certainty if kind is LineKind.TITLE else 0.0
        is_title = title + load_line_reader().read_part(name)["title"] > _MAX_SCORE_OF_AN_EMPLOYER
        is_title |= len(name.split()) > 1 and plain(name).split()[0] in lists()["ranks"]
        return any(word[0].isupper() for word in name.split()) and not (is_work or is_language or is_title)

    def _names_employer(self, text: str) -> bool:
        return f" {self._employer} " in f" {plain(text)} "

    def is_header(self, line: str) -> bool:
        """Whether a line is the head of the document: the employer, the place and so on, with dashes."""
        return self._names_employer(line) and len(TITLE_PARTS.split(line)) > 1 and line[-1:].isalnum()

    def _is_about_employer(self, line: str) -> bool:
        """Whether a line of the job names its employer, even in part ("Northgate" of Northgate Foods Ltd)."""
        starts_with_name = bool(set(plain(line).split()[:1]) & self._names_of_employer)
        return starts_with_name or (bool(self._employer) and self._names_employer(line))

    def is_known(self, position: PastPosition) -> bool:
        """Whether a position has a title and an employer that are read as such."""
        title = self.name(position.title)
        return (
            bool(position.title and position.organization)
            and is_speakable(title)
            and self.is_title(position.title, min_lead=_MIN_LEAD_IN_CV)
            and not self._is_place(title)
            and TITLE_PARTS.search(position.title) is None
            and position.title.rsplit(maxsplit=1)[-1] not in list_small_words()
            and _JOINED.search(f"{position.title} {position.organization}") is None
            and not plain(position.title).strip().endswith(tuple(lists()["time_endings"]))
            and not (self._language != "en" and plain(position.title).split()[0] in lists()["time_endings"])
            and self._is_employer(position.organization)
            and not set(plain(position.title).split()) <= set(plain(position.organization).split())
        )


def _is_short_item(kind: Kind, line: str) -> bool:
    """Whether a line is an item of a list of a word or two, which the list it is in says more about."""
    return (kind == "skill" or kind in REQUIREMENTS) and len(line.split()) <= _MAX_WORDS_OF_AN_ITEM


def _correct_by_nature(
    source: Source, read: LineClassification, natures: Mapping[LineNature, float], *, is_short: bool
) -> LineClassification:
    """The kind that suits what a line is: nobody learns an attitude, and a rule of the house is no skill."""
    if read.kind in _KINDS_OF_DEMANDS and natures[LineNature.ATTITUDE] > _MIN_SHARE_OF_NATURE:
        return replace(read, kind=LineKind.TRAIT)
    if source == "cv" or is_short:
        return read
    is_rule = natures[LineNature.CONDITION] + natures[LineNature.RULE] > _MIN_SHARE_OF_NATURE
    if read.kind in _KINDS_OF_DEMANDS and is_rule:
        return replace(read, kind=LineKind.CONDITION)
    if read.kind is LineKind.TRAIT and natures[LineNature.SKILL] > _MIN_SHARE_OF_NATURE:
        return replace(read, kind=LineKind.SKILL)
    return read


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


def _read_company(job: JobBrief) -> str:
    """The employer, unless the document was parsed wrongly and the name is a line or a heading of it."""
    is_line = job.company in (*job.responsibilities, *job.requirements, *job.preferred)
    return "" if is_line or _HEADS.match(job.company) else _AT.sub("", job.company)
