"""Evidence: where in a document each parsed value is found, so that the viewer can highlight it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from app.documents.parsing.dates import find_ranges
from app.documents.parsing.headings import Scheme, heading_kind
from app.skills.catalog import list_spellings
from app.text.folding import squeeze

Span = tuple[int, int]
_SHORTEST_PART = 18
"""Letters and digits at the start and end that identify a long value with an interruption.

The interruption may be a page number or a margin.
"""
_SECTIONS = {
    "summary": ("summary", "about"),
    "skills": ("skills", "requirements", "preferred", "responsibilities"),
    "experience": ("experience", "experience_overview"),
    "education": ("education",),
    "projects": ("projects",),
    "certifications": ("certifications",),
    "languages": ("languages",),
    "responsibilities": ("responsibilities",),
    "requiredSkills": ("requirements",),
    "requirements": ("requirements",),
    "preferredSkills": ("preferred", "requirements"),
    "benefits": ("benefits",),
    "description": ("about",),
}
_ENTRY_NAMES = (("title", "company"), ("degree", "institution"))


class Place(TypedDict):
    """``text[start:end]`` is the evidence for the value at ``path`` (``experience.0.title``)."""

    path: str
    start: int
    end: int


@dataclass(slots=True)
class _Squeezed:
    """A text reduced to letters and digits, each with its offset.

    This way, case, accents, white space, line breaks, bullets and punctuation do not matter.
    """

    text: str
    characters: str = ""
    offsets: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> _Squeezed:
        squeezed = cls(text)
        characters: list[str] = []
        for offset, character in enumerate(text):
            for folded in squeeze(character):
                characters.append(folded)
                squeezed.offsets.append(offset)
                squeezed.ends.append(offset + 1)
        squeezed.characters = "".join(characters)
        return squeezed

    def spans(self, value: str) -> Iterator[Span]:
        """Every place where ``value`` occurs as whole words."""
        squeezed = squeeze(value)
        position = self.characters.find(squeezed) if squeezed else -1
        while position >= 0:
            start, end = self.offsets[position], self.ends[position + len(squeezed) - 1]
            if not self._runs_on(start - 1, start) and not self._runs_on(end - 1, end):
                yield start, end
            position = self.characters.find(squeezed, position + 1)

    def _runs_on(self, left: int, right: int) -> bool:
        """Whether both characters belong to one word."""
        if left < 0 or right >= len(self.text):
            return False
        return bool(squeeze(self.text[left])) and bool(squeeze(self.text[right]))


def locate(parsed: Mapping[str, Any], text: str) -> list[Place]:
    """The place in ``text`` of every value of ``parsed`` (contacts, CvParsed or JobParsed, in wire spelling).

    Calculated values (levels, durations) and values that do not occur have none.
    """
    searched = _Squeezed.of(text)
    regions = _regions(text, "job" if "requiredSkills" in parsed else "cv")
    places: list[Place] = []
    for key, value in parsed.items():
        sections = _SECTIONS.get(key, ())
        if isinstance(value, str) and key not in ("level", "experienceLevel"):
            _add(places, key, _find(value, searched, regions, sections))
        elif isinstance(value, Mapping):
            for part, inner in value.items():
                if isinstance(inner, str) and part != "industry":
                    _add(places, f"{key}.{part}", _find(inner, searched, regions, sections))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            places += _locate_entries(key, value, searched, [regions.get(s, []) for s in sections])
        elif isinstance(value, list):
            taken: list[Span] = []
            for number, item in enumerate(value):
                span = _find(str(item), searched, regions, sections, taken=taken)
                _add(places, f"{key}.{number}", span)
                if span:
                    taken.append(span)
    return places


def _add(places: list[Place], path: str, span: Span | None) -> None:
    if span is not None:
        places.append({"path": path, "start": span[0], "end": span[1]})


def _regions(text: str, scheme: Scheme) -> dict[str, list[Span]]:
    """Offsets of the sections of a CV or job description, by kind."""
    regions: dict[str, list[Span]] = {}
    offset, kind, since = 0, "head", 0
    for line in text.split("\n"):
        found = heading_kind(line, scheme=scheme)
        if found is not None:
            regions.setdefault(kind, []).append((since, offset))
            kind, since = found, offset + len(line)
        offset += len(line) + 1
    regions.setdefault(kind, []).append((since, len(text)))
    return regions


def _find(
    value: str,
    searched: _Squeezed,
    regions: Mapping[str, list[Span]],
    sections: tuple[str, ...],
    *,
    taken: list[Span] | None = None,
) -> Span | None:
    """The place of ``value``, first in sections of its kind, never where another item is."""
    spellings = list_spellings(value)
    if value.startswith("linkedin.com/"):
        spellings.append(value.removeprefix("linkedin.com/"))
    found = [span for spelling in spellings for span in searched.spans(spelling)]
    found = found or [span for span in [_find_ends(value, searched, (0, len(searched.text)))] if span]
    home = [region for section in sections for region in regions.get(section, [])]
    ranked = sorted(
        found,
        key=lambda span: (
            any(span[0] < end and start < span[1] for start, end in taken or ()),
            not any(start <= span[0] < end for start, end in home),
            span[0],
            -span[1],
        ),
    )
    return ranked[0] if ranked else None


def _find_ends(value: str, searched: _Squeezed, within: Span) -> Span | None:
    """A long value from its beginning to its end, with any interruption."""
    words, size = value.split(), len(squeeze(value))
    if size < 3 * _SHORTEST_PART:
        return None
    first = next(" ".join(words[:n]) for n in range(1, len(words) + 1) if _is_long(words[:n]))
    last = next(" ".join(words[-n:]) for n in range(1, len(words) + 1) if _is_long(words[-n:]))
    starts = [span for span in searched.spans(first) if within[0] <= span[0] < within[1]]
    for start, _ in starts:
        for _, end in searched.spans(last):
            if start < end <= min(within[1], start + 3 * len(value) + 200):
                return start, end
    return None


def _is_long(words: list[str]) -> bool:
    return len(squeeze(" ".join(words))) >= _SHORTEST_PART


def _locate_entries(
    key: str, entries: list[Mapping[str, Any]], searched: _Squeezed, homes: list[list[Span]]
) -> list[Place]:
    """Evidence of entries in order: title, organization and dates of one entry are close together."""
    home = [region for regions in homes for region in regions]
    dates = [
        (offset + found.position, offset + found.position + len(found.text), found)
        for offset, line in _lines(searched.text)
        for found in find_ranges(line)
    ]
    anchors: list[int | None] = []
    places: list[Place] = []
    floor = 0
    for number, entry in enumerate(entries):
        candidates: dict[str, list[Span]] = {
            name: list(searched.spans(str(entry.get(name) or "")))
            for pair in _ENTRY_NAMES
            for name in pair
            if entry.get(name)
        }
        if entry.get("start"):
            candidates["start"] = [
                (start, end)
                for start, end, found in dates
                if found.start.wire == entry["start"]
                and (found.end.wire if found.end else None) == entry.get("end")
            ]
        candidates = {name: spans for name, spans in candidates.items() if spans}
        best = _closest(candidates, home, floor)
        for name, place in best.items():
            _add(places, f"{key}.{number}.{name}", place)
            if name == "start" and entry.get("end"):
                _add(places, f"{key}.{number}.end", place)
        anchors.append(max((end for _, end in best.values()), default=None))
        floor = anchors[-1] or floor
        begin = min((start for start, _ in best.values()), default=floor)
        statements = [line for line in str(entry.get("description") or "").split("\n") if line.strip()]
        spans = [span for line in statements if (span := _after(line, searched, begin))]
        if spans:
            _add(places, f"{key}.{number}.description", (spans[0][0], max(end for _, end in spans)))
    return places


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _closest(candidates: dict[str, list[Span]], home: list[Span], floor: int) -> dict[str, Span]:
    """One place per name: as close together as possible, in the right section, after the previous entry."""

    def cost(spans: tuple[Span, ...]) -> tuple[bool, int, int]:
        first, last = min(start for start, _ in spans), max(end for _, end in spans)
        outside = sum(not any(a <= start < b for a, b in home) for start, _ in spans) if home else 0
        return first < floor, last - first + 400 * outside, first

    if not candidates:
        return {}
    # A name that occurs a hundred times would allow millions of combinations; the first places are enough.
    choices = [spans[:12] for spans in candidates.values()]
    best = min(itertools.product(*choices), key=cost)
    return dict(zip(candidates, best, strict=True))


def _after(line: str, searched: _Squeezed, begin: int) -> Span | None:
    """The first place of ``line`` from ``begin`` on."""
    for span in searched.spans(line):
        if span[0] >= begin:
            return span
    return _find_ends(line, searched, (begin, len(searched.text)))
