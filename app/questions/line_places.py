"""Position of a line in its document: the lines around it, and its heading.

Distinguishes a whole sentence from one that was cut off at the page width, and an offer from a task.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise

from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain
from app.text.sentences import load_abbreviations
from app.text.stop_words import list_small_words

_MAX_WORDS_OF_HEADING = 6
_WRAPPED_SHARE = 0.7
"""Minimum share of the longest line of a paragraph at which a line may be broken at the page width."""
_FULL_SHARE = 0.95
"""Minimum share of the width of a line on which the next word had no room."""
_SHARE_OF_FULL_LINES = 0.6
_MIN_WIDTH = 45
_ENDS_OF_TEXT = (".", "!", "?", ":", ";")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LETTER = re.compile(r"\s*[a-z]\)\s")
"""The letter of an item of a list."""
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{3}[.!?])\s+(?=[A-ZÀ-Ý])")
_SENTENCE_INSIDE = re.compile(r"[^\W\d_]{3}[.!?]\s+[A-ZÀ-Ý]")
"""The end of a sentence in the middle of a line, which only a text has."""
_MIN_LINES = 10
"""Minimum number of lines of a document that begins with names and ends with notices."""
_ENDS_OF_HEADINGS = (".", "!", "?", ",", ";")
_MARKS_OF_ITEMS = (",", ";")
_MIN_ITEMS = 3
"""Minimum number of lines in a row that end with such a mark if they are items of a list, no broken text."""
_NUMBERED = re.compile(r"\s*((\d{1,2})[.)]?)\s+(\S+)")
_MARKED = re.compile(r"(?<!\S)(\S{1,40})(?:\t|\s{2})\s*([A-Z])$")
_WORDS_TO_FIND = 5
"""Words at the beginning and the end of a line by which it is found in its document."""


@dataclass(frozen=True, slots=True)
class Place:
    """The surroundings of a line; everything is blank for a line that is not found in its document."""

    is_of_job: bool
    is_found: bool = True
    heading: str = ""
    before: str = ""
    """The line above, or the beginning of the same line. Blank after an empty line."""
    after: str = ""
    """The line below, or the rest of the same line. Blank before an empty line."""
    begins_inside: bool = False
    """Whether other words precede it on its own line."""
    ends_inside: bool = False
    is_item: bool = False
    """Whether it has a bullet, or is one of several lines that end with a comma."""
    may_go_on: bool = False
    """Whether its last line is as long as lines that are broken at the width of the page."""
    may_be_continued: bool = False
    """Whether the line above it is that long."""
    depth: float = 0.5
    """Share of the document that precedes it, 0 to 1; 0.5 in a document that is too short to say."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines from a bullet or an empty line to the next one."""

    end: int
    """The number of the line after it."""
    width: int
    is_wrapped: bool
    """Whether most of its lines but the last are about as long as the longest one."""
    is_prose: bool
    """Whether it is a text and no list of lines."""
    starts_big: bool
    """Whether it begins like a sentence, unlike a list in small letters."""


def _measure_block(lines: Sequence[str], end: int) -> _Block:
    lengths = [len(line.strip()) for line in lines]
    width = max(lengths)
    full = sum(length >= _WRAPPED_SHARE * width for length in lengths[:-1])
    return _Block(
        end,
        width,
        is_wrapped=width >= _MIN_WIDTH and full >= _SHARE_OF_FULL_LINES * len(lengths[:-1]),
        is_prose=any(map(_SENTENCE_INSIDE.search, lines)),
        starts_big=is_bullet(lines[0]) or not lines[0].strip()[:1].islower(),
    )


