"""Sections of a CV or job description: its lines, grouped by heading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from app.documents.parsing.dates import find_range
from app.documents.parsing.headings import (
    Scheme,
    document_titles,
    find_heading,
    has_capital_headings,
    heading_kind,
    is_unknown_heading,
    known_headings,
    sets_headings_apart,
    strip_decoration,
)
from app.documents.parsing.line_reader import find_ends_of_skills, find_headings, find_position_headings
from app.documents.parsing.spoken_languages import mostly_languages
from app.documents.parsing.wording import find_page_mark, names_organization, names_position
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet
from app.text.folding import plain

_CAPITALS_THEN_TEXT = re.compile(r"^([A-Z][A-Z&/ ]{4,40}[A-Z])[:\s]\s*(?=[A-Z][a-z])(.+)$")
_LABEL_THEN_TEXT = re.compile(r"^([^:]{3,40}):\s+(\S.*)$")
_ROW = re.compile(r"^([A-Z][\w &]{2,30}?)\s{2,}(\S.*)$")
"""A row of a table: ``Languages  German, English``."""
_NUMBERED = re.compile(r"(?P<mark>\d{1,2}|[A-L])[.)]\s+(?P<rest>[^\W\d_].{2,50})")
_UNKNOWN_HEADING = re.compile(r"[^\W\d_a-z][^\d.;:@]{2,40}")
_MIN_NUMBERED = 2
"""Minimum number of known headings with numbers."""
_UNDERLINE = re.compile(r"={3,}|-{3,}|~{3,}|_{3,}")
_UNDERLINED = re.compile(r"[^\W_][^@]{2,50}")
_RULE = re.compile(r"[-=_*\s]{3,}")
_SEPARATED = re.compile(r"[,;|•·/]|\S\s{2,}\S|\s[–—]\s")
_SIGNS = re.compile(r"\s[·•|▪]\s")
_PART_OF_POSITION = re.compile(
    r"(?:(?:key|main|selected|notable|major) )?"
    r"(?:achievements?|accomplishments?|highlights|contributions|awards?)"
)
_HEADER_PARTS = re.compile(r"\s+[|–—·•-]\s+|\s{2,}")
"""What separates the parts of the header of a page. Between cells of a row, a dash separates nothing."""
_HEADING_MARKS = frozenset("■◆►▶●❖◼")
_MIN_APART = 3
"""Minimum number of headings with a blank line above."""
_MAX_RUNNING_LINE = 100
"""In characters."""
_MAIN_KINDS = frozenset({"experience", "education", "skills"})
_SHORT_KINDS = frozenset({"skills", "languages", "certifications", "education"})
"""Kinds whose heading, with text beside it, heads only that text."""
_LISTS = _SHORT_KINDS - {"education"}
_REST_OF_LIST = frozenset(
    {
        "other",
        "others",
        "misc",
        "miscellaneous",
        "sonstiges",
        "weiteres",
        "divers",
        "autres",
        "otros",
        "altro",
    }
    | {"outros", "overige", "annat", "annet", "andet", "muu"}
)
"""Labels of the last row of a list of skills, in plain words."""


@dataclass(slots=True)
class Section:
    kind: str
    """A key of ``[<scheme>.headings]``, or ``head`` for the lines before the first heading."""
    heading: str
    lines: list[str] = field(default_factory=list)


def split_sections(text: str, *, scheme: Scheme, name: str = "") -> list[Section]:
    """The sections in order. Lines keep their text; blank lines are empty strings.

    The line with the ``name`` of the person starts the head again: on a page with a margin it comes after
    the sections of the margin. In a CV, the trained reader finds the headings of the kinds that its words and
    forms do not show.
    """
    lines = _without_heading_marks([_without_page_mark(line, scheme) for line in text.split("\n")], scheme)
    lines = _with_underlined_headings(_without_heading_numbers(lines, scheme))
    if name:
        lines = ["" if _runs_along_pages(line, name) else line for line in lines]
    ends = find_ends_of_skills(text) if scheme == "cv" else {}
    sections = _split(lines, scheme, name, {}, ends)
    if scheme != "cv":
        return sections
    kinds = {section.kind for section in sections}
    others = {number: kind for number, kind in find_headings(text).items() if kind not in kinds}
    others |= {n: "experience" for n in find_position_headings(text) if not _has_other_use(lines[n])}
    return _split(lines, scheme, name, others, ends) if _MAIN_KINDS & set(others.values()) else sections


def _without_page_mark(line: str, scheme: Scheme) -> str:
    """The heading beside the number of a page, or an empty string for what else runs along all pages."""
    mark = find_page_mark(line)
    if mark is None:
        return line
    rest = f"{line[: mark.start()]} {line[mark.end() :]}".strip()
    return rest if heading_kind(rest, scheme=scheme) is not None else ""


def _without_heading_marks(lines: list[str], scheme: Scheme) -> list[str]:
    """``■ Experience`` as ``Experience``. Not if a line next to it has the same mark, as in a list."""
    result = list(lines)
    for number, line in enumerate(lines):
        mark, rest = line.strip()[:1], line.strip()[1:].strip()
        if mark not in _HEADING_MARKS or not rest or plain(rest) not in known_headings(scheme):
            continue
        following = next((after.strip() for after in lines[number + 1 :] if after.strip()), "")
        before = next((after.strip() for after in reversed(lines[:number]) if after.strip()), "")
        if mark not in (following[:1], before[:1]):
            result[number] = rest
    return result


def _with_underlined_headings(lines: list[str]) -> list[str]:
    """``Where I worked`` above ``====`` as a heading of Markdown, if several lines are underlined so."""
    marked = {
        number
        for number, (line, below) in enumerate(pairwise(lines))
        if _UNDERLINE.fullmatch(below.strip()) and _UNDERLINED.fullmatch(line.strip())
    }
    if len(marked) < _MIN_APART:
        return lines
    return [f"## {line}" if number in marked else line for number, line in enumerate(lines)]


def _without_heading_numbers(lines: list[str], scheme: Scheme) -> list[str]:
    """``2. Work`` and ``C) Education`` without their numbers, if two known headings have one.

    A short line whose number comes between theirs is a heading, too, though no list knows it.
    """
    matches = (_NUMBERED.match(line.strip()) for line in lines)
    numbered = [(number, match) for number, match in enumerate(matches) if match is not None]
    known = [
        (number, match)
        for number, match in numbered
        if heading_kind(match["rest"], scheme=scheme) is not None and find_range(match["rest"]) is None
    ]
    ordinals = [_ordinal(match) for _, match in known]
    if len(known) < _MIN_NUMBERED or any(after <= before for before, after in pairwise(ordinals)):
        return lines
    result = list(lines)
    for number, match in known:
        result[number] = match["rest"]
    ends = [*known[1:], (len(lines), None)]
    for (first, before), (stop, after) in zip(known, ends, strict=True):
        is_gap = after is None or _ordinal(after) == _ordinal(before) + 2
        between = [(n, m) for n, m in numbered if first < n < stop and _ordinal(m) == _ordinal(before) + 1]
        if not is_gap or len(between) != 1 or not _UNKNOWN_HEADING.fullmatch(between[0][1]["rest"]):
            continue
        heading = between[0][1]["rest"]
        topic = heading.partition(",")[0]
        # "Skills, strengths and interests" heads skills.
        result[between[0][0]] = topic if heading_kind(topic, scheme=scheme) is not None else f"## {heading}"
    return result


def _ordinal(match: re.Match[str]) -> int:
    """The place of a heading by its number or letter."""
    mark = match["mark"]
    return int(mark) if mark.isdigit() else ord(mark.upper()) - ord("A") + 1


def _runs_along_pages(line: str, name: str) -> bool:
    """Whether the title of the document is beside the family name: ``Resume – A. Nwosu  May 2024``."""
    if len(line) > _MAX_RUNNING_LINE or line.rstrip().endswith("."):
        return False
    first, *others = _HEADER_PARTS.split(line.strip())
    family = plain(name).split()[-1]
    return plain(first) in document_titles() and any(family in plain(cell).split() for cell in others)


def _split(
    lines: list[str], scheme: Scheme, name: str, others: Mapping[int, str], ends: Mapping[int, str]
) -> list[Section]:
    """The sections by their headings.

    ``others`` are the kinds of further headings by line number; ``ends`` only end a list of skills.
    """
    sections = [Section("head", "")]
    uses_capitals = scheme == "cv" and has_capital_headings(lines)
    is_dense = uses_capitals and not sets_headings_apart(lines)
    is_airy = scheme == "cv" and _sets_most_headings_apart(lines)
    outer: Section | None = None
    for number, raw in enumerate(lines):
        # "Core skills: a, b, c" heads the text beside it, up to the next blank line.
        # Within a position ("Technologies: a, b") it heads its own line only.
        # "Hobbies: a, b" among the skills does, too.
        is_one_line = outer is not None and (
            outer.kind in ("experience", "projects") or sections[-1].kind == "other"
        )
        ends_here = is_one_line and not sections[-1].lines[-1].rstrip().endswith(",")
        if outer is not None and (ends_here or not raw.strip()):
            sections.append(Section(outer.kind, outer.heading))
            outer = None
        if name and sections[-1].kind != "head" and _is_name(raw, name):
            sections.append(Section("head", "", [raw]))
            continue
        line, kind = find_heading(
            lines, number, scheme, sections=len(sections), has_capital_headings=uses_capitals
        )
        kind = others.get(number) if kind is None or (kind == "other" and number in others) else kind
        if kind is None and sections[-1].kind == "skills" and _ends_list(lines, number, sections[-1].lines):
            kind = "other"
        if kind is None and sections[-1].kind == "skills" and not is_known_skill(line):
            kind = ends.get(number)
        if kind is None and is_dense and sections[-1].kind in _SHORT_KINDS:
            above = lines[number - 1]
            # Only where the items above it are not in capitals themselves.
            is_heading = above.upper() != above and is_unknown_heading(lines, number, is_apart=False)
            kind = "other" if is_heading and not is_known_skill(line) else None
        if kind is not None and _belongs_to_section(lines, number, scheme, kind, sections[-1].kind):
            kind = None
        if is_airy and sections[-1].kind == "experience" and _labels_position(lines, number, kind):
            kind = None
        if kind is not None:
            sections.append(Section(kind, strip_decoration(line)))
            outer = None
            continue
        inline = _split_inline_heading(line, scheme, sections[-1].kind)
        if inline is not None:
            # "SKILLS  Joinery" in the margin heads all that follows.
            is_short = inline.kind in (*_SHORT_KINDS, "other")
            is_short = is_short and not _heads_from_margin(line, inline.heading)
            outer = (outer or sections[-1]) if is_short else None
            sections.append(inline)
        elif not _RULE.fullmatch(line):
            sections[-1].lines.append(line)
    return [section for section in sections if section.kind == "head" or section.heading]


def _heads_from_margin(line: str, heading: str) -> bool:
    """Whether a wide gap parts a heading in capitals from the text beside it."""
    return heading.isupper() and line[len(heading) :].startswith("  ")


def _has_other_use(line: str) -> bool:
    """Whether a line names a position or an employer, or heads another kind of section by its words."""
    return names_position(line) or names_organization(line) or heading_kind(line, scheme="cv") is not None


def list_lines(sections: list[Section], *kinds: str) -> list[str]:
    """The lines of all sections of these kinds, in order, with a blank line after each."""
    return [line for section in sections if section.kind in kinds for line in [*section.lines, ""]]


def _belongs_to_section(lines: list[str], number: int, scheme: Scheme, kind: str, current: str) -> bool:
    """Whether a heading is only a line of the current section: part of a position, or one of its skills."""
    if kind == "other" and current == "experience" and _continues_position(lines, number, scheme):
        return True
    if kind == "other" and current == "experience" and number and _is_dates(lines[number - 1]):
        # "2011 – 2016" above "Career break"
        return True
    if current == "languages" and kind != "other" and plain(lines[number]) not in known_headings(scheme):
        # "Full professional proficiency" below a language
        return bool(lines[number - 1].strip()) and not lines[number].isupper()
    return current == "skills" and _is_list_item(lines, number, scheme)


def _sets_most_headings_apart(lines: list[str]) -> bool:
    """Whether a CV has a blank line above nearly all known headings, and at least three."""
    known = [n for n, line in enumerate(lines) if n and heading_kind(line, scheme="cv") is not None]
    apart = sum(not lines[n - 1].strip() for n in known)
    return apart >= _MIN_APART and 4 * apart >= 3 * len(known)


def _labels_position(lines: list[str], number: int, kind: str | None) -> bool:
    """Whether ``Selected projects`` directly below a text labels part of a position.

    The headings of this CV have blank lines above them, and a position with dates follows before the next.
    """
    if kind not in ("projects", "other", "skills") or not lines[number - 1].strip():
        return False
    for before, after in pairwise(lines[number:]):
        if not before.strip() and heading_kind(after, scheme="cv") is not None:
            return False
        if find_range(after) and not is_bullet(after) and any(map(names_position, (before, after))):
            return True
    return False


def _is_dates(line: str) -> bool:
    """Whether a line is nothing but a range of dates."""
    dates = find_range(line)
    return dates is not None and dates.text.strip() == line.strip()


def _continues_position(lines: list[str], number: int, scheme: Scheme) -> bool:
    """``Achievements:`` below one position, if another position follows before the next heading."""
    if scheme != "cv" or not _PART_OF_POSITION.fullmatch(plain(lines[number])):
        return False
    for after in lines[number + 1 :]:
        if find_range(after) and not is_bullet(after):
            return True
        if heading_kind(after, scheme=scheme) is not None and not _PART_OF_POSITION.fullmatch(plain(after)):
            return False
    return False


def _is_list_item(lines: list[str], number: int, scheme: Scheme) -> bool:
    """A single word that is not a known heading, directly below a list item: ``Outreach``."""
    words = plain(lines[number])
    if scheme != "cv" or number == 0 or not words or " " in words or lines[number].strip().isupper():
        return False
    above = lines[number - 1].strip()
    return bool(above) and heading_kind(above, scheme=scheme) is None and words not in known_headings(scheme)


def _ends_list(lines: list[str], number: int, before: list[str]) -> bool:
    """Whether a short line, set apart, follows skills that were listed several to a line: a heading."""
    words = lines[number].split()
    if number == 0 or not 1 <= len(words) <= 5 or not words[0][:1].isupper():
        return False
    if lines[number - 1].strip() and not _changes_separator(lines, number, before):
        return False
    if _SEPARATED.search(lines[number]) or is_bullet(lines[number]) or re.search(r"[\d:.]", lines[number]):
        return False
    listed = "\n".join(before).strip().split("\n")
    if not all(line.strip() for line in listed):
        # Rows of a list with wide spacing.
        return False
    follows = number + 1 < len(lines) and any(line.strip() for line in lines[number + 1 : number + 3])
    lists = sum(_SEPARATED.search(line) is not None for line in listed)
    return follows and 3 * lists >= 2 * len(listed) and not is_known_skill(lines[number])


def _changes_separator(lines: list[str], number: int, before: list[str]) -> bool:
    """Whether skills are separated by dots or bars, and what is below a line by commas: ``Off work``."""
    following = lines[number + 1] if number + 1 < len(lines) else ""
    is_other = "," in following and not _SIGNS.search(following) and not _lists_skills(following)
    return is_other and all(_SIGNS.search(line) and "," not in line for line in before if line.strip())


def _split_inline_heading(line: str, scheme: Scheme, current: str) -> Section | None:
    """``Skills: SQL, Excel`` or ``SUMMARY Accountant with …`` as a section that begins with that text.

    ``Hobbies: chess`` heads one only where it would count as an item of the ``current`` kind of section.
    """
    match = _CAPITALS_THEN_TEXT.match(line) or _LABEL_THEN_TEXT.match(line)
    row = _ROW.match(line) if match is None else None
    if row is not None and plain(row.group(1)) in known_headings(scheme) and find_range(line) is None:
        match = row
    if match is None or is_bullet(line):
        return None
    label, text = match.groups()
    kind = heading_kind(label, scheme=scheme)
    # "Languages: Python, SQL" is a line of skills, and so is "Tickets: forklift, crane" among them.
    if kind == "languages" and _lists_skills(text):
        kind = "skills"
    if current == "skills" and (kind == "certifications" or plain(label) in _REST_OF_LIST):
        return None
    if kind == "languages" and current == "skills" and not mostly_languages(text):
        kind = "skills"
    if row is not None:
        return Section(kind, label, [text]) if kind and scheme == "cv" else None
    if kind == "other" and not (
        scheme == "cv" and current in _LISTS and not _lists_skills(text, at_least=0.5)
    ):
        return None
    return None if kind is None else Section(kind, label, [text])


def _is_name(line: str, name: str) -> bool:
    return plain(line) == plain(name) or plain(line).replace(" ", "") == plain(name).replace(" ", "")


def _lists_skills(text: str, *, at_least: float = 0.0) -> bool:
    """Whether more than this share of the items are known skills."""
    items = re.split(r"[,;|]", text)
    return sum(map(is_known_skill, items)) > at_least * len(items)
