"""The names of positions, as an interviewer says them."""

from __future__ import annotations

import re
from collections.abc import Container

from app.questions.line_kinds import LineClassifiers, LineKind, Section
from app.questions.wording import list_plain_words
from app.text.folding import plain
from app.text.numbers import digit_numbers
from app.text.stop_words import list_small_words
from models.line_reader.network import load_line_reader

ANY_KIND = Section(LineKind.TITLE, frozenset(LineKind))
_BRACKETS = re.compile(r"(?:^|\s{1,3})\([^()]*\)|\([^()/]*/[^()]*\)")
"""Remarks in a title, but not the ending of a word as in "chargé(e)"."""
_GENDERS = re.compile(r"(?:\s{0,3}[-–|,])?\s{1,3}[fhmwdx](?:\s?/\s?[fhmwdx]){1,2}(?!\w)", re.IGNORECASE)
_ENDINGS = re.compile(r"(?<=\w)\([A-ZÀ-Ý]{1,6}\)")
"""Endings of both genders in capitals: "CHARGÉ(E)"."""
_WITHOUT_BRACKETS = str.maketrans("()", "  ")
_LATER = re.compile(r"(?:^|,?\s)(?:then|later|dann|später|puis|ensuite)\s", re.IGNORECASE)
"""What a later title of one position begins with."""
TITLE_PARTS = re.compile(r"\s[-–—|]\s")
_HOURS = re.compile(
    r",?\s(?:(?:in|à)\s)?"
    r"(?:(?:voll|teil)-?zeit|(?:full|part)[- ]time|temps (?:plein|partiel|complet))\b.*",
    re.IGNORECASE,
)
_TITLE_SEPARATORS = re.compile(r",\s|\s[-–—|]\s")
_MIN_SHARE_OF_PLACE = 0.25
"""Minimum probability of a place, by the trained reader, for a name that is no more likely an employer."""
_MIN_SHARE_OF_EMPLOYER = 0.8
"""Minimum probability of the line reader at which a part of the title of a job names the employer."""
_MAX_LETTERS_OF_AN_ACRONYM = 3
_MAX_SPOKEN_WORDS = 6
_MAX_NAMED_WORDS = 9
_UNNAMEABLE = re.compile(r"[()\[\]*:_·|;!?\"“”„«»•<>=→⇒➔➜►▶]|\w/\w")
"""Marks that nobody reads out even after a colon."""
_ENDS = " \t-–—|/,;:"
_UNSPEAKABLE = re.compile(
    r"[\d/()\[\]*:·_|;,!?\"“”„«»<>=→⇒➔➜►▶]|\s[-–—]\s|\b(?:or|oder|ou|then|dann|puis|über|via|through)\b",
    re.IGNORECASE,
)
"""Marks of a text that is more than one name, or that nobody reads out."""


def name_position(title: str, employer: str, language: str) -> str:
    """A position with its employer; the preposition of other languages depends on the employer."""
    if not (title and employer):
        return title or employer
    return f"{title} at {employer}" if language == "en" else f"{title} ({employer})"


def say_position(title: str, employer: str, language: str, words: Container[str] = ()) -> str:
    """A position as an interviewer names it.

    Blank without an employer that can be said, because a CV may have the same title twice.

    Other languages than English have a comma, because articles and prepositions depend on the employer. After
    it, a single word may be said, even if it is a place.
    """
    employer = without_capitals(_BRACKETS.sub("", employer).strip(), language, words)
    if not (employer and is_speakable(employer) and _is_proper_name(employer, language)):
        return ""
    return f"{title} at {employer}" if language == "en" else f"{title}, {employer}"


def _is_proper_name(employer: str, language: str) -> bool:
    """Whether a name is one of an employer: no place ("Leeds"), no unit, no description ("Phone shop")."""
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*", employer) if word not in list_small_words()]
    if len(words) == 1:
        return language != "en" and words[0][0].isupper() and employer[0].isupper()
    part = load_line_reader().read_part(employer)
    return (
        len(words) > 1
        and list_plain_words("units").isdisjoint((plain(words[0]), plain(words[-1])))
        and all(word[0].isupper() for word in words)
        and not digit_numbers(employer.split(maxsplit=1)[0])
        and part["place"] < max(part["employer"], _MIN_SHARE_OF_PLACE)
    )


