"""Word lists of ``config/documents.toml``, and cleaning of lines: hyphens, spaced letters, emphasis."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

from app.core.config_files import CONFIG_DIR
from app.documents.parsing.cells import split_cells
from app.text.folding import plain


@lru_cache(maxsize=1)
def word_lists() -> dict[str, Any]:
    """The content of ``config/documents.toml``."""
    return tomllib.loads((CONFIG_DIR / "documents.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=16)
def _pattern(name: str) -> re.Pattern[str]:
    words = sorted(word_lists()["words"][name], key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(re.escape(word) for word in words) + r")s?\b")


@lru_cache(maxsize=2)
def _endings(name: str) -> re.Pattern[str]:
    return re.compile(r"[a-z]{3}(?:" + "|".join(word_lists()["words"][f"{name}_endings"]) + r")(?:nen)?\b")


@lru_cache(maxsize=2)
def _unspaced(name: str) -> re.Pattern[str]:
    """Endings of words in scripts without spaces between words."""
    return re.compile(
        "(?:" + "|".join(word_lists()["words"][f"{name}_unspaced"]) + r")(?:\s?[(（][^()（）]*[)）])?$"
    )


_FIRM = re.compile(
    r"\S (?:&|\+|and|und|et|y|e) (?:partners?|partnerinnen|kollegen|sohne|sons|fils|associes)$"
)
"""Endings of employers that are named after people: ``Höfling & Partner``."""


@lru_cache(maxsize=8192)
def names_position(text: str) -> bool:
    """Whether ``text`` reads like a position."""
    words = plain(text)
    if _FIRM.search(words) or _names_partners(words):
        return False
    return (
        _pattern("position").search(words) is not None
        or _endings("position").search(words) is not None
        or _unspaced("position").search(text.strip()) is not None
    )


def _names_partners(words: str) -> bool:
    """Whether the first of two words is also a surname and the second no position: ``porter & loxley``."""
    first, sign, second = words.partition(" & ")
    is_pair = bool(sign) and " " not in second and first in word_lists()["words"]["surnames"]
    return is_pair and _pattern("position").search(second) is None


@lru_cache(maxsize=8192)
def names_organization(text: str) -> bool:
    """Whether ``text`` reads like an employer."""
    words = plain(text)
    return (
        _FIRM.search(words) is not None
        or _pattern("organization").search(words) is not None
        or _endings("organization").search(words) is not None
        or _unspaced("organization").search(text.strip()) is not None
    )


@lru_cache(maxsize=4096)
def names_degree(text: str) -> bool:
    return _pattern("degree").search(plain(text)) is not None


@lru_cache(maxsize=4096)
def names_voluntary_work(text: str) -> bool:
    """Whether ``text`` calls work unpaid, in a heading or a remark."""
    words = word_lists()["words"]["voluntary"]
    return re.search(rf"\b(?:{'|'.join(map(re.escape, words))})", plain(text)) is not None


_PAID = re.compile(r"coordin|koordin|manag|recruit|organi[sz]|responsable|leit(?:er|ung)|\bvolontarin")


@lru_cache(maxsize=4096)
def names_volunteer(title: str) -> bool:
    """Whether a job title is that of a volunteer. Who coordinates them is paid, and so is a "Volontärin"."""
    return names_voluntary_work(title) and _PAID.search(plain(title)) is None


_COMPOUND = re.compile(
    r"(?:oriented|based|driven|functional|native|end|level|side|term|time|scale|scaling|focused|friendly|wide|"
    r"party|house|ready|aware|depth|like|free|specific|facing|centered|centered|effective|solving|making|to|of|"
    r"the|up|on|in|day|year|week|month|hour|account|purpose|stack|class|source|step|by)\b"
)
"""Second parts of English compounds that keep their hyphen at a line break."""


def join_lines(lines: list[str], *, known_words: frozenset[str] = frozenset()) -> str:
    """Join the lines of a paragraph and the words that a hyphen breaks.

    A hyphen stays if the part before it is itself a word of the document (``cloud-native``).
    """
    text = ""
    for line in map(str.strip, lines):
        if not text:
            text = line
        elif re.search(r"[a-z]-$", text) and line[:1].islower():
            half = re.search(r"(?<![A-Za-z])([A-Za-z]+)-$", text)
            keeps = half is not None and half.group(1).casefold() in known_words
            keeps = keeps or _COMPOUND.match(line) is not None
            text = (text if keeps else text[:-1]) + line
        else:
            text = f"{text} {line}"
    return re.sub(r"\s+", " ", text).strip()


def document_words(text: str) -> frozenset[str]:
    """Whole words of ``text``, without halves at line ends, for ``join_lines``."""
    return frozenset(word.casefold() for word in re.findall(r"[A-Za-z]{2,}(?!-\n)(?![A-Za-z])", text))


_SPACED_LINE = re.compile(r"(?:[^\W\d_]{1,2} ){3,}[^\W\d_]{1,2}")
_SPACED_WORD = re.compile(r"(?<!\S)(?:[^\W\d_]|&)(?: (?:[^\W\d_]|&|[.'’-])){2,}(?!\S)")


def join_spaced_letters(line: str) -> str:
    """``S U M M A R Y`` as ``SUMMARY``; words of such a line are two or more spaces apart."""
    if not _SPACED_WORD.search(line):
        return line
    tokens = line.split()
    if line.isupper() and _SPACED_LINE.fullmatch(line.strip()):
        # Letters that are set close come together: "E D U C AT I O N".
        pairs = sum(len(token) == 2 for token in tokens)
        line = "".join(tokens) if 0 < 4 * pairs <= len(tokens) else line
    joined = _SPACED_WORD.sub(lambda match: match.group().replace(" ", ""), line)
    return re.sub(r"(?<=[^\W\d_])\s{2,}(?=[^\W\d_])", " ", joined)


def without_emphasis(line: str) -> str:
    """Markdown's ``**bold**``, ``*italic*`` and ``_italic_`` without the markup."""
    if "*" not in line and "_" not in line:
        return line
    return re.sub(r"(?<![\w*])(\*\*|\*|__|_)(?=\S)(.+?)(?<=\S)\1(?![\w*])", r"\2", line)