class DocumentLines:
    """The lines of a document, among which the lines of questions are looked up."""

    def __init__(self, text: str, *, is_of_job: bool) -> None:
        self._lines = [line.rstrip() for line in text.split("\n")]
        self._items = _strip_items(self._lines)
        self._numbered = _find_numbered(self._lines)
        self._marked = _find_marked(self._lines)
        self._is_of_job = is_of_job
        self._widths = list(_measure_paragraphs(self._lines))

    def place_line(self, number: int) -> Place:
        """The place of a whole line."""
        return self._place(number, number, begins_inside=False, ends_inside=False, before="", after="")

    def find(self, text: str) -> Place:
        """The place of a part of the document, which may go over several lines and has lost its bullet."""
        words = text.split()
        first = self._find_words(words[:_WORDS_TO_FIND], 0) if words else None
        if first is None:
            return Place(self._is_of_job, is_found=False)
        last = self._find_words(words[-_WORDS_TO_FIND:], first[0])
        start = first[0]
        # The end of a short text lies within the words by which its beginning was found.
        end = max(first[1], last[1]) if last and len(words) > _WORDS_TO_FIND else first[1]
        start_line, end_line = self._find_line(start), self._find_line(end - 1)
        before = self._folded[self._starts[start_line] : start]
        after = self._folded[end : self._starts[end_line] + len(self._lines[end_line])]
        begins_inside = bool(without_bullet(before + "x").removesuffix("x").strip(" \t*_|"))
        return self._place(
            start_line,
            end_line,
            begins_inside=begins_inside,
            ends_inside=bool(after.strip(" .;,*_|")),
            before=before if begins_inside else "",
            after=after.strip(),
        )

    def complete(self, text: str) -> str:
        """The text with the rest of its sentence, if the width of the page cut it off before or after it.

        An item of a list loses the comma or semicolon at its end, its number, and the letter of its column.
        """
        text = self._strip_marks(text)
        if (item := without_bullet(text).rstrip(" ,;")) in self._items:
            return item
        words = text.split()
        first = self._find_words(words[:_WORDS_TO_FIND], 0) if words else None
        last = self._find_words(words[-_WORDS_TO_FIND:], first[0]) if first else None
        if first is None or last is None:
            return text
        start, end = found = first[0], max(first[1], last[1])
        number = self._find_line(start)
        while number and self._begins_line(number, start) and self._goes_on(number - 1):
            number -= 1
            start = self._starts[number] + _start_of_last_sentence(self._lines[number])
        number = self._find_line(end - 1)
        while not self._read_rest(number, end) and self._goes_on(number):
            number += 1
            end = self._starts[number] + _end_of_first_sentence(self._lines[number])
        if (start, end) == found:
            return text
        return " ".join(without_bullet(self._text[start:end]).split())

    def _strip_marks(self, text: str) -> str:
        number, word, *_ = [*text.split(maxsplit=2), "", ""]
        if (number, word) in self._numbered:
            text = text.removeprefix(number).lstrip()
        if tuple(text.split()[-2:]) in self._marked:
            text = text.rsplit(maxsplit=1)[0]
        return text

    def _read_rest(self, number: int, end: int) -> str:
        """The rest of a line, after a position in the document."""
        return self._text[end : self._starts[number] + len(self._lines[number])].strip(" *_|")

    def _begins_line(self, number: int, start: int) -> bool:
        line = self._lines[number]
        return start <= self._starts[number] + len(line) - len(line.lstrip())

    def _goes_on(self, number: int) -> bool:
        """Whether the line after this one goes on with its sentence."""
        block = self._blocks[number]
        below = self._lines[number + 1].strip() if number + 1 < len(self._lines) else ""
        if self._lines[number].endswith(_ENDS_OF_TEXT) or number + 1 >= block.end or not block.is_wrapped:
            return False
        length = len(self._lines[number].strip()) + len(below.split(maxsplit=1)[0])
        if length < _FULL_SHARE * block.width:
            return False
        if below[0].islower():
            return block.is_prose or (block.starts_big and not _YEAR.search(self._lines[number]))
        return block.is_prose and self._is_of_job  # a CV has heads of entries in such a place

    @cached_property
    def _blocks(self) -> list[_Block]:
        """For each line, the lines that may be one text with it."""
        starts = [
            number
            for number, line in enumerate(self._lines)
            if not (number and line.strip() and self._lines[number - 1].strip())
            or is_bullet(line)
            or _LETTER.match(line)
        ]
        found: list[_Block] = []
        for start, end in pairwise([*starts, len(self._lines)]):
            found += [_measure_block(self._lines[start:end], end)] * (end - start)
        return found

    def _find_words(self, words: Sequence[str], start: int) -> tuple[int, int] | None:
        pattern = r"\s+".join(re.escape(_lower(word)) for word in words)
        found = re.compile(rf"(?<!\w){pattern}(?!\w)").search(self._folded, start)
        return found.span() if found else None

    @cached_property
    def _text(self) -> str:
        return "\n".join(self._lines)

    @cached_property
    def _folded(self) -> str:
        return "\n".join(map(_lower, self._lines))

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self._lines:
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def _find_line(self, at: int) -> int:
        return bisect_right(self._starts, at, hi=len(self._lines)) - 1

    def _place(
        self, start: int, end: int, *, begins_inside: bool, ends_inside: bool, before: str, after: str
    ) -> Place:
        above = self._lines[start - 1].strip() if start else ""
        below = self._lines[end + 1].strip() if end + 1 < len(self._lines) else ""
        return Place(
            self._is_of_job,
            heading=self._find_heading(start),
            before=before.strip() if begins_inside else above,
            after=after if ends_inside else below,
            begins_inside=begins_inside,
            ends_inside=ends_inside,
            is_item=is_bullet(self._lines[start]) or self._lines[start].strip() in self._items,
            may_go_on=not ends_inside and self._is_wide(end),
            may_be_continued=not begins_inside and start > 0 and self._is_wide(start - 1),
            depth=start / (len(self._lines) - 1) if len(self._lines) >= _MIN_LINES else 0.5,
        )

    def _is_wide(self, number: int) -> bool:
        length = len(self._lines[number].strip())
        return length >= _MIN_WIDTH and length >= _WRAPPED_SHARE * self._widths[number]

    def _find_heading(self, number: int) -> str:
        for above in range(number - 1, -1, -1):
            line = self._lines[above].strip()
            starts_part = above == 0 or not self._lines[above - 1].strip()
            if (
                line
                and len(line.split()) <= _MAX_WORDS_OF_HEADING
                and not is_bullet(line)
                and not line.endswith(_ENDS_OF_HEADINGS)
                and (starts_part or line.endswith(":") or line.isupper())
            ):
                return line.rstrip(":")
        return ""


