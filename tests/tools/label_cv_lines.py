"""Labels the lines of the CVs in tests/bench/documents: ``python -m tests.tools.label_cv_lines``.

Finds the expected values of each CV in its lines and writes ``models/line_reader/data/written.tsv``, from
which the line reader is trained. ``--without SET ...`` leaves sets out, to measure a reader on CVs that are
new to it.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.bench.documents import ENDINGS, find_answer
from app.documents.parsing.dates import find_range, find_single
from app.documents.parsing.header_parts import split_header
from app.documents.parsing.headings import document_titles, heading_kind
from app.documents.parsing.places import is_place
from app.documents.parsing.wording import names_degree, names_organization, names_position, tidy
from app.documents.sandbox.requests import extract_document
from app.documents.tables import DocumentType
from app.text.bullets import is_bullet, without_bullet
from app.text.folding import plain
from models.line_reader.generator import Example
from models.line_reader.written import UNKNOWN, WRITTEN_FILE

SETS = Path(__file__).parents[1] / "bench" / "documents"
NAMES = (
    "mixed", "second-mixed", "third-mixed", "fourth-mixed", "fifth-mixed", "sixth-mixed", "seventh-mixed",
    "languages", "invented",
)  # fmt: skip
_ITEMS = re.compile(r"[,;|•·/:()]|\s{2,}|\s[–—-]\s")
_HEAD_LINES = 60
_MAX_HEADER, _MAX_HEADING, _MAX_PIECE = 130, 45, 140
"""In characters."""
_REACH = 3
"""Lines between a title and its employer, and from them to the dates."""
_MIN_SHARE = 0.6
"""Minimum share of the characters of a line that are expected skills."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", nargs="*", default=[], choices=NAMES, metavar="SET")
    parser.add_argument("--output", type=Path, default=WRITTEN_FILE)
    arguments = parser.parse_args()
    examples = asyncio.run(label_sets([name for name in NAMES if name not in arguments.without]))
    arguments.output.write_text("".join(map(to_text, examples)), encoding="utf-8")
    labeled = sum(bool(label) for example in examples for label in example.labels)
    print(f"{len(examples)} CVs, {labeled} labeled lines")


async def label_sets(names: list[str]) -> list[Example]:
    examples = []
    for name in names:
        for path in sorted(p for p in (SETS / name).rglob("*") if p.suffix.lower() in ENDINGS):
            answer = find_answer(path, None)
            if answer is not None and answer.type == DocumentType.CV:
                read = await extract_document(path)
                examples.append(label_lines(tidy(read.visible_text), answer.fields))
    return examples


def to_text(example: Example) -> str:
    """The lines of ``written.tsv``."""
    rows = ["%"]
    for line, label in zip(example.lines, example.labels, strict=True):
        rows.append(f"{label or UNKNOWN}\t{line}" if line else "")
    rows += [f"={label}\t{text}" for text, label in example.parts]
    return "\n".join(rows) + "\n"


def label_lines(text: str, expected: Mapping[str, Any]) -> Example:
    """The lines of a CV with their labels, as far as ``expected`` values and patterns tell them."""
    lines = [line.rstrip() for line in text.split("\n")]
    labels = [""] * len(lines)
    positions = expected.get("employers") or []
    first = _label_positions(lines, labels, positions)
    _label_rest(lines, labels, expected)
    _label_skills(lines, labels, {_key(skill) for skill in expected.get("skills") or []})
    if first is not None:
        _label_heading_above(lines, labels, first)
    for number, line in enumerate(lines):
        labels[number] = labels[number] or _label_by_form(line)
    parts = [*_expected_parts(expected), *_other_parts(lines, labels, expected)]
    return Example(lines, labels, parts)


def _key(text: object) -> str:
    return re.sub(r"[^\w]", "", plain(str(text or "")))


def _is_dated(line: str) -> bool:
    return find_range(line) is not None or (find_single(line) is not None and len(line) < _MAX_HEADER)


def _label_positions(lines: list[str], labels: list[str], positions: list[dict[str, Any]]) -> int | None:
    """Label titles, employers and dates; return the number of the first such line."""
    starts: list[int] = []
    for position in positions:
        best = min(_places(lines, position, after=starts[-1] if starts else 0), default=None)
        if best is None:
            continue
        _, title, employer, dates = best
        starts.append(min(title, employer, dates))
        for number in {title, employer, dates}:
            is_title = number == title and bool(position.get("title"))
            is_employer = number == employer and bool(position.get("company"))
            is_dates = _is_dated(lines[number])
            if len(lines[number]) > _MAX_HEADER:
                labels[number] = "text"
            elif is_title + is_employer + is_dates > 1:
                labels[number] = "position"
            else:
                labels[number] = "title" if is_title else "employer" if is_employer else "dates"
    return min(starts, default=None)


