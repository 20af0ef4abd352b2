"""Texts of a CV that may be the name of its person: lines and cells, values of a form, two lines together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from app.documents.parsing.cells import split_cells
from app.documents.parsing.headings import strip_decoration
from app.documents.parsing.line_reader import label_lines
from app.documents.parsing.names import (
    NamePart,
    around_names,
    has_form_of_name,
    has_vowel,
    is_heading_or_label,
    is_particle,
    is_post_nominal,
    named_part,
    names_other_thing,
)
from app.documents.parsing.places import is_place
from app.text.folding import fold, plain

_MAX_LINES = 80
"""Lines with text that are searched. On a page with a margin, the name may follow the margin."""
_MAX_PIECE = 90
"""In characters."""
_OF_SOMEBODY = re.compile(
    r"^(?:curriculum vitae|r[ée]sum[ée]|cv|lebenslauf|profile?)\s*(?:of|von|de|:|–|—|-)\s+", re.IGNORECASE
)
_LABEL = re.compile(r"^([^:：\d@]{1,30})\s*[:：]\s*(\S.*)$")
_PIECES = re.compile(r"\s{2,}|[\t\u3000]|\s*[|•·]\s*|\s[—–/-]\s|,\s|;\s")
_REVERSED = re.compile(
    r"(?P<family>[^\W\d_][\w'’ -]{1,30}), (?P<given>[^\W\d_][\w'’. -]{1,30}?)"
    r"(?: \(?[\"“][^()\"”]{2,20}[\"”]\)?)?"
)
"""``NWOSU, Amara Grace``, perhaps with a nickname in quotation marks."""
_REMARK = re.compile(r"\s*[(（][^()（）]*[)）]")
"""``Yuki Morinaga (森永 由紀)``, ``Robin Hale (she/her)``"""
_HAN = re.compile(r"[\u4e00-\u9fff\uac00-\ud7af]{2,4}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@|linkedin\.com/in/[\w%-]{1,80}", re.IGNORECASE)
_SEARCHED = 40_000
"""In characters: the part of a text whose addresses are compared."""
_MIN_LETTERS = 4
"""Minimum length of a family name that addresses confirm."""
_SINGLE = re.compile(r"[^\W\d_][\w'’-]+")
_EDGE = " ,#*_=|•·:"
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?){2,4}")
_GENERATION = re.compile(r"I{2,3}|IV")
"""Behind a name; ``find_generation`` puts it back."""


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A text that may be the name of the person of a CV."""

    name: str
    """As written, without titles and letters around it."""
    line: int
    """Number of its (first) line."""
    kind: str
    """``line``, ``piece`` of a line, ``labeled`` as a name, ``other label``, ``pair`` of labeled parts,
    ``two lines``, ``reversed`` with the family name first, ``script`` without capitals, or ``small
    letters``."""
    titles: int = 0
    """Words before it that were left out as titles."""
    letters: int = 0
    """Words after it that were left out as letters, known ones."""
    guessed: int = 0
    """Words after it that were left out because they have no vowel."""

    @property
    def last_line(self) -> int:
        return self.line + (self.kind == "two lines")


