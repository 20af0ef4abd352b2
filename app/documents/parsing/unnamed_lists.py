"""Lists of skills below a heading that no list knows: "Can turn my hand to", "Good with"."""

from __future__ import annotations

import re

from app.documents.parsing.dates import find_range
from app.documents.parsing.headings import heading_kind, strip_decoration
from app.documents.parsing.line_reader import label_lines, read_part
from app.documents.parsing.wording import names_degree, names_organization, names_position
from app.skills.catalog import is_known_skill
from app.text.bullets import is_bullet, without_bullet

_ITEMS = re.compile(r"[,;|•·、，；](?![^()]{0,60}\))")
_NOT_IN_LIST = re.compile(r"@|(?:19|20)\d\d|\d{4}|://")
_MAX_HEADING_WORDS, _MAX_ITEM_WORDS = 7, 5
_MIN_ITEMS, _MAX_LINES = 3, 12
_MIN_SHARE = 0.2
"""Minimum mean of the items: 1 for a known skill, else the trained reader's probability of a skill."""
_MIN_LOOSE_ITEMS, _MIN_LOOSE_SHARE = 4, 0.4
"""The same for a list without a heading."""


def find_skill_list(text: str) -> list[str]:
    """The lines of the list that reads most like skills; empty if none does."""
    lines = text.split("\n")
    labels = label_lines(text)
    best, found = _MIN_SHARE, []
    for line in lines:
        # "Can do: arches, blockwork, setting out"
        label, colon, listed = line.partition(": ")
        items = _split_items([listed]) if colon and _may_head([label], 0) else []
        is_list = len(items) >= _MIN_ITEMS and all(len(i.split()) <= _MAX_ITEM_WORDS for i in items)
        share = sum(map(_skill_share, items)) / len(items) if is_list else 0.0
        if share > best and not _NOT_IN_LIST.search(listed):
            best, found = share, [listed]
    for number in range(1, len(lines) - 1):
        block = _list_below(lines, number) if _may_head(lines, number) else []
        items = _split_items(block)
        below = next((label for label in labels[number + 1 : number + 4] if label is not None), None)
        if len(items) < _MIN_ITEMS or (below is not None and below.label == "language"):
            continue
        share = sum(map(_skill_share, items)) / len(items)
        if share > best:
            best, found = share, block
    return found or _lists_without_heading(lines)


def _lists_without_heading(lines: list[str]) -> list[str]:
    """Lists of skills that are paragraphs of their own: in columns, their heading may be elsewhere."""
    paragraphs = "\n".join(line.strip() for line in lines).split("\n\n")
    found: list[str] = []
    for paragraph in paragraphs:
        block = paragraph.split("\n")
        if len(_ITEMS.split(block[0])) == 1:
            # A heading that is not set apart.
            block = block[1:]
        items = [item.strip(" .") for item in _ITEMS.split(" ".join(block)) if item.strip(" .")]
        is_list = len(items) >= _MIN_LOOSE_ITEMS and all(len(i.split()) <= _MAX_ITEM_WORDS for i in items)
        if len(block) > _MAX_LINES or not is_list or _NOT_IN_LIST.search(paragraph):
            continue
        if sum(map(_skill_share, items)) >= _MIN_LOOSE_SHARE * len(items):
            found += ["", *block]
    return found


def _may_head(lines: list[str], number: int) -> bool:
    line = strip_decoration(lines[number].strip())
    if not 3 <= len(line) <= 45 or is_bullet(lines[number]) or len(line.split()) > _MAX_HEADING_WORDS:
        return False
    if re.search(r"[\d@,;:|•·/.]|\s{2}", line) or heading_kind(line, scheme="cv") is not None:
        return False
    return not (names_position(line) or names_organization(line) or is_known_skill(line))


def _list_below(lines: list[str], number: int) -> list[str]:
    """The lines of the list directly below, several items to a line or one; empty if there is none."""
    following = lines[number + 1 : number + _MAX_LINES + 4]
    while following and (not following[0].strip() or re.fullmatch(r"[-=_*\s]{3,}", following[0])):
        following = following[1:]
    block: list[str] = []
    for line in following[: _MAX_LINES + 1]:
        if not line.strip() or heading_kind(line, scheme="cv") is not None:
            break
        block.append(line)
    if len(block) > _MAX_LINES or any(_NOT_IN_LIST.search(line) or find_range(line) for line in block):
        return []
    separated = [line for line in block if len(_ITEMS.split(line)) >= _MIN_ITEMS]
    if separated and separated[0] is block[0]:
        block = block[: len(separated)] if block[: len(separated)] == separated else separated[:1]
    elif separated or lines[number - 1].strip():
        # One item to a line only below a heading that is set apart.
        return []
    return block if all(len(item.split()) <= _MAX_ITEM_WORDS for item in _split_items(block)) else []


def _split_items(block: list[str]) -> list[str]:
    items = [item.strip(" .") for line in block for item in _ITEMS.split(without_bullet(line))]
    return [item for item in items if item]


def _skill_share(item: str) -> float:
    if is_known_skill(item):
        return 1.0
    return 0.0 if names_degree(item) or names_position(item) else read_part(item)["skill"]