def say_title(title: str) -> str:
    """The whole title if it can be named after a colon ("Nurse – Night Shift"), else its first part."""
    title = title.strip(_ENDS)
    return title if is_nameable(title) else _TITLE_SEPARATORS.split(title, maxsplit=1)[0]


def is_nameable(title: str) -> bool:
    """Whether a title can be named after a colon as it is written, with a team, a place or a level."""
    return len(title.split()) <= _MAX_NAMED_WORDS and _UNNAMEABLE.search(title) is None


def is_speakable(name: str) -> bool:
    """Whether a name can be a part of a sentence as it is written: short, one thing, without marks."""
    return len(name.split()) <= _MAX_SPOKEN_WORDS and _UNSPEAKABLE.search(name) is None


def name_title(
    title: str, reader: LineClassifiers, *, language: str = "en", words: Container[str] = ()
) -> str:
    """The title of an advertised job as an interviewer says it.

    Without genders (m/w/d), remarks in brackets, the kind of contract and what follows it. ``words`` are
    those that the documents write in small letters.
    """
    named = _HOURS.sub("", _GENDERS.sub("", _BRACKETS.sub("", _pick_column(title)))).strip(_ENDS)
    marks = list(TITLE_PARTS.finditer(named))
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(named)], strict=False):
        if reader.read(named[mark.end() : end], ANY_KIND)[0] is LineKind.CONDITION:
            named = named[: mark.start()]  # the place of work may follow
            break
    return without_capitals(named.strip(_ENDS), language, words) or title


def _pick_column(title: str) -> str:
    """The title among columns that a tab separates, which may also be a place or dates."""
    columns = [column for column in title.split("\t") if column.strip()]
    if len(columns) < 2:
        return title
    return max(columns, key=lambda column: load_line_reader().read_part(column)["title"])


def split_title(title: str, employer: str) -> tuple[str, str]:
    """The position and the employer of a title that names both ("Night Porter, Hotel Aurora, Whitby")."""
    first, *others = _TITLE_SEPARATORS.split(title)
    if len(TITLE_PARTS.findall(title)) > 1:
        return first, employer  # the team, the employer or the place
    for other in others:
        part = load_line_reader().read_part(other)
        names_it = bool(employer) and plain(employer).split()[:1] == plain(other).split()[:1]
        if names_it or (len(other.split()) > 1 and part["employer"] > _MIN_SHARE_OF_EMPLOYER):
            return first, other if names_it or not employer else employer
    return title, employer


def without_capitals(title: str, language: str, words: Container[str] = ()) -> str:
    """``HEAD OF IT`` as ``Head of IT``; other titles as they are. French has one capital.

    A short word is an abbreviation unless it is one of ``words``, in small letters.
    """
    if not title.isupper() or len(title) <= _MAX_LETTERS_OF_AN_ACRONYM:
        return title

    def write(word: str) -> str:
        if word != "IT" and word.casefold() in list_small_words():
            return word.lower()
        if len(word) <= _MAX_LETTERS_OF_AN_ACRONYM and word.casefold() not in words:
            return word
        return word.lower() if language == "fr" else word.capitalize()

    named = _ENDINGS.sub(lambda found: found.group().lower(), title)
    named = re.sub(r"[^\W\d_]{2,}|\b[^\W\d_]\b(?!\))", lambda found: write(found.group()), named)
    return named[:1].upper() + named[1:]


def has_genders(text: str) -> bool:
    """Whether a text names the genders of a title: "(m/w/d)"."""
    return _GENDERS.search(text.translate(_WITHOUT_BRACKETS)) is not None


def last_title(title: str) -> str:
    """``Groom, then Head Groom`` as ``Head Groom``."""
    return _LATER.split(title)[-1]
