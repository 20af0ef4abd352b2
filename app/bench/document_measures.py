"""How right the reading of a document was, against answers written by hand from its page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.documents.parsing.evidence import occurs_in_text
from app.skills.catalogue import canonical_skill
from app.text.folding import plain

_DERIVED = {
    "experienceLevel", "level", "durationMonths", "start", "end", "industry", "description",
    "totalExperienceYears", "averageTenureYears", "highestEducationLevel", "educationLengthYears",
}  # fmt: skip
"""Worked out, or put together from several lines; dates and lines are compared on their own."""


@dataclass(slots=True)
class Tally:
    """Right, invented and missed items of one field over all documents."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, found: Iterable[str], wanted: Iterable[str]) -> None:
        """Compare two lists as multisets of already normalised texts."""
        have, need = Counter(filter(None, found)), Counter(filter(None, wanted))
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

    def figures(self) -> dict[str, float | None]:
        return {
            name: None if value is None else round(value, 3)
            for name, value in (("precision", self.precision), ("recall", self.recall), ("f1", self.f1))
        }


@dataclass(slots=True)
class Scores:
    """All fields over all documents, and what was wrong in which."""

    tallies: dict[str, Tally] = field(default_factory=dict)
    mistakes: list[dict[str, str]] = field(default_factory=list)

    def compare(self, document: str, name: str, found: Iterable[str], wanted: Iterable[str]) -> None:
        """Count one field of one document and note what differs."""
        found, wanted = list(found), list(wanted)
        self.tallies.setdefault(name, Tally()).add(found, wanted)
        have, need = Counter(filter(None, found)), Counter(filter(None, wanted))
        for values, what in ((have - need, "wrong"), (need - have, "missed")):
            self.mistakes += [
                {"document": document, "field": name, "what": what, "value": value}
                for value in values.elements()
            ]

    def figures(self) -> dict[str, dict[str, float | None]]:
        return {name: tally.figures() for name, tally in self.tallies.items()}


def text_key(value: object) -> str:
    """Case, accents, punctuation and white space do not make two values different."""
    return re.sub(r"[^\w+#& ]", "", plain(str(value or "")))


def phone_key(value: object) -> str:
    return re.sub(r"\D", "", str(value or ""))


def linkedin_key(value: object) -> str:
    """The part behind ``/in/``."""
    match = re.search(r"/(?:in|pub)/([^/?#]+)", str(value or "").casefold())
    return match.group(1) if match else ""


def compare_cv(scores: Scores, document: str, facts: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Count the fields of one CV.

    ``facts``: ``{name, email, phone, linkedin, currentPosition, cvParsed, cvProfile}`` in wire spelling;
    ``wanted``: key ``cv`` of an ``expected.json``. Fields that the answer does not name are not counted.
    """
    parsed = facts.get("cvParsed") or {}
    for name, key in (
        ("name", text_key),
        ("email", text_key),
        ("phone", phone_key),
        ("linkedin", linkedin_key),
    ):
        if name in wanted:
            scores.compare(document, name, [key(facts.get(name))], [key(wanted[name])])
    if wanted.get("currentPosition"):
        position = [text_key(facts.get("currentPosition"))]
        scores.compare(document, "current_position", position, [text_key(wanted["currentPosition"])])
    if wanted.get("location"):
        location = [text_key(parsed.get("location"))]
        scores.compare(document, "location", location, [text_key(wanted["location"])])
    if "employers" in wanted:
        entries = parsed.get("experience") or []
        for name, part in (("employers", "company"), ("titles", "title")):
            scores.compare(
                document,
                name,
                [text_key(entry.get(part)) for entry in entries],
                [text_key(entry.get(part)) for entry in wanted["employers"]],
            )
        scores.compare(
            document,
            "dates",
            [f"{e.get('start')} to {e.get('end') or 'present'}" for e in entries if e.get("start")],
            [f"{e['start']} to {e.get('end') or 'present'}" for e in wanted["employers"] if e.get("start")],
        )
    if wanted.get("skills"):
        scores.compare(
            document,
            "skills",
            [text_key(canonical_skill(str(skill))) for skill in parsed.get("skills") or []],
            [text_key(canonical_skill(str(skill))) for skill in wanted["skills"]],
        )
    profile = facts.get("cvProfile") or {}
    if wanted.get("highestEducationLevel") is not None:
        scores.compare(
            document,
            "education_level",
            [text_key(profile.get("highestEducationLevel"))],
            [text_key(wanted["highestEducationLevel"])],
        )
    if wanted.get("totalExperienceYears") is not None:
        found, need = profile.get("totalExperienceYears") or 0.0, wanted["totalExperienceYears"]
        near = abs(found - need) <= 1
        scores.compare(document, "years_within_1", [f"{need if near else found}"], [f"{need}"])


def compare_job(scores: Scores, document: str, parsed: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Count the fields of one job description (JobParsed against key ``job`` of an ``expected.json``)."""
    if "title" in wanted:
        scores.compare(document, "job_title", [text_key(parsed.get("title"))], [text_key(wanted["title"])])
    if "company" in wanted:
        company = (parsed.get("company") or {}).get("name")
        scores.compare(document, "job_company", [text_key(company)], [text_key(wanted["company"])])
    if "level" in wanted:
        scores.compare(document, "job_level", [text_key(parsed.get("level"))], [text_key(wanted["level"])])
    lists = (
        ("requirements", "requiredSkills"), ("preferred", "preferredSkills"),
        ("responsibilities", "responsibilities"), ("benefits", "benefits"),
    )  # fmt: skip
    for name, key in lists:
        if key in wanted:
            found = [text_key(item) for item in parsed.get(key) or []]
            scores.compare(document, f"job_{name}", found, [text_key(item) for item in wanted[key]])
    if "skills" in wanted:
        scores.compare(
            document,
            "job_skills",
            [text_key(canonical_skill(str(item))) for item in parsed.get("skills") or []],
            [text_key(canonical_skill(str(item))) for item in wanted["skills"]],
        )


def values_not_in(text: str, value: object, path: str = "") -> list[str]:
    """Paths and values of ``value`` (nested, in wire spelling) that do not stand in ``text``."""
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
