"""Quality metrics of extracted document fields, compared with expected values written by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.documents.parsing.support import occurs_in_text
from app.skills.catalog import canonical_skill
from app.text.folding import plain

_DERIVED = {
    "experienceLevel", "level", "durationMonths", "start", "end", "industry", "description",
    "totalExperienceYears", "averageTenureYears", "highestEducationLevel", "educationLengthYears",
}  # fmt: skip
"""Computed, or combined from several lines. Dates and lines are compared separately."""


@dataclass(slots=True)
class Tally:
    """Right, invented and missed items of one field over all documents."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, found: Iterable[str], expected: Iterable[str]) -> None:
        """Compare two lists as multisets of already normalized texts."""
        have, need = Counter(filter(None, found)), Counter(filter(None, expected))
        right = sum((have & need).values())
        self.right += right
        self.wrong += sum(have.values()) - right
        self.missed += sum(need.values()) - right

    @property
    def precision(self) -> float | None:
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        return self.right / (self.right + self.missed) if self.right + self.missed else None

    @property
    def f1(self) -> float | None:
        both = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / both if both else None

    def metrics(self) -> dict[str, float | None]:
        return {
            name: None if value is None else round(value, 3)
            for name, value in (("precision", self.precision), ("recall", self.recall), ("f1", self.f1))
        }


@dataclass(slots=True)
class Scores:
    """Counts of all fields over all documents, and the errors of each document."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    mistakes: list[dict[str, str]] = field(default_factory=list)

    def compare(self, document: str, name: str, found: Iterable[str], expected: Iterable[str]) -> None:
        """Count one field of one document and note what differs."""
        found, expected = list(found), list(expected)
        self.tallies.setdefault(name, Tally()).add(found, expected)
        have, need = Counter(filter(None, found)), Counter(filter(None, expected))
        for values, what in ((have - need, "wrong"), (need - have, "missed")):
            self.mistakes += [
                {"document": document, "field": name, "what": what, "value": value}
                for value in values.elements()
            ]

    def metrics(self) -> dict[str, dict[str, float | None]]:
        return {name: tally.metrics() for name, tally in self.tallies.items()}


def text_key(value: object) -> str:
    """Key that ignores case, accents, punctuation and white space."""
    return re.sub(r"[^\w+#& ]", "", plain(str(value or "")))


def phone_key(value: object) -> str:
    return re.sub(r"\D", "", str(value or ""))


def linkedin_key(value: object) -> str:
    """The part of a LinkedIn address after ``/in/``."""
    match = re.search(r"/(?:in|pub)/([^/?#]+)", str(value or "").casefold())
    return match.group(1) if match else ""


def compare_cv(scores: Scores, document: str, facts: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Count the fields of one CV.

    ``facts``: ``{name, email, phone, linkedin, currentPosition, cvParsed, cvProfile}`` in wire spelling;
    ``expected``: key ``cv`` of an ``expected.json``. Fields that it does not name are not counted.
    """
    parsed = facts.get("cvParsed") or {}
    for name, key in (
        ("name", text_key),
        ("email", text_key),
        ("phone", phone_key),
        ("linkedin", linkedin_key),
    ):
        if name in expected:
            scores.compare(document, name, [key(facts.get(name))], [key(expected[name])])
    if expected.get("currentPosition"):
        position = [text_key(facts.get("currentPosition"))]
        scores.compare(document, "current_position", position, [text_key(expected["currentPosition"])])
    if expected.get("location"):
        location = [text_key(parsed.get("location"))]
        scores.compare(document, "location", location, [text_key(expected["location"])])
    if "employers" in expected:
        entries = parsed.get("experience") or []
        for name, part in (("employers", "company"), ("titles", "title")):
            scores.compare(
                document,
                name,
                [text_key(entry.get(part)) for entry in entries],
                [text_key(entry.get(part)) for entry in expected["employers"]],
            )
        scores.compare(
            document,
            "dates",
            [f"{e.get('start')} to {e.get('end') or 'present'}" for e in entries if e.get("start")],
            [f"{e['start']} to {e.get('end') or 'present'}" for e in expected["employers"] if e.get("start")],
        )
    if expected.get("skills"):
        scores.compare(
            document,
            "skills",
            [text_key(canonical_skill(str(skill))) for skill in parsed.get("skills") or []],
            [text_key(canonical_skill(str(skill))) for skill in expected["skills"]],
        )
    profile = facts.get("cvProfile") or {}
    if expected.get("highestEducationLevel") is not None:
        scores.compare(
            document,
            "education_level",
            [text_key(profile.get("highestEducationLevel"))],
            [text_key(expected["highestEducationLevel"])],
        )
    if expected.get("totalExperienceYears") is not None:
        found, need = profile.get("totalExperienceYears") or 0.0, expected["totalExperienceYears"]
        near = abs(found - need) <= 1
        scores.compare(document, "years_within_1", [f"{need if near else found}"], [f"{need}"])


def compare_job(
    scores: Scores, document: str, parsed: Mapping[str, Any], expected: Mapping[str, Any]
) -> None:
    """Count the fields of one job description (JobParsed against key ``job`` of an ``expected.json``)."""
    if "title" in expected:
        scores.compare(document, "job_title", [text_key(parsed.get("title"))], [text_key(expected["title"])])
    if "company" in expected:
        company = (parsed.get("company") or {}).get("name")
        scores.compare(document, "job_company", [text_key(company)], [text_key(expected["company"])])
    if "level" in expected:
        scores.compare(document, "job_level", [text_key(parsed.get("level"))], [text_key(expected["level"])])
    lists = (
        ("requirements", "requiredSkills"), ("preferred", "preferredSkills"),
        ("responsibilities", "responsibilities"), ("benefits", "benefits"),
    )  # fmt: skip
    for name, key in lists:
        if key in expected:
            found = [text_key(item) for item in parsed.get(key) or []]
            scores.compare(document, f"job_{name}", found, [text_key(item) for item in expected[key]])
    if "skills" in expected:
        scores.compare(
            document,
            "job_skills",
            [text_key(canonical_skill(str(item))) for item in parsed.get("skills") or []],
            [text_key(canonical_skill(str(item))) for item in expected["skills"]],
        )


def values_not_in(text: str, value: object, path: str = "") -> list[str]:
    """Paths and values of ``value`` (nested, in wire spelling) that ``text`` does not contain."""
    if isinstance(value, Mapping):
        return [
            hit
            for key, inner in value.items()
            if key not in _DERIVED
            for hit in values_not_in(text, inner, f"{path}.{key}" if path else str(key))
        ]
    if isinstance(value, list):
        return [hit for n, item in enumerate(value) for hit in values_not_in(text, item, f"{path}.{n}")]
    if not isinstance(value, str) or not value.strip() or occurs_in_text(value, text):
        return []
    if path == "name" and all(occurs_in_text(word, text) for word in value.split()):
        return []
    if path == "linkedin" and occurs_in_text(value.removeprefix("linkedin.com/"), text):
        return []
    return [f"{path}: {value}"]