def _strip_items(lines: list[str]) -> frozenset[str]:
    """Remove the marks at the ends of the items of lists from ``lines``. Returns the items."""
    items = []
    for has_mark, group in groupby(range(len(lines)), key=lambda n: lines[n].endswith(_MARKS_OF_ITEMS)):
        numbers = list(group)
        if has_mark and len(numbers) >= _MIN_ITEMS:
            for number in numbers:
                lines[number] = lines[number].rstrip(" ,;")
                items.append(without_bullet(lines[number]))
    return frozenset(items)


def _find_numbered(lines: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The number and the first word of each item of a numbered list: "1 Lead ...", "2 Plan ..."."""
    found = [(int(one.group(2)), one.group(1), one.group(3)) for one in map(_NUMBERED.match, lines) if one]
    items: set[tuple[str, str]] = set()
    run: list[tuple[int, str, str]] = []
    for item in found:
        run = [*run, item] if run and item[0] == run[-1][0] + 1 else [item]
        if len(run) >= _MIN_ITEMS:
            items.update((mark, word) for _, mark, word in run)
    return frozenset(items)


def _find_marked(lines: Sequence[str]) -> frozenset[tuple[str, str]]:
    """The last word and the letter of lines with a column of letters: "… with the public    E"."""
    found = [one.groups() for one in map(_MARKED.search, lines) if one]
    counts = Counter(mark for _, mark in found)
    return frozenset((word, mark) for word, mark in found if counts[mark] >= _MIN_ITEMS)


def _start_of_last_sentence(line: str) -> int:
    ends = [end for _, end in _list_sentence_ends(line)]
    return ends[-1] if ends else len(line) - len(line.lstrip())


def _end_of_first_sentence(line: str) -> int:
    return next((start for start, _ in _list_sentence_ends(line)), len(line))


def _list_sentence_ends(line: str) -> Iterator[tuple[int, int]]:
    """The gaps between the sentences of a line; an abbreviation ("gem. Art. 15") ends none."""
    for found in _SENTENCE_END.finditer(line):
        word = line[: found.start()].rsplit(maxsplit=1)[-1]
        if plain(word) not in load_abbreviations():
            yield found.span()


def _lower(text: str) -> str:
    """The text in small letters, with the same number of characters."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _measure_paragraphs(lines: Sequence[str]) -> Iterator[int]:
    """For each line, the length of the longest line of its paragraph."""
    bounds = [-1, *(n for n, line in enumerate(lines) if not line.strip()), len(lines)]
    for above, below in pairwise(bounds):
        width = max((len(line.strip()) for line in lines[above + 1 : below]), default=0)
        yield from [width] * (below - above - 1)
        if below < len(lines):
            yield 0


def describe_place(text: str, place: Place) -> list[float]:
    """Features of the surroundings of a line, 0 or 1 each."""
    before, after = place.before, place.after
    last_before = before[-1:]
    last_word = text.rsplit(maxsplit=1)[-1] if text.strip() else ""
    starts = text[:1]
    return [
        float(value)
        for value in (
            place.is_of_job,
            not place.is_of_job,
            place.is_item,
            place.begins_inside,
            place.ends_inside,
            place.begins_inside and last_before not in ".!?",
            not before,
            last_before in (".", "!", "?"),
            last_before == ":",
            last_before in (",", ";", "-"),
            bool(before) and last_before.isalnum(),
            bool(before) and last_before.isalnum() and place.may_be_continued and not is_bullet(text),
            place.may_be_continued,
            is_bullet(before),
            not after,
            after[:1].islower(),
            after[:1].islower() and place.may_go_on,
            after[:1].isupper(),
            is_bullet(after),
            place.may_go_on,
            place.may_go_on and not text.endswith((".", "!", "?")),
            text.endswith((".", "!", "?")),
            text.endswith((",", ";", "-", "–")),
            text.endswith(":"),
            last_word.casefold().strip(".,;:") in list_small_words(),
            starts.islower(),
            starts.islower() and not place.is_item,
            starts.isdigit(),
            bool(before) and before.split()[-1].casefold() in list_small_words(),
            re.search(r"[.!?]\s+\S", text) is not None,
            text.count("(") != text.count(")"),
            text.isupper(),
            "@" in text,
            "|" in text,
            len(text.split()) <= 2,
            len(text.split()) <= 5,
            len(text.split()) > 20,
            place.depth < 0.15,
            place.depth < 0.35,
            place.depth > 0.65,
            place.depth > 0.85,
            place.depth > 0.95,
        )
    ]