def _places(
    lines: list[str], position: Mapping[str, Any], *, after: int
) -> Iterator[tuple[float, int, int, int]]:
    """A cost, and the lines that may have title, employer and dates of a position: the closest cost least."""
    title, employer = _key(position.get("title")), _key(position.get("company"))
    keys = [_key(line) for line in lines]
    year = str(position.get("start") or "")[:4]
    for one in range(len(lines)):
        if not keys[one] or title not in keys[one]:
            continue
        near = range(max(0, one - _REACH), min(len(lines), one + _REACH + 1))
        for other in near if employer else [one]:
            if employer not in keys[other] or not (title or employer in keys[one]):
                continue
            around = range(max(0, min(one, other) - 2), min(len(lines), max(one, other) + 3))
            dated = [
                number
                for number in around
                if _is_dated(lines[number])
                and (number in (one, other) or not is_bullet(lines[number]))
                and (year in lines[number] or year[2:] in lines[number])
            ]
            if dated:
                dates = min(dated, key=lambda number: abs(number - one))
                length = (len(lines[one]) + len(lines[other])) / 4
                cost = 20 * abs(one - other) + 10 * abs(dates - one) + length + 5 * (one < after)
                yield cost, one, other, dates


def _label_rest(lines: list[str], labels: list[str], expected: Mapping[str, Any]) -> None:
    """Label the name, contacts, headings and titles of the document."""
    name, phone = _key(expected.get("name")), re.sub(r"\D", "", str(expected.get("phone") or ""))
    for number, line in enumerate(lines):
        if labels[number] or not line:
            continue
        is_name = name and name in _key(line) and len(_key(line)) < len(name) + 60
        kind = heading_kind(line, scheme="cv")
        if is_name and number < _HEAD_LINES and "name" not in labels:
            labels[number] = "name"
        elif _has_contact(line, phone) or ("linkedin" in line.casefold() and number < _HEAD_LINES):
            labels[number] = "contact"
        elif plain(line) in document_titles():
            labels[number] = "document"
        elif kind is not None:
            labels[number] = f"heading_{kind}"


def _has_contact(line: str, phone: str) -> bool:
    return re.search(r"\S@\S+\.\S", line) is not None or (bool(phone) and phone in re.sub(r"\D", "", line))


def _label_skills(lines: list[str], labels: list[str], skills: set[str]) -> None:
    for number, line in enumerate(lines):
        items = [key for key in map(_key, _ITEMS.split(without_bullet(line))) if key]
        expected = sum(len(item) for item in items if item in skills)
        is_list = bool(items) and expected >= _MIN_SHARE * sum(map(len, items))
        if is_list and not labels[number] and len(line.split()) < 30:
            labels[number] = "skill"


def _label_heading_above(lines: list[str], labels: list[str], first: int) -> None:
    """Label the heading of the writer's own above the first position."""
    above = first - 1
    while above >= 0 and not lines[above]:
        above -= 1
    if above < 0 or labels[above]:
        return
    line = lines[above]
    is_short = 3 <= len(line) <= _MAX_HEADING and not re.search(r"[\d@.,]", line) and not is_bullet(line)
    if is_short and (above == 0 or not lines[above - 1] or line.isupper()):
        labels[above] = "heading_experience"


def _label_by_form(line: str) -> str:
    words = len(line.split())
    if (len(line) > 75 and words > 10) or (is_bullet(line) and words >= 5):
        return "text"
    if names_degree(line) and len(line) < 120 and not line.endswith("."):
        return "degree"
    return "place" if line and is_place(line) else ""


def _expected_parts(expected: Mapping[str, Any]) -> list[tuple[str, str]]:
    parts = [
        (str(position[key]), label)
        for position in expected.get("employers") or []
        for key, label in (("title", "title"), ("company", "employer"))
        if position.get(key)
    ]
    parts += [(str(expected["name"]), "name")] if expected.get("name") else []
    return parts + [(str(skill), "skill") for skill in expected.get("skills") or []]


def _other_parts(
    lines: list[str], labels: list[str], expected: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """Places and the rest of the headers, and short lines of text."""
    known = {_key(text) for text, _ in _expected_parts(expected)}
    for line, label in zip(lines, labels, strict=True):
        if label == "text" and len(line) < _MAX_PIECE:
            yield without_bullet(line), "other"
        if label not in ("position", "employer", "title"):
            continue
        for part in split_header([re.sub(r"\s+", " ", line)]):
            key = _key(part.text)
            if not key or _is_dated(part.text) or any(key in one or one in key for one in known if one):
                continue
            is_name = re.fullmatch(r"[^\W\d_][\w'’. -]{2,25}", part.text) is not None
            is_other = names_position(part.text) or names_organization(part.text) or label == "title"
            yield part.text, "place" if part.is_place or (is_name and not is_other) else "other"


if __name__ == "__main__":
    main()
