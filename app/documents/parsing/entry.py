"""Entry of a CV: one position or one degree, with the lines below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.documents.parsing.dates import DateRange
from app.documents.parsing.wording import join_lines
from app.text.bullets import is_bullet, without_bullet
from app.text.sentences import split_at_sentence_ends

_BODY_LABEL = re.compile(
    r"^(?:duties|responsibilities|key responsibilities|achievements|key achievements|tasks|highlights|"
    r"description|aufgaben|missions?|funciones|logros)\s*:?$",
    re.IGNORECASE,
)
_MIN_WIDTH = 72
"""Minimum length of a line of a paragraph before it is broken."""
_MIN_ITEMS = 3
"""Minimum number of lines of a list without bullets."""
_MAX_LINK_LETTERS = 3
"""Maximum length of a last word, such as ``of`` or ``und``, after which a sentence continues."""


@dataclass(slots=True)
class CvEntry:
    """One position or one degree. Texts are as in the document."""

    header: list[str]
    """The header lines without their dates."""
    dates: DateRange | None
    body: list[str] = field(default_factory=list)
    title: str = ""
    organization: str = ""
    is_unpaid: bool = False
    """Voluntary work: a position that does not count in the total."""

    def statements(self, known_words: frozenset[str]) -> list[str]:
        """The bullets of the body, or its sentences."""
        return split_statements(
            [line for line in self.body if not _BODY_LABEL.match(line.strip())], known_words
        )


def split_statements(lines: list[str], known_words: frozenset[str] = frozenset()) -> list[str]:
    """Bullets with the lines that continue them; without bullets, paragraphs split into sentences."""
    texts = join_paragraphs(lines, known_words)
    if any(is_bullet(line) for line in lines):
        return texts
    return [part.strip() for text in texts for part in split_at_sentence_ends(text) if part.strip()]


def join_paragraphs(lines: list[str], known_words: frozenset[str] = frozenset()) -> list[str]:
    """Each bullet, else each separate paragraph or item, with the lines that continue it."""
    groups: list[list[str]] = []
    has_bullets = any(is_bullet(line) for line in lines)
    width = max([_MIN_WIDTH, *(len(line.rstrip()) for line in lines)])
    is_list = _is_list(lines)
    was_blank = True
    for line in lines:
        if not line.strip():
            was_blank = True
            continue
        starts = is_bullet(line) or not groups or (was_blank and (not has_bullets or line[:1].isupper()))
        ended = bool(groups) and groups[-1][-1].rstrip().endswith((".", ";"))
        starts = starts or (not has_bullets and ended and line[:1].isupper())
        starts = starts or (
            not has_bullets and _is_new_item(line, after=groups[-1][-1], width=width, is_list=is_list)
        )
        if starts:
            groups.append([without_bullet(line)])
        else:
            groups[-1].append(line)
        was_blank = False
    texts = [join_lines(group, known_words=known_words) for group in groups]
    return [text for text in texts if text]


def _is_list(lines: list[str]) -> bool:
    """Whether all lines begin with a capital or a number, which broken lines do only by chance.

    Short lines that all begin with a small letter are a list as well, since a text begins with a capital.
    """
    starts = [line.strip()[:1] for line in lines if line.strip()]
    is_short = all(len(line.strip()) < _MIN_WIDTH for line in lines)
    cases = {start.islower() for start in starts}
    return len(starts) >= _MIN_ITEMS and (cases == {False} or (cases == {True} and is_short))


def _is_new_item(line: str, *, after: str, width: int, is_list: bool) -> bool:
    """Whether a line is a separate item: of a list, or capitalized and its first word had room above."""
    words = line.split()
    if is_list and words[0][:1].islower():
        return after.strip()[:1].islower() and not after.rstrip().endswith((",", "-", "–", "&", "/"))
    last_word = after.rsplit(maxsplit=1)[-1]
    is_link = last_word.islower() and len(last_word) <= _MAX_LINK_LETTERS
    if not words[0][:1].isupper() or after.rstrip().endswith((",", "-", "–", "&", "/")):
        return False
    return is_list or (not is_link and len(after.strip()) + 1 + len(words[0]) <= width)