_LONE_BULLET = re.compile(r"(?m)^([-–—*•▪●◦‣∙■▸►➤§❖✔])[ \t]*\n(?=\S)")


_LONG_LINE = re.compile(r"([^\n]{600,900}[ \t]|[^\n]{900})(?=[^\n])")
"""No header, heading or list is this long. Longer lines are split, so that no pattern searches megabytes
at once."""


_PAGE = (
    r"(?:page|seite|página|pagina|pág\.|strona|sida|side|sivu|strana|oldal|sayfa|s\.)\s?"
    r"\d{1,2}(?:\s?(?:of|von|de|sur|di|z|av|/)\s?\d{1,2})?"
)
_PAGE_MARK = re.compile(
    rf"^\s*{_PAGE}\s*(?:$|\s{{2}}|[|–—•·-]\s)|(?:(?<!\s)\s{{2,}}|\s[|–—•·-]\s){_PAGE}\s*$", re.IGNORECASE
)
"""The number of a page in a cell of its own, at either end of a line: ``CV – page 2``."""


def find_page_mark(line: str) -> re.Match[str] | None:
    """The number of a page at either end of a short line; None if there is none."""
    return _PAGE_MARK.search(line) if len(line) <= 120 else None


_LABEL_AND_VALUE = re.compile(r"[^\W\d_][^:|\d]{1,25}:\s+\S.*")


def _part_labels(line: str) -> list[str]:
    """``Position:  Clerk  Employer:  Acme``, a row of a form, as one line for each label and its value."""
    cells = split_cells(line) if line.count(":") > 1 else []
    if line.count("|") >= 2 and len(cells) > 1 and all(map(_LABEL_AND_VALUE.fullmatch, cells)):
        # "Position: Clerk | Employer: Acme | Dates: 2012 – 2018"
        return cells
    labels, values = cells[::2], cells[1::2]
    is_row = len(labels) == len(values) > 1 and all(label.endswith(":") for label in labels)
    if not is_row or any(value.endswith(":") for value in values):
        return [line]
    return [f"{label} {value}" for label, value in zip(labels, values, strict=True)]


def tidy(text: str) -> str:
    """``text`` without traces of layout: letter-spacing, emphasis marks, bullets on lines of their own.

    Each label of a form is on a line of its own, with its value.
    """
    text = _LONG_LINE.sub(r"\1\n", _LONE_BULLET.sub(r"\1 ", text))
    lines = [part for line in text.split("\n") for part in _part_labels(line)]
    return "\n".join(without_emphasis(join_spaced_letters(line)) for line in lines)