def list_candidates(text: str) -> list[NameCandidate]:
    """The candidates in the first 80 lines of ``text``, and in the other lines that read like a name."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    labels = label_lines(text)
    searched = [
        number
        for place, number in enumerate(filled)
        if place < _MAX_LINES or ((label := labels[number]) is not None and label.label == "name")
    ]
    found = [candidate for number in searched for candidate in _of_line(lines, number)]
    found += _of_pairs(lines, searched)
    letters = _letters_of_addresses(text)
    for one, other in pairwise(searched):
        if other == one + 1:
            found += _of_two_lines(lines, one)
            found += _of_whole_name_continued(lines, one, letters)
    return list(dict.fromkeys(found))


def _of_line(lines: list[str], number: int) -> Iterator[NameCandidate]:
    line = _OF_SOMEBODY.sub("", strip_decoration(lines[number]).strip(_EDGE))
    whole = _REVERSED.fullmatch(line)
    if whole is not None and _is_reversed(whole, line):
        yield NameCandidate(line, number, "reversed")
    before = ""
    pieces = [piece.strip(_EDGE) for piece in _PIECES.split(line)]
    for piece in filter(None, pieces):
        label = _LABEL.match(piece)
        if label is not None:
            yield from _of_piece(label.group(2), number, _kind_of_label(label.group(1)))
        elif named_part(before) == "whole" and named_part(piece) is None:
            yield from _of_piece(piece, number, "labeled")
        else:
            yield from _of_piece(piece, number, "line" if len(pieces) == 1 else "piece")
        before = piece


def _kind_of_label(label: str) -> str:
    return "labeled" if named_part(label) == "whole" else "other label"


def _of_piece(piece: str, number: int, kind: str) -> Iterator[NameCandidate]:
    """The name that ``piece`` is, with and without the words at its ends that may be titles and letters."""
    text = " ".join(_REMARK.sub(" ", piece).split()).strip(_EDGE)
    if not text or len(piece) > _MAX_PIECE or is_heading_or_label(piece):
        return
    if not any(c.isupper() or c.islower() for c in text):
        if 2 <= len(text) <= 12 and (" " in text or _HAN.fullmatch(text)) and not re.search(r"[\d@]", text):
            yield NameCandidate(text, number, "labeled" if kind == "labeled" else "script")
        return
    words = text.split()
    if text.islower():
        if kind in ("line", "labeled") and 2 <= len(words) <= 3 and all(map(_SINGLE.fullmatch, words)):
            yield NameCandidate(text, number, "labeled" if kind == "labeled" else "small letters")
        return
    titles = 0
    while len(words) > 2 and _is_title(words[0]):
        words, titles = words[1:], titles + 1
    if len(words) > 2 and len(words[-1]) <= 3 and words[-1].islower() and not is_particle(words[-1]):
        # A picture or a border that was recognized as a word of a scanned page.
        words = words[:-1]
    ends = [len(words)]
    for end in range(len(words) - 1, 1, -1):
        if _GENERATION.fullmatch(words[end]):
            ends = [end]
            continue
        is_vowelless = words[end].isupper() and words[end].isalpha() and not has_vowel(words[end])
        if not (is_post_nominal(words, end) or is_vowelless):
            break
        # Among capitals, a family name may look like letters: "CHEIKH ANTA BA".
        ends = [*ends, end] if text.isupper() else [end]
    for end in ends:
        name = " ".join(words[:end]).strip(_EDGE)
        if has_form_of_name(name):
            known = sum(is_post_nominal(words, n) for n in range(end, len(words)))
            yield NameCandidate(name, number, kind, titles, known, len(words) - end - known)


def _is_title(word: str) -> bool:
    """``Dr``, ``Dipl.-Ing.``: a known title, or a word with a dot that is longer than an initial."""
    is_short = word.endswith(".") and len(word) > 3 and not _INITIALS.fullmatch(word)
    return is_short or plain(word.strip(".,()")) in around_names()[0]


def _is_reversed(match: re.Match[str], line: str) -> bool:
    """Whether the family name is first, in capitals: "Portland, Maine" is not a name."""
    family, given = match.group("family"), match.group("given")
    words = [*family.split(), *given.split()]
    has_degree = is_post_nominal(words, len(family.split()))
    is_name = family.isupper() and not given.isupper() and has_form_of_name(f"{given} {family}")
    is_other = has_degree or names_other_thing(f"{given} {family}") or is_place(line)
    return is_name and not is_other


def _of_pairs(lines: list[str], searched: list[int]) -> Iterator[NameCandidate]:
    """``Surname: Mbeki`` and ``First names: Steve``, or each beside or below its label in cells of a form."""
    values: dict[NamePart, tuple[str, int]] = {}
    for number in searched:
        for label, value in _list_fields(lines, number):
            part = named_part(label)
            if part is not None and value[:1].isalpha() and not is_heading_or_label(value):
                values.setdefault(part, (value, number))
    given, family = (values.get(part, values.get("whole")) for part in ("given", "family"))
    # "Nome" beside "Cognome" is the given name; with the whole name, there is nothing to join.
    if given is None or family is None or _contains(given[0], family[0]) or _contains(family[0], given[0]):
        return
    name = f"{given[0]} {family[0]}"
    if has_form_of_name(name):
        yield NameCandidate(name, max(given[1], family[1]), "pair")


def _contains(whole: str, part: str) -> bool:
    return set(plain(part).split()) <= set(plain(whole).split())


def _list_fields(lines: list[str], number: int) -> Iterator[tuple[str, str]]:
    """Labels and values of a line: of ``Surname: Mbeki``, or, of a row of cells, each cell and the next one.

    In a row of labels, the values may also be in the row below. A row without colons does not show which of
    its cells are labels.
    """
    cells = split_cells(lines[number])
    for one, other in pairwise(cells):
        yield one.rstrip(" :："), other.strip()
    below = split_cells(lines[number + 1]) if number + 1 < len(lines) else []
    if len(below) == len(cells) > 1:
        yield from zip(cells, below, strict=True)
    for cell in cells:
        match = _LABEL.match(cell)
        if match is not None:
            yield match.group(1).strip(), match.group(2).strip()


def _of_two_lines(lines: list[str], number: int) -> Iterator[NameCandidate]:
    """A name on two lines: one given name or two above the rest, with titles before and letters behind it."""
    above, below = (line.strip(_EDGE) for line in lines[number : number + 2])
    given = _given_names(above)
    count = sum(not is_particle(word) for word in given.split())
    # A whole name above a single word is no name on two lines: that may be a town.
    if not count <= len(below.split()) <= 4 or not given or is_post_nominal(["", "", *below.split()], 2):
        return
    if is_heading_or_label(above) or is_heading_or_label(below):
        return
    for candidate in _of_piece(f"{given} {below}", number, "two lines"):
        words = candidate.name.split()
        if len(words) > len(given.split()) and not candidate.name.islower() and _SINGLE.fullmatch(words[-1]):
            yield candidate


def _letters_of_addresses(text: str) -> str:
    """The letters of all email and profile addresses of a CV, with spaces between the addresses."""
    return " ".join(
        re.sub(r"[\W\d_]", "", fold(address)) for address in _ADDRESS.findall(text[:_SEARCHED])
    ).casefold()


def _of_whole_name_continued(lines: list[str], number: int, letters: str) -> Iterator[NameCandidate]:
    """``Ana Luisa de Melo`` above ``Brito``: a whole name and a last part that its addresses have."""
    above, below = (line.strip(_EDGE) for line in lines[number : number + 2])
    words = below.split()
    is_last = 1 <= len(words) <= 2 and all(map(_SINGLE.fullmatch, words)) and not names_other_thing(below)
    last = re.sub(r"[\W\d_]", "", fold(words[-1])).casefold() if is_last else ""
    if len(last) < _MIN_LETTERS or last not in letters or not has_form_of_name(above):
        return
    if not (is_heading_or_label(above) or is_heading_or_label(below)):
        yield from _of_piece(f"{above} {below}", number, "two lines")


def _given_names(line: str) -> str:
    """The one or two given names, behind titles, that ``line`` may be; else an empty string."""
    words = line.split()
    while len(words) > 1 and _is_title(words[0]):
        words = words[1:]
    significant = [word for word in words if not is_particle(word)]
    is_name = 1 <= len(significant) <= 2 and len(words) <= 4 and all(map(_SINGLE.fullmatch, words))
    return " ".join(words) if is_name else ""
