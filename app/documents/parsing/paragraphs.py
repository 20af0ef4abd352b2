"""Experience written as paragraphs: joined, then the header or each sentence on a line of its own."""

from __future__ import annotations

import re
from itertools import groupby

from app.documents.parsing.dates import find_range, find_ranges
from app.documents.parsing.wording import join_lines
from app.text.bullets import is_bullet, without_bullet

_MAX_HEADER = 200
"""In characters: dates further on in a paragraph are part of the text."""
_MAX_LINES = 20
"""A longer run of lines is no paragraph."""
_NUMBERED = re.compile(r"\s*(?:\d{1,2}[.)]|-(?=\s+[^\W\d_a-z]{2}))\s+(?P<text>\S.*)")
"""A number, or a bullet before a title in capitals."""
_AT_START = 6
"""In characters: before dates that begin a paragraph, as in ``From 2012``."""
_STOP = re.compile(r"(?<=[^\W\d_][^\W\d_][^\W\d_)])[.;:]\s+(?=[^\W_a-z])")
_OPENING = re.compile(r"[\s.;:,(–—-]{1,4}(?:[Ff]rom\s)?$")
"""What is between a header and its dates: ``Baker, Wick Bakery. From July 2016``."""
_CLOSING = re.compile(r"\s?[)\]]?[.;:,]?\s*")
_SENTENCE = re.compile(
    r";\s+(?=(?:19|20)\d{2})|(?<=[^\W\d_A-Z][^\W_])[.!?;]\s+(?=[^\W\d_a-z])|(?<=\d{4})\.\s+(?=[^\W\d_a-z])"
)


def split_headers(lines: list[str]) -> list[str]:
    """Each paragraph with dates as a header, up to its dates, and its text."""
    result: list[str] = []
    for group in _paragraphs(lines):
        text = join_lines([without_bullet(group[0]), *group[1:]]) if len(group) <= _MAX_LINES else ""
        dates = find_range(text)
        if dates is None or dates.position > _MAX_HEADER:
            result += group
            continue
        end = dates.position + len(dates.text)
        if dates.position <= _AT_START:
            stop = _STOP.search(text, end)
            cut, rest = (stop.start(), stop.end()) if stop is not None else (len(text), len(text))
            header = text[:cut].rstrip(" .;:,")
        else:
            closing = _CLOSING.match(text, end)
            rest = closing.end() if closing is not None else end
            header = f"{_OPENING.sub('', text[: dates.position])}  {dates.text}"
        result += ["", header, *filter(None, [text[rest:]])]
    return result


def put_dates_first(lines: list[str]) -> list[str]:
    """Dates that end a block of lines, below the bullets of the position, as the first line of the block."""
    result: list[str] = []
    for block in _blocks(lines):
        dates = find_range(block[-1])
        is_alone = dates is not None and dates.text.strip() == block[-1].strip()
        result += ["", *([block[-1], *block[:-1]] if is_alone and len(block) > 1 else block)]
    return result


def drop_numbers(lines: list[str]) -> list[str]:
    """Without the numbers of blocks: ``1) HARBOR MASTER`` above the other lines of a position."""
    result: list[str] = []
    for line in lines:
        match = _NUMBERED.match(line)
        result += [line] if match is None else ["", match.group("text")]
    return result


def split_sentences(lines: list[str]) -> list[str]:
    """Each sentence of each paragraph as a line."""
    result: list[str] = []
    for group in _paragraphs(lines):
        text = join_lines(group) if len(group) <= _MAX_LINES else ""
        is_several = bool(text) and (len(group) > 1 or len(find_ranges(text)) > 1)
        result += [sentence.rstrip(" .;") for sentence in _SENTENCE.split(text)] if is_several else group
        result.append("")
    return result


def _blocks(lines: list[str]) -> list[list[str]]:
    """Lines between blank lines."""
    return [list(block) for filled, block in groupby(lines, key=lambda line: bool(line.strip())) if filled]


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Lines between blank lines and bullets."""
    groups: list[list[str]] = []
    was_blank = True
    for line in lines:
        if not line.strip():
            was_blank = True
            continue
        if was_blank or is_bullet(line):
            groups.append([])
        groups[-1].append(line)
        was_blank = False
    return groups
