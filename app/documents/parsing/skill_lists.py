"""Skills of a CV: from its skills section, or else from the whole text, each by its canonical name."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from app.documents.parsing.cells import split_cells
from app.documents.parsing.headings import heading_kind
from app.documents.parsing.line_reader import read_part
from app.documents.parsing.spoken_languages import is_language
from app.documents.parsing.wording import word_lists
from app.skills.catalog import canonical_skill, find_skills, is_known_skill
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain

MAX_SKILLS = 60
_FEW = 3
"""With fewer skills than this in its own section, the rest of the CV is searched."""
_LABEL = re.compile(
    r"^(?:[A-Z][\w &/+-]{1,40}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,12}):\s*(?=[^\s\d]|(?<=\s)\d)"
)
"""Not the colon of a standard and its year: ``MISRA C:2012``."""
_NEXT_LABEL = re.compile(r"(?<!\s)\s{2,}+(?=[A-Z][\w &/+-]{2,40}:\s)")
"""Between two lists on one line: ``Cloud: AWS, GCP  Data: dbt``."""
_LIST = re.compile(
    r",\s*(?![^()]*\))|[、，；]\s*(?![^()]*\))|;\s*|\s{2,}|\s*[|•·▪■●◦]\s*|\t|\s+/\s+|(?<=\w)\s+[–—]\s+(?=[A-Z])"
)
_DASHES = re.compile(r"(?<=\S)\s+([–—-])\s+(?=\S)")
"""What separates the items of ``Butter – bread – tea``, if a line has it twice."""
_JOINED = re.compile(r"(?:(?<!\s)\s+)?/\s*|(?<!\s)\s+(?:&|and|und|et|y|or|oder|ou)\s+")
_SIGNED = re.compile(r"^[A-ZÀ-Ý][\w .-]+,\s*(?:the |den |le )?\d{1,2}[. ].{0,12}(?:19|20)\d{2}$")
"""Place and date above a signature: ``Emden, 2 November 2026``."""
_ADDRESS = re.compile(r"\S@[\w-]+\.\w|(?<!\w)(?:\+\d|0\d)[\d ()/-]{7,20}\d")
"""An email address or telephone number in a line that stands behind the skills."""
_TABLE_ROW = re.compile(r"^([A-Z][\w &/+-]{1,30}?)\s{2,}(\S.*,.*)$")
_FULL_WIDTH = str.maketrans({"（": "(", "）": ")", "：": ":"})
_BOARD_ROW = re.compile(r"^[|]\s*([^|\s][^|]*)[|]\s*([^|\s][^|]*)[|]$")
_BOARD_RULE = re.compile(r"[|\s:-]{5,}")
_SMALL_ROW = re.compile(r"^([^\W\d_][\w &/+-]{1,30}?)\s{2,}(\S.*)$")
"""The same with a label in small letters, of which a table has several: ``os  Debian, FreeBSD``."""
_RATING = re.compile(
    r"(?:(?<!\s)\s+)?(?:\(\d{1,2}\+?\s*(?:years?|yrs?)\)|(?<![★☆●○■□▮▯])[★☆●○■□▮▯]{2,}+|"
    r"\(?\b\d{1,2}\s*/\s*\d{1,2}\)?|\(?\d{1,3}\s?%\)?)\s*$"
)
_CELLS = re.compile(r"(?<!\s)\s{2,}(?=\S)|\S\s*[|•·▪■●◦]\s*\S")
"""What separates the cells of one row: a list in columns."""
_MIN_ROWS, _MIN_LABELED = 4, 3
_MIN_LABEL_LINES = 2
_SURE_SKILL = 0.6
_AMOUNT = re.compile(r"\d[\d.,]* [a-zµ%]\S*")
_AMOUNT_BEFORE = re.compile(
    r"^(?:some|a (?:little|bit of)|bit of|basics of|basic knowledge of|knowledge of|enough|etwas|ein wenig|"
    r"ein bisschen|grundlagen (?:in|von)|grundkenntnisse(?: in)?|kenntnisse in|un peu de|notions de|bases de|"
    r"un poco de|nociones de|um pouco de|noções de|un po' di|een beetje|lite|litt|trochę)\s+(?=\S)",
    re.IGNORECASE,
)
_VALIDITY = re.compile(
    r"[,(]?\s(?:\(?(?:renewed|valid(?: until| to)?|exp(?:ires?)?\.?|next due|due|until|to|since|bis|"
    r"gültig bis|seit|depuis|jusqu'en|hasta|desde|até|tot|do|od))\s"
    r"(?:[\w./]{1,10}\s)?(?:\d{1,2}[./])?(?:19|20)\d\d\)?$",
    re.IGNORECASE,
)
"""A remark on how long a ticket is valid: ``(renewed 2025)``, ``to 09/2029``."""
_CODE = re.compile(r"[A-E][12]?E?|AM|[LMT]")
_COUNT = re.compile(r"(?<=[a-z]\s)\d{1,4}\+?(?=\s[a-z])")
_MAX_WORDS = 8
_NAMED_PARTS = 3
"""Minimum number of items in parentheses that are skills of their own: ``Excel (charts, VBA, lookups)``."""


def split_skills(lines: list[str], *, canonical: bool = True) -> list[str]:
    """Single skills from lists, tables, ``Label: a, b`` lines and comma-separated text, each once.

    ``canonical`` uses the names of ``config/skills.toml`` where they exist (not for spoken languages).
    """
    found: dict[str, str] = {}
    lines = [line.translate(_FULL_WIDTH) for line in _without_label_column(lines)]
    lines = [part for line in lines for part in (_NEXT_LABEL.split(line) if _LABEL.match(line) else [line])]
    lines = list(map(_with_bars, lines))
    if canonical:
        lines = _without_row_labels(_without_counts(_without_levels(lines)))
    wrapped = ""
    for number, line in enumerate(lines):
        if not line.strip():
            wrapped = ""
            continue
        if _SIGNED.match(line.strip()) or (canonical and _is_sentence(lines, number)):
            continue
        if canonical and _ADDRESS.search(line):
            continue
        if canonical and _is_statement(line):
            for skill in find_skills(line):
                found.setdefault(plain(skill.name), skill.name)
            continue
        if canonical and _heads_statements(lines, number):
            continue
        text = _RATING.sub("", without_bullet(line).replace("**", ""))
        label = _LABEL.match(text)
        if label:
            text = text[label.end() :]
        elif not is_bullet(line) and wrapped and _continues(wrapped, text):
            text = f"{wrapped} {text}"
        wrapped = ""
        pieces = _split_list(text)
        pieces = [] if canonical and len(pieces) > 1 and all(map(is_language, pieces)) else pieces
        # Classes of driving licences, or levels of languages.
        pieces = [] if canonical and len(pieces) > 1 and all(map(_CODE.fullmatch, pieces)) else pieces
        # "Git, Docker,\nNatural Language\nProcessing": the last item may continue on the next line.
        if not is_bullet(line) and len(pieces) > 1 and text.count(",") >= 2 and not text.endswith("."):
            wrapped = pieces[-1] if not text.rstrip().endswith((",", ";")) else ""
        for piece in pieces:
            _add(found, piece, canonical=canonical)
    # An item continued on the next line is present twice, short and whole.
    texts, ends = list(found.values()), _ends(lines)
    whole = [t for t in texts if not (t in ends and any(o != t and o.startswith(f"{t} ") for o in texts))]
    return whole[:MAX_SKILLS]


def _continues(item: str, text: str) -> bool:
    """Whether the last item of a line may go on with ``text``: not where that begins with a skill.

    A small letter goes on: ``Privacy\ncompliance``.
    """
    first, *_ = _split_list(text) or [""]
    return first[:1].islower() or not is_known_skill(first) or is_known_skill(f"{item} {first}")


def _without_levels(lines: list[str]) -> list[str]:
    """The first cells of a table of skills and levels: the same few words fill its second column."""
    filled = [line for line in lines if line.strip()]
    rows = list(map(split_cells, filled))
    if len(rows) < _MIN_ROWS or any(len(row) != 2 for row in rows):
        return lines
    levels = [plain(level) for _, level in rows]
    is_table = 2 * len(set(levels[1:])) <= len(levels) - 1 and not any(map(is_known_skill, levels[1:]))
    if not is_table:
        return lines
    # "Skill  Level" heads the columns.
    is_head = levels[0] not in levels[1:] and not is_known_skill(rows[0][0])
    return [skill for skill, _ in rows[is_head:]]


def _without_counts(lines: list[str]) -> list[str]:
    """Without the lines that differ only in a number: ``Confirmed by 34 people`` below each skill."""
    forms = Counter(_COUNT.sub("#", line.strip()) for line in lines if _COUNT.search(line))
    return [line for line in lines if forms[_COUNT.sub("#", line.strip())] < 2]


def _without_row_labels(lines: list[str]) -> list[str]:
    """Table rows without their headings: ``Systems Workday, AFAS``; ``Programming Python, C++``.

    Only if at least two rows have a heading. Each row is then a separate list.
    """
    lines = _without_label_lines(lines)
    small = [_SMALL_ROW.match(line) for line in lines if line.strip()]
    if len(small) >= _MIN_LABELED and all(row and row.group(1).islower() for row in small):
        return [part for row in small if row for part in ("", row.group(2))]
    cuts = [_label_words(line) for line in lines]
    cuts = _alike(lines, cuts)
    has_labels = (
        sum(cut > 0 or _TABLE_ROW.match(line) is not None for cut, line in zip(cuts, lines, strict=True)) >= 2
    )
    result: list[str] = []
    labels = [row.group(1) for row in map(_TABLE_ROW.match, lines) if row]
    is_table = sum(not is_known_skill(label) for label in labels) >= _MIN_LABELED
    for line, cut in zip(lines, cuts, strict=True):
        row = _TABLE_ROW.match(line)
        if row and "," not in row.group(1) and (is_table or not is_known_skill(row.group(1))):
            result += ["", row.group(2)]
        elif has_labels and cut:
            result += ["", " ".join(line.split()[cut:])]
        elif has_labels and heading_kind(line.split(" ")[0], scheme="cv") == "languages":
            result.append("")
        else:
            result.append(line)
    return result


def _without_label_column(lines: list[str]) -> list[str]:
    """The lists of a table in Markdown, without the labels beside them and the row above the rule."""
    rules = [
        number for number, line in enumerate(lines) if _BOARD_RULE.fullmatch(line.strip()) and "|" in line
    ]
    heads = {number - 1 for number in rules}
    rows = {
        n: row for n, line in enumerate(lines) if (row := _BOARD_ROW.match(line.strip())) and n not in heads
    }
    lists = sum("," in row.group(2) for row in rows.values())
    kept = [n for n in range(len(lines)) if n not in heads and n not in rules]
    if len(rows) < _MIN_LABELED or 2 * lists < len(rows):
        return [lines[n] for n in kept]
    return [part for n in kept for part in (("", rows[n].group(2).strip()) if n in rows else (lines[n],))]


def _without_label_lines(lines: list[str]) -> list[str]:
    """Without the label above each list: ``Gestion`` above ``calcul des coûts, planning, formation``.

    Labels are lines of one item, each above a list of several; the first line is one of them.
    """
    filled = [number for number, line in enumerate(lines) if line.strip()]
    sizes = {number: len(_split_list(lines[number])) for number in filled}
    labels = {
        number
        for number, following in pairwise(filled)
        if sizes[number] == 1
        and sizes[following] >= 3
        and following == number + 1
        and _may_be_label(lines[number])
    }
    if len(labels) < _MIN_LABEL_LINES or filled[0] not in labels:
        return lines
    return ["" if number in labels else line for number, line in enumerate(lines)]


def _may_be_label(line: str) -> bool:
    text = line.strip()
    return text[:1].isupper() and len(text.split()) <= 3 and not is_bullet(line) and not is_known_skill(text)


def _alike(lines: list[str], cuts: list[int]) -> list[int]:
    """``cuts``; one word each if all rows may have such a label, and one surely has: ``Buses CAN, LIN``."""
    rows = [line for line in lines if line.strip()]
    firsts = [row.split(",")[0].split() for row in rows]
    may_have = all(
        len(words) >= 2 and words[0].istitle() and words[0].isalpha() and row.count(",") >= 1
        for row, words in zip(rows, firsts, strict=True)
    )
    known = any(is_known_skill(" ".join(words)) or is_known_skill(words[0]) for words in firsts if words)
    if len(rows) < _MIN_LABELED or not may_have or known or set(cuts) - {0} != {1}:
        return cuts
    return [int(bool(line.strip())) for line in lines]


def _label_words(line: str) -> int:
    """How many words before the first known skill of a comma-separated list are its heading; 0 if none."""
    items = line.split(",")
    words = items[0].split()
    if len(items) < 3 or is_bullet(line) or ":" in line or is_known_skill(items[0]) or "  " in line:
        return 0
    for cut in range(1, min(4, len(words))):
        if is_known_skill(" ".join(words[cut:])):
            return cut
    return 0


def _is_statement(line: str) -> bool:
    """A bullet that describes work ("Planned a move of 120 staff") and lists nothing."""
    words = without_bullet(line).split()
    if not is_bullet(line) or len(words) < 6 or _LABEL.match(without_bullet(line)):
        return False
    if _CELLS.search(without_bullet(line)):
        return False
    pieces = _split_list(without_bullet(line))
    is_list = len(pieces) >= 3 and sum(len(piece.split()) for piece in pieces) <= 3 * len(pieces)
    return not is_list and (len(words) >= 9 or words[0].endswith("ed") or line.rstrip().endswith("."))


def _is_sentence(lines: list[str], number: int) -> bool:
    """A sentence without a list, below a blank line or the heading: it belongs to no skills."""
    line = lines[number].strip()
    is_apart = number == 0 or not lines[number - 1].strip()
    is_list = len(_split_list(line)) > 1 or "," in line
    return is_apart and line.endswith(".") and not is_bullet(line) and not is_list and len(line.split()) >= 4


def _with_bars(line: str) -> str:
    """``Butter | bread | tea`` for items between dashes."""
    dashes = _DASHES.findall(line)
    return _DASHES.sub(" | ", line) if len(dashes) >= 2 and "," not in line else line


def _heads_statements(lines: list[str], number: int) -> bool:
    """Whether a line is the theme that heads a group of achievements: ``Organisation`` above such bullets."""
    following = next((after for after in lines[number + 1 : number + 3] if after.strip()), "")
    return not is_bullet(lines[number]) and len(_split_list(lines[number])) == 1 and _is_statement(following)


def _ends(lines: list[str]) -> set[str]:
    lists = (_split_list(line) for line in lines)
    return {name for pieces in lists if pieces for name in (pieces[-1], canonical_skill(pieces[-1]))}


def _split_list(text: str) -> list[str]:
    return [piece.strip(" .,*:") for piece in _LIST.split(text) if piece and piece.strip(" .,*:")]


def _add(found: dict[str, str], piece: str, *, canonical: bool) -> None:
    text = re.sub(r"^(?:and|und|et|y)\s+", "", piece).strip()
    text = _RATING.sub("", text)
    if canonical:
        text = _without_level_words(text)
        if " " in text and is_language(text):
            return
    for name in _split_item(text) if canonical else [text]:
        if 1 <= len(name) <= 70 and len(name.split()) <= _MAX_WORDS and any(c.isalpha() for c in name):
            found.setdefault(plain(name) or name, name)


def _without_level_words(text: str) -> str:
    """``some C++`` as ``C++``, ``Forklift (renewed 2025)`` as ``Forklift``, and ``to 09/2029`` as nothing."""
    return _AMOUNT_BEFORE.sub("", _VALIDITY.sub("", f" {text}").strip(" ,("))


@lru_cache(maxsize=1)
def _levels() -> frozenset[str]:
    return frozenset(map(plain, word_lists()["words"]["levels"]))


def _split_item(text: str) -> list[str]:
    """The skills in one item of a list, including those in parentheses: ``Python (Django, Flask)``."""
    bracketed = re.match(r"(.*[^\s(])\s*\(([^()]+)\)$", text)
    if bracketed:
        remark = [part.strip() for part in re.split(r"[,;、，]", bracketed.group(2)) if part.strip()]
        if len(remark) >= _NAMED_PARTS and all(len(part.split()) <= 3 for part in remark):
            return list(dict.fromkeys([*_split_item(bracketed.group(1)), *map(canonical_skill, remark)]))
        is_level = bracketed.group(2)[:1].islower() or set(plain(bracketed.group(2)).split()) <= _levels()
        if is_level and not any(map(is_known_skill, remark)):
            # "Latin (reading)": the parentheses state a level, not a skill.
            return _split_item(bracketed.group(1))
        if _AMOUNT.fullmatch(bracketed.group(2)):
            # "Shorthand (110 wpm)"
            return _split_item(bracketed.group(1))
        if len(remark) > 1 and _are_proper_names(remark):
            return list(dict.fromkeys([*_split_item(bracketed.group(1)), *map(canonical_skill, remark)]))
        if len(remark) == 1 and _reads_as_skill(remark[0]):
            return list(dict.fromkeys([*_split_item(bracketed.group(1)), canonical_skill(remark[0])]))
        inner = [part.strip() for part in re.split(r"[,;/、，]", bracketed.group(2)) if is_known_skill(part)]
        if inner:
            return list(dict.fromkeys([*_split_item(bracketed.group(1)), *map(canonical_skill, inner)]))
    if is_known_skill(text):
        return [canonical_skill(text)]
    joined = [part for part in _JOINED.split(text) if part.strip()]
    if len(joined) > 1 and all(is_known_skill(part) and part[:1].isupper() for part in joined):
        return [canonical_skill(part) for part in joined]
    pair = re.fullmatch(r"([A-Z][\w+#.]*)\s(?:&|and)\s([A-Z][\w+#.]*)", text)
    if pair and any(is_known_skill(part) or (part.isupper() and len(part) > 2) for part in pair.groups()):
        return [canonical_skill(part) for part in pair.groups()]
    named = list(dict.fromkeys(skill.name for skill in find_skills(text)))
    if len(named) >= 2 and len(text.split()) > 2 and len(joined) == 1:
        return named
    if len(text.split()) > 5:
        return named or [text]
    return [text]


def _are_proper_names(parts: list[str]) -> bool:
    """``Kirchhoff, RTM``: short, each with a capital, and not all of them codes in capitals."""
    are_short = all(len(part.split()) <= 3 and any(map(str.isupper, part)) for part in parts)
    return are_short and not all(part.upper() == part for part in parts)


def _reads_as_skill(remark: str) -> bool:
    """``Concur`` of ``Travel booking (Concur)``: the name of a product or standard, by the trained reader.

    An acronym may be short for what is before it: ``Patient safety (PSIRF)``.
    """
    if re.search(r"[a-z][A-Z]", remark) and remark.isalnum():
        # A product: "RotaCloud".
        return True
    is_name = any(map(str.isupper, remark)) or (
        remark[:1].isdigit() and remark.isalnum() and not remark.isdigit()
    )
    is_acronym = remark.isalpha() and remark.isupper()
    return (
        is_name and not is_acronym and len(remark.split()) <= 3 and read_part(remark)["skill"] >= _SURE_SKILL
    )


def skills_elsewhere(lines: list[str], listed: list[str]) -> list[str]:
    """``listed``, and if these are few, also the skills of other lines.

    These are lists with a known skill ("I can do: …"), and known skills in sentences.
    """
    if len(listed) >= _FEW:
        return listed
    found = {plain(name): name for name in listed}
    for line in lines:
        text = _LABEL.sub("", re.sub(r"^(?:I|we)\b[^:]{3,30}:\s*", "", without_bullet(line)))
        items = _split_list(text)
        known = [item for item in items if is_known_skill(item)]
        is_list = len(items) >= 3 and len(known) >= 2 and 2 * len(known) >= len(items)
        is_list = is_list and all(len(item.split()) <= 3 for item in items)
        names = [canonical_skill(i) for i in items] if is_list else [s.name for s in find_skills(line)]
        for name in names:
            found.setdefault(plain(name) or name, name)
    return list(found.values())[:MAX_SKILLS]
